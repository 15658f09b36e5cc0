"""Environments for learning: AEC and parallel as those of PettingZoo, and many tables at once.

Where PettingZoo and Gymnasium are installed, the environments are of their classes and have their spaces. They are not
needed: without them the classes have the same functions, and spaces of mlf.

Observation: {"planes": (35, 5, 9) uint8, "flat": (F,) int32, "action_mask": (A,) int8}. Row r, column c
of a plane is piece 9 r + c. Rewards are points: of each hand, or with ``per="match"`` of the match.
"""
from __future__ import annotations

import numpy as np

from . import PLANES, Rules, Table, Tables, open as open_variant


try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:
    from ._spaces import Box, Dict, Discrete
try:
    from pettingzoo import AECEnv as _AECBase, ParallelEnv as _ParallelBase
except ImportError:
    _AECBase = _ParallelBase = object


class _Base:
    def __init__(self, variant: str | Rules, per: str = "hand", **options: object):
        if per not in ("hand", "match"):
            raise ValueError(f'per is "hand" or "match", not "{per}"')
        self.rules = variant if isinstance(variant, Rules) else open_variant(variant, **options)
        self.per = per
        self.metadata = {"name": f"mlf_{self.rules.variant}_v1", "is_parallelizable": True, "render_modes": []}
        self.possible_agents = [f"seat_{i}" for i in range(self.rules.people)]
        self.agents: list[str] = []
        self.render_mode = None
        self._table = Table(self.rules)
        self._actions = self.rules.actions + self._extra
        self._action_spaces = {a: Discrete(self._actions) for a in self.possible_agents}
        i32 = np.iinfo(np.int32)
        self._observation_spaces = {a: Dict({
            "planes": Box(0, 255, (len(PLANES), 5, 9), np.uint8),
            "flat": Box(int(i32.min), int(i32.max), (len(self.rules.flat_names),), np.int32),
            "action_mask": Box(0, 1, (self._actions,), np.int8),
        }) for a in self.possible_agents}

    _extra = 0

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def action_spaces(self) -> dict[str, Discrete]:
        return self._action_spaces

    @property
    def observation_spaces(self) -> dict[str, Dict]:
        return self._observation_spaces

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> Dict:
        return self._observation_spaces[agent]

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None

    def _see(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        planes, flat = self._table.observe(seat)
        mask = np.zeros(self._actions, np.int8)
        if not self._table.over:
            mask[self._table.legal(seat)] = 1
        return {"planes": planes, "flat": flat, "action_mask": mask}

    def _begin(self, seed: int | None) -> None:
        if seed is None:
            seed = int(np.random.default_rng().integers(1 << 62))
        self._table.start(seed)
        self.agents = list(self.possible_agents)
        self._sums = np.zeros(len(self.agents), np.float64)

    def _gained(self) -> np.ndarray:
        gained = np.asarray(self._table.gained, np.float64)
        self._sums += gained
        if self.per == "hand":
            return gained
        return self._sums if self._table.over else np.zeros_like(gained)


class AECEnv(_Base, _AECBase):
    """One agent after the other: reset, agent_selection, last, step."""

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {a: {} for a in self.agents}
        self.agent_selection = self.possible_agents[self._table.seat]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._see(agent)

    def last(self, observe: bool = True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 1 << 63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the match is over: step takes None")
            for of_agents in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del of_agents[agent]
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
                self.rewards = dict.fromkeys(self.agents, 0.0)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is for agents of a match that is over")
        self._table.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        for one, gained in zip(self.possible_agents, self._gained()):
            self.rewards[one] = float(gained)
            self._cumulative_rewards[one] += float(gained)
        if self._table.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._table.seat]


class ParallelEnv(_Base, _ParallelBase):
    """All agents at once. The last number of the action space is for agents that are not asked."""

    _extra = 1

    def _see(self, agent: str) -> dict[str, np.ndarray]:
        seen = super()._see(agent)
        if not seen["action_mask"].any():
            seen["action_mask"][-1] = 1
        return seen

    def reset(self, seed: int | None = None, options: dict | None = None):
        self._begin(seed)
        return {a: self._see(a) for a in self.agents}, {a: {} for a in self.agents}

    def step(self, actions: dict[str, int]):
        table, asked = self._table, self._table.asked
        gained = np.zeros(len(self.possible_agents), np.float64)
        idle = self._actions - 1
        for seat, agent in enumerate(self.possible_agents):
            legal = table.legal(seat) if asked >> seat & 1 else np.array([idle])
            if agent not in actions or int(actions[agent]) not in legal:
                raise ValueError(f"{agent}: action {actions.get(agent)} is not legal; see action_mask")
        ask = int(table.hand), asked
        for seat, agent in enumerate(self.possible_agents):
            # An answer may decide the question before the others have given theirs.
            if not asked >> seat & 1 or table.over or int(table.hand) != ask[0]:
                continue
            if not table.asked >> seat & 1 or int(actions[agent]) not in table.legal(seat):
                continue
            before = table.asked
            table.act_for(seat, int(actions[agent]))
            gained += self._gained()
            if table.asked & ~before:
                break  # another question
        over = table.over
        agents = list(self.agents)
        seen = {a: self._see(a) for a in agents}
        if over:
            self.agents = []
        return (seen, {a: float(g) for a, g in zip(agents, gained)}, dict.fromkeys(agents, over),
                dict.fromkeys(agents, False), {a: {} for a in agents})


class VectorEnv:
    """``count`` tables stepped at once in C++ by ``threads``. A match that is over begins anew in the same step.

    The arrays are views of one memory, rewritten by each step: planes (N, 35, 5, 9) uint8, flat (N, F)
    int32, mask (N, A) uint8, seats (N,) int8 (who acts), rewards (N, people) float32, done and hands
    (N,) uint8 (a match, a hand ended in this step).
    """

    def __init__(self, variant: str | Rules, count: int, seed: int = 0, per: str = "hand", threads: int = 1, **options: object):
        self.rules = variant if isinstance(variant, Rules) else open_variant(variant, **options)
        self._tables = Tables(self.rules, count, seed, per == "match", threads)
        self.count = count
        for name in ("planes", "flat", "mask", "seats", "rewards", "done", "hands"):
            setattr(self, name, getattr(self._tables, name))

    def reset(self, seed: int = 0) -> None:
        self._tables.reset(seed)

    def step(self, actions: np.ndarray) -> None:
        """One act of the seat of each table, (N,) int32. ValueError: one is not legal; none has moved."""
        self._tables.step(actions)

    def sample(self, out: np.ndarray | None = None) -> np.ndarray:
        """A random legal action for each table, (N,) int32."""
        return self._tables.sample(out)
