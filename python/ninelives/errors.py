"""What can go wrong, one class a status of the library. The text of an exception is the library's own."""
from __future__ import annotations


class Error(Exception):
    """Anything that the library refuses."""


class MoveRefused(Error):
    """A move was refused; nothing has changed."""


class BadMove(MoveRefused):
    """It fits no form of this game: an unknown verb or card, a word too many."""


class GameOver(MoveRefused):
    """The game is over."""


class Stale(MoveRefused):
    """It answers a question that is no longer open."""


class NotAsked(MoveRefused):
    """Nothing is asked of this seat."""


class IllegalMove(MoveRefused):
    """Well written, but against the rules here and now; or an action that the mask does not offer."""


class BadArgument(Error, ValueError):
    """A seat, a level, an action or a game that does not exist here."""


class BadSeats(BadArgument):
    """Too few or too many players."""


class BadOption(BadArgument):
    """An option or a value that the game does not have."""


class LogError(Error):
    """Something is wrong with a log."""


class BadLog(LogError):
    """It cannot be read, or does not play."""


class Unfair(LogError):
    """Its shuffles do not come from its secret."""


class NoSecret(LogError):
    """It does not say its secret, so nothing can be checked."""


class NoMemory(Error, MemoryError):
    """The machine has no memory left."""


BY_STATUS: dict[str, type[Error]] = {
    "bad_move": BadMove, "over": GameOver, "stale": Stale, "not_asked": NotAsked, "illegal": IllegalMove,
    "bad_seats": BadSeats, "bad_option": BadOption, "bad_argument": BadArgument,
    "bad_log": BadLog, "unfair": Unfair, "no_secret": NoSecret, "no_memory": NoMemory,
}
