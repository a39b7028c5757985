"""Learns to play by playing against itself, with numpy alone.

A small network sees what a seat sees and says how likely each possible action should be. Thousands of games are played in
step; actions of seats that went on to win become likelier than the network thought they deserved, the others less likely
(policy gradient with a baseline). It is a test of the whole way from the rules to a policy, not a strong player.

    python3 learn.py [--game kittens] [--updates 60] [--seed 1]
"""
from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import ninelives as nl

Array = Any
HIDDEN, RATE, ENTROPY, VALUE = 32, 0.01, 0.01, 0.5
TABLES, STEPS = 128, 96


class Network:
    """One hidden layer; an output for each action, and one that guesses how the game will end."""

    def __init__(self, batch: nl.Batch, seed: int) -> None:
        self.rng, actions = np.random.default_rng(seed), batch.actions
        most = np.concatenate([np.full(row["count"], row["most"]) for row in batch.describe()["features"]])
        self.columns = varying(batch, seed)
        self.scale = (1 / np.clip(most[self.columns], 1, 8)).astype(np.float32)
        self.weights = [self._normal(len(self.columns), HIDDEN, 0.5), np.zeros(HIDDEN, np.float32),
                        self._normal(HIDDEN, actions + 1, 0.1), np.zeros(actions + 1, np.float32)]
        self.mean = [np.zeros_like(w) for w in self.weights]
        self.square = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def _normal(self, rows: int, columns: int, size: float) -> Array:
        return (self.rng.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)

    def forward(self, observation: Array, mask: Array) -> tuple[Array, Array, Array, Array]:
        """The input, the hidden layer, the chances of the actions, and the guessed end."""
        x = np.minimum(observation[:, self.columns] * self.scale, 4)
        hidden = np.tanh(x @ self.weights[0] + self.weights[1])
        out = hidden @ self.weights[2] + self.weights[3]
        logits = np.where(mask, out[:, :-1], np.float32(-1e9))
        chance = np.exp(logits - logits.max(axis=1, keepdims=True))
        return x, hidden, chance / chance.sum(axis=1, keepdims=True), out[:, -1]

    def __call__(self, observation: Array, mask: Array) -> Array:
        """Draws an action for each row."""
        chance = self.forward(observation, mask)[2]
        drawn = (chance.cumsum(axis=1) > self.rng.random((len(chance), 1)) * 0.999999).argmax(axis=1)
        return drawn.astype(np.int32)

    def learn(self, observation: Array, mask: Array, action: Array, end: Array) -> None:
        """One step up the gradient: likelier where the game ended better than guessed."""
        x, hidden, chance, guess = self.forward(observation, mask)
        rows, better = np.arange(len(action)), (end - guess)[:, None]
        wanted = -chance
        wanted[rows, action] += 1
        entropy = -chance * (np.log(chance + 1e-9) - (chance * np.log(chance + 1e-9)).sum(axis=1, keepdims=True))
        out = np.concatenate([better * wanted + ENTROPY * entropy, VALUE * better], axis=1).astype(np.float32) / len(action)
        back = (out @ self.weights[2].T) * (1 - hidden * hidden)
        self._climb([x.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def _climb(self, gradient: list[Array]) -> None:
        """Adam."""
        self.updates += 1
        near, far = 1 - 0.9 ** self.updates, 1 - 0.99 ** self.updates
        for w, g, m, s in zip(self.weights, gradient, self.mean, self.square):
            m += 0.1 * (g - m)
            s += 0.01 * (g * g - s)
            w += RATE * (m / near) / (np.sqrt(s / far) + 1e-8)


def varying(batch: nl.Batch, seed: int) -> Array:
    """The features that are not always the same in random play: the others are for other games and more players."""
    low, high = batch.observation[0].copy(), batch.observation[0].copy()
    for _ in range(STEPS):
        low, high = np.minimum(low, batch.observation.min(axis=0)), np.maximum(high, batch.observation.max(axis=0))
        batch.step(batch.random(seed))
    return np.flatnonzero(low != high)


def play(batch: nl.Batch, network: Network) -> tuple[Array, Array, Array, Array]:
    """Plays STEPS steps at all tables; the decisions whose game has ended, and how it ended for who decided."""
    shape = STEPS, batch.tables
    observation, mask = np.empty((*shape, batch.features), np.uint8), np.empty((*shape, batch.actions), np.bool_)
    action, end, known = np.empty(shape, np.int32), np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
    seat, done, reward = np.empty(shape, np.int8), np.empty(shape, np.bool_), np.empty((*shape, batch.seats), np.float32)
    for t in range(STEPS):
        observation[t], mask[t], seat[t] = batch.observation, batch.mask, batch.seat
        action[t] = network(batch.observation, batch.mask)
        batch.step(action[t])
        done[t], reward[t] = batch.done, batch.reward
    after, ended = np.zeros((batch.tables, batch.seats), np.float32), np.zeros(batch.tables, np.bool_)
    for t in reversed(range(STEPS)):
        after[done[t]] = reward[t][done[t]]
        ended |= done[t]
        end[t], known[t] = after[np.arange(batch.tables), seat[t]], ended
    return observation[known], mask[known], action[known], end[known]


def train(game: str = "kittens", updates: int = 60, seed: int = 1) -> Network:
    """A network that has learnt from so many rounds of self-play; the same for the same seed."""
    batch = nl.Batch(game, TABLES, seed=seed)
    network = Network(batch, seed)
    for _ in range(updates):
        network.learn(*play(batch, network))
    return network


def main() -> None:
    """Trains, and meets the random player."""
    parser = argparse.ArgumentParser(description="learns a small policy by self-play")
    parser.add_argument("--game", default="kittens")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    begin = time.process_time()
    network = train(asked.game, asked.updates, asked.seed)
    print(f"learnt for {time.process_time() - begin:.0f} s of CPU time")
    print("against random play:", nl.arena(asked.game, network, nl.Random(7), asked.games, seed=1000))


if __name__ == "__main__":
    main()
