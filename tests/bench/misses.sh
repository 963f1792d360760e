#!/usr/bin/env bash
# misses.sh [LINKS=1000000] [SECONDS=10]: redirects a second when the local cache is off and every request reads the store
# (P3). Seeds a database first, or uses the one in BENCH_DATA. Needs wrk.
source "$(dirname "$0")/common.sh"
links=${1:-1000000} secs=${2:-10}
[ -d "$data" ] || "$bin/linkdesk_seed" "$data" "$links"
start_service --cache-entries 0 --connections-per-address 100000
before=$(ticks "$pid")
wrk -t1 -c64 -d"${secs}s" --latency -s "$(dirname "$0")/misses.lua" "$public" -- "$links" | tee "$work/wrk"
after=$(ticks "$pid")
awk -v used=$((after - before)) -v hz="$(getconf CLK_TCK)" '/requests in/ { printf "%.2f us CPU per request\n", used / hz * 1e6 / $1 }' "$work/wrk"
api service | grep -o '"storeReads":[0-9]*'
