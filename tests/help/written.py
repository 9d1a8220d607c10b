"""What a telling of a story has let out, step by step and channel by channel; and how two tellings of one story differ."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

CHANNELS = (
    "frames",
    "hidden own hand",
    "title",
    "bell",
    "cursor",
    "clipboard",
    "order",
    "strings",
    "match file",
    "files elsewhere",
    "pipe to the bots",
    "crash report",
    "lines",
)
"""The ways out that are watched. The hidden own hand is in frames, where the hand that lies there covered is another one."""


@dataclass(frozen=True, slots=True)
class Write:
    """Something written to the terminal."""

    kind: str
    """What it is: a frame, one of the channels, or text outside of frames."""
    text: str
    after: float = 0.0
    """Seconds since the step began."""


@dataclass
class Step:
    """What came of one thing that somebody did."""

    name: str
    is_open: bool = False
    """Whether a hand is in sight that is another in the other world: its owner may see it, so frames are not compared."""
    is_covered: bool = False
    """Whether such a hand lies there covered."""
    writes: list[Write] = field(default_factory=list)
    screen: list[str] = field(default_factory=list)
    """The cells at the end, row by row."""
    lines: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    """Every file that was made or changed, by its name, as it is at the end of the step; chance is taken out."""
    elsewhere: list[str] = field(default_factory=list)
    """What was done outside of the terminal, in order: files, programs, the network."""
    requests: list[str] = field(default_factory=list)
    """What went to the bots' process, and how that was started."""
    report: str = ""
    """What is told of a crash."""


@dataclass(frozen=True)
class Difference:
    """Something that depends on hands that nobody may know."""

    channel: str
    step: str
    one: str
    other: str

    def __str__(self) -> str:
        """The reason, in three lines."""
        return f"{self.channel}, at {self.step}:\n  in one world   {self.one}\n  in the other   {self.other}"


_TOKEN = re.compile(
    r"\x1b(?P<kind>[\]P_^X])(?P<body>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|(?P<bell>\x07)"
    r"|(?P<sync>\x1b\[\?2026[hl])"
    r"|(?P<cursor>\x1b\[\?(?:25|12)[hl]|\x1b\[\d* q)"
)
_LEFT = re.compile(r"\x1b\[[0-9;]*H$")
_MOVES = re.compile(r"\x1b\[[0-9;]*[A-HSTfdsu]|\x1b[78DEM]")


def writes_of(written: Sequence[tuple[str, float]]) -> Iterator[Write]:
    """The writes in what was written, each piece with its time: whole frames, and all else by its channel."""
    frame: list[str] = []
    is_frame = False
    for data, after in written:
        at = 0
        for token in _TOKEN.finditer(data):
            yield from _plain(data[at : token.start()], after, frame if is_frame else None)
            at = token.end()
            if token["sync"]:
                if frame:
                    yield from _framed("".join(frame), after)
                    frame = []
                is_frame = token["sync"].endswith("h")
            elif token["bell"]:
                yield Write("bell", "a bell", after)
            elif token["cursor"]:
                yield Write("cursor", repr(token["cursor"]), after)
            else:
                yield _string(token["kind"], token["body"], after)
        yield from _plain(data[at:], after, frame if is_frame else None)
    if frame:
        yield from _framed("".join(frame), written[-1][1])


def _plain(text: str, after: float, frame: list[str] | None) -> Iterator[Write]:
    if not text:
        return
    if frame is not None:
        frame.append(text)
    elif _MOVES.sub("", text):
        yield Write("outside", text, after)
    else:
        yield Write("cursor", repr(text), after)


def _framed(frame: str, after: float) -> Iterator[Write]:
    yield Write("frame", frame, after)
    # Where the cursor is left, whatever was painted.
    left = _LEFT.search(frame)
    yield Write("cursor", f"left by a frame at {'its end' if left is None else repr(left[0])}", after)


def _string(kind: str, body: str, after: float) -> Write:
    number, _, text = body.partition(";")
    if kind == "]" and number in {"0", "1", "2"}:
        return Write("title", text, after)
    if kind == "]" and number == "52":
        return Write("clipboard", _decoded(text.partition(";")[2]), after)
    return Write("strings", f"{kind}{body}", after)


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text, validate=True).decode("utf-8", "replace")
    except ValueError:
        return text


# ---- two tellings side by side


def differences(one: Sequence[Step], other: Sequence[Step]) -> list[Difference]:
    """All that differs, with its channel and step."""
    found: list[Difference] = []
    for this, that in zip_longest(one, other):
        if this is None or that is None or this.name != that.name:
            found.append(Difference("order", (this or that).name, repr(this and this.name), repr(that and that.name)))
            break
        found += _differences(this, that)
    return found


def _differences(this: Step, that: Step) -> Iterator[Difference]:
    for channel in ("title", "bell", "cursor", "clipboard", "strings"):
        yield from _in_lists(this, channel, _texts(this, channel), _texts(that, channel))
    yield from _in_lists(
        this, "order", *([f"{w.kind} after {w.after:.3f} s" for w in step.writes] for step in (this, that))
    )
    if not (this.is_open or that.is_open):
        frames = "hidden own hand" if this.is_covered else "frames"
        for kind in ("frame", "outside"):
            yield from _in_lists(this, frames, _texts(this, kind), _texts(that, kind))
        yield from _in_lists(this, frames, this.screen, that.screen)
        yield from _in_lists(this, "lines", this.lines.splitlines(), that.lines.splitlines())
    for name in sorted({*this.files, *that.files}):
        channel = "match file" if ".match" in name else "files elsewhere"
        if this.files.get(name) != that.files.get(name):
            yield from _in_bytes(this.name, channel, name, this.files.get(name), that.files.get(name))
    yield from _in_lists(this, "files elsewhere", this.elsewhere, that.elsewhere)
    yield from _in_lists(this, "pipe to the bots", this.requests, that.requests)
    yield from _in_lists(this, "crash report", this.report.splitlines(), that.report.splitlines())


def _texts(step: Step, kind: str) -> list[str]:
    return [write.text for write in step.writes if write.kind == kind]


def _in_lists(step: Step, channel: str, one: Sequence[str], other: Sequence[str]) -> Iterator[Difference]:
    for number, (this, that) in enumerate(zip_longest(one, other), 1):
        if this != that:
            yield Difference(channel, f"{step.name}, {number}.", _part(this, that), _part(that, this))


def _part(text: str | None, beside: str | None, around: int = 60) -> str:
    """The part of a text that begins to differ from another one, and what is around it."""
    if text is None:
        return "nothing"
    at = next((at for at, (a, b) in enumerate(zip(text, beside or "", strict=False)) if a != b), 0)
    return repr(text[max(at - around, 0) : at + around])


def _in_bytes(step: str, channel: str, name: str, one: bytes | None, other: bytes | None) -> Iterator[Difference]:
    if one is None or other is None:
        told = ("no such file" if data is None else f"a file of {len(data)} bytes" for data in (one, other))
        yield Difference(channel, f"{step}, {name}", *told)
        return
    sizes = "" if len(one) == len(other) else f", {len(one)} and {len(other)} bytes"
    shown = -1
    for at in (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b):
        if at > shown:
            shown = at + 40
            told = (repr(data[max(at - 20, 0) : shown]) for data in (one, other))
            yield Difference(channel, f"{step}, {name} from byte {at} on{sizes}", *told)
    if shown < 0:
        yield Difference(channel, f"{step}, {name}{sizes}", repr(one[-40:]), repr(other[-40:]))
