#!/bin/sh
# Install what the tests need beside Python and Node, where it is missing: a Chromium, older or newer, and tmux.
# NEWEST=yes brings the newest browser of the distribution even where there is one.
runs() { "$1" "$2" >/dev/null 2>&1; }
has_browser() { runs chromium-headless-shell --version || runs chromium --version || runs google-chrome --version; }
has_all() { has_browser && runs tmux -V; }
install() { apt-get install -y -qq --no-install-recommends "$@" tmux fonts-liberation; } # Chromium recommends printers

[ -z "$NEWEST" ] && has_all && exit 0
apt-get update -qq 2>/dev/null
install chromium-headless-shell 2>/dev/null || has_all || install chromium
has_all || {
  echo "The tests need Chromium and tmux: install them and run again." >&2
  exit 1
}
