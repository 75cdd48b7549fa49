#!/usr/bin/env bash
# Lays out what every Linux package carries, for a built program:
#   stage.sh BINARY DIR    fills DIR, which must not exist, with bin/ and share/
set -euo pipefail
cd "$(dirname "$0")/../.."
binary=${1:?the built program} to=${2:?the folder to fill}
# shellcheck source=resources/packaging/about.sh
. resources/packaging/about.sh

share=$to/share
mkdir -p "$to/bin" "$share/applications" "$share/icons/hicolor/scalable/apps" "$share/metainfo" "$share/man/man1" "$share/doc/viviscope"
cp "$binary" "$to/bin/viviscope"
# Wayland finds the icon of a window by the id of the program, so the desktop file has to carry it as its name.
cp resources/viviscope.desktop "$share/applications/$id.desktop"
cp resources/icon.svg "$share/icons/hicolor/scalable/apps/viviscope.svg"
for icon in resources/packaging/icons/*.png; do
  size=$(basename "$icon" .png)
  install -D -m 644 "$icon" "$share/icons/hicolor/${size}x$size/apps/viviscope.png"
done
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)
sed "s/@VERSION@/$version/; s/@DATE@/$date/" "resources/packaging/$id.metainfo.xml" >"$share/metainfo/$id.metainfo.xml"
sed "s/@VERSION@/$version/; s/@DATE@/$date/" resources/packaging/viviscope.1 >"$share/man/man1/viviscope.1"
completion=resources/packaging/completion
install -D -m 644 "$completion/viviscope.bash" "$share/bash-completion/completions/viviscope"
install -D -m 644 "$completion/_viviscope" "$share/zsh/vendor-completions/_viviscope"
install -D -m 644 "$completion/viviscope.fish" "$share/fish/vendor_completions.d/viviscope.fish"
cp resources/CHANGELOG.md "$share/doc/viviscope/CHANGELOG.md"
resources/packaging/licences.sh >"$share/doc/viviscope/licences.txt"

find "$to" -type d -exec chmod 755 {} +
find "$to" -type f -exec chmod 644 {} +
chmod 755 "$to/bin/viviscope"
find "$to" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
