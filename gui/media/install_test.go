package media

import (
	"errors"
	"strings"
	"testing"
)

func TestInstallWords(t *testing.T) {
	for _, c := range []struct {
		system, release, want string
		orFFmpeg              bool
	}{
		{"linux", "ID=debian\nVERSION_ID=\"12\"\n", "libmpv2 (apt install libmpv2)", false},
		{"linux", "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"22.04\"\n", "libmpv1 (apt install libmpv1)",
			false},
		{"linux", "ID=ubuntu\nVERSION_ID=\"24.04\"\n", "libmpv2 (apt install libmpv2)", false},
		{"linux", "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "libmpv2 (apt install libmpv2)", false},
		{"linux", "ID=fedora\n", "mpv-libs (dnf install mpv-libs)", false},
		{"linux", "ID=endeavouros\nID_LIKE='arch'\n", "mpv (pacman -S mpv)", false},
		{"linux", "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", "libmpv2 (zypper install libmpv2)", false},
		{"linux", "", "libmpv", true},
		{"darwin", "", "mpv (brew install mpv)", false},
		{"windows", "", "libmpv-2.dll in the program folder", true},
	} {
		if got, orFFmpeg := toInstallOn(c.system, c.release); got != c.want || orFFmpeg != c.orFFmpeg {
			t.Errorf("%s %q: %q, or ffmpeg %v; want %q, %v", c.system, c.release, got, orFFmpeg, c.want, c.orFFmpeg)
		}
	}
	for want, on := range map[string][2]string{
		"ffmpeg (apt install ffmpeg)":           {"linux", "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"},
		"ffmpeg-free (dnf install ffmpeg-free)": {"linux", "ID=fedora\n"},
		"ffmpeg (pacman -S ffmpeg)":             {"linux", "ID=arch\n"},
		"ffmpeg (zypper install ffmpeg)":        {"linux", "ID_LIKE='opensuse suse'\n"},
		"ffmpeg (brew install ffmpeg)":          {"darwin", ""},
		"ffmpeg (winget install ffmpeg)":        {"windows", ""},
		"ffmpeg":                                {"linux", ""},
	} {
		if got := ffmpegPackageOn(on[0], on[1]); got != want {
			t.Errorf("%q: %q, want %q", on, got, want)
		}
	}
	err := error(&NoDecoderError{Install: "libmpv2"})
	if !errors.Is(err, ErrNoDecoder) || !strings.Contains(err.Error(), "install libmpv2") {
		t.Errorf("error %v", err)
	}
}
