package boards

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/db/boards"
)

// Mode selects what is played of a board.
type Mode int

const (
	Animatic   Mode = iota // the keyframes, for the duration of their shots
	RoughCut               // the chosen takes, or pictures if there is none
	NewestFilm             // the most recent film
)

// Part is a shot with its time in the played sequence.
type Part struct {
	Shot        string // its ID; "": the part is the film
	Number      int    // of the shot, from 1
	Caption     string
	From, To    time.Duration
	Clip        db.Asset      // zero: pictures are shown instead
	First, Last db.Asset      // the pictures of its keyframes; zero: none
	NoLast      bool          // it has no last keyframe
	Made        bool          // it has a clip, whether played or not
	SwitchAt    time.Duration // in an animatic, when the last picture has replaced the first; 0: never
	Outdated    bool          // the part is a film of other clips than the chosen takes, or in another order
}

// dissolve is the duration of the transition between two keyframes of an animatic.
const dissolve = 400 * time.Millisecond

// LastOpacity returns the opacity of the last picture at a time within the part, 0 to 1. still disables the dissolve.
func (p Part) LastOpacity(in time.Duration, still bool) float64 {
	switch {
	case p.SwitchAt == 0 || still && in < p.SwitchAt:
		return 0
	case still:
		return 1
	}
	return min(max(1-float64(p.SwitchAt-in)/float64(dissolve), 0), 1)
}

// IsSame reports whether two parts show the same content at the same time.
func (p Part) IsSame(q Part) bool {
	refs := p.Clip.Ref == q.Clip.Ref && p.First.Ref == q.First.Ref && p.Last.Ref == q.Last.Ref
	return refs && p.Shot == q.Shot && p.Number == q.Number && p.Caption == q.Caption && p.From == q.From &&
		p.To == q.To && p.NoLast == q.NoLast && p.Made == q.Made && p.SwitchAt == q.SwitchAt
}

// Timeline returns the parts of a board in the order of playing.
func Timeline(v boards.View, m Mode) (parts []Part) {
	if m == NewestFilm {
		for _, ref := range slices.Backward(v.Films) {
			if a := v.Assets[ref]; v.Available(a) && a.Seconds > 0 {
				return []Part{{To: Seconds(a.Seconds), Clip: a, Outdated: isOutdated(v, a)}}
			}
		}
		return nil
	}
	var at time.Duration
	for i, s := range v.Shots {
		if s.Skipped {
			continue
		}
		p := Part{First: FirstPicture(v, i), Last: Picture(v, s.Last), Shot: s.ID, Number: i + 1, Caption: s.Caption,
			NoLast: s.Last == "", From: at}
		p.To = at + time.Duration(max(cmp.Or(s.Seconds, v.Settings.Seconds), 1))*time.Second
		t, ok := v.Chosen(s.ID)
		p.Made = ok && v.Available(t.Asset)
		if p.Made && m == RoughCut {
			p.Clip = t.Asset
			frame := 1 / cmp.Or(t.Asset.FPS, 24)
			p.To = at + Seconds(max(cmp.Or(t.Asset.Seconds, (p.To-at).Seconds())-float64(s.Trim)*frame, frame))
		}
		at = p.To
		parts = append(parts, p)
	}
	for i := range parts {
		p := &parts[i]
		switch last := v.Shots[p.Number-1].Last; {
		case p.Last.ID == 0:
		case p.First.ID == 0:
			p.SwitchAt = 1 // there is no first picture
		case i+1 < len(parts) && v.Shots[parts[i+1].Number-1].First == last:
			p.SwitchAt = p.To - p.From
		default: // no shot begins with it, so it is shown only here
			p.SwitchAt = (p.To - p.From) / 2
		}
	}
	return parts
}

// isOutdated reports whether the clips of a film differ from the chosen takes of the shots that are not skipped. Takes
// without a file are left out of a new film, but an older film may contain them. A film of unknown clips is not
// outdated.
func isOutdated(v boards.View, film db.Asset) bool {
	clips := strings.Fields(film.Parent)
	if len(clips) == 0 {
		return false
	}
	for _, s := range v.Shots {
		t, ok := v.Chosen(s.ID)
		switch {
		case s.Skipped || !ok:
		case len(clips) > 0 && clips[0] == t.Asset.Ref:
			clips = clips[1:]
		case v.Available(t.Asset):
			return true
		}
	}
	return len(clips) > 0
}

// Picture returns the chosen picture of a keyframe; zero if it has none that can be shown.
func Picture(v boards.View, frame string) db.Asset {
	if t, _ := v.Chosen(frame); frame != "" && v.Available(t.Asset) {
		return t.Asset
	}
	return db.Asset{}
}

// FirstPicture returns the picture that a shot begins with, if keyframes define it: a Continue shot begins with the
// last picture of the shot before.
func FirstPicture(v boards.View, shot int) db.Asset {
	for ; shot > 0 && v.Shots[shot].Continue; shot-- {
		if before := v.Shots[shot-1]; before.Last != "" {
			return Picture(v, before.Last)
		}
	}
	return Picture(v, v.Shots[shot].First)
}

// UnanchoredRun returns the length of the run of shots that ends with shot and has no keyframe: each continues the
// previous one.
func UnanchoredRun(b boards.Board, shot int) (n int) {
	for ; shot >= 0 && b.Shots[shot].Continue && b.Shots[shot].Last == ""; shot-- {
		n++
	}
	return n
}

// Seconds returns a number of seconds as a duration.
func Seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
