# Sourced by the scripts here: starts a linkdeskd on free loopback ports and stops it at the end.
set -euo pipefail
bin=${LINKDESK_BIN:?set LINKDESK_BIN to the build\'s bin folder}
work=$(mktemp -d)
data=${BENCH_DATA:-$work/data}
pid=
cleanup() {
    [ -z "$pid" ] || { kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; } || true
    [ -z "${nginx_pid:-}" ] || kill "$nginx_pid" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

# start_service [flags]: sets pid, public, admin and key.
start_service() {
    "$bin/linkdeskd" serve --data-dir "$data" --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 "$@" >"$work/out" 2>"$work/err" &
    pid=$!
    for _ in $(seq 200); do
        grep -q '^ready$' "$work/out" && break
        kill -0 "$pid" 2>/dev/null || { cat "$work/err" >&2; exit 1; }
        sleep 0.05
    done
    public=$(sed -n 's/^public //p' "$work/out")
    admin=$(sed -n 's/^admin //p' "$work/out")
    key=$("$bin/linkdeskd" keys create --data-dir "$data" --name bench)
}

# User and system time of a process in clock ticks.
ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat"; }
api() { curl -sf -H "Authorization: Bearer $key" "$admin/api/v1/$1"; }
# The n-th field of numbers on standard input, in the middle by size.
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
