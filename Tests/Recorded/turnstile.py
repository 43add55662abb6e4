"""The services that the server sends messages to, one request at a time.

Several of the server's threads send at once, and what is written of it has numbers in the order of the answers. So answers
wait until all is quiet, and are then given one by one, in the order of what was asked.
"""
import re
import threading
import time

import mail_server
import push_provider
import sms_gateway

# A request that the server makes before it answers us cannot wait for our quiet, seconds. Far longer than an answer takes
# on a busy machine: those who are let in together race.
LONG = 20


class Turnstile:
    def __init__(self):
        self.lock, self.waiting = threading.Lock(), []
        # Since when the recorder waits for an answer of the server; `None` while it does not.
        self.asking = None

    def wait(self, *key):
        """Waits for its turn; of equal ones the first goes first."""
        turn = threading.Event()
        with self.lock:
            self.waiting.append((tuple(map(str, key)), len(self.waiting), turn))
        while not turn.wait(0.05):
            asking = self.asking
            if asking and time.monotonic() - asking > LONG:
                self.let_in()

    def let_in(self):
        """Lets the first one in; whether there was one."""
        with self.lock:
            if not self.waiting:
                return False
            self.waiting.sort(key=lambda one: one[:2])
            _, _, turn = self.waiting.pop(0)
        turn.set()
        return True

    def guard(self):
        """Puts it before the services' answers."""
        push, sms, mail = push_provider.Handler._serve, sms_gateway.Gateway.take, mail_server.Handler.do_data

        def serve(handler, request):
            raw = request.get("raw", b"")
            # Links are drawn by several threads at once.
            asked = re.sub(rb"/a/[\w-]{22}", b"", raw)
            self.wait("push", handler.path, asked)
            push_provider.secrets.begin(asked)
            push(handler, request)

        def take(gateway, path, headers, body):
            self.wait("sms", path, body)
            return sms(gateway, path, headers, body)

        def do_data(handler, rest):
            self.wait("mail", handler.recipients)
            return mail(handler, rest)

        push_provider.Handler._serve, sms_gateway.Gateway.take, mail_server.Handler.do_data = serve, take, do_data
