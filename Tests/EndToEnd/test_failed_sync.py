"""A disk that fails to sync: the server answers nothing as stored any more, ends, and the restart decides."""
import pathlib
import shutil
import subprocess

import pytest
from phones import Phone, acknowledged, stored

FAILING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

/* Syncs as the system does until the file named in SYNCS_FAIL is there. */
#include <stdlib.h>
static int fails(void) {
  const char *flag = getenv("SYNCS_FAIL");
  return flag && access(flag, F_OK) == 0;
}
#define REPLACE(name)                                            \\
  int name(int descriptor) {                                     \\
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, #name);    \\
    if (fails()) { errno = EIO; return -1; }                     \\
    return real(descriptor);                                     \\
  }
REPLACE(fsync)
REPLACE(fdatasync)
"""


@pytest.fixture
def breakable(rollcall, tmp_path):
    """A server whose syncs fail once the file `flag` is there."""
    compiler = next(filter(None, map(shutil.which, ["clang", "cc", "gcc"])))
    source, library = tmp_path / "failing.c", tmp_path / "failing.so"
    source.write_text(FAILING)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    rollcall.flag = pathlib.Path(tmp_path / "flag")
    rollcall.start(prefix=["env", f"LD_PRELOAD={library}", f"SYNCS_FAIL={rollcall.flag}"])
    return rollcall


def test_a_failed_sync_ends_the_server_and_loses_nothing_acknowledged(breakable):
    key = breakable.key("acme")
    responder = breakable.responder("acme", "Ana")
    phone = Phone(breakable.port, breakable.token("acme", responder), responder, retries=False)
    for _ in range(10):
        assert phone.upload(phone.batch())

    breakable.flag.touch()
    assert not phone.upload(phone.batch()), "acknowledged without a sync"
    assert breakable.process.wait(20) == 1
    assert "can no longer be trusted" in breakable.said(0)

    breakable.flag.unlink()
    breakable.start()
    count = stored(breakable.history("acme", key))
    # What was written but never acknowledged may have survived; the phone sends it again.
    assert acknowledged([phone]) <= set(count) and set(count.values()) == {1}
    again = Phone(breakable.port, phone.token, responder, retries=False)
    again.next = phone.next
    assert again.upload(again.batch())
    assert breakable.cli("verify")["ok"] is True
    assert breakable.stop() == 0
