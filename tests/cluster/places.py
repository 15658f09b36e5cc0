"""Where the processes of a cluster run: all on loopback, or each in a network namespace of its own."""
import subprocess


def run(*words):
    subprocess.run(words, check=True, capture_output=True)


class Loopback:
    cuttable = False

    def address(self, name):  # pylint: disable=unused-argument
        return "127.0.0.1"

    def before(self, name):  # pylint: disable=unused-argument
        """Words of the command that runs another one at this place."""
        return []


class Namespaces:
    """Each name is a network namespace with one link to a bridge, which the caller's namespace is at too.

    The caller has network and mounts of its own (unshare), so all of it ends with the caller.
    """
    cuttable = True
    BRIDGE, NET = "tables", "10.79.0"

    def __init__(self):
        self.numbers = {}
        run("mount", "-t", "tmpfs", "tmpfs", "/run")  # ip keeps the names of namespaces there
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", self.BRIDGE, "type", "bridge")
        run("ip", "address", "add", f"{self.NET}.1/24", "dev", self.BRIDGE)
        run("ip", "link", "set", self.BRIDGE, "up")

    def address(self, name):
        if name not in self.numbers:
            self.numbers[name] = len(self.numbers) + 10
            run("ip", "netns", "add", name)
            run("ip", "link", "add", self.port(name), "type", "veth", "peer", "name", "eth0", "netns", name)
            run("ip", "link", "set", self.port(name), "master", self.BRIDGE, "up")
            inside = ["ip", "-n", name]
            run(*inside, "link", "set", "lo", "up")
            run(*inside, "address", "add", f"{self.NET}.{self.numbers[name]}/24", "dev", "eth0")
            run(*inside, "link", "set", "eth0", "up")
        return f"{self.NET}.{self.numbers[name]}"

    def port(self, name):
        """The bridge's end of the link."""
        return f"to-{name}"

    def before(self, name):
        self.address(name)
        return ["nsenter", f"--net=/run/netns/{name}"]

    def cut(self, name):
        """The switch forwards nothing; neither side is sent an error."""
        run("ip", "link", "set", self.port(name), "nomaster")

    def join(self, name):
        run("ip", "link", "set", self.port(name), "master", self.BRIDGE)

    # One direction: a queue that holds nothing loses all that is sent through it.
    LOSE = ["root", "pfifo", "limit", "0"]

    def mute(self, name):
        """What it sends is lost."""
        run("tc", "-n", name, "qdisc", "add", "dev", "eth0", *self.LOSE)

    def unmute(self, name):
        run("tc", "-n", name, "qdisc", "del", "dev", "eth0", "root")

    def deafen(self, name):
        """What is sent to it is lost."""
        run("tc", "qdisc", "add", "dev", self.port(name), *self.LOSE)

    def undeafen(self, name):
        run("tc", "qdisc", "del", "dev", self.port(name), "root")
