"""What is to be learned, and how: a game, an algorithm and its parameters, checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pokerlake.engine.games.protocol import Algorithm, Learnable, Learner, Parameters
from pokerlake.engine.given import plain_float, plain_int
from pokerlake.tables.errors import UsageError, did_you_mean
from pokerlake.tables.manifest import package_version

MOST_GAMES = 1 << 53


@dataclass(frozen=True)
class Lesson:
    """What to learn, and how. Equal lessons have equal results."""

    game: Learnable
    algorithm: Algorithm
    games: int  # to play, or iterations; slightly more if whole batches are played
    seed: int | None  # None if nothing is random
    parameters: Parameters  # all parameters of the algorithm

    @classmethod
    def of(
        cls,
        games: Mapping[str, Learnable],
        game: str,
        algorithm: str | None = None,
        *,
        rounds: int | None = None,
        seed: int | None = None,
        parameters: Parameters | None = None,
    ) -> Lesson:
        """A lesson from names; what is None has its default, and the seed is 1.

        ``game``, ``algorithm``: by default the game's first algorithm; ``rounds``: the number of
        games to play; ``parameters``: numbers may be text. Raises UsageError if a name is unknown,
        the algorithm takes no seed, or a number is out of range.
        """
        if game not in games:
            raise UsageError(f"no game {game!r}; {did_you_mean(game, games)}")
        chosen = games[game]
        algorithms = {each.name: each for each in chosen.algorithms}
        if algorithm is not None and algorithm not in algorithms:
            hint = did_you_mean(algorithm, algorithms)
            raise UsageError(f"{game} is not learned by {algorithm!r}; {hint}")
        how = algorithms[algorithm] if algorithm else chosen.algorithms[0]
        name = f"{how.name} of {game}"
        if seed is not None and not how.seeded:
            raise UsageError(f"{name} takes no seed: nothing in it is random")
        if rounds is not None and how.once:
            raise UsageError(f"{name} is done at once; leave the games out")
        rounds = how.games if rounds is None else rounds
        if not 1 <= rounds <= MOST_GAMES:
            raise UsageError(f"games is {rounds}; give 1 to {MOST_GAMES:,}")
        seed = 1 if seed is None and how.seeded else seed
        checked = _read(name, parameters or {}, how.parameters)
        return cls(chosen, how, rounds, seed, {**how.parameters, **checked})

    def begin(self) -> Learner:
        """Begin the learner.

        Raises UsageError if a parameter or the seed is out of range.
        """
        seed = {} if self.seed is None else {"seed": self.seed}
        try:
            return self.algorithm.begin(**seed, **self.parameters)
        except ValueError as error:
            raise UsageError(str(error)) from error

    @property
    def parameters_text(self) -> str:
        """Its parameters as JSON, always in the same order."""
        return json.dumps(dict(self.parameters), sort_keys=True)

    @property
    def digest(self) -> str:
        """The name of the folder of its run, different for every lesson."""
        about = (self.game.name, self.algorithm.name, self.games, self.seed, self.parameters_text)
        return hashlib.sha256(repr((about, package_version())).encode()).hexdigest()[:12]


_READ: Mapping[type, Callable[[str], str | int | float]] = {int: plain_int, float: plain_float}


def _read(learner: str, texts: Parameters, known: Parameters) -> Parameters:
    """The given parameters, each of the type of its default."""
    parameters: dict[str, str | int | float] = {}
    for name, value in texts.items():
        if not known:
            raise UsageError(f"{learner} has no parameters; {name!r} was given")
        if name not in known:
            raise UsageError(f"{learner} has no parameter {name!r}; {did_you_mean(name, known)}")
        kind = type(known[name])
        read = _READ.get(kind, str)
        try:
            parameters[name] = read(value) if isinstance(value, str) else value
        except ValueError as error:
            numbers = "a whole number" if kind is int else "a number"
            raise UsageError(f"parameter {name} is {value!r}; give {numbers}") from error
    return parameters
