"""Blueprints of the lake before the flop: what each starting hand does after any line."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..answer import Answer, Same
from ..registry import Asked, Asking, FieldError, field, question
from ..rows import rows_of
from ..same import literal, sql_text

_RUNS = "select run, game, stack, buckets from blueprints order by run desc limit 1000"


class LineAsked(Asked):
    """A blueprint, 0 for the last, and the actions so far."""

    run: Annotated[int, Field(ge=0, le=2**31)] = 0
    line: Annotated[str, Field(max_length=1000)] = ""


@question("blueprint_line", LineAsked)
def blueprint_line(asked: LineAsked, asking: Asking) -> Answer:
    """The strategy after a line before the flop, for all hands together and for each.

    ``steps`` are the decisions on the way; combos are those that reach them.
    """
    from pokerlake.engine.cards.holes import HANDS, hand_combos
    from pokerlake.queries.charts.blueprint import preflop_decision

    runs = rows_of(asking, _RUNS).to_pylist()
    known = [row["run"] for row in runs]
    if not known:
        raise FieldError("run", "the lake has no blueprint: 'pokerlake blueprint' trains one", 404)
    run = asked.run or known[0]
    if run not in known:
        raise FieldError("run", f"no blueprint {run}; there are 1 to {known[0]}")
    with field("line"):
        decision = preflop_decision(run, asked.line, asking.lake)
    nodes = rows_of(
        asking,
        "select line, player, pot, to_call, actions from blueprint_nodes "  # noqa: S608 a number
        f"where run = {run} and street = 'preflop'",
    ).to_pylist()
    steps = _steps({row["line"]: row for row in nodes}, asked.line.split())
    here = steps[-1]
    combos = hand_combos() * decision.comes
    shares = dict(zip(decision.actions, decision.shares.T, strict=True))
    lines = {row["line"] for row in nodes}
    actions = [
        {
            "action": action,
            "combos": float(shares[action] @ combos),
            "percent": 100 * float(shares[action] @ combos) / combos.sum(),
            "goes_on": f"{here['line']} {action}".strip() in lines,
        }
        for action in here["actions"]
    ]
    hands = {
        "hand": list(HANDS),
        "combos": combos,
        **{f"share {action}": share for action, share in shares.items()},
    }
    data = {"runs": runs, "run": run, "steps": steps, "actions": actions, "hands": hands}
    quoted = sql_text(here["line"])
    sql = (
        "select hand, combos, comes, action, percent from blueprint_hands "  # noqa: S608 quoted
        f"where run = {run} and line = {quoted}"
    )
    command = f"pokerlake chart blueprint --run {run} --line {quoted}"
    return Answer(data, None, Same(f"pk.sql({literal(sql)})", sql, command), keep=True)


def _steps(nodes: dict[str, dict[str, Any]], words: list[str]) -> list[dict[str, Any]]:
    """The decisions on the way to a line, and the one after it."""
    from pokerlake.queries.charts.solving import action_words

    steps = []
    for place, taken in enumerate([*words, None]):
        node = nodes[" ".join(words[:place])]
        actions = node["actions"].split(",")
        in_words = [action_words(action) for action in actions]
        steps.append({**node, "actions": actions, "words": in_words, "taken": taken})
    return steps
