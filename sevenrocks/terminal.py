"""What the terminal is, what Textual must be told before it starts, and how the program ends where players look on."""

from __future__ import annotations

import codecs
import contextlib
import io
import locale
import logging
import os
import signal
import sys
import threading
import traceback
import unicodedata
import warnings
from collections.abc import Iterator
from pathlib import Path

from sevenrocks.i18n import _


def drop_misleading_variables() -> None:
    """Forget environment variables that would let Textual log keys, take screenshots, or open a port.

    Those of a size as well: the terminal itself knows better, and tells when it changes. To be called before Textual is imported.
    """
    for name in [name for name in os.environ if name.startswith("TEXTUAL") or name in {"COLUMNS", "LINES"}]:
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
    named = _named_locale()
    return not named or "utf8" in named.lower().replace("-", "")


def _named_locale() -> str:
    """The locale that the user has set for letters; empty where none is."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    # Python itself sets LC_CTYPE=C.UTF-8 where LANG is C, or is not installed; what the user said is in LANG then.
    if named == "C.UTF-8" and not os.environ.get("LC_ALL"):
        named = os.environ.get("LANG") or named
    return named


def is_ascii_terminal() -> bool:
    """Whether nothing but ASCII is legible: in another locale, and on a Linux console, whose fonts lack most signs."""
    return not is_utf8_locale() or os.environ.get("TERM", "").partition("-")[0] == "linux"


# ---- letters


def terminal_encoding() -> str:
    """The encoding of what is typed and shown: that of the user's locale where it is another one, else UTF-8."""
    standard = getattr(sys.__stdin__, "encoding", None)
    # Python takes UTF-8 where the locale is not installed; the terminal is nonetheless what the locale says.
    named = locale.normalize(_named_locale()).partition(".")[2] if os.name == "posix" else ""
    for encoding in (standard, named):
        with contextlib.suppress(LookupError):
            found = codecs.lookup(encoding or "utf-8").name
            if found not in {"utf-8", "ascii"}:
                return found
    return "utf-8"


def speak_as_the_terminal() -> None:
    """Let standard input and output have the encoding of the terminal, where they are one."""
    encoding = terminal_encoding()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, LEGIBLE)):
        if isinstance(stream, io.TextIOWrapper) and stream.isatty():
            stream.reconfigure(encoding=encoding, errors=errors)


_NEAREST = str.maketrans("łŁøØđĐ", "lLoOdD")
"""Letters that Unicode does not take apart."""


def _legible(error: UnicodeError) -> tuple[str, int]:
    """What an encoding lacks, as letters without marks, or question marks, in as many cells of the terminal."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    told = (_nearest(character, error.encoding) for character in error.object[error.start : error.end])
    return "".join(told), error.end


def _nearest(character: str, encoding: str) -> str:
    if unicodedata.combining(character):
        return ""
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return "??"
    letter = unicodedata.normalize("NFKD", character.translate(_NEAREST))[0]
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return "?"
    return letter


LEGIBLE = "sevenrocks.legible"
"""The name of a way to encode what an encoding lacks, such that it can be read and takes as much room."""

codecs.register_error(LEGIBLE, _legible)


# ---- ends

_NO_ENDS = {
    # Nobody can catch these, or they come of a fault of the machine, after which nothing can be relied on.
    *("SIGKILL", "SIGSTOP", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT"),
    # These end no program,
    *("SIGCHLD", "SIGCONT", "SIGWINCH", "SIGURG", "SIGINFO", "SIGTTIN", "SIGTTOU", "SIGTSTP"),
    # and these are told to whoever writes by an error as well.
    *("SIGPIPE", "SIGXFSZ"),
}


def ending_signals() -> list[int]:
    """The signals that can be caught and would else end the program at once, with whatever hand is in sight."""
    others = {getattr(signal, name, None) for name in _NO_ENDS}
    return sorted(int(number) for number in signal.valid_signals() if number not in others)


def mistake_words(error: BaseException) -> str:
    """What is told of a mistake in the program: its kind and its place. Values and messages might name tiles."""
    where = traceback.extract_tb(error.__traceback__)[-1:]
    place = f"{Path(where[0].filename).name}:{where[0].lineno}" if where else "?"
    told = _("Seven Rocks has stopped: a bug in the program ({error} at {place}).")
    return told.format(error=type(error).__name__, place=place)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Let nothing but the program write on the screen: no log, no warning, no report of a thread with what it knew."""
    unraisable, of_thread, disabled = sys.unraisablehook, threading.excepthook, logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    sys.unraisablehook = lambda _report: None
    threading.excepthook = lambda _report: None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            logging.disable(disabled)
            sys.unraisablehook, threading.excepthook = unraisable, of_thread


def forbid_core_dumps() -> None:
    """Let no crash write the memory, hands and all, to a file; the process of the bots inherits it."""
    if os.name == "posix":
        import resource  # noqa: PLC0415, exists on POSIX alone

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
