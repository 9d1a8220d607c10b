"""Where Textual changes what the app leans on there is no app, and that is told in a line."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from types import FunctionType

import pytest
from textual._compositor import Compositor
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers import linux_driver
from textual.drivers._writer_thread import WriterThread
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

from sevenrocks.cli import main
from sevenrocks.tui.footing import UnknownTextualError, expect_overridden, expect_used

LinuxDriver = linux_driver.LinuxDriver

TOLD = (
    "sevenrocks: the full screen does not know this version of Textual (8.2.8): install textual 8.2.8,"
    " or play in lines with sevenrocks play --plain\n"
)


@pytest.fixture(autouse=True)
def _our_modules_as_they_were(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The app is loaded anew in each test, from a Textual of another kind; what others have loaded stays theirs."""
    ours = {name: module for name, module in sys.modules.items() if name.startswith("sevenrocks.tui")}
    mended = {name: vars(linux_driver)[name] for name in ("getincrementaldecoder", "XTermParser", "WriterThread")}
    for name in ours.keys() - {"sevenrocks.tui", "sevenrocks.tui.footing"}:
        del sys.modules[name]
    monkeypatch.setattr("sevenrocks.cli.play._check_terminal", lambda: None)
    yield
    for name in [name for name in sys.modules if name.startswith("sevenrocks.tui")]:
        del sys.modules[name]
    sys.modules.update(ours)
    vars(sys.modules["sevenrocks.tui"]).update(
        {name.rpartition(".")[2]: module for name, module in ours.items() if name.count(".") == 2}
    )
    vars(linux_driver).update(mended)


def told_by(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["play", "--seat", "N=Anna"]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    return captured.err


def renamed(function: FunctionType, name: str) -> FunctionType:
    """The function, as if it had another name for something."""
    code = function.__code__
    changed = code.replace(
        co_names=tuple(f"{one}_" if one == name else one for one in code.co_names),
        co_consts=tuple(
            one.replace(co_names=tuple(f"{two}_" if two == name else two for two in one.co_names))
            if isinstance(one, type(code))
            else one
            for one in code.co_consts
        ),
    )
    made = FunctionType(changed, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


DRIVER = [
    (LinuxDriver, "run_input_thread", "getincrementaldecoder"),
    (LinuxDriver, "run_input_thread", "XTermParser"),
    (LinuxDriver, "start_application_mode", "WriterThread"),
    (LinuxDriver, "_sigcont_application", "_auto_restart"),
    (XTermParser, "_sequence_to_key_events", "_parse_extended_key"),
    (XTermParser, "parse", "parse_mouse_code"),
    (WriterThread, "run", "write"),
]
APP = [
    (App, "_fatal_error", "_exit_renderables"),
    (App, "__init__", "_driver"),
    (MessagePump, "_process_messages_loop", "_handle_exception"),
    (Screen, "__init__", "_compositor"),
    (Compositor, "update_widgets", "_exchange_repaint_regions"),
    (Widget, "refresh", "_set_dirty"),
]


@pytest.mark.skipif(os.name != "posix", reason="there the driver is Textual's own")
@pytest.mark.parametrize(("owner", "method", "name"), [*DRIVER, *APP], ids=lambda told: getattr(told, "__name__", told))
def test_a_name_that_textual_uses_no_more_is_told_in_a_line(
    owner: type, method: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(owner, method, renamed(vars(owner)[method], name))
    assert told_by(capsys) == TOLD


@pytest.mark.skipif(os.name != "posix", reason="there the driver is Textual's own")
@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("textual.drivers.linux_driver", "LinuxDriver"),
        ("textual._xterm_parser", "XTermParser"),
        ("textual.drivers._writer_thread", "WriterThread"),
        ("textual.worker", "WorkerFailed"),
    ],
)
def test_a_name_that_textual_has_no_more_is_told_in_a_line(
    module: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(importlib.import_module(module), name)
    assert told_by(capsys) == TOLD


def test_without_textual_it_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual.app", None)
    assert told_by(capsys) == TOLD


@pytest.mark.parametrize(
    ("owner", "method"),
    [
        (LinuxDriver, "suspend_application_mode"),
        (LinuxDriver, "stop_application_mode"),
        (XTermParser, "parse_mouse_code"),
        (App, "_handle_exception"),
        (Compositor, "render_update"),
        (Widget, "_exchange_repaint_regions"),
    ],
    ids=lambda told: getattr(told, "__name__", told),
)
def test_a_method_that_takes_something_else_is_told_in_a_line(
    owner: type, method: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def changed(self: App[None], _one: object, _another: object) -> object:
        return self._exception, self._exception_event, self._return_code

    monkeypatch.setattr(owner, method, changed)
    assert told_by(capsys) == TOLD


def test_another_error_in_loading_the_app_is_none_of_textuals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sevenrocks.tui.theme", None)
    with pytest.raises(ImportError, match="theme"):
        main(["play", "--seat", "N=Anna"])


def test_what_is_missing_is_named() -> None:
    class Changed(App[None]):
        def action_quit(self, _now: bool) -> None:  # type: ignore[override]
            """Quit."""

    with pytest.raises(UnknownTextualError, match=r"this Textual has no such App\.action_quit"):
        expect_overridden(Changed, App, "action_quit")
    with pytest.raises(UnknownTextualError, match=r"this Textual has no App\.leave"):
        expect_used(App, "leave", "exit")
    with pytest.raises(UnknownTextualError, match=r"this Textual has no leave in App\.exit"):
        expect_used(App, "exit", "leave")
