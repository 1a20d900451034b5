"""How jobs and replies pass through a pipe: a header of JSON and a body, each with its length."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from typing import IO, Any

import orjson

KEEPS = "keeps"  # the word for processes that may put hands into the lake
JOBS = "jobs="  # before the memory of jobs in GB
HOME = "home"  # the word for a process in which questions that run one at a time are at home
_LENGTHS = struct.Struct("<II")


def problem(status: int, text: str, field: str | None = None, *, making: bool = False) -> Reply:
    """A reply that says what is wrong; ``field`` is such as ``board`` or ``hands.1``.

    With ``making`` it is answered once what it needs has been made ready.
    """
    told = {"problem": text, "field": field} | ({"making": True} if making else {})
    return Reply(status, orjson.dumps(told))


@dataclass(frozen=True)
class Job:
    """What a process is asked."""

    question: str  # its name
    asked: bytes  # JSON that has been held to the question's model
    seconds: float  # how long it may take
    as_arrow: bool = False  # whether rows are wanted as a stream of Arrow, and not as JSON
    # How many jobs of this question may run at a time; 0 for as many as there are processes
    at_once: int = 0
    is_long: bool = False  # whether it is one of those that may not be at work in all processes
    # Whether kernels that are not compiled yet are; else it is answered with status 503
    may_compile: bool = True


@dataclass(frozen=True)
class Reply:
    """What a process says of its job."""

    # As of HTTP: 200 for an answer, 102 for one that is not the last, 4xx and 5xx for what is wrong
    status: int
    body: bytes
    media_type: str = "application/json"
    keep: bool = False  # whether the answer stays the same as long as the lake does
    replace: bool = False  # whether the process has grown, and another is to take its place

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after it."""
        return self.status != 102


def write(stream: IO[bytes], header: Any, body: bytes = b"") -> None:
    """Write a header and a body."""
    text = json.dumps(header).encode()
    stream.write(_LENGTHS.pack(len(text), len(body)) + text + body)
    stream.flush()


def read(stream: IO[bytes], most: int) -> tuple[Any, bytes] | None:
    """The next header and body; None at the end.

    Raises ValueError if it is cut short, or longer than ``most`` bytes.
    """
    start = stream.read(_LENGTHS.size)
    if not start:
        return None
    if len(start) < _LENGTHS.size:
        raise ValueError("cut short")
    lengths = _LENGTHS.unpack(start)
    if sum(lengths) > most:
        raise ValueError(f"{sum(lengths):,} bytes; {most:,} at most")
    text, body = (stream.read(length) for length in lengths)
    if (len(text), len(body)) != lengths:
        raise ValueError("cut short")
    return json.loads(text), body


def write_job(stream: IO[bytes], job: Job) -> None:
    """Hand a job to a process."""
    header = asdict(job)
    write(stream, header, header.pop("asked"))


def read_job(header: Any, body: bytes) -> Job:
    """The job that was handed over."""
    return Job(asked=body, **header)


def write_reply(stream: IO[bytes], reply: Reply) -> None:
    """Say something of the job."""
    header = asdict(reply)
    write(stream, header, header.pop("body"))


def read_reply(stream: IO[bytes], most: int) -> Reply | None:
    """The next reply; None at the end. ValueError as of :func:`read`."""
    found = read(stream, most)
    return None if found is None else Reply(body=found[1], **found[0])
