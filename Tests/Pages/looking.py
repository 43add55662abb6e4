"""What holds for each page of every kind."""
from axe_playwright_python.sync_playwright import Axe

VIEWS = [(1280, "light"), (900, "light"), (360, "dark")]
AXE = Axe().axe_script
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def complaints(browser, url, name, views, skip_axe=frozenset(), unfold=True):
    """What is wrong with a page in each of these views: axe-core's findings, and scrolling sideways.

    The page is loaded once and resized, as a window is: loading it and axe-core for each view took most of the time.
    A layout seen before in another colour scheme is checked for its colours alone.
    """
    context = browser.new_context(viewport={"width": views[0][0], "height": 800})
    page = context.new_page()
    page.goto(f"{url}/{name}")
    if unfold:
        # What is folded away must fit and be read as well.
        page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    page.evaluate(AXE)
    found, layouts = {}, set()
    for width, scheme in views:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        wrong = []
        if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
            wrong.append("scrolls sideways")
        if (width, scheme) not in skip_axe:
            rules = {"runOnly": COLOURS} if width in layouts else {}
            violations = page.evaluate("rules => axe.run(rules)", {"resultTypes": ["violations"], **rules})["violations"]
            layouts.add(width)
            wrong += [(v["id"], v["nodes"][0]["target"]) for v in violations]
        if wrong:
            found[width, scheme] = wrong
    context.close()
    return found


def is_accessible_and_fits(browser, url, name, views=VIEWS):
    """No complaint of axe-core, and nothing that scrolls sideways, in any view."""
    assert complaints(browser, url, name, views, skip_axe={(900, "light")}) == {}
