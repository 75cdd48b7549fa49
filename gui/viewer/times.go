package viewer

import (
	"fmt"
	"time"

	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
)

// clock words a place in a clip to the hundredth of a second: "0:04.50". Fractions are cut, so that no place is worded
// as one that is not reached.
func clock(d time.Duration) string {
	d = max(d, 0)
	return fmt.Sprintf("%d:%02d.%02d", int(d/time.Minute), int(d/time.Second)%60, int(d/(10*time.Millisecond))%100)
}

// shortClock is clock to the tenth of a second, for ranges.
func shortClock(d time.Duration) string {
	d = max(d, 0)
	return fmt.Sprintf("%d:%02d.%d", int(d/time.Minute), int(d/time.Second)%60, int(d/(100*time.Millisecond))%10)
}

// frameWords words which picture of a clip is shown: "frame 108 of 241 · 24 fps"; "" where the clip does not say.
func frameWords(s player.State) string {
	n, of := s.Frame(), s.Frames()
	if n < 0 || of < 0 {
		return ""
	}
	return lang.L("frame %s of %s", lang.Number(min(n+1, of)), lang.Number(of)) + " · " + facts.Short(s.FPS) + " fps"
}

// tickStep is how far the marks under a filmstrip are apart, so that at most so many stand there.
func tickStep(length time.Duration, most int) time.Duration {
	for _, step := range []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 10 * time.Minute} {
		if length/step <= time.Duration(most) {
			return step
		}
	}
	return time.Hour
}

// tick words a mark: "0:04".
func tick(d time.Duration) string {
	return fmt.Sprintf("%d:%02d", int(d/time.Minute), int(d/time.Second)%60)
}
