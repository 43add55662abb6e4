"""Films of what a test does in the browser, and what it measured there: kept in the folder that ROLLCALL_RECORDING names."""
import contextlib
import json
import os
import pathlib
import shutil
import time

import playwright

FOLDER = pathlib.Path(os.environ["ROLLCALL_RECORDING"]).resolve() if os.environ.get("ROLLCALL_RECORDING") else None


def lend_ffmpeg(folder):
    """Playwright looks for ffmpeg among its own downloads only: there it finds Debian's."""
    program = shutil.which("ffmpeg")
    assert program, "ROLLCALL_RECORDING needs ffmpeg: apt-get install ffmpeg"
    downloads = json.loads((pathlib.Path(playwright.__file__).parent / "driver/package/browsers.json").read_text())["browsers"]
    revision = next(one["revision"] for one in downloads if one["name"] == "ffmpeg")
    (folder / f"ffmpeg-{revision}").mkdir()
    (folder / f"ffmpeg-{revision}/ffmpeg-linux").symlink_to(program)
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(folder)


def options(size):
    """What a context needs to be filmed."""
    return {"record_video_dir": FOLDER, "record_video_size": size} if FOLDER else {}


def keep(pages):
    """Gives the films of closed pages their names."""
    if FOLDER:
        for name, page in pages.items():
            pathlib.Path(page.video.path()).rename(FOLDER / f"{name}.webm")


def table(name, title, columns, rows):
    """Tells what was measured; the first column is words."""
    told = [[f"{value:.1f}" if isinstance(value, float) else str(value) for value in row] for row in rows]
    lines = [f"{title}\n", *(f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *told])]
    print("\n" + "\n".join(lines))
    if FOLDER:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{name}.md").write_text("\n".join(lines) + "\n")


class Steps:
    """Counts the clicks and the seconds of each step of a way through the console."""

    def __init__(self):
        self.done = []

    @contextlib.contextmanager
    def step(self, name):
        self.clicks, self.aside, begin = 0, 0, time.monotonic()
        yield
        self.done.append((name, self.clicks, time.monotonic() - begin - self.aside))

    @contextlib.contextmanager
    def apart(self):
        """What a test looks at on the way takes none of its time."""
        begin = time.monotonic()
        yield
        self.aside += time.monotonic() - begin

    def click(self, target):
        target.click()
        self.clicks += 1

    @property
    def all(self):
        return ("all", sum(clicks for _, clicks, _ in self.done), sum(seconds for *_, seconds in self.done))

    def table(self, name, title):
        """Tells them; and the sum."""
        table(name, title, ["step", "clicks", "seconds"], [*self.done, self.all])

    def are_told_in(self, document):
        """The table of steps in a document has these, with these clicks."""
        _, _, rest = document.read_text().partition("| step | clicks | seconds |\n")
        rows = [line.strip("| ").split(" | ") for line in rest.partition("\n\n")[0].splitlines()[1:]]
        assert [(row[0], int(row[1])) for row in rows] == [(name, clicks) for name, clicks, _ in [*self.done, self.all]]
