"""The table: seats people and bots at a match and runs it. The one place that holds the full state, and commits it.

Whoever shows the match gets views and events from here, never a round. A match is kept from the moment on in which a hand is
shown (`begin_keeping`) or something is played, whichever comes first: before, nothing would be lost, and the seed must not lie
on a disk while the cut can still be chosen. From then on everything that happens is on disk (`keep`) before it is handed out.
"""

from __future__ import annotations

import datetime
import hashlib
import secrets
from dataclasses import replace
from pathlib import Path

from .bots import check_level
from .engine.actions import PASS, Action, Event, IllegalPlayError, Pass, Passed, Place, Placed
from .engine.deal import SEED_BYTES, Draw, commitment_to, cut_seed
from .engine.errors import NotationError, Refusal
from .engine.rules import TARGET
from .engine.seats import BySeat, Partnership, Seat
from .engine.view import SeatView
from .house import RULES_ALONE, House
from .i18n import _
from .names import parse_words
from .notation import Play, format_change, format_play
from .record import MatchRecord, stated_play
from .seating import Change, NoSeat, Player
from .seen import MatchView, RoundSeen
from .store import (
    Header,
    Kept,
    Line,
    LostError,
    MatchFile,
    Standing,
    StoreError,
    call_line,
    deal_lines,
    opened_line,
    with_opened,
)


class Table:
    """A match with its four players, kept on disk as it goes on."""

    def __init__(self, kept: Kept, folder: Path | None, file: MatchFile | None = None) -> None:
        self._header = kept.header
        self._cut = kept.cut
        self._match = kept.match
        self._hints = kept.hints
        self._seating = kept.seating
        self._placing = kept.placing
        self._opened = kept.opened
        self._lines = list(kept.lines)
        """All that has happened, as it is written."""
        self._folder = folder
        self._file = file
        self._lost: tuple[MatchFile, str] | None = None
        """The file that the match was kept in before, and what has become of it; None where it still is, or never was."""
        self._is_due = file is not None or bool(kept.match.rounds)
        """Whether the match is to be kept."""
        self._is_closed = False
        self.not_kept: str | None = None
        """Why the match is not being kept, in words for the players; None while it is, and before it is to be."""
        self.mishaps: tuple[str, ...] = ()
        """What has happened to the ground on which the match is kept, in sentences for the players."""
        self._past = tuple(self._seen(number) for number in range(len(kept.match.rounds) - 1))
        """All rounds but the latest, as everyone saw them: nothing changes there any more."""

    @classmethod
    def begin(
        cls,
        players: BySeat[Player],
        folder: Path | None,
        *,
        target: int = TARGET,
        known_seed: bytes | None = None,
        date: datetime.date,
        house: House = RULES_ALONE,
    ) -> Table:
        """Seat the players at a new match. Where it cannot be kept it is played all the same, and `not_kept` says why.

        Raises NotationError for a start that a house cannot give.
        """
        house.check_start(target)
        header = Header(
            BySeat([player.name for player in players]),
            BySeat([player.level for player in players]),
            target,
            known_seed is not None,
            date,
            known_seed or secrets.token_bytes(SEED_BYTES),
            house,
        )
        return cls.begin_with(Kept.begin(header), folder)

    @classmethod
    def begin_with(cls, kept: Kept, folder: Path | None) -> Table:
        """Take up in a file of its own what is left of a damaged one. Raises StoreError for players that are no more."""
        _check_levels(kept)
        table = cls(kept, folder)
        table.keep()
        return table

    @classmethod
    def resume(cls, path: Path) -> Table:
        """Take a kept match up at its last event. Raises StoreError; DamagedError where a part of it may be whole."""
        file, kept = MatchFile.resume(path)
        try:
            _check_levels(kept)
        except StoreError:
            file.close()
            raise
        return cls(kept, path.parent.parent, file)

    # ---- what everyone may know

    @property
    def view(self) -> MatchView:
        """What everyone knows of the match."""
        match = self._match
        return MatchView(
            self.players,
            match.target,
            self.known_deal,
            self.not_kept,
            (*self._past, self._seen(-1)) if match.rounds else (),
            match.winner,
            self.house,
            self.mishaps,
        )

    def _seen(self, index: int) -> RoundSeen:
        """A round as everyone sees it."""
        state = self._match.rounds[index]
        opened = self._opened.get(state.setup.number, ())
        return RoundSeen(state.public, self._match.draws[index], self._seating.rounds[index], opened)

    @property
    def players(self) -> BySeat[Player]:
        """Those who sit there now."""
        return self._seating.players

    @property
    def known_deal(self) -> bool:
        """Whether the deals come from a seed that somebody knows."""
        return self._header.known_deal

    @property
    def house(self) -> House:
        """What the house has added to the rules."""
        return self._header.house

    @property
    def turn(self) -> Seat | None:
        """The seat that must act; None between rounds and once the match is over."""
        return self._match.rounds[-1].turn if self._match.rounds else None

    @property
    def winner(self) -> Partnership | None:
        """The pair that has won the match, once one has."""
        return self._match.winner

    @property
    def must_pass(self) -> bool:
        """Whether the seat in turn can only knock, as everyone is about to hear."""
        state = self._match.round
        return state is not None and state.legal_actions == (PASS,)

    @property
    def placing(self) -> Place | None:
        """What the seat in turn has placed, where it has not called the count yet."""
        return self._placing

    # ---- what one seat may know

    def view_for(self, seat: Seat) -> SeatView:
        """What this seat knows of the latest round."""
        return self._match.rounds[-1].view_for(seat)

    def open_view_for(self, seat: Seat) -> SeatView | None:
        """What this seat knows of its partner's hand: all of it where the house lets the pair see it, else None."""
        return self.view_for(seat.partner) if self.house.open_pair is seat.partnership else None

    def bot_seed(self) -> int:
        """The seed of the next choice of a bot: the same after a crash, and telling nothing of the deal."""
        state = self._match.rounds[-1]
        label = f"sevenrocks/1 bot {state.setup.number} {len(state.events)} ".encode()
        return int.from_bytes(hashlib.shake_256(label + self._header.seed).digest(16))

    # ---- the fairness of the deals

    @property
    def commitment(self) -> str:
        """What can be shown of the seed before the match, to prove afterwards that it was fixed: 64 hexadecimal digits."""
        return commitment_to(self._header.seed)

    @property
    def awaits_cut(self) -> bool:
        """Whether the players may still cut: nothing has been dealt, and the deals are nobody's choice."""
        return not self.known_deal and not self._match.rounds and not self._cut

    def cut(self, words: str) -> None:
        """Let words of the players go into all deals and draws. Raises NotationError for such as cannot be kept."""
        assert self.awaits_cut
        self._cut = parse_words(words)
        self._happened(*([Line("cut", self._cut)] if self._cut else []))

    # ---- what happens

    def begin_round(self) -> Draw | None:
        """Deal the next round, after a neutral draw where one is due; the draw is returned."""
        if self._match.rounds:
            self._past = (*self._past, self._seen(-1))
        self._match = self._match.begin_round_from(cut_seed(self._header.seed, self._cut))
        self._seating = self._seating.begin_round()
        self._happened(*deal_lines(self._match))
        return self._match.draws[-1]

    def play(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Do what the seat in turn says; what then happened is returned, and is on disk.

        Where counts must be called a bot calls right. What a person places without a call lies on the table and is on disk
        as well, but nothing has happened before its count is called: see `call`.

        Raises IllegalPlayError with the reason where it may not; nothing has happened then.
        """
        before = self._match.rounds[-1]
        if before.turn is not seat or self._placing is not None:
            reason = Refusal.ROUND_OVER if before.is_over else Refusal.OUT_OF_TURN
            raise IllegalPlayError(seat, action, reason)
        if isinstance(action, Pass) or not self.house.must_call:
            return self._play(action)
        refused = before.refusal(action)
        if refused is not None:
            raise IllegalPlayError(seat, action, refused)
        if self.players[seat].is_bot:
            return self._play(replace(action, call=before.layout.place(action.tile, action.host).count))
        self._placing = replace(action, call=None)
        self._is_due = True
        self._happened(Line("place", format_play(Play(seat, action))))
        return ()

    def call(self, count: int | None) -> tuple[Event, ...]:
        """Call the count of what has been placed, None where none was called; what then happened is returned."""
        assert self._placing is not None
        placing, self._placing = self._placing, None
        return self._play(replace(placing, call=count), call_line(count))

    def _play(self, action: Action, line: Line | None = None) -> tuple[Event, ...]:
        before = self._match.rounds[-1]
        self._match = self._match.play(action)
        events = self._match.rounds[-1].events[len(before.events) :]
        if self._match.round is None:
            self._seating = self._seating.end_round()
        done = events[0]
        assert isinstance(done, Placed | Passed)
        self._is_due = True
        self._happened(line or Line("play", format_play(stated_play(done))))
        return events

    def seat_refusal(self, seat: Seat, player: Player) -> NoSeat | None:
        """Why this player cannot take this seat now, or None where nothing is against it."""
        return self._seating.refusal(self._change(seat, player))

    def seat(self, seat: Seat, player: Player) -> None:
        """A player takes a seat. Raises SeatRefusedError with the reason where that cannot be."""
        change = self._change(seat, player)
        self._seating = self._seating.seat(change)
        self._happened(Line("seat", format_change(change)))

    def _change(self, seat: Seat, player: Player) -> Change:
        state = self._match.round
        return Change(seat, player, None if state is None else len(state.events))

    def note_hint(self, seat: Seat) -> None:
        """Note that a seat has asked for a hint: it will stand in the record."""
        number = len(self._match.rounds)
        asked = self._hints.get(number, BySeat((0, 0, 0, 0)))
        self._hints = {**self._hints, number: asked.with_value(seat, asked[seat] + 1)}
        self.keep()

    def note_opened(self) -> None:
        """Note that the record is written while the match goes on: everyone will see it, and it will stand in the record."""
        line = opened_line(self._match, self._opened)
        if line is not None:
            self._opened = with_opened(self._match, self._opened, line)
            self._is_due = True
            self._happened(line)

    def record(self) -> MatchRecord:
        """The record of the match as far as it has come, with all hands."""
        kept = Kept(self._header, self._cut, self._match, self._hints, self._seating, opened=self._opened)
        return kept.record()

    # ---- keeping

    @property
    def is_kept(self) -> bool:
        """Whether the match is on disk as it stands."""
        return self._file is not None and self.not_kept is None

    def begin_keeping(self) -> None:
        """Keep the match from now on, with all that has happened: a hand is about to be shown."""
        if not self._is_due:
            self._is_due = True
            self.keep()

    def keep(self) -> None:
        """Commit what is not yet on disk, where the match is to be kept.

        Where that fails `not_kept` says why, and the next event tries again. A file that somebody else has moved or changed is
        left alone: the match is kept in another one, and that is one more of the `mishaps`.
        """
        if not self._is_due or self._is_closed:
            return
        try:
            self._commit()
            self.not_kept = None
        except StoreError as error:
            self.not_kept = str(error)

    def close(self) -> None:
        """Let the match's file go, so that the match can be taken up elsewhere."""
        self._is_closed = True
        if self._file is not None:
            self._file.close()
            self._file = None

    def _happened(self, *lines: Line) -> None:
        self._lines += lines
        self.keep()

    def _commit(self) -> None:
        file, standing = self._file, Standing.of(self._match)
        if file is not None:
            try:
                file.append(self._lines[file.written :], standing, self._hints)
            except LostError as error:
                file.close()
                self._file, self._lost = None, (file, str(error))
            else:
                self.mishaps += file.take_mishaps()
                return
        lost, why = self._lost or (None, "")
        self._file = MatchFile.create(self._folder, self._header, self._lines, standing, self._hints, lost)
        if lost is not None:
            told = _("{why} The match is kept anew in {file}.").format(why=why, file=self._file.path.name)
            self.mishaps += (told,)
            self._lost = None


def _check_levels(kept: Kept) -> None:
    try:
        for player in kept.seating.players:
            if player.level is not None:
                check_level(player.level)
    except NotationError as error:
        raise StoreError(str(error)) from error
