#!/usr/bin/env python3
"""Every command that an English document shows is in docs/commands.txt, which says what tests it.

Usage: commands.py <folder of the programs> <build folder>      (in the top folder)

Commands are the lines behind "$ " of console blocks, and the lines of blocks without a language that begin with one of our
programs or a tool. Runs the commands of docs/commands.txt, in order, in a new folder where examples/ is at hand. The tests it
names must exist in the build. Ends with status 1 where something is wrong.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

programs, build = (pathlib.Path(one).resolve() for one in sys.argv[1:])
root = pathlib.Path.cwd()
SKIPPED = {"build", "node_modules", "zh"}
PROGRAM = re.compile(r"(\./dev|\./match|mlf|flowviz|mlf-\w+|bash|npm|cc|python3|go|cmake|docker)\s")
wrong: list[str] = []


def shown() -> dict[str, str]:
    """Each command, without its comment, and a document that shows it."""
    commands = {}
    for page in sorted(root.rglob("*.md")):
        name = page.relative_to(root)
        if SKIPPED & set(name.parts) or name.name.endswith("zh-CN.md"):
            continue
        language = None
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("```"):
                language = line[3:].strip() if language is None else None
                continue
            command = line[2:] if language == "console" and line.startswith("$ ") else line if language == "" and PROGRAM.match(line + " ") else ""
            command = re.sub(r"\s+#.*$", "", command).strip()
            if command:
                commands.setdefault(command, str(name))
    return commands


listed: dict[str, tuple[str, str]] = {}
for number, line in enumerate((root / "docs/commands.txt").read_text(encoding="utf-8").splitlines(), 1):
    if not line or line.startswith("#"):
        continue
    entry = re.fullmatch(r"run (?P<run>.*)|(?P<kind>test|not) (?P<what>.*?): (?P<command>.*)", line)
    if not entry:
        sys.exit(f"docs/commands.txt:{number}: a line is \"run COMMAND\", \"test NAME: COMMAND\" or \"not REASON: COMMAND\"")
    listed[entry["run"] or entry["command"]] = (entry["kind"] or "run", entry["what"] or "")

commands = shown()
wrong += [f"{page} shows a command that docs/commands.txt does not have: {command}" for command, page in commands.items() if command not in listed]
wrong += [f"docs/commands.txt has a command that no document shows: {command}" for command in listed if command not in commands]

listing = subprocess.run(["ctest", "--test-dir", str(build), "-N"], capture_output=True, text=True).stdout
tests = {re.sub(r"_\d+$", "", name) for name in re.findall(r"Test +#\d+: (\S+)", listing)}
wrong += [f"docs/commands.txt names the test {what}, which ctest does not have" for kind, what in listed.values() if kind == "test" and what not in tests]

with tempfile.TemporaryDirectory() as folder:
    os.symlink(root / "examples", pathlib.Path(folder, "examples"))
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    for command in (one for one, (kind, _) in listed.items() if kind == "run"):
        ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
        if ran.returncode != 0:
            wrong.append(f"{command}: status {ran.returncode}\n{ran.stdout[-500:]}{ran.stderr[-1000:]}")

print("\n".join(wrong) if wrong else f"{len(commands)} commands, each run or with a reason.")
sys.exit(1 if wrong else 0)
