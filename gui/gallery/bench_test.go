package gallery

import (
	"image"
	"testing"
)

// BenchmarkScroll is what one step of the wheel costs the window's goroutine in a gallery of 10,000 items whose pictures are in memory:
// binding, without drawing.
func BenchmarkScroll(b *testing.B) {
	d := newDesk(b, pile(10_000))
	im := image.NewRGBA(image.Rect(0, 0, 320, 180))
	for _, a := range d.model.assets {
		d.prints.ready[a.ID] = im
	}
	y := float32(0)
	b.ReportAllocs()
	for b.Loop() {
		y += 80
		if y > 250_000 {
			y = 0
		}
		d.rows.SetOffset(y)
	}
}

// BenchmarkJump is the cost of landing anywhere: every cell in sight is bound anew.
func BenchmarkJump(b *testing.B) {
	d := newDesk(b, pile(10_000))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.rows.SetOffset(float32(i*7919%250) * 1000)
	}
}

// BenchmarkShow is the cost of putting 10,000 items in on the window's goroutine.
func BenchmarkShow(b *testing.B) {
	d := newDesk(b, pile(10_000))
	b.ReportAllocs()
	for b.Loop() {
		d.show(d.model)
	}
}
