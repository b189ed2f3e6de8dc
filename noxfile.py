"""The runs of the project, each in an environment of its own. Example: nox -s tests-3.12."""

import nox

nox.options.sessions = ["lint", "tests"]
nox.options.default_venv_backend = "venv"

LOWEST = ("gymnasium==1.0.0", "numba==0.61.0", "numpy==1.26.4", "pettingzoo==1.27.0")


@nox.session
def lint(session):
    """Format, lint, types."""
    session.install("-e", ".[dev]")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("mypy")


@nox.session(python=["3.10", "3.11", "3.12", "3.13", "3.14"])
def tests(session):
    """All tests of the default run; arguments go to pytest: nox -s tests-3.12 -- --rule MD-16."""
    session.install("-e", ".[dev]")
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session(python="3.11")
def lowest(session):
    """The tests with the lowest versions of the dependencies that are promised."""
    session.install("-e", ".[dev]", *LOWEST)
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def documents(session):
    """Make the generated tables of the documents anew."""
    session.install("-e", ".")
    session.run("python", "docs/generate.py")


@nox.session
def speed(session):
    """Speed as ratios to PettingZoo's connect four; of another commit as well: nox -s speed -- main."""
    session.install("-e", ".[test,bench]")
    session.run("python", "benchmarks/speed.py")
    for commit in session.posargs:
        with session.chdir(session.create_tmp()):
            session.run("git", "worktree", "add", "--force", "--detach", "other", commit, external=True)
            with session.chdir("other"):
                session.install("-e", ".")
                session.run("python", "benchmarks/speed.py")
            session.run("git", "worktree", "remove", "--force", "other", external=True)
