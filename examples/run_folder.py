"""The folder of a training's results: one run at a time, and no result that is lost or half written."""

import os
import signal
import tempfile
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rlboardgames.core.errors import OptionError

MODEL = "model.zip"
LOCK = ".running"


def new_folder(name):
    """Make a folder below ``runs`` that no other run has: ``runs/NAME``, or ``runs/NAME-2`` and so on.

    Parameters
    ----------
    name : str

    Returns
    -------
    Path

    Raises
    ------
    OptionError
        Nothing can be written there.
    """
    folder, number = Path("runs") / name, 1
    while True:
        try:
            folder.mkdir(parents=True)
            return folder
        except FileExistsError:
            number += 1
            folder = Path("runs") / f"{name}-{number}"
        except OSError as error:
            raise OptionError(f"{folder}: {error}") from error


def given_folder(folder, resume):
    """Make or take the folder that a user names.

    Parameters
    ----------
    folder : Path
    resume : bool
        Whether to go on with the model that is in it.

    Returns
    -------
    Path

    Raises
    ------
    OptionError
        There is a model and it is not to be resumed, or it is and there is none, or nothing can be written there.
    """
    if resume and not (folder / MODEL).exists():
        raise OptionError(f"--resume: there is no {folder / MODEL}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise OptionError(f"--out {folder}: {error}") from error
    if (folder / MODEL).exists() and not resume:
        raise OptionError(f"--out {folder} holds a model: go on with it (--resume), or name another folder")
    return folder


@contextmanager
def locked(folder):
    """Let no second run write into a folder; the system frees the lock of a run that has died.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    OptionError
        Another run is at work.
    """
    try:
        with FileLock(folder / LOCK, blocking=False):
            yield
    except Timeout:
        raise OptionError(f"{folder}: another run is writing here; name another folder, or wait for its end") from None


@contextmanager
def replacing(path):
    """Give a temporary path to write to, which takes the place of `path` when it is complete.

    Parameters
    ----------
    path : Path

    Yields
    ------
    Path
        With the same ending. If writing fails, it is removed, and `path` stays as it was.
    """
    temporary = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield temporary
        _sync(temporary, os.O_RDWR)
        os.replace(temporary, path)
        if os.name == "posix":  # elsewhere a folder cannot be opened
            _sync(path.parent, os.O_RDONLY)
    finally:
        temporary.unlink(missing_ok=True)


def _sync(path, flags):
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def interruptible():
    """Let a request to terminate do what Ctrl-C does, so that what was learned is saved."""

    def interrupt(*_):
        raise KeyboardInterrupt

    with _handling(interrupt, signal.SIGTERM):
        yield


@contextmanager
def uninterrupted():
    """Let nobody's impatience, a second Ctrl-C, end what must be brought to its end."""
    with _handling(signal.SIG_IGN, signal.SIGINT, signal.SIGTERM):
        yield


@contextmanager
def _handling(handler, *numbers):
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler_before in before.items():
            signal.signal(number, handler_before)
