#!/usr/bin/env bash
# Builds the packages for Linux into dist/ (or the folder that is named): a .tar.xz for any system, a .deb for Debian and its
# derivatives, and the checksums of both. Equal sources give equal bytes in every folder.
set -euo pipefail
dist=${1:-dist}
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
cd "$(dirname "$0")/../.."
# shellcheck source=resources/packaging/about.sh
. resources/packaging/about.sh
: "${NFPM:?the packager of the .deb, such as github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.44.0}"

work=.build/package
rm -rf "$work"
mkdir -p "$work"
if ! git diff --quiet HEAD -- 2>/dev/null; then echo "package: these sources are not those of a commit; the packages have its date all the same" >&2; fi
echo "package: building viviscope $version for linux/$arch (minutes, the first time)"
# No path of this machine, no commit and no id of the build in the binary, and no symbols, which nobody reads on a user's machine.
# Position independent, and nothing left to resolve while it runs: what Debian's hardening asks of a program that is linked with C.
# "release" is the tag that Fyne's own packager sets.
"$GO" build -p "${JOBS:-2}" -trimpath -buildvcs=false -tags release -buildmode=pie \
  -ldflags '-s -w -buildid= -extldflags "-Wl,-z,relro,-z,now"' -o "$work/viviscope" .

name=viviscope-$version-linux-$arch
tree=$work/$name
resources/packaging/stage.sh "$work/viviscope" "$tree"
cp -r "$tree" "$work/deb-usr"

echo "package: $name.tar.xz"
cp resources/packaging/install.sh "$tree/install.sh"
chmod 755 "$tree/install.sh"
# One thread: with more, xz cuts its input into blocks by the number of processors.
tar --create --directory "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$name" |
  xz -6 --threads=1 >"$dist/$name.tar.xz"

resources/packaging/deb.sh "$work/deb-usr" "$dist"
deb=$(cd "$dist" && echo viviscope_"$version"_*.deb)
(cd "$dist" && sha256sum "$name.tar.xz" "$deb" | tee "$name.sha256")
