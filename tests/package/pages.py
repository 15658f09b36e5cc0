#!/usr/bin/env python3
"""Runs the pages docs/en/install/*.md in a fresh Debian: every command of a console block, in order, after the files that the blocks before it show.

Usage: pages.py <folder with a Debian> <folder with packages, wheel and source tarball> [PAGE]...      (as root, in the top folder)

PAGE is the name of a page without .md; by default all.

A block whose first line is a comment with the name of a file is that file. Each page begins with the same Debian, in a folder of its
own with the packages. A page must print the number of actions of the match; the languages that number actions alike print the same.
"""
import pathlib
import re
import shutil
import subprocess
import sys

fresh, packages = map(pathlib.Path, sys.argv[1:3])
pages = [pathlib.Path("docs/en/install", name + ".md") for name in sys.argv[3:]] or sorted(
    page for page in pathlib.Path("docs/en/install").glob("*.md") if page.name != "README.md")
FILE = re.compile(r"(?:/\*|//|#) (\w+\.\w+)(?: \*/)?$")


def blocks(text: str):
    """The blocks of code of a page: (language, lines)."""
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        yield found[1], found[2].splitlines()


def run(page: pathlib.Path) -> tuple[str, int]:
    """All that the commands of a page print, and how many there are."""
    debian = fresh.with_name(f"{fresh.name}-{page.stem}")
    folder = debian / "root/packages"
    subprocess.run(["cp", "-a", "--reflink=auto", str(fresh), str(debian)], check=True)
    try:
        shutil.copytree(packages, folder)
        printed, commands = "", 0
        for language, lines in blocks(page.read_text(encoding="utf-8")):
            if named := FILE.match(lines[0]):
                (folder / named[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")
            for command in (line[2:] for line in lines if language == "console" and line.startswith("$ ")):
                inside = f"mount -t proc proc /proc && cd /root/packages && {command}"
                ran = subprocess.run(["unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", str(debian), "sh", "-c", inside],
                                     capture_output=True, text=True, timeout=1200)
                if ran.returncode != 0:
                    sys.exit(f"{page}: {command}: status {ran.returncode}\n{ran.stdout[-1500:]}{ran.stderr[-1500:]}")
                printed, commands = printed + ran.stdout, commands + 1
        return printed, commands
    finally:
        shutil.rmtree(debian)


(fresh / "etc/apt/apt.conf.d/99pages").write_text('APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n')
# Waits for no disk after each file, as in Debian's images for containers: this system is thrown away.
(fresh / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")
counts = {}
for page in pages:
    printed, commands = run(page)
    found = re.findall(r"(\d+) actions", printed)
    if not found:
        sys.exit(f"{page}: no program of it says how many actions it played:\n{printed[-1500:]}")
    print(f"{page}: {commands} commands, {', '.join(found)} actions", flush=True)
    counts[page.stem] = set(found)
# Python numbers actions in its own way.
alike = set().union(*(found for name, found in counts.items() if name != "python"))
sys.exit(0 if len(alike) <= 1 else f"the languages played different matches: {counts}")
