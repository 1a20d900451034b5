"""Lines and trees of bets as people write them, and as they are written back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..given import shown

MOST_LETTERS = 32_000_000
_DEEPEST = 400  # actions in a row: more than three streets can have
_EXAMPLE = "{'x': {'b50': {}}, 'b33': {}}"
_ACTION = re.compile(r"[xcf]|[br](?P<size>.+)")
_SAID = re.compile(
    r"(?P<word>check|call|fold|bet|raise)(s|es)?(\s+to)?(\s+(?P<chips>\d+(\.\d+)?))?(?=[\s,]|$)",
    re.IGNORECASE,
)
_LETTERS = {"check": "x", "call": "c", "fold": "f", "bet": "b", "raise": "r"}
_ALOUD = {"x": "check", "c": "call", "f": "fold", "b": "bet ", "r": "raise "}


def short_line(line: str) -> str:
    """A line in its short form, of words too.

    Examples
    --------
    >>> short_line("check, bet 50, raises to 150, call"), short_line(" x  b50 ")
    ('x b50 r150 c', 'x b50')
    """
    plain = _SAID.sub(lambda said: _LETTERS[said["word"].lower()] + (said["chips"] or ""), line)
    return " ".join(plain.replace(",", " ").split())


def line_aloud(line: str) -> str:
    """A line in words.

    Examples
    --------
    >>> line_aloud("x b50 r150 c")
    'check, bet 50, raise 150, call'
    """
    return ", ".join(_ALOUD[action[0]] + action[1:] for action in line.split())


# ---------------------------------------------------------------- trees


def tree_text(given: object) -> str:
    r"""A tree as one text, whatever it was given as: a mapping, its JSON, or indented lines.

    Raises ValueError if it is none. Whether its bets fit a spot is seen as the tree grows.

    Examples
    --------
    >>> tree_text({"bet 33": None, "x": {"b50": {"f": {}, "c": {}}}})
    '{"b33":{},"x":{"b50":{"c":{},"f":{}}}}'
    >>> tree_text('{"x": {}}'), tree_text("x  # he checks\n  b50\n    r150")
    ('{"x":{}}', '{"x":{"b50":{"r150":{}}}}')
    """
    if isinstance(given, str):
        if len(given) > MOST_LETTERS:
            raise ValueError(f"tree has {len(given):,} letters: give at most {MOST_LETTERS:,}")
        given = _of_json(given) if given.lstrip().startswith("{") else _of_lines(given)
    if not isinstance(given, Mapping) or not given:
        raise ValueError(f"tree is {shown(given)}: give what follows each action, as {_EXAMPLE}")
    return json.dumps(_plain(given, ()), sort_keys=True, separators=(",", ":"))


def _of_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (json.JSONDecodeError, RecursionError) as error:
        example = _EXAMPLE.replace("'", '"')
        raise ValueError(f"tree is no JSON, {error}: give it as {example}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, behind in pairs:
        if name in found:
            raise ValueError(f"tree has {shown(name)} twice behind the same actions")
        found[name] = behind
    return found


def _of_lines(text: str) -> dict[str, Any]:
    """What lines say, an action each: behind the one above that is indented less."""
    root: dict[str, Any] = {}
    last, levels = root, list[tuple[int, dict[str, Any]]]()  # indents, and the actions there
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("#")[0].expandtabs().rstrip()
        word = written.lstrip()
        if not word:
            continue
        indent = len(written) - len(word)
        if not levels or indent > levels[-1][0]:
            levels.append((indent, last))
        while levels and levels[-1][0] > indent:
            levels.pop()
        if not levels or levels[-1][0] != indent:
            raise ValueError(f"tree, line {number:,}: {shown(word)} is indented as none above it")
        there = levels[-1][1]
        if word in there:
            raise ValueError(f"tree, line {number:,}: {shown(word)} is there already")
        last = there[word] = {}
    return root


def _plain(given: Any, path: tuple[str, ...]) -> dict[str, Any]:
    """The same with actions in their short form."""
    if given is None or given == "":
        return {}
    if not isinstance(given, Mapping):
        raise ValueError(  # noqa: TRY004 - as for any other tree
            f"tree has {shown(given)} after {shown(' '.join(path))}: give what follows each "
            f"action, as {_EXAMPLE}"
        )
    if len(path) > _DEEPEST:
        raise ValueError(f"tree has more than {_DEEPEST} actions in a row")
    found: dict[str, Any] = {}
    for name, behind in given.items():
        word = short_line(name).replace(" ", "").lower() if isinstance(name, str) else ""
        if not _ACTION.fullmatch(word):
            raise ValueError(
                f"tree has {shown(name)}{_after(path)}, which is no action: give x, c, f, b50 for "
                "a bet of 50 chips, b33% of the pot, r150 for a raise to 150"
            )
        if word in found:
            raise ValueError(f"tree has {shown(word)} twice{_after(path)}")
        found[word] = _plain(behind, (*path, word))
    return found


def _after(path: tuple[str, ...]) -> str:
    return f" after {shown(' '.join(path))}" if path else ""
