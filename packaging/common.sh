# Shared by packaging/run and packaging/test; sourced, not run.
# Installs what packaging/packages lists, fetches data, configures and builds. Each phase prints one line and keeps its
# full output in build/log, which is shown only when the phase fails.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/log
preset=release

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Shows what went wrong in a log: from the first error on if one can be told apart, else the end.
showLog() {
    local log=$1 first
    first=$(grep -n -m 1 -E '^FAILED: |CMake Error|^E: ' "$log" | cut -d : -f 1 || true)
    if [[ -n $first ]]; then
        tail -n "+$first" "$log" | head -n 80 >&2
    else
        tail -n 40 "$log" >&2
    fi
}

# phase NAME LINE COMMAND...: prints LINE, runs COMMAND with its output in build/log/NAME.log.
phase() {
    local log=$logs/$1.log line=$2
    shift 2
    mkdir -p "$logs"
    say "$line"
    if ! "$@" >"$log" 2>&1; then
        showLog "$log"
        fail "This failed: $line The whole log is in ${log#"$root"/}."
    fi
}

# packagesOf GROUP...: the package names of these groups, one a line.
packagesOf() {
    local group name reason wanted=" $* "
    while read -r group name reason; do
        if [[ -n $reason && $wanted == *" $group "* ]]; then
            say "$name"
        fi
    done <"$root/packaging/packages"
}

isInstalled() {
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# missingPackages GROUP...: those that dpkg does not know as installed, one a line.
missingPackages() {
    local name
    packagesOf "$@" | while read -r name; do
        isInstalled "$name" || say "$name"
    done
}

hasApt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# checkPackages GROUP...: what --no-install does. Lists what is missing; the status tells whether anything is.
checkPackages() {
    local missing
    hasApt || fail "There is no apt here. packaging/packages lists what Linkdesk needs, by its Debian 12 names."
    missing=$(missingPackages "$@")
    if [[ -z $missing ]]; then
        say "All Debian packages that Linkdesk needs are installed."
        return 0
    fi
    say "Missing Debian packages:"
    say "$missing" | while read -r name; do
        say "  $name"
    done
    return 1
}

runApt() {
    local -a asRoot=()
    if [[ $EUID -ne 0 ]]; then
        asRoot=(sudo)
    fi
    "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null
}

# installPackages GROUP...: nothing where all is there, so that no network is needed then.
installPackages() {
    local -a missing=()
    if ! hasApt; then
        say "There is no apt here: taking for granted that what packaging/packages lists is installed."
        return 0
    fi
    mapfile -t missing < <(missingPackages "$@")
    if [[ ${#missing[@]} -eq 0 ]]; then
        return 0
    fi
    if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
        fail "Not installed yet, and there is no sudo here. Run this as root: apt-get install ${missing[*]}"
    fi
    if [[ $EUID -ne 0 ]]; then
        sudo -v || fail "Installing ${missing[*]} needs root."
    fi
    phase apt-update "Reading the package lists." runApt update
    phase apt-install "Installing ${missing[*]}." runApt install -y --no-install-recommends "${missing[@]}"
}

# fetchData: the product works without these files, so a failure here only tells what will be missing.
fetchData() { "$root/packaging/fetch-data" --optional; }

# configureAndBuild PRESET [TARGET...]: all targets where none is named.
configureAndBuild() {
    local -a launcher=() targets=()
    preset=$1
    shift
    if command -v ccache >/dev/null; then
        launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
        export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
    fi
    if [[ $# -gt 0 ]]; then
        targets=(--target "$@")
    fi
    cd "$root"
    phase configure "Configuring (preset $preset)." \
        cmake --preset "$preset" "${launcher[@]}" "-DLINKDESK_FETCHED_DATA=$("$root/packaging/fetch-data" --where)"
    phase build "Building (build/$preset)." cmake --build --preset "$preset" --parallel "$(nproc)" "${targets[@]}"
}
