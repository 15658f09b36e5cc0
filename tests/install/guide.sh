# shellcheck shell=bash
# Follows the guide docs/en/write-a-game.md in an empty folder: writes its files, and runs its commands with the installed package alone.
# Part of run.sh, which defines source_dir, work and compiler. The code of the Chinese page is the same.

guide=$source_dir/docs/en/write-a-game.md
# code_of <page>: its blocks
code_of() { sed -n '/^```/,/^```$/p' "$1"; }
diff <(code_of "$guide") <(code_of "${guide/docs\/en/docs/zh}") || { echo "the code of the two pages differs"; exit 1; }

/usr/bin/python3 - "$guide" "$work/guide" <<'PY'
import pathlib, re, sys
page, folder = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
commands = []
for name, language, text in re.findall(r"(?:File `([\w./]+)`:\n\n)?^```(\w+)\n(.*?)^```$", page, re.M | re.S):
    if language == "console":
        commands += re.findall(r"^\$ (.*)", text, re.M)
    else:
        assert name, f"no file is named before the block {text[:60]!r}"
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
assert commands, "the guide has no commands"
(folder / "commands.sh").write_text("\n".join(["set -eux"] + commands) + "\n")
PY
(cd "$work/guide" && PATH="$work/prefix/bin:$PATH" CMAKE_PREFIX_PATH="$work/prefix" CXX="$compiler" CXXFLAGS=-O1 CMAKE_GENERATOR=Ninja \
  bash commands.sh > "$work/guide.txt" 2>&1) || { tail -40 "$work/guide.txt"; echo "a command of $guide fails"; exit 1; }
[ -s "$work/guide/dice.svg" ]
serves dice "$work/guide/build/dice.so"
