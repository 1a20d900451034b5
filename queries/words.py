"""Keywords that a call has not: what the field calls them elsewhere, and what they are here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from difflib import get_close_matches
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_WORDS = {
    "board": ("flop", "turn", "river", "community", "board_cards", "boards"),
    "boards": ("board",),
    "by": ("ranking",),
    "cards": ("hand_size", "size"),
    "dead": ("dead_cards", "deadcards", "removed", "blockers", "exclude"),
    "deals": (
        "n", "samples", "n_samples", "num_samples", "sims", "n_sims", "simulations", "iterations",
        "trials", "size", "hands", "mc",
    ),
    "game": ("variant", "rules", "kind"),
    "iterations": ("n", "iters", "n_iterations", "max_iterations", "steps"),
    "lake": ("path", "folder", "db", "database"),
    "max_seconds": ("timeout", "time", "time_limit", "seconds"),
    "method": ("exact", "monte_carlo", "montecarlo", "mode"),
    "opponents": ("players", "n_opponents", "num_opponents", "n_players", "villains"),
    "order": ("ranking", "low", "lowball"),
    "players": ("n_players", "num_players", "hands", "seats", "opponents"),
    "runs": ("times", "run_it", "run_it_twice", "rit", "boards"),
    "seed": ("random_state", "rng", "random_seed", "rng_seed"),
    "stacks": ("stack",),
    "standard_error": ("se", "error", "stderr", "tolerance"),
    "threads": ("n_jobs", "workers", "num_threads", "n_threads", "jobs", "cores"),
    "to": ("exploitability", "accuracy", "epsilon", "target", "tolerance"),
    "villain": ("range", "villains", "opponent", "against", "villain_range"),
}  # fmt: skip


def worded(function: Callable[P, R]) -> Callable[P, R]:
    """A function that says, of a keyword that it has not, what it is called here."""

    @functools.wraps(function)
    def call(*given: P.args, **named: P.kwargs) -> R:
        try:
            return function(*given, **named)
        except TypeError:
            told = _told(function, named)
            if told is None:
                raise
        raise TypeError(told)

    return call


def _told(function: Callable[..., object], named: dict[str, object]) -> str | None:
    """What to say of a keyword that the function has not; None if it has all that are given."""
    has = [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is not parameter.VAR_POSITIONAL
    ]
    unknown = next((name for name in named if name not in has), None)
    if unknown is None:
        return None
    meant = [own for own, others in _WORDS.items() if unknown.lower() in others and own in has]
    meant = meant or get_close_matches(unknown, has, 1)
    hint = f"here it is {meant[0]}=" if meant else f"it has {', '.join(has)}"
    if meant == ["method"] and unknown != "mode":
        hint = 'here it is method="exact" or method="monte carlo"'
    return f"{function.__name__}() has no argument {unknown!r}; {hint}"
