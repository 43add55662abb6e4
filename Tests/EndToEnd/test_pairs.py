"""What the command line can do, the console can: the pairs stand in `Tests/Contract/pairs.csv`, with a reason where not."""
import csv
import re

from rollcall import TREE, Rollcall
from routetable import ROUTES

with open(TREE / "Tests/Contract/pairs.csv", newline="") as file:
    PAIRS = {line["command"]: line for line in csv.DictReader(file)}


def subcommands(rollcall, *above):
    """The commands that a help text lists."""
    text = rollcall.run(*above, "--help").stdout
    if "\nSUBCOMMANDS:\n" not in text:
        return []
    return re.findall(r"^  ([a-z][a-z-]*)(?: \(default\))?(?:  |$)", text.split("\nSUBCOMMANDS:\n", 1)[1], re.M)


def test_each_command_has_its_page_or_a_reason(tmp_path):
    rollcall = Rollcall(tmp_path)
    commands = []
    for group in subcommands(rollcall):
        below = subcommands(rollcall, group)
        commands += [f"{group} {name}" for name in below] or [group]
    assert sorted(commands) == sorted(PAIRS)


def test_each_page_of_a_pair_is_there():
    routes = {(route.method, route.pattern) for route in ROUTES}
    for command, pair in PAIRS.items():
        named = [tuple(one.split(" ")) for one in pair["console"].split(" · ") if one]
        assert bool(named) != bool(pair["why"]), command
        for route in named:
            assert route in routes, f"{command}: {route}"
