package form

import (
	"fmt"
	"strconv"
	"strings"

	"viviscope/client"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Rules words what a video model can do: "3–15 s · 720P, 1080P · audio at 1080P only".
func Rules(m client.VideoModel) string {
	seconds := Durations(m)
	if first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]; len(m.Seconds) == last-first+1 {
		seconds = fmt.Sprintf("%d–%d s", first, last)
	}
	audio := sound(m.Audio != client.AudioNever)
	if m.Audio == client.AudioAt1080P {
		audio = lang.L("audio at 1080P only")
	}
	return strings.Join([]string{seconds, wording.Commas(m.Resolutions), audio}, " · ")
}

// ImageRules words what the picture models can do. All can do the same.
func ImageRules() string { return lang.L("up to 3840 px · low to max · PNG, JPEG") }

// Durations words what a model makes: "5 or 10 s", "3 to 15 s".
func Durations(m client.VideoModel) string {
	first, last := m.Seconds[0], m.Seconds[len(m.Seconds)-1]
	if len(m.Seconds) == last-first+1 && len(m.Seconds) > 2 {
		return lang.L("%d to %d s", first, last)
	}
	words := make([]string, len(m.Seconds))
	for i, n := range m.Seconds {
		words[i] = strconv.Itoa(n)
	}
	return lang.L("%s s", anyOf(words))
}

// anyOf joins words of which one is the case: "5", "5 or 10", "5, 8 or 10".
func anyOf(words []string) string {
	joined := words[0]
	for i, word := range words[1:] {
		if i+2 == len(words) {
			return lang.X("list", "%s or %s", joined, word)
		}
		joined = lang.X("list", "%s, %s", joined, word)
	}
	return joined
}

// TypicalTime words how long a picture takes (interface 8): the service tells it for the 1024 class and for the largest at
// the best quality, and that better takes longer. A size of 0 is one that is left to the service.
func TypicalTime(width, height int, quality string) string {
	pixels := width * height
	switch {
	case pixels <= 1536*1024 && quality != "xhigh" && quality != "max":
		return lang.L("usually 25 to 40 s")
	case pixels >= 3840*2160 && quality == "max":
		return lang.L("usually about 2 minutes")
	}
	return lang.L("usually 40 s to 2 minutes")
}
