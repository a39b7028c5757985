"""Runs the tests of this folder with the installed module, and counts them as ./test does."""
import os
import sys
import unittest

if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.discover(here))
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad - len(result.skipped)} passed, {bad} failed", flush=True)
    sys.exit(bad > 0 or result.testsRun == 0)
