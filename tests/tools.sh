#!/bin/sh
# Install what the tests need beside Python and Node, where it is missing: a Chromium, older or newer, and tmux.
# NEWEST=yes brings the newest browser of the distribution even where there is one.
runs() { "$1" "$2" >/dev/null 2>&1; }
has_browser() { runs chromium-headless-shell --version || runs chromium --version || runs google-chrome --version; }
has_all() { has_browser && runs tmux -V; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; } # no password is asked for in the middle of a run
install() { as_root apt-get install -y -qq --no-install-recommends "$@" tmux fonts-liberation; } # Chromium recommends printers

[ -z "$NEWEST" ] && has_all && exit 0
if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
  as_root apt-get update -qq 2>/dev/null
  install chromium-headless-shell 2>/dev/null || has_all || install chromium
fi
has_all && exit 0
{
  echo
  echo "THE TESTS CANNOT RUN YET: they need a browser and tmux, and these could not be installed from here."
  has_browser || echo "  missing: chromium-headless-shell, chromium or google-chrome, on the PATH and able to say its --version"
  runs tmux -V || echo "  missing: tmux"
  echo "  Debian, Ubuntu:  sudo apt-get install chromium tmux fonts-liberation   (Ubuntu's chromium is a snap: where it"
  echo "                   does not start, as in a container, install google-chrome-stable)"
  echo "  elsewhere:       Chromium or Google Chrome by your own means, so that one of these three names starts it"
  echo "Then run make again. 'make quick' needs neither."
  echo
} >&2
exit 1
