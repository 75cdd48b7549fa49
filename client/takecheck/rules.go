package takecheck

import (
	"math"
	"slices"

	"viviscope/db/findings"
)

// Limits of the rules, in seconds.
const (
	minStretch  = 0.5 // of black, frozen and flickering pictures
	minSilence  = 1.0
	clippedGap  = 0.5 // shorter pauses between clipped windows join them
	lengthSlack = 0.3
)

// Limits of the rules about pictures. Levels are those of 8-bit brightness.
const (
	darkShare = 0.985 // of the pixels of a black frame

	// Every block of a frozen picture changes by less than maxFrozen from frame to frame, and by less than maxDrift
	// since the stretch began. The median of the changes is below usualFrozen. A frozen stretch that was encoded again
	// changes by up to 0.75, mostly at keyframes. A slow movement drifts.
	maxFrozen   = 1.0
	maxDrift    = 1.0
	usualFrozen = 0.45

	minJump   = 10.0 // of a cut
	jumpRatio = 4.0  // of a cut to the median of its neighbours
	jumpReach = 6    // neighbours on each side

	minTurn   = 2.5 // change of the mean before and after a turn of brightness
	turnShare = 0.6 // of the frames in a flickering window
)

// maxOfKind is the maximum number of findings of one kind.
const maxOfKind = 12

// lookFrames is the number of frames that form a look.
const lookFrames = 6

// measures holds the measurements of a clip.
type measures struct {
	frames []frame // at least one
	sound  sound
}

// result returns the findings by the rules.
func (m measures) result(r Request) findings.Result {
	fs := m.frames
	var out findings.Result
	black := blackStretches(fs)
	flicker := flickerStretches(fs)
	add := func(k findings.Kind, found []span) {
		for _, s := range found[:min(len(found), maxOfKind)] {
			out.Findings = append(out.Findings, findings.Finding{Kind: k, From: s.from, To: s.to})
		}
	}
	add(findings.Black, black)
	add(findings.Flicker, flicker)
	add(findings.Frozen, slices.DeleteFunc(frozenStretches(fs), func(s span) bool {
		return slices.ContainsFunc(black, s.overlaps)
	}))
	add(findings.Cut, slices.DeleteFunc(cuts(fs), func(s span) bool {
		return slices.ContainsFunc(flicker,
			s.overlaps)
	}))
	add(findings.Clipped, m.sound.clipped())
	end := fs[len(fs)-1].end()
	if r.Audio {
		add(findings.Silent, m.sound.silent(end))
	}
	if r.Seconds > 0 && math.Abs(end-r.Seconds) > lengthSlack {
		add(findings.Length, []span{{min(end, r.Seconds), max(end, r.Seconds)}})
	}
	out.Start = lookOf(fs[:min(lookFrames, len(fs))])
	out.End = lookOf(fs[max(0, len(fs)-lookFrames):])
	out.Sanitize()
	return out
}

// span is a part of a clip, in seconds.
type span struct{ from, to float64 }

func (s span) overlaps(o span) bool { return s.from < o.to && o.from < s.to }

func (f frame) end() float64 { return f.time + f.duration }

func (f frame) isBlack() bool { return f.dark >= darkShare }

// runs returns the first and the last frame of each run of frames for which is returns true.
func runs(n int, is func(i int) bool) (found [][2]int) {
	for i := 0; i < n; i++ {
		if !is(i) {
			continue
		}
		first := i
		for i+1 < n && is(i+1) {
			i++
		}
		found = append(found, [2]int{first, i})
	}
	return found
}

func blackStretches(fs []frame) (found []span) {
	for _, run := range runs(len(fs), func(i int) bool { return fs[i].isBlack() }) {
		if s := (span{fs[run[0]].time, fs[run[1]].end()}); s.to-s.from >= minStretch {
			found = append(found, s)
		}
	}
	return found
}

func frozenStretches(fs []frame) (found []span) {
	for _, run := range runs(len(fs), func(i int) bool { return i > 0 && fs[i].still }) {
		s := span{fs[run[0]-1].time, fs[run[1]].end()}
		if s.to-s.from < minStretch {
			continue
		}
		var changes []float64
		for _, f := range fs[run[0] : run[1]+1] {
			changes = append(changes, f.change)
		}
		if median(changes) < usualFrozen {
			found = append(found, s)
		}
	}
	return found
}

// cuts returns the times of cuts. A change from or to a black picture does not count.
func cuts(fs []frame) (found []span) {
	for i := 1; i < len(fs); i++ {
		f := fs[i]
		if f.jump < minJump || f.across < minJump || f.isBlack() || fs[i-1].isBlack() {
			continue
		}
		var near []float64
		for j := max(1, i-jumpReach); j <= min(len(fs)-1, i+jumpReach); j++ {
			if j != i {
				near = append(near, fs[j].jump)
			}
		}
		if len(near) > 0 && f.jump >= jumpRatio*median(near) {
			found = append(found, span{f.time, f.time})
		}
	}
	return found
}

// flickerStretches returns the stretches in which the brightness turns with most frames.
func flickerStretches(fs []frame) (found []span) {
	turns := make([]int, len(fs)+1) // turns before each frame
	for i := range fs {
		turns[i+1] = turns[i]
		if i > 0 && i+1 < len(fs) {
			was, is := fs[i].mean-fs[i-1].mean, fs[i+1].mean-fs[i].mean
			if was*is < 0 && min(math.Abs(was), math.Abs(is)) >= minTurn {
				turns[i+1]++
			}
		}
	}
	turnAt := func(i int) bool { return turns[i+1] > turns[i] }
	last := 0
	for first := range fs {
		for last = max(last, first); last+1 < len(fs) && fs[last].end()-fs[first].time < minStretch; {
			last++
		}
		n := last + 1 - first
		if fs[last].end()-fs[first].time < minStretch || n < 4 ||
			float64(turns[last+1]-turns[first]) < turnShare*float64(n) {
			continue
		}
		from, to := first, last // from the first turn to the last
		for ; !turnAt(from); from++ {
		}
		for ; !turnAt(to); to-- {
		}
		s := span{fs[from].time, fs[to].end()}
		if k := len(found) - 1; k >= 0 && s.from <= found[k].to {
			found[k].to = s.to
		} else {
			found = append(found, s)
		}
	}
	return slices.DeleteFunc(found, func(s span) bool { return s.to-s.from < 0.8*minStretch })
}

// clipped returns the stretches with clipped sound.
func (s sound) clipped() (found []span) {
	for i, w := range s {
		if w.runs < 2 {
			continue
		}
		from, to := float64(i)*windowTime, float64(i+1)*windowTime
		if k := len(found) - 1; k >= 0 && from-found[k].to < clippedGap {
			found[k].to = to
		} else {
			found = append(found, span{from, to})
		}
	}
	return found
}

// silent returns the silent stretches of a clip that lasts until end. A clip without sound is silent from its
// beginning.
func (s sound) silent(end float64) (found []span) {
	if len(s) == 0 {
		return []span{{0, end}}
	}
	for _, run := range runs(len(s), func(i int) bool { return s[i].silent }) {
		if at := (span{float64(run[0]) * windowTime, float64(run[1]+1) * windowTime}); at.to-at.from >= minSilence {
			found = append(found, at)
		}
	}
	return found
}

// lookOf returns the mean look of some frames.
func lookOf(fs []frame) (l findings.Look) {
	for _, f := range fs {
		l.Contrast += f.contrast / float64(len(fs))
		l.Sharpness += f.sharpness / float64(len(fs))
	}
	return l
}
