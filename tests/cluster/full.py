#!/usr/bin/env python3
"""A cluster whose etcd has reached its quota, and the repair of docs/en/operating.md.

Usage: full.py <mlf-server>

etcd gets a quota of 16 MB, which old values of one key fill. /readyz of the node says 503, though nobody plays, and 200 after
the repair. Ends with status 77 without etcd.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from cluster import Cluster  # noqa: E402
from patience import until  # noqa: E402
from wires import JsonClient  # noqa: E402


def fill(cluster):
    """Writes one key until etcd refuses it."""
    value = "x" * 1_000_000
    while subprocess.run(["etcdctl", "--endpoints", cluster.endpoints, "put", "filler"], input=value, text=True, check=False,
                         env={**os.environ, "ETCDCTL_API": "3"}, capture_output=True).returncode == 0:
        pass


def main():
    if not shutil.which("etcd") or not shutil.which("etcdctl"):
        print("skipped: etcd is not installed (group cluster)")
        sys.exit(77)
    folder = tempfile.mkdtemp(prefix="mlf-full-")
    cluster = Cluster(sys.argv[1], folder, etcds=1, servers=1, etcd_options=["--quota-backend-bytes", str(16 << 20)])
    try:
        server = cluster.servers["s0"]
        assert server.get("/readyz")[0] == 200
        fill(cluster)
        assert "NOSPACE" in (cluster.etcdctl("alarm", "list") or "")
        assert until(lambda: server.get("/readyz")[0] == 503), "/readyz does not say that etcd takes no writes"

        status = json.loads(cluster.etcdctl("endpoint", "status", "-w", "json"))[0]["Status"]
        for words in (["compact", str(status["header"]["revision"])], ["defrag"], ["alarm", "disarm"]):
            assert cluster.etcdctl(*words) is not None, words
        assert until(lambda: server.get("/readyz")[0] == 200), "/readyz stays 503 after the repair"
        answer = JsonClient(server.ports["http"]).ask({"t": "login", "name": "ming"})
        assert answer["t"] == "ok", answer
        print("/readyz said 503 while etcd was at its quota, and 200 after the repair")
    finally:
        cluster.end()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
