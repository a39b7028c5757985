"""The two well-known forms of an environment."""
import copy
import unittest

import numpy as np

import ninelives as nl
from ninelives import aec, spiel


class Aec(unittest.TestCase):
    def play(self, env, seed):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        marks = []
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            self.assertIn(observation, env.observation_space(agent))
            self.assertFalse(truncation)
            total[agent] += reward
            if termination:
                self.assertFalse(observation["action_mask"].any())
                env.step(None)
            else:
                marks.append(env.mark())
                env.step(env.action_space(agent).sample(observation["action_mask"]))
        return total, marks

    def test_every_game_is_played_to_its_end(self):
        for game in nl.games():
            env = aec.Environment(game)
            total, _ = self.play(env, 3)
            self.assertEqual(env.agents, [])
            self.assertEqual(env.num_agents, 0)
            self.assertEqual(env.max_num_agents, len(total))
            self.assertTrue(all(-1 <= reward <= 1 for reward in total.values()), game)

    def test_somebody_wins(self):
        total, _ = self.play(aec.Environment("kittens", "players=3"), 5)
        self.assertEqual(sorted(total.values()), [-0.5, -0.5, 1])

    def test_the_same_seed_is_the_same_game(self):
        env = aec.Environment("kittens")
        self.assertEqual(self.play(env, 5), self.play(env, 5))
        dealt = []
        for seed in (5, 6, None, 5):            # without a seed: the one after the last
            env.reset(seed=seed)
            dealt.append(env.mark())
        self.assertEqual(len(set(dealt)), 3)
        self.assertEqual(dealt[0], dealt[3])

    def test_only_who_decides_has_a_mask(self):
        env = aec.Environment("kittens", "players=3")
        env.reset(seed=1)
        for agent in env.agents:
            self.assertEqual(env.observe(agent)["action_mask"].any(), agent == env.agent_selection)

    def test_wrong_actions(self):
        env = aec.Environment("kittens")
        env.reset(seed=1)
        mask = env.last()[0]["action_mask"]
        with self.assertRaises(nl.IllegalMove):
            env.step(int(np.flatnonzero(mask == 0)[0]))
        with self.assertRaises(nl.BadArgument):
            env.step(None)
        while not env.terminations[env.agent_selection]:
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        with self.assertRaises(nl.BadArgument):
            env.step(0)

    def test_spaces(self):
        env = aec.Environment("kittens")
        space = env.observation_space("player_0")
        self.assertIn(space.sample(), space)
        self.assertNotIn({"observation": np.zeros(1, np.uint8)}, space)
        self.assertIs(env.action_space("player_0"), env.action_space("player_0"))
        self.assertNotIn(env.action_space("player_0").n, env.action_space("player_0"))


class Spiel(unittest.TestCase):
    def played(self, game, deal, seed):
        state, rng = game.new_initial_state(), np.random.default_rng(seed)
        state.apply_action(deal)
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
        return state

    def test_chance_deals_at_the_root(self):
        state = spiel.load_game("kittens", deals=10).new_initial_state()
        self.assertTrue(state.is_chance_node())
        self.assertEqual(state.current_player(), spiel.CHANCE_PLAYER)
        self.assertAlmostEqual(sum(chance for _, chance in state.chance_outcomes()), 1)
        with self.assertRaises(nl.IllegalMove):
            state.apply_action(10)
        self.assertNotEqual(state.child(0).mark(), state.child(1).mark())
        state.apply_action(3)
        self.assertFalse(state.is_chance_node())
        self.assertEqual(state.mark(), state.clone().mark())

    def test_every_game_is_played_to_its_end(self):
        for game in nl.games():
            state = self.played(spiel.load_game(game), 2, 1)
            self.assertEqual(state.current_player(), spiel.TERMINAL_PLAYER)
            self.assertEqual(state.legal_actions(), [])
            self.assertEqual(len(state.returns()), state.num_players())
            with self.assertRaises(nl.GameOver):
                state.apply_action(0)

    def test_a_clone_goes_its_own_way(self):
        game = spiel.load_game("kittens", "players=3")
        state = game.new_initial_state()
        state.apply_action(7)
        for _ in range(10):
            clone = copy.deepcopy(state)
            self.assertEqual(clone.mark(), state.mark())
            self.assertEqual(clone.information_state_string(), state.information_state_string())
            clone.apply_action(clone.legal_actions()[-1])
            self.assertNotEqual(clone.mark(), state.mark())
            state.apply_action(state.legal_actions()[0])

    def test_actions_and_masks_agree(self):
        state = spiel.load_game("kittens").new_initial_state()
        self.assertEqual(sum(state.legal_actions_mask()), 0)
        state.apply_action(0)
        mask = state.legal_actions_mask()
        self.assertEqual([i for i, can in enumerate(mask) if can], state.legal_actions())
        self.assertEqual(state.legal_actions(1 - state.current_player()), [])
        names = {state.action_to_string(state.current_player(), action) for action in state.legal_actions()}
        self.assertEqual(len(names), len(state.legal_actions()))

    def test_what_is_known(self):
        game = spiel.load_game("kittens")
        state = game.new_initial_state()
        state.apply_action(0)
        me = state.current_player()
        self.assertEqual(list(state.observation_tensor().shape), game.observation_tensor_shape())
        self.assertEqual(state.information_state_string(me), state.observation_string())
        self.assertEqual(state.information_state_string(1 - me), "")
        before, action = state.observation_string(), state.legal_actions()[0]
        state.apply_action(action)
        self.assertTrue(state.information_state_string(me).startswith(f"{before} {action}"))
        self.assertNotIn(before, state.information_state_string(1 - me))
        with self.assertRaises(nl.BadArgument):
            state.observation_tensor(5)

    def test_returns_are_the_batchs_rewards(self):
        state = self.played(spiel.load_game("kittens"), 4, 4)
        self.assertEqual(sorted(state.returns()), [-1, 1])


if __name__ == "__main__":
    unittest.main()
