#!/usr/bin/env bash
# clicks.sh [REQUESTS=5000000]: sends exactly that many and compares with the clicks counted (P10).
source "$(dirname "$0")/common.sh"
requests=${1:-5000000}
start_service
"$bin/linkdeskd" shorten --data-dir "$data" --slug abc1234 https://shop.example.com/spring-collection >/dev/null
hostport=${public#http://}
"$bin/linkdesk_load" "${hostport%:*}" "${hostport##*:}" /abc1234 64 "$requests"
for _ in $(seq 100); do
    api service | grep -q '"queued":0' && break
    sleep 0.1
done
counted=$(api links/1 | sed 's/.*"humans":\([0-9]*\).*/\1/')
shed=$(api service | sed 's/.*"shedRows":\([0-9]*\).*/\1/')
echo "sent $requests, counted $counted, raw rows shed $shed"
[ "$counted" = "$requests" ]
