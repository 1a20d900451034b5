"""The application: the page's files, and every question under ``/api/``."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from pokerlake.tables.errors import LakeError
from pokerlake.tables.manifest import manifest_mark, package_version
from pokerlake.tables.stores.path import is_remote

from .guard import AGAIN_AFTER, App, Guard, Receive, Scope, Send
from .jobs.frames import Job, Reply, problem
from .jobs.pool import BusyError, MakingError, Pool
from .jobs.runs import Runs
from .questions import questions
from .questions.answer import ARROW
from .questions.refused import named_twice, refused
from .questions.registry import Asked, Question
from .settings import (
    KEPT_ANSWER_BYTES,
    KEPT_BYTES,
    LONG_SECONDS,
    SEND_SECONDS,
    WAIT_SECONDS,
    Settings,
)

_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}
_IS_TEXT = ("text/", "image/svg", "application/json")
_LINES = "application/x-ndjson"
_FAILED = "pokerlake failed at this; the terminal it runs in says why"


@dataclass(frozen=True)
class PageFile:
    """A file of the page."""

    content: bytes
    compressed: bytes | None  # by gzip, if that is shorter
    media_type: str
    tag: str  # of the content, for ``ETag``


def page_files() -> Mapping[str, PageFile]:
    """All files of the page, by their paths in it, such as ``vendor/preact.js``."""
    return dict(_files(resources.files(__package__) / "page", ""))


def _files(folder: Traversable, path: str) -> list[tuple[str, PageFile]]:
    files = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            files += _files(entry, f"{path}{entry.name}/")
        elif "." in entry.name:
            files.append((f"{path}{entry.name}", _page_file(entry.name, entry.read_bytes())))
    return files


def _page_file(name: str, content: bytes) -> PageFile:
    ending = name[name.rindex(".") :]
    media_type = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = media_type.startswith(_IS_TEXT)
    packed = gzip.compress(content, 9, mtime=0) if is_text else content
    return PageFile(
        content,
        packed if len(packed) < len(content) else None,
        f"{media_type}; charset=utf-8" if is_text else media_type,
        f'"{hashlib.sha256(content).hexdigest()[:20]}"',
    )


def application(settings: Settings, pool: Pool | None = None) -> App:
    """The application for any ASGI server; its processes start and end with the server.

    Parameters
    ----------
    settings : Settings
    pool : Pool, optional
        Processes that are already running; their owner ends them.
    """
    answering_pool = pool or Pool(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        if pool is None:
            await answering_pool.start()
        try:
            yield
        finally:
            if pool is None:
                answering_pool.close()

    app = FastAPI(
        title="pokerlake",
        version=package_version(),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    kept = _Kept(settings.lake)
    for each in questions().values():
        _add_question(app, each, answering_pool, kept)
    _add_jobs(app, answering_pool.runs)
    _add_files(app, answering_pool, settings)

    @app.exception_handler(HTTPException)
    async def missing(_: Request, error: HTTPException) -> Response:
        return _response(problem(error.status_code, f"{error.detail.lower()}; see /api/about"))

    @app.exception_handler(Exception)
    async def failed(_: Request, __: Exception) -> Response:  # uvicorn logs it
        return _response(problem(500, _FAILED))

    return Guard(app, settings.names)


# ---------------------------------------------------------------- questions


def _inlined(schema: Any, models: Mapping[str, Any]) -> Any:
    """A schema with other models inlined where it refers to them."""
    if isinstance(schema, list):
        return [_inlined(each, models) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(models[schema["$ref"]], models)
    return {key: _inlined(value, models) for key, value in schema.items()}


def _add_question(app: FastAPI, declared: Question, pool: Pool, kept: _Kept) -> None:
    async def ask(request_model: Asked, request: Request) -> Response:
        asked = request_model.model_dump_json().encode()
        seconds = declared.seconds_for(request_model)
        accept = request.headers.get("accept", "")
        as_lines = _LINES in accept
        as_arrow = ARROW in accept and not as_lines
        await kept.look()
        known = kept.get(declared.name, asked, as_arrow)
        if known is not None:
            return _response(known)
        is_long = seconds > LONG_SECONDS
        job = Job(declared.name, asked, seconds, as_arrow, declared.at_once, is_long)
        if declared.is_job:
            return _response(await _begun(job, pool))
        return _Answering(kept.keeping(job, pool.ask(job)), as_lines, job.seconds)

    _add_post(app, declared.name, declared.model, declared.help, ask)


def _add_post(
    app: FastAPI,
    name: str,
    model: type[Asked],
    about: str,
    answer: Callable[[Any, Request], Awaitable[Response]],
) -> None:
    """Validate what is posted to an address against a model, and answer it."""
    whole = model.model_json_schema(ref_template="{model}")
    schema = _inlined(whole, whole.pop("$defs", {}))

    async def ask(request: Request) -> Response:
        body = await request.body()
        try:
            posted = model.model_validate_json(body)
        except ValidationError as error:
            return _response(_refused(error))
        if (twice := named_twice(body)) is not None:
            return _response(problem(400, f"{twice[:100]!r} is given twice; give it once"))
        return await answer(posted, request)

    app.post(
        f"/api/{name}",
        summary=about.partition("\n")[0],
        description=about,
        openapi_extra={
            "requestBody": {"content": {"application/json": {"schema": schema}}, "required": True}
        },
        response_class=Response,
    )(ask)


def _refused(error: ValidationError) -> Reply:
    """The error of the first invalid field."""
    line, field = refused(error)
    return problem(400, line[:1000], field or None)


# ---------------------------------------------------------------- jobs


class JobsAsked(Asked):
    """No fields: all jobs."""


class StopAsked(Asked):
    """The number of a job."""

    number: int


def _add_jobs(app: FastAPI, runs: Runs) -> None:
    async def jobs(_: JobsAsked, __: Request) -> Response:
        return _json_response({"jobs": runs.told()})

    async def stop(asked: StopAsked, _: Request) -> Response:
        if not runs.stop(asked.number):
            return _response(problem(400, f"no job {asked.number}", "number"))
        return _json_response({"jobs": runs.told()})

    _add_post(app, "jobs", JobsAsked, "The jobs of this page, the newest in front.", jobs)
    _add_post(app, "stop_job", StopAsked, "Stop a job that waits or runs.", stop)


async def _begun(job: Job, pool: Pool) -> Reply:
    """The reply that a job has begun, or what is wrong with its request."""
    try:
        async with aclosing(pool.ask(job)) as replies:
            reply = [each async for each in replies][-1]
    except BusyError as busy:
        return problem(503, str(busy), making=isinstance(busy, MakingError))
    if reply.status != 200:
        return reply
    job_data = orjson.loads(reply.body)["data"]
    number = pool.runs.begin(**job_data)
    if number is None:
        return problem(422, "many jobs wait already; stop one, or wait until one is done")
    return Reply(200, orjson.dumps({"data": {"number": number}}))


def _json_response(data: Any) -> Response:
    return _response(Reply(200, orjson.dumps({"data": data})))


class _Kept:
    """Caches exact answers until the lake changes; the oldest are removed first."""

    def __init__(self, lake: Path) -> None:
        self._lake = lake
        self._mark: object = None
        self._bytes = 0
        self._replies: OrderedDict[tuple[str, bytes, bool], Reply] = OrderedDict()

    async def look(self) -> None:
        """Forget the answers if the lake has changed."""
        if is_remote(self._lake):  # may take long to answer
            try:
                mark = await asyncio.to_thread(manifest_mark, self._lake)
            except LakeError:  # the question reports it
                mark = None
        else:
            mark = manifest_mark(self._lake)
        if mark != self._mark:
            self._replies.clear()
            self._mark, self._bytes = mark, 0

    def get(self, name: str, asked: bytes, as_arrow: bool) -> Reply | None:
        """The answer, if it is known."""
        key = (name, asked, as_arrow)
        if key in self._replies:
            self._replies.move_to_end(key)
        return self._replies.get(key)

    async def keeping(
        self, job: Job, replies: AsyncGenerator[Reply, None]
    ) -> AsyncGenerator[Reply]:
        """The replies; the last one is kept if it stays valid."""
        mark = self._mark
        async with aclosing(replies):
            async for reply in replies:
                if reply.keep and len(reply.body) <= KEPT_ANSWER_BYTES and mark == self._mark:
                    self._keep((job.question, job.asked, job.as_arrow), reply)
                yield reply

    def _keep(self, key: tuple[str, bytes, bool], reply: Reply) -> None:
        before = self._replies.pop(key, None)
        self._bytes += len(reply.body) + len(key[1])
        self._bytes -= 0 if before is None else len(before.body) + len(key[1])
        self._replies[key] = reply
        while self._bytes > KEPT_BYTES:
            (_, asked, _), old = self._replies.popitem(last=False)
            self._bytes -= len(old.body) + len(asked)


def _response(reply: Reply) -> Response:
    return Response(reply.body, reply.status, _headers(reply), reply.media_type)


def _headers(reply: Reply) -> dict[str, str]:
    busy = {"retry-after": AGAIN_AFTER.decode()} if reply.status == 503 else {}
    return {"cache-control": "no-store", **busy}


class _Answering(Response):
    """The replies to a question: the last alone, or each as a line; cancelled if the client leaves.

    A line is ``{"status": 200, "answer": ...}``. If the first reply is also the last, it is the
    whole answer, with its status.
    """

    def __init__(
        self, replies: AsyncGenerator[Reply, None], as_lines: bool, seconds: float
    ) -> None:
        super().__init__()
        self._replies = replies
        self._as_lines = as_lines
        self._seconds = WAIT_SECONDS + seconds + SEND_SECONDS  # also for a client that reads slowly

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answering = asyncio.ensure_future(self._answer(scope, receive, send))
        client_gone = asyncio.ensure_future(_client_leaves(receive))
        try:
            await asyncio.wait(
                {answering, client_gone}, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            client_gone.cancel()
            if not answering.done():
                answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)
        if not answering.cancelled() and answering.exception() is not None:
            raise answering.exception()  # type: ignore[misc]

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with aclosing(self._replies) as replies:
                await self._send(replies, scope, receive, send)
        except BusyError as busy:
            is_made = isinstance(busy, MakingError)
            await _response(problem(503, str(busy), making=is_made))(scope, receive, send)

    async def _send(
        self, replies: AsyncGenerator[Reply, None], scope: Scope, receive: Receive, send: Send
    ) -> None:
        begun = False
        async for reply in replies:
            if not self._as_lines or (not begun and reply.is_last):
                if reply.is_last:
                    await _response(reply)(scope, receive, send)
                continue
            if not begun:
                begun = True
                headers = [(b"content-type", _LINES.encode()), (b"cache-control", b"no-store")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            line = b'{"status":%d,"answer":%b}\n' % (reply.status, reply.body)
            more = not reply.is_last
            await send({"type": "http.response.body", "body": line, "more_body": more})


async def _client_leaves(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# ---------------------------------------------------------------- files


def _add_files(app: FastAPI, pool: Pool, settings: Settings) -> None:
    files = page_files()
    about: dict[str, Any] = {"version": package_version()}

    async def file(request: Request) -> Response:
        path = request.scope["path"].removeprefix("/") or "index.html"
        return _file_response(files.get(path), request)

    for path in files:
        app.get("/" if path == "index.html" else f"/{path}", include_in_schema=False)(file)
        app.head("/" if path == "index.html" else f"/{path}", include_in_schema=False)(file)

    @app.get("/api/about", summary="The version, what is being made ready, and what can be asked.")
    async def tell() -> Response:
        listed = {each.name: each.help for each in questions().values()}
        settings_told = {
            **about, "making": pool.making, "keeps_hands": settings.keeps_hands,
            "jobs_gb": settings.jobs_gb, "questions": listed,
        }  # fmt: skip
        return _response(Reply(200, orjson.dumps(settings_told)))


def _file_response(file: PageFile | None, request: Request) -> Response:
    if file is None:
        return _response(problem(404, "there is no such file"))
    headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    content = file.content
    if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = file.compressed
        headers["content-encoding"] = "gzip"
    return Response(content, 200, headers, file.media_type)
