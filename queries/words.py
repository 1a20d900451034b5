"""Words of other programs, and what they are called here."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# Our words, with those of the field and of other programs. The table of our words is at
# https://pokerlake.github.io/pokerlake/words/; some are for the command line only.
OTHERS = {
    "board": ("flop", "turn", "river", "community", "board_cards", "boards"),
    "boards": ("board",),
    "by": ("ranking", "group_by", "groupby"),
    "cards": ("hand_size", "size"),
    "dead": ("dead_cards", "deadcards", "removed", "blockers", "exclude"),
    "deals": (
        "n", "samples", "n_samples", "num_samples", "mc_samples", "sims", "n_sims", "simulations",
        "iterations", "trials", "size", "hands", "mc",
    ),
    "exact": ("method",),  # of the command line, as is mc
    "from": ("file", "input", "in", "i"),
    "game": ("variant", "rules", "kind"),
    "games": ("iterations", "n", "iters", "episodes"),
    "iterations": ("n", "iters", "n_iterations", "max_iterations", "steps"),
    "least": ("min_hands", "min_chances", "minimum"),
    "lake": ("path", "folder", "db", "database"),
    "max_seconds": ("timeout", "time", "time_limit", "seconds"),
    "mc": ("monte_carlo", "montecarlo", "sample", "random", "method"),
    "method": ("exact", "monte_carlo", "montecarlo", "mode"),
    "oop": ("hero", "range1", "sb", "bb"),
    "opponents": ("players", "n_opponents", "num_opponents", "n_players", "villains"),
    "order": ("ranking", "low", "lowball"),
    "output": ("out", "to_file", "save"),
    "players": ("n_players", "num_players", "hands", "seats", "opponents"),
    "player": ("hero", "name"),
    "port": ("p",),
    "runs": ("times", "run_it", "run_it_twice", "rit", "boards"),
    "seed": ("random_state", "rng", "random_seed", "rng_seed"),
    "small_blind": ("sb",),
    "stack": ("effective_stack", "eff_stack"),
    "stacks": ("stack",),
    "standard_error": ("se", "error", "stderr", "tolerance"),
    "threads": ("n_jobs", "workers", "num_threads", "n_threads", "jobs", "j", "cores", "cpus"),
    "to": ("exploitability", "accuracy", "epsilon", "target", "tolerance", "nash_conv"),
    "villain": ("range", "villains", "opponent", "against", "villain_range"),
}  # fmt: skip
# Arguments that are positional in functions that take any number of players.
_PLAYERS = ("hero", "villain", "villains", "hands", "players", "ranges", "opponent", "opponents")
_ALIKE = 0.8  # how far a keyword is like the one that is meant: antes, and no rake for lake
_UNBOUND = ("missing a required argument", "multiple values for argument")  # of inspect
_MOST_NAMED = 8  # arguments that are listed where one is given by its place
# What is called otherwise on the command line.
OPTIONS = {"threads": "--workers", "standard_error": "--se"}

# Our commands, with the words of the field and of other programs.
_COMMANDS = {
    "bubble": ("icm", "malmuth-harville", "risk-premium"),
    "chart": ("plot", "graph", "picture"),
    "compare": ("winner", "winners", "showdown"),
    "deal": ("shuffle", "random"),
    "equity": ("odds", "montecarlo", "monte-carlo", "mc", "simulate", "calc", "ev", "pokerstove"),
    "evaluate": ("rank", "eval", "hand", "hand-rank", "classify"),
    "import": (
        "load", "parse", "read", "hh", "hands", "hand-history", "hand-histories", "load-hands",
        "parse-hands", "read-hands",
    ),
    "pushfold": ("nash", "jam", "shove", "push", "push-fold", "jam-fold"),
    "query": ("run", "queries", "ask"),
    "schema": ("describe", "columns"),
    "solve": ("solver", "gto", "cfr", "solve-spot"),
    "strength": ("hs", "ehs", "potential"),
    "tables": ("ls", "list", "show"),
}  # fmt: skip
# What Python, and other programs, call what these functions of SQL do.
_FUNCTIONS = {
    "board_id": ("flop_id", "turn_id", "river_id"),
    "card_text": ("format_card", "card_name"),
    "class_of": ("evaluate", "eval", "evaluate_hand", "hand_rank", "rank_hand", "hand_class"),
    "ehs": ("effective_hand_strength",),
    "equity": ("win_rate", "win_percent", "odds"),
    "hand_of": ("hand", "hand_name", "starting_hand"),
    "hs": ("hand_strength",),
}  # fmt: skip
_IN_PYTHON = {"bubble": "bubble_factors", "pushfold": "push_fold", "schema": "tables"}
_OF_A_TERMINAL = (
    "abstract", "build", "doctor", "drop", "export", "import", "learn", "serve", "verify",
)  # fmt: skip
_OF_ALL = ("cards", "hand", "load", "range")  # general words: a verb says more


def command_called(word: str) -> str | None:
    """The command for a word of other programs.

    Examples
    --------
    >>> command_called("ICM"), command_called("fold")
    ('bubble', None)
    """
    return next((ours for ours, others in _COMMANDS.items() if word.lower() in others), None)


def function_called(word: str) -> str | None:
    """The function of SQL that does what is called so elsewhere.

    Examples
    --------
    >>> function_called("evaluate"), function_called("fold")
    ('class_of', None)
    """
    return next((own for own, others in _FUNCTIONS.items() if word.lower() in others), None)


def name_hint(name: str, names: Collection[str]) -> str:
    """A hint for a name that pokerlake lacks in Python; empty if there is none.

    ``names`` are those that exist.

    Examples
    --------
    >>> name_hint("calculateEquity", ["equity", "hand"])
    "did you mean 'equity'?"
    >>> name_hint("import_hands", ["equity", "hand"])
    'in a terminal: pokerlake import'
    """
    from difflib import get_close_matches

    known = {each.lower(): each for each in names}
    word = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower().strip("_")
    parts = word.split("_")
    command = command_called(word.replace("_", "-"))
    if word not in known and {command, parts[0]}.intersection(_OF_A_TERMINAL):
        return f"in a terminal: pokerlake {command or parts[0]}"
    verbs = [command, *(command_called(each) for each in parts if each not in known)]
    done = [_IN_PYTHON.get(each, each) for each in verbs if each]
    things = [each for each in reversed(parts) if each in known]  # calculate_equity is about equity
    things.sort(key=_OF_ALL.__contains__)
    meant = [word, *done[:1], *get_close_matches(word, known, 1, 0.8), *done, *things]
    return next((f"did you mean {known[each]!r}?" for each in meant if each in known), "")


def option_of(word: str) -> str:
    """The option of the command line for a Python keyword: ``--max-seconds``.

    Examples
    --------
    >>> option_of("max_seconds"), option_of("threads")
    ('--max-seconds', '--workers')
    """
    return OPTIONS.get(word, f"--{word.replace('_', '-')}")


def worded(function: Callable[P, R]) -> Callable[P, R]:
    """A function that hints at the right name of an unknown keyword.

    For a class, wrap ``__init__`` or ``__new__``.
    """

    @functools.wraps(function)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        try:
            return function(*arguments, **named)
        except TypeError as error:
            hint = _keyword_hint(function, named) or _too_many(function, arguments, named)
            if hint is None and str(error).startswith(_UNBOUND):
                hint = f"{_name(function)}: {error}"
            if hint is None:
                raise
        raise TypeError(hint)

    return call


def _name(function: Callable[..., object]) -> str:
    """The name of a function: ``equity()``, ``Range()`` or ``Range.top()``."""
    return f"{re.sub('[.]__(init|new)__$', '', function.__qualname__)}()"


def _parameters(function: Callable[..., object]) -> list[inspect.Parameter]:
    """The parameters without ``self`` and ``cls``."""
    every = inspect.signature(function).parameters.values()
    return [each for each in every if each.name not in ("self", "cls")]


def _too_many(
    function: Callable[..., object], arguments: Collection[object], named: Collection[str]
) -> str | None:
    """The message for too many positional arguments; None if they fit."""
    kinds = _parameters(function)
    arguments = [*arguments][len(inspect.signature(function).parameters) - len(kinds) :]
    places = [
        each.name
        for each in kinds
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
    ]
    if len(arguments) <= len(places) or any(each.kind is each.VAR_POSITIONAL for each in kinds):
        return None
    some = [f"{each.name}=" for each in kinds if each.kind is each.KEYWORD_ONLY]
    some = [each for each in some if each[:-1] not in named]
    some += ["name=value" for each in kinds if each.kind is each.VAR_KEYWORD]
    taken = "no arguments by their place"
    if places:
        number = "1 argument" if len(places) == 1 else f"{len(places)} arguments"
        which = " and ".join([", ".join(places[:-1]), places[-1]] if places[1:] else places)
        taken = f"{number} by {'its' if len(places) == 1 else 'their'} place, {which}"
    shown = ", ".join([*some[:_MOST_NAMED], *["..."] * (len(some) > _MOST_NAMED)])
    more = f"; the others are named: {shown}" if some else ""
    are = "is" if len(arguments) == 1 else "are"
    return f"{_name(function)} takes {taken}, and {len(arguments)} {are} given{more}"


def _keyword_hint(function: Callable[..., object], named: dict[str, object]) -> str | None:
    """The message for an unknown keyword; None if the function has all keywords."""
    parameters = _parameters(function)
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return None
    has = [each.name for each in parameters if each.kind is not each.VAR_POSITIONAL]
    unknown = next((name for name in named if name not in has), None)
    if unknown is None:
        return None
    from difflib import get_close_matches

    meant = [own for own, others in OTHERS.items() if unknown.lower() in others and own in has]
    if unknown != "big_blind":  # which is no small_blind, however near the words are
        meant = meant or get_close_matches(unknown, has, 1, _ALIKE)
    hint = f"here it is {meant[0]}=" if meant else f"it has {', '.join(has)}"
    if meant == ["method"] and unknown != "mode":
        hint = 'here it is method="exact" or method="monte carlo"'
    first = parameters[0]
    if first.kind is first.VAR_POSITIONAL and unknown in _PLAYERS and "deals" in has:
        hint = "players are given first, without a name; 'random' is one of any hand"
    return f"{_name(function)} has no argument {unknown!r}; {hint}"
