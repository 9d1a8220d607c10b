"""The table at which a player chooses a tile and a place."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from textual import on

from sevenrocks.bots.process import BotFailedError
from sevenrocks.drawing.paint import Label, Labels, Role
from sevenrocks.engine.actions import Action, Place
from sevenrocks.engine.errors import Refusal
from sevenrocks.engine.layout import Port
from sevenrocks.engine.seats import Seat
from sevenrocks.engine.tiles import Tile
from sevenrocks.engine.view import SeatView
from sevenrocks.i18n import _
from sevenrocks.learning.met import Sign
from sevenrocks.seen import MatchView
from sevenrocks.sitting import NoHint
from sevenrocks.telling.choosing import Choosing, Option
from sevenrocks.telling.sentences import award_words, refusal_words, terms_words, tile_words
from sevenrocks.tui.keys import KeyShown, On
from sevenrocks.tui.widgets.hand import HandView
from sevenrocks.tui.widgets.layout_view import LayoutView, WouldLie
from sevenrocks.tui.widgets.painted import Piece, row_width
from sevenrocks.tui.widgets.panel import Told

from .held import HandScreen, Mode
from .panels import Explaining, Hinting, knock_lines


class TableScreen(HandScreen):
    """Lets a player choose an action."""

    ON = On.TABLE

    def __init__(self, match: MatchView, bottom: Seat, hand: SeatView | None, partner: SeatView | None = None) -> None:
        super().__init__(match, bottom, hand, partner)
        self._explained: set[Sign] = set()
        """The signs that have been explained in this turn."""

    # ---- for whoever runs the match

    async def choose(self, view: SeatView) -> Action | None:
        """Let the player of this view choose; what is returned is legal. None: somebody else sits there now."""
        self._hand, self._choosing, self._mode = view, Choosing(view), Mode.CHOOSE
        self._explained = set()
        if self.rocks.settings.bell:
            self.app.bell()
        self.forget()
        self._say_turn()
        answer = await self.answer()
        self._choosing, self._mode = None, Mode.WATCH
        self.say()
        if answer is not None:
            self.rocks.met.meet(self._explained | ({Sign.PLAYING} if isinstance(answer, Place) else set()))
        return answer

    # ---- keys

    def action_tile(self, number: int) -> None:
        """Choose a tile of the hand."""
        if self.choosing is None or self._hand is None:
            self._say_not_now()
        elif number > len(self._hand.hand):
            self.refuse(_("You have no tile {n}.").format(n=number))
        else:
            self._pick(self._hand.hand[number - 1])

    def _pick(self, tile: Tile) -> None:
        choosing = self.choosing
        assert choosing is not None
        self._say_choice(None if choosing.tile == tile and choosing.options else choosing.pick(tile))

    def action_step_tile(self, step: int) -> None:
        """Choose the next tile, or the one before."""
        if self.choosing is None:
            self._say_not_now()
        else:
            self._say_choice(self.choosing.step_tile(step))

    def action_place(self, index: int) -> None:
        """Choose a place by its letter."""
        choosing = self.choosing
        if choosing is None:
            self._say_not_now()
        elif choosing.tile is None:
            self._say_tile_first()
        elif choosing.pick_place(index):
            self._say_choice(None)
        else:
            self.refuse(_("There is no place {letter} for this tile.").format(letter=self._letters[index].upper()))

    def action_step_place(self, step: int) -> None:
        """Choose the next place, or the one before."""
        if self.choosing is None:
            self._say_not_now()
        elif self.choosing.tile is None:
            self.action_step_tile(step)
        else:
            self.choosing.step_place(step)
            self._say_choice(None if self.choosing.options else Refusal.NO_MATCH)

    def action_go(self) -> None:
        """Place the chosen tile, or go on."""
        choosing = self.choosing
        if self.mode is Mode.PAUSE or (self.mode is Mode.GO_ON and self.is_meant()):
            self.reply(None)
        elif self.mode is Mode.GO_ON:
            return
        elif choosing is None:
            self._say_not_now()
        elif choosing.must_pass:
            self._say_turn()
        elif choosing.tile is None:
            self._say_tile_first()
        elif choosing.chosen is not None:
            self.reply(choosing.chosen.action)
        elif choosing.options:
            letters = ", ".join(self._letters[: len(choosing.options)])
            self.refuse(_("Choose a place: {letters}.").format(letters=letters))
        else:
            self._say_choice(Refusal.NO_MATCH)

    def action_drop(self) -> None:
        """Take the choice back."""
        if self.choosing is None:
            self._say_not_now()
        else:
            self.choosing.drop()
            self._say_turn()

    def action_knock(self) -> None:
        """Knock."""
        if self.choosing is None:
            self._say_not_now()
            return
        knock = self.choosing.knock()
        if isinstance(knock, Refusal):
            self.refuse(refusal_words(knock, self.choosing.view.legal_actions[0]))
        else:
            self.reply(knock)

    def explaining(self) -> Told:
        """Explain why one must knock, else what the layout counts."""
        choosing = self.choosing
        if choosing is None or not choosing.must_pass or self.is_hidden:
            return super().explaining()
        self._told_of, view, ring = choosing, choosing.view, self.rocks.look.glyphs.ring
        title = lambda: _("Why you must knock")  # noqa: E731, told in the language of the moment
        return Explaining(title, lambda: knock_lines(view, ring), ring, is_of_hand=True)

    def action_hint(self) -> None:
        """Ask the master what it would play; when that is told, be done with it."""
        if isinstance(self.told, Hinting):
            self.close_panel()
            return
        if self.choosing is None:
            self._say_not_now()
            return
        match self.rocks.manners.no_hint:
            case None:
                self.say((_("The master is thinking."), "faint"))
                self.run_worker(self._hint(self.choosing), name="hint", exclusive=True)
            case NoHint.COUNTING:
                self.refuse(_("No hints here: they would tell what you are to count."))
            case NoHint.SETTINGS:
                told = _("No hints here: the settings ({key}) say when they may be asked for.")
                self.refuse(told.format(key=self.rocks.keys.name("settings")))
            case _:
                self._say_turn()

    async def _hint(self, choosing: Choosing) -> None:
        if not self._is_choosing(choosing) or self.rocks.manners.no_hint is not None:
            return  # played, hidden or left to somebody else in the very moment of asking
        try:
            advices = await self.rocks.advise()
        except BotFailedError:
            self.say((_("The master does not answer."), "warn"))
            return
        # Whoever has played, or hidden the hand, meanwhile does not want it any more.
        if self._is_choosing(choosing) and self.is_current:
            self._say_again()
            self._told_of = choosing
            self.open_panel(Hinting(self.match.players, choosing.view, advices, ascii_only=lambda: self.rocks.is_ascii))

    def take_told(self, item: int) -> None:
        """Choose the play that the master would make. It is not made yet."""
        told, choosing = self.told, self.choosing
        self.close_panel()
        if isinstance(told, Hinting) and choosing is not None:
            action = told.advices[item].action
            choosing.pick(action.tile)
            choosing.pick_place([option.action for option in choosing.options].index(action))
            self._say_choice(None)

    def _is_choosing(self, choosing: Choosing) -> bool:
        return self.choosing is choosing and not self.is_hidden

    def action_leave(self) -> None:
        """Leave the table after asking; in the middle of a choice, take that back first."""
        if self.choosing is not None and self.choosing.tile is not None:
            self.action_drop()
        else:
            super().action_leave()

    @on(HandView.TileClicked)
    def _tile_clicked(self, message: HandView.TileClicked) -> None:
        if self.choosing is None:
            self._say_not_now()
        elif not self.is_hidden:
            self.close_panel()
            self._pick(message.tile)

    @on(LayoutView.MarkClicked)
    def _mark_clicked(self, message: LayoutView.MarkClicked) -> None:
        if self.is_hidden:
            return
        if self.choosing is None:
            self._say_not_now()
            return
        if isinstance(self.told, Hinting) and (play := self.told.play_at(message.host, message.port)) is not None:
            self.take_told(play)
            return
        self.close_panel()
        for index, option in enumerate(self.choosing.options):
            if option.place is not None and (option.place.host, option.place.port) == (message.host, message.port):
                if self.choosing.chosen is option:
                    self.action_go()
                else:
                    self.action_place(index)
                return
        if self.choosing.tile is None:
            self.action_place(0)
        else:
            self.refuse(_("{tile} cannot go there.").format(tile=tile_words(self.choosing.tile)))

    # ---- what is shown

    def _say_again(self) -> None:
        """What is to be done now, in the words of today's settings."""
        if self.choosing is None:
            self._show_hand()
        elif self.choosing.tile is None:
            self._say_turn()
        else:
            self._say_choice(None if self.choosing.options else Refusal.NO_MATCH)

    def _say_turn(self) -> None:
        choosing = self.choosing
        assert choosing is not None
        if choosing.must_pass:
            told = _("You cannot play: press {key} to knock.")
            self.say((told.format(key=self.rocks.keys.name("knock")), "strong"))
        elif not self.rocks.met.has(Sign.PLAYING):
            keys = self.rocks.keys
            told = _("Press a number, then {key}.").format(key=keys.name("go"))
            if self.manners.no_hint is None:
                told += " " + _("{key} asks for a hint.").format(key=keys.name("hint"))
            self.say((told, "strong"))
        elif not choosing.view.public.layout.joints:
            self.say((_("You open: choose any tile."), "strong"))
        else:
            self.say((_("Your turn: choose a tile."), "strong"))

    def _say_tile_first(self) -> None:
        assert self._hand is not None
        told = _("Choose a tile first: {keys}, or the arrow keys.")
        self.refuse(told.format(keys=self.rocks.keys.several("tile", 0, len(self._hand.hand) - 1).name))

    def _say_not_now(self) -> None:
        if self.mode is Mode.GO_ON:
            self.refuse(_("Press {key} to go on.").format(key=self.rocks.keys.name("go")))
        else:
            turn = self.match.round.turn
            if turn is not None:
                self.say_turn_of(turn, "warn")
                self.rocks.thumb.did_nothing()

    def _say_choice(self, refusal: Refusal | None) -> None:
        choosing = self.choosing
        assert choosing is not None
        assert choosing.tile is not None
        tile = tile_words(choosing.tile)
        if refusal is not None:
            self.refuse(refusal_words(refusal, Place(choosing.tile)))
        elif choosing.chosen is None:
            letters = ", ".join(self._letters[: len(choosing.options)])
            self.say((_("{tile} goes to {letters}.").format(tile=tile, letters=letters), "plain"))
        else:
            places = _("{key} plays it.").format(key=self.rocks.keys.name("go"))
            self.say(*self._option_told(choosing.chosen), (places, "strong"))

    def _option_told(self, option: Option) -> list[Piece]:
        tile = tile_words(option.action.tile)
        if option.action.host is None:
            where = _("{tile} opens").format(tile=tile)
        else:
            where = _("{tile} on {host}").format(tile=tile, host=tile_words(option.action.host))
        if not self.rocks.manners.tells_what_if:
            return [(f"{where}   ", "plain")]
        pair = self.bottom.partnership
        award: Piece = (award_words(option.award, pair) + "   ", "award" if option.award else "faint")
        return [(f"{where}   ", "plain"), (f"{terms_words(option.after)}  ", "strong"), award]

    def _beside(self) -> list[Piece]:
        """What a sign on the table means that the player meets for the first time, where the message leaves room for it."""
        if self.choosing is None or self.is_hidden:
            return []
        sign, told = next(((sign, told) for sign, told in self._signs() if not self.rocks.met.has(sign)), (None, ""))
        room = (self.message_line.content_size.width or self.app.size.width - 2) - row_width(self._message)
        if sign is None or cell_len(told) >= room:
            return []
        self._explained.add(sign)
        return [(told, "plain")]

    def _signs(self) -> Iterator[tuple[Sign, str]]:
        """The signs that are in sight, and what each means: first those of the chosen tile."""
        choosing, manners = self.choosing, self.manners
        assert choosing is not None
        layout = choosing.view.public.layout
        option = choosing.chosen or next(iter(choosing.options), None)
        if option is not None and option.place is not None and manners.tells_what_if:
            mark, _role = self._label(self._letters[choosing.options.index(option)], option)
            told = _("{mark}: {n} points there.") if option.award else _("{mark}: the ends would count {n}.")
            yield Sign.PLACE, told.format(mark=mark, n=option.count)
        counted = [end.pips for end in layout.ends_by_line if end.pips]
        if counted and manners.tells_counts:
            yield Sign.END, _("{mark}: this end counts {n}.").format(mark=f"+{counted[0]}", n=counted[0])
        if any(place.port in (Port.ARM_A, Port.ARM_B) for place in layout.open_places) and manners.tells_counts:
            ring = self.rocks.look.glyphs.ring
            yield Sign.RING, _("{mark}: a place that counts nothing yet.").format(mark=ring)
        if any(self.match.scores_in_play):
            yield Sign.PEG, _("{mark}: each hole is {n} points.").format(mark=self.track.peg, n=self.track.hole)

    def own_labels(self) -> Labels:
        """The letters of places."""
        choosing = self.choosing
        if choosing is None or self.is_hidden:
            return {}
        labels: dict[tuple[Tile, Port], Label] = {}
        for letter, option in zip(self._letters, choosing.options, strict=False):
            if option.place is None:
                continue
            labels[option.place.host, option.place.port] = self._label(letter, option)
        return labels

    def _label(self, letter: str, option: Option) -> Label:
        """The letter of a place, with the points there, or else with what the ends would count."""
        is_chosen = self.choosing is not None and option is self.choosing.chosen
        text = letter.upper() if is_chosen else letter
        if self.rocks.manners.tells_what_if:
            text += f"+{option.award}" if option.award else f"={option.count}"
        return text, Role.CHOSEN if is_chosen else Role.CHOICE

    def own_would(self) -> list[WouldLie]:
        """The tile that is chosen, where it would lie."""
        choosing = self.choosing
        if choosing is None or self.is_hidden or choosing.chosen is None:
            return []
        letter = self._letters[choosing.options.index(choosing.chosen)]
        return [WouldLie(choosing.chosen.after, self._label(letter, choosing.chosen))]

    @property
    def _letters(self) -> tuple[str, ...]:
        """The letters of places, as their keys are."""
        return tuple(name.lower() for name in self.rocks.keys.names("place"))

    def keys_now(self) -> list[KeyShown]:
        """The keys that do something now."""
        if self.is_hidden or self.choosing is None:
            return super().keys_now()
        keys = self.rocks.keys
        hide = keys.shown("hide")
        if self.choosing.must_pass:
            return [keys.shown("knock"), hide, *self.page_keys()]
        assert self._hand is not None
        options = len(self.choosing.options)
        tile = keys.several("tile", 0, len(self._hand.hand) - 1)
        place = [keys.several("place", 0, options - 1)] if options > 1 else []
        hint = [keys.shown("hint")] if self.rocks.manners.no_hint is None else []
        go = []
        if self.choosing.chosen is not None:
            go.append(
                keys.shown("go", word=_("plays {tile}").format(tile=tile_words(self.choosing.chosen.action.tile)))
            )
        return [tile, *place, *go, *hint, hide, *self.page_keys()]
