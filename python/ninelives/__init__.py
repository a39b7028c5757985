"""Ninelives: five party games with hidden information.

`Game`, `Table` and `View` are one game as text and facts; `Batch` is thousands of tables as numpy arrays; `arena` says who
plays better; `aec` and `spiel` are the same tables as environments in two well-known forms. TUTORIAL.md begins at the
beginning.
"""
from ninelives._engine import ffi as _ffi, lib as _lib
from ninelives.arena import Entrant, Policy, Random, Score, arena, wilson
from ninelives.batch import Batch, pick
from ninelives.errors import (BadArgument, BadLog, BadMove, BadOption, BadSeats, Error, GameOver, IllegalMove, LogError,
                              MoveRefused, NoMemory, NoSecret, NotAsked, Stale, Unfair)
from ninelives.logs import Step, load, read_log, replay, save, verify_log
from ninelives.table import CHANCE, CLOCK, SPECTATOR, TRUTH, Game, Player, Table, View, games, levels, play

__version__: str = _ffi.string(_lib.nl_version()).decode()

__all__ = [
    "BadArgument", "BadLog", "BadMove", "BadOption", "BadSeats", "Batch", "CHANCE", "CLOCK", "Entrant", "Error", "Game",
    "GameOver", "IllegalMove", "LogError", "MoveRefused", "NoMemory", "NoSecret", "NotAsked", "Player", "Policy", "Random",
    "SPECTATOR", "Score", "Stale", "Step", "TRUTH", "Table", "Unfair", "View", "arena", "games", "levels", "load", "pick",
    "play", "read_log", "replay", "save", "verify_log", "wilson",
]
