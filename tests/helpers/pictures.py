"""Figures as they are shown, and what is in a picture."""

from xml.etree import ElementTree as ET

from pokerlake.queries.charts import Drawn

SVG = "{http://www.w3.org/2000/svg}"


def svg_of(figure):
    """A figure as SVG."""
    return Drawn(figure).svg()


def text_of(figure, columns=78):
    """A figure for a terminal, without colours."""
    return Drawn(figure).terminal(columns).plain


def titles(picture):
    """What is told on hovering, the picture's own title left out."""
    return [title.text for title in ET.fromstring(picture).iter(f"{SVG}title")][1:]


def texts(picture):
    """What is written, line by line."""
    return ["".join(text.itertext()) for text in ET.fromstring(picture).iter(f"{SVG}text")]


def cells(picture):
    """Of each hand that tells something: what it tells, its rectangles and its texts."""
    found = {}
    for group in ET.fromstring(picture).iter(f"{SVG}g"):
        title = group.find(f"{SVG}title")
        if title is not None:
            shown = [text.text for text in group.findall(f"{SVG}text")]
            rects = [rect for rect in group.findall(f"{SVG}rect") if rect.get("fill") != "none"]
            found[title.text.partition(":")[0]] = title.text, rects, shown
    return found
