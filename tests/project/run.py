#!/usr/bin/env python3
"""Runs the tests of a build and reports what they took and what did not run. ./dev test ends with this.

Usage: run.py <build folder> [--only NAME[,NAME]]... [--without NAME[,NAME]]... [--times FILE]

NAME is a group of packages.txt, which is a label of ctest as well, or a test. With --only no other tests run; what --without names is left
out. Tests with the label "long" run only with MLF_LONG=1. FILE has the times of the steps before the tests, one a line:
"SECONDS PROCESSOR-SECONDS STEP".

A test that could not run, or a part of a test, is a failure, unless its group was left out. A part reports itself by a line
"skipped: REASON", or as GoogleTest does. "(group NAME)" in the reason names the missing group.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

SLOWEST = 10


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--times", type=pathlib.Path)
    given = parser.parse_args()
    for option in ("only", "without"):
        setattr(given, option, {name for names in getattr(given, option) for name in names.split(",") if name})
    return given


def registered(build: pathlib.Path) -> dict[str, set[str]]:
    """The tests of ctest, each with its labels."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True).stdout
    return {test["name"]: {label for one in test.get("properties", []) if one["name"] == "LABELS" for label in one["value"]}
            for test in json.loads(shown)["tests"]}


def require_known(tests: dict[str, set[str]], option: str, names: set[str]) -> None:
    """Ends the program if one of the names is no group and no test."""
    if unknown := names - set(tests).union(*tests.values()):
        sys.exit(f"{option} {','.join(sorted(unknown))}: there is no such group or test. Groups: {', '.join(sorted(set().union(*tests.values())))}.")


def left_out(tests: dict[str, set[str]], without: set[str]) -> dict[str, str]:
    """The tests that are not wanted, each with the reason."""
    out = {}
    for name, labels in tests.items():
        if asked := sorted(without & (labels | {name})):
            out[name] = f"--without {asked[0]}"
        elif "long" in labels and "MLF_LONG" not in os.environ:
            out[name] = "a long form; MLF_LONG=1 or ./dev full runs it"
    return out


def run(build: pathlib.Path, names: list[str]) -> xml.Element:
    """Runs the tests; the JUnit report of ctest."""
    report, cases = build / "Testing/junit.xml", build / "Testing/cases"
    report.unlink(missing_ok=True)
    shutil.rmtree(cases, ignore_errors=True)
    # Two more than processors, because one waits (cmake/TestOrder.cmake), and many wait now and then for sockets and browsers.
    subprocess.run(["ctest", "--test-dir", build, "--output-on-failure", "--no-label-summary", "--test-output-size-passed", "100000",
                    "-j", str(len(os.sched_getaffinity(0)) + 2), "--output-junit", report.relative_to(build),
                    "-R", "^(" + "|".join(map(re.escape, names)) + ")$"], check=False)
    if not report.exists():
        sys.exit("ctest has left no report; see above.")
    return xml.parse(report).getroot()


def skipped_parts(build: pathlib.Path, name: str, output: str) -> list[str]:
    """Why parts of a test that has run were left out, and how many for each reason."""
    reasons = re.findall(r"^skipped: (.*)", output, re.M)
    report = build / "Testing/cases" / f"{name}.xml"
    if report.exists():
        for case in xml.parse(report).getroot().iter("testcase"):
            reasons += [re.sub(r"^\S+:\d+\s+", "", (one.text or "").strip()) for one in case.iter("skipped")]
    return [reason if reasons.count(reason) == 1 else f"{reasons.count(reason)} cases: {reason}" for reason in dict.fromkeys(reasons)]


def duration(seconds: float) -> str:
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"


def print_times(rows: list[tuple[float, float, str]], slowest: list[tuple[float, str]]) -> None:
    print(f"\n{'':<24}{'seconds':>9}{'processor':>11}")
    for seconds, processor, step in rows:
        print(f"{step:<24}{seconds:>9.1f}{processor:>11.1f}")
    own = [row for row in rows if not row[2].startswith("downloads")]
    whole = sum(row[0] for row in own)
    print(f"{'without downloads':<24}{whole:>9.1f}{sum(row[1] for row in own):>11.1f}   {duration(whole)} on {len(os.sched_getaffinity(0))} processors")
    print("\nThe slowest tests")
    for seconds, name in slowest:
        print(f"{name:<24}{seconds:>9.1f}")


def main() -> int:
    given = arguments()
    tests = registered(given.build)
    require_known(tests, "--only", given.only)
    require_known(tests, "--without", given.without)
    if given.only:
        tests = {name: labels for name, labels in tests.items() if given.only & (labels | {name})}
    out = left_out(tests, given.without)
    began, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    report = run(given.build, [name for name in tests if name not in out])
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = [line.split(maxsplit=2) for line in given.times.read_text().splitlines()] if given.times else []
    rows = [(float(seconds), float(processor), step) for seconds, processor, step in rows]
    rows.append((time.monotonic() - began, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, "tests"))

    failed, not_run, excused, passed = [], [], [], 0
    for case in report.iter("testcase"):
        name, status, output = case.get("name", ""), case.get("status"), case.findtext("system-out") or ""
        reasons = skipped_parts(given.build, name, output)
        if status == "fail":
            failed.append(name)
        elif status == "run":
            passed += 1
        elif not reasons:
            reasons = ["it says no reason"]
        if status == "fail":
            continue
        for reason in reasons:
            group = re.search(r"\(group (\w+)\)", reason)
            line = f"{name}{' (a part)' if status == 'run' else ''}: {reason}"
            (excused if group and group[1] in given.without else not_run).append(line)

    print_times(rows, sorted(((float(case.get("time", 0)), case.get("name", "")) for case in report.iter("testcase")), reverse=True)[:SLOWEST])
    print(f"\n{passed} of {len(tests)} tests passed.")
    for line in [f"{name}: {why}" for name, why in out.items()] + excused:
        print(f"left out: {line}")
    for line in not_run:
        print(f"NOT RUN: {line}")
    for name in failed:
        print(f"FAILED: {name}")
    if not_run:
        groups = ",".join(dict.fromkeys(group for line in not_run for group in re.findall(r"\(group (\w+)\)", line)))
        print(f"What cannot run here is left out only on request: --without {groups or 'NAME'}")
    return 1 if failed or not_run else 0


if __name__ == "__main__":
    sys.exit(main())
