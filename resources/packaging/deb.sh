#!/usr/bin/env bash
# Makes the .deb out of a staged folder:
#   deb.sh USR DIST    USR becomes /usr of the package (it is moved), the package goes to DIST
#   deb.sh --arch      what Debian calls the architecture that is built for
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=resources/packaging/about.sh
. resources/packaging/about.sh

case "$arch" in
386) debarch=i386 ;;
arm) debarch=armhf ;;
ppc64le) debarch=ppc64el ;;
*) debarch=$arch ;; # amd64, arm64, riscv64, s390x: the same word
esac
if [ "${1:-}" = --arch ]; then
  echo "$debarch"
  exit
fi
usr=${1:?the staged folder} dist=${2:?the folder of the package}

root=.build/package/deb
rm -rf "$root"
mkdir -p "$root/DEBIAN"
mv "$usr" "$root/usr"
doc=$root/usr/share/doc/viviscope
# Debian has its own places and forms for these.
pack licences -debian -binary "$root/usr/bin/viviscope" >"$doc/copyright"
rm "$doc/licences.txt"
mv "$doc/CHANGELOG.md" "$doc/NEWS"
printf 'viviscope (%s) unstable; urgency=medium\n\n  * What is new stands in NEWS.gz.\n\n -- %s  %s\n' \
  "$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" >"$doc/changelog"
gzip -9n "$doc/NEWS" "$doc/changelog"
gzip -9n "$root/usr/share/man/man1/viviscope.1"

# Of what the binary names as needed, dpkg-shlibdeps knows the package and the oldest version that will do. Where it is not
# installed, the same packages stand without versions.
linked="libc6 (>= 2.34), libgcc-s1, libgl1, libstdc++6, libwayland-client0"
if command -v dpkg-shlibdeps >/dev/null; then
  asked=$(mktemp -d)
  trap 'rm -rf "$asked"' EXIT
  mkdir "$asked/debian"
  touch "$asked/debian/control" # it will not start without one
  binary=$PWD/$root/usr/bin/viviscope
  linked=$(cd "$asked" && dpkg-shlibdeps -O -e"$binary" | sed -n 's/^shlibs:Depends=//p')
fi
# The window opens these at run time, so no list of needed libraries shows them: X11 and its extensions, or Wayland, and EGL.
opened="libegl1, libwayland-cursor0, libwayland-egl1, libx11-6, libx11-xcb1, libxcursor1, libxext6, libxi6, libxinerama1, libxkbcommon0, libxrandr2, libxrender1, libxxf86vm1"

# Kibibytes, each file and folder rounded up by itself, as dpkg-gencontrol counts: the same on every file system.
size=$(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%s\n' -o -printf '1\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
sed -e "s/@VERSION@/$version/; s/@ARCH@/$debarch/; s/@SIZE@/$size/" -e "s/@MAINTAINER@/$maintainer/" -e "s/@DEPENDS@/$linked, $opened/" \
  resources/packaging/control >"$root/DEBIAN/control"
(cd "$root" && find usr -type f | sort | xargs -d '\n' md5sum) >"$root/DEBIAN/md5sums"

find "$root" -type f ! -path "$root/usr/bin/*" -exec chmod 644 {} +
find "$root" -type d -exec chmod 755 {} +
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
# One thread, for the same reason as with the .tar.xz.
DPKG_DEB_THREADS_MAX=1 dpkg-deb --root-owner-group -Zxz --build "$root" "$dist/viviscope_${version}_$debarch.deb" >/dev/null
echo "package: viviscope_${version}_$debarch.deb"
