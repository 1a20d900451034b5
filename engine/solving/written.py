"""Lines and trees of bets as people write them, and in canonical text."""

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
    """A line in its short form, from short or long words.

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


def tree_text(tree: object) -> str:
    r"""A tree as canonical text, from a mapping, its JSON, or indented lines.

    Raises ValueError if it is invalid. Its bets are checked against a spot when the tree is built.

    Examples
    --------
    >>> tree_text({"bet 33": None, "x": {"b50": {"f": {}, "c": {}}}})
    '{"b33":{},"x":{"b50":{"c":{},"f":{}}}}'
    >>> tree_text('{"x": {}}'), tree_text("x  # he checks\n  b50\n    r150")
    ('{"x":{}}', '{"x":{"b50":{"r150":{}}}}')
    """
    if isinstance(tree, str):
        if len(tree) > MOST_LETTERS:
            raise ValueError(f"tree has {len(tree):,} letters: give at most {MOST_LETTERS:,}")
        tree = _of_json(tree) if tree.lstrip().startswith("{") else _of_lines(tree)
    if not isinstance(tree, Mapping) or not tree:
        raise ValueError(f"tree is {shown(tree)}: give what follows each action, as {_EXAMPLE}")
    return json.dumps(_plain(tree, ()), sort_keys=True, separators=(",", ":"))


def _of_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (json.JSONDecodeError, RecursionError) as error:
        example = _EXAMPLE.replace("'", '"')
        raise ValueError(f"tree is not JSON, {error}: give it as {example}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for name, behind in pairs:
        if name in mapping:
            raise ValueError(f"tree has {shown(name)} twice after the same actions")
        mapping[name] = behind
    return mapping


def _of_lines(text: str) -> dict[str, Any]:
    """Read an action from each line; it follows the line above that is indented less."""
    root: dict[str, Any] = {}
    last, levels = root, list[tuple[int, dict[str, Any]]]()  # indents, and their actions
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
            raise ValueError(
                f"tree, line {number:,}: {shown(word)} is indented as no line above it is"
            )
        there = levels[-1][1]
        if word in there:
            raise ValueError(f"tree, line {number:,}: {shown(word)} is there already")
        last = there[word] = {}
    return root


def _plain(tree: Any, path: tuple[str, ...]) -> dict[str, Any]:
    """The same with actions in their short form."""
    if tree is None or tree == "":
        return {}
    if not isinstance(tree, Mapping):
        raise ValueError(  # noqa: TRY004 - as for any other tree
            f"tree has {shown(tree)} after {shown(' '.join(path))}: give what follows each "
            f"action, as {_EXAMPLE}"
        )
    if len(path) > _DEEPEST:
        raise ValueError(f"tree has more than {_DEEPEST} actions in a row")
    plain: dict[str, Any] = {}
    for name, behind in tree.items():
        word = short_line(name).replace(" ", "").lower() if isinstance(name, str) else ""
        if not _ACTION.fullmatch(word):
            raise ValueError(
                f"tree has {shown(name)}{_after(path)}, which is no action: give x, c, f, b50 for "
                "a bet of 50 chips, b33% of the pot, r150 for a raise to 150"
            )
        if word in plain:
            raise ValueError(f"tree has {shown(word)} twice{_after(path)}")
        plain[word] = _plain(behind, (*path, word))
    return plain


def _after(path: tuple[str, ...]) -> str:
    return f" after {shown(' '.join(path))}" if path else ""
