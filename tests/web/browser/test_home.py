"""The first page in a browser: pictures that lead to views that are filled in."""

from helpers.browser import accessible, dark, no_sideways_scroll, phone, until

SHOWN = "[...document.querySelectorAll('.pictures img')].filter(one => one.naturalWidth).length"


def test_pictures_lead_to_views(page, site):
    page.goto(site)
    links = page.locator(".pictures a")
    until(page, lambda: links.count() == 6)
    for link in links.all():
        link.scroll_into_view_if_needed()
    until(page, lambda: page.evaluate(SHOWN) == 6)
    accessible(page)
    dark(page)
    accessible(page)
    phone(page)
    no_sideways_scroll(page)
    views = ["equity", "board", "flops", "preflop", "solutions", "hands"]
    for view, address in zip(
        views, [link.get_attribute("href") for link in links.all()], strict=True
    ):
        page.goto(f"{site}{address}")
        until(page, lambda view=view: page.locator(f"main[data-view={view}] h1").count())
        until(page, lambda: not page.get_by_text("Loading…").count())
        assert page.locator(".problem").all_inner_texts() == []
    page.get_by_role("link", name="pokerlake").click()
    until(page, lambda: links.count() == 6)
