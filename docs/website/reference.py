"""The Python reference: a page for each public name, from its signature and its docstring."""

import dataclasses
import inspect
import re
import types
from collections.abc import Iterator
from typing import Any

import pokerlake

from .pages import PAGE_ADDRESS, SPLIT, explained

INDEX = "reference/index.md"
RESULTS = "reference/results/index.md"
_RULE = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)
_ROLE = re.compile(r":(?:func|class|meth|data|mod|attr|exc):`~?([^`]+)`")
_WIDE = 92


def pages() -> dict[str, str]:
    """The text of each page, by its path on the site."""
    made = {INDEX: index("Python reference", pokerlake.__doc__, "", _OUTSIDE)}
    for name in pokerlake.__all__:
        if name == "results":
            continue
        made[path_of(name)] = page(name, getattr(pokerlake, name), f"pokerlake.{name}", "")
    results = pokerlake.results
    made[RESULTS] = index("`results`", results.__doc__, "results/")
    for name in results.__all__:
        public = f"pokerlake.results.{name}"
        made[result_path(name)] = page(name, getattr(results, name), public, "results/")
    return made


def path_of(name: str) -> str:
    """The page of a public name."""
    return RESULTS if name == "results" else f"reference/{name.strip('_')}.md"


def result_path(name: str) -> str:
    """The page of a class of results."""
    return f"reference/results/{name}.md"


_OUTSIDE = "[Python](../python.md) goes through all of it by examples."


def index(title: str, doc: str | None, folder: str, more: str = "") -> str:
    """What there is, in the order of the package's docstring, each with its page."""
    lines = inspect.cleandoc(doc or "").split("\n")
    rows = [re.match(r"- ``(\w+)``: (.*)", line) for line in lines]
    first = text_of("\n".join(line for line in lines[:3] if not line.startswith("- ")), folder)
    table = [
        f"| {link(found[1], folder)} | {inline(found[2], folder)} |" for found in rows if found
    ]
    if not folder:
        table.append(f"| {link('__version__', '')} | the version, as text |")
    return "\n\n".join(
        [f"# {title}", first, more, "\n".join(["| name | what it is |", "| --- | --- |", *table])]
    )


def link(name: str, folder: str) -> str:
    """A link to the page of a name, from a page in this folder of the reference."""
    up = "../" if folder else ""
    if name in pokerlake.results.__all__ and (folder or name not in pokerlake.__all__):
        return f"[`{name}`]({'' if folder else 'results/'}{name}.md)"
    if name in pokerlake.__all__:
        return f"[`{name}`]({up}{path_of(name).removeprefix('reference/')})"
    return f"`{name}`"


def page(name: str, of: Any, public: str, folder: str) -> str:
    """All that is said of a name."""
    above = "[results](index.md)" if folder else "[Python reference](index.md)"
    guide = explained(name).replace("](", f"]({'../../' if folder else '../'}")
    parts = [f"# `{name}`", f"From the {above}.{guide}"]
    if inspect.isclass(of):
        # Results are what calls return: nobody makes one.
        parts += [] if folder else [declared(of, public)]
        parts += [*documented(of, folder), *members(of, folder)]
    elif callable(of) and not isinstance(of, types.ModuleType):
        parts += [declared(of, public), *documented(of, folder)]
    elif isinstance(of, types.ModuleType):
        call = getattr(pokerlake.api.lakes, name)
        parts += [declared(call, public), *documented(call, folder)]
    else:
        parts += ["The version of pokerlake, as text."]
    return "\n\n".join(part for part in parts if part) + "\n"


def declared(of: Any, public: str, *, bound: bool = False) -> str:
    """A signature with its types, over several lines if it is long."""
    shown = inspect.signature(of)
    given = [
        parameter
        for at, parameter in enumerate(shown.parameters.values())
        if not (bound and at == 0 and parameter.name in ("self", "cls"))
    ]
    texts, kind = [], inspect.Parameter
    for at, parameter in enumerate(given):
        before = given[at - 1].kind if at else kind.POSITIONAL_ONLY
        if parameter.kind == kind.KEYWORD_ONLY and before < kind.VAR_POSITIONAL:
            texts.append("*")
        if parameter.kind > kind.POSITIONAL_ONLY == before and at:
            texts.append("/")
        texts.append(_one(parameter))
    if given and given[-1].kind == kind.POSITIONAL_ONLY:
        texts.append("/")
    gives = (
        "" if shown.return_annotation is shown.empty else f" -> {_type(shown.return_annotation)}"
    )
    if inspect.isclass(of):
        gives = ""
    line = f"{public}({', '.join(texts)}){gives}"
    if len(line) > _WIDE:
        line = f"{public}(\n" + "".join(f"    {text},\n" for text in texts) + f"){gives}"
    return f"```python\n{line}\n```"


def _one(parameter: inspect.Parameter) -> str:
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    text = stars.get(parameter.kind, "") + parameter.name
    typed = parameter.annotation is not parameter.empty
    if typed:
        text += f": {_type(parameter.annotation)}"
    if parameter.default is not parameter.empty:
        shown = "..." if callable(parameter.default) else repr(parameter.default)
        text += f" = {shown}" if typed else f"={shown}"
    return text


def _type(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\bpokerlake(\.\w+)*\.(?=[A-Z])", "", text.strip("'"))


def documented(of: Any, folder: str, level: int = 2) -> Iterator[str]:
    """A docstring, section by section."""
    doc = inspect.cleandoc(of.__doc__ or "")
    first, *found = _RULE.split(doc)
    yield text_of(first, folder)
    for title, body in zip(found[::2], found[1::2], strict=True):
        yield f"{'#' * level} {title}" if level == 2 else f"**{title}**"
        if title in ("Parameters", "Attributes", "Returns", "Raises", "Yields"):
            yield "\n".join(fields(body, folder, named=title in ("Parameters", "Attributes")))
        else:
            yield text_of(body, folder)


def fields(body: str, folder: str, *, named: bool) -> Iterator[str]:
    """Parameters, attributes or errors: a point for each."""
    for part in re.split(r"\n(?=\S)", body.strip("\n")):
        head, _, text = part.partition("\n")
        name, _, kind = head.partition(" : ")
        names = ", ".join(f"`{each}`" for each in name.split(", "))
        if not named:
            names = ", ".join(link(each, folder) for each in name.split(", "))
        line = f"- {names}{': *' + inline(kind, folder) + '*' if kind else ''}"
        yield line
        for paragraph in inspect.cleandoc("\n" + text).split("\n\n"):
            if paragraph:
                shown = inline(paragraph, folder).replace("\n", "\n    ")
                yield f"\n    {shown}\n"


def members(of: type, folder: str) -> Iterator[str]:
    """The public attributes and methods of a class, its own first, and where the others are."""
    own, elsewhere = {}, {}
    for name in dir(of):
        if name.startswith("_"):
            continue
        home = next((base for base in of.__mro__ if name in vars(base)), of)
        if not home.__module__.startswith("pokerlake"):
            continue
        is_public = (
            home.__name__ in pokerlake.results.__all__
            and getattr(pokerlake.results, home.__name__) is home
        )
        if home is of or not is_public:
            own[name] = vars(home)[name]
        else:
            elsewhere.setdefault(home.__name__, []).append(name)
    notes = {}
    if dataclasses.is_dataclass(of):
        notes = {f.name: f.type for f in dataclasses.fields(of) if not f.name.startswith("_")}
    described = of.__doc__ or ""
    values = {n: m for n, m in own.items() if not callable(getattr(of, n, None)) or n in notes}
    plain = [n for n in notes if n not in values and f"{n} : " not in described]
    if values or plain:
        yield "## What it has"
    for name in plain:
        yield f"### `{name}`\n\n```python\n{name}: {_type(notes[name])}\n```"
    for name, member in values.items():
        yield f"### `{name}`"
        getter = getattr(member, "fget", None) or getattr(member, "func", None)
        if getter is not None:
            gives = getter.__annotations__.get("return", "Any")
            yield f"```python\n{name}: {_type(gives)}\n```"
            yield from documented(getter, folder, 3)
    if methods := [name for name in own if name not in values]:
        yield "## What it does"
    for name in methods:
        yield f"### `{name}()`"
        yield declared(
            getattr(of, name), name, bound=not isinstance(own[name], (classmethod, staticmethod))
        )
        yield from documented(getattr(of, name), folder, 3)
    for base, names in elsewhere.items():
        yield f"As every {link(base, folder)} it has {', '.join(f'`{name}`' for name in names)}."


def text_of(text: str, folder: str) -> str:
    """Paragraphs, lists and examples as Markdown."""
    made = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if re.match(r"\s*>>> ", paragraph):
            made.append(f"```pycon\n{inspect.cleandoc(paragraph)}\n```")
        else:
            made.append(inline(paragraph, folder))
    return "\n\n".join(made)


def _page(name: str) -> str:
    return f"{name}/index.md" if name in (*SPLIT, "reference") else f"{name}.md"


def inline(text: str, folder: str) -> str:
    """Names as links, and code as Markdown has it."""
    text = re.sub(r"``(.+?)``", r"`\1`", text, flags=re.DOTALL)
    up = "../../" if folder else "../"
    text = PAGE_ADDRESS.sub(lambda found: f"[{found[1]}]({up}{_page(found[1])})", text)
    text = _ROLE.sub(lambda found: link(found[1], folder), text)
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [re.sub(r"(?<![\w*])\*(?=\w)", r"\\*", part) for part in parts[::2]]
    return "".join(parts)
