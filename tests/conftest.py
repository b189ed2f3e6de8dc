"""Pytest options: the tests of one rule (``--rule``), and which rules the tests of a run have proved (``--rules``)."""

import re
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Column, Table

ROOT = Path(__file__).resolve().parents[1]
RULE_ID = re.compile(r"^- \*\*([A-Z]+-\d+)\b", re.MULTILINE)


def rule_ids(finished_only=False):
    """Return the rule ids of the specifications in ``docs/rules``, in the order of the documents.

    Parameters
    ----------
    finished_only : bool
        Whether to leave out the games whose rules are not written yet.

    Returns
    -------
    list of str
    """
    return [
        rule
        for path in sorted((ROOT / "docs" / "rules").glob("*.md"))
        if not finished_only or (ROOT / "rlboardgames" / "games" / path.stem / "rules.py").exists()
        for rule in RULE_ID.findall(path.read_text(encoding="utf-8"))
    ]


def passed_by_rule(terminal):
    """Return, for each rule id of the finished games, a count of passed cases by test name.

    Parameters
    ----------
    terminal : TerminalReporter

    Returns
    -------
    dict of str to Counter
    """
    passed = {rule: Counter() for rule in rule_ids(finished_only=True)}
    for report in terminal.stats.get("passed", []):
        for key, rule in report.user_properties:
            if key == "rule" and rule in passed:
                passed[rule][report.nodeid.split("::")[-1].partition("[")[0]] += 1
    return passed


def pytest_addoption(parser):
    """Add ``--rule`` and ``--rules``."""
    parser.addoption("--rule", metavar="ID", help="run the tests of this rule only, for example MD-16")
    parser.addoption(
        "--rules",
        action="store_true",
        help="after the run print the passing tests of each rule; fail if a rule of a finished game has none",
    )


def pytest_configure(config):
    """Leave out the tests that take minutes unless ``-m`` says otherwise."""
    if not config.option.markexpr:
        config.option.markexpr = "not training and not exhaustive"


def pytest_collection_modifyitems(config, items):
    """Note the rules of each test in its report, refuse ids that no specification has, and choose by ``--rule``."""
    known, asked = set(rule_ids()), config.option.rule
    if asked is not None and asked not in known:
        raise pytest.UsageError(f"--rule {asked}: no specification in docs/rules has such a rule")
    for item in items:
        for rule in dict.fromkeys(rule for marker in item.iter_markers("rule") for rule in marker.args):
            if rule not in known:
                raise pytest.UsageError(f"{item.nodeid}: no specification in docs/rules has a rule {rule!r}")
            item.user_properties.append(("rule", rule))
    if asked is not None:
        chosen = [item for item in items if ("rule", asked) in item.user_properties]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def pytest_sessionfinish(session):
    """With ``--rules``, fail the run if a rule has no passing test."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")  # none in a worker of pytest-xdist
    asked = terminal and session.config.option.rules
    if asked and session.exitstatus == pytest.ExitCode.OK and not all(passed_by_rule(terminal).values()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    """With ``--rules``, print the passing tests of each rule."""
    if not config.option.rules:
        return
    passed = passed_by_rule(terminalreporter)
    table = Table("rule", "passing", Column("tests", overflow="fold"), title="Rules and the tests that prove them")
    for rule, tests in passed.items():
        names = "\n".join(name if count == 1 else f"{name} x {count}" for name, count in tests.items())
        table.add_row(rule, str(tests.total()), names or "none", style=None if tests else "red")
    console = Console()
    with console.capture() as capture:
        console.print(table)
    terminalreporter.write("\n" + capture.get())
    missing = [rule for rule, tests in passed.items() if not tests]
    words = f"no passing test: {', '.join(missing)}" if missing else "every rule has a passing test"
    terminalreporter.write_line(words, red=bool(missing), green=not missing)
