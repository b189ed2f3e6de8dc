"""Make the golden records anew: ``python tests/golden/make.py``. Say in the commit why behaviour has changed."""

from pathlib import Path
from typing import NamedTuple

from rich.progress import track

from rlboardgames.core.episode import REWARDS
from rlboardgames.records import record, write
from rlboardgames.registry import GAMES, make_game, module_of

FOLDER = Path(__file__).parent
EDITIONS = FOLDER.parent / "editions"
FEW = 40
"""Decisions of a record that shows a part of a game."""

SEED = 39
"""Of most: with it the games come through nearly everything."""

OPTIONS = {
    "mint_delivery_v0": ({"abilities": True}, {"road_conditions": 4}, {"abilities": True, "road_conditions": 3}),
    "metro_x_v0": ({"map": "tube_town"}, {"map": "tokyo"}, {"map": "osaka"}),
    "hasty_baker_v0": (),
    "monad_v0": ({"teams": True},),
}
"""What else than the default, reward schemes and lengths apart."""


class Form(NamedTuple):
    """What a golden is a record of."""

    game: str
    players: int
    options: dict
    agent: str
    decisions: int | None = None
    seed: int = SEED
    begins_full: bool = False  # on boards without an empty station

    @property
    def files(self):
        """The form's data files, by the option that names them."""
        return {key: value for key, value in self.options.items() if isinstance(value, Path)}

    @property
    def path(self):
        """Where the golden lies."""
        options = [f"{key}={value.stem if isinstance(value, Path) else value}" for key, value in self.options.items()]
        words = [self.game, str(self.players), *options, self.agent]
        words += ["part"] * (self.decisions is not None) + ["full"] * self.begins_full
        words += [f"seed={self.seed}"] * (self.seed != SEED)
        return FOLDER / ("-".join(words) + ".jsonl")

    def record(self):
        """Play it."""
        options = {key: str(value) if isinstance(value, Path) else value for key, value in self.options.items()}
        game = make_game(self.game, num_players=self.players, **options)
        return record(game, self.agent, self.seed, self.decisions, _full_boards(game) if self.begins_full else None)


def _full_boards(game):
    # a position of Metro X in which the free card can only be passed
    position = game.position(game.new_state(seed=SEED))
    cards = [card for card in position["deck"] + position["discard"] if card != "F"]
    full = {"stations": [-1] * len(position["boards"][0]["stations"]), "lines": dict.fromkeys(game.lines, "gold")}
    windows = {line: int(line in game.lines[-4:]) for line in game.lines}
    board, turns = {**full, "windows": windows}, sum(position["boards"][0]["windows"].values()) - 4
    changes = {"card": "F", "discard": ["F"], "deck": cards, "boards": [board] * game.num_players}
    return {**position, **changes, "turn": turns + 1, "decisions": turns * game.num_players}


RARE = (
    Form("metro_x_v0", 2, {}, "random", begins_full=True),  # pass
    Form("mint_delivery_v0", 2, {"abilities": True}, "mixed", FEW, seed=4),  # drop
    Form("monad_v0", 4, {}, "mixed", FEW, seed=8),  # pass
)
"""Games with actions that the others do not come to."""


def forms():
    """Return all forms: player counts, options, reward schemes, agents; ended by the rules, cut, and stopped."""
    return [*(form for game in GAMES for form in (*_forms_by_players(game), *_forms_by_options(game))), *RARE]


def _forms_by_players(game):
    counts = module_of(game).game.player_counts
    for players in (counts[0], counts[len(counts) // 2], counts[-1]):
        yield Form(game, players, {}, "mixed", FEW)
        yield Form(game, players, {"max_steps": FEW}, "random")
        yield Form(game, players, {}, "greedy", FEW if game == "monad_v0" and players > counts[0] else None)


def _forms_by_options(game):
    players = {"monad_v0": 4}.get(game, 2)
    for options in (*OPTIONS[game], *_own_files(game)):
        yield Form(game, players, options, "mixed", FEW)
        yield Form(game, players, {**options, "max_steps": FEW}, "random")
        yield Form(game, players, options, "greedy", None if game == "metro_x_v0" else 2 * FEW)
    for reward in REWARDS[1:]:
        yield Form(game, players, {"reward": reward, "max_steps": 2 * FEW}, "mixed")


def _own_files(game):
    (option,) = {"data", "map"} & set(make_game(game).options) or {None}
    for path in sorted(EDITIONS.glob(f"{game.rpartition('_')[0]}_*.json")) if option else ():
        yield {option: path}


def main():
    """Remove all goldens and make them anew."""
    for path in FOLDER.glob("*.jsonl"):
        path.unlink()
    for form in track(forms(), "recording"):
        write(form.record(), form.path)
    sizes = [path.stat().st_size for path in FOLDER.glob("*.jsonl")]
    print(f"{len(sizes)} records, {sum(sizes) / 2**20:.2f} MiB")


if __name__ == "__main__":
    main()
