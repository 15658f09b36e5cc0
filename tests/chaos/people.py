"""People who play at mlf-server in trouble, and what must be true of what they were answered."""
import random
import threading
import time

from patience import PATIENCE
from wires import FramedClient, JsonClient

SAME = ("mine", "seq", "kept", "hash")
GO_ON_SECONDS = PATIENCE
LOOK_SECONDS = 0.05
AGAIN_SECONDS = 0.05  # for each act that is sent again


class Person:
    """Plays at one desk and remembers what it was sent."""

    def __init__(self, trial, number):
        self.trial, self.number = trial, number
        self.random = random.Random(number)
        # Every third one speaks the framed form.
        self.client = FramedClient if number % 3 == 0 else JsonClient
        self.listener = "framed" if self.client is FramedClient else "http"
        self.token = self.desk = self.user = self.at = None
        self.sent = {}  # id -> (act, its ok; None where no answer came)
        self.refused = set()  # ids whose last answer was an error
        self.seq = self.match = None
        self.times = []  # when a new act was acknowledged
        self.thread = threading.Thread(target=self.run, daemon=True)

    def fault(self, *what):
        self.trial.errors.append((f"person {self.number}", *what))

    def busy(self, answer):
        busy = answer["t"] == "error" and answer["code"] == "busy"
        self.trial.refused += busy
        return busy

    def run(self):
        while not self.trial.stop:
            try:
                self.live(self.trial.connect(self))
            except (EOFError, OSError):
                time.sleep(0.02)

    def live(self, link):
        """One connection, until it ends."""
        login = link.ask({"t": "login", "token": self.token} if self.token
                         else {"t": "login", "name": f"p{self.number}"})
        if login["t"] != "ok":
            if not self.busy(login):
                self.fault("login", login)
            return time.sleep(0.05)
        self.token, self.user = login["token"], login["user"]["id"]
        self.trial.logins += 1
        if self.desk and self.desk not in login.get("desks", []):
            self.fault("the desk is lost", self.desk)
            self.desk = None
        if not self.desk and not self.sit(link):
            return time.sleep(0.05)
        again = list(self.sent) if self.trial.check_all else list(self.sent)[-6:]
        for name in again:
            self.act(link, name)
        self.seq = None
        # Who was away is on auto play, which leaves a second for an act: 20 ms with --test-clock.
        link.ask({"t": "auto", "desk": self.desk, "on": False})
        link.ask({"t": "ready", "desk": self.desk, "ready": True})
        while not self.trial.stop:
            push = link.push()
            if push["t"] == "begin":
                self.match, self.seq = push["match"], push["seq"]
            elif push["t"] == "step":
                if self.seq is not None and push["seq"] != self.seq + 1:
                    self.fault("a step is missing", self.seq, push["seq"])
                self.seq = push["seq"]
            elif push["t"] == "desk" and push["state"] == "waiting":
                link.ask({"t": "ready", "desk": self.desk, "ready": True})
            if push.get("defaults") and self.match:
                time.sleep(self.trial.think)
                act = dict(push["defaults"][0], t="act", desk=self.desk, match=self.match,
                           id=f"{self.number}-{len(self.sent) + len(self.refused)}-{self.random.randrange(1 << 30)}")
                act.pop("seat")
                self.sent[act["id"]] = (act, None)
                self.act(link, act["id"])
                if act["id"] in self.refused:
                    link.ask({"t": "auto", "desk": self.desk, "on": False})

    def sit(self, link):
        pair = self.trial.pairs.get(self.number // 2)
        if pair is not None and self.number % 2:
            if not pair:
                return False
            joined = link.ask({"t": "join", "code": pair[0]})
            if joined["t"] != "ok":
                return False
            self.desk = joined["desk"]["id"]
            return True
        variant = self.random.choice(self.trial.variants)
        made = link.ask({"t": "create", "variant": variant})
        if made["t"] != "ok":
            self.busy(made)
            return False
        # The other seats are robots, whatever the size of the table.
        robots = len(made["desk"]["seats"]) - (1 if pair is None else 2)
        link.ask({"t": "leave", "desk": made["desk"]["id"]})
        made = link.ask({"t": "create", "variant": variant, "robots": robots, "time": self.trial.time_given})
        if made["t"] != "ok":
            self.busy(made)
            return False
        self.desk = made["desk"]["id"]
        if pair is not None:
            pair.append(made["desk"]["code"])
        return True

    def act(self, link, name):
        act, ok = self.sent[name]
        answer = link.ask(act)
        while self.busy(answer) and not self.trial.stop:
            # Some try again under the same id, and some give it up.
            if ok is None and self.random.random() < 0.5:
                break
            time.sleep(0.05)
            answer = link.ask(act)
        if ok is not None:
            if not answer.get("dup") or any(answer.get(field) != ok.get(field) for field in SAME):
                self.fault("an acknowledged act has changed", act, ok, answer)
            self.trial.again += 1
        elif answer["t"] == "ok":
            self.sent[name] = (act, answer)
            self.times.append(time.monotonic())
            self.trial.acknowledged += 1
        else:
            self.refused.add(name)
            del self.sent[name]

    def compare(self, rows):
        """`rows`: id -> [(mine, hash)] of the store. How many acknowledged acts are there, each once."""
        found = 0
        for name, (act, ok) in self.sent.items():
            if ok is None:
                continue
            if rows.get(name) != [(ok["mine"], ok["hash"])]:
                self.fault("the store has", rows.get(name), "for", act, ok)
            found += 1
        for name in self.refused & rows.keys():
            self.fault("an act that was refused is in the store", name)
        return found


class Trial:
    """Some people, and what is known of them. The last third of them plays in pairs."""

    def __init__(self, variants, people, think=0.0, time_given="normal"):
        self.variants, self.think = variants, think  # think: seconds before an act
        self.time_given = time_given
        self.stop = self.check_all = False
        self.errors = []
        self.pairs = {pair: [] for pair in range(people // 3, people // 2)}  # number -> [code of the desk]
        self.acknowledged = self.again = self.logins = self.refused = 0
        self.people = [Person(self, i) for i in range(people)]

    def connect(self, person):
        """A connection for this person; OSError where there is none now."""
        raise NotImplementedError

    def begin(self):
        for person in self.people:
            person.thread.start()

    def go_on(self):
        """Waits until each person has had a new act acknowledged."""
        since = time.monotonic()
        seconds = GO_ON_SECONDS + (self.acknowledged * AGAIN_SECONDS if self.check_all else 0)
        waiting = self.people
        # Looks are counted, not seconds: while this process does not run, nor do the people.
        for _ in range(int(seconds / LOOK_SECONDS)):
            if not waiting:
                break
            time.sleep(LOOK_SECONDS)
            waiting = [p for p in waiting if not p.times or p.times[-1] < since]
        for person in waiting:
            person.fault("its match does not go on", person.desk)
        return not waiting

    def leave(self):
        for person in self.people:
            person.thread.join(20)
