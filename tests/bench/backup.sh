#!/usr/bin/env bash
# backup.sh [LINKS=1000000] [PASSES=1]: a backup of some 1 GB while about 10,000 redirects a second go on, over 100,000 links
# whose clicks are all written, and one client creates links: seconds, the visitors' p50 and p99, the creator's longest wait and
# the largest write-ahead log, beside the same without a backup and with SQLite's VACUUM INTO from another process. Uses
# the database in BENCH_DATA, or seeds one. Needs wrk and sqlite3.
source "$(dirname "$0")/common.sh"
here=$(dirname "$0")
links=${1:-1000000} passes=${2:-1}
if [ ! -d "$data" ]; then
    "$bin/linkdesk_seed" "$data" "$links"
    # Notes make the rows as large as an old office's.
    sqlite3 "$data/linkdesk.db" "PRAGMA journal_mode = WAL; UPDATE link SET note = hex(randomblob(350));
        INSERT OR REPLACE INTO setting(key, value) VALUES('backup-enabled', '0'); PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null
fi
start_service --connections-per-address 100000
send() { printf %s "$3" | curl -sf -X "$1" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' --data-binary @- "$admin/api/v1/$2"; }
field() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d : -f 2- | tr -d '"'; }
echo "database $(du -m "$data/linkdesk.db" | cut -f 1) MB"

# beside NAME SECONDS: visitors, one creator and a look at the log for so long.
beside() {
    wrk -t1 -c64 -d"$2s" --latency -s "$here/paced.lua" "$public" >"$work/visitors" &
    local visitors=$!
    wrk -t1 -c1 -d"$2s" --latency -s "$here/creates.lua" "$admin" -- "$key" >"$work/creator" &
    local creator=$! largest=0 size
    while kill -0 "$visitors" 2>/dev/null; do
        size=$(stat -c %s "$data/linkdesk.db-wal" 2>/dev/null || echo 0)
        [ "$size" -le "$largest" ] || largest=$size
        sleep 0.05
    done
    wait "$visitors" "$creator"
    awk -v name="$1" -v wal=$((largest >> 20)) 'FNR == NR && /50%/ { p50 = $2 } FNR == NR && /99%/ { p99 = $2 }
        FNR == NR && /Requests\/sec/ { rate = $2 } FNR < NR && /^    Latency/ { most = $4 } FNR < NR && /99%/ { c99 = $2 }
        END { printf "%-22s %6.0f redirects/s p50 %s p99 %s; creator p99 %s, longest %s; log %d MB\n", name, rate, p50, p99, c99, most, wal }' \
        "$work/visitors" "$work/creator"
}

# One after the other until told to stop, so that the whole time is measured.
backups() {
    while [ ! -e "$work/enough" ]; do
        local id
        id=$(send POST backups "{\"file\":\"$work/backup.db\"}" | field id)
        while api "jobs/$id" >"$work/job"; [ "$(field state <"$work/job")" = running ]; do sleep 0.2; done
        echo "backup $(field state <"$work/job"): copied in $(field copyingMs <"$work/job") ms, checked in $(field checkingMs <"$work/job") ms, longest step $(printf %.1f "$(field longestStepMs <"$work/job")") ms"
    done
}
vacuums() {
    while [ ! -e "$work/enough" ]; do
        rm -f "$work/vacuum.db"
        local begin=$EPOCHREALTIME
        nice -n 15 sqlite3 "$data/linkdesk.db" "VACUUM INTO '$work/vacuum.db'"
        awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "VACUUM INTO: %.1f s, not checked\n", b - a }'
    done
}
beside 'warming up' 8 >/dev/null
for _ in $(seq "$passes"); do
    beside 'alone' 15
    for other in backups vacuums; do
        rm -f "$work/enough"
        "$other" >"$work/others" &
        running=$!
        beside "with $other" 15
        touch "$work/enough"
        wait "$running"
        cat "$work/others"
    done
done
