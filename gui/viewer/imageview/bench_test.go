package imageview

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2/driver/software"

	"viviscope/client/picturefile/reduce"
)

func solid(w, h int) *reduce.Pyramid {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = 0xff
	}
	return reduce.NewPyramid(m)
}

// A brush of 40 px on 3840x2160: from the damage to the tiles with new pixels. What the window
// paints then is its driver's.
func BenchmarkBrush(b *testing.B) {
	for name, zoom := range map[string]float64{"fit": 0, "100%": 1} {
		b.Run(name, func(b *testing.B) {
			s, _ := showing(b, solid(3840, 2160), 1000, 700)
			if zoom > 0 {
				s.moveTo(zoom, 1920, 1080)
			}
			x0, y0, x1, y1 := s.Shown()
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				f := float64(i) / 60
				i++
				x := int(x0 + (x1-x0)*(0.5+0.45*math.Sin(1.3*f)))
				y := int(y0 + (y1-y0)*(0.5+0.45*math.Sin(1.9*f)))
				s.Changed(image.Rect(x-20, y-20, x+20, y+20))
			}
		})
	}
}

// What the window's goroutine does itself when the zoom goes to another level: tiles of the new one. At scale 2 a unit
// has two pixels. Of 20 changes one may take more than 8 ms.
func BenchmarkLevelChange(b *testing.B) {
	zooms := map[string][2]float64{"finer": {0.5, 0.51}, "coarser": {0.51, 0.5}, "to 100%": {0.24, 1},
		"from 100%": {1, 0.24}}
	for _, scale := range []float32{1, 2} {
		for name, zooms := range zooms {
			b.Run(fmt.Sprintf("%s at scale %v", name, scale), func(b *testing.B) {
				s, win := showing(b, solid(3840, 2160), 1440, 900)
				win.Canvas().(software.WindowlessCanvas).SetScale(scale)
				s.measure()
				var took []time.Duration
				for b.Loop() {
					s.moveTo(zooms[0], 1920, 1080)
					start := time.Now()
					s.moveTo(zooms[1], 1920, 1080)
					took = append(took, time.Since(start))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
			})
		}
	}
}

// What the window's goroutine does itself for one step of a pan and of a zoom without another level.
func BenchmarkMove(b *testing.B) {
	for name, step := range map[string]func(s *View, i int){
		"pan":  func(s *View, i int) { s.PanBy(float32(i%2*2-1), 0) },
		"zoom": func(s *View, i int) { s.moveTo(0.6+0.001*float64(i%2), 1920, 1080) },
	} {
		b.Run(name, func(b *testing.B) {
			s, _ := showing(b, solid(3840, 2160), 1440, 900)
			s.moveTo(0.6, 1920, 1080)
			step(s, 0)
			i := 0
			for b.Loop() {
				step(s, i)
				i++
			}
		})
	}
}

func BenchmarkPrepare24Megapixels(b *testing.B) {
	m := image.NewRGBA(image.Rect(0, 0, 6000, 4000))
	m.SetRGBA(1, 1, color.RGBA{A: 1})
	b.SetBytes(int64(len(m.Pix)))
	for b.Loop() {
		reduce.NewPyramid(m)
	}
}
