package media

import (
	"context"
	"errors"
	"image"
	"os"
	"path/filepath"
	"testing"

	"viviscope/db"
)

// stripper makes coarse strips immediately and exact ones when released.
type stripper struct {
	fakePosters
	exact chan error // one for each exact strip
	quick error
	calls chan bool // exact?
}

func newStripper() *stripper {
	return &stripper{exact: make(chan error, 8), calls: make(chan bool, 8)}
}

func (s *stripper) Strip(ctx context.Context, path string, exact bool) (*image.RGBA, error) {
	s.calls <- exact
	if !exact {
		return scene(StripTiles*StripWidth, 80), s.quick
	}
	select {
	case err := <-s.exact:
		if ctx.Err() != nil { // it is for the one who asks next
			s.exact <- err
			return nil, ctx.Err()
		}
		return scene(StripTiles*StripWidth, 90), err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// heights records the heights of the received strips, and the last error.
type heights struct {
	got []int
	err error
}

func (h *heights) done(im image.Image, err error) {
	h.err = err
	if err == nil {
		h.got = append(h.got, im.Bounds().Dy())
	}
}

// stripping returns a clip in a folder, and thumbnails whose coarse strips fail with an error.
func stripping(t *testing.T, quick error) (folder, *posts, *stripper, db.Asset, *Thumbs) {
	t.Helper()
	f, p, s := newFolder(t), newPosts(), newStripper()
	s.quick = quick
	return f, p, s, f.clip(t), newThumbs(t, f, p, s)
}

func TestStripIsCoarseThenExactThenCached(t *testing.T) {
	f, p, s, clip, th := stripping(t, nil)
	var h heights
	th.Strip(clip, h.done)
	p.run(1)
	if len(h.got) != 1 || h.got[0] != 80 {
		t.Fatalf("first %v, %v", h.got, h.err)
	}
	// Another caller gets the coarse strip immediately; both get the exact one.
	var other heights
	th.Strip(clip, other.done)
	p.run(1)
	s.exact <- nil
	p.run(2)
	for _, x := range []heights{h, other} {
		if len(x.got) != 2 || x.got[0] != 80 || x.got[1] != 90 {
			t.Errorf("got %v, %v", x.got, x.err)
		}
	}
	var again heights
	th.Strip(clip, again.done)
	p.run(1)
	if len(again.got) != 1 || again.got[0] != 90 {
		t.Errorf("from memory %v, %v", again.got, again.err)
	}
	if _, err := os.Stat(filepath.Join(f.dir, "thumbs", clip.SHA256+"-strip16")); err != nil {
		t.Error(err)
	}
	var kept heights
	newThumbs(t, f, p, &fakePosters{}).Strip(clip, kept.done) // which could make none
	p.run(1)
	if len(kept.got) != 1 || kept.got[0] != 90 {
		t.Errorf("from disk %v, %v", kept.got, kept.err)
	}
	if _, ok := th.Nearest(clip, 320); ok {
		t.Error("a strip stands in for a poster")
	}
}

func TestCancelledStripIsAbandoned(t *testing.T) {
	_, p, s, clip, th := stripping(t, nil)
	var h heights
	cancel := th.Strip(clip, h.done)
	p.run(1)
	cancel()
	<-s.calls
	<-s.calls // the exact one was called off, or the worker would wait for it for ever
	th.Strip(clip, h.done)
	p.run(1) // the quick one is still there
	s.exact <- nil
	p.run(1)
	if len(h.got) != 3 || h.got[2] != 90 {
		t.Errorf("got %v, %v", h.got, h.err)
	}
	if exact := <-s.calls; !exact {
		t.Error("key frames were looked for twice")
	}
}

func TestStripErrors(t *testing.T) {
	_, p, s, clip, th := stripping(t, ErrDamaged)
	for range 2 { // tried once, then remembered
		var h heights
		th.Strip(clip, h.done)
		p.run(1)
		if !errors.Is(h.err, ErrDamaged) {
			t.Errorf("got %v, %v", h.got, h.err)
		}
	}
	if len(s.calls) != 1 {
		t.Errorf("%d tries", len(s.calls))
	}
}
