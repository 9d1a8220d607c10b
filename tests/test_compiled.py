"""The kernel compiled: the wheel has it where a compiler of C is at hand, and it passes the tests of the other form."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from building import PATIENCE, ROOT, build_wheel, copy_source

COMPILED = ("core", "chains")
"""The files of the kernel that are compiled."""


def build(folder: Path, **environment: str) -> Path:
    """The wheel of a copy of the source, unzipped."""
    wheel = build_wheel(folder, os.environ | environment)
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)  # noqa: S202, our own wheel
    return site


def kernel_in(site: Path) -> str:
    """Which form of the kernel the program there says it runs."""
    told = subprocess.run(
        [sys.executable, "-m", "sevenrocks", "--version"],
        cwd=site,
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    ).stdout
    return told.partition("(kernel: ")[2].rstrip(")\n")


def libraries(site: Path) -> list[str]:
    return [path.name for path in site.rglob("*") if path.suffix in {".so", ".pyd"}]


def has_compiler(folder: Path) -> bool:
    """Whether an extension of Python can be compiled here: there is a compiler that works, and Python's own headers."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        return False
    source = folder / "try.c"
    source.write_text("#include <Python.h>\n", "utf-8")
    include = f"-I{sysconfig.get_path('include')}"
    command = [*compiler, include, "-c", str(source), "-o", str(folder / "try.o")]
    return subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE).returncode == 0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the wheel that this machine builds is unzipped."""
    return build(tmp_path_factory.mktemp("compiled"))


def test_the_kernel_is_compiled_wherever_it_can_be(site: Path, tmp_path: Path) -> None:
    expected = "compiled" if os.name == "nt" or has_compiler(tmp_path) else "interpreted"
    assert kernel_in(site) == expected
    assert len(libraries(site)) == (len(COMPILED) if expected == "compiled" else 0)


def test_what_the_compiler_worked_from_stays_out_of_the_wheel(site: Path) -> None:
    assert not [path.name for path in site.rglob("*") if path.suffix in {".c", ".o", ".html"}]
    for name in COMPILED:
        assert (site / f"sevenrocks/bots/kernel/{name}.py").exists(), (
            "it is the source of the compiled form, and its substitute"
        )


def test_the_compiled_kernel_passes_the_same_tests(site: Path) -> None:
    if kernel_in(site) != "compiled":
        pytest.skip("no compiler of C is at hand")
    tests = [str(ROOT / "tests" / name) for name in ("test_kernel.py", "test_solver.py", "test_bots.py")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), *tests],
        cwd=site,
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join(map(str, (site, ROOT / "tests"))), "SEVENROCKS_KERNEL": "compiled"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(os.name == "nt", reason="CC is not asked there")
def test_a_broken_compiler_breaks_no_build(tmp_path: Path) -> None:
    site = build(tmp_path, CC="/bin/false")
    assert kernel_in(site) == "interpreted"
    assert libraries(site) == []


def test_an_editable_build_compiles_nothing(tmp_path: Path) -> None:
    source = copy_source(tmp_path)
    command = [sys.executable, "-c", "from setuptools.build_meta import build_editable; build_editable('..')"]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=PATIENCE)
    assert list(tmp_path.glob("*.whl"))
    assert not [path for path in source.rglob("*") if path.suffix in {".c", ".so", ".pyd"}]


def test_a_source_distribution_has_the_types_for_the_compiler(tmp_path: Path) -> None:
    source = copy_source(tmp_path)
    command = [sys.executable, "-c", "from setuptools.build_meta import build_sdist; build_sdist('..')"]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=PATIENCE)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    for name in ("compiling.py", *(name + ending for name in COMPILED for ending in (".py", ".pxd"))):
        assert f"sevenrocks/bots/kernel/{name}" in names
