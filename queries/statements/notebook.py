"""Files of SQL as notebooks: statements with parameters, which their head declares.

::

    -- parameter: hand starting_hand = AKs -- whose equity
    select * from matchup_equities where hero = $hand;

    from pql($$select avg(riverEquity(hero)) from hero=$hand, villain='*'$$);

A parameter is declared as named queries do it. ``$name`` stands for its value, in PQL between
``$$`` too, but not in texts and comments. What stands before a semicolon is a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pokerlake.tables.errors import UsageError, did_you_mean

from ..sql.named import Parameter, Value, literals, parameter_named, values_for

_HEAD = "-- parameter: "
# What hides a semicolon and $name; not closed, it goes to the end. PQL hides no $name.
_PIECE = re.compile(
    r"""(?P<hidden>'(?:[^']|'')*(?:'|\Z)|"(?:[^"]|"")*(?:"|\Z)|--[^\n]*|/\*.*?(?:\*/|\Z))"""
    r"""|(?P<open>\bpql\s*\(\s*\$\$)(?P<pql>.*?)(?P<close>\$\$|\Z)"""
    r"""|\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z)"""
    r"""|(?<![\w$])\$(?P<name>[A-Za-z_]\w*)|(?P<end>;)""",
    re.DOTALL | re.IGNORECASE,
)
_COMMENTS = re.compile(r"(?:\s|--[^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z))*", re.DOTALL)


@dataclass(frozen=True)
class Notebook:
    """The cells of a file, without the semicolons behind them, and its parameters."""

    cells: tuple[str, ...]
    parameters: tuple[Parameter, ...] = ()

    def filled(self, given: Mapping[str, str]) -> dict[str, Value]:
        """The values of all parameters, from texts that are given and the defaults.

        UsageError if a name is none of them, one without a default is missing, a text is not of its
        type, or holes and boards have a card in common.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                declare = f"declare it at the top: {_HEAD}{name} text -- what it is"
                hint = did_you_mean(name, known) if known else declare
                raise UsageError(f"the file has no parameter {name!r}; {hint}")
        return values_for(self.parameters, given, "the file")

    def text(self) -> str:
        """The file; UsageError if it would be read in another way than it is written."""
        head = "".join(f"{_HEAD}{each.declared()}\n" for each in self.parameters)
        cells = list(_joined(self.cells))
        text = "\n".join([head] * bool(head) + [_closed(cell) for cell in cells])
        again = read(text)
        if again.parameters != self.parameters:
            wrong = next(
                one.name
                for one, other in zip(self.parameters, [*again.parameters, None], strict=False)
                if one != other
            )
            raise UsageError(
                f"the value of {wrong} cannot stand in a file; leave it empty, and give it by "
                "--param"
            )
        if again.cells != tuple(cells):
            raise UsageError("a cell has more than one statement, or a quote that is not closed")
        return text


def read(text: str) -> Notebook:
    """The cells and parameters of a file; UsageError if a parameter cannot be read, or is twice."""
    lines = text.replace("\r\n", "\n").lstrip("\n").split("\n")
    parameters: list[Parameter] = []
    while lines and lines[0].startswith(_HEAD):
        parameter = parameter_named(lines.pop(0).removeprefix(_HEAD).rstrip())
        if parameter.name in (each.name for each in parameters):
            raise UsageError(f"parameter {parameter.name} is declared twice")
        parameters.append(parameter)
    rest = "\n".join(lines)
    ends = [piece.start() for piece in _PIECE.finditer(rest) if piece["end"]]
    pieces = [
        rest[start:end].strip()
        for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(rest)], strict=True)
    ]
    return Notebook(tuple(filter(None, pieces)), tuple(parameters))


def fill(text: str, values: Mapping[str, Value]) -> str:
    """The text with values in place of ``$name``; names that have none stay as they are."""
    written = literals(values)

    def of(piece: re.Match[str]) -> str:
        if piece["open"]:
            return piece["open"] + _PIECE.sub(of, piece["pql"]) + piece["close"]
        return written.get(piece["name"] or "", piece[0])

    return _PIECE.sub(of, text)


def names_in(text: str) -> list[str]:
    """The names of ``$name`` in a text, each once, in their order."""
    found: dict[str, None] = {}
    for piece in _PIECE.finditer(text):
        if piece["open"]:
            found |= dict.fromkeys(names_in(piece["pql"]))
        elif piece["name"]:
            found[piece["name"]] = None
    return list(found)


def _joined(cells: tuple[str, ...]) -> Iterator[str]:
    """Cells as a file has them: what is of comments alone stands on top of the next."""
    before = ""
    for cell in map(str.strip, cells):
        whole = f"{before}\n{cell}" if before else cell
        alone = _COMMENTS.fullmatch(cell)
        before = whole if alone else ""
        if not alone:
            yield whole
    if before:
        yield before


def _closed(cell: str) -> str:
    """A cell with its semicolon, which no comment hides."""
    if _COMMENTS.fullmatch(cell):
        return f"{cell}\n"
    last = [piece.end() for piece in _PIECE.finditer(f"{cell};") if piece["end"]]
    return f"{cell};\n" if last else f"{cell}\n;\n"
