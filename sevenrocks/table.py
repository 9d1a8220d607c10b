"""The table: seats people and bots at a match and runs it. The one place that holds the full state.

Whoever shows the match gets views and events from here, never a round. Everything that happens is committed to the
match's file before it is handed out.
"""

from __future__ import annotations

import datetime
import hashlib
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .bots import parse_level
from .engine.actions import PASS, Action, Event, Placed, RoundEnded
from .engine.deal import SEED_BYTES, Draw, commitment_to, cut_seed
from .engine.errors import IllegalPlayError, NotationError, Refusal
from .engine.layout import Layout
from .engine.match import Match
from .engine.rules import TARGET
from .engine.seats import BySeat, Partnership, Scores, Seat
from .engine.view import PublicView, SeatView
from .names import parse_words, same_name
from .record import RULES_ALONE, HintCounts, House, MatchRecord, record_match
from .store import Header, Kept, MatchFile, Standing, StoreError, lines_of


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a person, or a bot of some level."""

    name: str
    level: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here."""
        return self.level is not None


BOT_NAMES = ("Bartek", "Clara", "Dieter", "Ewa", "Frieda", "Greta", "Hanna")


def bot_names(taken: Iterable[str]) -> Iterator[str]:
    """Names for bots, unlike those that are taken."""
    names = list(taken)
    return (name for name in BOT_NAMES if not any(same_name(name, other) for other in names))


@dataclass(frozen=True, slots=True)
class RoundStory:
    """A round as everyone saw it, so far."""

    number: int
    opener: Seat
    draw: Draw | None
    layout: Layout
    events: tuple[Event, ...]
    scores: Scores


@dataclass(frozen=True, slots=True)
class MatchView:
    """What everyone knows of a match: there is no hand in it."""

    players: BySeat[Player]
    target: int
    known_deal: bool
    """Whether the deals come from a seed that somebody knows."""
    not_kept: str | None
    """Why the match is not being kept, in words for the players; None while it is."""
    stories: tuple[RoundStory, ...]
    """All rounds, the latest last."""
    round: PublicView | None
    """The latest round; None before the first."""
    winner: Partnership | None
    house: House = RULES_ALONE

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in self.players.by_seat() if not player.is_bot)

    @property
    def scores(self) -> Scores:
        """Both running totals."""
        return self.stories[-1].scores if self.stories else Scores((0, 0))

    @property
    def scores_in_play(self) -> Scores:
        """Both totals before the hands of the latest round are settled."""
        return (Scores((0, 0)), *self.history_in_play)[-1]

    @property
    def history_in_play(self) -> tuple[Scores, ...]:
        """Both totals after every award and every settlement, without that of the latest round."""
        history = tuple(self.score_history())
        is_settled = self.round is not None and isinstance(self.round.ended, RoundEnded)
        return history[:-1] if is_settled else history

    def score_history(self) -> Iterator[Scores]:
        """Both totals after every award and every settlement."""
        scores = Scores((0, 0))
        for story in self.stories:
            for event in story.events:
                if isinstance(event, Placed) and event.award:
                    pair = event.seat.partnership
                    scores = scores.with_value(pair, scores[pair] + event.award)
                    yield scores
                elif isinstance(event, RoundEnded):
                    scores = event.scores
                    yield scores


class Table:
    """A match with its four players, kept on disk as it goes on."""

    def __init__(self, kept: Kept, folder: Path, file: MatchFile | None = None) -> None:
        header = kept.header
        self.players = BySeat([Player(*sitting) for sitting in zip(header.players, header.levels, strict=True)])
        self.known_deal = header.known_deal
        self.house = header.house
        self.not_kept: str | None = None
        """Why the match is not being kept, in words for the players; None while it is."""
        self._header = header
        self._cut = kept.cut
        self._match = kept.match
        self._hints: HintCounts = kept.hints
        self._folder = folder
        self._file = file

    @classmethod
    def begin(
        cls,
        players: BySeat[Player],
        folder: Path,
        *,
        target: int = TARGET,
        known_seed: bytes | None = None,
        date: datetime.date,
        house: House = RULES_ALONE,
    ) -> Table:
        """Seat the players at a new match. Where it cannot be kept it is played all the same, and `not_kept` says why."""
        header = Header(
            BySeat([player.name for player in players]),
            BySeat([player.level for player in players]),
            target,
            known_seed is not None,
            date,
            known_seed or secrets.token_bytes(SEED_BYTES),
            house,
        )
        return cls.begin_with(Kept(header, "", Match(target), {}), folder)

    @classmethod
    def begin_with(cls, kept: Kept, folder: Path) -> Table:
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
        rounds = self._match.rounds
        stories = tuple(
            RoundStory(state.setup.number, state.setup.opener, draw, state.layout, state.events, state.scores)
            for state, draw in zip(rounds, self._match.draws, strict=True)
        )
        public = rounds[-1].public if rounds else None
        return MatchView(
            self.players,
            self._match.target,
            self.known_deal,
            self.not_kept,
            stories,
            public,
            self._match.winner,
            self.house,
        )

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
        self.keep()

    # ---- what happens

    def begin_round(self) -> Draw | None:
        """Deal the next round, after a neutral draw where one is due; the draw is returned."""
        self._match = self._match.begin_round_from(cut_seed(self._header.seed, self._cut))
        self.keep()
        return self._match.draws[-1]

    def play(self, seat: Seat, action: Action, *, called: bool = True) -> tuple[Event, ...]:
        """Do what the seat in turn says; what then happened is returned, and is on disk.

        `called` is False where the house wants the count to be called, and it was not.

        Raises IllegalPlayError with the reason where it may not; nothing has happened then.
        """
        before = self._match.rounds[-1]
        if before.turn is not seat:
            raise IllegalPlayError(seat, action, Refusal.ROUND_OVER if before.is_over else Refusal.OUT_OF_TURN)
        self._match = self._match.play(action, called=called)
        self.keep()
        return self._match.rounds[-1].events[len(before.events) :]

    def note_hint(self, seat: Seat) -> None:
        """Note that a seat has asked for a hint: it will stand in the record."""
        by_seat = self._hints.setdefault(len(self._match.rounds), [0] * len(Seat))
        by_seat[seat] += 1
        self.keep()

    def record(self) -> MatchRecord:
        """The record of the match as far as it has come, with all hands."""
        return record_of(Kept(self._header, self._cut, self._match, self._hints))

    def close(self) -> None:
        """Let the match's file go, so that the match can be taken up elsewhere."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def keep(self) -> None:
        """Commit what is not yet on disk. Where that fails `not_kept` says why, and the next event tries again."""
        match = self._match
        try:
            if self._file is None:
                self._file = MatchFile.create(self._folder, self._header)
            rows = tuple(lines_of(match, self._cut))[self._file.written :]
            self._file.append(rows, Standing.of(match), self._hints)
            self.not_kept = None
        except StoreError as error:
            self.not_kept = str(error)


def record_of(kept: Kept) -> MatchRecord:
    """The record of a kept match as far as it has come, with all hands."""
    header = kept.header
    return record_match(
        kept.match,
        header.players,
        date=header.date,
        known_deal=header.known_deal,
        seed=header.seed,
        cut=kept.cut,
        hints=kept.hints,
        house=header.house,
    )


def _check_levels(kept: Kept) -> None:
    try:
        for level in kept.header.levels:
            if level is not None:
                parse_level(level)
    except NotationError as error:
        raise StoreError(str(error)) from error
