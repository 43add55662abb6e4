"""Programs of other commits, built once, with the pages and seeds that they need beside them."""
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess

TREE = pathlib.Path(__file__).parents[2]
CACHE = pathlib.Path(os.environ.get("ROLLCALL_BUILD_CACHE") or "~/.cache/rollcall").expanduser() / "record"
RESOURCES = ("Templates", "Public", "seeds")
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
    """The binary of a commit and the folder of its pages. Built in one worktree after the other commit's, so that what has
    not changed is not built again."""
    place = CACHE / "programs" / revision
    if (place / "rollcall").exists():
        return place / "rollcall", place
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (place / "rollcall").exists():
            return place / "rollcall", place
        tree = CACHE / "tree"
        say(f"builds {revision[:7]} in {tree}")
        if not (tree / ".git").exists():
            git("worktree", "prune")
            git("worktree", "add", "--force", "--detach", str(tree), revision)
        subprocess.run(["git", "-C", str(tree), "checkout", "--quiet", "--force", "--detach", revision], check=True)
        # Not in the index everywhere, and without it dependencies are looked for again.
        if (TREE / "Package.resolved").exists() and not (tree / "Package.resolved").exists():
            shutil.copy(TREE / "Package.resolved", tree)
        subprocess.run(["swift", "build", "--product", "rollcall", "--scratch-path", str(CACHE / "build")], cwd=tree, check=True)
        part = place.with_name(f"{revision}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        shutil.copy2(CACHE / "build/debug/rollcall", part)
        for folder in RESOURCES:
            shutil.copytree(tree / folder, part / folder)
        part.rename(place)
    return place / "rollcall", place


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
