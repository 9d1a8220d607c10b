"""How the kernel is compiled: setuptools builds with this class (see pyproject.toml); the game never loads it.

Whatever goes wrong, the build goes on: the kernel runs without being compiled, only slower.
"""

from __future__ import annotations

from pathlib import Path

from setuptools.command.build_ext import build_ext

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the types of C are in the .pxd files; those in the .py files are Python's
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
}


class BuildExt(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Compiles plain Python by way of C, where Cython and a compiler of C are at hand."""

    def run(self) -> None:
        """Build nothing in place: a compiled file beside its source would hide every later change of it."""
        if self.editable_mode or self.inplace:
            return
        try:
            super().run()
        except Exception as error:  # noqa: BLE001, see above: there are more ways to have no compiler than classes of errors
            self.warn(f"the kernel is not compiled, and will be slower: {error}")

    def build_extensions(self) -> None:
        """Translate into the build's own temporary folder, and compile from there, both files at once."""
        # Where there is no compiler, or no header of Python, that is found out before the work of translating.
        probe = Path(self.build_temp, "probe.c")
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.write_text("#include <Python.h>\n", "utf-8")
        self.compiler.compile([str(probe)], output_dir=self.build_temp)
        from Cython.Build import cythonize  # noqa: PLC0415, where there is none, see above

        translated = cythonize(  # type: ignore[no-untyped-call]  # Cython has none either
            self.extensions, build_dir=self.build_temp, compiler_directives=DIRECTIVES, quiet=True
        )
        # The extensions themselves stay as they are: those that Cython returns have forgotten that they are optional.
        for extension, found in zip(self.extensions, translated, strict=True):
            extension.sources = found.sources
            if self.compiler.compiler_type == "unix":
                extension.extra_compile_args.append("-g0")  # nobody debugs it, and it would take half as long again
        self.parallel = True
        super().build_extensions()
