package player

import (
	"time"

	"viviscope/gui/media/mpv"
)

// What is done about two clips that should show the same moment and do not.
const (
	// driftLost is where the one behind or ahead is sent to the place of the other: catching up would take too long.
	driftLost = 400 * time.Millisecond

	// catchUp is by how much the speed is changed to catch up. The pitch of the sound stays, and a tenth is hardly seen.
	catchUp = 0.1

	// noFPS stands for the length of a picture where the rate is not known.
	noFPS = time.Second / 24
)

// correction is what the second of two clips is to do.
type correction struct {
	factor float64 // of the speed; 1: as set
	lost   bool    // go to the place of the first
}

// correct decides by how far the second clip is ahead of the first. What is at work already goes on until the clips are within a
// quarter of a picture, so that it does not swing around the edge; it starts where they are more than one picture apart.
func correct(ahead, picture time.Duration, factor float64) correction {
	apart := max(ahead, -ahead)
	switch {
	case apart > driftLost:
		return correction{factor: 1, lost: true}
	case apart > picture, factor != 1 && apart > picture/4:
		if ahead > 0 {
			return correction{factor: 1 - catchUp}
		}
		return correction{factor: 1 + catchUp}
	}
	return correction{factor: 1}
}

// picture gives how long one picture of a clip is shown.
func (s State) picture() time.Duration {
	if s.FPS <= 0 {
		return noFPS
	}
	return mpv.Duration(1 / s.FPS)
}
