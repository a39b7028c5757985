"""Who plays better: games at equal seats, and how sure the answer is."""
from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Callable, Union

import numpy as np

from ninelives.batch import ITERATIONS, Array, Batch, pick
from ninelives.table import Game

Policy = Callable[[Array, Array], Array]
"""Observations and masks, a row for each table that asks: an action for each."""
Entrant = Union[str, Policy]
"""A bot's level, or a policy."""

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Score:
    """Games won of games played (a shared win counts as its share), and where the true rate lies: Wilson's 95 % interval."""

    won: float
    games: int

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.won / self.games

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return wilson(self.won, self.games)[0]

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return wilson(self.won, self.games)[1]

    def __str__(self) -> str:
        return f"{self.rate:.1%} of {self.games} games ({self.low:.1%} to {self.high:.1%})"


def wilson(won: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval: it never leaves 0 to 1, and a few games, all won, are not certainty.

    >>> tuple(round(end, 3) for end in wilson(10, 10))
    (0.722, 1.0)
    """
    lost, square = games - won, z * z
    half = z * sqrt(won * lost / games + square / 4)
    low, high = won + square / 2 - half, lost + square / 2 - half
    return max(0.0, low / (games + square)), 1 - max(0.0, high / (games + square))


class Random:
    """The policy that takes any possible action."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)

    def __call__(self, observation: Array, mask: Array) -> Array:
        """An action for each row."""
        return pick(mask, self._rng)


def arena(game: Game | str, mine: Entrant, theirs: Entrant, games: int = 1000, options: str = "", *, seed: int = 0,
          iterations: int = ITERATIONS) -> Score:
    """One of `mine` among `theirs`, at every seat equally often; each game is dealt on its own. One of them is a policy."""
    seats = Batch(game, 1, options).seats
    each = -(-games // seats)
    won = 0.0
    for seat in range(seats):
        entrants = [mine if s == seat else theirs for s in range(seats)]
        bots = {s: e for s, e in enumerate(entrants) if isinstance(e, str)}
        batch = Batch(game, each, options, seed=seed + seat, bots=bots, iterations=iterations)
        policies = {s: e for s, e in enumerate(entrants) if not isinstance(e, str)}
        won += float(wins(first_games(batch, policies))[:, seat].sum())
    return Score(won, each * seats)


def first_games(batch: Batch, policies: dict[int, Policy]) -> Array:
    """Plays every table's first game to its end; the rewards, [tables, seats]."""
    rewards = np.zeros((batch.tables, batch.seats), np.float32)
    playing = np.ones(batch.tables, np.bool_)
    actions = np.zeros(batch.tables, np.int32)
    while playing.any():
        for seat, policy in policies.items():
            rows = np.flatnonzero(batch.seat == seat)
            if len(rows):
                actions[rows] = policy(batch.observation[rows], batch.mask[rows])
        batch.step(actions)
        ended = playing & batch.done
        rewards[ended] = batch.reward[ended]
        playing &= ~ended
    return rewards


def wins(rewards: Array) -> Array:
    """What a reward is of a win: all of it above 0, none below. Where everybody has 0, all have won and share it."""
    shared = ~rewards.any(axis=1, keepdims=True)
    won: Array = np.where(shared, 1 / rewards.shape[1], np.maximum(rewards, 0))
    return won
