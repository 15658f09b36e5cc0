"""A small mjai program for the tests: discards what it draws, and claims nothing.

Usage: bot.py KIND, where KIND is
  good     answers every message
  asked    answers only when it may act
  crash    ends at its third draw
  silent   says nothing any more from its third draw on
  liar     discards a tile that it does not hold
  cheat    says that it wins, on the first discard of another seat
  noise    says something that is not JSON
  actor    answers in the name of another seat
  early    acts when nobody asks it
"""

import json
import sys
import time

KIND = sys.argv[1]
seat = None
hand = []
draws = 0


def say(message):
    print(json.dumps(message), flush=True)


def on_draw(message):
    global draws
    draws += 1
    pai = message["pai"]
    assert pai != "?", "the own draw is hidden"
    if draws == 3:
        if KIND == "crash":
            sys.exit(3)
        if KIND == "silent":
            time.sleep(3600)
        if KIND == "liar":
            held = hand + [pai]
            lie = next(t for t in ("1m", "9p", "5s", "E", "C", "7m", "3p", "2s") if t not in held)
            return {"type": "dahai", "actor": seat, "pai": lie, "tsumogiri": False}
        if KIND == "noise":
            return None
        if KIND == "actor":
            return {"type": "dahai", "actor": (seat + 1) % 4, "pai": pai, "tsumogiri": True}
    return {"type": "dahai", "actor": seat, "pai": pai, "tsumogiri": True}


left = 0  # live tiles


def may_claim(message):
    tile = message["pai"].replace("r", "")
    held = [other.replace("r", "") for other in hand]
    if left == 0:
        return False
    if held.count(tile) >= 2:
        return True
    if (message["actor"] + 1) % 4 != seat or len(tile) != 2:
        return False
    near = {step: f"{int(tile[0]) + step}{tile[1]}" in held for step in (-2, -1, 1, 2)}
    return near[-2] and near[-1] or near[-1] and near[1] or near[1] and near[2]


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    answer = {"type": "none"}
    asked = kind == "tsumo" and message["actor"] == seat
    asked = asked or kind == "dahai" and message["actor"] != seat and may_claim(message)
    if kind == "start_game":
        seat = message["id"]
    elif kind == "start_kyoku":
        hand = message["tehais"][seat]
        left = 70
        assert len(hand) == 13 and "?" not in hand
        for other in range(4):
            if other != seat:
                assert message["tehais"][other] == ["?"] * 13, "a hand of another seat is shown"
        assert message["dora_marker"] != "?" and sum(message["scores"]) > 0
    elif kind == "tsumo":
        left -= 1
        if message["actor"] == seat:
            answer = on_draw(message)
        else:
            assert message["pai"] == "?", "a draw of another seat is shown"
    elif kind == "dahai" and message["actor"] != seat and KIND == "cheat":
        answer = {"type": "hora", "actor": seat, "target": message["actor"], "pai": message["pai"]}
    elif kind == "dahai" and message["actor"] == seat and KIND == "early":
        answer = {"type": "dahai", "actor": seat, "pai": "1m", "tsumogiri": False}
    if answer is None:
        print("not JSON at all", flush=True)
    elif KIND != "asked" or asked:
        say(answer)
