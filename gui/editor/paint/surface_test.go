package paint

import (
	"image"
	"image/color"
	"slices"
	"sync"
	"testing"

	"viviscope/client/picturefile/reduce"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/mediatest"
)

// level is what a reader sees of all of a surface.
func level(s *Surface, l int) *image.RGBA {
	size := s.Size()
	dst := image.NewRGBA(image.Rect(0, 0, reduce.Cells(size.X, l), reduce.Cells(size.Y, l)))
	s.Draw(dst, image.Rectangle{Max: size}, l)
	return dst
}

// Each pixel of a level is the mean of its box, as far as halving again and again rounds; at the edge of those pixels
// that are there.
func TestLevelsAreMeans(t *testing.T) {
	d, l := on(mediatest.Pattern(300, 200, true))
	d = d.Add(drawing.Mark{Kind: drawing.Line, Points: pts(10, 10, 290, 190), Style: look(red, 12)})
	s := surface(t, d, l)
	full := shown(s)
	for k := 1; k <= 5; k++ {
		im, side := level(s, k), 1<<k
		for y := range im.Rect.Max.Y {
			for x := range im.Rect.Max.X {
				box := image.Rect(x*side, y*side, (x+1)*side, (y+1)*side)
				if in := box.Intersect(full.Rect); in != box {
					continue // the edge is looked at below
				}
				m := mean(full, box)
				wantNear(t, im, x, y, color.NRGBA{m[0], m[1], m[2], 255}, k)
			}
		}
	}
	one := surface(t, sheetOf(301, 203, red), nil) // odd on both sides
	for k := range 9 {
		im := level(one, k)
		for y := range im.Rect.Max.Y {
			for x := range im.Rect.Max.X {
				wantPixel(t, im, x, y, red)
			}
		}
	}
}

func TestDrawFillsAnyPartOfTheView(t *testing.T) {
	d, l := on(mediatest.Pattern(300, 200, true))
	s := surface(t, d, l)
	for k := range 4 {
		whole, side := level(s, k), 1<<k
		from := image.Pt(-16, 104)
		dst := image.NewRGBA(image.Rect(0, 0, 70, 60))
		for i := range dst.Pix {
			dst.Pix[i] = 99 // what was there before
		}
		s.Draw(dst, image.Rectangle{Min: from, Max: from.Add(image.Pt(70*side, 60*side))}, k)
		for y := range 60 {
			for x := range 70 {
				var want color.RGBA
				if q := image.Pt(from.X>>k+x, from.Y>>k+y); q.In(whole.Rect) {
					want = whole.RGBAAt(q.X, q.Y)
				}
				if got := dst.RGBAAt(x, y); got != want {
					t.Fatalf("level %d, pixel %d,%d is %v instead of %v", k, x, y, got, want)
				}
			}
		}
	}
	far := image.NewRGBA(image.Rect(0, 0, 9, 9))
	s.Draw(far, image.Rect(0, 0, 9<<9, 9<<9), 9)
	if far.RGBAAt(0, 0).A != 255 || far.RGBAAt(8, 8).A != 0 {
		t.Error("level 9 shows nothing, or more than there is")
	}
}

// Only what a mark touches is painted again.
func TestSetPaintsOnlyWhatChanged(t *testing.T) {
	d := sheetOf(1280, 1280, white)
	for i := range 10 {
		y := float64(i)*128 + 64
		d = d.Add(drawing.Mark{Kind: drawing.Line, Points: pts(0, y, 1280, y), Style: look(red, 8)})
	}
	s := surface(t, d, nil)
	if damage := set(t, s, d); len(damage) != 0 {
		t.Errorf("nothing changed, and %v was painted", damage)
	}
	if damage := set(t, s, d.Remove(d.Marks[3].ID)); len(damage) != 1 || damage[0] != image.Rect(0, 384, 1280, 512) {
		t.Errorf("a line of ten tiles went, and %v was painted", damage)
	}
	set(t, s, d)
	// Marks that do not meet change places without a pixel changing.
	if damage := set(t, s, d.Raise(d.Marks[3].ID)); len(damage) != 0 {
		t.Errorf("%v was painted", damage)
	}
	// A diagonal touches its own tiles and not the whole rectangle around it.
	set(t, s, d)
	area := 0
	for _, r := range set(t, s, d.Add(drawing.Mark{Kind: drawing.Line, Points: pts(10, 10, 1270, 1270),
		Style: look(blue, 8)})) {
		area += r.Dx() * r.Dy()
	}
	if tiles := area / tileSide / tileSide; tiles > 28 {
		t.Errorf("a diagonal over 10 x 10 tiles painted %d of them", tiles)
	}
}

// A stroke is in the picture while it is drawn, with the very bytes of the drawing that has it afterwards.
func TestALiveStrokeIsInThePicture(t *testing.T) {
	d, l := on(mediatest.Pattern(400, 300, true))
	s := surface(t, d, l)
	m := drawing.Mark{Kind: drawing.Brush, Style: look(red, 20)}
	m.Style.Opacity = 0.6
	points := pts(20, 20, 200, 130, 380, 20, 300, 280)
	if damage := s.Begin(m); !damage.Empty() {
		t.Errorf("a stroke without points touched %v", damage)
	}
	for i, p := range points {
		damage := s.Extend(p)
		if !image.Pt(int(p.X), int(p.Y)).In(damage) {
			t.Errorf("point %d lies outside of %v", i, damage)
		}
		m.Points = points[:i+1]
		wantSame(t, shown(s), bake(t, d.Add(m), l))
	}
	m.Points = append([]drawing.Point(nil), points...)
	d = d.Add(m)
	set(t, s, d)
	wantSame(t, shown(s), bake(t, d, l))
}

func TestAStrokeMayLeaveTheCanvasAndComeBack(t *testing.T) {
	d := sheetOf(400, 300, white)
	s := surface(t, d, nil)
	m := drawing.Mark{Kind: drawing.Brush, Style: look(red, 20), Points: pts(30, 20, -500, 20, -500, 280, 30, 280)}
	s.Begin(m)
	wantSame(t, shown(s), bake(t, d.Add(m), nil))
}

func TestAStrokeThatIsGivenUpLeavesNothing(t *testing.T) {
	d, l := on(mediatest.Pattern(400, 300, true))
	d = d.Add(drawing.Mark{Kind: drawing.Box, Points: pts(30, 30, 350, 250), Style: look(blue, 20)})
	s := surface(t, d, l)
	before := shown(s)
	for _, kind := range []drawing.MarkKind{drawing.Brush, drawing.Erase} {
		s.Begin(drawing.Mark{Kind: kind, Points: pts(20, 20, 300, 200), Style: look(red, 50)})
		damage := set(t, s, d)
		wantSame(t, shown(s), before)
		var all image.Rectangle
		for _, r := range damage {
			all = all.Union(r)
		}
		if !image.Rect(20, 20, 300, 200).In(all) {
			t.Errorf("%s: only %v was said to change", kind, damage)
		}
	}
	if got := s.Begin(drawing.Mark{Kind: drawing.Box, Points: pts(20, 20, 300, 200),
		Style: look(red, 50)}); !got.Empty() {
		t.Errorf("a box touched %v", got)
	}
	if got := s.Extend(pts(5, 5)...); !got.Empty() {
		t.Errorf("without a stroke %v was touched", got)
	}
	wantSame(t, shown(s), before)
}

// A reader may look at any time. The race detector proves it; that each view is of some moment is seen in its pixels: a
// tile is as it was before a stroke or as it is after it.
func TestReadersMeetOnePainter(t *testing.T) {
	d := sheetOf(600, 500, white)
	s := surface(t, d, nil)
	stop := make(chan struct{})
	var group sync.WaitGroup
	for k := range 3 {
		group.Go(func() {
			dst := image.NewRGBA(image.Rect(0, 0, 600>>k, 500>>k))
			for {
				select {
				case <-stop:
					return
				default:
				}
				s.Draw(dst, image.Rect(0, 0, 600, 500), k)
				_ = s.Size()
				if c := dst.RGBAAt(0, 0); c.A != 255 {
					t.Errorf("a view without a picture: %v", c)
					return
				}
			}
		})
	}
	for i := range 30 {
		m := drawing.Mark{Kind: drawing.Brush, Points: pts(50, 50), Style: look(red, 40)}
		s.Begin(m)
		for j := range 20 {
			p := drawing.Point{X: float64((i*37 + j*29) % 600), Y: float64((i*91 + j*13) % 500)}
			m.Points = append(m.Points, p)
			s.Extend(p)
		}
		d = d.Add(m)
		set(t, s, d)
		if i%10 == 9 {
			next, err := d.Do(drawing.Step{Kind: drawing.Turn, Turns: 1})
			if err != nil {
				t.Fatal(err)
			}
			d = next
			set(t, s, d)
		}
	}
	close(stop)
	group.Wait()
	wantSame(t, shown(s), bake(t, d, nil))
}

// held is how many bytes of pixels a surface holds.
func held(s *Surface) int64 {
	pixels := map[*uint8]int64{}
	add := func(im *image.RGBA) { pixels[&im.Pix[0]] = int64(len(im.Pix)) }
	add(s.bitmap.ground)
	for n := range 14 {
		add(s.bitmap.picture.Level(n))
	}
	add(s.exact.ground)
	var sum int64
	for _, n := range pixels {
		sum += n
	}
	return sum
}

// What a surface holds does not grow with the number of strokes: ground, picture, and a third for the smaller sizes.
func TestMemoryIsBounded(t *testing.T) {
	d := sheetOf(1024, 768, white)
	s := surface(t, d, nil)
	ground := int64(4 * 1024 * 768)
	for i := range 200 {
		m := drawing.Mark{Kind: drawing.Brush, Points: pts(0, float64(i*4), 1024, 768-float64(i*4)),
			Style: look(red, 30)}
		s.Begin(m)
		d = d.Add(m)
		set(t, s, d)
	}
	level(s, 3)
	if got, most := held(s), ground*2+ground/3+ground/100; got > most || got < ground*2 {
		t.Errorf("%d bytes after 200 strokes, at most %d", got, most)
	}
}

// What 200 strokes of the brush painted on a picture of 3840 x 2160 goes with them, one after the other, to the last
// bit.
func TestTwoHundredStrokesAreUndone(t *testing.T) {
	d, l := on(mediatest.Pattern(3840, 2160, true))
	s := surface(t, d, l)
	first, drawings := shown(s), []drawing.Drawing{d}
	for k := range 200 {
		m := benchBrush(k%2 == 0)
		for i := range 8 {
			m.Points = append(m.Points, along(8*k+i))
		}
		s.Begin(drawing.Mark{Kind: m.Kind, Style: m.Style})
		s.Extend(m.Points...)
		d = d.Add(m)
		set(t, s, d)
		drawings = append(drawings, d)
	}
	if slices.Equal(shown(s).Pix, first.Pix) {
		t.Fatal("nothing was painted")
	}
	for _, d := range slices.Backward(drawings) {
		set(t, s, d)
	}
	if !slices.Equal(shown(s).Pix, first.Pix) {
		t.Error("the picture is another one")
	}
}

// A drawing without a source has no size. It is an error, because the surface has no ground of its own yet.
func TestSurfaceOfADrawingWithoutSource(t *testing.T) {
	s, err := NewSurface(t.Context(), drawing.Drawing{}, nil)
	if err == nil || s != nil {
		t.Errorf("surface %v, error %v", s, err)
	}
}
