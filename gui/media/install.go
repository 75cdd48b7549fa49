package media

import (
	"bufio"
	"os"
	"runtime"
	"strings"

	"viviscope/gui/lang"
)

// PlayerPackage names what to install so that clips can be played here, such as "libmpv2 (apt install libmpv2)".
func PlayerPackage() string {
	player, _ := toInstall()
	return player
}

// installWords names what gives this computer a video decoder.
func installWords() string {
	player, orFFmpeg := toInstall()
	if orFFmpeg {
		return lang.L("%s, or ffmpeg", player)
	}
	return player
}

// toInstall names the package of libmpv on this computer, and says whether ffmpeg is as easy to get.
func toInstall() (player string, orFFmpeg bool) {
	release := ""
	if runtime.GOOS == "linux" {
		if b, err := os.ReadFile("/etc/os-release"); err == nil {
			release = string(b)
		}
	}
	return toInstallOn(runtime.GOOS, release)
}

// toInstallOn is toInstall for a system and the text of its os-release file.
func toInstallOn(system, release string) (player string, orFFmpeg bool) {
	switch system {
	case "darwin":
		return "mpv (brew install mpv)", false
	case "windows":
		return lang.L("libmpv-2.dll beside the program"), true
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
				return "libmpv1 (apt install libmpv1)", false
			}
			return "libmpv2 (apt install libmpv2)", false
		case "debian":
			return "libmpv2 (apt install libmpv2)", false
		case "fedora", "rhel":
			return "mpv-libs (dnf install mpv-libs)", false
		case "arch":
			return "mpv (pacman -S mpv)", false
		case "suse", "opensuse":
			return "libmpv2 (zypper install libmpv2)", false
		}
	}
	return "libmpv", true
}
