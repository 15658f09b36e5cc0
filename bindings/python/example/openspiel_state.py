"""A state with the names of OpenSpiel: random players play a match. [variant] [seed]

Algorithms that know only these names (current_player, legal_actions, apply_action, clone, returns) play any variant with it.
The chance of a match is its seed, so no player is the chance. OpenSpiel itself is not needed.
"""
import sys

import numpy as np

import mlf

TERMINAL = -4  # pyspiel.PlayerId.TERMINAL


class State:
    def __init__(self, rules: mlf.Rules, seed: int):
        self.table = mlf.Table(rules)
        self.table.start(seed)
        self.begun_with = self.table.scores

    def is_terminal(self) -> bool:
        return self.table.over

    def current_player(self) -> int:
        return TERMINAL if self.table.over else self.table.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        return sorted(int(action) for action in self.table.legal(player))

    def action_to_string(self, player: int, action: int) -> str:
        return self.table.rules.action_name(action)

    def apply_action(self, action: int) -> None:
        self.table.act(action)

    def returns(self) -> list[float]:
        """Points of each player since the start of the match."""
        return [float(now - before) for now, before in zip(self.table.scores, self.begun_with)]

    def observation_tensor(self, player: int) -> np.ndarray:
        planes, flat = self.table.observe(player)
        return np.concatenate([planes.reshape(-1).astype(np.float32), flat.astype(np.float32)])

    def clone(self) -> "State":
        other = object.__new__(State)
        other.table, other.begun_with = self.table.copy(), self.begun_with
        return other


if __name__ == "__main__":
    variant, seed = (sys.argv[1:] + ["erren", "1"][len(sys.argv) - 1:])[:2]
    state, random, moves = State(mlf.open(variant), int(seed)), np.random.default_rng(0), 0
    while not state.is_terminal():
        state.apply_action(int(random.choice(state.legal_actions())))
        moves += 1
    print(f"{variant}: {moves} moves, returns {state.returns()}")
