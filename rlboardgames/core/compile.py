"""Compilation of rules and drivers, with an on-disk cache that notices every edit.

Two decorators. `rule` marks a function that rules and drivers call; it is compiled into them. `compiled` marks a
*driver*, the only kind of function that Python calls: it takes arrays and an index, never a single record, and its
machine code is cached on disk.

Numba's own cache looks only at the file of the outer function, so that an edited rule in another file would go on
running in its old form, and it ignores compiler settings. Ours stamps each entry with the settings and with a digest of
all sources and data of the core and of the game whose records it works on, and keeps one file per signature, written
atomically, so that two processes that compile at once cannot disturb each other. A game's rules may therefore import
nothing but the core and their own folder.

With ``NUMBA_DISABLE_JIT=1`` both decorators leave the functions to the interpreter; drivers then see their arrays
through the checking views of `rlboardgames.core.interpreter`.
"""

import functools
import hashlib
import os
import pickle
import sys
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, config

from rlboardgames.core import interpreter

__all__ = ["INTERPRETED", "OPTIONS", "compiled", "direct", "rule", "stamp_with"]

_config: Any = config  # its attributes are made at run time

INTERPRETED = bool(_config.DISABLE_JIT)
"""True under ``NUMBA_DISABLE_JIT=1``: the rules run in the interpreter."""

_njit: Any = numba.njit  # its type stubs do not know all of its options

OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
"""Settings of everything compiled. Division by zero raises nothing. No reference is
counted, which took a quarter of the time of a decision; what would allocate memory, or return a part of an array, does
not compile."""

_SETTINGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES")


_folders: dict = {}  # record type -> folder of the rules that work on it


def stamp_with(record_type, folder):
    """Let the stamp of every driver that works on `record_type` depend on all sources and data in `folder`.

    Parameters
    ----------
    record_type : numba.types.Record
    folder : Path
    """
    _folders[record_type] = folder
    _digest_of_sources(folder)  # now, before anybody can edit what has been imported


@functools.cache
def _digest_of_sources(folder):
    digest = hashlib.sha256()
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.json"))):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


_CORE = _digest_of_sources(Path(__file__).resolve().parent)


class _EntryFile(caching.IndexDataCacheFile):
    """One file per signature and settings, without an index."""

    def _path_and_header(self, key):
        settings = tuple(str(getattr(_config, name, None)) for name in _SETTINGS)
        identity = repr((key, settings))
        name = hashlib.sha256(identity.encode()).hexdigest()[:24]
        base = self._index_name.removesuffix(".nbi")
        signature = key[0]
        games = {_folders[kind.dtype] for kind in signature if getattr(kind, "dtype", None) in _folders}
        stamp = (self._source_stamp, *sorted(_digest_of_sources(folder) for folder in games))
        return os.path.join(self._cache_path, f"{base}.{name}.nbc"), (self._version, stamp, identity)

    def save(self, key, data):
        path, header = self._path_and_header(key)
        with self._open_for_write(path) as file:
            file.write(self._dump((header, self._dump(data))))

    def load(self, key):
        path, header = self._path_and_header(key)
        try:
            stored, data = pickle.loads(Path(path).read_bytes())
            return pickle.loads(data) if stored == header else None
        except (OSError, EOFError, ValueError, TypeError, AttributeError, ImportError, pickle.UnpicklingError):
            return None


def _with_source_stamp(locator):
    return type(locator.__name__, (locator,), {"get_source_stamp": lambda self: _CORE})


class _CacheImplementation(caching.CompileResultCacheImpl):
    _locator_classes = [_with_source_stamp(locator) for locator in caching.CacheImpl._locator_classes]


class _Cache(caching.FunctionCache):
    _impl_class = _CacheImplementation

    def __init__(self, function):
        super().__init__(function)
        self._cache_file = _EntryFile(self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp())

    def load_overload(self, sig, target_context):
        result = super().load_overload(sig, target_context)
        if result is None:
            _announce("the machine code is kept, so this happens once")
        return result


@functools.cache
def _announce(what_follows):
    print(f"rlboardgames: compiling the rules; {what_follows} ...", file=sys.stderr, flush=True)


class _NoCache(caching.NullCache):
    def load_overload(self, sig, target_context):
        _announce("no folder for the machine code is writable (set NUMBA_CACHE_DIR), so this happens in every process")


def rule(function):
    """Mark a function that rules and drivers call: plain Numba, compiled into its callers."""
    return _njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)


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
    try:
        driver._cache = _Cache(function)
    except RuntimeError:  # no writable folder
        driver._cache = _NoCache()
    return driver


def direct(driver, *arguments):
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
