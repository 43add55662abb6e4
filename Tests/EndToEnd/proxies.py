"""The proxies of docs/tls.md, run as they are written there but for names, ports and files."""
import os
import pathlib
import re
import socket
import subprocess
import time

OPERATIONS = pathlib.Path(__file__).parents[2] / "docs/tls.md"
PROGRAMS = {"nginx": "/usr/sbin/nginx", "caddy": "/usr/bin/caddy"}
LIMIT = 60


def documented(language):
    return re.search(rf"```{language}\n(.*?)```", OPERATIONS.read_text(), re.DOTALL)[1]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Proxy:
    """A proxy with TLS before a server, until `stop`."""

    def __init__(self, name, folder, certificate, server):
        self.name, self.folder, self.port, self.trust = name, folder, free_port(), str(certificate.certificate)
        self.url = f"https://localhost:{self.port}"
        site = documented("nginx" if name == "nginx" else "caddyfile").replace("127.0.0.1:8080", f"127.0.0.1:{server.port}")
        command = self.nginx(site, certificate) if name == "nginx" else self.caddy(site, certificate)
        self.log = open(folder / f"{name}.log", "ab")
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, cwd=folder, env=os.environ | home)
        end = time.monotonic() + LIMIT
        while not self.is_listening():
            assert self.process.poll() is None and time.monotonic() < end, (folder / f"{name}.log").read_text()
            time.sleep(0.05)

    def nginx(self, site, certificate):
        self.plain = free_port()
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.plain};")
        site, changes = re.subn(r"listen 443", f"listen 127.0.0.1:{self.port}", site)
        site = re.sub(r"(ssl_certificate +)\S+;", rf"\1{certificate.certificate};", site)
        site = re.sub(r"(ssl_certificate_key +)\S+;", rf"\1{certificate.key};", site)
        assert changes == 1
        (self.folder / "site.conf").write_text(site.replace("rollcall.example.org", "localhost"))
        places = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in [
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        user = "user root;\n" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{user}daemon off;\nworker_processes 1;\npid {self.folder}/nginx.pid;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{places}include {self.folder}/site.conf;\n}}\n")
        return [PROGRAMS["nginx"], "-e", "stderr", "-p", self.folder, "-c", self.folder / "nginx.conf"]

    def caddy(self, site, certificate):
        site, changes = re.subn(
            r"^rollcall.example.org \{", f"https://localhost:{self.port} {{\n\ttls {certificate.certificate} {certificate.key}",
            site, flags=re.MULTILINE)
        assert changes == 1
        (self.folder / "Caddyfile").write_text(
            "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n" + site)
        return [PROGRAMS["caddy"], "run", "--adapter", "caddyfile", "--config", self.folder / "Caddyfile"]

    def is_listening(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(LIMIT)
        self.log.close()
