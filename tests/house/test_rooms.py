"""Each folder is a room: few modules, on few floors, which import each other one way."""

from pathlib import Path

from helpers.modules import MODULES, imports
from helpers.modules import ROOMS as PARTS

MODULES_A_ROOM = 15
FLOORS = 8
FLOORS_OF_THE_HOUSE = 8


def children(room):
    """What stands in a room: its modules and the rooms below, by name."""
    inside = {name for name in MODULES if name.startswith(f"{room}.")}
    return {name.removeprefix(f"{room}.").partition(".")[0] for name in inside}


ROOMS = sorted(
    {"pokerlake"} | {name for name, path in MODULES.items() if path.name == "__init__.py"}
)


def arrows(room):
    """Which children of a room each child imports; a room's own face counts for nothing here."""
    inside = children(room)
    found = {child: set() for child in inside}
    for name, path in MODULES.items():
        if not name.startswith(f"{room}."):
            continue
        child = name.removeprefix(f"{room}.").partition(".")[0]
        for imported in imports(name, path):
            if imported.startswith(f"{room}."):
                to = imported.removeprefix(f"{room}.").partition(".")[0]
                if to in inside and to != child:
                    found[child].add(to)
    return found


def floors(graph):
    """The children of a room by floor, the lowest first; what is left stands in a circle."""
    left = {child: set(below) for child, below in graph.items()}
    found = []
    while ground := sorted(child for child, below in left.items() if not below):
        found.append(ground)
        left = {child: below - set(ground) for child, below in left.items() if child not in ground}
    return found, left


def test_imports_run_one_way_through_few_floors():
    found = {room: floors(arrows(room)) for room in ROOMS}
    assert {room: circle for room, (_, circle) in found.items() if circle} == {}
    assert len(found.pop("pokerlake")[0]) <= FLOORS_OF_THE_HOUSE
    assert {room: above for room, (above, _) in found.items() if len(above) > FLOORS} == {}


def test_a_room_has_few_modules():
    modules = {
        room: sorted(child for child in children(room) if f"{room}.{child}" not in ROOMS)
        for room in ROOMS
    }
    assert {room: inside for room, inside in modules.items() if len(inside) > MODULES_A_ROOM} == {}


def test_floors_and_circles_are_seen():
    assert floors({"a": {"b"}, "b": set(), "c": {"a", "b"}}) == ([["b"], ["a"], ["c"]], {})
    assert floors({"a": {"b"}, "b": {"a"}, "c": set()}) == ([["c"]], {"a": {"b"}, "b": {"a"}})


def test_parts_are_rooms():
    assert {f"pokerlake.{part}" for part in PARTS} <= set(ROOMS)
    assert all(isinstance(path, Path) for path in MODULES.values())
