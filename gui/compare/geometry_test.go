package compare

import (
	"image"
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func drawSight(t *rapid.T) sight {
	length := rapid.Float64Range(50, 4000)
	return sight{
		box:   image.Pt(rapid.IntRange(1, 5000).Draw(t, "box width"), rapid.IntRange(1, 5000).Draw(t, "box height")),
		width: length.Draw(t, "width"), height: length.Draw(t, "height"), margin: 16,
	}.clamped()
}

// Whatever is zoomed and panned, the box fills the room or stands in its middle, and is never smaller than whole or,
// where it is small, than itself.
func TestNoZoomAndNoPanLeavesTheRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSight(t)
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "pan") {
				s = s.moved(rapid.Float64Range(-5000, 5000).Draw(t, "dx"), rapid.Float64Range(-5000, 5000).Draw(t, "dy"))
			} else {
				s = s.zoomed(rapid.Float64Range(0.1, 10).Draw(t, "factor"), rapid.Float64Range(0, s.width).Draw(t, "x"), rapid.Float64Range(0, s.height).Draw(t, "y"))
			}
		}
		const slack = 1e-6
		at, k := s.place(), s.now()
		if k > maxZoom+slack || k < min(s.fit(), 1)-slack {
			t.Fatalf("scale %v, whole at %v", k, s.fit())
		}
		for _, side := range [][3]float64{{at.x0, at.x1, s.width}, {at.y0, at.y1, s.height}} {
			from, to, room := side[0], side[1], side[2]
			middle := math.Abs(from-(room-to)) < 1e-3
			if fills := from <= slack && to >= room-slack; !fills && !middle {
				t.Fatalf("the box is at %v to %v of %v", from, to, room)
			}
		}
	})
}

func TestTheWheelZoomsToThePointer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sight{box: image.Pt(4000, 3000), width: 800, height: 600}.clamped().zoomed(8, 400, 300)
		x, y := rapid.Float64Range(0, 800).Draw(t, "x"), rapid.Float64Range(0, 600).Draw(t, "y")
		under := func(s sight) (float64, float64) {
			at, k := s.place(), s.now()
			return (x - at.x0) / k, (y - at.y0) / k
		}
		ux, uy := under(s)
		vx, vy := under(s.zoomed(rapid.Float64Range(1, 4).Draw(t, "factor"), x, y))
		if math.Abs(ux-vx) > 1e-6 || math.Abs(uy-vy) > 1e-6 {
			t.Fatalf("the pixel %v, %v went to %v, %v", ux, uy, vx, vy)
		}
	})
}

func TestWhatCanBeSeenThroughLiesOnChecks(t *testing.T) {
	half := plain(2, 2, color.RGBA{R: 64, A: 128})
	c := scene{a: half, ra: rect{0, 0, 32, 32}, cut: 33, checks: [2]uint8{0, 100}}
	dst := image.NewRGBA(image.Rect(0, 0, 40, 32))
	c.paint(dst)
	for _, p := range []struct {
		x, y int
		want color.RGBA
	}{{2, 2, color.RGBA{R: 64, A: 255}}, {10, 2, color.RGBA{R: 113, G: 49, B: 49, A: 255}}, {36, 2, color.RGBA{}}} {
		if got := dst.RGBAAt(p.x, p.y); got != p.want {
			t.Errorf("%d, %d: %v, want %v", p.x, p.y, got, p.want)
		}
	}
}

func TestTheBitmapThatIsDrawnIsNeverEnlargedNorTwiceTooLarge(t *testing.T) {
	l := newLevels(image.NewRGBA(image.Rect(0, 0, 4000, 1000)))
	for width := 260.0; width < 4000; width += 97 {
		if got := float64(l.at(width).Rect.Dx()); got < width || got >= 2*width+2 && got > 500 {
			t.Errorf("at %v px the bitmap has %v", width, got)
		}
	}
	if large := newLevels(image.NewRGBA(image.Rect(0, 0, 9000, 10))); large.maps[0].Rect.Dx() > largest || large.size.X != 9000 {
		t.Errorf("a bitmap of %v is kept for %v", large.maps[0].Rect, large.size)
	}
}

func BenchmarkPaint(b *testing.B) {
	a, o := newLevels(plain(3840, 2160, red)), newLevels(plain(3840, 2160, blue))
	s := sight{box: image.Pt(3840, 2160), width: 1136, height: 640, margin: margin}.clamped()
	c := scene{cut: 500}
	c.a, c.ra = shownOf(a, s)
	c.b, c.rb = shownOf(o, s)
	dst := image.NewRGBA(image.Rect(0, 0, 1136, 640))
	b.ResetTimer()
	for range b.N {
		c.paint(dst)
	}
}
