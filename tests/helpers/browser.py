"""A browser for tests: pages that are looked at, waited for, and held to be usable by everyone."""

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "/usr/bin/chromium")
WIDE = {"width": 1400, "height": 900}
NARROW = {"width": 390, "height": 844}
PAUSE = 0.02  # seconds between two looks
HANGS = 180.0  # seconds after which what is waited for does not come any more


def executable() -> str | None:
    """The path of a browser that is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A browser, started when it is first used.

    Playwright's event loop runs on between two calls, and asyncio lets no other run then: so it is
    set aside while no page is open.
    """

    def __init__(self) -> None:
        self._loop: Any = None
        self._playwright: Any = None
        self._browser: Any = None

    @contextmanager
    def in_use(self) -> Iterator[Any]:
        """The browser of Playwright, while the body runs."""
        asyncio._set_running_loop(self._loop)
        try:
            if self._browser is None:
                from playwright.sync_api import sync_playwright

                self._playwright = sync_playwright().start()
                self._browser = self._playwright.chromium.launch(
                    executable_path=executable(), args=["--no-sandbox"]
                )
            yield self._browser
        finally:
            self._loop = asyncio._get_running_loop()
            asyncio._set_running_loop(None)

    def close(self) -> None:
        """End it."""
        if self._browser is not None:
            with self.in_use():
                self._browser.close()
                self._playwright.stop()


@contextmanager
def opened(browser: Any, site: str) -> Iterator[Any]:
    """A page of its own, light and wide; at its end it must have had no errors.

    Nor may it have asked any other address than that of the site.
    """
    context = browser.new_context(viewport=WIDE, color_scheme="light", reduced_motion="reduce")
    context.set_default_timeout(1000 * HANGS)
    page = context.new_page()
    wrong: list[str] = []

    def log(message: Any) -> None:
        # A status that is no success is what some tests are about.
        of_question = "/api/" in message.location.get("url", "")
        if message.type == "error" and not (of_question and "status of" in message.text):
            wrong.append(f"{message.text} ({message.location.get('url', '')})")

    def request(sent: Any) -> None:
        if not sent.url.startswith((site, "data:", "blob:")):
            wrong.append(f"it asks {sent.url}")

    page.on("console", log)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", request)
    try:
        yield page
    finally:
        context.close()
    assert wrong == []


def until(page: Any, wanted: str | Callable[[], object], seconds: float = HANGS) -> Any:
    """Wait until an expression of the page, or a function here, gives what is true: it is returned.

    AssertionError, also one that the function raises, counts as not yet.
    """
    deadline = time.monotonic() + seconds
    while True:
        late = time.monotonic() > deadline
        with suppress(*() if late else (AssertionError,)):
            found = page.evaluate(wanted) if isinstance(wanted, str) else wanted()
            if found:
                return found
        if late:
            shown = page.locator("body").inner_text()
            raise AssertionError(f"not after {seconds:g} seconds: {wanted}\n{shown[:2000]}")
        page.wait_for_timeout(1000 * PAUSE)


def accessible(page: Any) -> None:
    """axe finds nothing wrong with the page as it is."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate((resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    lines = [
        f"{violation['id']}: {violation['help']}\n    {node['html'][:200]}\n    "
        + " ".join(node.get("failureSummary", "").split())[:400]
        for violation in found["violations"]
        for node in violation["nodes"]
    ]
    assert not lines, "axe finds\n" + "\n".join(lines)


def dark(page: Any) -> None:
    """Show the page dark, as where the system is; its address keeps what it shows."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.reload(wait_until="networkidle")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def phone(page: Any) -> None:
    """Show the page as wide as a phone is."""
    page.set_viewport_size(NARROW)


def no_sideways_scroll(page: Any) -> None:
    """All of the page is as wide as the window, but for what scrolls in a box of its own."""
    until(page, "document.documentElement.scrollWidth <= innerWidth")
