#!/usr/bin/env bash
# Makes the icons of the packages from resources/icon.png, by ImageMagick: the sizes of the hicolor theme in icons/, and the icon of
# Windows. They are committed, so that nobody who builds a package needs ImageMagick. Run it when icon.png changes.
set -euo pipefail
cd "$(dirname "$0")"
mkdir -p icons
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
resized() { convert ../icon.png -filter Lanczos -resize "$1x$1" -strip -define png:exclude-chunks=date,time -define png:compression-level=9 "$2"; }
for size in 16 22 24 32 48 64 128 256 512; do resized $size icons/$size.png; done
# What Windows shows at scales of 100 to 400 percent.
for size in 256 128 96 64 48 40 32 24 20 16; do resized $size "$work/$size.png"; done
(cd "$work" && convert 16.png 20.png 24.png 32.png 40.png 48.png 64.png 96.png 128.png 256.png viviscope.ico)
mv "$work/viviscope.ico" windows/viviscope.ico
