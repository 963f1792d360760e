#!/usr/bin/env bash
# life.sh [LINKS=1000000] [BATCH=100000]: the sweep of LINKS expired links, and a batch renewal of BATCH links with its undo;
# rows a second, and what one client that creates links (the longest wait for the writer) and visitors of a cached link
# (p99) feel meanwhile, beside the same without them. Needs wrk and sqlite3.
source "$(dirname "$0")/common.sh"
links=${1:-1000000} batch=${2:-100000}
here=$(dirname "$0")
"$bin/linkdesk_seed" "$data" "$links"
sqlite3 "$data/linkdesk.db" "
    UPDATE link SET expires_at = created_at - 200 * 86400000, updated_at = created_at - 200 * 86400000;
    INSERT OR REPLACE INTO setting(key, value) VALUES('keep-expired-days', 'never'), ('backup-enabled', '0')"
start_service --connections-per-address 100000
send() { printf %s "$3" | curl -sf -X "$1" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' --data-binary @- "$admin/api/v1/$2"; }
send POST links '{"url":"https://example.com/","slug":"hot"}' >"$work/hot"
field() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d : -f 2 | tr -d '"'; }

# beside NAME SECONDS: visitors and one creator for so long.
beside() {
    export KEY=$key
    wrk -t1 -c16 -d"$2s" --latency "$public/hot" >"$work/visitors" &
    local visitors=$!
    wrk -t1 -c1 -d"$2s" --latency -s "$here/creates.lua" "$admin" -- "$key" >"$work/creator"
    wait "$visitors"
    awk -v name="$1" 'FNR == NR && /99%/ { p99 = $2 } FNR == NR && /requests in/ { visits = $1 }
        FNR < NR && /^    Latency/ { most = $4 } FNR < NR && /99%/ { c99 = $2 }
        END { printf "%-14s visitors p99 %s; creator p99 %s, longest %s\n", name, p99, c99, most }' "$work/visitors" "$work/creator"
}

# job METHOD PATH BODY: runs a job and says how long it took.
job() {
    local id state
    id=$(send "$1" "$2" "$3" | field id)
    while :; do
        api "jobs/$id" >"$work/job"
        state=$(field state <"$work/job")
        [ "$state" = running ] || [ "$state" = waiting ] || break
        sleep 0.2
    done
    printf '%s %s of %s: %s/s\n' "$state" "$(field done <"$work/job")" "$(field kind <"$work/job")" "$(field perSecond <"$work/job")"
}

beside alone 8
send PATCH settings '{"keepExpiredDays":null}' >/dev/null
job POST links/batch "{\"ids\":[$(seq -s, 1 "$batch")],\"action\":\"renew\",\"arguments\":{\"expiresAt\":\"2099-01-01T00:00:00Z\"}}"
audit=$(field auditId <"$work/job")
job POST "audit/$audit/undo" '{}'
send PATCH settings '{"keepExpiredDays":90}' >/dev/null
job POST service/upkeep '{"task":"sweep"}' >"$work/sweep" &
sweep=$!
beside 'while sweeping' 8
wait "$sweep"
cat "$work/sweep"
send PATCH settings '{"restoreDays":0}' >/dev/null
job POST service/upkeep '{"task":"sweep"}' >"$work/sweep" &
sweep=$!
beside 'while purging' 8
wait "$sweep"
cat "$work/sweep"
api service | grep -o '"upkeep":{[^}]*}'
