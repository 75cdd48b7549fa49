#!/usr/bin/env bash
# Makes the .deb out of a staged folder, which becomes /usr of the package:
#   deb.sh USR DIST    USR is moved, the package goes to DIST
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=resources/packaging/about.sh
. resources/packaging/about.sh
staged=${1:?the staged folder} dist=${2:?the folder of the package}

usr=.build/package/deb
rm -rf "$usr"
mv "$staged" "$usr"
doc=$usr/share/doc/viviscope
# Debian has its own places and forms for these.
mv "$doc/licences.txt" "$doc/copyright"
mv "$doc/CHANGELOG.md" "$doc/changelog"
gzip -9n "$doc/changelog" "$usr/share/man/man1/viviscope.1"
find "$usr" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

# Of what the binary names as needed, dpkg-shlibdeps knows the package and the oldest version that will do. Where it is not
# installed, the same packages stand without versions.
LINKED="libc6 (>= 2.34), libgcc-s1, libgl1, libstdc++6, libwayland-client0"
if command -v dpkg-shlibdeps >/dev/null; then
  asked=$(mktemp -d)
  trap 'rm -rf "$asked"' EXIT
  mkdir "$asked/debian"
  touch "$asked/debian/control" # it will not start without one
  binary=$PWD/$usr/bin/viviscope
  LINKED=$(cd "$asked" && dpkg-shlibdeps -O -e"$binary" | sed -n 's/^shlibs:Depends=//p')
fi
export LINKED VERSION=$version ARCH=$arch
"$GO" run "$NFPM" package --config resources/packaging/nfpm.yaml --packager deb --target "$dist/"
