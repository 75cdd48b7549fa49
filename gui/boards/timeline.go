package boards

import (
	"cmp"
	"slices"
	"time"

	"viviscope/db"
	"viviscope/db/boards"
)

// mode is what of a board is played.
type mode int

const (
	animatic   mode = iota // the keyframes, for the seconds of their shots
	roughCut               // the chosen takes, and pictures where there is none
	newestFilm             // the film that was made last
)

// part is a shot on the time of what is played.
type part struct {
	stretch
	clip        db.Asset // zero: pictures stand in for it
	first, last db.Asset // the pictures of its keyframes; zero: none
}

// stretch is what a part has besides pictures.
type stretch struct {
	shot     string // its ID; "": it is the film
	number   int
	caption  string
	from, to time.Duration
	alone    bool          // it has no last keyframe
	made     bool          // it has a clip, played or not
	turn     time.Duration // of an animatic: from where the last one is seen in place of the first; 0: never
}

// dissolves is how long one keyframe turns into the next in an animatic.
const dissolves = 400 * time.Millisecond

// mix gives how much of the last picture is seen at a time of the part, 0 to 1.
func (p part) mix(in time.Duration, still bool) float64 {
	switch {
	case p.turn == 0 || still && in < p.turn:
		return 0
	case still:
		return 1
	}
	return min(max(1-float64(p.turn-in)/float64(dissolves), 0), 1)
}

// same reports whether two parts show the same at the same time.
func (p part) same(q part) bool {
	return p.stretch == q.stretch && p.clip.Ref == q.clip.Ref && p.first.Ref == q.first.Ref && p.last.Ref == q.last.Ref
}

// timeline returns the parts of a view in the order of playing.
func timeline(v boards.View, m mode) (parts []part) {
	if m == newestFilm {
		for _, ref := range slices.Backward(v.Films) {
			if a := v.Assets[ref]; v.There(a) && a.Seconds > 0 {
				return []part{{stretch: stretch{to: seconds(a.Seconds)}, clip: a}}
			}
		}
		return nil
	}
	var at time.Duration
	for i, s := range v.Shots {
		if s.Skipped {
			continue
		}
		p := part{first: opening(v, i), last: picture(v, s.Last)}
		p.stretch = stretch{shot: s.ID, number: i + 1, caption: s.Caption, from: at, alone: s.Last == "",
			to: at + time.Duration(max(cmp.Or(s.Seconds, v.Settings.Seconds), 1))*time.Second}
		t, ok := v.Chosen(s.ID)
		p.made = ok && v.There(t.Asset)
		if p.made && m == roughCut {
			p.clip = t.Asset
			frame := 1 / cmp.Or(t.Asset.FPS, 24)
			p.to = at + seconds(max(cmp.Or(t.Asset.Seconds, (p.to-at).Seconds())-float64(s.Trim)*frame, frame))
		}
		at = p.to
		parts = append(parts, p)
	}
	for i := range parts {
		p := &parts[i]
		switch last := v.Shots[p.number-1].Last; {
		case p.last.ID == 0:
		case p.first.ID == 0:
			p.turn = 1 // there is nothing before it
		case i+1 < len(parts) && v.Shots[parts[i+1].number-1].First == last:
			p.turn = p.to - p.from
		default: // no shot begins with it: it is seen here or never
			p.turn = (p.to - p.from) / 2
		}
	}
	return parts
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
