#!/usr/bin/env bash
# strangers.sh [ROUNDS=5] [SECONDS=4] [CONNECTIONS=64]: 100,000 different unknown codes against one known code, in turn, in
# one run: requests a second, their ratio, and how many of the unknown ones reached the database (P4). Needs wrk.
source "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
rounds=${1:-5} secs=${2:-4} conns=${3:-64}
start_service --connections-per-address 100000
"$bin/linkdeskd" shorten --data-dir "$data" --slug abc1234 https://shop.example.com/spring-collection >/dev/null
until api service | grep -q '"bloom":{"state":"ready"'; do sleep 0.1; done
asked() { sed -n 's/^ *\([0-9]*\) requests in.*/\1/p' "$work/wrk"; }
once() { # known | strangers
    local before
    before=$(ticks "$pid")
    wrk -t1 -c"$conns" -d"${secs}s" -s "$here/strangers.lua" "$public" -- "$1" >"$work/wrk"
    awk -v n="$1" -v used=$(($(ticks "$pid") - before)) -v hz="$(getconf CLK_TCK)" -v asked="$(asked)" '/Requests\/sec/ {
        printf "%-9s %9.0f req/s %7.3f us CPU/req\n", n, $2, used / hz * 1e6 / asked }' "$work/wrk" | tee -a "$work/rows"
}
strangers=0
for _ in $(seq "$rounds"); do
    once known
    once strangers
    strangers=$((strangers + $(asked)))
done
rate() { awk -v n="$1" -v f="$2" '$1 == n { print $f }' "$work/rows" | median; }
reads=$(api service | grep -o '"storeReads":[0-9]*' | cut -d: -f2)
awk -v s="$(rate strangers 2)" -v k="$(rate known 2)" -v c="$(rate strangers 4)" -v d="$(rate known 4)" -v r="$reads" -v a="$strangers" 'BEGIN {
    printf "strangers / known: throughput %.2f, CPU per request %.2f; %d of %d reached the database (%.4f %%)\n", s / k, c / d, r, a, 100 * r / a }'
