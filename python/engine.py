"""Builds ninelives._engine with cffi: the library's header is the interface, the engine is linked in.

setup.py names `ffi` below. The header is given to cffi as it is, but for what only a C compiler understands."""
import pathlib
import re
import subprocess

import cffi

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "lib" / "ninelives.h"
PRESET, TARGET = "library", "ninelives_static"

# What `ninelives bench` measures everything by; seconds a step.
YARDSTICK = """
#include <time.h>
#include "core/yardstick.h"
static volatile uint64_t sink;
static double nl_yardstick(void)
{
    clock_t from = clock();
    sink = yardstick_walk();
    return (double)(clock() - from) / CLOCKS_PER_SEC / YARDSTICK_STEPS;
}
"""


def declarations():
    """The header without comments, preprocessor lines and the C++ bracket."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text(), flags=re.S)
    text = re.sub(r'#ifdef __cplusplus.*?#endif', "", text, flags=re.S)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    return text.replace("NL_API", "") + "\ndouble nl_yardstick(void);\n"


def archive():
    """Builds the library and says where it is."""
    subprocess.run([ROOT / "tools" / "build", PRESET, TARGET], check=True)
    return ROOT / "build" / PRESET / "libninelives.a"


engine = str(archive())
ffi = cffi.FFI()
ffi.cdef(declarations())
ffi.set_source("ninelives._engine", '#include "ninelives.h"\n' + YARDSTICK, include_dirs=[str(HEADER.parent), str(ROOT)],
               extra_objects=[engine], depends=[engine], libraries=["m", "pthread"])
