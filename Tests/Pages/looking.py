"""What holds for each page of every kind, and the time of a page."""
import datetime

from axe_playwright_python.sync_playwright import Axe

VIEWS = [(1280, "light"), (900, "light"), (360, "dark")]
AXE = Axe().axe_script
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Which axe-core leaves out unless it is asked for.
SIZES = {"runOnly": {"type": "rule", "values": ["target-size"]}, "resultTypes": ["violations"]}
PHONE = 360


def complaints(page, url, name, views, skip_axe=frozenset(), unfold=True):
    """What is wrong with a page in each of these views: axe-core's findings, and scrolling sideways.

    The page is loaded once and resized, as a window is: loading it and axe-core for each view took most of the time.
    A layout seen before in another colour scheme is checked for its colours alone.
    """
    page.set_viewport_size({"width": views[0][0], "height": 800})
    page.emulate_media(color_scheme=views[0][1])
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
            wrong += too_small(page) if width <= PHONE and not rules else []
        if wrong:
            found[width, scheme] = wrong
    return found


def too_small(page):
    """What a finger would miss: less than 24 pixels, and less than that from what else can be pressed.

    An open menu covers what lies below it: first they are closed, then each is looked at by itself.
    """
    found = page.evaluate("""async (rules) => {
      const menus = [...document.querySelectorAll("main details.menu[open]")], found = [];
      for (const menu of menus) menu.open = false;
      found.push(await axe.run(document, rules));
      for (const menu of menus) {
        menu.open = true;
        found.push(await axe.run(menu, rules));
        menu.open = false;
      }
      for (const menu of menus) menu.open = true;
      return found.flatMap(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => [id, target])));
    }""", SIZES)
    return found[:5]


def is_accessible_and_fits(window, url, name, views=VIEWS):
    """No complaint of axe-core, and nothing that scrolls sideways, in any view."""
    assert complaints(window, url, name, views, skip_axe={(900, "light")}) == {}


def hold_clock(page):
    """From here on the page's time goes on only when it is told to, however long the machine takes."""
    now = datetime.datetime.now()
    # Between the two calls its time goes on, and it cannot be stopped in its past.
    page.clock.install(time=now - datetime.timedelta(minutes=1))
    page.clock.pause_at(now)


def let_seconds_pass(page, seconds):
    """One after another; what is asked in one is answered before the next."""
    asked = []
    page.on("request", lambda request: asked.append(request))
    for _ in range(seconds):
        page.clock.run_for(1_000)
        page.wait_for_timeout(20)
        while asked:
            asked.pop().response()
            page.wait_for_timeout(20)
