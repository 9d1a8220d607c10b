"""The kernel compiled: the wheel has it where a compiler of C is at hand, and it passes the tests of the other form."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from help.building import PATIENCE, build_wheel, copy_source
from help.effort import LONG
from help.places import ROOT, TESTS
from help.strategies import round_for
from sevenrocks.bots.kernel import compiled_place
from sevenrocks.bots.process import BotProcess
from sevenrocks.engine.seats import Seat

COMPILED = ("core", "chains")
"""The files of the kernel that are compiled."""


def unzipped(wheel: Path, folder: Path) -> Path:
    """Where the wheel lies as if it were installed."""
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)  # noqa: S202, our own wheel
    return site


def kernel_in(site: Path) -> str:
    """Which form of the kernel the program there says it runs."""
    told = subprocess.run(
        [sys.executable, "-m", "sevenrocks", "--version"],
        cwd=site,
        # Not what `make test` has compiled for this environment.
        env=os.environ | {"PYTHONPATH": str(site), "SEVENROCKS_KERNEL": "interpreted"},
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


def with_short_kernel(source: Path) -> Path:
    """That source with a kernel of two short files: what they do is for other tests, and takes long to compile."""
    for name in COMPILED:
        file = source / f"sevenrocks/bots/kernel/{name}.py"
        file.write_text('COMPILED = not __file__.endswith(".py")\n', "utf-8")
        file.with_suffix(".pxd").write_text("", "utf-8")
    return source


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a wheel that this machine builds is unzipped; but for the long form its kernel is a short one."""
    folder = tmp_path_factory.mktemp("compiled")
    source = copy_source(folder)
    return unzipped(build_wheel(folder, source if LONG else with_short_kernel(source)), folder)


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


def test_the_kernel_as_it_is_written_passes_the_same_tests() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*command, *(str(TESTS / "bots" / name) for name in ("test_kernel.py", "test_solver.py")), "-m", "both_forms"],
        cwd=ROOT,
        env=os.environ | {"SEVENROCKS_KERNEL": "interpreted"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(os.name == "nt", reason="CC is not asked there")
def test_a_broken_compiler_breaks_no_build(wheel: Path, tmp_path: Path) -> None:
    site = unzipped(wheel, tmp_path)
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
    for name in ("compiling.py", "prepare.py", *(name + ending for name in COMPILED for ending in (".py", ".pxd"))):
        assert f"sevenrocks/bots/kernel/{name}" in names


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells what a process has loaded")
async def test_the_process_of_the_bots_loads_the_form_that_was_compiled() -> None:
    bots = BotProcess()
    await bots.choose("expert", round_for("55").view_for(Seat.N), 0)
    loaded = loaded_by_children()
    await bots.stop()
    assert ("/sevenrocks-kernel/" in loaded) == compiled_place().is_dir()


def loaded_by_children() -> str:
    """What the processes that this one has started have loaded, as Linux tells."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split()
    return "".join(Path(f"/proc/{child}/maps").read_text("utf-8") for child in children)


# ---- make play


class Checkout:
    """A copy of the source with an environment of its own, as far as `make play` needs one; a kernel of two short files."""

    def __init__(self, folder: Path) -> None:
        self.source = with_short_kernel(copy_source(folder))
        self.kernel = self.source / "sevenrocks/bots/kernel"
        (self.source / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
        self._venv = folder / "venv"
        venv.create(self._venv, with_pip=False)
        # All is installed, so far as `make` can tell; the program tells its version instead of playing.
        program = self._venv / "bin/sevenrocks"
        program.write_text(f"#!/bin/sh\nexec {self._venv}/bin/python -P -m sevenrocks --version\n", "utf-8")
        program.chmod(0o755)
        (self._venv / ".play").touch()
        self._path = os.pathsep.join((str(self.source), sysconfig.get_path("purelib")))

    def play(self, path: Path | None = None, **environment: str) -> tuple[str, str]:
        """What `make play` prints but for the last line, and the form of the kernel in that one.

        `path` is what Python finds before all else.
        """
        told = subprocess.run(
            [shutil.which("make") or "make", "--no-print-directory", "play", f"VENV={self._venv}"],
            cwd=self.source,
            env=self._environment(path) | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout
        before, version, form = told.rpartition("sevenrocks ")
        assert version
        return before, form.partition("(kernel: ")[2].rstrip(")\n")

    def run(self, code: str) -> str:
        """What a program in the environment prints."""
        command = [str(self._venv / "bin/python"), "-P", "-c", code]
        return subprocess.run(
            command, env=self._environment(), capture_output=True, text=True, check=True, timeout=PATIENCE
        ).stdout.strip()

    def compiled(self) -> dict[Path, int]:
        """The compiled files in the environment, and when each was made."""
        return {path: path.stat().st_mtime_ns for path in (self._venv / "sevenrocks-kernel").rglob("*.*")}

    def _environment(self, path: Path | None = None) -> dict[str, str]:
        kept = {name: text for name, text in os.environ.items() if name not in {"SEVENROCKS_KERNEL", "MAKEFLAGS"}}
        return kept | {"PYTHONPATH": self._path if path is None else f"{path}{os.pathsep}{self._path}"}


posix = pytest.mark.skipif(os.name != "posix", reason="make is a POSIX matter")

FORMS = "from sevenrocks.bots.kernel import chains, core; print(chains.COMPILED, core.COMPILED)"


@posix
def test_make_play_compiles_once_and_hides_no_change(tmp_path: Path) -> None:
    if not has_compiler(tmp_path):
        pytest.skip("no compiler of C is at hand")
    checkout = Checkout(tmp_path)
    before = set(checkout.source.rglob("*.*"))
    assert checkout.play() == ("", "compiled")
    made = checkout.compiled()
    assert len(made) == len(COMPILED)
    assert {path.suffix for path in set(checkout.source.rglob("*.*")) - before} <= {".pyc"}
    assert checkout.play() == ("", "compiled")
    assert checkout.compiled() == made, "nothing has changed, and nothing is compiled anew"
    assert checkout.play(SEVENROCKS_KERNEL="interpreted") == ("", "interpreted")

    for name in (*(name + ending for name in COMPILED for ending in (".py", ".pxd")), "compiling.py"):
        path = checkout.kernel / name
        text, times = path.read_bytes(), path.stat()
        path.write_bytes(text + b"\n# changed\n")
        # As old as before: what a tool that copies may do.
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert checkout.run(FORMS) == "False False", name
        path.write_bytes(text)
    assert checkout.run(FORMS) == "True True"


@posix
@pytest.mark.parametrize("missing", ["compiler", "Cython"])
def test_make_play_asks_for_no_compiler(missing: str, tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    if missing == "compiler":
        before, form = checkout.play(CC="/bin/false")
    else:
        empty = tmp_path / "empty"
        (empty / "Cython").mkdir(parents=True)
        (empty / "Cython/__init__.py").write_text("raise ImportError\n", "utf-8")
        before, form = checkout.play(empty)
    assert before.count("\n") == 1
    assert before.startswith("The bots' kernel is not compiled")
    assert form == "interpreted"
    assert checkout.compiled() == {}
