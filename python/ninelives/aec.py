"""A table as a turn-based environment in the form that PettingZoo calls AEC, without depending on it.

    env = Environment("kittens", "players=3")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
"""
from __future__ import annotations

from typing import Any, Iterator

import numpy as np

from ninelives.batch import Array, Batch
from ninelives.errors import BadArgument
from ninelives.table import Game


class Discrete:
    """The numbers from 0 to below n."""

    def __init__(self, n: int, seed: int | None = None) -> None:
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        """Samples begin anew from this seed."""
        self._rng = np.random.default_rng(seed)

    def sample(self, mask: Array | None = None) -> int:
        """One of the numbers, or one of those that the mask allows."""
        return int(self._rng.choice(self.n if mask is None else np.flatnonzero(mask)))

    def contains(self, x: Any) -> bool:
        """Is it one of the numbers?"""
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Bytes:
    """Arrays of one shape whose elements go from 0 to `high`."""

    def __init__(self, shape: tuple[int, ...], dtype: Any = np.uint8, high: int = 255, seed: int | None = None) -> None:
        self.shape, self.dtype, self.low, self.high = shape, np.dtype(dtype), 0, high
        self.seed(seed)

    def seed(self, seed: int | None = None) -> None:
        """Samples begin anew from this seed."""
        self._rng = np.random.default_rng(seed)

    def sample(self) -> Array:
        """Any such array."""
        return self._rng.integers(0, self.high, self.shape, self.dtype, endpoint=True)

    def contains(self, x: Any) -> bool:
        """Is it such an array?"""
        return isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype and bool((x <= self.high).all())

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Bytes({self.shape}, {self.dtype}, high={self.high})"


class Dict:
    """A space for each key."""

    def __init__(self, spaces: dict[str, Bytes]) -> None:
        self.spaces = spaces

    def __getitem__(self, key: str) -> Bytes:
        return self.spaces[key]

    def keys(self) -> list[str]:
        """The keys."""
        return list(self.spaces)

    def sample(self) -> dict[str, Array]:
        """Something of each space."""
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        """Has it the same keys, and of each space something?"""
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[k] in s for k, s in self.spaces.items())

    __contains__ = contains

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"


class Environment:
    """One table. Actions are those of `Batch`: a big move takes up to three in a row by the same agent.

    Only the agent that decides has a new observation and a mask. Others are shown what they saw when they last decided,
    with an empty mask. Rewards come once, at the end; as in PettingZoo every agent is then asked once more and answers
    None.
    """

    def __init__(self, game: Game | str, options: str = "", *, forced: bool = False) -> None:
        self._batch = Batch(game, 1, options, forced=forced)
        self.metadata: dict[str, Any] = {"name": f"ninelives_{self._batch.game.name}", "render_modes": [],
                                         "is_parallelizable": False}
        self.render_mode: str | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(self._batch.seats)]
        self.agents: list[str] = []
        actions, features = self._batch.actions, self._batch.features
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": Bytes((features,)), "action_mask": Bytes((actions,), np.int8, 1)})
            for agent in self.possible_agents}
        self._next_seed = 0

    # ---- what it is

    @property
    def unwrapped(self) -> Environment:
        """Itself: nothing is wrapped."""
        return self

    @property
    def num_agents(self) -> int:
        """How many are still in."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many there are at the beginning."""
        return len(self.possible_agents)

    def action_space(self, agent: str) -> Discrete:
        """The actions of an agent: always the same object, so that it can be seeded."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    # ---- playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; without a seed another one each time, the same ones in every run."""
        deal = self._next_seed if seed is None else seed
        self._next_seed = deal + 1
        self._batch.reset(deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        blank = np.zeros(self._batch.features, np.uint8)
        self._seen = dict.fromkeys(self.agents, blank)
        self._ask()

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts; None once its game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise BadArgument(f"{agent} has to act")
        self._batch.step(np.array([action], np.int32))
        self._cumulative_rewards[agent] = 0.0
        if self._batch.done[0]:
            self._end()
        else:
            self._ask()

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent sees, and which actions it has now."""
        asked = self.agents and agent == self.agent_selection and not self.terminations[agent]
        mask = self._batch.mask[0].astype(np.int8) if asked else np.zeros(self._batch.actions, np.int8)
        return {"observation": self._seen[agent].copy(), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, Array] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since it last acted, termination, truncation and info of the agent whose turn it is."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2 ** 63) -> Iterator[str]:
        """Whose turn it is, until nobody is left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def mark(self) -> int:
        """The table's mark: equal marks, equal games at the same point."""
        return self._batch.mark(0)

    def render(self) -> None:
        """There is nothing to draw; `Table.tell` says what is on a table."""

    def close(self) -> None:
        """Nothing has to be closed."""

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[self._batch.seat[0]]
        self._seen[self.agent_selection] = self._batch.observation[0].copy()

    def _end(self) -> None:
        for agent, reward in zip(self.possible_agents, self._batch.reward[0]):
            self.rewards[agent] = float(reward)
            self._cumulative_rewards[agent] += float(reward)
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _leave(self, agent: str, action: int | None) -> None:
        """The last step of an agent whose game is over."""
        if action is not None:
            raise BadArgument(f"the game of {agent} is over: its action is None")
        self.agents.remove(agent)
        for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del table[agent]                                   # type: ignore[attr-defined]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]
