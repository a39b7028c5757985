# SPDX-License-Identifier: MIT
"""scratch.py - for tests that add something to a copy of the repository and see whether all of it goes along: the copy,
its builds, and what was expected."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
counted = {True: 0, False: 0}


def expect(what, holds, shown=""):
    counted[bool(holds)] += 1
    if not holds:
        print(f"FAILED: {what}\n" + "\n".join(f"  | {line}" for line in str(shown).splitlines()[-20:]), flush=True)
    return bool(holds)


def finish():
    print(f"{counted[True]} passed, {counted[False]} failed")
    sys.exit(1 if counted[False] else 0)


def run(tree, *command, env=None, **more):
    """The exit code and all that was printed."""
    env = {**os.environ, "XDG_DATA_HOME": str(tree / "data"), "PYTHONDONTWRITEBYTECODE": "1", **(env or {})}
    done = subprocess.run([str(c) for c in command], cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, errors="replace", timeout=900, env=env, **more)
    return done.returncode, done.stdout


def expect_run(tree, pattern, *command):
    """It succeeds and prints a line like that. Returns whether it did."""
    code, out = run(tree, *command)
    return expect(" ".join(str(c) for c in command), code == 0 and re.search(pattern, out, re.M), f"exit {code}, wanted /{pattern}/\n{out}")


def copy(tree):
    """What git has and what it does not ignore."""
    files = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def copy_packages(tree, folder):
    """The packages of a folder: installed here if they are not, as locked, and linked file by file into the copy."""
    subprocess.run(["tools/packages", folder], cwd=ROOT, check=True)
    def link(source, into):
        try:
            os.link(source, into)
        except OSError:                  # another file system
            shutil.copy2(source, into)
    shutil.copytree(ROOT / folder / "node_modules", tree / folder / "node_modules", symlinks=True, copy_function=link)


def build(tree, *targets, tests=False):
    """The program, and what else is named, and the web client; without ccache everything is compiled anew."""
    if shutil.which("ccache"):
        os.environ.update(CMAKE_C_COMPILER_LAUNCHER="ccache", CCACHE_BASEDIR=str(tree), CCACHE_NOHASHDIR="1")
    steps = [["cmake", "--preset", "dev", f"-DNL_TESTS={'ON' if tests else 'OFF'}"],
             ["cmake", "--build", "--preset", "dev", "--target", "ninelives", *targets],
             ["cmake", "--preset", "wasm"], ["cmake", "--build", "--preset", "wasm"], ["node", "web/build.mjs", "--fast"]]
    return all(expect(" ".join(step), not code, out) for step in steps for code, out in [run(tree, *step)])


def check_in_browser(tree, file, env=None):
    """A file of tests for node, in the copy; each of them counts."""
    code, out = run(tree, "node", "--test", "--test-reporter=tap", file, env=env)
    for part in out.split("\n# Subtest: ")[1:]:
        name, verdict = part.split("\n", 1)
        expect(f"{file}: {name}", verdict.startswith("ok"), verdict.split("\n  ...\n")[0])
    expect(file, code == 0, out)
