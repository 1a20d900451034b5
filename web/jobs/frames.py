"""How jobs and replies pass through a pipe: a JSON header and a body, each with its length."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from typing import IO, Any

import orjson

KEEPS = "keeps"  # the argument of processes that may put hands into the lake
JOBS = "jobs="  # before the memory of jobs in GB
HOME = "home"  # the argument of the process for questions that run one at a time
_LENGTHS = struct.Struct("<II")


def problem(status: int, text: str, field: str | None = None, *, making: bool = False) -> Reply:
    """A reply with an error; ``field`` is such as ``board`` or ``hands.1``.

    With ``making``, the answer becomes available once what it needs has been made.
    """
    error = {"problem": text, "field": field} | ({"making": True} if making else {})
    return Reply(status, orjson.dumps(error))


@dataclass(frozen=True)
class Job:
    """A job for a process."""

    question: str  # its name
    asked: bytes  # JSON that matches the question's model
    seconds: float  # how long it may take
    as_arrow: bool = False  # whether rows are wanted as an Arrow stream, not as JSON
    # How many jobs of this question may run at a time; 0 for as many as there are processes.
    at_once: int = 0
    is_long: bool = False  # whether such jobs may not occupy all processes
    # Whether to compile missing kernels; otherwise the reply has status 503.
    may_compile: bool = True


@dataclass(frozen=True)
class Reply:
    """The reply of a process to its job."""

    # As in HTTP: 200 for an answer, 102 for one that is not the last, 4xx and 5xx for errors.
    status: int
    body: bytes
    media_type: str = "application/json"
    keep: bool = False  # whether the answer stays valid until the lake changes
    replace: bool = False  # whether the process has grown, and should be replaced

    @property
    def is_last(self) -> bool:
        """Whether it is the last reply."""
        return self.status != 102


def write(stream: IO[bytes], header: Any, body: bytes = b"") -> None:
    """Write a header and a body."""
    text = json.dumps(header).encode()
    stream.write(_LENGTHS.pack(len(text), len(body)) + text + body)
    stream.flush()


def read(stream: IO[bytes], most: int) -> tuple[Any, bytes] | None:
    """The next header and body; None at the end.

    Raises ValueError if it is truncated, or longer than ``most`` bytes.
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
    """Send a job to a process."""
    header = asdict(job)
    write(stream, header, header.pop("asked"))


def read_job(header: Any, body: bytes) -> Job:
    """The job that was sent."""
    return Job(asked=body, **header)


def write_reply(stream: IO[bytes], reply: Reply) -> None:
    """Send a reply to the job."""
    header = asdict(reply)
    write(stream, header, header.pop("body"))


def read_reply(stream: IO[bytes], most: int) -> Reply | None:
    """The next reply; None at the end. ValueError as of :func:`read`."""
    read_back = read(stream, most)
    return None if read_back is None else Reply(body=read_back[1], **read_back[0])
