package stage

import (
	"image"
	"testing"

	"pgregory.net/rapid"
)

func TestLevelHasAtLeastThePixelsOfTheScreen(t *testing.T) {
	g := grid{size: image.Pt(3840, 2160), edge: 256}
	for _, c := range []struct {
		zoom float64
		want int
	}{{32, 0}, {1, 0}, {0.51, 0}, {0.5, 1}, {0.26, 1}, {0.25, 2}, {0.126, 2}, {0.125, 3}, {0.01, 3}} {
		if got := g.levelFor(c.zoom); got != c.want {
			t.Errorf("level %d at %v, want %d", got, c.zoom, c.want)
		}
	}
	if (grid{size: image.Pt(400, 300), edge: 256}).coarsest() != 0 {
		t.Error("a small picture has a coarser level")
	}
}

// Every pixel of a picture is in one tile of each level, and in no second one.
func TestTilesCoverThePictureOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grid{size: image.Pt(rapid.IntRange(1, 9000).Draw(t, "width"), rapid.IntRange(1, 9000).Draw(t, "height")), edge: 256}
		level := rapid.IntRange(0, g.coarsest()).Draw(t, "level")
		all := g.tilesIn(image.Rectangle{Max: g.size}, level, 3)
		covered := 0
		for row := range all.Max.Y {
			for col := range all.Max.X {
				b := g.bounds(place{level, col, row})
				if b.Empty() {
					t.Fatalf("tile %d, %d of %v is empty", col, row, g.size)
				}
				covered += area(b)
			}
		}
		if covered != g.size.X*g.size.Y {
			t.Fatalf("%d of %d pixels", covered, g.size.X*g.size.Y)
		}
		x, y := rapid.IntRange(0, g.size.X-1).Draw(t, "x"), rapid.IntRange(0, g.size.Y-1).Draw(t, "y")
		one := g.tilesIn(image.Rect(x, y, x+1, y+1), level, 0)
		if one.Dx() != 1 || one.Dy() != 1 || !image.Pt(x, y).In(g.bounds(place{level, one.Min.X, one.Min.Y})) {
			t.Fatalf("%d, %d is in tiles %v", x, y, one)
		}
	})
}

func TestWholeCells(t *testing.T) {
	b := image.Rect(1024, 0, 2001, 901)
	for _, c := range []struct {
		r     image.Rectangle
		level int
		want  image.Rectangle
	}{
		{image.Rect(1030, 7, 1031, 9), 0, image.Rect(1030, 7, 1031, 9)},
		{image.Rect(1030, 7, 1031, 9), 3, image.Rect(1024, 0, 1032, 16)},
		{image.Rect(0, 0, 5000, 5000), 2, b},
		{image.Rect(1999, 899, 2001, 901), 2, image.Rect(1996, 896, 2001, 901)},
		{image.Rect(0, 0, 10, 10), 2, image.Rectangle{}},
	} {
		if got := wholeCells(c.r, b, c.level); got != c.want {
			t.Errorf("%v at %d: %v, want %v", c.r, c.level, got, c.want)
		}
	}
}
