#!/usr/bin/env bash
# Tests the Python package of a build. Usage: run.sh <build folder> <python>
set -eu
build=$(realpath "$1")
python=$2
cd "$(dirname "$0")/.."
if ! compgen -G "$build/python/mlf/_mlf*.so" > /dev/null; then
  echo "skipped: the Python module was not built, because pybind11-dev, python3-dev or python3-numpy is missing; ./dev bindings installs them (group bindings)"
  exit 77
fi
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1
"$python" test/test_mlf.py ../../tests/golden "$build/plugins"
"$python" example/first.py | grep '^erren:' | diff ../../tests/golden/bindings_first.txt -
"$python" example/random_agents.py erren 3 > /dev/null
"$python" example/openspiel_state.py riichi 7 | grep -q '^riichi: [0-9]* moves, returns \['
# A few updates are enough to beat a random player; the whole curve takes minutes.
OPENBLAS_NUM_THREADS=1 "$python" example/learn.py 3 "" 64
