package media

import (
	"bufio"
	"os"
	"runtime"
	"strings"
)

// PlayerPackage names what to install so that clips can be played here, such as "libmpv2 (apt install libmpv2)".
func PlayerPackage() string {
	words := installWords()
	if words == eitherPackage {
		return "libmpv"
	}
	return strings.TrimSuffix(words, ", or ffmpeg")
}

// eitherPackage is what to install on a system whose packages are not known here.
const eitherPackage = "libmpv or ffmpeg"

// installWords names what gives this computer a video decoder.
func installWords() string {
	release := ""
	if runtime.GOOS == "linux" {
		if b, err := os.ReadFile("/etc/os-release"); err == nil {
			release = string(b)
		}
	}
	return installWordsFor(runtime.GOOS, release)
}

// installWordsFor is installWords for a system and the text of its os-release file.
func installWordsFor(system, release string) string {
	switch system {
	case "darwin":
		return "mpv (brew install mpv)"
	case "windows":
		return "libmpv-2.dll beside the program, or ffmpeg"
	}
	id, version := "", ""
	var like []string
	lines := bufio.NewScanner(strings.NewReader(release))
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), "=")
		value = strings.Trim(value, `"'`)
		switch name {
		case "ID":
			id = value
		case "ID_LIKE":
			like = strings.Fields(value)
		case "VERSION_ID":
			version = value
		}
	}
	for _, family := range append([]string{id}, like...) {
		switch family {
		case "ubuntu":
			if id == "ubuntu" && version < "23.04" && version != "" {
				return "libmpv1 (apt install libmpv1)"
			}
			return "libmpv2 (apt install libmpv2)"
		case "debian":
			return "libmpv2 (apt install libmpv2)"
		case "fedora", "rhel":
			return "mpv-libs (dnf install mpv-libs)"
		case "arch":
			return "mpv (pacman -S mpv)"
		case "suse", "opensuse":
			return "libmpv2 (zypper install libmpv2)"
		}
	}
	return eitherPackage
}
