"""A client of the older platform: what it sends, and what it must be sent.

`all_of(port)` runs everything against a server with `--echecs-register on` whose clocks are those of people.
"""
import os
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../clients"))

from wires import EchecsClient  # noqa: E402

OK = 200
STALE, GAME_OVER, NOT_PLAYING = 1202, 1209, 1015  # another seat was quicker, or the match has ended
HANDS = 6


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(str(part)[:600] for part in what))


class Client:
    def __init__(self, port, user, cipher=None):
        self.port, self.user, self.cipher = port, user, cipher
        self.pushes = []
        self.failure = None
        self.connect()

    def connect(self):
        self.link = EchecsClient(self.port, cipher=self.cipher)
        self.login = self.need(100002, passwd="123456")

    def drop(self):
        self.link.close()

    def ask(self, number, **fields):
        """The whole answer; pushes before it are kept."""
        self.link.send(number, dict(fields, user_id=self.user))
        while True:
            came, body = self.link.receive()
            if came == number and "code" in body:
                return body
            self.pushes.append((came, body))

    def need(self, number, **fields):
        answer = self.ask(number, **fields)
        check(answer["code"] == OK, number, fields, answer)
        return answer["info"]

    def push(self, *numbers):
        """The next push of these numbers; others are skipped."""
        while True:
            came, body = self.pushes.pop(0) if self.pushes else self.link.receive()
            if came in numbers:
                return came, body


def match_desk(port):
    """Who drops before play leaves a match desk."""
    one, two = Client(port, 101), Client(port, 102)
    rooms = one.need(100106)["room_list"]
    check([room["preset"] for room in rooms][:3] == ["", "intermediate", "advanced"], rooms)
    desk = one.need(100105, room_type=3)
    check(desk["custom_config"]["min_fan"] == "12" and desk["desk_type"] == 2, desk)
    check(one.need(100106)["room_list"][2]["wait_num"] == 1, "the room has one who waits")
    check(two.need(100105, room_type="advanced")["desk_id"] == desk["desk_id"], "the same room is the same desk")
    one.push(101107)
    two.drop()
    check(one.push(101110)[1]["is_offline"] == 1, "who drops is offline")
    check(one.push(101105)[1]["user_id"] == 102, "and has left")
    two.connect()
    check(two.login["reconnect"] == 0, two.login)
    check(one.need(100104)["desk_id"] == desk["desk_id"], "a quick match again is the same desk")
    for client in (one, two):
        if client is one:
            client.need(100103)
        client.drop()


def friend_desk(port):
    """A friend desk keeps its seats, tells who drops and comes back, and shows itself to a client that was restarted."""
    owner, guest = Client(port, 201), Client(port, 202)
    desk = owner.need(100101, custom_config={"hands": 2})
    guest.need(100102, desk_id=desk["desk_id"])
    owner.push(101107)
    guest.drop()
    check(owner.push(101110)[1]["is_offline"] == 1, "who drops is offline")
    guest.connect()
    owner.push(101109)
    check(owner.push(101110)[1]["is_offline"] == 0, "who comes back is online")
    check(guest.login["reconnect"] == 1, guest.login)
    scene = guest.need(100010)
    for key, value in (("desk_id", desk["desk_id"]), ("desk_type", 1), ("seat_id", 1), ("room_type", "erren")):
        check(scene[key] == value, key, scene)
    check(scene["custom_config"]["hands"] == 2, scene)
    owner.drop()
    owner.connect()
    check(owner.need(100101)["desk_id"] == desk["desk_id"], "the owner has the desk again")
    owner.need(100100, ready=1)
    owner.need(100120, custom_config={"hands": 3})
    check(owner.push(101106)[1] == {"user_id": 201, "nick": "201", "seat_id": 0, "ready": 0}, "nobody is ready any more")
    owner.need(100110)
    guest.push(101102)
    for client in (owner, guest):
        client.drop()


class Player(Client):
    """Plays by numbers, with the hints of the server, and says `ready` between hands."""

    def __init__(self, port, user):
        super().__init__(port, user)
        self.settled, self.shown, self.declared, self.votes = [], [], 0, []
        self.over = None

    def play(self):
        try:
            while self.over is None:
                number, body = self.push(101001, 101006, 101003, 101112, 101104)
                if number == 101001:
                    self.answer(body)
                elif number == 101006:
                    self.settled.append(body)
                elif number == 101112 and "all_hand_cards" in body:
                    self.shown.append(body)
                elif number == 101104:
                    self.votes.append(body["agree"])
                elif number == 101003:
                    self.hand_over(body)
        except Exception as failure:  # pylint: disable=broad-except
            self.failure = failure

    def hand_over(self, body):
        if body["match_over"]:
            self.over = body
            return
        for player in body["player_info"].values():
            *melds, hand, won = player["hand_card"]
            check(3 * len(melds) + len(hand) + len(won) in (13, 14), "a hand has 13 cards, and one more if it has won", player)

    def answer(self, question):
        offers = question["act_info"]
        check("default_act" in question, question)
        if "ready" in offers:
            check(self.need(100100, ready=1) == {"ready": 1}, "ready between hands")
            return
        act = dict(question["default_act"], ask=question["ask"])
        for number, word in ((90, "zi_mo"), (80, "hu"), (70, "ting")):
            if word in offers:
                act = {"act_type": number, "ask": question["ask"]}
                if number == 70:
                    act["card_list"] = offers[word]["card_list"][:1]
                break
        else:
            hints = self.ask(100141)
            if act["act_type"] == "discard" and hints["code"] == OK and hints["info"]["hint_list"]:
                best = min(hints["info"]["hint_list"], key=lambda hint: (hint["distance"], -len(hint["wait_list"])))
                act = {"act_type": 10, "card_list": [best["card"]], "ask": question["ask"]}
        answer = self.ask(100140, **act)
        check(answer["code"] in (OK, STALE, GAME_OVER, NOT_PLAYING), act, answer)
        self.declared += act["act_type"] == 70 and answer["code"] == OK


def match(port):
    """A whole match between two."""
    players = [Player(port, 301), Player(port, 302)]
    desk = players[0].need(100101, custom_config={"hands": HANDS, "min_fan": "0"})
    players[1].need(100102, desk_id=str(desk["desk_id"]))
    for player in players:
        player.need(100100, ready=1)
    threads = [threading.Thread(target=player.play, daemon=True) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    wins = 0
    for player in players:
        if player.failure:
            raise player.failure
        check(player.over is not None, "the match does not end for", player.user)
        check(len(player.settled) == HANDS, len(player.settled), "hands")
        check(player.settled == players[0].settled, "both see the same settlements")
        # One whose discard ends the match shows nothing more.
        check(player.declared - 1 <= len(player.shown) <= player.declared, player.declared, "declarations showed",
              len(player.shown), "hands")
        for push in player.shown:
            hands = list(push["all_hand_cards"].values())
            check(len(hands) == 1 and 0 not in hands[0]["hand_card"] and hands[0]["hand_card"], push)
    for settled in players[0].settled:
        check(sum(settled["total_points"]) == 0, settled)
        for one in settled["detail"]:
            if one["type"] == 1:
                wins += 1
                params = one["params"]
                check(len(params["type_list"]) == len(params["name_list"]) == len(params["fan_list"]) > 0, one)
                check(sum(one["points"]) == 0 and one["points"][params["hu_seat_id"]] > 0, one)
    declared = sum(player.declared for player in players)
    shown = sum(len(player.shown) for player in players)
    check(wins > 0 and shown > 0, wins, "wins,", declared, "declarations,", shown, "hands shown")
    for player in players:
        player.drop()
    return wins, declared


def vote(port):
    """Each answer to a vote is sent, also the no that ends it."""
    players = [Client(port, 401), Client(port, 402)]
    desk = players[0].need(100101)
    players[1].need(100102, desk_id=desk["desk_id"])
    for player in players:
        player.need(100100, ready=1)
    for player in players:
        player.push(101004)
    players[0].need(100110)
    players[1].push(101103)
    players[1].need(100111, agree=0)
    check(players[0].push(101104)[1]["agree"] == 0, "a no is sent")
    check(players[0].push(101102)[1]["result"] == 0, "the match goes on")
    scene = players[0].need(100010)["game_data"]["desk_info"]
    check(scene["desk_type"] == 1 and scene["game_status"] == 3 and scene["user_points"] == {"0": 0, "1": 0}, scene)
    for player in players:
        player.drop()


def all_of(port):
    match_desk(port)
    friend_desk(port)
    vote(port)
    wins, declared = match(port)
    print(f"echecs: clients of the older platform dropped, came back, voted and played {HANDS} hands: {wins} wins, "
          f"{declared} declarations")
