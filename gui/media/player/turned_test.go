package player

import (
	"image"
	"testing"
	"time"

	"viviscope/client/mp4"
	"viviscope/client/mp4/mp4test"
	"viviscope/gui/media/mediatest"
)

// showsCorners waits for a frame with these corners and size.
func (s *screen) showsCorners(t testing.TB, want string, size image.Point) {
	t.Helper()
	defer func() {
		if t.Failed() && s.im != nil {
			t.Logf("wanted %s of %v, shows %s of %v; %+v", want, size, mediatest.CornersOf(s.im), s.im.Rect.Size(),
				s.state)
		}
	}()
	s.until(t, "picture "+want, func() bool {
		return s.im != nil && s.state.Loaded && !s.state.Seeking && s.state.Size == size &&
			s.im.Rect.Size() == frameSize(size, image.Pt(320, 320)) &&
			mediatest.CornersOf(s.im) == want
	})
}

func shownSize(o mp4.Orientation) image.Point {
	if o.Swaps() {
		return image.Pt(240, 320)
	}
	return image.Pt(320, 240)
}

// One player shows clips of all orientations upright, one after the other, also after a seek and at the end.
func TestTurnedClipsArePlayedUpright(t *testing.T) {
	s := newScreen(t)
	for o := mp4.Upright; o <= mp4.Turned270; o++ {
		s.p.Load(mediatest.Corners(t, 320, 240, mp4test.Matrix(int(o))))
		s.showsCorners(t, mediatest.ShownCorners[o], shownSize(o))
		s.im = nil
		s.p.SeekFrame(12)
		s.showsCorners(t, mediatest.ShownCorners[o], shownSize(o))
		s.im = nil
		s.p.Play()
		s.until(t, "end", func() bool { return s.state.Ended })
		s.showsCorners(t, mediatest.ShownCorners[o], shownSize(o))
	}
}

// Each clip of a film is upright after any other clip, while playing and after a seek. A clip of another size changes
// the size.
func TestClipsOfAFilmArePlayedUpright(t *testing.T) {
	s := newScreen(t)
	var pieces []Piece
	order := []mp4.Orientation{mp4.Turned90, mp4.Upright, mp4.Turned270, mp4.Turned180}
	for _, o := range order {
		pieces = append(pieces, Piece{mediatest.Corners(t, 320, 240, mp4test.Matrix(int(o))), 1})
	}
	s.p.LoadFilm(pieces)
	s.showsCorners(t, mediatest.ShownCorners[order[0]], shownSize(order[0]))
	for _, i := range []int{2, 1, 3, 0} {
		s.p.SeekExact(time.Duration(i)*time.Second + time.Second/2)
		s.showsCorners(t, mediatest.ShownCorners[order[i]], shownSize(order[i]))
	}
	s.p.SeekExact(0)
	s.p.Play()
	for _, o := range order {
		s.showsCorners(t, mediatest.ShownCorners[o], shownSize(o))
	}
}

func TestEmptyFilmDoesNotCrash(t *testing.T) {
	s := newScreen(t)
	s.p.LoadFilm(nil)
	s.until(t, "error", func() bool { return s.state.Err != nil })
}
