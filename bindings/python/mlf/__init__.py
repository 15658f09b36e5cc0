"""MajongLogicFlow: regional mahjong as data.

    import mlf
    table = mlf.Table("xueliu", cap=4)
    table.start(seed=1)
    while not table.over:
        table.act(table.legal()[0])
    print(table.scores)

An action is a number; ``Rules.encoding`` lists the blocks of numbers of a variant. ``mlf.env`` has
environments for learning.
"""
from __future__ import annotations

try:
    from . import _mlf
except ImportError as error:
    raise ImportError(f"{error}; the module needs the libraries of Debian 12 that `Requires-External` of the wheel names: "
                      "apt install libfmt9 libyaml-cpp0.7") from error
from ._mlf import ENCODING, PLANES, Faulty, OtherFlow, Refused, Rules, Tables, __version__, hand, load_plugin, variant_info, variants

__all__ = ["ENCODING", "PLANES", "Faulty", "OtherFlow", "Refused", "Rules", "Table", "Tables", "__version__", "hand", "load_plugin",
           "open", "variant_info", "variants"]


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def open(variant: str, variant_dir: str = "", **options: object) -> Rules:  # noqa: A001
    """Opens a variant with options (``cap=4``, ``preset="five_fan"``, switches as bool).

    Raises ValueError with every fault: file, line, column, code, remedy.
    """
    return Rules(variant, {name: _word(value) for name, value in options.items()}, variant_dir)


class Table(_mlf.Table):
    """One table. ``planes`` (35, 5, 9) uint8, ``flat`` (F,) int32 and ``mask`` (A,) uint8 are views of
    the memory of the table: they always show what the seat to act sees now, without a copy."""

    def __init__(self, variant: str | Rules | _mlf.Table, **options: object):
        super().__init__(open(variant, **options) if isinstance(variant, str) else variant)

    def copy(self) -> Table:
        """Another table in the same state."""
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> Table:
        return self.copy()

    def __reduce__(self):
        return _restored, (type(self), self.rules, self.save())


def _restored(kind: type[Table], rules: Rules, saved: bytes) -> Table:
    table = kind(rules)
    table.restore(saved)
    return table
