"""Tests of the package mlf. Usage: test_mlf.py <tests/golden> <folder of the plug-ins of tests/plugin>"""
import ast
import copy
import ctypes
import json
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import unittest

import numpy as np

import mlf
import mlf.env

FOLDER, PLUGINS = sys.argv.pop(1), sys.argv.pop(1)
GOLDEN, CHANCE = f"{FOLDER}/bindings.txt", f"{FOLDER}/bindings_chance.txt"
VARIANTS = mlf.variants()  # before a test loads a plug-in
# Two seats, four, more persons than seats, several winners of a hand, five sets: only these play whole matches.
UNLIKE = ["erren", "riichi", "yilaidaodi", "xueliu", "taiwan"]
MASK = (1 << 64) - 1


def words(seed):
    n = 0
    while True:
        n += 1
        z = (seed + 0x9E3779B97F4A7C15 * n) & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        yield z ^ z >> 31


def lowest(asked):
    return (asked & -asked).bit_length() - 1


def play(table, seed):
    """Plays on by the rule of bindings/README.md; the number of actions and the hash of the last records."""
    source, count = words(seed), 0
    while not table.over:
        seat, word = lowest(table.asked), next(source)
        count += 1
        if word % 8 == 7:
            table.play(f"{seat} timeout")
        else:
            table.play(table.nth(seat, (word >> 8) % table.count(seat)))
    return count, f"{table.hash:016x}"


class StubTest(unittest.TestCase):
    """The module says what its stub says, and help() tells shapes and units."""

    def setUp(self):
        with open(pathlib.Path(mlf.__file__).with_name("_mlf.pyi")) as file:
            self.stub = ast.parse(file.read())
        self.classes = {one.name: one for one in self.stub.body if isinstance(one, ast.ClassDef)}

    @staticmethod
    def names(body):
        """Of functions and annotated names, each with the names of its parameters or None."""
        named = {one.target.id: None for one in body if isinstance(one, ast.AnnAssign)}
        return named | {one.name: [arg.arg for arg in one.args.args if arg.arg != "self"]
                        for one in body if isinstance(one, ast.FunctionDef)}

    @staticmethod
    def public(owner):
        return {name for name in vars(owner) if not name.startswith("_") or name == "__version__"}

    def test_every_name_is_in_both(self):
        self.assertEqual(self.public(mlf._mlf), set(self.classes) | set(self.names(self.stub.body)))
        for name, stub in self.classes.items():
            self.assertEqual(self.public(getattr(mlf._mlf, name)), set(self.names(stub.body)) - {"__init__"}, name)

    def test_every_name_has_a_docstring_with_its_parameters(self):
        for name, stub in self.classes.items():
            owner = getattr(mlf._mlf, name)
            self.assertGreater(len(owner.__doc__), 20, name)
            for member, parameters in self.names(stub.body).items():
                text = getattr(owner, member).__doc__ or ""
                where = f"{name}.{member}: {text}"
                sentences = re.sub(r"^.*->.*$|^Overloaded function\.$", "", text, flags=re.M).strip()
                if member != "__init__" or name != "Table":
                    self.assertGreater(len(sentences), 8, where)
                for parameter in parameters or []:
                    self.assertRegex(text, rf"\b{parameter}:", where)

    def test_the_shapes_told_are_those_of_the_arrays(self):
        rules = mlf.open("riichi")
        sizes = {"A": rules.actions, "F": len(rules.flat_names), "N": 3, "people": rules.people}
        for owner, table in ((mlf._mlf.Table, mlf.Table(rules)), (mlf.Tables, mlf.Tables(rules, 3))):
            if owner is mlf._mlf.Table:
                table.start(1)
            stated = 0
            for name in self.public(owner):
                match = re.match(r"(u?int\d+|float\d+) \(([^)]*)\)(, a view)?:", getattr(owner, name).__doc__ or "")
                if match is None or callable(getattr(owner, name)):
                    continue
                array = getattr(table, name)
                shape = tuple(sizes.get(one) or int(one) for one in re.split(r",\s*", match[2]) if one)
                self.assertEqual((str(array.dtype), array.shape), (match[1], shape), name)
                stated += 1
            self.assertEqual(stated, sum(isinstance(getattr(table, name), np.ndarray) for name in self.public(owner)))


class SurfaceTest(unittest.TestCase):
    def test_everything_that_bindings_offer_is_there(self):
        rows = 0
        for line in (pathlib.Path(__file__).parents[2] / "surface.txt").read_text().splitlines():
            if line.startswith("#"):
                continue
            name = line.split("|")[2].strip()
            owner = mlf
            for part in name.split(".") if name != "-" else ():
                self.assertTrue(hasattr(owner, part), name)
                owner = getattr(owner, part)
            rows += 1
        self.assertGreater(rows, 25)


class OutsideTest(unittest.TestCase):
    """Hands and variants outside a game."""

    def test_answers_are_the_noted_ones(self):
        rules, rows = mlf.open("xueliu"), 0
        with open(f"{FOLDER}/bindings_outside.txt") as file:
            for call, given, answer in (line.rstrip("\n").split("\t") for line in file):
                if call == "score":
                    self.assertEqual(rules.score(json.loads(given)), json.loads(answer))
                elif call == "hand":
                    self.assertEqual(mlf.hand(json.loads(given)), json.loads(answer))
                elif call == "simulate":
                    hands, seed, bots = given.split()
                    length = rules.simulate(hands=int(hands), seed=int(seed), threads=2, bots=bots)["length"]
                    self.assertEqual(f"{length['actions']} {length['discards']}", answer)
                else:
                    self.assertEqual(rules.chart(given), pathlib.Path(FOLDER, "../..", answer).read_bytes())
                rows += 1
        self.assertEqual(rows, 6)
        self.assertIn(b"<svg", rules.chart())
        self.assertEqual(json.loads(rules.chart("json"))["variant"], "xueliu")

    def test_a_variant_says_what_it_is(self):
        rules = mlf.open("xueliu", cap=4)
        info = rules.info()
        self.assertEqual((info["variant"], info["fingerprint"], info["options"]), ("xueliu", rules.fingerprint, rules.options))
        self.assertIn("peng", [node["id"] for node in info["nodes"] if node["player"]])
        told = {one["id"]: one for one in mlf.variant_info()}
        self.assertEqual(sorted(told), mlf.variants())
        cap = next(one for one in told["xueliu"]["options"] if one["name"] == "cap")
        self.assertEqual((cap["type"], cap["low"], cap["high"]), ("int", 1, 20))
        for preset in told["xueliu"]["presets"]:
            self.assertLessEqual(preset["options"].items(), mlf.open("xueliu", preset=preset["name"]).options.items())

    def test_faults(self):
        rules = mlf.open("xueliu")
        for call, kind, text in (
            (lambda: rules.score({"hand": "11111m"}), mlf.Faulty, "win: is missing"),
            (lambda: rules.score(None), mlf.Faulty, "a JSON object is needed"),
            (lambda: rules.score({"hand": object()}), TypeError, "not JSON serializable"),
            (lambda: mlf.hand({"tiles": "1m"}, copies=8), mlf.Faulty, "copies"),
            (lambda: rules.simulate(bots="no_such"), mlf.Faulty, "no_such"),
            (lambda: rules.simulate(threads=0), ValueError, "threads is 1 to 256"),
            (lambda: rules.chart("gif"), mlf.Faulty, "gif"),
            (lambda: rules.chart(lang="fr"), ValueError, "zh, en or both"),
        ):
            with self.assertRaisesRegex(kind, text):
                call()

    def test_a_signal_ends_a_simulation(self):
        def ring(number, frame):
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, ring)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with self.assertRaises(KeyboardInterrupt):
            mlf.open("erren").simulate(hands=2**60, threads=2)


class TableTest(unittest.TestCase):
    def test_matches_of_every_variant_are_the_noted_ones(self):
        with open(GOLDEN) as file:
            lines = file.read().splitlines()
        self.assertEqual([line.split()[0] for line in lines], VARIANTS)
        for line in lines:
            variant, seed, actions, digest = line.split()
            table = mlf.Table(variant)
            table.start(int(seed))
            self.assertEqual((variant, *play(table, int(seed))), (variant, int(actions), digest))

    def test_walls_of_the_caller_are_played(self):
        def shuffled(seed):
            def decide(hand, wall):
                source = words(seed + hand)
                for i in range(len(wall), 1, -1):
                    other = next(source) % i
                    wall[i - 1], wall[other] = wall[other], wall[i - 1]
                return next(source)
            return decide

        with open(CHANCE) as file:
            lines = file.read().splitlines()
        self.assertGreater(len(lines), 2)
        for line in lines:
            variant, seed, actions, digest = line.split()
            table = mlf.Table(variant)
            table.start(chance=shuffled(int(seed)))
            self.assertEqual((variant, *play(table, int(seed))), (variant, int(actions), digest))

        def broken(hand, wall):
            if hand > 0:
                raise RuntimeError("no randomness left")
            return 1

        table = mlf.Table("xueliu", hands=2)
        table.start(chance=broken)
        with self.assertRaisesRegex(RuntimeError, "no randomness left"):
            play(table, 1)
        with self.assertRaisesRegex(ValueError, "in any order"):
            table.start(chance=lambda hand, wall: wall.fill(3) or 0)
        with self.assertRaises(TypeError):
            table.start(chance=lambda hand: 0)

    def test_bad_input_says_why(self):
        with self.assertRaisesRegex(ValueError, r"O02.*banana.* or none\Z"):
            mlf.Table("xueliu", cap="banana")
        table = mlf.Table("xueliu", cap=4)
        self.assertEqual(table.rules.options["cap"], "4")
        table.start(1)
        before = table.hash
        wrong = int(np.flatnonzero(table.mask == 0)[0])
        with self.assertRaisesRegex(ValueError, f"action {wrong} .* is not legal"):
            table.act(wrong)
        for call in (lambda: table.act_for(9, 0), lambda: table.observe(-1), lambda: table.legal(77),
                     lambda: table.nth(0, 1 << 40), lambda: table.play("0 fly")):
            with self.assertRaises(ValueError):
                call()
        self.assertEqual(before, table.hash)

    def test_a_refused_step_changes_nothing(self):
        def state(table):
            arrays = [one.tolist() for one in (table.planes, table.flat, table.mask)]
            return (table.hash, table.seat, table.asked, table.over, table.gained, table.view(), arrays,
                    [table.legal(seat).tolist() for seat in range(table.rules.people)],
                    [table.count(seat) for seat in range(table.rules.people)])

        for variant in VARIANTS:
            table, untouched = mlf.Table(variant), mlf.Table(variant)
            for one in (table, untouched):
                one.start(3)
            for step in range(12):
                before = state(table)
                for wrong in ("0 fly", f"{(table.seat + 1) % table.rules.seats} discard 1m", f"{table.seat} timeout @99999",
                              f"{table.seat} hu", f"{table.seat} discard", "9 discard 1m"):
                    try:
                        other = table.copy()
                        other.play(wrong)
                    except ValueError:
                        with self.assertRaises(ValueError):
                            table.play(wrong)
                        self.assertEqual(state(table), before, (variant, step, wrong))
                for one in (table, untouched):
                    one.act(int(one.legal()[step % len(one.legal())]))
                self.assertEqual(table.hash, untouched.hash)

    def test_a_chance_that_raises_changes_nothing(self):
        fails = [False]

        def sometimes(hand, wall):
            if fails[0]:
                raise RuntimeError("no randomness left")
            return hand + 1

        table = mlf.Table("xueliu", hands=3)
        table.start(chance=sometimes)
        raised = 0
        while not table.over:
            before = table.hash, table.asked, table.legal().tolist(), table.mask.tolist(), table.view()
            action = int(table.legal()[0])
            try:
                fails[0] = True
                table.act(action)
            except RuntimeError:
                raised += 1
                self.assertEqual(before, (table.hash, table.asked, table.legal().tolist(), table.mask.tolist(), table.view()))
                fails[0] = False
                table.act(action)
        self.assertEqual(raised, 2)  # at the second and the third hand

    def test_a_chance_that_spoils_the_wall_of_a_later_hand_is_told_so(self):
        spoils = [False]

        def sometimes(hand, wall):
            if spoils[0]:
                wall[0] = wall[-1]
            return hand + 1

        for step in (lambda table: table.act(int(table.legal()[0])), lambda table: table.play(table.nth(lowest(table.asked), 0))):
            table, spoiled, spoils[0] = mlf.Table("xueliu", hands=2), 0, False
            table.start(chance=sometimes)
            while not table.over:
                before = table.hash, table.legal().tolist(), table.view()
                try:
                    spoils[0] = True
                    step(table)
                except ValueError as error:
                    spoiled += 1
                    self.assertEqual(str(error), "the wall of a chance must hold the tiles it came with, in any order")
                    self.assertEqual(before, (table.hash, table.legal().tolist(), table.view()))
                    spoils[0] = False
                    step(table)
            self.assertEqual(spoiled, 1)  # at the second hand

    def test_a_chance_that_returns_no_seed_says_so(self):
        table = mlf.Table("xueliu")
        for answer in (None, "7", -1, 1 << 64, 0.5):
            with self.assertRaisesRegex(TypeError, "a chance returns a seed of 64 bits"):
                table.start(chance=lambda hand, wall, answer=answer: answer)
        self.assertEqual(table.seat, -1)

    def test_saved_tables_go_on(self):
        table, twin, other = mlf.Table("riichi"), mlf.Table("riichi"), mlf.Table("erren")
        table.start(4)
        for step in range(150):
            saved = table.save()
            twin.restore(saved)
            for name in ("hash", "seat", "asked", "scores"):
                self.assertEqual(getattr(twin, name), getattr(table, name), name)
            for name in ("planes", "flat", "mask"):
                np.testing.assert_array_equal(getattr(twin, name), getattr(table, name))
            action = int(table.legal()[-1])
            twin.act(action)
            table.act(action)
            damaged = bytearray(saved)
            damaged[60] ^= 1
            before = twin.hash
            with self.assertRaisesRegex(mlf.Faulty, "C01"):
                twin.restore(bytes(damaged))
            with self.assertRaisesRegex(mlf.OtherFlow, "C02.*fingerprint"):
                other.restore(saved)
            self.assertEqual(twin.hash, before)
        blank = mlf.Table("riichi")
        twin.restore(blank.save())
        self.assertEqual((twin.seat, twin.over, twin.legal().tolist()), (-1, False, []))

    def test_pickles_and_copies_go_on(self):
        table = mlf.Table("xueliu", cap=4)
        table.start(7)
        for _ in range(30):
            table.act(int(table.legal()[0]))
        for twin in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table), table.copy()):
            self.assertIs(type(twin), mlf.Table)
            self.assertEqual((twin.hash, twin.legal().tolist(), twin.rules.options), (table.hash, table.legal().tolist(), table.rules.options))
            twin.act(int(twin.legal()[0]))
            self.assertNotEqual(twin.hash, table.hash)
        self.assertEqual(pickle.loads(pickle.dumps(table.rules)).fingerprint, table.rules.fingerprint)

    def test_journals_replay(self):
        table = mlf.Table("erren")
        with self.assertRaisesRegex(ValueError, r"record\(\)"):
            table.journal()
        table.record()
        for chance in (None, lambda hand, wall: hand):
            table.start(4) if chance is None else table.start(chance=chance)
            accepted = 0
            while not table.over:
                table.play(table.default(table.seat))
                accepted += 1
                with self.assertRaises(mlf.Refused):
                    table.play("0 timeout @99999")
            for binary in (False, True):
                journal = table.journal(binary)
                told = table.rules.replay(journal)
                self.assertEqual((told["complete"], told["accepted"], told["hash"]), (True, accepted, table.hash))
                damaged = bytearray(journal)
                damaged[len(journal) // 2] ^= 4
                with self.assertRaisesRegex(mlf.Faulty, "J"):
                    table.rules.replay(bytes(damaged))
            self.assertRaises(ValueError, table.copy().journal)

    def test_a_table_tells_its_reasons(self):
        table = mlf.Table("riichi")
        table.start(3)
        self.assertIn('"choices"', table.json(table.seat))
        self.assertIn('"events"', table.json())
        self.assertRegex(table.explain(lang="zh"), "[\u4e00-\u9fff]")
        self.assertNotEqual(table.explain(0), table.explain())
        self.assertIn("en", table.why_not(table.seat, "peng"))
        node = table.default(table.seat).split()[1]
        self.assertIsNone(table.why_not(table.seat, node))
        self.assertEqual(table.rules.pieces_text([0, 1, 2, 44, 27]), "123m0s1z")
        self.assertEqual(table.rules.parse_pieces("123m0s1z"), [0, 1, 2, 44, 27])
        self.assertRegex(mlf.__version__, r"^\d+\.\d+\.\d+$")
        for call in (lambda: table.why_not(0, "no_such"), lambda: table.explain(lang="fr"), lambda: table.default(9),
                     lambda: table.rules.pieces_text([63]), lambda: table.json(-1)):
            with self.assertRaises(ValueError):
                call()
        with self.assertRaises(mlf.Faulty):
            table.rules.parse_pieces("12x")
        with self.assertRaises(mlf.Faulty):
            mlf.open("xueliu", cap="banana")

    def test_a_chance_cannot_use_its_own_table(self):
        table = mlf.Table("xueliu")
        refused = []

        def meddling(hand, wall):
            for call in (lambda: table.start(1), lambda: table.play("0 timeout"), lambda: table.act(0), table.copy,
                         table.view, lambda: table.observe(0), lambda: table.dealt_anew(0, 1), lambda: table.planes, lambda: table.flat):
                try:
                    call()
                except RuntimeError as error:
                    refused.append(str(error))
            return 1

        table.start(chance=meddling)
        self.assertEqual(len(refused), 9)
        self.assertIn("in the middle of a step", refused[0])
        table.start(1)
        self.assertEqual(table.copy().hash, table.hash)

    def test_a_number_that_changes_its_table_asks_the_chance_once(self):
        asked = []

        def notes(hand, wall):
            asked.append(hand)
            return hand + 1

        def fails(hand, wall):
            asked.append(hand)
            raise RuntimeError("no randomness left")

        table = mlf.Table("xueliu", hands=2)
        table.start(chance=notes)
        while asked != [0, 1]:
            saved, action = table.save(), int(table.legal()[0])
            table.act(action)
        asked.clear()

        class Restoring:
            def __index__(self):
                table.restore(saved, chance=fails)
                return action

        table.start(1)
        with self.assertRaisesRegex(RuntimeError, "no randomness left"):
            table.act(Restoring())
        self.assertEqual(asked, [1])

    def test_views_at_the_end_of_a_match_do_not_depend_on_earlier_views(self):
        for variant in UNLIKE:
            early, late = mlf.Table(variant), mlf.Table(variant)
            for table in (early, late):
                table.start(5)
            planes, flat = early.planes, early.flat
            while not early.over:
                last, action = early.seat, int(early.legal()[0])
                early.act(action)
                late.act(action)
            for one, other, seen in ((planes, late.planes, 0), (flat, late.flat, 1)):
                self.assertTrue(other.any(), variant)
                self.assertEqual(one.tolist(), other.tolist(), variant)
                self.assertEqual(one.tolist(), early.observe(last)[seen].tolist(), variant)

    def test_nothing_where_an_object_belongs_is_refused(self):
        rules = mlf.open("erren")
        for call in (lambda: mlf.Tables(None, 3), lambda: mlf.Table(None), lambda: mlf._mlf.Table(None), lambda: mlf.open(None),
                     lambda: mlf.Rules("erren", None), lambda: mlf.Tables(rules, None), lambda: mlf.load_plugin(None),
                     lambda: mlf.env.VectorEnv(None, 2), lambda: mlf.env.AECEnv(None), lambda: mlf.Tables(rules, 2).step(None)):
            with self.assertRaises((TypeError, ValueError)):
                call()

    def test_a_table_before_its_start_refuses(self):
        for variant in VARIANTS:
            table = mlf.Table(variant)
            self.assertEqual((table.seat, table.asked, table.over, table.legal().tolist()), (-1, 0, False, []))
            table.view()
            table.view(0)
            for seat in range(table.rules.people):
                table.observe(seat)
            for call in (lambda: table.act(0), lambda: table.act_for(0, 0), lambda: table.play("0 timeout"), lambda: table.nth(0, 0),
                         lambda: table.view(99), lambda: table.view(-1)):
                with self.assertRaises(ValueError):
                    call()

    def test_views_cannot_be_written(self):
        table, tables = mlf.Table("erren"), mlf.Tables(mlf.open("erren"), 3)
        table.start(1)
        views = [getattr(owner, name) for owner in (table, tables) for name in dir(owner)
                 if isinstance(getattr(owner, name), np.ndarray)]
        self.assertEqual(len(views), 10)
        for view in views:
            with self.assertRaises(ValueError):
                view[:] = 96
            with self.assertRaises(ValueError):
                view.flags.writeable = True
            with self.assertRaises((ValueError, BufferError, TypeError)):
                memoryview(view)[0] = 1
        legal = tables.sample()
        for wrong in (tables.seats, np.zeros(3, np.int64), np.zeros((3, 2), np.int32)[:, 0]):
            with self.assertRaises(TypeError, msg="a copy of it would be written"):
                tables.sample(out=wrong)
        legal.flags.writeable = False
        with self.assertRaises(ValueError):
            tables.sample(out=legal)

    def test_numbers_are_the_legal_actions(self):
        for variant in VARIANTS:
            table = mlf.Table(variant)
            random = np.random.default_rng(1)
            subsets = [line.split()[2] for line in table.rules.encoding.splitlines() if line.endswith("subset")]
            picks = 0
            table.start(2)
            for _ in range(600):
                if table.over:
                    table.start(int(random.integers(1 << 40)))
                ids = table.legal()
                names = [table.rules.action_name(int(i)) for i in ids]
                self.assertEqual(len(set(ids.tolist())), len(ids), names)
                self.assertTrue(all(names))
                self.assertEqual(np.flatnonzero(table.mask).tolist(), sorted(ids.tolist()))
                if not any(name.split()[0] in subsets for name in names):
                    self.assertEqual(len(ids), table.count(table.seat), (variant, names))
                else:
                    picks += 1
                table.act(int(random.choice(ids)))
            self.assertEqual(picks > 0, bool(subsets), variant)

    def test_arrays_are_views_that_live_on(self):
        table = mlf.Table("xueliu")
        table.start(1)
        planes, flat, mask = table.planes, table.flat, table.mask
        self.assertFalse(planes.flags.owndata)
        first = planes.copy()
        for _ in range(16):
            table.act(int(table.legal()[0]))
        self.assertTrue((planes != first).any())
        seen, numbers = table.observe(table.seat)
        np.testing.assert_array_equal(planes, seen)
        np.testing.assert_array_equal(flat, numbers)
        del table
        self.assertEqual(planes.shape, (len(mlf.PLANES), 5, 9))
        self.assertIn(int(planes[0].sum()), (13, 14))

    def test_the_members_of_a_loop_take_what_others_take(self):
        table = mlf.Table("xueliu")
        table.start(1)
        first = table.legal()
        self.assertEqual((first.dtype, first.flags.owndata, first.flags.writeable), (np.dtype(np.int32), True, True))
        np.testing.assert_array_equal(table.legal(seat=table.seat), first)
        table.act(id=first[0])  # an int of NumPy, by its name
        for wrong in ((), (1, 2), (1.5,), ("1",), (None,), (1 << 40,)):
            with self.assertRaises(TypeError, msg=wrong):
                table.act(*wrong)
        with self.assertRaises(TypeError):
            table.legal(0, 0)
        bare = mlf.Table.__new__(mlf.Table)
        for call in (lambda: bare.over, lambda: bare.seat, lambda: bare.legal(), lambda: bare.act(0)):
            with self.assertRaises(TypeError):
                call()

    def test_the_first_view_shows_what_every_later_one_shows(self):
        early, late, numbers = mlf.Table("xueliu"), mlf.Table("xueliu"), mlf.Table("xueliu")
        views = early.planes, early.flat
        for table in (early, late, numbers):
            table.start(1)
        for n in range(1, 40):
            action = int(early.legal()[0])
            for table in (early, late, numbers):
                table.act(action)
            if n >= 20:
                np.testing.assert_array_equal(late.planes, views[0])
                np.testing.assert_array_equal(numbers.flat, views[1])
        np.testing.assert_array_equal(late.copy().planes, views[0])
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(early)).planes, views[0])

    def test_observations_do_not_depend_on_hidden_tiles(self):
        """The tiles that a seat cannot see are dealt anew; all that it observes stays."""
        changed = 0
        for variant in VARIANTS:
            table = mlf.Table(variant)
            random = np.random.default_rng(3)
            table.start(5)
            for step in range(1500):
                if table.over:
                    table.start(int(random.integers(1 << 40)))
                if step % 5 == 0:
                    seat = int(random.integers(table.rules.seats))
                    other = table.dealt_anew(seat, step + 1)
                    changed += other.hash != table.hash
                    here, there = table.observe(seat), other.observe(seat)
                    np.testing.assert_array_equal(here[0], there[0], f"{variant} {step}")
                    np.testing.assert_array_equal(here[1], there[1], f"{variant} {step}")
                table.act(int(random.choice(table.legal())))
        self.assertGreater(changed, 1000)


class EnvTest(unittest.TestCase):
    def test_aec(self):
        for variant in VARIANTS:
            for per in ("hand", "match") if variant in UNLIKE else ("hand",):
                env = mlf.env.AECEnv(variant, per=per)
                env.reset(seed=4)
                env.action_space(env.possible_agents[0]).seed(1)
                self.assertEqual(env.agents, env.possible_agents)
                total, steps = dict.fromkeys(env.agents, 0.0), 0
                start = list(env._table.scores)
                for agent in env.agent_iter(200000):
                    self.assertIn(agent, env.agents)
                    seen, reward, terminated, truncated, info = env.last()
                    self.assertTrue(env.observation_space(agent).contains(seen))
                    self.assertFalse(truncated)
                    self.assertEqual(info, {})
                    total[agent] += reward
                    if terminated:
                        env.step(None)
                        continue
                    self.assertGreater(seen["action_mask"].sum(), 0)
                    action = env.action_space(env.possible_agents[0]).sample(seen["action_mask"])
                    self.assertTrue(env.action_space(agent).contains(action))
                    env.step(action)
                    steps += 1
                    self.assertEqual(set(env.rewards), set(env.agents))
                self.assertEqual(env.agents, [])
                self.assertGreater(steps, 30)
                gained = [after - before for before, after in zip(start, env._table.scores)]
                self.assertEqual(list(total.values()), gained, (variant, per))
                env.reset(seed=4)
                with self.assertRaises(ValueError):
                    env.step(None)

    def test_parallel(self):
        for variant in UNLIKE:
            env = mlf.env.ParallelEnv(variant)
            seen, infos = env.reset(seed=6)
            start = list(env._table.scores)
            total = dict.fromkeys(env.agents, 0.0)
            random = np.random.default_rng(1)
            while env.agents:
                self.assertEqual(set(seen), set(env.agents))
                for agent in env.agents:
                    self.assertTrue(env.observation_space(agent).contains(seen[agent]))
                actions = {a: int(random.choice(np.flatnonzero(seen[a]["action_mask"]))) for a in env.agents}
                seen, rewards, terminations, truncations, infos = env.step(actions)
                for agent, reward in rewards.items():
                    total[agent] += reward
                self.assertEqual(set(terminations.values()), {not env.agents})
            gained = [after - before for before, after in zip(start, env._table.scores)]
            self.assertEqual(list(total.values()), gained, variant)

    def test_vector(self):
        done = 0
        for variant in VARIANTS:
            env = mlf.env.VectorEnv(variant, 7, seed=3)
            again = mlf.env.VectorEnv(variant, 7, seed=3)
            hands = 0
            for _ in range(1500 if variant in UNLIKE else 400):
                actions = env.sample()
                self.assertTrue(env.mask[np.arange(7), actions].all())
                env.step(actions)
                again.step(actions)
                done += int(env.done.sum())
                hands += int(env.hands.sum())
                self.assertTrue((env.rewards[env.hands == 0] == 0).all())
                self.assertTrue((env.mask.sum(axis=1) > 0).all())
            for name in ("planes", "flat", "mask", "seats", "rewards"):
                np.testing.assert_array_equal(getattr(env, name), getattr(again, name))
            self.assertGreater(hands, 0)
            before = env.planes.copy()
            wrong = env.sample()
            wrong[3] = np.flatnonzero(env.mask[3] == 0)[0]
            for bad in (wrong, wrong[:3], np.full(7, 1 << 20, np.int32)):
                with self.assertRaises(ValueError):
                    env.step(bad)
            np.testing.assert_array_equal(before, env.planes)
        self.assertGreater(done, 0)


    def test_threads_play_the_same(self):
        envs = [mlf.env.VectorEnv("erren", 13, seed=3, hands=1, threads=threads) for threads in (1, 2, 5, 20)]
        done = 0
        for _ in range(400):
            actions = envs[0].sample()
            for env in envs:
                env.step(actions)
            done += int(envs[0].done.sum())
            for env in envs[1:]:
                for name in ("planes", "flat", "mask", "seats", "rewards", "done", "hands"):
                    np.testing.assert_array_equal(getattr(env, name), getattr(envs[0], name))
        self.assertGreater(done, 20)
        for threads in (0, -1, 257):
            with self.assertRaises(ValueError):
                mlf.env.VectorEnv("erren", 2, threads=threads)

    def test_a_written_mask_makes_nothing_legal(self):
        """Even where the memory is written past NumPy, the tables decide."""
        env = mlf.env.VectorEnv("xueliu", 3, seed=1)
        wrong = env.sample()
        wrong[1] = np.flatnonzero(env.mask[1] == 0)[0]
        at = env.mask.__array_interface__["data"][0] + env.rules.actions + int(wrong[1])
        ctypes.c_uint8.from_address(at).value = 1
        seats = env.seats.__array_interface__["data"][0]
        ctypes.memset(seats, 96, 3)
        with self.assertRaisesRegex(ValueError, "of table 1 is not legal"):
            env.step(wrong)
        env.step(env.sample())
        self.assertTrue((env.seats < 4).all())

    def test_two_threads_do_not_step_the_same_tables(self):
        env = mlf.env.VectorEnv("riichi", 2048, seed=1)
        over, failures, refused = threading.Event(), [], []

        def steps(calls):
            """Calls until one is refused, because the other thread is in the middle of a step."""
            for _ in range(calls):
                try:
                    env.step(env.sample())
                except RuntimeError as error:
                    refused.append(str(error))
                    break
                except ValueError:
                    pass  # the other thread has stepped between the sample and the step
                except BaseException as error:
                    failures.append(error)
                if over.is_set():
                    break
            over.set()

        other = threading.Thread(target=steps, args=(3000,))
        other.start()
        steps(3000)
        other.join()
        self.assertEqual(failures, [])
        self.assertIn("another thread steps these tables", "".join(refused))
        env.step(env.sample())


def check_spaces(test, env):
    """What PettingZoo checks of spaces: the same objects at each call, each with a seed of its own, samples that they contain."""
    for agent in env.possible_agents:
        for of_agent in (env.observation_space, env.action_space):
            space = of_agent(agent)
            test.assertIs(space, of_agent(agent))
            space.seed(7)
            first = space.sample()
            test.assertTrue(space.contains(first))
            space.seed(7)
            np.testing.assert_equal(space.sample(), first)
        test.assertIs(env.observation_spaces[agent], env.observation_space(agent))
        test.assertIs(env.action_spaces[agent], env.action_space(agent))


def check_aec(test, env, steps):
    """What the api test of PettingZoo checks of an environment of one agent after the other."""
    env.reset(seed=1)
    test.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
    test.assertEqual(env.num_agents, len(env.agents))
    test.assertEqual(env.max_num_agents, len(env.possible_agents))
    check_spaces(test, env)
    env.reset(seed=1)
    accumulated, finished = dict.fromkeys(env.agents, 0.0), set()
    for agent in env.agent_iter(steps):
        test.assertNotIn(agent, finished)
        test.assertIsInstance(env.infos[agent], dict)
        seen, reward, terminated, truncated, info = env.last()
        test.assertTrue(env.observation_space(agent).contains(seen))
        test.assertTrue(env.observation_space(agent).contains(env.observe(agent)))
        test.assertEqual(accumulated[agent], reward)
        test.assertIsInstance(reward, float)
        accumulated[agent] = 0.0
        if terminated or truncated:
            finished.add(agent)
        env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))
        for one, gained in env.rewards.items():
            accumulated[one] += gained
        for of_agents in (env.rewards, env.terminations, env.truncations, env.infos):
            test.assertEqual(set(of_agents), set(env.agents))
        test.assertLessEqual(set(env.agents), set(env.possible_agents))
        test.assertEqual(env.num_agents, len(env.agents))
        if not env.agents:
            break
    test.assertIs(env.unwrapped, env)
    env.close()


def check_seeds(test, make, steps):
    """Two environments with one seed are the same, step by step."""
    one, two = make(), make()
    for env in (one, two):
        env.reset(seed=42)
        for agent in env.agents:
            env.action_space(agent).seed(42)
    for agent in one.agent_iter(steps):
        test.assertEqual(agent, two.agent_selection)
        seen, *rest = one.last()
        other, *others = two.last()
        np.testing.assert_equal(seen, other)
        test.assertEqual(rest, others)
        actions = [None if rest[1] else env.action_space(agent).sample(seen["action_mask"]) for env in (one, two)]
        test.assertEqual(*actions)
        one.step(actions[0])
        two.step(actions[1])
        test.assertEqual(one.rewards, two.rewards)


def check_parallel(test, env, steps):
    """What the parallel api test of PettingZoo checks."""
    check_spaces(test, env)
    seen, infos = env.reset(seed=1)
    test.assertEqual((set(seen), set(infos)), (set(env.agents), set(env.agents)))
    for _ in range(steps):
        live = set(env.agents)
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        told = env.step(actions)
        test.assertEqual(len(told), 5)
        for of_agents in told:
            test.assertIsInstance(of_agents, dict)
            test.assertEqual(set(of_agents), live)
        seen, _, terminations, truncations, _ = told
        for agent in live:
            test.assertTrue(env.observation_space(agent).contains(seen[agent]))
        test.assertEqual(set(env.agents), {one for one in live if not terminations[one] and not truncations[one]})
        if not env.agents:
            break


class PettingZooTest(unittest.TestCase):
    def test_environments_do_what_pettingzoo_checks(self):
        for variant in VARIANTS:
            check_aec(self, mlf.env.AECEnv(variant), 100)
            check_seeds(self, lambda: mlf.env.AECEnv(variant), 40)
            check_parallel(self, mlf.env.ParallelEnv(variant), 60)
        check_aec(self, mlf.env.AECEnv("erren", hands=1), 1 << 20)  # to the end
        check_parallel(self, mlf.env.ParallelEnv("erren", hands=1), 1 << 20)

    def test_pettingzoo_itself_where_it_is_installed(self):
        try:
            from pettingzoo.test import api_test, parallel_api_test, seed_test
        except ImportError:
            self.skipTest("pettingzoo is not installed; the test above checks the same")
        for variant in VARIANTS:
            api_test(mlf.env.AECEnv(variant), num_cycles=200)
            seed_test(lambda: mlf.env.AECEnv(variant), num_cycles=200)
            parallel_api_test(mlf.env.ParallelEnv(variant), num_cycles=200)

    def test_their_classes_and_spaces_are_taken_where_they_are_installed(self):
        program = """
import sys, types
from mlf import _spaces

class Of:
    def __init__(self, *args, **more): raise AssertionError("the environment begins by itself")
zoo, gym, spaces = types.ModuleType("pettingzoo"), types.ModuleType("gymnasium"), types.ModuleType("gymnasium.spaces")
zoo.AECEnv, zoo.ParallelEnv = type("AECEnv", (Of,), {}), type("ParallelEnv", (Of,), {})
for name in ("Box", "Dict", "Discrete"):
    setattr(spaces, name, type(name, (getattr(_spaces, name),), {}))
gym.spaces = spaces
sys.modules.update({"pettingzoo": zoo, "gymnasium": gym, "gymnasium.spaces": spaces})
import mlf.env
for env, base in ((mlf.env.AECEnv("erren"), zoo.AECEnv), (mlf.env.ParallelEnv("erren"), zoo.ParallelEnv)):
    assert isinstance(env, base), type(env).__mro__
    assert type(env.observation_space("seat_0")) is spaces.Dict
    assert {type(one) for one in env.observation_space("seat_0").spaces.values()} == {spaces.Box}
    assert type(env.action_space("seat_0")) is spaces.Discrete
    env.reset(seed=1)
print("theirs")
"""
        told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd="/")
        self.assertEqual((told.stdout, told.stderr), ("theirs\n", ""))


class PluginTest(unittest.TestCase):
    def test_a_plugin_brings_a_variant(self):
        with self.assertRaisesRegex(ValueError, "dui_jia"):
            mlf.open("dui_jia")
        with self.assertRaisesRegex(ValueError, "G03.*is built for engine 0.1.0"):
            mlf.load_plugin(f"{PLUGINS}/other_engine.so")
        with self.assertRaisesRegex(ValueError, "G05.*the licence is missing"):
            mlf.load_plugin(f"{PLUGINS}/throws.so")
        self.assertNotIn("dui_jia", mlf.variants())
        mlf.load_plugin(f"{PLUGINS}/dui_jia.so")
        mlf.load_plugin(f"{PLUGINS}/dui_jia.so")  # loaded already
        self.assertIn("dui_jia", mlf.variants())
        table = mlf.Table("dui_jia")
        table.start(seed=1)
        self.assertGreater(play(table, 1)[0], 50)


if __name__ == "__main__":
    unittest.main()
