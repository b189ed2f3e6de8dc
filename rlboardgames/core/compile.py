"""Compilation of rules and drivers.

Two decorators. `rule` marks a function that rules and drivers call; it is compiled into them. `compiled` marks a
*driver*, the only kind of function that Python calls: it takes arrays and an index, never a single record, and its
machine code is cached on disk, see `rlboardgames.core.cache`. A game's rules may import nothing but the core and their
own folder, so that an edit of either is noticed.

With ``NUMBA_DISABLE_JIT=1`` both decorators leave the functions to the interpreter; drivers then see their arrays
through the checking views of `rlboardgames.core.interpreter`.
"""

import functools
import re
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config
from numba.core.ir import Loc

from rlboardgames.core import interpreter
from rlboardgames.core.cache import MachineCodeCache
from rlboardgames.core.errors import CompileError
from rlboardgames.core.records import read_only

__all__ = ["INTERPRETED", "OPTIONS", "compiled", "constants", "entry_point", "rule"]

_config: Any = config  # its attributes are made at run time

INTERPRETED = bool(_config.DISABLE_JIT)
"""True under ``NUMBA_DISABLE_JIT=1``: the rules run in the interpreter."""

_FOREIGN = {Path(numba.__file__).parent, Path(__file__).resolve().parent}
"""Folders in which no fault of a rule is: the compiler's and the core's."""

_njit: Any = numba.njit  # its type stubs do not know all of its options

OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
"""Settings of everything compiled. Division by zero raises nothing. No reference is
counted, which took a quarter of the time of a decision; what would allocate memory, or return a part of an array, does
not compile."""


def rule(function):
    """Mark a function that rules and drivers call: plain Numba, compiled into its callers."""
    return _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)


def constants(values):
    """Return whole numbers as rules index them: an array for machine code, a tuple for the interpreter.

    Parameters
    ----------
    values : array-like of int
        Up to 32767.
    """
    return tuple(map(int, values)) if INTERPRETED else read_only(np.asarray(values, np.int16))


def compiled(function):
    """Mark a driver: compiled, releasing the interpreter lock, cached on disk.

    Parameters
    ----------
    function : callable
        Takes one-dimensional record arrays, plain arrays and numbers. It may not be a closure.

    Returns
    -------
    callable
    """
    if INTERPRETED:
        return interpreter.with_views(function)
    driver = _njit(nogil=True, **OPTIONS)(function)
    driver._cache = MachineCodeCache(function)
    for name in ("_compile_for_args", "compile"):
        setattr(driver, name, _explaining(getattr(driver, name)))
    return driver


def _explaining(compile_it):
    # one message of ours instead of hundreds of lines of Numba's

    @functools.wraps(compile_it)
    def compile_or_explain(*arguments, **keywords):
        try:
            return compile_it(*arguments, **keywords)
        except CompileError:
            raise
        except Exception as error:  # the compiler's own, and what escapes from inside it
            raise CompileError(_explanation(error)) from None

    return compile_or_explain


_INNER = re.compile(r"specific error:\n\s*\w+: Failed in nopython[^\n]*\n\s*(?:- Resolution[^\n]*\n\s*)?([^\n]+)")
_PLACE = re.compile(r'(?:File "([^"\n]+)", line (\d+)|at (/[^\n()]+) \((\d+)\))')


def _explanation(error):
    # Numba tells the way down to the fault from its end, and then the way back, with what is its own in between
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    inner = _INNER.search(text)
    what = f"there is no field {text}" if isinstance(error, KeyError) else (inner[1] if inner else _first_line(text))
    verb = re.search(r"Function\(<function (\w+) at", text)
    places = ((Path(a or b).resolve(), line) for a, n, b, m in _PLACE.findall(text) for line in (n or m,))
    ours = (f"{path}:{line}" for path, line in places if not _FOREIGN.intersection(path.parents))
    where = next(ours, None) or _place_in(error.__traceback__) or (f"the verb {verb[1]}" if verb else "a rule")
    return f"{where}: this does not compile: {what[:300]}. NUMBA_DISABLE_JIT=1 leaves the rules to the interpreter"


def _first_line(text):
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("Failed in nopython")]
    return lines[0].strip() if lines else text


def _place_in(traceback):
    # of the innermost statement that the compiler was looking at
    place = ""
    while traceback is not None:
        loc = traceback.tb_frame.f_locals.get("loc")
        if isinstance(loc, Loc) and not _FOREIGN.intersection(Path(loc.filename).parents):
            place = f"{loc.filename}:{loc.line}"
        traceback = traceback.tb_next
    return place


def entry_point(driver, *arguments):
    """Return a driver's machine code for arguments of exactly these types, to be called without type resolution.

    Numba looks at the type of every argument at every call, which for record arrays takes longer than most decisions of
    a game. Measured: 250 instead of 550 ns for an observation.

    Parameters
    ----------
    driver : callable
        Made by `compiled`.
    *arguments
        Of the types of all later calls. Nothing checks later arguments: other types crash the process.

    Returns
    -------
    callable
    """
    if INTERPRETED:
        return driver
    signature = tuple(numba.typeof(argument) for argument in arguments)
    driver.compile(signature)
    return driver.overloads[signature].entry_point
