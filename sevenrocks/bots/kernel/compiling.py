"""How the wheel gets its kernel compiled: setuptools builds with this class (see pyproject.toml); the game never loads it.

Whatever goes wrong, the build goes on: the kernel runs without being compiled, only slower.
"""

from __future__ import annotations

from setuptools import Extension
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

    def build_extension(self, ext: Extension) -> None:
        """Translate into the build's own temporary folder, and compile from there."""
        from Cython.Build import cythonize  # noqa: PLC0415, where there is none, see above

        (translated,) = cythonize(  # type: ignore[no-untyped-call]  # Cython has none either
            [ext], build_dir=self.build_temp, compiler_directives=DIRECTIVES, quiet=True
        )
        # The extension itself stays as it is: the one that Cython returns has forgotten that it is optional.
        ext.sources = translated.sources
        super().build_extension(ext)
