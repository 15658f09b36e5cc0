#!/usr/bin/env bash
# Tests the Go package with a build of libmlf_c.so. Usage: test.sh <build folder>
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")"
command -v go > /dev/null || { echo "skipped: there is no go; ./dev bindings installs golang-go (group bindings)"; exit 77; }
export CGO_LDFLAGS="-L$build/lib -Wl,-rpath,$build/lib" GOPROXY=off GOFLAGS=-mod=mod GOCACHE="$build/go" MLF_PLUGINS_OF_TEST="$build/plugins"
[ -z "$(gofmt -l .)" ] || { gofmt -d .; exit 1; }
go vet ./...
go test -race -count=1 ./...
go run ./example/first | grep '^erren:' | diff ../../tests/golden/bindings_first.txt -
# The example of a server plays two tables to their end.
[ "$(go run -race ./example erren 2 | grep -c 'is over after')" = 2 ]
