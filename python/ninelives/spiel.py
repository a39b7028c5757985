"""A table as a state with the methods that OpenSpiel's states have, without depending on it.

    state = load_game("kittens").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])

Chance moves once, at the root: it chooses one of `deals` numbers, each as likely, and all shuffles of the game follow from
it. So a game is a finite tree that is the same in every run; what a player knows does not tell the number.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ninelives.batch import Array, Batch
from ninelives.errors import BadArgument, GameOver, IllegalMove
from ninelives.table import Game, as_game

CHANCE_PLAYER = -1
TERMINAL_PLAYER = -4
DEALS = 1024


def load_game(game: Game | str, options: str = "", *, deals: int = DEALS) -> SpielGame:
    """A game by its id, with options as in a log's first line, and as many deals as it may begin with."""
    return SpielGame(as_game(game), options, deals)


class SpielGame:
    """A game with its options; states are made of it."""

    def __init__(self, game: Game, options: str, deals: int) -> None:
        self.game, self.options, self.deals = game, options, deals
        batch = self.batch()
        self._players, self._actions, self._features = batch.seats, batch.actions, batch.features
        self.action_names = batch.action_names()

    def batch(self) -> Batch:
        """A batch of one table."""
        return Batch(self.game, 1, self.options)

    def new_initial_state(self) -> State:
        """Before the deal."""
        return State(self, [])

    def num_players(self) -> int:
        """How many play."""
        return self._players

    def num_distinct_actions(self) -> int:
        """Actions are numbered from 0 to below this."""
        return self._actions

    def max_chance_outcomes(self) -> int:
        """How many deals there are."""
        return self.deals

    def observation_tensor_shape(self) -> list[int]:
        """The shape of an observation."""
        return [self._features]

    def __repr__(self) -> str:
        return f"SpielGame({self.game.name!r}, {self.options!r}, deals={self.deals})"


class State:
    """A point of a game, given by its history: the deal, then actions."""

    def __init__(self, game: SpielGame, history: list[int]) -> None:
        self._game = game
        self._batch = game.batch()
        self._history: list[int] = []
        self._over = False
        self._returns = [0.0] * game.num_players()
        blank = np.zeros(game._features, np.uint8)
        self._seen = [blank] * game.num_players()
        self._known: list[list[str]] = [[] for _ in self._seen]     # what each player has seen and done, in order
        for action in history:
            self.apply_action(action)

    # ---- who is asked

    def get_game(self) -> SpielGame:
        """The game that this is a state of."""
        return self._game

    def num_players(self) -> int:
        """How many play."""
        return self._game.num_players()

    def current_player(self) -> int:
        """The seat that decides, `CHANCE_PLAYER` before the deal, `TERMINAL_PLAYER` at the end."""
        if self._over:
            return TERMINAL_PLAYER
        return int(self._batch.seat[0]) if self._history else CHANCE_PLAYER

    def is_chance_node(self) -> bool:
        """Is it chance that moves now?"""
        return not self._history

    def is_simultaneous_node(self) -> bool:
        """Never: whoever is asked at the same time is asked one after the other."""
        return False

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._over

    # ---- what can be done

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, and how likely each is."""
        if not self.is_chance_node():
            raise BadArgument("it is not chance's turn")
        return [(deal, 1 / self._game.deals) for deal in range(self._game.deals)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the player who decides can do; nothing for anybody else."""
        if self._over or player is not None and player != self.current_player():
            return []
        if self.is_chance_node():
            return list(range(self._game.deals))
        return [int(action) for action in np.flatnonzero(self._batch.mask[0])]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """The same as a 0 or 1 for each action."""
        mask = [0] * self._game.num_distinct_actions()
        for action in [] if self.is_chance_node() else self.legal_actions(player):
            mask[action] = 1
        return mask

    def action_to_string(self, player: int, action: int) -> str:
        """What an action is called."""
        return f"deal {action}" if player == CHANCE_PLAYER else str(self._game.action_names[action])

    # ---- playing on

    def apply_action(self, action: int) -> None:
        """Chance deals, or the player who decides acts."""
        if self._over:
            raise GameOver("the game is over")
        if self.is_chance_node():
            self._deal(action)
        else:
            self._act(action)
        self._history.append(action)

    def clone(self) -> State:
        """A state that goes its own way from here. It is played again from the history."""
        return State(self._game, self._history)

    def child(self, action: int) -> State:
        """The state after an action; this one stays where it is."""
        return State(self._game, [*self._history, action])

    # ---- what came of it

    def returns(self) -> list[float]:
        """The rewards so far, by seat: 0 until the end."""
        return list(self._returns)

    def rewards(self) -> list[float]:
        """The rewards of the last action; they only come at the end."""
        return list(self._returns)

    def player_return(self, player: int) -> float:
        """The rewards of one seat."""
        return self._returns[player]

    def history(self) -> list[int]:
        """The deal and all actions."""
        return list(self._history)

    def history_str(self) -> str:
        """The same as a text."""
        return ", ".join(map(str, self._history))

    # ---- what a player knows

    def observation_tensor(self, player: int | None = None) -> Array:
        """What a player saw when it last had to decide, one byte a feature."""
        return self._seen[self._who(player)].copy()

    def observation_string(self, player: int | None = None) -> str:
        """The same in hexadecimal digits."""
        return str(self._seen[self._who(player)].tobytes().hex())

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen and done at its decisions: the same text, the same information set."""
        return " ".join(self._known[self._who(player)])

    def mark(self) -> int:
        """The table's mark."""
        return self._batch.mark(0)

    def __str__(self) -> str:
        return f"{self._game.game.name}: {self.history_str()}"

    def _deal(self, deal: int) -> None:
        if not 0 <= deal < self._game.deals:
            raise IllegalMove(f"deals are numbered from 0 to {self._game.deals - 1}")
        self._batch.reset(deal)
        self._see()

    def _act(self, action: int) -> None:
        player = self.current_player()
        self._batch.step(np.array([action], np.int32))
        self._known[player].append(str(action))
        if self._batch.done[0]:
            self._over = True
            self._returns = [float(reward) for reward in self._batch.reward[0]]
        else:
            self._see()

    def _see(self) -> None:
        player = int(self._batch.seat[0])
        self._seen[player] = self._batch.observation[0].copy()
        self._known[player].append(self._seen[player].tobytes().hex())

    def _who(self, player: int | None) -> int:
        who = self.current_player() if player is None else player
        if not 0 <= who < self.num_players():
            raise BadArgument(f"there is no player {who}")
        return who

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()
