"""The picture of the page in README.md: ``REWRITE_GOLDEN=1`` makes it anew."""

import os

from helpers.browser import until


def test_picture_of_the_readme(page, site, checkout):
    picture = checkout / "docs/page.png"
    page.set_viewport_size({"width": 1200, "height": 860})
    page.goto(f"{site}#/equity?p=77%2B,ATs%2B,KQs&p=22%2B,A2s%2B,KTo%2B&b=Jh2h3d&show=distribution")
    until(page, "document.querySelector('.picture svg') !== null")
    until(page, "document.querySelector('[data-hand=KQs].full') !== null")
    shown = page.screenshot(path=picture if os.environ.get("REWRITE_GOLDEN") == "1" else None)
    # Fonts differ from machine to machine, and with them the bytes: not the size.
    assert picture.read_bytes()[:24] == shown[:24]
    for document in ("README.md", "docs/web.md"):
        assert "page.png" in (checkout / document).read_text("utf-8")
