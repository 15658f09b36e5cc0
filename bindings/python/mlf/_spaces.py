"""The spaces of mlf.env where Gymnasium is not installed, with the functions of gymnasium.spaces that environments use."""
from __future__ import annotations

import numpy as np


class Space:
    """Values with a shape and a type, and a random choice among them."""

    def __init__(self, shape: tuple[int, ...] | None, dtype: object, seed: int | None = None):
        self.shape = shape
        self.dtype = None if dtype is None else np.dtype(dtype)
        self._random = np.random.default_rng(seed)

    @property
    def np_random(self) -> np.random.Generator:
        return self._random

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, x: object) -> bool:
        raise NotImplementedError

    def __contains__(self, x: object) -> bool:
        return self.contains(x)


class Discrete(Space):
    """Numbers 0..n-1."""

    def __init__(self, n: int, seed: int | None = None):
        super().__init__((), np.int64, seed)
        self.n = n

    def sample(self, mask: np.ndarray | None = None) -> int:
        if mask is None:
            return int(self._random.integers(self.n))
        return int(self._random.choice(np.flatnonzero(mask)))

    def contains(self, x: object) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and self.n == other.n


class Box(Space):
    """Arrays of one shape and type, each number in low..high."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: type, seed: int | None = None):
        super().__init__(shape, dtype, seed)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

    def sample(self) -> np.ndarray:
        return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

    def contains(self, x: object) -> bool:
        return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                and bool((x >= self.low).all()) and bool((x <= self.high).all()))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype
                and bool((self.low == other.low).all()) and bool((self.high == other.high).all()))


class Dict(Space):
    """A dictionary with a space for each key."""

    def __init__(self, spaces: dict[str, Space], seed: int | None = None):
        super().__init__(None, None, seed)
        self.spaces = spaces

    def __getitem__(self, key: str) -> Space:
        return self.spaces[key]

    def keys(self):
        return self.spaces.keys()

    def items(self):
        return self.spaces.items()

    def seed(self, seed: int | None = None) -> None:
        super().seed(seed)
        for space in self.spaces.values():
            space.seed(None if seed is None else int(self._random.integers(1 << 31)))

    def sample(self) -> dict:
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x: object) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                and all(space.contains(x[key]) for key, space in self.spaces.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces
