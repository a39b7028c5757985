"""Many tables of one game, played in step: numpy arrays out, an array of actions in."""
from __future__ import annotations

from typing import Any, Mapping

import numpy as np
import numpy.typing as npt

from ninelives import errors
from ninelives._call import check, facts, handle
from ninelives._engine import ffi, lib
from ninelives.table import Game, as_game

Array = npt.NDArray[Any]
ITERATIONS = 200                        # worlds that a bot may try out, where its level does that


class Batch:
    """`tables` games of one kind. Table i is dealt from the seed and its number, and dealt again when it is over.

    `seat`, `mask`, `observation`, `done` and `reward` are arrays over the library's own memory: nothing is copied, every
    step changes them, and they cannot be written to. Copy what you want to keep.

    `bots` seats bots by level, ``{1: "easy"}``: their seats are not asked. With `forced` tables also ask where only one
    action is possible. The same actions give the same games whatever the number of tables and of threads.
    """

    seat: Array
    """[tables], int8: who decides now."""
    mask: Array
    """[tables, actions], bool: what is possible."""
    observation: Array
    """[tables, features], uint8: what the deciding seat sees; without columns if it was not asked for."""
    done: Array
    """[tables], bool: the game ended in this step, and the next has been dealt."""
    reward: Array
    """[tables, seats], float32: where it ended; else 0."""

    def __init__(self, game: Game | str, tables: int, options: str = "", *, seed: int = 0, observe: bool = True,
                 forced: bool = False, threads: int = 1, bots: Mapping[int, str] | None = None,
                 iterations: int = ITERATIONS) -> None:
        self.game = as_game(game)
        flags = (lib.NL_OBSERVE if observe else 0) | (lib.NL_FORCED if forced else 0)
        self._handle = handle(lib.nl_batch_new(self.game._handle, options.encode() or ffi.NULL, tables, seed, flags,
                                               threads), lib.nl_batch_free)
        for seat, level in (bots or {}).items():
            check(lib.nl_batch_bot(self._handle, seat, level.encode(), iterations))
        self.tables = tables
        self.seats = int(lib.nl_batch_seats(self._handle))
        self.actions = int(lib.nl_batch_actions(self._handle))
        self.features = int(lib.nl_batch_features(self._handle)) if observe else 0
        self._look()

    def _look(self) -> None:
        """Lays arrays over the library's buffers."""
        self.seat = self._array(lib.nl_batch_seat, np.int8, tables := self.tables)
        self.mask = self._array(lib.nl_batch_mask, np.bool_, tables, self.actions)
        self.observation = self._array(lib.nl_batch_observation, np.uint8, tables, self.features)
        self.done = self._array(lib.nl_batch_done, np.bool_, tables)
        self.reward = self._array(lib.nl_batch_reward, np.float32, tables, self.seats)

    def _array(self, where: Any, kind: Any, *shape: int) -> Array:
        """An array over one buffer. It holds the batch's memory, so that it may outlive the batch."""
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        if not size:
            return np.zeros(shape, kind)
        owner = self._handle
        memory = ffi.gc(ffi.cast("char *", where(owner)), lambda _, owner=owner: None)
        array: Array = np.frombuffer(ffi.buffer(memory, size), kind).reshape(shape)
        array.flags.writeable = False
        return array

    def reset(self, seed: int) -> None:
        """Deals all tables anew."""
        check(lib.nl_batch_reset(self._handle, seed))

    def step(self, actions: Array) -> None:
        """Plays one action at each table. After `IllegalMove` nothing has changed at any table.

        An int32 array in one piece is read where it is; anything else is converted first.
        """
        check(lib.nl_batch_step(self._handle, self._actions(actions)))

    def random(self, seed: int, out: Array | None = None) -> Array:
        """Draws a possible action for each table; the same seed at the same step makes the same draws."""
        drawn = np.empty(self.tables, np.int32) if out is None else out
        if drawn.dtype != np.int32 or not drawn.flags.c_contiguous or not drawn.flags.writeable:
            raise errors.BadArgument("actions are drawn into a writable int32 array in one piece")
        check(lib.nl_batch_random(self._handle, seed, self._actions(drawn)))
        return drawn

    def mark(self, table: int) -> int:
        """Equal marks: the same game of that table, at the same point."""
        if not 0 <= table < self.tables:
            raise errors.BadArgument(f"there is no table {table} among {self.tables}")
        return int(lib.nl_batch_mark(self._handle, table))

    def marks(self) -> Array:
        """The marks of all tables, uint64."""
        return np.fromiter((self.mark(i) for i in range(self.tables)), np.uint64, self.tables)

    def describe(self) -> dict[str, Any]:
        """What every feature and every action is."""
        description: dict[str, Any] = facts(lib.nl_batch_describe, self._handle)
        return description

    def action_names(self) -> list[str]:
        """What every action is called: ``"draw"``, ``"play skip"``, ``"at 1"``."""
        return _names(self.describe()["actions"])

    def feature_names(self) -> list[str]:
        """What every feature is called."""
        return _names(self.describe()["features"])

    def _actions(self, actions: Array) -> Any:
        whole = np.ascontiguousarray(actions, np.int32)
        if whole.shape != (self.tables,):
            raise errors.BadArgument(f"{self.tables} tables take {self.tables} actions, not an array of shape {whole.shape}")
        return ffi.from_buffer("int32_t[]", whole)

    def __repr__(self) -> str:
        return (f"<Batch of {self.tables} tables of {self.game.name}, {self.seats} seats, {self.actions} actions, "
                f"{self.features} features>")


def _names(rows: list[dict[str, Any]]) -> list[str]:
    """One name for each number that the rows of a description stand for."""
    names = []
    for row in rows:
        first, count, cards = row.get("from", 0), row["count"], row.get("cards", [])
        parts = cards if len(cards) == count else range(first, first + count)
        names += [row["name"]] if count == 1 else [f"{row['name']} {part}" for part in parts]
    return names


def pick(mask: Array, rng: np.random.Generator) -> Array:
    """A possible action of each row, each with the same chance."""
    rows, actions = mask.shape
    possible = np.flatnonzero(mask)
    count = np.count_nonzero(mask, axis=1)
    first = np.cumsum(count) - count
    chosen: Array = possible[first + (rng.random(rows) * count).astype(np.intp)]
    chosen -= np.arange(rows) * actions
    return chosen.astype(np.int32)
