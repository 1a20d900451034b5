"""Blueprints of the lake before the flop: what each starting hand does after any line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from ..answer import Answer, Same
from ..registry import Asked, Asking, FieldError, question
from ..rows import rows_of
from ..same import literal, sql_text

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

_RUNS = (
    "select run, game, stack, buckets, iterations, round(seconds) as seconds from blueprints "
    "order by run desc limit 1000"
)


class LineAsked(Asked):
    """A blueprint, 0 for the last, and the actions so far."""

    run: Annotated[int, Field(ge=0, le=2**31)] = 0
    line: Annotated[str, Field(max_length=1000)] = ""


@question("blueprint_line", LineAsked)
def blueprint_line(asked: LineAsked, asking: Asking) -> Answer:
    """What is done after a line before the flop, by all hands together and by each.

    ``steps`` are the decisions on the way; combos are those that come there.
    """
    runs = rows_of(asking, _RUNS).to_pylist()
    known = [row["run"] for row in runs]
    if not known:
        raise FieldError("run", "the lake has no blueprint: 'pokerlake blueprint' trains one", 404)
    run = asked.run or known[0]
    if run not in known:
        raise FieldError("run", f"no blueprint {run}; there are 1 to {known[0]}")
    nodes = {
        row["line"]: row
        for row in rows_of(
            asking,
            "select line, player, pot, to_call, actions from blueprint_nodes "  # noqa: S608 a number
            f"where run = {run} and street = 'preflop'",
        ).to_pylist()
    }
    steps = _steps(nodes, asked.line)
    here = steps[-1]
    sql = (
        "select hand, combos, action, percent from blueprint_hands "  # noqa: S608 a number, a line
        f"where run = {run} and line = {sql_text(here['line'])}"
    )
    shares = {action: _shares(asking, run, here["line"], action) for action in here["actions"]}
    combos = _combos()
    for step in steps[:-1]:
        if step["player"] == here["player"]:
            combos *= _shares(asking, run, step["line"], step["taken"])
    total = combos.sum()
    actions = [
        {
            "action": action,
            "combos": float(share @ combos),
            "percent": 100 * float(share @ combos) / total if total else None,
            "goes_on": f"{here['line']} {action}".strip() in nodes,
        }
        for action, share in shares.items()
    ]
    hands = {
        "hand": _hands(),
        "combos": combos,
        **{f"share {action}": share for action, share in shares.items()},
    }
    data = {"runs": runs, "run": run, "steps": steps, "actions": actions, "hands": hands}
    return Answer(data, None, Same(f"pk.sql({literal(sql)})", sql), keep=True)


def _steps(nodes: dict[str, dict[str, Any]], line: str) -> list[dict[str, Any]]:
    """The decisions on the way to a line, and the one after it."""
    from pokerlake.queries.charts.solving import action_words
    from pokerlake.tables.errors import did_you_mean

    words, steps = line.split(), []
    for count in range(len(words) + 1):
        before = " ".join(words[:count])
        node = nodes[before]
        actions = node["actions"].split(",")
        taken = words[count] if count < len(words) else None
        steps.append(
            {
                **node,
                "actions": actions,
                "words": [action_words(action) for action in actions],
                "taken": taken,
            }
        )
        if taken is not None and taken not in actions:
            raise FieldError(
                "line", f"no {taken!r} after {before!r}; {did_you_mean(taken, actions)}"
            )
        if taken is not None and f"{before} {taken}".strip() not in nodes:
            raise FieldError("line", f"nobody acts before the flop after {before!r} {taken!r}")
    return steps


def _shares(asking: Asking, run: int, line: str, action: str) -> npt.NDArray[np.float64]:
    """How often each hand takes an action: ``(169,)``."""
    import numpy as np

    from pokerlake.engine.cards.holes import HAND_INDEX

    rows = rows_of(
        asking,
        "select hand, percent from blueprint_hands "  # noqa: S608 a number, and text that is quoted
        f"where run = {run} and line = {sql_text(line)} and action = {sql_text(action)}",
    )
    found = np.zeros(len(HAND_INDEX))
    found[[HAND_INDEX[hand] for hand in rows["hand"].to_pylist()]] = rows["percent"].to_numpy()
    return found / 100


def _hands() -> list[str]:
    from pokerlake.engine.cards.holes import HANDS

    return list(HANDS)


def _combos() -> npt.NDArray[np.float64]:
    import numpy as np

    from pokerlake.engine.cards.holes import HANDS, hand_of_hole

    return np.bincount(hand_of_hole(), minlength=len(HANDS)).astype(np.float64)
