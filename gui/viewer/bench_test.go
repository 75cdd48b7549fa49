package viewer

import (
	"testing"
	"time"

	"viviscope/db"
	"viviscope/gui/media/player"
)

// BenchmarkStep is what going to the next picture costs the window's goroutine, before anything is drawn.
func BenchmarkStep(b *testing.B) {
	var all []db.Asset
	for i := range 50 {
		all = append(all, picture(int64(i+1)))
	}
	r := newRoom(b, all...)
	r.open(0)
	by := 1
	b.ResetTimer()
	for range b.N {
		if _, ok := r.s.now.neighbour(by); !ok {
			by = -by
		}
		r.s.step(by)
		b.StopTimer()
		r.run()
		b.StartTimer()
	}
}

// BenchmarkRead is what showing the read facts of an asset costs the window's goroutine.
func BenchmarkRead(b *testing.B) {
	r := newRoom(b, picture(1), picture(2), clip(3))
	r.family["1"] = db.Family{MadeFrom: []db.Relative{{Asset: &r.assets[1]}},
		UsedAsFrame: []db.Relative{{Asset: &r.assets[2]}}}
	r.open(0)
	b.ResetTimer()
	for range b.N {
		r.s.read(r.s.now.ctx, r.assets[0])
	}
}

// BenchmarkPlaying is what a new place of a playing clip costs the window's goroutine, 24 times a second.
func BenchmarkPlaying(b *testing.B) {
	r := newRoom(b, clip(1))
	r.open(0)
	r.plays(nil)
	b.ResetTimer()
	for i := range b.N {
		r.plays(func(s *player.State) { s.Position = time.Duration(i%240) * time.Second / 24 })
	}
}
