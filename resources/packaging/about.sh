# shellcheck shell=bash
# shellcheck disable=SC2034 # what is set here is read by those who source it
# What every packaging script needs to know; they source it from the top of the source tree. FyneApp.toml is the one place of
# the name, the id and the version.
umask 022 # the modes in a package must not follow the mood of who builds it

detail() { sed -n "s/^$1 *= *\"\{0,1\}\([^\"]*\)\"\{0,1\} *\$/\1/p" FyneApp.toml | head -n 1; }
id=$(detail ID)
version=$(detail Version)
: "${id:?FyneApp.toml names no ID}" "${version:?FyneApp.toml names no Version}"

GO=${GO:-go}
export GO
arch=$("$GO" env GOARCH)

# Every time that a package carries is that of the last commit, so that two builds of one commit are equal byte by byte.
# Sources without git (an unpacked archive) go by the file that names the version.
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null) || SOURCE_DATE_EPOCH=$(stat -c %Y FyneApp.toml 2>/dev/null || stat -f %m FyneApp.toml)
fi
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
