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
    """Run a command; returns the exit code: 0, 1 for what is wrong in a file, 2 for a call that cannot be done."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What the output cannot hold is written as escapes rather than not at all.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            # Before all else: the parser's own words are in that language.
            language = language_asked_for(sys.argv[1:] if arguments is None else arguments) or _usual_language()
            speak(language)
            options = parse(arguments, language)
            module = importlib.import_module(f".{options.module}", __name__)
            code: int = getattr(module, options.function)(options)
        finally:
            # Now, so that what goes wrong with it can still be told.
            if sys.stdout is not None:
                sys.stdout.flush()
    except UsageError as error:
        say(f"sevenrocks: {error}", sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has enough of it.
        drop_output()
        return 1
    except OSError as error:
        drop_output()
        say(f"sevenrocks: {reason_of(error)}", sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _usual_language() -> str:
    """The language of the settings, or else that of the system."""
    from sevenrocks.settings import load_settings, settings_path

    return load_settings(settings_path()).language_in(os.environ)
