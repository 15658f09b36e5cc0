# shellcheck shell=bash
# Follows the guides of docs/en that make a plug-in: in an empty folder it writes their files, and runs their commands with the installed package alone.
# Part of run.sh, which defines source_dir, work and compiler. The code of the Chinese pages is the same.

# follow <page>: into the folder $work/<page>
follow() {
  local page=$source_dir/docs/en/$1.md folder=$work/$1
  diff <(sed -n '/^```/,/^```$/p' "$page") <(sed -n '/^```/,/^```$/p' "$source_dir/docs/zh/$1.md") || { echo "the code of the two pages $1 differs"; exit 1; }
  /usr/bin/python3 - "$page" "$folder" << 'PY'
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
assert commands, "the page has no commands"
(folder / "commands.sh").write_text("\n".join(["set -eux"] + commands) + "\n")
PY
  (cd "$folder" && PATH="$work/prefix/bin:$PATH" CMAKE_PREFIX_PATH="$work/prefix" CXX="$compiler" CMAKE_GENERATOR=Ninja \
    bash commands.sh > "$work/guide.txt" 2>&1) || { tail -40 "$work/guide.txt"; echo "a command of $page fails"; exit 1; }
}

follow write-a-game
[ -s "$work/write-a-game/dice.svg" ]
serves dice "$work/write-a-game/build/dice.so"
follow write-a-part
follow foreign-tables
[ -s "$work/write-a-part/claims.svg" ]
