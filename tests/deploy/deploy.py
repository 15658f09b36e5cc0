#!/usr/bin/env python3
"""deploy/ against this tree and the real program, as far as it can be tried without its engines.

Usage: deploy.py <mlf-server>    (in the top folder)

  Dockerfile   each COPY has its source; a stage builds the page from what it copies (left out without
               web/node_modules), and the program is built with that page; its stage installs the packages that
               the build needs; the last one has every shared library of the program, itself or by a package
               that it installs; the program takes the options that the image gives it. What other builds left
               behind on this machine is not sent along (.dockerignore).
  the unit     systemd takes it (systemd-analyze verify), and the program takes its options.
               the same of both with deploy/cluster: mlf-server as a node, and Debian's etcd.
  compose      of one machine and of a cluster: it is well formed; what it builds and mounts is there; the program
               takes its options and answers its health check; Caddy passes on to ports where the program listens,
               from the network it trusts.
  the cluster  nodes and members of etcd differ in names and addresses and fit each other; the quota is the same.
               Three etcd with etcd.env, on loopback, and a node join; without etcd this is left out.
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

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../clients"), os.path.join(HERE, "../cluster")]

from cluster import free_ports  # noqa: E402
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
        words = [word.replace("/etc/mlf-server/server.yaml", folder + "/server.yaml").replace("%d/key", folder + "/key")
                 for word in words]
        with open(folder + "/server.yaml", "w", encoding="utf-8") as file:
            file.write(run(program, "--print-config").stdout)
        tried = run(program, *words, "--print-config")
        check(tried.returncode == 0 and "http:" in tried.stdout, what, words, tried.stderr)
        return tried.stdout


# ---- the image ----

def owners(libraries):
    """The Debian packages that files belong to, by file. One search for all, because each reads every file list."""
    paths = {path for library in libraries for path in (library, os.path.realpath(library))}
    owner = {}
    for line in run("dpkg-query", "-S", *sorted(paths)).stdout.splitlines():
        names, _, path = line.partition(": ")
        owner[path] = names.split(":")[0]
    return {library: owner.get(os.path.realpath(library)) or owner.get(library, "") for library in libraries}


def database():
    """What this machine knows about its packages: the words that rank a package, and those it depends on."""
    known = {}
    for line in run("dpkg-query", "-W", "-f", "${Package}\t${Essential} ${Priority}\t${Depends},${Pre-Depends}\n").stdout.splitlines():
        name, rank, depends = line.split("\t")
        known[name] = rank, [re.split(r"[ (:]", first.strip())[0] for first in re.split(r"[,|]", depends) if first.strip()]
    return known


def with_dependencies(packages, known):
    """Those packages and all that installing them installs."""
    all_of_them, new = set(), list(packages)
    while new:
        name = new.pop()
        if name not in all_of_them:
            all_of_them.add(name)
            new += known.get(name, ("", []))[1]
    return all_of_them


def page(stage, build):
    """The stage builds the page as ./dev does, and the program is built with it."""
    node, least = re.match(r"node:(\d+)", stage), re.search(r"\d+", json.loads(read("web/package.json"))["engines"]["node"])
    check(node and int(node.group(1)) >= int(least.group()), "the page is built by", stage.splitlines()[0])
    commands, developer = re.findall(r"(?m)^RUN (npm .*)$", stage), read("dev")
    check([command.split()[1] for command in commands] == ["ci", "run"], "the page is built by", commands)
    for command in commands:
        check(command in developer, "./dev does not build the page by", command)
    folder = re.search(r"(?m)^WORKDIR (\S+)$", stage).group(1)
    source = re.search(r"(?m)^COPY \. (\S+)$", build).group(1)
    taken = f"COPY --from=page {folder}/dist {source}/web/dist\n"
    check(-1 < build.find(f"COPY . {source}\n") < build.find(taken) < build.find("RUN cmake"), "the program is built without", taken)
    ignored = read(".dockerignore").split()
    for left in (".git", "build", "web/dist", "web/node_modules", "tests/browser/node_modules"):
        check(left in ignored, ".dockerignore lacks", left)
    if not shutil.which("npm") or not os.path.isdir("web/node_modules"):
        return print("web/ has no packages of node: the page is not built")
    with tempfile.TemporaryDirectory() as top:
        inside = top + folder
        for line in re.findall(r"(?m)^COPY (.*)$", stage):
            for copied in line.split()[:-1]:
                if os.path.isdir(copied):
                    shutil.copytree(copied, inside, dirs_exist_ok=True, ignore=lambda here, _: [
                        os.path.basename(path) for path in ignored if os.path.dirname(path) == here])
                else:
                    os.makedirs(inside, exist_ok=True)
                    shutil.copy(copied, inside)
        os.symlink(os.path.abspath("web/node_modules"), inside + "/node_modules")
        built = run(*commands[-1].split(), cwd=inside)
        check(built.returncode == 0 and os.path.exists(inside + "/dist/index.html"), "the page:", built.stdout, built.stderr)


def dockerfile(program):
    text = re.sub(r"\\\n", " ", read("deploy/Dockerfile"))
    stages = re.split(r"(?m)^FROM ", text)[1:]
    check(len(stages) == 3, "the Dockerfile has", len(stages), "stages")
    node, build, image = stages
    for line in re.findall(r"(?m)^COPY (?!--from)(.*)$", text):
        for source in line.split()[:-1]:
            check(os.path.exists(source), "COPY:", source, "does not exist")
    page(node, build)
    command = re.search(r"\$\((awk .*?)\)", build).group(1).replace("/packages.txt", "packages.txt")
    installed = set(run("bash", "-c", command).stdout.split())
    check({"cmake", "g++", "ninja-build", "libsqlite3-dev"} <= installed, "the program is built with", installed)
    for option, value in re.findall(r"-D(MLF_\w+)=(\w+)", build):
        check(f"option({option} " in read("CMakeLists.txt"), option, "is no option of this build")
    target = re.search(r"--target (\S+)", build).group(1)
    # tools/<name>/main.cc makes the target <name>_program (cmake/Programs.cmake).
    check(os.path.exists(f"tools/{target.removesuffix('_program')}/main.cc"), "there is no target", target)

    packages = [word for word in re.search(r"apt-get install (.*?)&&", image).group(1).split() if not word.startswith("-")]
    if shutil.which("dpkg-query"):
        known = database()
        there = with_dependencies(packages, known)
        for library, name in owners(re.findall(r"=> (/\S+)", run("ldd", program).stdout)).items():
            # What every Debian has is in no list.
            base = known.get(name, ("", []))[0]
            check(name in there or "required" in base, "the image lacks", name, "for", library)
        shown = set(re.findall(r"(?m)^Package: (\S+)$", run("apt-cache", "show", "--no-all-versions", *packages).stdout))
        # Without package lists, as in an image, nothing can be said.
        for name in packages if shown else []:
            check(name in shown or name in known, "there is no package", name)
    user = re.search(r"(?m)^USER (\S+)", image)
    check(user and f" {user.group(1)} " in image and user.group(1) != "root", "the image runs as root")
    words = [json.loads(re.search(rf"(?m)^{key} (\[.*\])$", image).group(1)) for key in ("ENTRYPOINT", "CMD")]
    check(words[0][0] == "mlf-server", "the image starts", words[0][0])
    config = takes_options(program, words[0][1:] + words[1], "the image's options")
    ports = set(re.search(r"(?m)^EXPOSE (.*)$", image).group(1).split())
    used = set(re.findall(r"(?m)^(?:http|framed|echecs): \S*:(\d+)", config))
    check(ports == used, "the image exposes", ports, "and listens on", used)


# ---- the units ----

def verify(unit, text, drop_in=None):
    """systemd takes a unit, with a further file of its folder `.d`."""
    if not shutil.which("systemd-analyze"):
        return print(f"skipped: systemd-analyze is not installed, so {unit} is not verified")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, unit)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if drop_in:
            os.mkdir(path + ".d")
            with open(path + ".d/more.conf", "w", encoding="utf-8") as file:
                file.write(drop_in)
        verified = run("systemd-analyze", "verify", "--man=no", path)
        check(verified.returncode == 0 and folder not in verified.stderr and unit not in verified.stderr, "systemd:", verified.stderr)
        # 0 is none, 10 is everything; a unit without any of it has 9.6.
        rated = run("systemd-analyze", "security", "--offline=yes", "--threshold=20", path)
        check(unit.startswith("etcd") or rated.returncode == 0, "systemd-analyze security:", rated.stdout[-200:])


def unit(program):
    text, node = read("deploy/mlf-server.service"), read("deploy/cluster/node.conf")
    words = re.search(r"(?m)^ExecStart=(.*)$", text).group(1).split()
    takes_options(program, words[1:], "the unit's options")
    more = re.search(r"(?m)^ExecStart=(/.*)$", node).group(1).split()
    check(more[:len(words)] == words, "a node is started by", more, "and a server by", words)
    credentials = re.findall(r"(?m)^LoadCredential=([\w.]+):", node)
    check(credentials == ["key", "ca.crt", "tls.crt", "tls.key"], "the credentials of a node are", credentials)
    check(more[len(words):] == ["--key-file", "%d/key", "--certs", "%d"], "a node is given", more[len(words):])
    takes_options(program, [*more[1:], "--cluster", "etcd://10.0.0.1:2379", "--name", "n1"], "a node's options")
    here = os.path.abspath(program)
    verify("mlf-server.service", text.replace(words[0], here))
    verify("mlf-server.service", text.replace(words[0], here), node.replace(words[0], here))
    debian = "/lib/systemd/system/etcd.service"
    if os.path.exists(debian):
        verify("etcd.service", read(debian), read("deploy/cluster/etcd.conf"))


# ---- compose ----

def services(folder):
    """The compose file of a folder, once what it names is there."""
    import yaml  # pylint: disable=import-outside-toplevel
    whole = yaml.safe_load(read(f"{folder}/compose.yaml"))
    for service in whole["services"].values():
        if build := service.get("build"):
            top = os.path.join(folder, build["context"])
            check(os.path.exists(os.path.join(top, build["dockerfile"])), "compose builds", build)
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            check(source in whole["volumes"] or os.path.exists(os.path.join(folder, source)), "compose mounts", volume)
        check(set(service["networks"]) <= set(whole["networks"]), "compose has no network", service["networks"])
        check(set(service.get("depends_on", [])) <= set(whole["services"]), "compose has no service", service.get("depends_on"))
    return whole


def behind_caddy(program, folder, whole, names):
    """The servers of these names, and Caddy in front of them. The effective settings of each."""
    caddyfile, proxy = read(f"{folder}/Caddyfile"), whole["services"]["proxy"]
    data = re.search(r'ENTRYPOINT .*"--data", "([^"]*)"', read("deploy/Dockerfile")).group(1)
    passed = re.findall(r"(\w+):(\d+)", " ".join(re.findall(r"(?m)^\s*reverse_proxy (.*)$", caddyfile)))
    configs, expected = {}, []
    for name in names:
        server = whole["services"][name]
        check(any(volume.endswith(f":{data}") for volume in server["volumes"]), "the data are at", data, "and not", server["volumes"])
        configs[name] = takes_options(program, server["command"], f"the options of {folder}/compose.yaml")
        expected += [(name, port) for port in re.findall(r"(?m)^(?:http|framed|echecs): \S*:(\d+)", configs[name])]
        check("ports" not in server, "the server is open without TLS")
        trusted = server["command"][server["command"].index("--trusted-proxy") + 1]
        subnet = whole["networks"]["tables"]["ipam"]["config"][0]["subnet"]
        check("tables" in server["networks"] and ipaddress.ip_network(subnet) == ipaddress.ip_network(trusted),
              "the server trusts", trusted, "and not", subnet)
    check(sorted(passed) == sorted(expected), "Caddy passes on to", passed, "and the servers listen on", expected)
    published = {port.split(":")[0] for port in proxy["ports"]}
    sites = set(re.findall(r"(?m)^\{\$MLF_HOST\}:(\d+) \{", caddyfile))
    check(published == sites | {"80", "443"}, "compose publishes", published, "and Caddy serves", sites)
    variables = set(re.findall(r"\{\$(\w+)\}", caddyfile))
    check(variables == set(proxy["environment"]), "the Caddyfile needs", variables)
    health = [word.replace("$$", "$") for word in whole["services"][names[0]]["healthcheck"]["test"][1:]]
    with tempfile.TemporaryDirectory() as data:
        running = Server(program, os.path.join(data, "data"))
        try:
            health[-1] = health[-1].replace("/7080", f"/{running.ports['http']}")
            check(run(*health).returncode == 0, "the health check fails", health)
            check(run(*health[:-1], health[-1].replace("/readyz", "/nothing")).returncode != 0, "the health check is blind")
        finally:
            running.kill()
    return configs


def compose(program):
    behind_caddy(program, "deploy", services("deploy"), ["server"])


# ---- the cluster ----

def number(text):
    return int(str(text).replace("_", ""))


def members(text):
    """name -> peer of a list such as etcd1=http://10.0.0.1:2380,..."""
    return dict(word.split("=") for word in text.split(","))


def cluster(program):
    whole = services("deploy/cluster")
    nodes = sorted(name for name, one in whole["services"].items() if "command" in one)
    etcds = sorted(name for name, one in whole["services"].items() if "ETCD_NAME" in one.get("environment", {}))
    configs = behind_caddy(program, "deploy/cluster", whole, nodes)
    subnet = ipaddress.ip_network(whole["networks"]["store"]["ipam"]["config"][0]["subnet"])
    for name in nodes:
        setting = dict(re.findall(r'(?m)^(\w+): "?(.*?)"?$', configs[name]))
        words = whole["services"][name]["command"]
        check(setting["name"] == name, "the node", name, "has the name", setting["name"])
        address = whole["services"][name]["networks"]["store"]["ipv4_address"]
        check(setting["advertise"].rsplit(":", 1)[0] == address and ipaddress.ip_address(address) in subnet,
              name, "has the address", address, "and advertises", setting["advertise"])
        endpoints = words[words.index("--cluster") + 1]
        check(endpoints == "etcd://" + ",".join(f"{etcd}:2379" for etcd in etcds), name, "asks", endpoints)
        check(whole["services"][name]["environment"].keys() == {"MLF_KEY"}, "the nodes have no common key")
        check(setting["certs"] == f"/certs/{name}" and "certs:/certs:ro" in whole["services"][name]["volumes"], name, "has the certificate", setting["certs"])
        check(setting["archive"] == "/archive" and "archive:/archive" in whole["services"][name]["volumes"], name, "archives at", setting["archive"])
    made = whole["services"]["certs"]
    check(made["volumes"] == ["certs:" + made["entrypoint"][2]] and made["entrypoint"][1] == "cluster-certs" and made["entrypoint"][3:] == nodes,
          "certificates are made by", made)
    check(len({one["networks"]["store"]["ipv4_address"] for one in map(whole["services"].get, nodes)}) == len(nodes),
          "two nodes have one address")
    for name in etcds:
        setting = whole["services"][name]["environment"]
        check(setting["ETCD_NAME"] == name and "store" in whole["services"][name]["networks"], name, "is", setting["ETCD_NAME"])
        check(setting["ETCD_ADVERTISE_CLIENT_URLS"] == f"http://{name}:2379", name, setting["ETCD_ADVERTISE_CLIENT_URLS"])
        everybody = {etcd: f"http://{etcd}:2380" for etcd in etcds}
        check(members(setting["ETCD_INITIAL_CLUSTER"]) == everybody, name, setting["ETCD_INITIAL_CLUSTER"])
        check(setting["ETCD_INITIAL_ADVERTISE_PEER_URLS"] == everybody[name], name, "advertises another peer")
        quotas = {number(dict(re.findall(r"(?m)^(\w+): (.*)$", config))["cluster_quota_mb"]) << 20 for config in configs.values()}
        check(quotas == {number(setting["ETCD_QUOTA_BACKEND_BYTES"])}, "the nodes think of a quota of", quotas)
    check(len(nodes) == len(etcds) == 3, "compose has", nodes, etcds)

    text = read("deploy/cluster/etcd.env")
    setting = dict(re.findall(r"(?m)^(ETCD_\w+)=(.*)$", text))
    check(quotas == {number(setting["ETCD_QUOTA_BACKEND_BYTES"])}, "etcd.env has another quota than compose")
    if not shutil.which("etcd"):
        return print("skipped: etcd is not installed, so etcd.env is not tried (group cluster)")
    peers = members(setting["ETCD_INITIAL_CLUSTER"])
    ports = free_ports(2 * len(peers))
    with tempfile.TemporaryDirectory() as folder:
        running = []
        try:
            clients = []
            for i, (name, peer) in enumerate(peers.items()):
                # The file is that of the first machine.
                own = {key: value.replace(next(iter(peers)), name) if key == "ETCD_NAME" else
                       value.replace(peers["etcd1"].split(":")[1], peer.split(":")[1]) if key != "ETCD_INITIAL_CLUSTER" else value
                       for key, value in setting.items()}
                own["ETCD_DATA_DIR"] = os.path.join(folder, name)
                for key, value in own.items():
                    if key.endswith("CLIENT_URLS"):
                        own[key] = f"http://127.0.0.1:{ports[i]}"
                        check(peer.rsplit(":", 1)[0] + ":2379" in value.split(","), key, "is", value)
                    elif key.endswith("PEER_URLS"):
                        check(value == peer, key, "is", value)
                        own[key] = f"http://127.0.0.1:{ports[len(peers) + i]}"
                own["ETCD_INITIAL_CLUSTER"] = ",".join(f"{n}=http://127.0.0.1:{ports[len(peers) + k]}" for k, n in enumerate(peers))
                clients.append(f"127.0.0.1:{ports[i]}")
                running.append(subprocess.Popen(["etcd"], env={"PATH": os.environ["PATH"], **own}, stdout=subprocess.DEVNULL,
                                                stderr=subprocess.DEVNULL))
            with open(os.open(os.path.join(folder, "key"), os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
                file.write("0" * 64 + "\n")
            node = Server(program, os.path.join(folder, "data"), "--cluster", "etcd://" + ",".join(clients), "--name", "n1",
                          "--key-file", os.path.join(folder, "key"))
            node.kill()
        finally:
            for process in running:
                process.kill()
                process.wait()


# ---- the dashboard ----

def dashboard(program):
    import yaml  # pylint: disable=import-outside-toplevel
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
    told = re.findall(r"(?m)^\| `(mlf_\w+)", read("docs/en/operating.md"))
    alarms = [rule for group in yaml.safe_load(read("deploy/alarms.yml"))["groups"] for rule in group["rules"]]
    for rule in alarms:
        names = re.findall(r"mlf_\w+", rule["expr"])
        check(names and set(names) & set(re.findall(r"mlf_\w+", read("docs/en/operating.md"))), "operating.md does not tell what the alarm means:", rule["alert"])
        for name in names:
            asked.setdefault(name, set())
    for name in told:
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
            push = {}
            while not push.get("defaults"):
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
    for part in (dockerfile, unit, compose, cluster, dashboard):
        part(sys.argv[1])
    for what in wrong:
        print(what)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
