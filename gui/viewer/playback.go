package viewer

import (
	"math"
	"time"

	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
)

// rangeOf returns the range that is looped; all of the clip if none is.
func rangeOf(st player.State) (from, to time.Duration) {
	if st.Loop.On && st.Loop.To > st.Loop.From {
		return st.Loop.From, st.Loop.To
	}
	return 0, st.Duration
}

// loopText returns the looped range: "Loop 0:01.2 – 0:08.0", or "Loop" for all of the clip.
func loopText(st player.State) string {
	if st.Loop.On && st.Loop.To > st.Loop.From {
		return lang.L("Loop %s – %s", kit.Clock(st.Loop.From, 1), kit.Clock(st.Loop.To, 1))
	}
	return lang.X("verb", "Loop")
}

// speeds are the offered speeds of playback.
var speeds = [...]float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4}

// speedLabels returns the labels of the speeds: "0.5×".
func speedLabels() (out []string) {
	for _, s := range speeds {
		out = append(out, facts.Short(s)+"×")
	}
	return out
}

// speedIndex returns the index of the nearest speed.
func speedIndex(to float64) int {
	best := 0
	for i, s := range speeds {
		if math.Abs(s-to) < math.Abs(speeds[best]-to) {
			best = i
		}
	}
	return best
}

// frameText returns the number of the frame: "frame 108 of 241 · 24 fps"; "" if it is unknown.
func frameText(s player.State) string {
	n, of := s.Frame(), s.Frames()
	if n < 0 || of < 0 {
		return ""
	}
	return lang.L("frame %s of %s", lang.Number(min(n+1, of)), lang.Number(of)) + " · " + facts.Short(s.FPS) + " fps"
}
