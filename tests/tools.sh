#!/bin/sh
# Install what the tests need beside Python and Node, where it is missing: a Chromium, older or newer, tmux, a font,
# without which a browser draws boxes, and libatomic, without which its driver does not start.
# NEWEST=yes brings the newest browser of the distribution even where there is one.
runs() { "$1" "$2" >/dev/null 2>&1; }
has_browser() { runs chromium-headless-shell --version || runs chromium --version || runs google-chrome --version; }
has_library() { # in LIBRARIES, or where they usually lie; elsewhere than on Linux none is needed
  [ "$(uname -s 2>/dev/null)" = Linux ] || return 0
  for file in "${LIBRARIES:-/usr/lib}"/libatomic.so.1 "${LIBRARIES:-/usr/lib}"/*/libatomic.so.1 "${LIBRARIES:-/usr/lib64}"/libatomic.so.1; do
    [ -e "$file" ] && return 0
  done
  return 1
}
has_all() { has_browser && runs tmux -V; }
has_fonts() {
  if command -v fc-list >/dev/null; then [ -n "$(fc-list)" ]; return; fi
  for file in /usr/share/fonts/*/*.[to]tf /usr/share/fonts/*/*/*.[to]tf /System/Library/Fonts/*.tt[cf] "$HOME"/.fonts/*.[to]tf; do
    [ -e "$file" ] && return 0
  done
  return 1
}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; } # no password is asked for in the middle of a run
install() { # without questions; Chromium recommends printers
  as_root /usr/bin/env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" libatomic1 fonts-liberation >/dev/null
}

[ -z "$NEWEST" ] && has_all && has_fonts && has_library && exit 0
if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
  as_root apt-get update -qq 2>/dev/null
  if [ -z "$NEWEST" ] && has_all; then
    install 2>/dev/null
  else
    install chromium-headless-shell tmux 2>/dev/null || has_all || install chromium tmux
  fi
fi
if has_all; then
  has_fonts || echo "There is no font: the browser's tests that look at text may fail. Debian, Ubuntu: fonts-liberation" >&2
  has_library || echo "There is no libatomic.so.1: the browser's driver may not start. Debian, Ubuntu: libatomic1" >&2
  exit 0
fi
{
  echo
  echo "THE TESTS CANNOT RUN YET: they need a browser and tmux, and these could not be installed from here."
  has_browser || echo "  missing: chromium-headless-shell, chromium or google-chrome, on the PATH and able to say its --version"
  runs tmux -V || echo "  missing: tmux"
  echo "  Debian, Ubuntu:  sudo apt-get install chromium tmux fonts-liberation libatomic1   (Ubuntu's chromium is a snap: where it"
  echo "                   does not start, as in a container, install google-chrome-stable)"
  echo "  elsewhere:       Chromium or Google Chrome by your own means, so that one of these three names starts it"
  echo "Then run make again. 'make quick' needs neither."
  echo
} >&2
exit 1
