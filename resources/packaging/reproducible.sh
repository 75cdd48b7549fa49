#!/usr/bin/env bash
# Builds the Linux packages a second time, from a copy of the sources in another folder and with an empty build cache, and compares
# them with those in dist/ byte by byte. A full cache would hand out the first build again and prove nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=resources/packaging/about.sh
. resources/packaging/about.sh
first=$PWD/dist

elsewhere=$(mktemp -d)
trap 'chmod -R u+w "$elsewhere"; rm -rf "$elsewhere"' EXIT
mkdir "$elsewhere/a longer way to the sources"
git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\0' "$file"; fi; done |
  tar --create --null --files-from=- | tar --extract --directory "$elsewhere/a longer way to the sources"
# The copy has no git: what the first build read from it is handed over by the environment, as a builder elsewhere would.
GOCACHE=$elsewhere/cache "$elsewhere/a longer way to the sources/resources/packaging/linux.sh" "$elsewhere/dist"

differing=0
for package in "$elsewhere"/dist/*.tar.xz "$elsewhere"/dist/*.deb; do
  if [ ! -e "$package" ]; then continue; fi
  if cmp "$package" "$first/${package##*/}"; then
    echo "reproducible: ${package##*/} $(sha256sum <"$package" | cut -d ' ' -f 1)"
  else
    differing=1
    mkdir -p .build/reproducible
    cp "$package" .build/reproducible/
    echo "reproducible: ${package##*/} differs; the second one is kept in .build/reproducible" >&2
  fi
done
exit $differing
