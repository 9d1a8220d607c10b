"""A match at the table, told once beneath every face: what the table waits for, and what is answered.

A face asks a sitting for its `step`, shows it, and hands the answer back by the verb that the step names; then there is
another step. An answer that does not fit the step raises StepError, and nothing has happened. What a step shows is on disk.

    sitting = Sitting.begin(start, players, folder, settings, date)
    while not isinstance(sitting.step, Won):
        match sitting.step:
            case Choose(hand=hand): sitting.choose(...)
            ...

There is no clock, no screen and no asyncio here: how long a bot seems to think, and what waits for a key, are the face's
affairs. The manners of the house are decided here: see `Manners`. `FOLLOWS` tells which step may come after which; the
picture `assets/steps.svg` is drawn from it.

Secrecy: a step has no hand in it but that of the seat which has the screen; BotThinks has the request for the bot, which is
to be handed on and not to be shown.
"""

from .resuming import Rescue, kept_record, take_up
from .sitting import Sitting
from .steps import (
    ANSWERS,
    FIRST,
    FOLLOWS,
    BotRequest,
    BotThinks,
    Call,
    Called,
    Choose,
    Cut,
    Drawn,
    HandOver,
    Knock,
    Manners,
    NoHint,
    Settled,
    Start,
    Step,
    StepError,
    Swap,
    Told,
    Won,
)

__all__ = [
    "ANSWERS",
    "FIRST",
    "FOLLOWS",
    "BotRequest",
    "BotThinks",
    "Call",
    "Called",
    "Choose",
    "Cut",
    "Drawn",
    "HandOver",
    "Knock",
    "Manners",
    "NoHint",
    "Rescue",
    "Settled",
    "Sitting",
    "Start",
    "Step",
    "StepError",
    "Swap",
    "Told",
    "Won",
    "kept_record",
    "take_up",
]
