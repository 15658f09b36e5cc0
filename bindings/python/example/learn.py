"""Learns erren against a random player: REINFORCE with a linear policy, in NumPy. [updates] [curve.svg] [tables]

Seat 0 learns, the other seat plays at random. The policy is a softmax over the legal actions; its
features are the own hand, the drawn tile, the tile in question and the own melds. After every tenth
update, and the last, 400 steps of all tables, 256, are played without learning, and the mean points of a hand are
printed with a 95 % interval. Status 1: in the end the policy does not beat the random player.
"""
import sys

import numpy as np

import mlf
import mlf.env

UPDATES = int(sys.argv[1]) if len(sys.argv) > 1 else 60
CURVE = sys.argv[2] if len(sys.argv) > 2 else ""
TABLES = int(sys.argv[3]) if len(sys.argv) > 3 else 256
STEPS, RATE = 300, 0.02
FEATURES = [mlf.PLANES.index(name) for name in ("hand", "drawn", "focus", "melds_0")]

random = np.random.default_rng(1)
env = mlf.env.VectorEnv("erren", TABLES, seed=1)
size = 45 * len(FEATURES) + 1
weights = np.zeros((size, env.rules.actions), np.float32)
first, second = np.zeros_like(weights), np.zeros_like(weights)  # moments of Adam


def features() -> np.ndarray:
    x = env.planes[:, FEATURES].reshape(TABLES, -1).astype(np.float32)
    return np.concatenate([x, np.ones((TABLES, 1), np.float32)], axis=1)


def probabilities(x: np.ndarray, mask: np.ndarray) -> np.ndarray:
    logits = np.where(mask, x @ weights, -np.inf)
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


def choose(p: np.ndarray) -> np.ndarray:
    total = p.cumsum(axis=1)
    return (total < random.random((len(p), 1)) * total[:, -1:]).sum(axis=1)


def play(steps: int):
    """Decisions of seat 0 with what their hand then gained, and the points of all hands."""
    decisions, points = [], []
    waiting: list[list[int]] = [[] for _ in range(TABLES)]
    gained: list[float] = []
    for _ in range(steps):
        x, mask, own = features(), env.mask.astype(bool), env.seats == 0
        p = probabilities(x, mask)
        actions = env.sample()
        actions[own] = choose(p[own])
        for row in np.flatnonzero(own):
            waiting[row].append(len(decisions))
            decisions.append((x[row], mask[row], actions[row]))
            gained.append(np.nan)
        env.step(actions)
        for row in np.flatnonzero(env.hands):
            reward = float(env.rewards[row, 0])
            points.append(reward)
            for i in waiting[row]:
                gained[i] = reward
            waiting[row] = []
    known = np.flatnonzero(~np.isnan(gained))
    return ([decisions[i] for i in known], np.asarray(gained)[known], np.asarray(points))


def learn(update: int) -> None:
    decisions, gained, _ = play(STEPS)
    x, mask, actions = (np.stack(column) for column in zip(*decisions))
    advantage = ((gained - gained.mean()) / (gained.std() + 1e-6)).astype(np.float32)
    error = -probabilities(x, mask)
    error[np.arange(len(actions)), actions] += 1
    gradient = x.T @ (error * advantage[:, None]) / len(actions)
    first[:] = 0.9 * first + 0.1 * gradient
    second[:] = 0.99 * second + 0.01 * gradient**2
    weights[:] += RATE * (first / (1 - 0.9**update)) / (np.sqrt(second / (1 - 0.99**update)) + 1e-6)


def draw(curve: list[tuple[int, float, float]], path: str) -> None:
    low = min(0.0, min(m - h for _, m, h in curve))
    high = max(0.0, max(m + h for _, m, h in curve)) or 1.0
    across = lambda update: 60 + 520 * update / max(1, curve[-1][0])
    down = lambda value: 260 - 230 * (value - low) / (high - low)
    band = [f"{across(u):.1f},{down(m + h):.1f}" for u, m, h in curve]
    band += [f"{across(u):.1f},{down(m - h):.1f}" for u, m, h in reversed(curve)]
    line = " ".join(f"{across(u):.1f},{down(m):.1f}" for u, m, _ in curve)
    texts = [(60, 280, "update 0"), (520, 280, f"update {curve[-1][0]}"), (5, down(high) + 4, f"{high:.2f}"),
             (5, down(0) + 4, "0"), (60, 20, "points a hand against a random player, 95 % interval")]
    with open(path, "w") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 290" font-family="sans-serif" font-size="12">\n'
                   '<rect width="600" height="290" fill="#fff"/>\n'
                   f'<path d="M60 {down(0):.1f}H580M60 30V260" stroke="#999" fill="none"/>\n'
                   f'<polygon points="{" ".join(band)}" fill="#9bc1e8"/>\n'
                   f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/>\n')
        for x, y, text in texts:
            file.write(f'<text x="{x}" y="{y:.0f}">{text}</text>\n')
        file.write("</svg>\n")


curve = []
for update in range(UPDATES + 1):
    if update > 0:
        learn(update)
    if update % 10 == 0 or update == UPDATES:
        points = play(400)[2]
        half = 1.96 * points.std(ddof=1) / np.sqrt(len(points))
        curve.append((update, points.mean(), half))
        print(f"update {update:3}: {points.mean():6.2f} +- {half:.2f} points a hand ({len(points)} hands)", flush=True)
if CURVE:
    draw(curve, CURVE)
_, mean, half = curve[-1]
sys.exit(0 if mean > half else "the policy does not beat a random player")
