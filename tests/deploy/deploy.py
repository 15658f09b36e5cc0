#!/usr/bin/env python3
"""deploy/ against this tree and the real program, as far as it can be tried without its engines.

Usage: deploy.py <mlf-server>    (in the top folder)

  Dockerfile   each COPY has its source; the first stage installs the packages that the build needs; the second
               has every shared library of the program, itself or by a package that it installs; the
               program takes the options that the image gives it.
  the unit     systemd takes it (systemd-analyze verify), and the program takes its options.
  compose      it is well formed; what it builds and mounts is there; the program takes its options and answers its
               health check; Caddy passes on to ports where the program listens, from the network it trusts.
  dashboard    each metric that a panel asks for is printed by /metrics, with the labels it asks for; so is each
               one that docs/en/operating.md has an alarm for.

Ends with status 1 where something is wrong.
"""
import ipaddress
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

from server import Server  # noqa: E402
from wires import JsonClient  # noqa: E402

wrong = []


def check(well, *what):
    if not well:
        wrong.append(" ".join(str(word) for word in what))


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def takes_options(program, words, what):
    """Whether the program takes these options: it prints what they give and ends."""
    with tempfile.TemporaryDirectory() as folder:
        words = [word.replace("/etc/mlf-server/server.yaml", folder + "/server.yaml") for word in words]
        with open(folder + "/server.yaml", "w", encoding="utf-8") as file:
            file.write(run(program, "--print-config").stdout)
        tried = run(program, *words, "--print-config")
        check(tried.returncode == 0 and "http:" in tried.stdout, what, words, tried.stderr)
        return tried.stdout


# ---- the image ----

def package_of(library):
    """The Debian package that a file belongs to."""
    found = run("dpkg", "-S", os.path.realpath(library)).stdout or run("dpkg", "-S", library).stdout
    return found.split(":")[0]


def with_dependencies(packages):
    """Those packages and all that installing them installs, as this machine knows them."""
    all_of_them, new = set(), list(packages)
    while new:
        name = new.pop()
        if name in all_of_them:
            continue
        all_of_them.add(name)
        depends = run("dpkg-query", "-W", "-f", "${Depends},${Pre-Depends}", name).stdout
        new += [re.split(r"[ (:]", first.strip())[0] for first in re.split(r"[,|]", depends) if first.strip()]
    return all_of_them


def dockerfile(program):
    text = re.sub(r"\\\n", " ", read("deploy/Dockerfile"))
    stages = re.split(r"(?m)^FROM ", text)[1:]
    check(len(stages) == 2, "the Dockerfile has", len(stages), "stages")
    build, image = stages
    for line in re.findall(r"(?m)^COPY (?!--from)(.*)$", text):
        for source in line.split()[:-1]:
            check(os.path.exists(source), "COPY:", source, "does not exist")
    command = re.search(r"\$\((awk .*?)\)", build).group(1).replace("/packages.txt", "packages.txt")
    installed = set(run("bash", "-c", command).stdout.split())
    check({"cmake", "g++", "ninja-build", "libsqlite3-dev"} <= installed, "the first stage installs", installed)
    for option, value in re.findall(r"-D(MLF_\w+)=(\w+)", build):
        check(f"option({option} " in read("CMakeLists.txt"), option, "is no option of this build")
    target = re.search(r"--target (\S+)", build).group(1)
    # tools/<name>/main.cc makes the target <name>_program (cmake/Programs.cmake).
    check(os.path.exists(f"tools/{target.removesuffix('_program')}/main.cc"), "there is no target", target)

    packages = [word for word in re.search(r"apt-get install (.*?)&&", image).group(1).split() if not word.startswith("-")]
    if shutil.which("dpkg-query"):
        there = with_dependencies(packages)
        for library in re.findall(r"=> (/\S+)", run("ldd", program).stdout):
            name = package_of(library)
            # What every Debian has is in no list.
            base = run("dpkg-query", "-W", "-f", "${Essential} ${Priority}", name).stdout
            check(name in there or "required" in base, "the image lacks", name, "for", library)
        for name in packages:
            known = run("apt-cache", "show", "--no-all-versions", name)
            check(known.returncode == 0 or not known.stderr or name in there, "there is no package", name)
    user = re.search(r"(?m)^USER (\S+)", image)
    check(user and f" {user.group(1)} " in image and user.group(1) != "root", "the image runs as root")
    words = [json.loads(re.search(rf"(?m)^{key} (\[.*\])$", image).group(1)) for key in ("ENTRYPOINT", "CMD")]
    check(words[0][0] == "mlf-server", "the image starts", words[0][0])
    config = takes_options(program, words[0][1:] + words[1], "the image's options")
    ports = set(re.search(r"(?m)^EXPOSE (.*)$", image).group(1).split())
    used = set(re.findall(r"(?m)^(?:http|framed|echecs): \S*:(\d+)", config))
    check(ports == used, "the image exposes", ports, "and listens on", used)


# ---- the unit ----

def unit(program):
    text = read("deploy/mlf-server.service")
    words = re.search(r"(?m)^ExecStart=(.*)$", text).group(1).split()
    takes_options(program, words[1:], "the unit's options")
    if not shutil.which("systemd-analyze"):
        return print("systemd-analyze is not installed: the unit is not verified")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mlf-server.service")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(words[0], os.path.abspath(program)))
        verified = run("systemd-analyze", "verify", "--man=no", path)
        check(verified.returncode == 0 and "mlf-server.service" not in verified.stderr, "systemd:", verified.stderr)
        # 0 is none, 10 is everything; a unit without any of it has 9.6.
        rated = run("systemd-analyze", "security", "--offline=yes", "--threshold=20", path)
        check(rated.returncode == 0, "systemd-analyze security:", rated.stdout[-200:])


# ---- compose ----

def compose(program):
    import yaml  # pylint: disable=import-outside-toplevel
    whole = yaml.safe_load(read("deploy/compose.yaml"))
    server, proxy = whole["services"]["server"], whole["services"]["proxy"]
    build = server["build"]
    top = os.path.join("deploy", build["context"])
    check(os.path.exists(os.path.join(top, build["dockerfile"])), "compose builds", build)
    for service in whole["services"].values():
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            check(source in whole["volumes"] or os.path.exists(os.path.join("deploy", source)), "compose mounts", volume)
        check(set(service["networks"]) <= set(whole["networks"]), "compose has no network", service["networks"])
    data = re.search(r'ENTRYPOINT .*"--data", "([^"]*)"', read("deploy/Dockerfile")).group(1)
    check(f"data:{data}" in server["volumes"], "the data are at", data, "and compose mounts", server["volumes"])
    config = takes_options(program, server["command"], "the options of compose")
    listens = dict(re.findall(r"(?m)^(http|framed|echecs): \S*:(\d+)", config))
    passed = set(re.findall(r"reverse_proxy server:(\d+)", read("deploy/Caddyfile")))
    check(passed == set(listens.values()), "Caddy passes on to", passed, "and the server listens on", listens)
    check("ports" not in server, "the server is open without TLS")
    published = {port.split(":")[0] for port in proxy["ports"]}
    sites = set(re.findall(r"(?m)^\{\$MLF_HOST\}:(\d+) \{", read("deploy/Caddyfile")))
    check(published == sites | {"80", "443"}, "compose publishes", published, "and Caddy serves", sites)
    names = set(re.findall(r"\{\$(\w+)\}", read("deploy/Caddyfile")))
    check(names == set(proxy["environment"]), "the Caddyfile needs", names)
    trusted = server["command"][server["command"].index("--trusted-proxy") + 1]
    subnet = whole["networks"]["tables"]["ipam"]["config"][0]["subnet"]
    check(ipaddress.ip_network(subnet) == ipaddress.ip_network(trusted), "the server trusts", trusted, "and not", subnet)
    health = [word.replace("$$", "$") for word in server["healthcheck"]["test"][1:]]
    with tempfile.TemporaryDirectory() as folder:
        running = Server(program, os.path.join(folder, "data"))
        try:
            health[-1] = health[-1].replace("/7080", f"/{running.ports['http']}")
            check(run(*health).returncode == 0, "the health check fails", health)
            check(run(*health[:-1], health[-1].replace("/readyz", "/nothing")).returncode != 0, "the health check is blind")
        finally:
            running.kill()


# ---- the dashboard ----

def dashboard(program):
    board = json.loads(read("deploy/grafana-dashboard.json"))
    asked = {}
    for panel in board["panels"]:
        check(panel["targets"], "a panel asks nothing:", panel["title"])
        for target in panel["targets"]:
            labels = set(re.findall(r"(\w+)=~?\"", target["expr"])) | set(
                re.findall(r"\w+", " ".join(re.findall(r"by \(([^)]*)\)", target["expr"]))))
            for name in re.findall(r"mlf_\w+", target["expr"]):
                asked.setdefault(name, set()).update(labels - {"job"})
    check(len({panel["id"] for panel in board["panels"]}) == len(board["panels"]), "two panels have one id")
    for name in re.findall(r"`(mlf_\w+)", read("docs/en/operating.md")):
        asked.setdefault(name, set())
    with tempfile.TemporaryDirectory() as folder:
        data = os.path.join(folder, "data")
        server = Server(program, data, "--test-clock")
        try:
            # Somebody plays, so that there is an act.
            client = JsonClient(server.ports["http"])
            client.ask({"t": "login", "name": "ming"})
            desk = client.ask({"t": "create", "variant": "erren", "robots": 1})["desk"]["id"]
            client.ask({"t": "ready", "desk": desk, "ready": True})
            push, end = {}, time.monotonic() + 20
            while not push.get("defaults") and time.monotonic() < end:
                push = client.push()
            act = dict(push["defaults"][0], t="act", desk=desk, match=1, id="a")
            act.pop("seat")
            client.ask(act)
            printed = server.get("/metrics")[1].decode()
        finally:
            server.kill()
    for name, labels in asked.items():
        lines = re.findall(rf"(?m)^{name}(?:\{{(.*)\}})? \S+$", printed)
        base = re.sub(r"_(bucket|count|sum)$", "", name)
        check(lines or f"# TYPE {base} histogram" in printed, "/metrics has no", name)
        for label in labels:
            check(any(f'{label}="' in line for line in lines), "/metrics has no label", label, "at", name)
    print(f"{len(asked)} metrics asked for")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for part in (dockerfile, unit, compose, dashboard):
        part(sys.argv[1])
    for what in wrong:
        print(what)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
