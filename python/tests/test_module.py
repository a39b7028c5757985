"""The module as a whole: it is documented and typed, and what its documents show is true."""
import doctest
import importlib
import inspect
import os
import pkgutil
import sys
import unittest

import ninelives as nl

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "examples"))


def modules():
    names = [m.name for m in pkgutil.iter_modules(nl.__path__) if m.name != "_engine"]
    return [importlib.import_module(f"ninelives.{name}") for name in names]


def functions(module):
    """Its public functions and methods, by name."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(thing):
            yield name, thing
        if inspect.isclass(thing):
            yield name, thing
            for inner, method in vars(thing).items():
                method = getattr(method, "fget", method)
                if inspect.isfunction(method) and not inner.startswith("_"):
                    yield f"{name}.{inner}", method


class Documents(unittest.TestCase):
    def test_everything_public_has_words_and_types(self):
        seen = 0
        for module in modules():
            self.assertTrue(module.__doc__, module)
            for name, thing in functions(module):
                seen += 1
                self.assertTrue(thing.__doc__, name)
                if inspect.isfunction(thing):
                    wanted = [p for p in inspect.signature(thing).parameters if p != "self"] + ["return"]
                    self.assertEqual([p for p in wanted if p not in thing.__annotations__], [], name)
        self.assertGreater(seen, 100)

    def test_it_says_that_it_is_typed(self):
        self.assertTrue(os.path.exists(os.path.join(nl.__path__[0], "py.typed")))

    def test_all_names_are_there(self):
        self.assertEqual([name for name in nl.__all__ if not hasattr(nl, name)], [])

    def test_examples_in_docstrings(self):
        results = [doctest.testmod(module) for module in modules()]
        self.assertEqual(sum(r.failed for r in results), 0)
        self.assertGreater(sum(r.attempted for r in results), 2)

    def test_what_documents_show(self):
        for name, least in (("TUTORIAL.md", 40), ("LIBRARY.md", 7)):
            result = doctest.testfile(os.path.join(os.path.dirname(HERE), name), module_relative=False)
            self.assertEqual(result.failed, 0)
            self.assertGreaterEqual(result.attempted, least)


class Benchmark(unittest.TestCase):
    def test_it_reports(self):
        from ninelives import bench
        lines = bench.report("kittens", "", 64, 0.02)
        self.assertEqual(len(lines), 5)
        self.assertRegex(lines[1], r"with observations, library draws +[\d.]+ M a second")


class Learning(unittest.TestCase):
    def test_the_same_seed_learns_the_same(self):
        import learn
        one, two = (learn.train(updates=2, seed=3).weights for _ in range(2))
        self.assertTrue(all((a == b).all() for a, b in zip(one, two)))

    def test_self_play_learns_to_beat_random_play(self):
        import learn
        score = nl.arena("kittens", learn.train(updates=16, seed=1), nl.Random(7), 2000, seed=1000)
        self.assertGreater(score.low, 0.5, str(score))


if __name__ == "__main__":
    unittest.main()
