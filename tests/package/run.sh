#!/usr/bin/env bash
# Makes the packages of a build and tries them: unpacked in a fresh folder, and with "root" installed in a fresh Debian. With a folder
# for the packages (./dev package) it makes them twice and compares their bytes.
# Usage: run.sh <build folder> [<folder for the packages> [root]]
set -eu
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
command -v dpkg-shlibdeps > /dev/null || { echo "skipped: there is no dpkg-shlibdeps; ./dev package installs dpkg-dev (group package)"; exit 77; }
[ -x "$build/bin/mlf-server" ] && [ -e "$build/lib/libmlf_c.so" ] && [ -d "$build/python/mlf" ] ||
  { echo "skipped: programs or bindings are not built (group bindings)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=$(realpath -m "${2:-$work/out}")
compression=(-Znone)  # nobody keeps the packages of the short form
[ $# -eq 1 ] || compression=(-Zxz -z2)
# The time of all files: that of the last commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2> /dev/null || echo 1700000000)}
export SOURCE_DATE_EPOCH

# pack <folder>: CPack makes the packages, and dpkg-deb packs them anew with sorted entries and this time.
pack() {
  rm -rf "$1" "$work/cpack"
  mkdir -p "$1" "$work/cpack"
  cmake --build "$build" --target server_settings wheel manuals > "$work/build.txt" || { cat "$work/build.txt"; exit 1; }
  (cd "$work/cpack" && cpack --config "$build/CPackConfig.cmake" -B "$work/cpack" > cpack.txt 2>&1) || { cat "$work/cpack/cpack.txt"; exit 1; }
  local deb tree="$work/tree"
  for deb in "$work"/cpack/*.deb; do
    rm -rf "$tree"
    dpkg-deb -R "$deb" "$tree"
    chmod -R u=rwX,go=rX "$tree"
    # CPack strips programs, but no module of Python.
    find "$tree" -name '*.so' -type f -exec strip --strip-unneeded {} +
    # The changelog of a package that is not of Debian itself names the version; ours is beside it.
    find "$tree/usr/share/doc" -name CHANGELOG.md -exec gzip -9n {} +
    printf 'mlf (%s) bookworm; urgency=medium\n\n  * CHANGELOG.md says what has changed.\n\n -- %s  %s\n' "$(dpkg-deb -f "$deb" Version)" \
      "$(dpkg-deb -f "$deb" Maintainer)" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n > "$tree/usr/share/doc/$(dpkg-deb -f "$deb" Package)/changelog.gz"
    # CPack calls ldconfig in scripts although the package has the trigger for it.
    grep -qs '^activate-noawait ldconfig' "$tree/DEBIAN/triggers" && rm -f "$tree/DEBIAN/postinst" "$tree/DEBIAN/postrm"
    (cd "$tree" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
    dpkg-deb --root-owner-group "${compression[@]}" -b "$tree" "$1" > /dev/null
  done
  cp "$build"/python/*.whl "$1"
}
touch "$work/begun"
pack "$out"
if [ $# -gt 1 ]; then
  pack "$work/again"
  diff -r "$out" "$work/again" || {
    changed=$(cd "$source" && find . \( -path ./build -o -path ./.git \) -prune -o -type f -newer "$work/begun" -print | head -3 | paste -sd ' ')
    echo "The packages of two runs differ${changed:+; these files changed meanwhile: $changed}."
    exit 1
  }
  echo "Packed twice, same bytes:"
fi
(cd "$out" && sha256sum -- *)

# Unpacked in a fresh folder: programs run, a C program is built with the headers and the library, Python plays.
root=$work/root
for deb in "$out"/*.deb; do dpkg-deb -x "$deb" "$root"; done
export LD_LIBRARY_PATH="$root/usr/lib"
"$root/usr/bin/mlf" demo erren > /dev/null
"$root/usr/bin/mlf-server" --config "$root/etc/mlf-server/server.yaml" --print-config > /dev/null
cc -I "$root/usr/include" "$source/bindings/c/example/match.c" -L "$root/usr/lib" -lmlf_c -o "$work/match"
golden=$source/tests/golden/bindings.txt
"$work/match" erren | diff <(grep '^erren ' "$golden") -
play='import mlf; table = mlf.Table("erren"); table.start(seed=1); table.act(table.legal()[0]); print(mlf.__file__)'
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$root/usr/lib/python3/dist-packages" /usr/bin/python3 -c "$play"
# What Debian expects of every package.
for deb in "$out"/*.deb; do
  name=$(dpkg-deb -f "$deb" Package)
  fail() { echo "$name: $*"; exit 1; }
  dpkg-deb -f "$deb" Maintainer | grep -q '^[^<]* <[^@ ]*@[^@ ]*\.[^@ ]*>$' || fail "the maintainer is $(dpkg-deb -f "$deb" Maintainer)"
  [ "$(dpkg-deb -f "$deb" Description | wc -l)" -gt 1 ] || fail "the description is one line"
  dpkg-deb -f "$deb" Description | sed 1d | grep -qv '^ ' && fail "the lines of the description are not indented"
  [ "$(dpkg-deb -f "$deb" Description | head -1 | wc -c)" -le 81 ] || fail "the short description is too long"
  zcat "$root/usr/share/doc/$name/CHANGELOG.md.gz" | grep -q '^# Changelog' || fail "no CHANGELOG.md"
  zcat "$root/usr/share/doc/$name/changelog.gz" | dpkg-parsechangelog -l- -S Version | grep -qx "$(dpkg-deb -f "$deb" Version)" || fail "no changelog"
  grep -q '^License: Apache-2.0' "$root/usr/share/doc/$name/copyright" || fail "no copyright"
  rm -rf "$work/control" "$work/files"
  dpkg-deb -e "$deb" "$work/control"
  dpkg-deb -x "$deb" "$work/files"
  (cd "$work/files" && md5sum --quiet -c "$work/control/md5sums") || fail "md5sums differ"
  # Nothing carries symbols of the linker, and every program has a manual page in both languages.
  find "$work/files" -type f \( -name '*.so*' -o -path '*/usr/bin/*' \) | while read -r file; do
    ! file "$file" | grep -q 'not stripped' || fail "$file is not stripped"
  done
  for file in "$work"/files/usr/bin/*; do
    [ -e "$file" ] || continue
    for folder in man1 zh_CN/man1; do
      page=$root/usr/share/man/$folder/$(basename "$file").1.gz
      zcat "$page" | grep -q '^\.SH NAME' || fail "no $page"
    done
  done
done
for program in mlf flowviz mlf-robots mlf-sim mlf-server; do
  [ "$("$root/usr/bin/$program" --version)" = "$program $(dpkg-deb -f "$out"/mlf-tools_*.deb Version)" ] || { echo "$program --version: $("$root/usr/bin/$program" --version)"; exit 1; }
done
[ "$(dpkg-deb -I "$out"/libmlf1_*.deb shlibs)" = "libmlf_c 1 libmlf1 (>= $(dpkg-deb -f "$out"/libmlf1_*.deb Version))" ]

# deploy/debian/overrides lists the intended exceptions and why.
if [ $# -gt 1 ]; then
  lintian --allow-root --fail-on error,warning "$out"/*.deb || { echo "lintian finds faults in the packages."; exit 1; }
  echo "lintian finds no fault."
fi

# Completion knows the commands, their options and the variants.
completed() {
  bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mlf; echo "${COMPREPLY[*]}"' _ "$root/usr/share/bash-completion/completions/mlf" "$@"
}
[ "$(completed mlf repl)" = replay ] && [ "$(completed mlf sim --ga)" = --games ] && [ "$(completed mlf check xueli)" = xueliu ] ||
  { echo "completion: $(completed mlf repl), $(completed mlf sim --ga), $(completed mlf check xueli)"; exit 1; }

# pkg-config finds the libraries.
export PKG_CONFIG_PATH="$root/usr/lib/pkgconfig"
# shellcheck disable=SC2046
cc "$source/bindings/c/example/match.c" $(pkg-config --cflags --libs mlf_c) -o "$work/match_pc"
"$work/match_pc" erren | diff <(grep '^erren ' "$source/tests/golden/bindings.txt") -
[ "$(pkg-config --modversion mlf)" = "$(dpkg-deb -f "$out"/libmlf-dev_*.deb Version)" ]

# What dpkg runs, with a systemctl that notes how it is called: an installation enables nothing, an upgrade restarts a server that runs,
# a removal stops it, and a purge says what stays.
dpkg-deb -e "$out"/mlf-server_*.deb "$work/scripts"
mkdir -p "$work/bin" "$work/system/run/systemd/system" "$work/system/var/lib/private/mlf-server"
printf '#!/bin/sh\necho "$*" >> "%s"\n' "$work/called.txt" > "$work/bin/systemctl"
chmod +x "$work/bin/systemctl"
called() {
  : > "$work/called.txt"
  said=$(PATH="$work/bin:$PATH" DPKG_ROOT="$work/system" "$work/scripts/$1" "${@:2}")
  paste -sd, "$work/called.txt"
}
[ "$(called postinst configure "")" = daemon-reload ]
[ "$(called postinst configure 0.1.0)" = "daemon-reload,try-restart mlf-server.service" ]
[ "$(called prerm upgrade 0.2.0)" = "" ]
[ "$(called prerm remove)" = "stop mlf-server.service" ]
[ "$(called postrm remove)" = daemon-reload ]
called postrm purge > "$work/purge.txt"
[ "$(cat "$work/purge.txt")" = daemon-reload ]
case "$said" in *"stay in /var/lib/private/mlf-server"*) ;; *) echo "purge says: $said"; exit 1 ;; esac
[ -d "$work/system/var/lib/private/mlf-server" ]

# The wheel holds the types.
mkdir "$work/wheel"
(cd "$work/wheel" && /usr/bin/python3 -m zipfile -e "$out"/*.whl .)
[ -e "$work/wheel/mlf/py.typed" ] && [ -e "$work/wheel/mlf/_mlf.pyi" ]
# pip reads what the wheel says of itself, and each library that it needs from the system is named there.
metadata=$(echo "$work"/wheel/mlf-*.dist-info/METADATA)
for library in $(objdump -p "$work"/wheel/mlf/_mlf*.so | sed -n 's/^ *NEEDED *//p' | grep -v '^\(libc\|libm\|libgcc_s\|ld-linux.*\)\.so'); do
  grep -qx "Requires-External: $library" "$metadata" || { echo "the wheel does not name $library"; exit 1; }
done
/usr/bin/python3 - "$metadata" << 'PY'
import email, sys
told = email.message_from_file(open(sys.argv[1], encoding="utf-8"))
for key in ("Name", "Version", "Summary", "Author", "License", "License-File", "Requires-Python", "Requires-Dist", "Classifier", "Description-Content-Type"):
    assert told[key], key
assert told.get_payload().startswith("# "), "no description"
PY
! file "$work"/wheel/mlf/_mlf*.so | grep -q 'not stripped' || { echo "the module of the wheel is not stripped"; exit 1; }
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$work/wheel" /usr/bin/python3 -c "$play"
version='import ctypes; own = ctypes.CDLL("libmlf_c.so.1"); own.mlf_version.restype = ctypes.c_char_p; print(own.mlf_version().decode())'
[ "$(dpkg-deb -f "$out"/libmlf1_*.deb Version)" = "$(/usr/bin/python3 -c "$version")" ]
echo "Unpacked and run."

[ "${3:-}" = root ] || exit 0
command -v debootstrap > /dev/null || { echo "There is no debootstrap, so nothing was installed in a fresh Debian."; exit 1; }
fresh=$work/fresh
debootstrap --variant=minbase bookworm "$fresh" > "$work/debootstrap.txt" || { tail -20 "$work/debootstrap.txt"; exit 1; }
cp -r /etc/apt/apt.conf.d /etc/apt/sources.list* "$fresh/etc/apt/"
cp /etc/resolv.conf "$fresh/etc/"
chroot "$fresh" apt-get update -q > "$work/apt.txt" 2>&1 || { tail -20 "$work/apt.txt"; exit 1; }
# The pages of installation, each in a copy of it.
mkdir "$work/given"
cp "$out"/*.deb "$out"/*.whl "$work/given"
(cd "$source" && git archive --format=tar --prefix=mlf/ HEAD) | gzip -n > "$work/given/mlf-source.tar.gz"
(cd "$source" && python3 tests/package/pages.py "$fresh" "$work/given")
cp "$out"/*.deb "$fresh/root"
chroot "$fresh" sh -c 'apt-get install -q -y --no-install-recommends /root/*.deb' > "$work/apt.txt" 2>&1 || { tail -20 "$work/apt.txt"; exit 1; }
chroot "$fresh" mlf demo erren > /dev/null
chroot "$fresh" mlf-server --config /etc/mlf-server/server.yaml --print-config > /dev/null
chroot "$fresh" python3 -c "$play"
cp "$work/match" "$fresh/root"
chroot "$fresh" /root/match erren | diff <(grep '^erren ' "$golden") -
chroot "$fresh" sh -c 'apt-get purge -q -y mlf-server mlf-tools libmlf1 libmlf-dev python3-mlf mlf-doc' > "$work/apt.txt" 2>&1 || { tail -20 "$work/apt.txt"; exit 1; }
left=$(chroot "$fresh" sh -c 'ls -d /etc/mlf-server /usr/bin/mlf* /usr/lib/libmlf* /usr/include/mlf* 2> /dev/null' || true)
[ -z "$left" ] || { echo "left after purge: $left"; exit 1; }
echo "Installed in a fresh Debian, run, and removed without a trace."
