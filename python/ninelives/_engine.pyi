# What cffi builds from lib/ninelives.h: the C functions by their own names.
from typing import Any

ffi: Any
lib: Any
