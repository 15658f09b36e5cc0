#!/usr/bin/env python3
"""The robot that the echecs form was made for, on plain sockets.

    echecs_robot.py HOST:PORT [USER_ID [PASSWORD [KEY]]]

It logs in (100002), takes a quick match (100104) and leaves it (100103), each after the answer to the one before,
drawn by the weights of RESPONSE_SEQ. It prints every message, and ends with 0 when the last answer came and all had
code 200. The server needs `echecs_register: true`, or the account. With a key (encode_type 1 of the robot) bodies are
encrypted by one AES object, which a server with `echecs_cipher: chained` understands.
"""

import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../clients"))

from aes import Chain  # noqa: E402
from wires import EchecsClient  # noqa: E402

STOP = 9999
RESPONSE_SEQ = {
    "100002": {"msg": [100104], "weight": [100]},
    "100010": {"msg": [STOP], "weight": [100]},
    "100104": {"msg": [100103], "weight": [100]},
    "100103": {"msg": [STOP], "weight": [100]},
}


class Robot:
    def __init__(self, address, user_id, password, key):
        host, port = address.rsplit(":", 1)
        self.client = EchecsClient(int(port), host, Chain(key.encode()) if key else None)
        self.user_id = user_id
        self.password = password

    def send(self, number):
        body = {"user_id": self.user_id}
        if number == 100002:
            body["passwd"] = self.password
        self.client.send(number, body)
        print("sent", number, body)

    def receive(self):
        number, body = self.client.receive()
        print("received", number, json.dumps(body, ensure_ascii=False))
        return number, body

    def run(self):
        self.send(100002)
        while True:
            number, body = self.receive()
            step = RESPONSE_SEQ.get(str(number))
            if step is None:
                continue  # a push that the robot does not follow
            if body.get("code") != 200:
                return 1
            following = random.choices(step["msg"], step["weight"])[0]
            if following == STOP:
                if number == 100103:
                    return 0
                continue
            self.send(following)


def main():
    if not 2 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    user_id = sys.argv[2] if len(sys.argv) > 2 else "1"
    password = sys.argv[3] if len(sys.argv) > 3 else "123456"
    key = sys.argv[4] if len(sys.argv) > 4 else ""
    sys.exit(Robot(sys.argv[1], int(user_id) if user_id.isdigit() else user_id, password, key).run())


if __name__ == "__main__":
    main()
