package stage

import (
	"image"
	"image/color"
	"sync"
	"testing"

	"viviscope/resources"
)

func TestNothingIsDrawnOnTheWindowsGoroutine(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Actual)
	s.PanBy(100, 100)
	s.Changed(image.Rect(0, 0, 50, 50))
	if d := src.took(); len(d) > 0 {
		t.Fatalf("drew %v at once", d)
	}
	if len(e.away) != 1 {
		t.Fatalf("%d errands, want one at a time", len(e.away))
	}
}

func TestOnePostSwapsInAFewTiles(t *testing.T) {
	e, s, _ := showing(t, placed(3840, 2160), 1440, 900)
	s.Actual()
	for more := true; more; {
		before, landings := map[*tile]*image.RGBA{}, e.landings
		for _, t := range s.tiles.all {
			before[t] = t.front
		}
		if more = e.turn(); e.landings > landings+1 {
			t.Fatalf("%d posts of one errand", e.landings-landings)
		}
		swapped := 0
		for _, t := range s.tiles.all {
			if t.drawn && before[t] != t.front {
				swapped++
			}
		}
		if swapped > perPost {
			t.Fatalf("%d tiles in one post", swapped)
		}
	}
}

func TestCoarseFirstThenFromTheMiddle(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Actual)
	e.turn()
	if d := src.took(); len(d) != 1 || d[0] != (drawing{image.Rect(0, 0, 3840, 2160), 3}) {
		t.Fatalf("drawn first: %v", d)
	}
	for p, tile := range s.tiles.all {
		if image.Pt(p.col, p.row).In(s.tiles.sight) && tile.front == nil {
			t.Errorf("nothing stands in for %v", p)
		}
	}
	e.turn()
	d := src.took()
	if len(d) != perPost || !image.Pt(1920, 1080).In(d[0].r) {
		t.Fatalf("drawn then: %v", d)
	}
	e.all()
	later := src.took()
	sight := s.tiles.sight.Dx() * s.tiles.sight.Dy()
	for i, one := range append(d, later...) {
		if in := one.r.Overlaps(image.Rect(1920-400, 1080-300, 1920+400, 1080+300)); in != (i < sight) {
			t.Errorf("drawing %d of %v: in sight %v", i, one.r, in)
		}
	}
}

func TestABrushDrawsOnlyWhatItTouched(t *testing.T) {
	e, src, s := drawnUp(t)
	src.shade = func(x, y int) color.RGBA { return color.RGBA{R: 9, A: 255} }
	damage := image.Rect(1900, 1000, 1940, 1040)
	s.Changed(damage)
	if len(e.away) != 1 {
		t.Fatal("not sent at once")
	}
	e.turn()
	pixels := 0
	for _, d := range src.took() {
		if !d.r.In(damage) || d.level != 0 {
			t.Errorf("drew %v at level %d", d.r, d.level)
		}
		pixels += area(d.r)
	}
	if pixels != 1600 {
		t.Errorf("drew %d pixels of 1600 after one errand", pixels)
	}
	at := s.FromPicture(1920, 1020)
	if got := pixelAt(s, at.X, at.Y); got != (color.RGBA{R: 9, A: 255}) {
		t.Errorf("shows %v after one errand and one post", got)
	}
	beside := s.FromPicture(1890.5, 1020.5)
	if got := pixelAt(s, beside.X, beside.Y); got != placed(1, 1).shade(1890, 1020) {
		t.Errorf("beside the damage: %v", got)
	}
	e.all()
	if d := src.took(); len(d) != 1 || d[0].level != 3 || area(d[0].r) > 48*48 {
		t.Errorf("for the coarse picture: %v", d)
	}
}

func TestABrushDoesNotWaitForWhatIsOutOfSight(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Actual)
	inSight := func() (wanting bool) {
		for p, tile := range s.tiles.all {
			wanting = wanting || tile.wanting() && image.Pt(p.col, p.row).In(s.tiles.sight)
		}
		return wanting
	}
	for inSight() {
		e.turn()
	}
	src.took()
	if !s.tiles.flight.ahead || len(s.tiles.flight.jobs) < 2 {
		t.Fatal("nothing is drawn ahead")
	}
	damage := image.Rect(1900, 1060, 1940, 1100)
	s.Changed(damage)
	e.turn()
	e.turn()
	if d := src.took(); len(d) < 2 || d[0].r.Overlaps(damage) || !d[1].r.In(damage) {
		t.Errorf("drew %v, want one ahead and then the damage", d)
	}
}

func TestAStrokeCannotQueueUp(t *testing.T) {
	e, src, s := drawnUp(t)
	for i := range 500 {
		x := 1700 + i%200
		s.Changed(image.Rect(x, 1000, x+40, 1040))
	}
	turns := 0
	for len(e.away) > 0 {
		e.turn()
		turns++
	}
	if d := src.took(); turns > 4 || len(d) > 8 {
		t.Errorf("%d turns and %d drawings for 500 damages of two tiles", turns, len(d))
	}
}

func TestDamageDuringADrawingIsDrawnAfterIt(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Actual)
	e.turn()
	away := e.away
	e.away = nil
	for _, f := range away {
		f()
	}
	src.shade = func(x, y int) color.RGBA { return color.RGBA{G: 7, A: 255} }
	s.Changed(image.Rect(0, 0, 3840, 2160))
	e.all()
	for p, tile := range s.tiles.all {
		if tile.front.RGBAAt(3, 3) != (color.RGBA{G: 7, A: 255}) {
			t.Errorf("tile %v is out of date", p)
		}
	}
}

func TestAnotherViewCutsABatchShort(t *testing.T) {
	e, src, s := viewing(t, func(s *Stage) { s.MoveTo(1, 500, 500) })
	e.turn()
	src.took()
	s.MoveTo(1, 3000, 1600) // while the tiles around 500, 500 are on their way
	e.turn()
	if d := src.took(); len(d) != 1 {
		t.Errorf("drew %d tiles of a view that is gone", len(d))
	}
	e.turn()
	if d := src.took(); len(d) == 0 || !image.Pt(3000, 1600).In(d[0].r) {
		t.Errorf("drew %v", d)
	}
}

func TestDamageOfABatchThatWasCutShortIsNotLost(t *testing.T) {
	e, src, s := drawnUp(t)
	src.shade = func(x, y int) color.RGBA { return color.RGBA{B: 5, A: 255} }
	s.Changed(image.Rect(1700, 900, 2100, 1200)) // of nine tiles
	s.PanBy(30, 30)
	s.PanBy(230, 0) // other tiles come into sight
	e.turn()
	if d := src.took(); len(d) != 1 {
		t.Fatalf("drew %v", d)
	}
	e.all()
	for _, x := range []float64{1701, 1900, 2099} {
		for _, y := range []float64{901, 1000, 1199} {
			p := s.FromPicture(x+0.5, y+0.5)
			if got := pixelAt(s, p.X, p.Y); got != nil && got != (color.RGBA{B: 5, A: 255}) {
				t.Errorf("%v, %v shows %v", x, y, got)
			}
		}
	}
}

// What was let go has no image, so that neither Fyne nor the stage keeps its pixels, and memory does not grow with what was
// seen.
func TestWhatWentOutOfSightIsFreed(t *testing.T) {
	e, s, _ := showing(t, placed(8000, 8000), 800, 600)
	s.MoveTo(1, 500, 500)
	e.all()
	first := s.tiles.all[place{0, 0, 0}]
	if first == nil || first.object.Image == nil {
		t.Fatal("the first tile is not there")
	}
	most := 0
	for x := 500.0; x < 7500; x += 90 {
		s.MoveTo(1, x, x)
		e.all()
		most = max(most, len(s.tiles.all)+len(s.tiles.objects))
	}
	if first.front != nil {
		t.Error("what is out of sight still holds its pixels")
	}
	for _, o := range s.tiles.objects {
		if o.Image != nil || o.Visible() {
			t.Error("a spare object still holds an image")
		}
	}
	if limit := 60; most > limit {
		t.Errorf("%d tiles, want at most %d", most, limit)
	}
	if len(s.tiles.buffers.spare) > s.tiles.buffers.most {
		t.Error("spare memory has no bound")
	}
}

func TestZoomingNeverShowsAHole(t *testing.T) {
	e, s, _ := showing(t, placed(3841, 2163), 800, 600)
	e.all()
	for _, zoom := range []float64{0.2, 0.3, 0.6, 1, 9, 0.9, 0.4, 0.1, 0.02, 2} {
		s.MoveTo(zoom, 1920, 1080)
		for x := float32(2); x < 800; x += 37 {
			for y := float32(2); y < 600; y += 37 {
				px, py := s.ToPicture(at(x, y))
				in := px > 0 && py > 0 && px < 3841 && py < 2163
				if got := pixelAt(s, x, y); in && got == nil {
					t.Fatalf("a hole at %v, %v of zoom %v before anything was drawn", x, y, zoom)
				}
			}
		}
		e.all()
	}
}

// A stand-in shows about the same as what it stands in for.
func TestStandInsShowTheSame(t *testing.T) {
	e := &errands{}
	s, _ := standing(t, e, resources.Dark, 800, 600)
	src := &plain{size: image.Pt(3000, 2000), shade: func(x, y int) color.RGBA {
		return color.RGBA{R: uint8(x / 12), G: uint8(y / 8), A: 255}
	}}
	s.SetSource(src)
	e.all()
	for _, zoom := range []float64{1, 0.5, 0.24, 0.8, 4} {
		s.MoveTo(zoom, 1500, 1000)
		for _, p := range [][2]float32{{400, 300}, {300, 350}, {500, 200}, {410, 310}, {60, 70}, {790, 590}, {15, 300}, {400, 15}} {
			x, y := s.ToPicture(at(p[0], p[1]))
			if x < 0 || y < 0 || x >= 3000 || y >= 2000 {
				continue
			}
			got, ok := pixelAt(s, p[0], p[1]).(color.RGBA)
			if !ok || !near(float64(got.R), x/12, 3) || !near(float64(got.G), y/8, 3) {
				t.Errorf("zoom %v at %v, %v shows %v", zoom, x, y, got)
			}
		}
		e.all()
	}
}

// The same with another goroutine, as it is in the program: the race detector looks for memory that is used twice.
func TestDrawingBesideTheWindow(t *testing.T) {
	var away sync.WaitGroup
	posts := make(chan func(), 1000)
	e := &errands{}
	s, _ := standing(t, e, resources.Dark, 800, 600)
	s.tiles.deps.Go = func(f func()) { away.Go(f) }
	s.tiles.deps.Post = func(f func()) { posts <- f }
	src := placed(3840, 2160)
	s.SetSource(src)
	sum := 0
	look := func() { // reads what Fyne would upload
		for _, t := range s.tiles.all {
			if t.front != nil {
				sum += int(t.front.Pix[0]) + int(t.front.Pix[len(t.front.Pix)-1])
			}
		}
	}
	for i := range 300 {
		switch i % 5 {
		case 0:
			s.MoveTo([]float64{0.2, 1, 3, 0.6}[i/5%4], 1000+float64(i), 800)
		case 1:
			s.PanBy(float32(i%7)*50-150, 40)
		default:
			s.Changed(image.Rect(900+i, 700, 960+i, 760))
		}
		look()
		select {
		case f := <-posts:
			f()
			look()
		default:
		}
	}
	for {
		away.Wait()
		select {
		case f := <-posts:
			f()
			look()
			continue
		default:
		}
		break
	}
	for p, tile := range s.tiles.all {
		if tile.wanting() {
			t.Errorf("tile %v was never drawn", p)
		}
	}
	if sum == 0 {
		t.Error("nothing was shown")
	}
}
