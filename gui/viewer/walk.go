package viewer

import (
	"context"

	"viviscope/db"
)

// show shows an asset, alone.
func (s *Screen) show(a db.Asset) {
	s.versus.end()
	s.stop()
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.asset, s.known = a, known{}
	s.index = -1
	if s.seq != nil {
		s.index = s.seq.IndexOf(a.ID)
	}
	s.lookAround()
	if a.Kind == db.Clip {
		s.pic.clear()
		s.clip.load(a)
	} else {
		s.clip.clear()
		s.pic.load(a)
	}
	s.refresh()
	ctx := s.ctx
	s.d.Go(func() { s.read(ctx, a) })
}

// lookAround has the picture that is shown decoded, and its neighbours after it.
func (s *Screen) lookAround() {
	var want []db.Asset
	if s.asset.Kind == db.Picture {
		want = append(want, s.asset)
	}
	for _, step := range []int{1, -1} {
		if a, ok := s.neighbour(step); ok && a.Kind == db.Picture {
			want = append(want, a)
		}
	}
	s.shelf.look(want...)
}

// neighbour gives the asset that many places on, or back.
func (s *Screen) neighbour(step int) (db.Asset, bool) {
	if s.seq == nil || s.index < 0 {
		return db.Asset{}, false
	}
	i := s.index + step
	if i < 0 || i >= s.seq.Len() {
		return db.Asset{}, false
	}
	return s.seq.At(i)
}

// step shows the asset that many places on, or back, where there is one.
func (s *Screen) step(n int) {
	if a, ok := s.neighbour(n); ok {
		s.show(a)
	}
}

// end shows the first asset of the sequence, or the last.
func (s *Screen) end(last bool) {
	if s.seq == nil || s.seq.Len() == 0 {
		return
	}
	i := 0
	if last {
		i = s.seq.Len() - 1
	}
	if a, ok := s.seq.At(i); ok && a.ID != s.asset.ID {
		s.show(a)
	}
}

// follow shows an asset that the one before led to; the sequence stays, though it may not be in it.
func (s *Screen) follow(a db.Asset) {
	s.show(a)
	s.Focus()
}
