"""Replays in new processes, with other hash seeds and numbers of threads."""

import os
import pickle
import pkgutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from rlboardgames.core.errors import DeterminismError, OptionError, shown
from rlboardgames.testing.runs import replay_fresh

__all__ = ["SETTINGS", "maker", "packed", "replay_in_processes"]

SETTINGS = {
    f"in a new process with PYTHONHASHSEED={number} and {threads}": {
        "PYTHONHASHSEED": number,
        **dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), number),
    }
    for number, threads in (("1", "1 thread"), ("2", "2 threads"))
}
"""Environment variables of each process, by what messages say of it."""

_IN_CHILD = "import sys; from rlboardgames.testing.processes import main; main(sys.argv[1])"
_LAST_LINES = 12
_ADVICE = (
    "define it at the top level of a module that can be imported (a test module will do, the script that is run or a "
    "notebook will not), or give its name, as in 'package.module:make_env'; functools.partial of such a function will "
    "do as well"
)


def maker(make_env):
    """Return the function that makes environments.

    Parameters
    ----------
    make_env : callable or str
        A str is ``"module:function"``.

    Raises
    ------
    OptionError
    """
    if isinstance(make_env, str):
        try:
            make_env = pkgutil.resolve_name(make_env)
        except (ImportError, AttributeError, ValueError) as error:
            raise OptionError(f"make_env={shown(make_env)} cannot be imported: {error}") from error
    if not callable(make_env):
        raise OptionError(f"make_env={shown(make_env)} is not a function that makes an environment; {_ADVICE}")
    return make_env


def packed(make_env):
    """Return `make_env` as another process can load it.

    Raises
    ------
    OptionError
        It can only be used in this process; the message says what would be right.
    """
    try:
        content = pickle.dumps(make_env, protocol=2)
    except Exception as error:  # whatever its parts raise
        raise OptionError(f"make_env={shown(make_env)} cannot be sent to a new process ({error}): {_ADVICE}") from error
    if b"c__main__\n" in content:  # how this protocol names what is in the main module
        raise OptionError(
            f"make_env={shown(make_env)} is defined in the main module, which a new process does not have: {_ADVICE}"
        )
    return content


def replay_in_processes(make_env, runs, timeout):
    """Replay runs in one new process for each of `SETTINGS`, all at the same time.

    Parameters
    ----------
    make_env : bytes
        From `packed`.
    runs : dict of int to list of Call
        By seed.
    timeout : float
        Seconds for all of them.

    Raises
    ------
    DeterminismError
        Something else is shown there, or a process ends or hangs.
    OptionError
        A new process cannot import `make_env`.
    """
    with tempfile.TemporaryDirectory() as folder:
        children = []
        try:
            for where, setting in SETTINGS.items():
                children.append(_Child(Path(folder) / setting["PYTHONHASHSEED"], where, setting, (make_env, runs)))
            deadline = time.monotonic() + timeout
            for child in children:
                child.finish(deadline - time.monotonic(), timeout)
        finally:
            for child in children:
                child.stop()


class _Child:
    def __init__(self, folder, where, setting, task):
        self._folder = folder
        self._where = where
        folder.mkdir()
        (folder / "task").write_bytes(pickle.dumps((where, *task)))
        paths = [path or os.getcwd() for path in sys.path]
        with open(folder / "words", "wb") as words:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _IN_CHILD, str(folder)],
                env={**os.environ, **setting, "PYTHONPATH": os.pathsep.join(paths)},
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=words,
            )

    def finish(self, seconds, timeout):
        """Wait for its end and raise what it has found."""
        try:
            self._process.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            raise DeterminismError(f"{self._where}: not finished after {timeout} seconds{self._last_words()}") from None
        result = self._folder / "result"
        if not result.exists():
            code = self._process.returncode
            raise DeterminismError(f"{self._where}: the process ended with exit status {code}{self._last_words()}")
        kind, message = pickle.loads(result.read_bytes())
        if kind is not None:
            raise kind(message)

    def _last_words(self):
        words = (self._folder / "words").read_text(encoding="utf-8", errors="replace").strip()
        if not words:
            return ", without a word"
        return "; its last words:\n" + "\n".join(f"  {line[:200]}" for line in words.splitlines()[-_LAST_LINES:])

    def stop(self):
        """End the process if it is still at work."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def main(folder):
    """Do a task in the new process and leave the result beside it: an exception class or None, and a message."""
    where, make_env, runs = pickle.loads((Path(folder) / "task").read_bytes())
    result: tuple = (None, "")
    try:
        make_env = maker(pickle.loads(make_env))
    except Exception:  # whatever an import raises
        last = traceback.format_exc().strip().splitlines()[-1]
        result = (OptionError, f"make_env cannot be imported in a new process ({last[:200]}): {_ADVICE}")
    else:
        try:
            replay_fresh(make_env, runs, where)
        except DeterminismError as error:
            result = (DeterminismError, str(error))
    (Path(folder) / "result.part").write_bytes(pickle.dumps(result))
    (Path(folder) / "result.part").rename(Path(folder) / "result")
