"""A mail server on loopback, for tests: STARTTLS, AUTH PLAIN and LOGIN, and answers as they are told to be.

`with MailServer(certificate) as server:` listens at `server.port`; `server.mails` holds what came, as a dictionary with
`sender`, `recipients`, `data` (bytes), `secured` and `user`. `server.refuse` maps a command (`RCPT`, `DATA`) to answers that
are used up one by one; a recipient in `server.unknown` is refused with 550.
"""
import base64
import socketserver
import ssl
import threading


class MailServer:
    def __init__(self, certificate=None, login=None):
        self.certificate, self.login = certificate, login
        self.mails, self.refuse, self.unknown = [], {}, set()
        handler = type("BoundHandler", (Handler,), {"mail": self})
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


class Handler(socketserver.StreamRequestHandler):
    mail = None
    timeout = 60

    def setup(self):
        super().setup()
        self.secured, self.user, self.sender, self.recipients = False, None, None, []

    def say(self, *lines):
        for number, (status, text) in enumerate(lines, 1):
            self.wfile.write(f"{status}{' ' if number == len(lines) else '-'}{text}\r\n".encode())
        self.wfile.flush()

    def told(self, command):
        answers = self.mail.refuse.get(command) or []
        return answers.pop(0) if answers else None

    def handle(self):
        self.say((220, "here"))
        while True:
            line = self.rfile.readline()
            if not line:
                return
            command, _, rest = line.decode().strip().partition(" ")
            act = getattr(self, f"do_{command.lower()}", None)
            if act is None:
                self.say((502, "no"))
            elif act(rest) is False:
                return

    def do_ehlo(self, _):
        offers = [(250, "here")]
        if self.mail.certificate and not self.secured:
            offers.append((250, "STARTTLS"))
        if self.mail.login and (self.secured or not self.mail.certificate):
            offers.append((250, "AUTH PLAIN LOGIN"))
        self.say(*offers, (250, "8BITMIME"))

    def do_starttls(self, _):
        self.say((220, "go on"))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.mail.certificate.certificate, self.mail.certificate.key)
        try:
            self.connection = context.wrap_socket(self.connection, server_side=True)
        except (ssl.SSLError, OSError):
            return False
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")
        self.secured = True

    def do_auth(self, rest):
        way, _, first = rest.partition(" ")
        if way != "PLAIN":
            return self.say((504, "no"))
        if not first:
            self.say((334, ""))
            first = self.rfile.readline().decode().strip()
        _, user, password = base64.b64decode(first).decode().split("\0")
        if (user, password) != self.mail.login:
            return self.say((535, "no"))
        self.user = user
        self.say((235, "yes"))

    def do_mail(self, rest):
        if self.mail.login and not self.user:
            return self.say((530, "who are you"))
        self.sender, self.recipients = rest.partition("<")[2].partition(">")[0], []
        self.say((250, "yes"))

    def do_rcpt(self, rest):
        status = self.told("RCPT")
        recipient = rest.partition("<")[2].partition(">")[0]
        if recipient in self.mail.unknown:
            status = 550
        if status:
            return self.say((status, "said by the test"))
        self.recipients.append(recipient)
        self.say((250, "yes"))

    def do_data(self, _):
        status = self.told("DATA")
        if status:
            return self.say((status, "said by the test"))
        self.say((354, "go on"))
        data = b""
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            data += line[1:] if line.startswith(b".") else line
        self.mail.mails.append({"sender": self.sender, "recipients": self.recipients, "data": data,
                                "secured": self.secured, "user": self.user})
        self.say((250, "taken"))

    def do_rset(self, _):
        self.say((250, "yes"))

    def do_quit(self, _):
        self.say((221, "bye"))
        return False
