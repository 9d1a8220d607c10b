"""What the terminal is, and what Textual must be told before it starts."""

from __future__ import annotations

import os
import sys

from sevenrocks.i18n import _


def drop_textual_switches() -> None:
    """Forget environment variables that would let Textual log keys, take screenshots, or open a port.

    To be called before Textual is imported.
    """
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]


def why_no_app() -> str | None:
    """Why no full-screen app can run here, in words; None where it can."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return _("Seven Rocks plays in a terminal: standard input and output must not be redirected.")
    return None


def is_utf8_locale() -> bool:
    """Whether the locale that the user has set can show more than ASCII. Where none is set, UTF-8 is taken for granted."""
    if os.name == "nt":
        return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    named = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    # Python itself sets LC_CTYPE=C.UTF-8 where LANG is C; what the user said is in LANG then.
    if named == "C.UTF-8" and not os.environ.get("LC_ALL"):
        named = os.environ.get("LANG") or named
    return not named or "utf8" in named.lower().replace("-", "")


def forbid_core_dumps() -> None:
    """Let no crash write the memory, hands and all, to a file; the process of the bots inherits it."""
    if os.name == "posix":
        import resource  # noqa: PLC0415, exists on POSIX alone

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
