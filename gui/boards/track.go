package boards

import (
	"cmp"
	"slices"
	"time"

	planning "viviscope/client/boards"
	"viviscope/db/boards"
)

// playerTrack holds the parts of a timeline, and which of their clips can be played here. Pictures are played in place
// of the others. Times are those of the board, and i is an index in parts; -1 is no part.
type playerTrack struct {
	parts   []planning.Part
	refused map[string]bool // refs of clips that the engine could not open
	lacking bool            // no clip can be played on this computer
}

// length returns the length of all parts.
func (t *playerTrack) length() time.Duration {
	if len(t.parts) == 0 {
		return 0
	}
	return t.parts[len(t.parts)-1].To
}

// clamp returns the time nearest to at that is within the track.
func (t *playerTrack) clamp(at time.Duration) time.Duration {
	return min(max(at, 0), max(t.length()-1, 0))
}

// indexAt returns the index of the part at a time; -1 if there is none.
func (t *playerTrack) indexAt(at time.Duration) int {
	byStart := func(x planning.Part, at time.Duration) int { return cmp.Compare(x.From, at) }
	i, found := slices.BinarySearchFunc(t.parts, at, byStart)
	if !found {
		i--
	}
	return i
}

// playsClip reports whether a part is played as a clip.
func (t *playerTrack) playsClip(i int) bool {
	return i >= 0 && i < len(t.parts) && t.parts[i].Clip.ID != 0 && !t.lacking && !t.refused[t.parts[i].Clip.Ref]
}

// runOf returns the first part of the unbroken run of clips around a clip, and where the run ends.
func (t *playerTrack) runOf(i int) (first int, end time.Duration) {
	for first = i; t.playsClip(first - 1); first-- {
	}
	for ; t.playsClip(i + 1); i++ {
	}
	return first, t.parts[i].To
}

// startOf returns where a card of the board begins; otherwise, if no part shows the card. A keyframe that begins no
// shot is at the end of the shot that it ends.
func (t *playerTrack) startOf(b boards.Board, card string, otherwise time.Duration) time.Duration {
	at := otherwise
	for _, x := range slices.Backward(t.parts) {
		i := b.ShotByID(x.Shot)
		if i < 0 {
			continue
		}
		switch s := b.Shots[i]; card {
		case s.ID, s.First:
			at = x.From
		case s.Last:
			at = x.To - 1
		}
	}
	return at
}
