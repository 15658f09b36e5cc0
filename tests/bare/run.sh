#!/usr/bin/env bash
# Runs the commands of the README in a Debian 12 with nothing installed: the last commit is cloned into a folder made by debootstrap, and
# ./dev demo and ./dev test run there as root, with the network of this machine. Prints time and size of what they installed.
# Usage: run.sh [option of ./dev test] ...      needs root; MLF_KEEP=1 keeps the folder.
#
# All mounts and processes belong to namespaces of this run, so they end with it.
set -eu
top=$(realpath "$(dirname "$0")/../..")
stage=${MLF_BARE_STAGE:-outside}
fail() { echo "./dev bare: $*" >&2; exit 1; }

# The commands, in the new Debian.
if [ "$stage" = inside ]; then
  installed() { dpkg-query -W -f '${Installed-Size}\n' | awk '{ size += $1 } END { printf "%d packages, %.0f MB", NR, size / 1024 }'; }
  # run <command> ...: with the times of its steps, and what is installed after it.
  run() {
    echo "== $*"
    local began=$EPOCHSECONDS status=0
    "$@" || status=$?
    echo "== $* ended with status $status after $((EPOCHSECONDS - began)) s; now $(installed)"
    [ $status -eq 0 ] || failed+=("$*")
  }
  failed=()
  cd /root/mlf
  echo "== A bare Debian $(cat /etc/debian_version): $(installed); $(nproc) processors"
  run ./dev demo
  echo "The steps of ./dev demo: seconds, processor seconds"
  cat build/times.txt
  run ./dev test "$@"
  [ ${#failed[@]} -eq 0 ] || fail "failed: ${failed[*]}"
  echo "Both commands pass on a bare machine."
  exit 0
fi

# The mounts, in namespaces of their own.
if [ "$stage" = mounts ]; then
  fresh=$1
  shift
  mount --bind "$fresh" "$fresh"
  cd "$fresh"
  mount -t proc proc proc
  mount --rbind /sys sys
  mount --rbind /dev dev
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  mount -t tmpfs -o mode=755 tmpfs run
  mkdir -p outside
  # A root of its own, not a chroot, in which no further namespaces may be made.
  pivot_root . outside
  cd /
  umount -l outside
  rmdir outside
  given=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "TERM=${TERM:-dumb}" MLF_BARE_STAGE=inside)
  for name in http_proxy https_proxy no_proxy; do
    [ -z "${!name:-}" ] || given+=("$name=${!name}")
  done
  # The certificates of this machine, where its network has some of its own.
  given+=(NODE_EXTRA_CA_CERTS=/etc/ssl/host.crt npm_config_cafile=/etc/ssl/host.crt)
  exec env -i "${given[@]}" bash /root/mlf/tests/bare/run.sh "$@"
fi

[ "$(id -u)" = 0 ] || fail "it needs root, for debootstrap and mounts."
fresh=$(mktemp -d /var/tmp/mlf-bare-XXXXXX)
chmod 755 "$fresh"  # the root of other users too, such as postgres
trap '[ -n "${MLF_KEEP:-}" ] && echo "kept: $fresh" || rm -rf --one-file-system "$fresh" "$fresh.txt"' EXIT
echo "== debootstrap"
debootstrap --variant=minbase bookworm "$fresh" > "$fresh.txt" || { tail -20 "$fresh.txt"; fail "debootstrap failed"; }
# Sources and settings of packages, and certificates, are those of this machine.
rm -f "$fresh/etc/apt/sources.list"
cp -r /etc/apt/apt.conf.d /etc/apt/sources.list* "$fresh/etc/apt/"
cp /etc/resolv.conf "$fresh/etc/"
install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$fresh/etc/ssl/host.crt"
for file in /etc/npmrc /usr/etc/npmrc; do
  [ ! -e "$file" ] || install -D -m 644 "$file" "$fresh$file"
done
# Waits for no disk after each file, as in Debian's images for containers: this system is thrown away.
echo force-unsafe-io > "$fresh/etc/dpkg/dpkg.cfg.d/unsafe-io"
# The README begins in a clone, so git is there.
chroot "$fresh" sh -c 'apt-get update -q && apt-get install -q -y --no-install-recommends git ca-certificates' > "$fresh/root/apt.txt" 2>&1 ||
  { tail -20 "$fresh/root/apt.txt"; fail "git could not be installed"; }
git clone -q --no-hardlinks "$top" "$fresh/root/mlf"
MLF_BARE_STAGE=mounts unshare --mount --propagation private --pid --fork --kill-child --ipc bash "$fresh/root/mlf/tests/bare/run.sh" "$fresh" "$@"
