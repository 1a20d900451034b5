"""Every module of pokerlake and what it imports, read from the sources."""

import ast
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path

PACKAGE = Path(find_spec("pokerlake").submodule_search_locations[0])
ROOMS = ["api", "engine", "tables", "pipelines", "queries", "commands", "web"]
# Modules that stand in no room.
BESIDE = [
    "__main__", "caches", "catalogue", "causes", "cli", "lazy", "leaving", "packed", "results",
]  # fmt: skip
PARTS = [*ROOMS, *BESIDE]


def modules():
    """Every module of pokerlake, by its dotted name."""
    # Folder by folder, since rglob does not go through the links of an editable installation.
    found = {f"pokerlake.{name}": PACKAGE / f"{name}.py" for name in BESIDE}
    for part in ROOMS:
        folder = (PACKAGE / part).resolve()
        for path in sorted(folder.rglob("*.py")):
            names = path.relative_to(folder).with_suffix("").parts
            found[".".join(["pokerlake", part, *names]).removesuffix(".__init__")] = path
    return found


MODULES = modules()


def statements(node):
    """All statements below one, or a module; expressions, nine of ten nodes, hold none."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, part, ()):
            yield inner
            yield from statements(inner)


@cache
def imports(name, path):
    """The dotted names a module imports, at its top or anywhere else in it."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            found |= {f"{origin}.{alias.name}" for alias in node.names}
    return found
