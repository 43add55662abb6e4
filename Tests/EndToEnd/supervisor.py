"""A supervisor's ear, as systemd has one."""
import socket
import time

LIMIT = 60


class Ear:
    """The supervisor's socket: collects what a server says."""

    def __init__(self, name):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(name)
        self.heard = []

    def until(self, words):
        """Listens until somebody says so."""
        deadline = time.monotonic() + LIMIT
        while not any(words in one for one in self.heard):
            self.listen(deadline)

    def listen(self, deadline):
        self.socket.settimeout(max(0.01, deadline - time.monotonic()))
        self.heard.append(self.socket.recv(4096).decode())

    def forget(self):
        """What was said until now is not heard any more."""
        self.heard.clear()
        self.socket.settimeout(0)
        try:
            while True:
                self.socket.recv(4096)
        except BlockingIOError:
            pass

    def commits(self, seconds):
        """How many proofs of the writer come within a time."""
        self.forget()
        count, deadline = 0, time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.socket.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                count += self.socket.recv(4096) == b"WATCHDOG=1"
            except TimeoutError:
                break
        return count
