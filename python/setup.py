"""What pyproject.toml cannot say: the version, which is CMake's, and the engine. One wheel serves Python 3.9 and later."""
import pathlib
import re

from setuptools import setup

CMAKE = (pathlib.Path(__file__).resolve().parent.parent / "CMakeLists.txt").read_text()
setup(version=re.search(r"project\(ninelives VERSION (\S+)", CMAKE).group(1),
      cffi_modules=["engine.py:ffi"],
      options={"bdist_wheel": {"py_limited_api": "cp39"}})
