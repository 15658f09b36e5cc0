#!/usr/bin/env python3
"""The framed and the echecs form against the real program.

Usage: program.py <mlf-server>

Seven people play a whole match of yilaidaodi on port 7001, with protobuf bodies that no library wrote.
Three of them wait without a seat, bet on one, and take the places of winners. Then the robot of the
echecs form runs as it is, plain and encrypted, and clients of its platform play.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clients"))

import old_client  # noqa: E402
from patience import PATIENCE  # noqa: E402
from server import Server  # noqa: E402
from wires import FramedClient  # noqa: E402

PERSONS, SEATS, HANDS = 7, 4, 8
KEY = "@ZYHD#GDMJ!112233!love**foreverX"  # of the older platform
# docs/en/framed.md
MASKS = {"discard": 1, "peng": 2, "ming_gang": 4, "an_gang": 8, "bu_gang": 0x10, "chi": 0x40, "hu": 0x80, "zi_mo": 0x200}
ZI_MO, HEI_MO, RUAN_MO, PAO_HU, QIANG_GANG, PING_HU = 2 << 8, 2 << 9, 2 << 10, 2 << 11, 2 << 12, 2 << 17


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(part)[:400] for part in what))


class Person:
    def __init__(self, port, number):
        self.number = number
        self.link = FramedClient(port)
        login = self.need({"t": "login", "name": f"person {number}"})
        self.user, self.token = login["user"]["id"], login["token"]
        self.keys, self.salts = [], ["%064x" % (number + 1)]
        self.places, self.bets, self.acts, self.hands, self.wins, self.masks = set(), 0, 0, 0, 0, set()
        self.over = self.failure = None

    def need(self, request):
        answer = self.link.ask(request)
        check(answer["t"] == "ok", request, answer)
        return answer

    def begin(self, push, desk):
        place, view = push["seat"], push["view"]
        check(len(desk["seats"]) == PERSONS, desk)
        check(desk["seats"][place]["user"] == self.user, "the desk push before begin has others at the place", place, desk)
        check(len(push["salts"]) == PERSONS, push)
        for seat in view["seats"]:
            if seat["seat"] != place:
                check(not any(seat.get("hand", b"")), "another hand is shown", push)
        own = [seat for seat in view["seats"] if seat["seat"] == place]
        check(bool(own and any(own[0].get("hand", b""))) == (place < SEATS), "the own hand", place, view)
        self.places.add(place)

    def check_win(self, event):
        """The mask has the type, and the ways that this win allows."""
        mask = event.get("win_mask", 0)
        check(mask & PING_HU, event)
        if "other" in event:
            check(not mask & (ZI_MO | HEI_MO | RUAN_MO) and bool(mask & PAO_HU) != bool(mask & QIANG_GANG), event)
        else:
            check(mask & ZI_MO and bool(mask & HEI_MO) != bool(mask & RUAN_MO) and not mask & (PAO_HU | QIANG_GANG), event)

    def play(self, desk_id):
        try:
            desk = seq = match = None
            while self.over is None:
                push = self.link.push()
                kind = push["t"]
                if kind == "desk":
                    desk = push
                elif kind == "begin":
                    check(seq is None or push["seq"] == seq + 1, "a step is missing", seq, push)
                    seq, match = push["seq"], push["match"]
                    self.begin(push, desk)
                elif kind == "step":
                    check(push["seq"] == seq + 1, "a step is missing", seq, push)
                    seq = push["seq"]
                elif kind == "hand":
                    self.hands += 1
                    self.keys.append(push["key"])
                    self.wins += sum(event["type"] == "win_value" for event in push.get("wins", []))
                elif kind == "over":
                    self.over = push
                for event in [*push.get("events", []), *push.get("wins", [])]:
                    if event["type"] == "win_value":
                        self.check_win(event)
                for choice in push.get("choices", []):
                    for offer in choice["offers"]:
                        check(offer.get("action_mask") == MASKS.get(offer["node"], offer.get("action_mask")), offer)
                        self.masks.add(offer["node"])
                if push.get("defaults"):
                    act = self.answer(push, desk_id)
                    answer = self.link.ask(dict(act, t="act", desk=desk_id, match=match, id=f"{self.number}-{self.acts}"))
                    # A claim that counts more may have closed the window.
                    check(answer["t"] == "ok" or answer["code"] == "stale_ask", act, answer)
                    self.acts += 1
                    self.bets += act["node"] == "mai_ma"
        except Exception as failure:  # pylint: disable=broad-except
            self.failure = failure

    def answer(self, push, desk):
        """Wins and bets where it can, and discards what brings it nearest to a win; else the default."""
        act = {key: value for key, value in push["defaults"][0].items() if key != "seat"}
        for offer in push["choices"][0]["offers"]:
            if offer["node"] in ("mai_ma", "hu", "zi_mo") and offer["kind"] == "nothing":
                return {"node": offer["node"], "ask": push["ask"]}
        if act["node"] == "discard":
            hints = [hint for hint in self.need({"t": "hint", "desk": desk}).get("discards", []) if "distance" in hint]
            if hints:
                best = min(hints, key=lambda hint: (hint["distance"], -sum(wait["left"] for wait in hint.get("waits", []))))
                act["pieces"] = bytes([best["piece"]])
        return act


def whole_match(server):
    people = [Person(server.ports["framed"], number) for number in range(PERSONS)]
    desk = people[0].need({"t": "create", "variant": "yilaidaodi", "options": {"persons": PERSONS, "hands": HANDS}})["desk"]
    check(len(desk["seats"]) == PERSONS and desk["options"]["persons"] == PERSONS, desk)
    for person in people[1:]:
        person.need({"t": "join", "code": desk["code"]})
    threads = [threading.Thread(target=person.play, args=(desk["id"],), daemon=True) for person in people]
    for person in people:
        person.need({"t": "ready", "desk": desk["id"], "ready": True, "salt": person.salts[0]})
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    for person in people:
        if person.failure:
            raise person.failure
        check(person.over is not None, "the match does not end for person", person.number)
        check(person.over == people[0].over, person.over, people[0].over)
        check(person.hands == HANDS, person.hands, "hands")
    # The journal of the whole match, and of one hand.
    of_match, of_hand = [people[0].need({"t": "journal", "desk": desk["id"], "match": 1, **hand})["text"]
                         for hand in ({}, {"hand": HANDS - 1})]
    check(of_match.count("\nchance ") == HANDS - 1 and of_hand.count("\nchance ") == 0, of_match[:2000])
    scores = people[0].over["scores"]
    check(len(scores) == PERSONS and sum(scores) == 0 and any(scores), scores)
    bets = sum(person.bets for person in people)
    rotated = sum(len(person.places) > 1 for person in people)
    check(bets == HANDS * (PERSONS - SEATS), bets, "bets")
    check(rotated >= 2, "nobody gave up a seat")
    check(people[0].wins >= 2, people[0].wins, "wins with a mask")
    print(f"framed: {HANDS} hands of yilaidaodi with {PERSONS} persons, {sum(p.acts for p in people)} acts, {bets} bets, "
          f"{rotated} people changed places, scores {scores}")
    return people


def debug_log(people, console, folder):
    """Every message is a line, in the file and on the console, with its user and its place, and without a secret."""
    files = [name for name in os.listdir(folder) if "errors" not in name]
    text = "".join(open(os.path.join(folder, name), encoding="utf-8").read() for name in sorted(files))
    lines = text.splitlines()
    check(set(lines) <= set(console.splitlines()), "the console lacks lines of the file", console[:500])
    check(lines and all(re.search(r" session=\S+ desk=\S* action=\S+ user=\S+ .*\[\w+/\w+\.cc:\d+\]$", line) for line in lines),
          "a line without ids or place",
          [line for line in lines if not re.search(r" user=\S+ .*\[\w+/\w+\.cc:\d+\]$", line)][:3])
    for person in people:
        own = [line for line in lines if f" user={person.user} \"person {person.number}\" " in line]
        check(sum(' in {' in line and '"t":"act"' in line for line in own) == person.acts, "acts of a person", person.acts, own[:3])
        check(any(" out, to act {" in line for line in own) and any('out {' in line and '"t":"step"' in line for line in own), own[:3])
        check(person.token not in text, "a token")
    for secret in [*people[0].keys, *people[0].salts, "123456"]:
        check(secret not in text, "a secret", secret)
    messages = [line for line in lines if re.search(r" debug .* (in|out|out, to \w+|out, dropped,) \{", line)]
    named = [line for line in messages if re.search(r"(?<![\w-])[0-9]+[mpszh](?!\w)|[一二三四五六七八九][万筒条]", line)]
    check(len(messages) > 1000 and not named, "a tile", len(messages), named[:3])
    check(re.search(r'"password":"\*\*\*"', text) and re.search(r'"key":"\*\*\*"', text), "no secret was there to hide")
    print(f"debug log: {len(lines)} lines")


def robot(server, *password_and_key):
    # The second run finds the account that the first one made.
    for user in ("1", "1", "user-2"):
        run = subprocess.run([sys.executable, os.path.join(HERE, "echecs_robot.py"), f"127.0.0.1:{server.ports['echecs']}", user,
                              *password_and_key], capture_output=True, text=True, timeout=PATIENCE, check=False)
        check(run.returncode == 0, run.stdout[-600:], run.stderr[-600:])
        answered = [line.split()[1] for line in run.stdout.splitlines() if line.startswith("received") and '"code": 200' in line]
        check(answered == ["100002", "100104", "100103"], answered)
    print("echecs: the robot logged in, was matched and left, three times" + (", encrypted" if password_and_key else ""))


def restart(program):
    """A server that stops takes nobody's seat at a match desk, unlike a client that goes."""
    folder = tempfile.mkdtemp(prefix="mlf-restart-")
    server = Server(program, folder, "--echecs-register", "on")
    try:
        client = old_client.Client(server.ports["echecs"], 1)  # stays connected
        client.need(100104)
        wrong = server.terminate()
        check(wrong is None, wrong)
        server = Server(program, folder, "--echecs-register", "on")
        client.drop()
        back = old_client.Client(server.ports["echecs"], 1)
        check(back.login["reconnect"] == 1, "the seat is lost by a restart", back.login)
    finally:
        server.kill()
        shutil.rmtree(folder)


def platform(program):
    """The older platform's clients, with the clocks of people; then its robot, encrypted as there."""
    for encrypted in (False, True):
        folder = tempfile.mkdtemp(prefix="mlf-platform-")
        options = ["--echecs-register", "on", "--claim-pause-ms", "0", "--messages-per-second", "1000", "--messages-burst", "2000"]
        if encrypted:
            key = os.path.join(folder, "key")
            with open(key, "w", encoding="ascii") as file:
                file.write(KEY)
            os.chmod(key, 0o600)
            options += ["--echecs-key", key, "--echecs-cipher", "chained"]
        server = Server(program, os.path.join(folder, "data"), *options)
        try:
            if encrypted:
                robot(server, "123456", KEY)
            else:
                old_client.all_of(server.ports["echecs"])
        finally:
            server.kill()
            shutil.rmtree(folder)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = tempfile.mkdtemp(prefix="mlf-wires-")
    console = open(os.path.join(folder, "console"), "w+", encoding="utf-8")
    server = Server(sys.argv[1], os.path.join(folder, "data"), "--test-clock", "--claim-pause-ms", "0", "--messages-per-second", "1000",
                    "--messages-burst", "2000", "--echecs-register", "on", "--log-level", "debug", errors=console)
    try:
        people = whole_match(server)
        robot(server)
        wrong = server.terminate()
        check(wrong is None, wrong)
        console.seek(0)
        debug_log(people, console.read(), os.path.join(folder, "data", "log"))
    finally:
        server.kill()
        shutil.rmtree(folder)
    restart(sys.argv[1])
    platform(sys.argv[1])


if __name__ == "__main__":
    main()
