package paint

import (
	"context"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"
	"time"

	"viviscope/gui/editor/drawing"
)

// benchSize is the size of the picture of the benchmarks. The short form, which runs under the race detector, shows
// only that they run.
func benchSize() image.Point {
	if testing.Short() {
		return image.Pt(960, 540)
	}
	return image.Pt(3840, 2160)
}

// manyStrokes is the number of strokes of a drawing that was worked on for long.
func manyStrokes() int {
	if testing.Short() {
		return 10
	}
	return 200
}

// photo is a picture that packs about as badly as a photograph: slow waves and a grain.
func photo(w, h int) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, w, h))
	seed := uint32(1)
	for y := range h {
		for x := range w {
			seed = seed*1664525 + 1013904223
			n := int(seed >> 29)
			wave := 100 + 60*math.Sin(float64(x)/170) + 50*math.Cos(float64(y)/90)
			i := im.PixOffset(x, y)
			im.Pix[i], im.Pix[i+1], im.Pix[i+2], im.Pix[i+3] = uint8(int(wave)+n), uint8(int(wave*0.8)+n),
				uint8(int(wave*0.6)+n), 255
		}
	}
	return im
}

func benchPicture() (drawing.Drawing, library) {
	return drawing.Drawing{Source: drawing.Source{Asset: "photo", Size: benchSize()}},
		library{"photo": photo(benchSize().X, benchSize().Y)}
}

// along is a place on a path that wanders over the whole canvas; neighbours lie some 12 px apart.
func along(i int) drawing.Point {
	t := float64(i) * 12
	w, h := float64(benchSize().X), float64(benchSize().Y)
	return drawing.Point{
		X: w/2 + (w/2-60)*math.Sin(t/2900),
		Y: h/2 + (h/2-60)*math.Sin(t/1130+1),
	}
}

func benchBrush(soft bool) drawing.Mark {
	m := drawing.Mark{Kind: drawing.Brush, Style: drawing.Style{Color: blue, Width: 40, Hardness: 1, Opacity: 0.8}}
	if soft {
		m.Style.Hardness = 0.2
	}
	return m
}

// strokes is a drawing of n strokes of 60 points each.
func strokes(d drawing.Drawing, n int) drawing.Drawing {
	for k := range n {
		m := benchBrush(k%2 == 0)
		m.Style.Color = color.NRGBA{uint8(k * 40), uint8(k * 11), uint8(k * 7), 255}
		for i := range 60 {
			m.Points = append(m.Points, along(k*60+i))
		}
		d = d.Add(m)
	}
	return d
}

// A 40 px brush that is dragged over 3840 x 2160, in strokes of 600 events of 12 px: after each event the picture in
// memory is up to date.
func BenchmarkBrushStroke3840x2160(b *testing.B) {
	for _, bb := range []struct {
		name string
		soft bool
	}{{"hard", false}, {"soft", true}} {
		b.Run(bb.name, func(b *testing.B) {
			d, pictures := benchPicture()
			s := surface(b, d, pictures)
			var took []time.Duration
			for n := 0; b.Loop(); {
				s.Begin(benchBrush(bb.soft))
				for range 600 {
					n++
					start := time.Now()
					s.Extend(along(n))
					took = append(took, time.Since(start))
				}
			}
			slices.Sort(took)
			ms := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
			b.ReportMetric(ms(took[len(took)/2]), "median-ms/event")
			b.ReportMetric(ms(took[len(took)*95/100]), "p95-ms/event")
			b.ReportMetric(ms(took[len(took)*999/1000]), "p99.9-ms/event")
		})
	}
}

// The same with a reader that fills a viewport of 1440 x 900 at half size after every event.
func BenchmarkBrushStrokeAndViewport(b *testing.B) {
	d, pictures := benchPicture()
	s := surface(b, d, pictures)
	dst := image.NewRGBA(image.Rect(0, 0, 1440, 900))
	s.Begin(benchBrush(false))
	n := 0
	for b.Loop() {
		n++
		s.Extend(along(n))
		s.Draw(dst, image.Rect(0, 0, 2880, 1800), 1)
	}
}

func BenchmarkMemoryAfter200Strokes3840x2160(b *testing.B) {
	d, pictures := benchPicture()
	dst := image.NewRGBA(image.Rectangle{Max: benchSize().Div(2)})
	for b.Loop() {
		s := surface(b, d, pictures)
		now := d
		for _, m := range strokes(d, manyStrokes()).Marks {
			s.Begin(m)
			now = now.Add(m)
			set(b, s, now)
		}
		s.Draw(dst, image.Rectangle{Max: benchSize()}, 1)
		b.ReportMetric(float64(held(s))/1e6, "MB")
	}
}

func BenchmarkNewSurface3840x2160(b *testing.B) {
	d, pictures := benchPicture()
	d = strokes(d, manyStrokes())
	for b.Loop() {
		surface(b, d, pictures)
	}
}

func BenchmarkSetAfterUndo(b *testing.B) {
	d, pictures := benchPicture()
	d = strokes(d, manyStrokes())
	less := d.Remove(d.Marks[len(d.Marks)/2].ID)
	s := surface(b, d, pictures)
	for b.Loop() {
		set(b, s, less)
		set(b, s, d)
	}
}

func BenchmarkBake3840x2160(b *testing.B) {
	d, pictures := benchPicture()
	for _, bb := range []struct {
		name  string
		marks drawing.Drawing
	}{
		{"200strokes", strokes(d, manyStrokes())},
		{"pixelate", d.Add(region(drawing.Pixelate, 32))},
		{"blur", d.Add(region(drawing.Blur, 40))},
		{"emphasis", d.Add(region(drawing.Emphasis, 4))},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				bake(b, bb.marks, pictures)
			}
		})
	}
}

// region is most of the canvas.
func region(k drawing.MarkKind, width float64) drawing.Mark {
	return drawing.Mark{Kind: k, Points: pts(100, 100, 3700, 2000), Style: look(red, width)}
}

// A picture that is dragged over another one, event by event.
func BenchmarkDragPlacedPicture(b *testing.B) {
	d, pictures := benchPicture()
	size := drawing.Point{X: float64(benchSize().X), Y: float64(benchSize().Y)}
	d = d.Add(drawing.Mark{Kind: drawing.Picture, Asset: "photo", Size: size,
		Style: drawing.Style{Opacity: 1}, At: drawing.Scaled(0.3, 0.3)})
	s := surface(b, d, pictures)
	m := d.Marks[0]
	n := 0.0
	for b.Loop() {
		n++
		m.At = drawing.Scaled(0.3, 0.3).Then(drawing.Moved(n, n/2))
		set(b, s, d.Replace(m))
	}
}

func BenchmarkGround3840x2160(b *testing.B) {
	d, pictures := benchPicture()
	for _, step := range []drawing.Step{
		{Kind: drawing.Turn, Turns: 1}, {Kind: drawing.Resize, Size: image.Pt(1920, 1080)},
		{Kind: drawing.Straighten, Degrees: 3},
	} {
		b.Run(string(step.Kind), func(b *testing.B) {
			with, err := d.Do(step)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := Ground(context.Background(), with, pictures); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// It measures one movement of the angle slider at 3840 x 2160, and the release of the slider.
func BenchmarkStraighten3840x2160(b *testing.B) {
	d, pictures := benchPicture()
	tilted := func(i int) drawing.Drawing {
		next, err := d.Do(drawing.Step{Kind: drawing.Straighten, Degrees: 1 + float64(i%40)/10})
		if err != nil {
			b.Fatal(err)
		}
		return next
	}
	b.Run("while it moves", func(b *testing.B) {
		s := surface(b, d, pictures)
		for i := 0; b.Loop(); i++ {
			if _, err := s.Preview(tilted(i)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("applied", func(b *testing.B) {
		s := surface(b, d, pictures)
		for i := 0; b.Loop(); i++ {
			set(b, s, tilted(i))
		}
	})
}
