"""What a disk may have after a kill or a power cut: a program's file operations, replayed.

The rules are those that programs may count on, and no more. A file's content is on the disk once
``fsync`` of the file has returned; that a name is there, is gone or is another file's, once
``fsync`` of its folder has. Until then all of it, some of it in any order, or nothing is there, and
the pages of a file that were on their way may be missing, cut short or zeros.
"""

import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

PAGE = 4096
FOLDER = -1  # in the place of the number of a file


class Operation(NamedTuple):
    """What was done to a path; ``more`` is a file's content, or the new name."""

    what: str  # mkdir, create, write, sync, sync folder, move, remove
    path: str
    more: Any = None


class Recorder:
    """Lists the operations on files below a folder. An audit hook cannot be removed: one each."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._root = ""
        self._written: dict[str, bytes] = {}  # by path: files that are open to be written
        sys.addaudithook(self._hook)
        os.fsync = self._fsync

    @contextmanager
    def recording(self, root: Path) -> Iterator[None]:
        """List what happens in the block; what was listed before is forgotten."""
        self.operations, self._written = [], {}
        self._root = os.fspath(root) + os.sep
        try:
            yield
        finally:
            self._look()
            self._root = ""

    def _place(self, path: Any, folder: int = -1) -> str:
        """The path below the root; empty if it is elsewhere."""
        if isinstance(path, int) or not self._root:
            return ""
        where = Path.cwd() if folder in (-1, None) else _path_of(folder)
        whole = os.fspath(where / os.fsdecode(path))
        return whole.removeprefix(self._root) if whole.startswith(self._root) else ""

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._root or not (event == "open" or event.startswith("os.")):
            return
        if event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR):
            if place := self._place(arguments[0]):
                self._look()
                new = not os.path.exists(self._root + place)  # noqa: PTH110
                if new:
                    self.operations.append(Operation("create", place))
                self._written[place] = b"" if new else Path(self._root, place).read_bytes()
        elif event == "os.rename":
            old, new_ = self._place(arguments[0], arguments[2]), self._place(*arguments[1::2])
            if old and new_:
                self._look()
                self._written.pop(old, None)
                self.operations.append(Operation("move", old, new_))
        elif event in ("os.mkdir", "os.remove", "os.rmdir") and (
            place := self._place(arguments[0], arguments[-1])
        ):
            self._look()
            self._written.pop(place, None)
            there = os.path.lexists(self._root + place)
            # What cannot be made since it is there stays out, and so what cannot be removed.
            if event == "os.mkdir" and not there:
                self.operations.append(Operation("mkdir", place))
            elif event != "os.mkdir" and there:
                self.operations.append(Operation("remove", place))

    def _fsync(self, descriptor: int) -> None:
        path = _path_of(descriptor)
        place = self._place(path)
        if place or (self._root and path == Path(self._root)):
            self._look()
            what = "sync folder" if path.is_dir() else "sync"
            self.operations.append(Operation(what, place))

    def _look(self) -> None:
        """List what has been written to open files since the last look."""
        for place, known in self._written.items():
            try:
                found = Path(self._root, place).read_bytes()
            except OSError:
                continue
            if found != known:
                self._written[place] = found
                self.operations.append(Operation("write", place, found))


def _path_of(descriptor: int) -> Path:
    return Path(f"/proc/self/fd/{descriptor}").readlink()


class _File:
    def __init__(self, content: bytes, order: int, *, safe: bool) -> None:
        self.content, self.order = content, order
        self.safe: bytes | None = content if safe else None  # what surely is on the disk


class Disk:
    """A folder on a disk, as programs see it and as it surely is on the disk."""

    def __init__(self, folder: Path) -> None:
        self._files: list[_File] = []
        self._seen: dict[str, int] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            self._seen[os.fspath(path.relative_to(folder))] = (
                FOLDER if path.is_dir() else self._add(_File(path.read_bytes(), 0, safe=True))
            )
        self._safe = dict(self._seen)
        self._waiting: list[Operation] = []  # changes of names; more is the number of the file
        self._order = 0

    def _add(self, file: _File) -> int:
        self._files.append(file)
        return len(self._files) - 1

    def carry_out(self, operation: Operation) -> None:
        """One more operation of the program."""
        self._order += 1
        what, path, more = operation
        if what in ("mkdir", "create"):
            number = FOLDER if what == "mkdir" else self._add(_File(b"", self._order, safe=False))
            if path not in self._seen:
                self._seen[path] = number
                self._waiting.append(Operation("add", path, number))
        elif what == "write":
            file = self._files[self._seen[path]]
            file.content, file.order = more, self._order
        elif what == "sync":
            file = self._files[self._seen[path]]
            file.safe = file.content
        elif what == "move":
            self._seen[more] = self._seen.pop(path)
            self._waiting.append(Operation("move", path, (more, self._seen[more])))
        elif what == "remove":
            del self._seen[path]
            self._waiting.append(operation)
        else:
            kept = []
            for change in self._waiting:
                if path in _folders(change):
                    _apply(self._safe, change)
                    if change.what == "move":
                        gone = Operation("add", change.path, change.more[1])
                        kept = [other for other in kept if other != gone]
                else:
                    kept.append(change)
            self._waiting = kept

    def after_kill(self) -> dict[str, tuple[bytes | None, int]]:
        """All that the program did, as the disk has it where the power stays."""
        return self._with(self._seen, lambda file: file.content)

    def after_power_cut(self, chance: random.Random) -> dict[str, tuple[bytes | None, int]]:
        """What the disk may have: the content of each path, None for a folder, and its age."""
        names = dict(self._safe)
        in_order = chance.random() < 0.5
        share = chance.random()
        waiting = self._waiting
        if in_order:
            waiting = waiting[: chance.randint(0, len(waiting))]
        for change in waiting:
            if in_order or chance.random() < share:
                _apply(names, change)
        return self._with(names, lambda file: _left_of(file, chance))

    def _with(
        self, names: dict[str, int], content_of: Callable[[_File], bytes]
    ) -> dict[str, tuple[bytes | None, int]]:
        found: dict[str, tuple[bytes | None, int]] = {}
        for path, number in sorted(names.items()):
            above = os.path.dirname(path)  # noqa: PTH120
            if above and above not in found:
                continue  # in a folder that is not there
            if number == FOLDER:
                found[path] = (None, 0)
            else:
                file = self._files[number]
                found[path] = (content_of(file), file.order)
        return found


def _folders(change: Operation) -> set[str]:
    paths = [change.path, change.more[0]] if change.what == "move" else [change.path]
    return {os.path.dirname(path) for path in paths}  # noqa: PTH120


def _apply(names: dict[str, int], change: Operation) -> None:
    if change.what == "add":
        names[change.path] = change.more
    elif change.what == "remove":
        names.pop(change.path, None)
    else:
        new, number = change.more
        if names.get(change.path) == number:
            del names[change.path]
        names[new] = number


def _left_of(file: _File, chance: random.Random) -> bytes:
    """The content of a file of which not all need be on the disk."""
    content, safe = file.content, file.safe
    if safe == content:
        return content
    pages = range(0, len(content), PAGE)
    kind = chance.randrange(5)
    if kind == 0 or not content:
        return safe or b""
    if kind == 1:
        return content
    if kind == 2:
        return content[: chance.choice(pages)]
    if kind == 3:
        return bytes(len(content))
    lost = {page for page in pages if chance.random() < 0.5}
    return b"".join(
        bytes(len(content[page : page + PAGE])) if page in lost else content[page : page + PAGE]
        for page in pages
    )


def lay_out(folder: Path, found: dict[str, tuple[bytes | None, int]], moment: int) -> None:
    """Make a folder with what a disk has, files in the order of their ages."""
    folder.mkdir()
    for path, (content, order) in found.items():
        there = folder / path
        if content is None:
            there.mkdir(exist_ok=True)
        else:
            there.write_bytes(content)
            os.utime(there, ns=(moment + 10**9 * order, moment + 10**9 * order))


def cuts(
    before: Path, operations: Sequence[Operation], chance: random.Random, each: int, every: int
) -> Iterator[tuple[int, dict[str, tuple[bytes | None, int]]]]:
    """After every so many operations what a kill leaves, and several states after a power cut."""
    disk = Disk(before)
    for number in range(len(operations) + 1):
        if number:
            disk.carry_out(operations[number - 1])
        if number % every and number < len(operations):
            continue
        yield number, disk.after_kill()
        for _ in range(each):
            yield number, disk.after_power_cut(chance)
