#!/usr/bin/env bash
# memory.sh [LINKS=1000000] [CACHED=100000]: resident memory when idle and with CACHED links in the cache of a database of
# LINKS, and the time from start to the first redirect (P9). Seeds a database first, or uses BENCH_DATA.
source "$(dirname "$0")/common.sh"
links=${1:-1000000} cached=${2:-100000}
rss() { awk '/VmRSS/ { printf "%.1f MB", $2 / 1024 }' "/proc/$1/status"; }
given=$data
data=$work/empty
start_service
sleep 1
echo "idle, empty database: $(rss "$pid")"
kill "$pid" && wait "$pid"
data=$given
[ -d "$data" ] || "$bin/linkdesk_seed" "$data" "$links"
begin=$(date +%s%N)
"$bin/linkdeskd" serve --data-dir "$data" --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 >"$work/out" 2>"$work/err" &
pid=$!
until grep -q '^ready$' "$work/out"; do sleep 0.005; done
public=$(sed -n 's/^public //p' "$work/out")
curl -so /dev/null -w '%{http_code}\n' "$public/s0"
echo "start to first redirect, $links links: $((($(date +%s%N) - begin) / 1000000)) ms, $(rss "$pid")"
seq 0 $((cached - 1)) | awk -v p="$public" 'function b36(n, t) { t = ""; do { t = substr("0123456789abcdefghijklmnopqrstuvwxyz", n % 36 + 1, 1) t; n = int(n / 36) } while (n > 0); return t }
    { print "url = \"" p "/s" b36($1) "\"\noutput = \"/dev/null\"" }' >"$work/urls"
curl -s -K "$work/urls"
echo "with $cached links cached: $(rss "$pid")"
