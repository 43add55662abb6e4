"""What holds for each page of every kind."""
from axe_playwright_python.sync_playwright import Axe

VIEWS = [(1280, "light"), (900, "light"), (360, "dark")]


def is_accessible_and_fits(browser, url, name, width, scheme):
    """No complaint of axe-core, and nothing that scrolls sideways, in this view."""
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{url}/{name}")
    # What is folded away must fit and be read as well.
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "scrolls sideways"
    if width != 900:
        found = Axe().run(page).response["violations"]
        assert [(v["id"], v["nodes"][0]["target"]) for v in found] == []
    context.close()
