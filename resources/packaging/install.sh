#!/usr/bin/env bash
# Puts Viviscope under a prefix, for one account as a rule, and takes it away again:
#   install.sh [PREFIX]                 install what lies beside this script; PREFIX is ~/.local
#   install.sh --from DIR [PREFIX]      install the bin/ and share/ of DIR
#   install.sh --uninstall [PREFIX]     remove what an install put there and nothing else; the library and its clips stay
set -euo pipefail
umask 022

from=$(cd "$(dirname "$0")" && pwd)
action=install
while [ $# -gt 0 ]; do
  case "$1" in
  --from) from=$(cd "${2:?a folder belongs after --from}" && pwd) && shift 2 ;;
  --uninstall) action=uninstall && shift ;;
  -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0" && exit ;;
  -*) echo "install: $1 is not known; see --help" >&2 && exit 2 ;;
  *) break ;;
  esac
done
prefix=${1:-$HOME/.local}
if [ "$action" = install ]; then mkdir -p "$prefix"; fi
prefix=$(cd "$prefix" && pwd)
# What was put there, one path a line, the folders that were made for it with a slash at the end.
list=$prefix/share/viviscope/installed

# folders makes a folder below the prefix and those above it, and notes each one that was not there.
folders() {
  [ -d "$prefix/$1" ] && return
  case "$1" in */*) folders "${1%/*}" ;; esac
  mkdir "$prefix/$1"
  echo "$1/" >>"$noted"
}

# The desktop reads these two instead of all desktop files and icons, so they have to hear of it. A cache of icons is brought up
# to date where there is one and never begun: an old one would hide the icons of others.
refresh() {
  local applications=$prefix/share/applications theme=$prefix/share/icons/hicolor
  if [ -d "$applications" ] && command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$applications" || true
    # Nothing but its heading: it was made for us alone.
    if [ "$(grep -c . "$applications/mimeinfo.cache" 2>/dev/null)" = 1 ]; then rm "$applications/mimeinfo.cache"; fi
  fi
  if [ -f "$theme/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then
    gtk-update-icon-cache -q -t -f "$theme" || true
  elif [ -d "$theme" ]; then
    touch "$theme"
  fi
}

# remove takes away what a list names: files first, then its folders, the deepest first, where they are empty.
remove() {
  while IFS= read -r path; do
    case "/$path/" in *//?* | */../*) continue ;; esac # a list that was tampered with reaches nothing outside
    case "$path" in */) ;; *) rm -f "$prefix/$path" ;; esac
  done <"$1"
}
remove_folders() {
  { grep '/$' "$1" || true; } | sort -r | while IFS= read -r path; do
    case "/$path" in *//?* | */../*) continue ;; esac
    rmdir "$prefix/$path" 2>/dev/null || true
  done
}

old=$(mktemp)
noted=$(mktemp)
trap 'rm -f "$old" "$noted" "$noted.files"' EXIT
if [ -f "$list" ]; then cp "$list" "$old"; fi

if [ "$action" = uninstall ]; then
  if [ ! -f "$list" ]; then
    echo "install: Viviscope was not installed under $prefix" >&2
    exit 1
  fi
  remove "$old"
  refresh
  remove_folders "$old"
  echo "Viviscope is removed from $prefix. The library stays where it is."
  exit
fi

if [ ! -x "$from/bin/viviscope" ] || [ ! -d "$from/share" ]; then
  echo "install: $from holds no bin/viviscope and share/" >&2
  exit 1
fi
# The folders that an earlier install made are still its own; its files go if this version has them no longer.
grep '/$' "$old" >>"$noted" || true
remove "$old"
(cd "$from" && find bin share -type f | sort) >"$noted.files"
echo share/viviscope/installed >>"$noted.files"
while IFS= read -r path; do
  folders "${path%/*}"
  if [ "$path" = share/viviscope/installed ]; then continue; fi
  # Moved into place, because a program that runs can be replaced but not written over.
  cp "$from/$path" "$prefix/$path.new"
  case "$path" in
  share/applications/*.desktop)
    # Menus may not know ~/.local/bin. In a desktop file a path is quoted, and a percent sign doubled.
    command=$(printf '%s' "$prefix/bin/viviscope" | sed 's/%/%%/g; s/[\\"`$]/\\\\&/g')
    escaped=$(printf '%s' "$command" | sed 's/[&|\\]/\\&/g')
    sed "s|^Exec=viviscope|TryExec=$(printf '%s' "$prefix/bin/viviscope" | sed 's/[&|\\]/\\&/g')\nExec=\"$escaped\"|" "$from/$path" >"$prefix/$path.new"
    ;;
  bin/*) chmod 755 "$prefix/$path.new" ;;
  esac
  mv -f "$prefix/$path.new" "$prefix/$path"
done <"$noted.files"
sort -u "$noted" "$noted.files" >"$list"
refresh
echo "Viviscope is installed under $prefix."
case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) echo "$prefix/bin is not in PATH: start it from the menu, or as $prefix/bin/viviscope." ;;
esac
