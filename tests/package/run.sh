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
  cmake --build "$build" --target server_settings wheel > "$work/build.txt" || { cat "$work/build.txt"; exit 1; }
  (cd "$work/cpack" && cpack --config "$build/CPackConfig.cmake" -B "$work/cpack" > cpack.txt 2>&1) || { cat "$work/cpack/cpack.txt"; exit 1; }
  local deb tree="$work/tree"
  for deb in "$work"/cpack/*.deb; do
    rm -rf "$tree"
    dpkg-deb -R "$deb" "$tree"
    chmod -R u=rwX,go=rX "$tree"
    dpkg-deb --root-owner-group "${compression[@]}" -b "$tree" "$1" > /dev/null
  done
  cp "$build"/python/*.whl "$1"
}
pack "$out"
if [ $# -gt 1 ]; then
  pack "$work/again"
  diff -r "$out" "$work/again" || { echo "The packages of two runs differ."; exit 1; }
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
# The wheel holds the types.
mkdir "$work/wheel"
(cd "$work/wheel" && /usr/bin/python3 -m zipfile -e "$out"/*.whl .)
[ -e "$work/wheel/mlf/py.typed" ] && [ -e "$work/wheel/mlf/_mlf.pyi" ]
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$work/wheel" /usr/bin/python3 -c "$play"
version='import ctypes; own = ctypes.CDLL("libmlf_c.so.1"); own.mlf_version.restype = ctypes.c_char_p; print(own.mlf_version().decode())'
[ "$(dpkg-deb -f "$out"/libmlf1_*.deb Version)" = "$(/usr/bin/python3 -c "$version")" ]
echo "Unpacked and run."

[ "${3:-}" = root ] || exit 0
command -v debootstrap > /dev/null || { echo "There is no debootstrap, so nothing was installed in a fresh Debian."; exit 1; }
fresh=$work/fresh
debootstrap --variant=minbase bookworm "$fresh" > "$work/debootstrap.txt" || { tail -20 "$work/debootstrap.txt"; exit 1; }
cp "$out"/*.deb "$fresh/root"
cp -r /etc/apt/apt.conf.d /etc/apt/sources.list* "$fresh/etc/apt/"
cp /etc/resolv.conf "$fresh/etc/"
chroot "$fresh" sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends /root/*.deb' > "$work/apt.txt" 2>&1 || { tail -20 "$work/apt.txt"; exit 1; }
chroot "$fresh" mlf demo erren > /dev/null
chroot "$fresh" mlf-server --config /etc/mlf-server/server.yaml --print-config > /dev/null
chroot "$fresh" python3 -c "$play"
cp "$work/match" "$fresh/root"
chroot "$fresh" /root/match erren | diff <(grep '^erren ' "$golden") -
chroot "$fresh" sh -c 'apt-get purge -q -y mlf-server mlf-tools libmlf1 libmlf-dev python3-mlf mlf-doc' > "$work/apt.txt" 2>&1 || { tail -20 "$work/apt.txt"; exit 1; }
left=$(chroot "$fresh" sh -c 'ls -d /etc/mlf-server /usr/bin/mlf* /usr/lib/libmlf* /usr/include/mlf* 2> /dev/null' || true)
[ -z "$left" ] || { echo "left after purge: $left"; exit 1; }
echo "Installed in a fresh Debian, run, and removed without a trace."
