"""scripts/record: keeps every answer of a commit, and says what the working tree answers differently."""
import argparse
import multiprocessing
import pathlib
import re
import shutil
import sys

import builds
from compare import allowed_lines, compare
from recording import Recording

README = pathlib.Path(__file__).with_name("README.md")


def base():
    """The commit that the working tree is compared with unless told otherwise."""
    return re.search(r"^Base: `([0-9a-f]{7,40})`", README.read_text(), re.M)[1]


def say(words):
    print(words, flush=True)


def record(program, place, is_short):
    """A record of a program, made in a process of its own: nothing of one recording is left for the next."""
    child = multiprocessing.get_context("fork").Process(target=record_here, args=(program, place, is_short))
    child.start()
    child.join()
    if child.exitcode != 0:
        sys.exit(child.exitcode or 1)
    return place


def record_here(program, place, is_short):
    part = place.with_name(place.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    Recording(*program, part, is_short).make(say)
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)
    return place


def main():
    parser = argparse.ArgumentParser(prog="scripts/record", description=__doc__.partition(": ")[2])
    parser.add_argument("commit", nargs="?", help="the commit; with --compare by default the one that Tests/Recorded/README.md names")
    parser.add_argument("--compare", action="store_true", help="record the working tree and compare it with the commit")
    parser.add_argument("--twice", action="store_true", help="record the working tree twice: both must be the same")
    parser.add_argument("--short", action="store_true", help="only a few of those who ask, for the first looks at a change")
    options = parser.parse_args()
    is_short = options.short
    records = builds.CACHE / "records"
    records.mkdir(parents=True, exist_ok=True)
    if not options.compare and not options.twice and not options.commit:
        parser.error("name a commit, or --compare")
    ours = records / "working-tree"
    if options.compare or options.twice:
        program = builds.named("ROLLCALL_RECORD_BINARY") or builds.of_working_tree(say)
    if options.twice:
        say("records the working tree")
        first = record(program, records / "working-tree-before", is_short)
        say("records it again")
        sys.exit(0 if compare(first, record(program, ours, is_short), say) else 1)
    before = builds.named("ROLLCALL_RECORD_BASE")
    if before:
        say(f"records {before[0]}")
        theirs = record(before, records / "named", is_short)
    else:
        revision = builds.commit(options.commit or base())
        theirs = records / f"{revision}-{builds.script()}{'-short' if is_short else ''}"
        if theirs.exists():
            say(f"{revision[:7]} is recorded in {theirs}")
        else:
            program_before = builds.built(revision, say)
            say(f"records {revision[:7]}")
            record(program_before, theirs, is_short)
    if not options.compare:
        say(f"recorded in {theirs}")
        return
    say("records the working tree")
    sys.exit(0 if compare(theirs, record(program, ours, is_short), say, allowed_lines()) else 1)


if __name__ == "__main__":
    main()
