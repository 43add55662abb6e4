"""Lays a state of a recording into a folder: `rebuild RECORDING MOMENT WAY SEED FOLDER`."""
import pathlib
import sys

from . import disk, judge, recording


def main(folder, moment, way, seed, target):
    film = recording.Recording(folder)
    [(_, now, expected)] = film.at([int(moment)])
    state = disk.cut(now, way, int(seed))
    judge.lay(pathlib.Path(target), state, int(seed))
    print(f"{len(expected.pings)} pings had been acknowledged; {target} has {', '.join(sorted(state.files))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
