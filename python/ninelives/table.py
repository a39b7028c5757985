"""Games, tables, and what a seat knows of a table."""
from __future__ import annotations

from typing import Any, Callable, Iterator, Sequence, Union

from ninelives import errors
from ninelives._call import check, facts, failure, handle, text
from ninelives._engine import ffi, lib

SECRET: int = lib.NL_SECRET
SPECTATOR: int = lib.NL_TABLE
CHANCE: int = lib.NL_CHANCE
CLOCK: int = lib.NL_CLOCK
TRUTH: int = lib.NL_TRUTH
SEATS_MOST: int = lib.NL_MAX_SEATS

Player = Union[str, Callable[["View", "list[str]"], str]]
"""A bot's level, or a function that is given a seat's view and its moves, and returns one of the moves."""


class Game:
    """One of the games, by its id.

    >>> Game("kittens").max_seats
    5
    """

    def __init__(self, name: str) -> None:
        self._handle = lib.nl_game_find(name.encode())
        if self._handle == ffi.NULL:
            raise failure()

    @property
    def name(self) -> str:
        """Its id."""
        return str(ffi.string(lib.nl_game_name(self._handle)).decode())

    @property
    def rules(self) -> int:
        """The version of its rules: logs of another one may play out otherwise."""
        return int(lib.nl_game_rules(self._handle))

    @property
    def min_seats(self) -> int:
        """The fewest players."""
        return int(lib.nl_game_min_seats(self._handle))

    @property
    def max_seats(self) -> int:
        """The most players."""
        return int(lib.nl_game_max_seats(self._handle))

    def describe(self) -> dict[str, Any]:
        """Seats, options, cards, moves and events, as the protocol writes them."""
        description: dict[str, Any] = facts(lib.nl_game_describe, self._handle)
        return description

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


def games() -> list[Game]:
    """All games."""
    names: list[str] = []
    while (found := lib.nl_game_at(len(names))) != ffi.NULL:
        names.append(ffi.string(lib.nl_game_name(found)).decode())
    return [Game(name) for name in names]


def levels() -> list[str]:
    """The bots' levels, the weakest first."""
    names: list[str] = []
    while (name := lib.nl_bot_at(len(names))) != ffi.NULL:
        names.append(ffi.string(name).decode())
    return names


def as_game(game: Game | str) -> Game:
    """A game or its id: the game."""
    return game if isinstance(game, Game) else Game(game)


class View:
    """What one seat knows of a table at one moment."""

    def __init__(self, pointer: Any, seat: int) -> None:
        self._handle = handle(pointer, lib.nl_view_free)
        self.seat = seat

    def tell(self) -> dict[str, Any]:
        """The table as this seat is shown it; None stands for what is hidden."""
        told: dict[str, Any] = facts(lib.nl_view_tell, self._handle)
        return told

    def mark(self) -> int:
        """Equal marks: nothing that this seat knows differs."""
        return int(lib.nl_view_mark(self._handle))

    def imagine(self, seed: int = 0) -> Table:
        """A table that this seat could not tell from the real one. Its chance comes from the seed too."""
        return Table._of(lib.nl_view_imagine(self._handle, seed))


class Table:
    """A game being played, and its log.

    `options` is written as in a log's first line: ``"players=3 combos=off"``. All chance follows from the secret; with a
    seed, the secret is made of that number; with neither, the system gives one. Nothing is dealt before `settle`, so
    that bots can sit down first.
    """

    _handle: Any

    def __init__(self, game: Game | str, options: str = "", *, seed: int | None = None,
                 secret: bytes | None = None) -> None:
        if seed is not None and secret is not None:
            raise errors.BadArgument("a table has a seed or a secret, not both")
        if secret is not None and len(secret) != SECRET:
            raise errors.BadArgument(f"a secret has {SECRET} bytes, not {len(secret)}")
        kind, written = as_game(game)._handle, options.encode() or ffi.NULL
        if seed is None:
            self._own(lib.nl_table_new(kind, written, ffi.NULL if secret is None else secret))
        else:
            self._own(lib.nl_table_seeded(kind, written, seed))

    @classmethod
    def _of(cls, pointer: Any) -> Table:
        table = cls.__new__(cls)
        table._own(pointer)
        return table

    def _own(self, pointer: Any) -> None:
        self._handle = handle(pointer, lib.nl_table_free)

    def copy(self) -> Table:
        """A table that goes its own way from here."""
        return Table._of(lib.nl_table_copy(self._handle))

    __copy__ = copy

    # ---- where it stands

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return Game(ffi.string(lib.nl_game_name(lib.nl_table_game(self._handle))).decode())

    @property
    def seats(self) -> int:
        """How many play."""
        return int(lib.nl_table_seats(self._handle))

    @property
    def moves(self) -> int:
        """Moves played so far, those of chance included."""
        return int(lib.nl_table_moves(self._handle))

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return bool(lib.nl_table_over(self._handle))

    def mark(self) -> int:
        """One number for all bytes of the table: equal marks, equal tables."""
        return int(lib.nl_table_mark(self._handle))

    def to_act(self) -> list[int]:
        """The seats that may act now; `[CHANCE]` when a shuffle is due, empty when it is over."""
        return list(_members(lib.nl_table_to_act(self._handle)))

    def legal(self, seat: int) -> list[str]:
        """The moves of a seat, none if it is not asked. What is left to the player is in capitals: ``clue WORD N``."""
        count = lib.nl_table_legal(self._handle, seat)
        if count < 0:
            raise failure()
        return [text(lib.nl_table_legal_text, self._handle, seat, i) for i in range(count)]

    def points(self) -> list[int]:
        """Points by seat."""
        return self._score()[0]

    def places(self) -> list[int]:
        """Places by seat: 1 is first, equal places are shared, 0 is still playing."""
        return self._score()[1]

    def winners(self) -> list[int]:
        """The seats that have won; none until it is over."""
        return list(_members(lib.nl_table_winners(self._handle)))

    def tell(self, seat: int = TRUTH) -> dict[str, Any]:
        """The table as a seat is shown it; `TRUTH`: all of it, `SPECTATOR`: what the whole table sees."""
        told: dict[str, Any] = facts(lib.nl_table_tell, self._handle, seat)
        return told

    def events(self, seat: int = TRUTH) -> list[Any]:
        """What the last `settle`, `play` or `apply` made happen, as a seat is told it."""
        told: list[Any] = facts(lib.nl_table_events, self._handle, seat)
        return told

    def observe(self, seat: int) -> View:
        """What a seat knows now."""
        return View(lib.nl_table_observe(self._handle, seat), seat)

    # ---- playing on

    def settle(self) -> None:
        """Plays the chance moves that are due, the deal among them."""
        check(lib.nl_table_settle(self._handle))

    def play(self, seat: int, move: str) -> None:
        """Plays a move, ``play(0, "draw")``, and the chance moves that follow."""
        check(lib.nl_table_play(self._handle, seat, move.encode()))

    def apply(self, seat: int, move: str | None = None, entropy: bytes | None = None) -> None:
        """Plays exactly one move. Chance's has no text, and may be given its 32 bytes of entropy."""
        if entropy is not None and len(entropy) != SECRET:
            raise errors.BadArgument(f"entropy has {SECRET} bytes, not {len(entropy)}")
        check(lib.nl_table_apply(self._handle, seat, ffi.NULL if move is None else move.encode(),
                                 ffi.NULL if entropy is None else entropy))

    # ---- bots and advice

    def bot(self, seat: int, level: str | None, seed: int = 0) -> None:
        """Seats a bot, which is told what its seat has heard so far; None: the bot leaves."""
        check(lib.nl_table_bot(self._handle, seat, ffi.NULL if level is None else level.encode(), seed))

    def choose(self, seat: int, iterations: int = 0) -> str:
        """The move that the bot of a seat wants to make, from its view alone.

        `iterations` is how many worlds it may try out, where its level does that; 0 is a usual number.
        """
        return text(lib.nl_table_choose, self._handle, seat, iterations)

    def run(self, iterations: int = 0) -> None:
        """Chance and bots play on until only seats without a bot are asked, or it is over."""
        check(lib.nl_table_run(self._handle, iterations))

    def advise(self, seat: int, iterations: int = 0) -> Any:
        """Every sensible move with its chance and reasons, from the seat's view alone."""
        return facts(lib.nl_table_advise, self._handle, seat, iterations)

    # ---- its log

    def log(self) -> str:
        """The log so far; with the secret once the game is over."""
        return text(lib.nl_table_log, self._handle)

    def _score(self) -> tuple[list[int], list[int]]:
        points, places = ffi.new("int[]", SEATS_MOST), ffi.new("int[]", SEATS_MOST)
        lib.nl_table_score(self._handle, points, places)
        return list(points)[:self.seats], list(places)[:self.seats]

    def __repr__(self) -> str:
        return f"<Table of {self.game.name}, {self.seats} seats, {self.moves} moves{', over' if self.over else ''}>"


def play(game: Game | str, players: Sequence[Player], options: str = "", *, seed: int = 0,
         iterations: int = 0) -> Table:
    """Plays a game to its end, one player a seat, and returns the table.

    >>> play("kittens", ["easy", lambda view, moves: moves[0]], seed=3).over
    True
    """
    table = Table(game, f"players={len(players)} {options}".strip(), seed=seed)
    for seat, player in enumerate(players):
        if isinstance(player, str):
            table.bot(seat, player, seed + seat)
    while not table.over:
        table.run(iterations)
        if asked := table.to_act():
            seat, decide = asked[0], players[asked[0]]
            assert not isinstance(decide, str)
            table.play(seat, decide(table.observe(seat), table.legal(seat)))
    return table


def _members(bits: int) -> Iterator[int]:
    """The seats whose bits are set."""
    return (seat for seat in range(32) if bits >> seat & 1)
