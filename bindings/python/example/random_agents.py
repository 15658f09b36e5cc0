"""Random agents play matches; prints the mean points of seat 0 with a 95 % interval. [variant] [matches]"""
import sys

import numpy as np

import mlf.env

variant = sys.argv[1] if len(sys.argv) > 1 else "erren"
matches = int(sys.argv[2]) if len(sys.argv) > 2 else 20
env = mlf.env.AECEnv(variant, per="match")
random = np.random.default_rng(0)
points = []
for match in range(matches):
    env.reset(seed=match)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        if terminated and agent == "seat_0":
            points.append(reward)
        env.step(None if terminated else int(random.choice(np.flatnonzero(seen["action_mask"]))))
half = 1.96 * np.std(points, ddof=1) / np.sqrt(len(points))
print(f"{variant}: {np.mean(points):.1f} +- {half:.1f} points a match for seat 0 ({matches} matches)")
