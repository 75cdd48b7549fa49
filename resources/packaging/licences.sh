#!/usr/bin/env bash
# Prints the licences of all code in the program: the program's own, a list of the modules with their licence files, and each text once.
#   licences.sh [DIR]   DIR is the folder of the main package; by default the top of this source tree
# GOOS and GOARCH name the system that the program is built for.
#
# A licence file holds for a package if it lies in the folder of the package, above it, or below it in a folder without Go code: that is C
# code which the package contains. A module without a licence file and a licence that is none of those below are errors: somebody has to
# read it first, and add a sentence of it here.
set -euo pipefail
export LC_ALL=C
cd "${1:-$(dirname "$0")/../..}"
known='the above copyright notice and this permission notice|redistributions in binary form must reproduce the above copyright notice'
known+='|apache license version 2 0 january 2004|mozilla public license version 2 0|sil open font license version 1 1|bitstream vera'
known+='|creative commons attribution 4 0 international|altered source versions must be plainly marked as such'
known+='|this is free and unencumbered software released into the public domain'
known+='|permission to use copy modify and( or)? distribute this software for any purpose with or without fee is hereby granted'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/texts"
: >"$work/list" >"$work/order"
if command -v sha256sum >/dev/null; then sum() { sha256sum | cut -c 1-64; }; else sum() { shasum -a 256 | cut -c 1-64; }; fi

# found MODULE FILE NAME: a licence of a module, which is called NAME in it
found() {
  local text id
  text=$(tr -d '\r' <"$2")
  if ! grep -qi '^notice' <<<"${3##*/}" && ! tr -cs '[:alnum:]' ' ' <<<"$text" | tr '[:upper:]' '[:lower:]' | grep -qE "$known"; then
    echo "licences: this licence is not known here: $2" >&2
    exit 1
  fi
  id=$(sum <<<"$text")
  if [ ! -e "$work/texts/$id" ]; then
    printf '%s\n' "$text" >"$work/texts/$id"
    echo "$id" >>"$work/order"
  fi
  echo "$1/$3" >>"$work/texts/$id.users"
}

# holds DIR MODULE-DIR: whether a licence in DIR holds for a linked package
holds() {
  local above=$1
  if grep -qxF "$1" "$work/packages" || grep -qF "$1/" "$work/packages"; then return; fi
  if compgen -G "$1/*.go" >/dev/null; then return 1; fi
  while [ "$above" != "$2" ]; do
    above=${above%/*}
    if grep -qxF "$above" "$work/packages"; then return; fi
  done
  return 1
}

"${GO:-go}" list -deps -tags release -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}|{{.Dir}}|{{$.Dir}}{{end}}{{end}}' . |
  tr '\\' / | sort >"$work/linked"
cut -d '|' -f 3 "$work/linked" >"$work/packages"
cut -d '|' -f 1,2 "$work/linked" | uniq >"$work/modules"
while IFS='|' read -r module dir; do
  files=""
  while IFS= read -r file; do
    if holds "${file%/*}" "$dir"; then
      found "${module% *}" "$file" "${file#"$dir"/}"
      files="$files, ${file#"$dir"/}"
    fi
  done < <(find "$dir" -name testdata -prune -o -type f -print | grep -iE '/((un)?licen[cs]e|copying|notice)[^/]*$' | sort)
  if [ -z "$files" ]; then
    echo "licences: $module has no licence file" >&2
    exit 1
  fi
  echo "$module (${files#, })" >>"$work/list"
done <"$work/modules"

found Go "$("${GO:-go}" env GOROOT)/LICENSE" LICENSE
echo "Go $("${GO:-go}" env GOVERSION | sed s/^go//) (LICENSE)" >>"$work/list"
echo "The modules also contain GLFW (in go-gl/glfw), OpenH264 (in pion/mediadevices) and SQLite (in mattn/go-sqlite3), which is in the public domain." >>"$work/list"

printf 'Viviscope\n=========\n\n%s\n\n\nWhat is compiled in\n===================\n\n' "$(cat LICENSE)"
cat "$work/list"
printf '\n\nTheir licences\n==============\n'
while IFS= read -r id; do
  printf '\n\n%s\n%s\n\n' "$(sed '$!s/$/,/' "$work/texts/$id.users")" ------------------------------------------------------------
  cat "$work/texts/$id"
done <"$work/order"
