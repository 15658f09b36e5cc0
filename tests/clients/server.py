"""The program mlf-server under test: started on free ports, stopped, asked over HTTP."""
import signal
import subprocess
import urllib.error
import urllib.request

from patience import PATIENCE

# People may answer at once, and as often as they like.
QUICK = ["--test-clock", "--claim-pause-ms", "0", "--messages-per-second", "10000", "--messages-burst", "20000"]


class Server:
    def __init__(self, program, data, *options, errors=None, host="127.0.0.1", before=(), ports=(0, 0, 0)):
        """`host`: the address it listens at; `before`: words of a command that runs it; `ports`: http, framed, echecs."""
        self.host = host
        listeners = [word for name, port in zip(("http", "framed", "echecs"), ports) for word in (f"--{name}", f"{host}:{port}")]
        self.process = subprocess.Popen(
            [*before, program, "--data", data, *listeners, *options], stdout=subprocess.PIPE, stderr=errors or subprocess.DEVNULL, text=True)
        self.ports = {}
        for line in self.process.stdout:
            if line.startswith("listening"):
                _, name, address = line.split()
                self.ports[name] = int(address.rsplit(":", 1)[1])
            if line.strip() == "ready":
                return
        raise ChildProcessError(f"the server does not start: status {self.process.wait()}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def terminate(self, seconds=PATIENCE):
        """SIGTERM; what is wrong with its end, or nothing."""
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=seconds)
            return f"SIGTERM ended with {status}" if status else None
        except subprocess.TimeoutExpired:
            self.kill()
            return f"SIGTERM took more than {seconds} s"

    def get(self, path):
        """Status and body of a page."""
        try:
            with urllib.request.urlopen(f"http://{self.host}:{self.ports['http']}{path}", timeout=PATIENCE) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
