#!/usr/bin/env python3
"""Tests run.py on small builds: what did not run is listed and is a failure, unless its group was left out.

Usage: run_test.py <build folder>      its labels must be groups of packages.txt
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import run as runner

RUN = pathlib.Path(__file__).with_name("run.py")
SKIPPED = "echo 'skipped: there is no go (group bindings)'; exit 77"
PART = "echo 'skipped: etcd.env, because there is no etcd (group cluster)'"
CASES = """mkdir -p Testing/cases
for number in 1 2; do
  echo '<testcase result="skipped"><skipped message="x"><![CDATA[/a/a_test.cc:7'
  echo 'etcd is not installed (group cluster)]]></skipped></testcase>'
done | { echo '<testsuites><testsuite>'; cat; echo '</testsuite></testsuites>'; } > Testing/cases/one.xml"""

# The command of the test `one`, its label, options, the status of run.py, and what it prints.
ROWS = [
    ("echo fine", "", [], 0, ["2 of 3 tests passed.", "left out: two: a long form"]),
    ("exit 1", "", [], 1, ["1 of 3 tests passed.", "FAILED: one"]),
    (SKIPPED, "bindings", [], 1, ["NOT RUN: one: there is no go (group bindings)", "on request: --without bindings"]),
    (SKIPPED, "bindings", ["--without", "bindings"], 0, ["left out: one: --without bindings"]),
    (SKIPPED, "bindings", ["--only", "bindings"], 1, ["0 of 2 tests passed.", "NOT RUN: one: there is no go (group bindings)", "left out: two"]),
    ("echo fine", "bindings", ["--only", "bindings"], 0, ["1 of 2 tests passed.", "left out: two: a long form"]),
    (SKIPPED, "bindings", ["--only", "three,one", "--without", "one"], 0, ["1 of 2 tests passed.", "left out: one: --without one"]),
    ("echo fine", "bindings", ["--only", "nothing"], 1, ["--only nothing: there is no such group or test"]),
    (SKIPPED, "", ["--without", "one,cluster"], 0, ["left out: one: --without one"]),
    (SKIPPED, "", ["--without=bindings", "--without", "nothing"], 1, ["--without nothing: there is no such group or test"]),
    ("exit 77", "", [], 1, ["NOT RUN: one: it says no reason"]),
    (PART, "", [], 1, ["2 of 3 tests passed.", "NOT RUN: one (a part): etcd.env, because there is no etcd (group cluster)"]),
    (PART, "", ["--without", "cluster"], 0, ["left out: one (a part): etcd.env"]),
    (CASES, "", [], 1, ["NOT RUN: one (a part): 2 cases: etcd is not installed (group cluster)"]),
    (CASES, "", ["--without", "cluster"], 0, ["left out: one (a part): 2 cases: etcd is not installed"]),
]
wrong = []


def check(right, *what):
    if not right:
        wrong.append(" ".join(map(str, what)))


for command, label, options, status, lines in ROWS:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "one.sh").write_text(command)
        (folder / "times.txt").write_text("12.5 3.0 downloads of Debian\n60.0 90.0 build\n")
        (folder / "CTestTestfile.cmake").write_text(
            'add_test(one "bash" "one.sh")\nadd_test(two "false")\nadd_test(three "true")\n'
            'set_tests_properties(two PROPERTIES LABELS "long;bindings;cluster")\n'
            f'set_tests_properties(one PROPERTIES SKIP_RETURN_CODE 77 LABELS "{label}")\n')
        environment = {key: value for key, value in os.environ.items() if key != "MLF_LONG"}
        ran = subprocess.run([sys.executable, RUN, folder, *options, "--times", folder / "times.txt"], env=environment, capture_output=True,
                             text=True, check=False)
        printed = ran.stdout + ran.stderr
        check(ran.returncode == status, command, options, "end with status", ran.returncode, "\n" + printed)
        for line in lines:
            check(line in printed, command, options, "print no", repr(line), "\n" + printed)
        if status == 0:
            check("build                        60.0       90.0" in printed and "without downloads" in printed, "no times:\n" + printed)

# Groups are the same words for ctest and for packages.
groups = {line.split()[1] for line in pathlib.Path("packages.txt").read_text().splitlines() if line and not line.startswith("#")}
for name, labels in runner.registered(pathlib.Path(sys.argv[1])).items():
    check(labels <= groups | {"long"}, name, "has the labels", labels, "and packages.txt has the groups", groups)

print("\n".join(wrong) if wrong else f"{len(ROWS)} runs as expected.")
sys.exit(1 if wrong else 0)
