package media

import (
	"errors"
	"strings"
	"testing"
)

func TestInstallWords(t *testing.T) {
	for _, c := range []struct{ system, release, want string }{
		{"linux", "ID=debian\nVERSION_ID=\"12\"\n", "libmpv2 (apt install libmpv2)"},
		{"linux", "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"22.04\"\n", "libmpv1 (apt install libmpv1)"},
		{"linux", "ID=ubuntu\nVERSION_ID=\"24.04\"\n", "libmpv2 (apt install libmpv2)"},
		{"linux", "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", "libmpv2 (apt install libmpv2)"},
		{"linux", "ID=fedora\n", "mpv-libs (dnf install mpv-libs)"},
		{"linux", "ID=endeavouros\nID_LIKE='arch'\n", "mpv (pacman -S mpv)"},
		{"linux", "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", "libmpv2 (zypper install libmpv2)"},
		{"linux", "", "libmpv or ffmpeg"},
		{"darwin", "", "mpv (brew install mpv)"},
		{"windows", "", "libmpv-2.dll beside the program, or ffmpeg"},
	} {
		if got := installWordsFor(c.system, c.release); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.system, c.release, got, c.want)
		}
	}
	err := error(&NoDecoderError{Install: "libmpv2"})
	if !errors.Is(err, ErrNoDecoder) || !strings.Contains(err.Error(), "install libmpv2") {
		t.Errorf("error %v", err)
	}
}
