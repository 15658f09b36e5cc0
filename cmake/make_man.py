#!/usr/bin/env python3
"""Writes manual pages and completions for bash from what programs print with --help, so that they never differ from it.

Usage: make_man.py <version> <folder with the variants> <output folder> <program>...

The output is share/man/man1, share/man/zh_CN/man1 and share/bash-completion/completions below the output folder.
Equal texts give equal bytes.
"""
import gzip
import os
import pathlib
import re
import subprocess
import sys

version, variants, output, *programs = sys.argv[1:]
output = pathlib.Path(output)
ids = sorted(path.parent.name for path in pathlib.Path(variants).glob("*/variant.yaml"))
# Where the first line of the help is only a name.
NAMES = {("MajongLogicFlow", "en"): "plays, checks, scores and replays regional mahjong",
         ("MajongLogicFlow", "zh"): "各地麻将：打牌、检查、算分、重放"}


class Help:
    """The help of a program or of one of its commands: what it is for, its usage, lists of entries, and further lines."""

    def __init__(self, program: str, words: list[str], language: str):
        environment = {**os.environ, "LC_ALL": "zh_CN.UTF-8" if language == "zh" else "C.UTF-8", "COLUMNS": "100"}
        environment.pop("MLF_PLUGINS", None)
        ran = subprocess.run([program, *words, "--help"], capture_output=True, text=True, encoding="utf-8", env=environment)
        if ran.returncode != 0:
            sys.exit(f"{program} {' '.join(words)} --help ends with status {ran.returncode}: {ran.stderr}")
        lines = ran.stdout.rstrip().splitlines()
        self.about = re.sub(r"^(?:mlf|flowviz): ", "", lines[0].strip() if lines else "")
        self.about = NAMES.get((self.about, language), self.about)
        self.usage = ""
        self.lists: list[tuple[str, list[tuple[str, str]]]] = []
        self.rest: list[str] = []
        entries = None
        for line in lines[1:]:
            heading = re.fullmatch(r"([^\s].*?)[:：]\s*", line)
            entry = re.fullmatch(r"  (\S.*?)(?:\s{2,}(.*))?", line)
            if line.startswith("Usage: "):
                self.usage = line[7:]
            elif heading and not self.rest and heading[1] not in ("Example", "例"):
                entries = []
                self.lists.append((heading[1], entries))
            elif not line.strip():
                pass
            elif entries is not None and not self.rest and entry:
                entries.append((entry[1], entry[2] or ""))
            elif entries and not self.rest and line.startswith("   "):
                name, text = entries[-1]
                entries[-1] = (name, f"{text} {line.strip()}".strip())
            else:
                self.rest.append(line)

    def named(self, title: str) -> list[tuple[str, str]]:
        return [entry for heading, entries in self.lists if heading == title for entry in entries]


def troff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.splitlines())


def body(help: Help, level: str) -> str:
    text = ""
    for heading, entries in help.lists:
        if not entries or heading == "Subcommands":
            continue
        text += f".{level} {troff(heading.upper() if level == 'SH' else heading)}\n"
        for name, about in entries:
            text += f".TP\n.B {troff(name)}\n{troff(about) or '.br'}\n"
    if help.rest:
        text += ".PP\n.nf\n" + troff("\n".join(help.rest)) + "\n.fi\n"
    return text


def page(name: str, whole: Help, commands: list[tuple[str, Help]]) -> str:
    text = f'.TH {name.upper()} 1 "" "MajongLogicFlow {version}" "MajongLogicFlow"\n'
    text += f".SH NAME\n{troff(name)} \\- {troff(whole.about.rstrip('.'))}\n"
    usage = whole.usage.replace(whole.usage.split(" ")[0], name, 1) if whole.usage else name
    text += f".SH SYNOPSIS\n{troff(usage)}\n" + body(whole, "SH")
    if commands:
        text += ".SH COMMANDS\n"
        for command, help in commands:
            text += f".SS {troff(name)} {troff(command)}\n{troff(help.about)}\n" + body(help, "SS").replace(".SS ", ".PP\n.B ")
    return text


def options(help: Help) -> list[str]:
    found = [word for _, entries in help.lists for name, _ in entries for word in re.findall(r"(?:^|,|\s)(--?[a-z][a-z-]*)", name)]
    return sorted(set(found))


def completion(name: str, whole: Help, commands: list[tuple[str, Help]]) -> str:
    function = "_" + re.sub(r"\W", "_", name)
    text = f"# Completion of {name} for bash, made from its --help.\n{function}() {{\n"
    text += '  local word=${COMP_WORDS[COMP_CWORD]} words\n  case "${COMP_WORDS[1]}" in\n'
    for command, help in commands:
        takes = " " + " ".join(ids) if any("variant" in entry for entry, _ in help.named("Positionals")) else ""
        text += f'    {command}) words="{" ".join(options(help))}{takes}" ;;\n'
    text += f'    *) words="{" ".join(options(whole))}" ;;\n  esac\n'
    if commands:
        text += f'  [ "$COMP_CWORD" -ne 1 ] || words="{" ".join(command for command, _ in commands)} {" ".join(options(whole))}"\n'
    text += '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")\n}\n'
    return text + f"complete -o default -F {function} {name}\n"


def write(path: pathlib.Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


for program in programs:
    name = pathlib.Path(program).name
    for language, folder in (("en", "man1"), ("zh", "zh_CN/man1")):
        whole = Help(program, [], language)
        commands = [(command, Help(program, [command], language)) for command, _ in whole.named("Subcommands")]
        write(output / f"share/man/{folder}/{name}.1.gz", gzip.compress(page(name, whole, commands).encode(), 9, mtime=0))
        if language == "en":
            write(output / f"share/bash-completion/completions/{name}", completion(name, whole, commands).encode())
