"""The on-disk cache of machine code.

Numba's own cache looks only at the file of the outer function, so that an edited rule in another file would go on
running in its old form; it ignores compiler settings; it trusts whatever lies in its files; and two processes that
compile at once can spoil its index. This one keeps one file for each signature, stamped with the settings and with a
digest of all sources and data of the core and of the game whose records the code works on. A file is written under
another name and renamed, and carries a checksum: one that is damaged, or is no file, is compiled anew. Where nothing
can be written, a cache that is already there is read all the same; where sources cannot be read, as in a notebook, on
standard input or in a zip archive, nothing is cached.
"""

import contextlib
import functools
import hashlib
import os
import pickle
import sys
import uuid
from pathlib import Path
from typing import Any

import numba
from numba.core import caching, config
from numba.core.compiler import CompileResult
from numba.misc.appdirs import AppDirs

__all__ = ["MachineCodeCache", "stamp_with"]

_config: Any = config  # its attributes are made at run time

_SETTINGS = ("BOUNDSCHECK", "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES")
_PACKAGE = Path(__file__).resolve().parents[1]
_MAGIC = b"rlboardgames machine code 1\n"
_DIGEST_SIZE = hashlib.sha256().digest_size

_stamps: dict = {}  # record type -> digest of the sources of the rules that work on it; None: they cannot be read


@functools.cache
def _digest_of_sources(folder):
    # None where there are no sources to be read
    paths = sorted((*folder.rglob("*.py"), *folder.rglob("*.json"))) if folder.is_dir() else []
    digest = hashlib.sha256()
    try:
        for path in paths:
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    except OSError:
        return None
    return digest.hexdigest() if any(path.suffix == ".py" for path in paths) else None


_CORE = _digest_of_sources(Path(__file__).resolve().parent)  # now, before anybody can edit what has been imported


def stamp_with(record_type, functions):
    """Let the stamp of all machine code for `record_type` depend on the sources beside these functions.

    Parameters
    ----------
    record_type : numba.types.Record
    functions : iterable of callable
        Rules that work on such records. If one of them does not come from a file, nothing is cached.
    """
    files = {Path(function.__code__.co_filename) for function in functions}
    folders = sorted({path.resolve().parent for path in files})
    digests = [_digest_of_sources(folder) for folder in folders]
    is_known = all(path.is_file() for path in files) and None not in digests
    _stamps[record_type] = tuple(digests) if is_known else None


def _folders():
    # where entries are looked for, and written to the first that takes them
    place = f"{_PACKAGE.name}_{hashlib.sha256(os.fsencode(_PACKAGE)).hexdigest()[:16]}"
    chosen = _config.CACHE_DIR  # NUMBA_CACHE_DIR
    if chosen:
        return [Path(chosen) / place]
    return [
        _PACKAGE / "core" / "__pycache__",
        Path(AppDirs(appname="rlboardgames", appauthor=False).user_cache_dir) / place,
    ]


class MachineCodeCache(caching.NullCache):
    """The entries of one driver.

    Parameters
    ----------
    function : callable
        The driver, as it is written.
    """

    def __init__(self, function):
        self._function = f"{function.__module__}.{function.__qualname__}"

    def _entry(self, signature, codegen):
        # file name and identity of an entry; None if it is not to be cached
        kinds = [getattr(kind, "dtype", None) for kind in signature]
        stamps = [_stamps[kind] for kind in kinds if kind in _stamps]
        if _CORE is None or None in stamps:
            return None
        settings = tuple(str(getattr(_config, name, None)) for name in _SETTINGS)
        versions = numba.__version__, sys.implementation.cache_tag
        key = repr((self._function, signature, codegen.magic_tuple(), settings, versions))
        name = hashlib.sha256(key.encode()).hexdigest()[:24]
        return f"{self._function.rpartition('.')[2]}-{name}.nbc", repr((key, _CORE, stamps))

    def load_overload(self, sig, target_context):
        """Return the compiled code for a signature; None if there is none that is sound and up to date."""
        target_context.refresh()
        entry = self._entry(sig, target_context.codegen())
        if entry is None:
            _announce("in every process, since their sources cannot be read")
            return None
        name, identity = entry
        for folder in _folders():
            payload = _read(folder / name, identity)
            if payload is not None:
                return CompileResult._rebuild(target_context, *payload)
        _announce("once, if the machine code can be kept")
        return None

    def save_overload(self, sig, data):
        """Keep the compiled code for a signature, if there is a folder that takes it."""
        entry = self._entry(sig, data.codegen)
        if entry is None or data.library.has_dynamic_globals or data.lifted:
            return
        name, identity = entry
        content = _seal(identity, data._reduce())
        if not any(_write(folder / name, content) for folder in _folders()):
            _complain()


def _seal(identity, payload):
    body = pickle.dumps((identity, caching.dumps(payload)))
    return _MAGIC + hashlib.sha256(body).digest() + body


def _read(path, identity):
    # the payload of an entry, or None; nothing is unpickled before its checksum has been found right
    try:
        content = path.read_bytes() if path.is_file() else b""  # what is no file might block the reader
    except OSError:
        return None
    checksum, body = content[len(_MAGIC) :][:_DIGEST_SIZE], content[len(_MAGIC) + _DIGEST_SIZE :]
    if not content.startswith(_MAGIC) or hashlib.sha256(body).digest() != checksum:
        return None
    stored, payload = pickle.loads(body)
    return pickle.loads(payload) if stored == identity else None


def _write(path, content):
    # whether the entry is in its place; whatever is wrong with the folder must not stop a game
    temporary = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content)
        os.replace(temporary, path)
    except OSError:
        return False
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    return True


@functools.cache
def _announce(how_often):
    print(f"rlboardgames: compiling the rules ({how_often}), some seconds for each ...", file=sys.stderr, flush=True)


@functools.cache
def _complain():
    words = "the machine code could not be kept, so it is compiled in every process; NUMBA_CACHE_DIR chooses a folder"
    print(f"rlboardgames: {words}", file=sys.stderr, flush=True)
