"""A server for each module of tests, on a database of its own and a port that is free."""
import shutil

import pytest

from rollcall import BINARY, Rollcall


@pytest.fixture(scope="session", autouse=True)
def binary():
    assert BINARY.exists(), f"{BINARY} is missing: build it, or name one in ROLLCALL_BINARY"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A running server without a workspace, and with a folder for reports."""
    rollcall = Rollcall(
        tmp_path_factory.mktemp("server"), options=["--reports", tmp_path_factory.mktemp("reports")])
    rollcall.start()
    yield rollcall
    assert rollcall.stop() == 0


@pytest.fixture(scope="session")
def database_of_acme(tmp_path_factory):
    """The file of a database with the workspace `acme`, to be copied."""
    rollcall = Rollcall(tmp_path_factory.mktemp("acme"))
    rollcall.workspace("acme")
    return rollcall.database


@pytest.fixture
def rollcall(tmp_path, database_of_acme):
    """A database with the workspace `acme`; the server is the test's to start."""
    folder = tmp_path / "data"
    folder.mkdir()
    rollcall = Rollcall(folder)
    shutil.copy(database_of_acme, rollcall.database)
    yield rollcall
    if rollcall.process and rollcall.process.poll() is None:
        rollcall.kill9()
