package editor

import (
	"context"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/db"
)

// BenchmarkStrokeEvent measures the cost of one movement of a 40 px brush over 3840 x 2160 on the window's goroutine.
// Painting is not included.
func BenchmarkStrokeEvent(b *testing.B) {
	e := newFixture(b)
	e.w.Resize(fyne.NewSize(1000, 800))
	a := e.library.add("large.png", flatPNG(3840, 2160), db.Asset{})
	e.s.OpenAsset(a)
	e.wait()
	e.letters("b")
	e.slider("Width").slid(sliderSteps)
	e.host.Worker = func(func(context.Context)) {} // nobody paints: the requests ride along
	at := func(i int) fyne.Position {
		turn := float64(i) / 40
		return e.s.view.FromPicture(1920+900*math.Cos(turn), 1080+700*math.Sin(turn))
	}
	e.s.view.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(0)},
		Button: desktop.MouseButtonPrimary})
	i := 0
	for b.Loop() {
		i++
		e.s.view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(i)}})
	}
	b.StopTimer()
	e.s.view.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(i)},
		Button: desktop.MouseButtonPrimary})
	if m, ok := e.s.doc.drawing().Top(); !ok || len(m.Points) < min(i, 40)/2 {
		b.Fatalf("%d events made a stroke of %d points", i, len(m.Points))
	}
}
