"""Calls into the C library: texts, answers, and failures as exceptions."""
from __future__ import annotations

import json
from typing import Any, Callable

from ninelives import errors
from ninelives._engine import ffi, lib

TEXT = 16384                            # bytes that nearly every text fits into


def why() -> str:
    """What the library says about its last failure in this thread."""
    return _string(lib.nl_why())


def check(status: int) -> None:
    """Raises what a status stands for, with the library's text; nothing for NL_OK."""
    if status:
        raise failure(status)


def handle(pointer: Any, free: Callable[[Any], None]) -> Any:
    """A pointer that is freed when nobody holds it any more; raises if it is NULL."""
    if pointer == ffi.NULL:
        raise failure()
    return ffi.gc(pointer, free)


def text(write: Callable[..., int], *arguments: Any) -> str:
    """The text that a function of the library writes; it is called again if the buffer was too small."""
    size = TEXT
    while True:
        buffer = ffi.new("char[]", size)
        length = write(*arguments, buffer, size)
        if length < 0:
            raise failure()
        if length < size:
            return bytes(ffi.buffer(buffer, length)).decode()
        size = length + 1


def facts(write: Callable[..., int], *arguments: Any) -> Any:
    """A text that is JSON, read."""
    return json.loads(text(write, *arguments))


def failure(status: int | None = None) -> errors.Error:
    """The exception for a status; without one, for a function that has just returned NULL or -1."""
    name = _string(lib.nl_status_name(lib.nl_failed() if status is None else status))
    return errors.BY_STATUS.get(name, errors.Error)(why())


def _string(chars: Any) -> str:
    return str(ffi.string(chars).decode()) if chars != ffi.NULL else ""
