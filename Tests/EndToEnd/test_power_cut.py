"""Nothing acknowledged is lost or doubled when the power goes at any moment.

A server's file operations are recorded, and states that a power cut may leave are made of them: what was synced is there,
of everything else any part. Tests/PowerCut/run checks thousands of states, this file as many as ROLLCALL_STATES says.
"""
import os
import pathlib
import shutil
import sys
import tempfile
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from PowerCut import checking, faults, recording  # noqa: E402

SEED = int(os.environ.get("ROLLCALL_SEED", time.time_ns() % 1_000_000))
STATES = int(os.environ.get("ROLLCALL_STATES", "120"))
# The long form makes several recordings, and each of them is longer.
STATES_OF_ONE = 2_500
IS_LONG = STATES > STATES_OF_ONE
SECONDS = 1.5 if IS_LONG else 0.1


def record(seed, **options):
    """Records a workload; the folder, which is the caller's to remove, and the recording."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"power-cut-{seed}-", dir=checking.MEMORY))
    try:
        return folder, recording.make(folder, SECONDS, seed, **options)
    except BaseException:
        log = folder / "server.log"
        print(log.read_text() if log.exists() else "no server was started")
        shutil.rmtree(folder)
        raise


@pytest.fixture(scope="module")
def first():
    folder, film = record(SEED)
    yield folder, film
    shutil.rmtree(folder)


def kept(folder):
    """The recording of a find, where it stays."""
    target = pathlib.Path(tempfile.gettempdir()) / f"rollcall-power-cut-{SEED}"
    target.mkdir(exist_ok=True)
    shutil.copy(folder / "log", target / "log")
    return target


def told(finds, folder):
    """The first finds, and how they are made again."""
    target = kept(folder)
    lines = [str(find) for find in finds[:5]]
    lines += [f"Tests/PowerCut/run rebuild {target} {find.moment} '{find.way}' {find.seed} FOLDER" for find in finds[:5]]
    return f"{len(finds)} states break a promise, ROLLCALL_SEED={SEED}\n" + "\n".join(lines)


def test_a_recording_holds_everything_that_reached_the_files(first):
    assert first[1].is_complete()


def test_whatever_a_power_cut_leaves_everything_acknowledged_is_there_once(first, capsys):
    total = checking.Outcome()
    for number, count in enumerate(shares()):
        folder, film = record(SEED + number) if number else first
        outcome = checking.check(folder, film.cuts(count, SEED + number))
        total.add(outcome)
        report = told(outcome.finds, folder) if outcome.finds else ""
        if number:
            shutil.rmtree(folder)
        if report:
            pytest.fail(report, pytrace=False)
    with capsys.disabled():
        print(f"\n{total.states} power cuts, {len(total.prints)} different states, everything acknowledged is there once;"
              f" {total.verified} verified and {total.started} served by the program itself (seed {SEED})")


def shares():
    """How many states are made of each recording."""
    whole, rest = divmod(STATES, STATES_OF_ONE)
    return [STATES_OF_ONE] * whole + ([rest] if rest else [])


@pytest.mark.parametrize("fault", faults.PLANTED, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_seen(first, fault):
    folder, _ = first
    since, words = faults.PLANTED[fault]
    cuts = recording.Recording(folder, fault).cuts(200, SEED, after=since)
    outcome = checking.check_part((folder, cuts, fault, words, 0, 0))
    assert outcome.finds, f"none of {outcome.states} states shows it, ROLLCALL_SEED={SEED}"


@pytest.mark.skipif(not IS_LONG, reason="a recording of its own")
def test_a_log_whose_syncs_do_nothing_loses_what_was_acknowledged():
    folder, film = record(SEED, swallow="-wal")
    outcome = checking.check(folder, film.cuts(200, SEED, after="serves"), until="pings are lost")
    assert outcome.finds, f"none of {outcome.states} states shows it, ROLLCALL_SEED={SEED}"
    shutil.rmtree(folder)
