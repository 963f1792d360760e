#!/usr/bin/env bash
# creates.sh [SECONDS=10]: single creates through the API, each answered after its synced commit: 64 connections, then one,
# beside what one fsync costs on the same disk (P5). Needs wrk.
source "$(dirname "$0")/common.sh"
secs=${1:-10}
start_service
wrk -t1 -c64 -d"${secs}s" --latency -s "$(dirname "$0")/creates.lua" "$admin" -- "$key" | grep -E 'Requests/sec|99%|50%|Non-2xx' || true
echo "one client:"
wrk -t1 -c1 -d3s --latency -s "$(dirname "$0")/creates.lua" "$admin" -- "$key" | grep -E 'Requests/sec|99%|50%' || true
echo "one fsync here: $(dd if=/dev/zero of="$data/fsync-probe" bs=4k count=500 oflag=dsync 2>&1 | awk -F, '/copied/ { split($3, t, " "); printf "%.3f ms", t[1] * 1000 / 500 }')"
