"""The page, served over a lake with every table, and a browser that looks at it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.browser import Browser, executable, opened
from helpers.site import served


@pytest.fixture(scope="session")
def site(whole_lake: Path) -> Iterator[str]:
    """The address of the page, such as ``http://127.0.0.1:41233/``; one for all workers."""
    folder = whole_lake.with_name("site")
    words = "--lake", str(whole_lake), "--workers", "2", "--keep-hands", "--jobs", "4"
    with served(folder, *words) as address:
        yield address
    assert "Traceback" not in (folder / "log").read_text("utf-8")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    if executable() is None:
        pytest.skip("no Chromium is installed, in which the page could be looked at")
    found = Browser()
    yield found
    found.close()


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Any]:
    """A page of Playwright's, 1,400 pixels wide and light, that must have no errors."""
    with browser.in_use() as playing, opened(playing, site) as found:
        yield found
