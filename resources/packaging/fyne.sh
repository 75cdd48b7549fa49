#!/usr/bin/env bash
# Builds the packages for macOS and Windows into dist/ (or the folder that is named second). Fyne's packager makes the bundle of macOS from
# FyneApp.toml: its Info.plist and .icns. For Windows it writes no complete version, one size of the icon and no long paths, so windres
# compiles the resources in windows/ instead.
#   fyne.sh darwin  [DIST]   on macOS, with Xcode's command line tools: Viviscope.app in a zip
#   fyne.sh windows [DIST]   on Windows, in the shell of MSYS2 or Git with a mingw-w64 gcc, or on Linux with Debian's
#                            gcc-mingw-w64-x86-64 and g++-mingw-w64-x86-64: Viviscope.exe in a zip, and where makensis (nsis) is
#                            installed also the installer
# FYNE is the packager, as `go install` takes it.
set -euo pipefail
system=${1:?darwin or windows}
dist=${2:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
cd "$(dirname "$0")/../.."
# shellcheck source=resources/packaging/about.sh
. resources/packaging/about.sh
: "${FYNE:?the packager, such as fyne.io/fyne/v2/cmd/fyne@v2.8.1}"

if ! command -v zip >/dev/null; then
  echo "package: zip is not installed; on Debian: apt install zip, in the shell of MSYS2: pacman -S zip" >&2
  exit 1
fi
host=$("$GO" env GOHOSTOS)
case "$system" in
darwin)
  if [ "$host" != darwin ]; then
    echo "package: a package for macOS is built on macOS, with Xcode's command line tools" >&2
    exit 1
  fi
  label=macos
  ;;
windows)
  label=windows
  # The encoder of the sandbox is C++. Linked as it is by default, the program would ask for two libraries of the compiler that
  # no Windows has. Flags of the linker in GOFLAGS are lost in the second of the packager's two builds.
  export CGO_LDFLAGS="${CGO_LDFLAGS:--O2 -g} -static"
  windres=windres
  if [ "$host" != windows ]; then
    windres=x86_64-w64-mingw32-windres
    arch=amd64
    export GOARCH=$arch CC=${CC:-x86_64-w64-mingw32-gcc} CXX=${CXX:-x86_64-w64-mingw32-g++}
    for compiler in "$CC" "$CXX" "$windres"; do
      if ! command -v "$compiler" >/dev/null; then
        echo "package: $compiler is not installed; on Debian: apt install gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64" >&2
        exit 1
      fi
    done
  fi
  ;;
*)
  echo "package: $system is not known" >&2
  exit 2
  ;;
esac

work=$PWD/.build/package-$system
rm -rf "$work"
mkdir -p "$work/bin"
if [ "$system" = darwin ]; then
  GOBIN="$work/bin" "$GO" install "$FYNE"
  packager=$work/bin/fyne
fi

# In a copy: the packager counts the build number in FyneApp.toml up and leaves files beside main.go.
{ git ls-files -co --exclude-standard 2>/dev/null || find . -type f ! -path './.*' ! -path './dist/*'; } |
  while IFS= read -r file; do if [ -e "$file" ]; then echo "$file"; fi; done >"$work/files"
mkdir "$work/source"
tar --create --files-from "$work/files" | tar --extract --directory "$work/source"
echo "package: building viviscope $version for $system/$arch (minutes, the first time)"
if [ "$system" = darwin ]; then
  (
    cd "$work/source"
    GOFLAGS="-buildvcs=false -trimpath -p=${JOBS:-2}" CGO_ENABLED=1 "$packager" package --os "$system" --release --icon resources/icon.png
  )
else
  tools=$work/tools
  mkdir "$tools"
  cp resources/packaging/windows/viviscope.{rc,manifest,ico} "$tools/"
  numbers=${version%%-*}
  numbers=${numbers//./,},$(detail Build)
  (cd "$tools" && "$windres" -DVERSION_NUMBERS="$numbers" -DVERSION_TEXT="\\\"$version\\\"" -O coff viviscope.rc \
    "$work/source/resources_windows_$arch.syso")
  (
    cd "$work/source"
    GOOS=windows CGO_ENABLED=1 "$GO" build -buildvcs=false -trimpath -p "${JOBS:-2}" -tags release -ldflags "-s -w -H windowsgui" -o Viviscope.exe .
  )
  # viviscope.com, for consoles, and what the installer sets PATH with.
  "${CC:-gcc}" -O2 -Wall -s -static -o "$tools/viviscope.com" resources/packaging/windows/console.c
  "${CC:-gcc}" -O2 -Wall -s -static -municode -o "$tools/path.exe" resources/packaging/windows/path.c -luser32 -ladvapi32
fi

name=viviscope-$version-$label-$arch
tree=$work/$name
mkdir "$tree"
if [ "$system" = darwin ]; then
  mv "$work/source/Viviscope.app" "$tree/"
  beside=$tree/Viviscope.app/Contents/Resources
  # What the packager leaves empty or has from older days: Go's programs need macOS 12.
  plutil -replace LSApplicationCategoryType -string public.app-category.video "$tree/Viviscope.app/Contents/Info.plist"
  plutil -replace LSMinimumSystemVersion -string 12.0 "$tree/Viviscope.app/Contents/Info.plist"
else
  mv "$work/source/Viviscope.exe" "$tools/viviscope.com" "$tree/"
  cp resources/icon.png "$tree/viviscope.png"
  beside=$tree
fi
GOOS=$system CGO_ENABLED=1 resources/packaging/licences.sh >"$beside/licences.txt"
cp resources/CHANGELOG.md "$beside/CHANGELOG.md"
# Apple's processors start nothing that is unsigned, and files were added after the linker signed the program. This signature
# names nobody, so macOS refuses the first start: it is allowed by "Open Anyway" in System Settings, Privacy & Security (before macOS 15 by
# "Open" in the context menu).
if [ "$system" = darwin ]; then codesign --force --deep --sign - "$tree/Viviscope.app"; fi
# Sorted by name, with one time and plain modes: equal files give equal zips. Links stay links, as those of a bundle must.
chmod -R u=rwX,go=rX "$tree"
stamp=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S 2>/dev/null || date -u -r "$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S)
find "$tree" -exec touch -h -t "$stamp" {} +
rm -f "$dist/$name.zip"
(cd "$work" && find "$name" ! -type d | LC_ALL=C sort | zip -X -y -q -@ "$dist/$name.zip")
made=("$name.zip")
if [ "$system" = windows ]; then
  if command -v makensis >/dev/null; then
    makensis -V2 -DVERSION="$version" -DNUMBERS="${numbers//,/.}" -DID="$id" -DTREE="$tree" -DTOOLS="$tools" -DOUT="$dist/$name-setup.exe" \
      resources/packaging/windows/installer.nsi
    made+=("$name-setup.exe")
  else
    echo "package: makensis is not installed (apt install nsis): the zip is made, and no installer" >&2
  fi
fi
if command -v sha256sum >/dev/null; then sum=(sha256sum); else sum=(shasum -a 256); fi
(cd "$dist" && "${sum[@]}" "${made[@]}" | tee "$name.sha256")
