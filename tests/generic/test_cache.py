"""The cache of machine code: used where nothing changed, and only there."""

import ast
import os
import shutil
import subprocess
import sys

import pytest
from generic_cases import PACKAGE, SCRIPTS, run_python

from rlboardgames.registry import GAMES

RULE = """from rlboardgames.core.compile import rule


@rule
def points(value):
    return value + {bonus}
"""
COMPILING = "compiling the rules"
MODULE = "rlboardgames.games.toy.game"


@pytest.fixture
def toy(tmp_path):
    """A copy of the package with a toy game in it, whose verbs and rule are in different files."""
    folder = tmp_path / "package"
    shutil.copytree(PACKAGE, folder / "rlboardgames", ignore=shutil.ignore_patterns("__pycache__"))
    game = folder / "rlboardgames" / "games" / "toy"
    game.mkdir()
    (game / "__init__.py").touch()
    shutil.copy(SCRIPTS / "toy_game.py", game / "game.py")
    return _Toy(folder, game, tmp_path / "cache")


class _Toy:
    def __init__(self, folder, game, cache):
        self.folder = folder
        self.rule = game / "rule.py"
        self.cache = cache
        self.edit(bonus=7)

    def edit(self, bonus):
        """Write the rule; only one digit differs, so neither the size nor the driver's file changes."""
        self.rule.write_text(RULE.format(bonus=bonus), encoding="utf-8")

    def environment(self, **more):
        """Return the settings of the toy's processes."""
        return {"PYTHONDONTWRITEBYTECODE": "1", "NUMBA_CACHE_DIR": str(self.cache), **more}

    def run(self, index=0, **more):
        """Run the toy; return what it printed and whether it compiled."""
        arguments = ("-m", MODULE, index)
        process = run_python(*arguments, folder=self.folder, **self.environment(**more))
        return process, COMPILING in process.stderr

    def points(self, **more):
        """Run the toy, which must succeed; return its points and whether it compiled."""
        process, compiled = self.run(**more)
        assert process.returncode == 0, process.stderr
        return int(process.stdout), compiled

    def entries(self):
        """Return the files of the cache by name, with their time of writing."""
        return {path: path.stat().st_mtime_ns for path in self.cache.rglob("*.nb*")}


def test_an_edited_rule_takes_effect(toy):
    """The second process finds the code of the first; after an edit of a rule elsewhere it is compiled anew."""
    assert toy.points() == (7, True)
    entries = toy.entries()
    assert entries
    assert toy.points() == (7, False)
    assert toy.entries() == entries
    toy.edit(bonus=8)
    assert toy.points() == (8, True)
    assert toy.points() == (8, False)


def test_an_edit_of_the_core_takes_effect(toy):
    """A driver is compiled anew after an edit of another file of the core, not after one of another game."""
    assert toy.points() == (7, True)
    with (toy.folder / "rlboardgames" / "games" / GAMES[0].rpartition("_")[0] / "rules.py").open("a") as file:
        file.write("# an edit\n")
    assert toy.points() == (7, False)
    with (toy.folder / "rlboardgames" / "core" / "records.py").open("a") as file:
        file.write("# an edit\n")
    assert toy.points() == (7, True)


def test_drivers_and_rules_are_where_edits_are_noticed():
    """Drivers lie in the core, and what a game compiles lies in the core or in its own folder."""
    for path in PACKAGE.rglob("*.py"):
        folder = path.relative_to(PACKAGE).parts
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        decorators = [ast.unparse(decorator) for node in functions for decorator in node.decorator_list]
        assert folder[0] == "core" or not any("compiled" in text or "jit" in text for text in decorators), path
        if folder[0] == "games" and len(folder) > 2:
            own = f"rlboardgames.games.{folder[1]}"
            names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
            names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
            for name in names:
                assert not name.startswith("rlboardgames") or name.startswith(("rlboardgames.core", own)), path


def test_settings_are_honoured_with_a_warm_cache(toy):
    """With checks of the bounds an index outside its field raises, though unchecked code is in the cache."""
    process, compiled = toy.run(index=5)
    assert process.returncode == 0, process.stderr
    assert compiled
    checked, compiled = toy.run(index=5, NUMBA_BOUNDSCHECK="1")
    assert compiled
    assert checked.returncode != 0
    assert "IndexError" in checked.stderr
    again, compiled = toy.run(index=5, NUMBA_BOUNDSCHECK="1")
    assert not compiled
    assert "IndexError" in again.stderr
    unchecked, compiled = toy.run(index=5)
    assert (unchecked.returncode, compiled) == (0, False)
    interpreted, _ = toy.run(index=5, NUMBA_DISABLE_JIT="1")
    assert "IndexError" in interpreted.stderr
    assert toy.points(NUMBA_DISABLE_JIT="1") == (7, False)


def test_damaged_entries_are_compiled_anew(toy):
    """Entries that are cut short or overwritten do no harm."""
    assert toy.points() == (7, True)
    for damage in (lambda data: data[: len(data) // 2], lambda data: b"nonsense", lambda data: b""):
        for path in toy.entries():
            path.write_bytes(damage(path.read_bytes()))
        assert toy.points() == (7, True)
    assert toy.points() == (7, False)


def test_processes_may_compile_at_once(toy):
    """Processes that fill the same cache at the same time all compute rightly, and so do later ones."""
    command = [sys.executable, "-m", MODULE, "0"]
    environment = {**os.environ, "PYTHONPATH": str(toy.folder), **toy.environment()}
    processes = [
        subprocess.Popen(command, cwd=toy.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for _ in range(3)
    ]
    assert [int(process.communicate()[0]) for process in processes] == [7, 7, 7]
    assert toy.points() == (7, False)


def test_a_hole_in_an_entry_is_noticed(toy):
    """Machine code is never run unless it is exactly what was written: no single flipped bit, no hole of zeros."""
    assert toy.points() == (7, True)
    (entry,) = toy.entries()
    sound = entry.read_bytes()
    hole = len(sound) // 2
    for damaged in (
        sound[:hole] + bytes(4096) + sound[hole + 4096 :],
        sound[:-1] + bytes([sound[-1] ^ 1]),
        sound[:20] + bytes([sound[20] ^ 1]) + sound[21:],
        sound + b"more",
    ):
        entry.write_bytes(damaged)
        assert toy.points() == (7, True)
        assert len(entry.read_bytes()) >= len(sound) - 64, "it has been written anew"
    assert toy.points() == (7, False)


def test_something_else_in_the_place_of_an_entry_does_no_harm(toy):
    """A folder, a pipe that nobody writes to or a link into nothing: the code is compiled, and the game goes on."""
    assert toy.points() == (7, True)
    (entry,) = toy.entries()
    makers = [lambda: entry.mkdir(), lambda: entry.symlink_to(entry.parent / "nothing")]
    if hasattr(os, "mkfifo"):
        makers.append(lambda: os.mkfifo(entry))
    for make in makers:
        entry.unlink()
        make()
        assert toy.points() == (7, True)
        if entry.is_dir():
            entry.rmdir()
            assert toy.points() == (7, True)
    assert toy.points() == (7, False)


@pytest.mark.parametrize("folder", ["file", "full"])
def test_a_folder_that_takes_nothing_is_no_obstacle(toy, folder):
    """The code is compiled in memory, the player is told how to keep it, and nothing half-written stays."""
    environment = {}
    script = f"import runpy, sys; sys.argv = ['toy', '0']; runpy.run_module('{MODULE}', run_name='__main__')"
    if folder == "file":
        blocked = toy.folder / "file"
        blocked.touch()
        environment["NUMBA_CACHE_DIR"] = str(blocked)
    else:  # files of one kilobyte are the largest that the disk takes
        script = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)); " + script
        pytest.importorskip("resource")
    process = run_python("-c", script, folder=toy.folder, **toy.environment(**environment))
    assert process.returncode == 0, process.stderr
    assert process.stdout.strip() == "7"
    assert "NUMBA_CACHE_DIR" in process.stderr
    assert not [path for path in toy.cache.rglob("*") if path.is_file()]


def test_a_warm_cache_is_read_where_nothing_can_be_written(toy):
    """A cache that was filled before, on a read-only disk for example, is used."""
    assert toy.points() == (7, True)
    script = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)); "
        f"sys.argv = ['toy', '0']; runpy.run_module('{MODULE}', run_name='__main__')"
    )
    pytest.importorskip("resource")
    process = run_python("-c", script, folder=toy.folder, **toy.environment())
    assert process.stdout.strip() == "7"
    assert COMPILING not in process.stderr


def test_rules_without_a_file_are_never_cached(toy):
    """Rules typed into standard input, as into a notebook, run in the form that was typed last."""
    source = (toy.rule.parent / "game.py").read_text(encoding="utf-8")
    source = source.partition("points = import_module")[0] + "BONUS = {bonus}\n" + source.partition("by the tests\n")[2]
    source = source.replace("points(tables.toy_points[state.toy_index])", "BONUS").replace("sys.argv[1]", "0")
    for bonus in (7, 8):
        process = run_python("-", folder=toy.folder, typed=source.format(bonus=bonus), **toy.environment())
        assert process.stdout.strip() == str(bonus), process.stderr
    assert not toy.entries()


def test_all_games_run_from_an_archive(tmp_path):
    """Data files are found in a zip archive, and rules whose sources cannot be read are not cached."""
    archive = shutil.make_archive(tmp_path / "package", "zip", PACKAGE.parent, PACKAGE.name)
    script = (
        f"import sys; sys.path.insert(0, {archive!r})\n"
        "import rlboardgames\n"
        "from rlboardgames.registry import GAMES, make_game\n"
        "for name in GAMES:\n"
        "    game = make_game(name)\n"
        "    state = game.new_state(seed=1)\n"
        "    game.play(state, game.legal_actions(state)[0])\n"
        "print(rlboardgames.__file__)\n"
    )
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    process = run_python("-c", script, folder=tmp_path, **environment)
    assert process.returncode == 0, process.stderr
    assert archive in process.stdout
    drawn = "\n".join(
        [
            f"import sys; sys.path.insert(0, {archive!r})",
            "from rlboardgames import hasty_baker_v0",
            "hasty_baker_v0.game().new_state(1)",
        ]
    )
    compiled = run_python("-c", drawn, folder=tmp_path, **{**environment, "NUMBA_DISABLE_JIT": "0"})
    assert compiled.returncode == 0, compiled.stderr
    assert "sources cannot be read" in compiled.stderr
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
