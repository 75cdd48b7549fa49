package compare

import (
	"image"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"
)

// BenchmarkDrag drags the divider and then the pictures, two of 3840 x 2160 in a window of 1440 x 900 at twice the
// pixels, shown whole and enlarged: "p95-ms" is what one movement takes of the window's goroutine until the tiles have
// their pixels.
func BenchmarkDrag(b *testing.B) {
	p := newTestPair(b)
	p.w.Canvas().(software.WindowlessCanvas).SetScale(2)
	p.w.Resize(fyne.NewSize(1440, 900))
	a, c := plain(3840, 2160, red), plain(3840, 2160, blue)
	p.SetPictures(a, c, image.Point{}, image.Point{}, "one", "two")
	for _, zoomed := range []bool{false, true} {
		b.Run(map[bool]string{false: "divider", true: "pictures"}[zoomed], func(b *testing.B) {
			from := float32(720)
			p.Fit()
			if zoomed {
				p.Actual()
				from = 400
			}
			var took []time.Duration
			for b.Loop() {
				p.view.MouseDown(p.mouse(from, 450))
				for i := float32(0); i < 200; i++ {
					start := time.Now()
					p.dragTo(from-3*i, 450+i)
					took = append(took, time.Since(start))
				}
				p.view.MouseUp(p.mouse(from-600, 650))
				p.SetSplit(0.5)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
