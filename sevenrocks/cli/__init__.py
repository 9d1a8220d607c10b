"""The commands: each is a file, loaded when it is called, so that `--help` and the others stay quick."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

from sevenrocks.i18n import speak

from .arguments import language_asked_for, parse
from .printing import UsageError, drop_output, reason_of, say


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 for what is wrong in a file, 2 for a call that cannot be done.

    Of a command that a signal has ended it is 128 and the signal's number.
    """
    _open_closed_streams()
    if hasattr(sys, "frozen"):
        from multiprocessing import freeze_support

        freeze_support()  # it ends here where it is one of several processes that share the work
    if arguments is None and sys.argv[1:] == _BOTS:
        importlib.import_module(_BOTS[1]).main()
        return 0
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What the output cannot hold is written as escapes rather than not at all.
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(arguments)
    finally:
        drop_output()


def _run(arguments: Sequence[str] | None) -> int:
    code: int = 0
    try:
        try:
            # Before all else: the parser's own words are in that language.
            language = language_asked_for(sys.argv[1:] if arguments is None else arguments) or _usual_language()
            speak(language)
            options = parse(arguments)
            module = importlib.import_module(f".{options.module}", __name__)
            code = getattr(module, options.function)(options)
        finally:
            # Now, so that what goes wrong with it can still be told.
            if sys.stdout is not None:
                sys.stdout.flush()
    except UsageError as error:
        say(f"sevenrocks: {error}", sys.stderr)
        return 2
    except BrokenPipeError:
        return code or 1  # whoever read our output has enough of it
    except OSError as error:
        if code == 0:
            say(f"sevenrocks: {reason_of(error)}", sys.stderr)
        return code or 2
    except KeyboardInterrupt:
        return 130
    return code


def _open_closed_streams() -> None:
    """What is closed reads nothing and writes nowhere; and no file of ours is opened as what others take for the output."""
    for name, mode in {"stdin": "r", "stdout": "w", "stderr": "w"}.items():
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(descriptor, mode, encoding="utf-8", closefd=False))  # noqa: SIM115, it stays open


_BOTS = ["-m", "sevenrocks.bots.process"]
"""How a frozen program is asked to be the process of the bots; to name it by itself would load the bots for every command."""


def _usual_language() -> str:
    """The language of the settings, or else that of the system."""
    from sevenrocks.places import settings_path
    from sevenrocks.settings import load_settings

    return load_settings(settings_path()).language_in(os.environ)
