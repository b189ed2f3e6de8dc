"""The folder of a training's results: one run at a time, and no result that is lost or half written."""

import os
import signal
import tempfile
from contextlib import contextmanager
from pathlib import Path

from rlboardgames.core.errors import OptionError

MODEL = "model.zip"
LOCK = "running.pid"


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
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise OptionError(f"--out {folder}: {error}") from error
    if (folder / MODEL).exists() and not resume:
        raise OptionError(f"--out {folder} holds a model: go on with it (--resume), or name another folder")
    if resume and not (folder / MODEL).exists():
        raise OptionError(f"--resume: there is no {folder / MODEL}")
    return folder


@contextmanager
def locked(folder):
    """Let no second run write into a folder; the lock of a run that has died is taken over.

    Parameters
    ----------
    folder : Path

    Raises
    ------
    OptionError
        Another run is at work.
    """
    lock = folder / LOCK
    if lock.exists() and not _is_running(lock.read_text()):
        lock.unlink()
    try:
        with lock.open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        raise OptionError(f"{folder}: another run is writing here; if there is none, delete {lock}") from None
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _is_running(pid):
    if os.name == "nt":  # where the signal 0 would end the process
        return True
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except OSError:  # it is somebody else's
        return True
    return True


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
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def interruptible():
    """Let a request to terminate do what Ctrl-C does, so that what was learned is saved."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
