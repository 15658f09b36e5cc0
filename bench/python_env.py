"""Environment steps a second of the Python package, by CPU time of this process. Usage:

    PYTHONPATH=build/release/python /usr/bin/python3 bench/python_env.py
"""
import time

import mlf
import mlf.env


def vector(variant: str, count: int = 64, steps: int = 4000) -> float:
    env = mlf.env.VectorEnv(variant, count, seed=1)
    actions = env.sample()
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        for _ in range(steps):
            env.sample(actions)
            env.step(actions)
        best = max(best, count * steps / (time.process_time() - start))
    return best


def single(variant: str, steps: int = 100000) -> float:
    table = mlf.Table(variant)
    best = 0.0
    for match in range(5):
        table.start(match)
        start = time.process_time()
        for step in range(steps):
            if table.over:
                table.start(step)
            legal = table.legal()
            table.act(legal[step * 7919 % len(legal)])
        best = max(best, steps / (time.process_time() - start))
    return best


for name in mlf.variants():
    print(f"{name:14} vector {vector(name) / 1e6:5.2f} M/s   single {single(name) / 1e3:5.0f} k/s", flush=True)
