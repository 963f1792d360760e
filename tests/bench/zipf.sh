#!/usr/bin/env bash
# zipf.sh [SECONDS=10] [SHARE=10] [CONNECTIONS=64]: redirects over 1,000,000 links asked for as people do (Zipf, s = 1) with a
# cache of SHARE per cent of them: requests a second and the share of look-ups that the cache answered, after a warming run.
source "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
secs=${1:-10} share=${2:-10} conns=${3:-64}
links=1000000
[ -e "$data/linkdesk.db" ] || "$bin/linkdesk_seed" "$data" "$links"
start_service --connections-per-address 100000 --cache-entries $((links * share / 100))
counter() { api service | grep -o "\"$1\":[0-9]*" | head -1 | cut -d: -f2; }
wrk -t1 -c"$conns" -d"${secs}s" -s "$here/zipf.lua" "$public" -- "$links" 1 >/dev/null
hits=$(counter hits) reads=$(counter storeReads)
wrk -t1 -c"$conns" -d"${secs}s" --latency -s "$here/zipf.lua" "$public" -- "$links" 2 | grep -E 'Requests/sec|99%|Non-2xx' || true
awk -v h=$(($(counter hits) - hits)) -v r=$(($(counter storeReads) - reads)) \
    'BEGIN { printf "cache of '"$share"' %%: %.1f %% of %d look-ups answered by it\n", 100 * h / (h + r), h + r }'
