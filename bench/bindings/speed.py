"""Actions a second of one core: speed.py VARIANT SECONDS [THREADS]. With threads, steps of an environment of 256 tables."""
import sys
import time

import mlf
import mlf.env

variant, seconds, threads = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0
best = 0.0
if threads:
    env = mlf.env.VectorEnv(variant, 256, seed=1, threads=threads)
    actions = env.sample()
table, seed = mlf.Table(variant), 0
for _ in range(5):
    # Two threads take twice the time of the processor.
    clock = time.perf_counter if threads > 1 else time.process_time
    start, n = clock(), 0
    while n & 1023 or clock() < start + seconds:
        if threads:
            env.sample(actions)
            env.step(actions)
            n += 256
            continue
        n += 1
        if table.over or table.seat < 0:
            seed += 1
            table.start(seed)
        legal = table.legal()
        table.act(legal[n * 7919 % len(legal)])
    best = max(best, n / (clock() - start))
print(f"{best:.0f}")
