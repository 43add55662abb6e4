"""The programs that are recorded, with the pages and seeds that they need."""
import hashlib
import os
import pathlib
import subprocess

TREE = pathlib.Path(__file__).parents[2]
# `none`: beside what else is built here.
NAMED = os.environ.get("ROLLCALL_BUILD_CACHE") or "~/.cache/rollcall"
CACHE = (TREE / ".build" if NAMED == "none" else pathlib.Path(NAMED).expanduser()) / "record"
OWN = pathlib.Path(__file__).parent


def git(*arguments):
    return subprocess.run(["git", "-C", str(TREE), *arguments], check=True, capture_output=True, text=True).stdout.strip()


def commit(name):
    return git("rev-parse", "--verify", f"{name}^{{commit}}")


def script():
    """What a record depends on beside the program: a record that another script made cannot be compared."""
    files = [*sorted(OWN.glob("*.py")), OWN / "clockwork.c", TREE / "Tests/Contract/routes.csv",
             *sorted((TREE / "Tests/Contract/cases").glob("*.json")), *sorted((TREE / "Tests/Fakes").glob("*.py")),
             *(TREE / f"Tests/EndToEnd/{name}.py" for name in ("apps", "golden", "routetable"))]
    sum_of_all = hashlib.sha256()
    for file in files:
        if file.name not in ("compare.py", "builds.py", "__main__.py"):
            sum_of_all.update(file.read_bytes())
    return sum_of_all.hexdigest()[:16]


def built(revision, say):
    """The binary of a commit and the folder of its pages; built once for all who want to compare with it."""
    say(f"builds {revision[:7]}, unless it is in the cache")
    done = subprocess.run([TREE / "scripts/build-commit", revision], check=True, stdout=subprocess.PIPE, text=True)
    program = pathlib.Path(done.stdout.splitlines()[-1])
    return program, program.parents[1] / "share/rollcall"


def of_working_tree(say):
    say("builds the working tree")
    subprocess.run(["swift", "build", "--product", "rollcall"], cwd=TREE, check=True)
    return TREE / ".build/debug/rollcall", TREE


def named(variable):
    """A program that is there already: a binary, and after a colon the folder of its pages (else the working tree's)."""
    value = os.environ.get(variable)
    if not value:
        return None
    binary, _, share = value.partition(":")
    return pathlib.Path(binary).resolve(), pathlib.Path(share or TREE).resolve()
