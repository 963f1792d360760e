#!/usr/bin/env bash
# redirects.sh [ROUNDS=5] [SECONDS=4] [CONNECTIONS=64] [close]: cached redirects against nginx's "return 302", in turn, in
# one run: requests a second, server CPU per request, p99, and the ratios of the medians (P1; with "close", a connection
# per request: P2). Needs nginx and wrk. nginx runs one worker without access log; here clicks are recorded.
source "$(dirname "$0")/common.sh"
rounds=${1:-5} secs=${2:-4} conns=${3:-64} mode=${4:-keep}
start_service --connections-per-address 100000
"$bin/linkdeskd" shorten --data-dir "$data" --slug abc1234 https://shop.example.com/spring-collection >/dev/null
port=$((20000 + RANDOM % 20000))
cat >"$work/nginx.conf" <<C
worker_processes 1; daemon on; pid $work/nginx.pid; error_log $work/nginx.err;
events { worker_connections 4096; }
http { access_log off; keepalive_requests 100000000;
  server { listen 127.0.0.1:$port; location / { return 302 https://shop.example.com/spring-collection; } } }
C
nginx -c "$work/nginx.conf"
sleep 0.5
nginx_pid=$(cat "$work/nginx.pid")
worker=$(pgrep -P "$nginx_pid" | head -1)
header=()
[ "$mode" = close ] && header=(-H "Connection: close")
once() { # name pid url
    local before after out
    before=$(ticks "$2")
    out=$(wrk -t1 -c"$conns" -d"${secs}s" --latency "${header[@]}" "$3")
    after=$(ticks "$2")
    awk -v n="$1" -v used=$((after - before)) -v hz="$(getconf CLK_TCK)" '
        /99%/ { p = $2; if (p ~ /us$/) p = p / 1000; else if (p ~ /ms$/) p += 0; else p *= 1000 }
        /requests in/ { r = $1 } /Requests\/sec/ { q = $2 }
        END { printf "%-8s %9.0f req/s %7.3f us CPU/req  p99 %.2f ms\n", n, q, used / hz * 1e6 / r, p }' <<<"$out"
}
for _ in $(seq "$rounds"); do
    once nginx "$worker" "http://127.0.0.1:$port/abc1234"
    once linkdesk "$pid" "$public/abc1234"
done | tee "$work/rows"
ratio() { awk -v a="$(awk '$1 == "linkdesk" { print $'"$1"' }' "$work/rows" | median)" \
    -v b="$(awk '$1 == "nginx" { print $'"$1"' }' "$work/rows" | median)" 'BEGIN { printf "%.2f", a / b }'; }
echo "linkdesk / nginx: throughput $(ratio 2), CPU per request $(ratio 4), p99 $(ratio 8)"
