"""What a range hits: the bars beside the page's grid, and the grid by groups of kinds."""

from __future__ import annotations

from typing import Any

from pokerlake.queries.questions import question as declared

from ..answer import Answer
from ..declared import model_of, same_elsewhere
from ..registry import Asking, question

_HITS = declared.questions()["hits"]
HitsAsked = model_of(_HITS)


@question(
    "range_hits",
    HitsAsked,
    warm=[{"hands": "TT+,AQ+,KQs", "board": "Qh7h2c", "villain": "22+", "keep": "top pair+"}],
)
def range_hits(asked: Any, asking: Asking) -> Answer:
    """What a range of two cards hits on one board: its hands by groups of kinds, a row for each.

    ``bars`` has the kinds and draws that either range has, each with its ``group``; ``kept`` is the
    part of the range with the kinds to keep.
    """
    from pokerlake.queries.answers.hits import GROUPS, group_of, group_of_draw

    values = asked.model_dump()
    hits = _HITS.ask(values, asking.lake)
    bars = hits.for_people().to_pylist()
    for bar in bars:
        bar["group"] = (group_of if bar["part"] == "made" else group_of_draw)(bar["name"])
    data = {
        "groups": list(GROUPS),
        "bars": bars,
        "combos": hits.combos,
        "kept": hits.kept_text,
        "kept_combos": hits.kept_combos,
    }
    rows = hits.by_hand().to_arrow()
    return Answer(data, rows, same_elsewhere(_HITS, values), keep=True)
