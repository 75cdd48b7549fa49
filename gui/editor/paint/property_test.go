package paint

import (
	"context"
	"image"
	"image/color"
	"testing"

	"pgregory.net/rapid"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/mediatest"
)

// After any edits in any order, a surface shows the same bytes as the drawing painted from scratch. It reports the
// changed area correctly, and an undo shows the earlier bytes again.
func TestSurfaceEqualsBakeAfterAnyEdits(t *testing.T) {
	pictures := library{"opaque": mediatest.Pattern(260, 140, true), "glass": mediatest.Pattern(150, 300, false)}
	rapid.Check(t, func(t *rapid.T) {
		d := anySource(t)
		s := surface(t, d, pictures)
		drawings, bytes := []drawing.Drawing{d}, []*image.RGBA{shown(s)}
		for range rapid.IntRange(1, 7).Draw(t, "edits") {
			before := bytes[len(bytes)-1]
			var damage []image.Rectangle
			if rapid.Bool().Draw(t, "live") {
				d, damage = anyStroke(t, s, d)
			} else {
				d = anyEdit(t, d)
			}
			damage = append(damage, set(t, s, d)...)
			now := shown(s)
			if !wantSame(t, now, bake(t, d, pictures)) {
				t.Fatalf("after %+v", d)
			}
			wantDamage(t, before, now, damage)
			drawings, bytes = append(drawings, d), append(bytes, now)
		}
		for i := len(drawings) - 1; i >= 0; i-- {
			set(t, s, drawings[i])
			if !wantSame(t, shown(s), bytes[i]) {
				t.Fatalf("undone to %+v", drawings[i])
			}
		}
	})
}

// wantDamage fails where a pixel changed that is in none of the rectangles.
func wantDamage(t *rapid.T, before, now *image.RGBA, damage []image.Rectangle) {
	if before.Rect != now.Rect {
		if len(damage) == 0 || damage[len(damage)-1] != now.Rect {
			t.Fatalf("another size, and damage %v", damage)
		}
		return
	}
	for y := range now.Rect.Max.Y {
		for x := range now.Rect.Max.X {
			if before.RGBAAt(x, y) == now.RGBAAt(x, y) {
				continue
			}
			said := false
			for _, r := range damage {
				said = said || image.Pt(x, y).In(r)
			}
			if !said {
				t.Fatalf("pixel %d,%d changed outside of %v", x, y, damage)
			}
		}
	}
}

func anySource(t *rapid.T) drawing.Drawing {
	size := image.Pt(rapid.IntRange(20, 300).Draw(t, "width"), rapid.IntRange(20, 280).Draw(t, "height"))
	switch rapid.IntRange(0, 2).Draw(t, "source") {
	case 0:
		return drawing.Drawing{Source: drawing.Source{Size: size, Fill: anyColor(t)}}
	case 1:
		return drawing.Drawing{Source: drawing.Source{Asset: "opaque", Size: image.Pt(260, 140)}}
	}
	return drawing.Drawing{Source: drawing.Source{Asset: "glass", Size: size}}
}

func anyEdit(t *rapid.T, d drawing.Drawing) drawing.Drawing {
	n := len(d.Marks)
	pick := func() drawing.Mark { return d.Marks[rapid.IntRange(0, n-1).Draw(t, "mark")] }
	kind := rapid.IntRange(0, 10).Draw(t, "edit")
	if n == 0 {
		kind = min(kind, 5)
	}
	switch kind {
	case 4:
		next, err := d.Do(anyStep(t, d.Size()))
		if err != nil {
			return d
		}
		return next
	case 6:
		return d.Remove(pick().ID)
	case 7:
		return d.Raise(pick().ID)
	case 8:
		return d.Lower(pick().ID)
	case 10:
		m := pick()
		m.Hidden = !m.Hidden
		return d.Replace(m)
	case 9:
		m := pick()
		m.At = m.At.Then(drawing.Moved(rapid.Float64Range(-90, 90).Draw(t, "dx"),
			rapid.Float64Range(-90, 90).Draw(t, "dy")))
		m.Style = anyStyle(t)
		return d.Replace(m)
	}
	return d.Add(anyMark(t, d.Size()))
}

// anyStroke draws a stroke in pieces, as a pointer does.
func anyStroke(t *rapid.T, s *Surface, d drawing.Drawing) (drawing.Drawing, []image.Rectangle) {
	m := drawing.Mark{
		Kind: rapid.SampledFrom([]drawing.MarkKind{drawing.Brush, drawing.Erase}).Draw(t, "kind"),
		At:   anyMatrix(t), Style: anyStyle(t),
	}
	points := anyPoints(t, d.Size(), 1, 9)
	first := rapid.IntRange(0, len(points)).Draw(t, "first")
	m.Points = points[:first]
	damage := []image.Rectangle{s.Begin(m)}
	for rest := points[first:]; len(rest) > 0; {
		n := rapid.IntRange(1, len(rest)).Draw(t, "n")
		damage, rest = append(damage, s.Extend(rest[:n]...)), rest[n:]
	}
	if rapid.IntRange(0, 3).Draw(t, "ends") == 0 {
		return d, damage // given up
	}
	if rapid.IntRange(0, 3).Draw(t, "thinned") == 0 {
		m.Points = points[:1]
	} else {
		m.Points = points
	}
	return d.Add(m), damage
}

func anyMark(t *rapid.T, size image.Point) drawing.Mark {
	m := drawing.Mark{
		Kind: rapid.SampledFrom([]drawing.MarkKind{drawing.Brush, drawing.Erase, drawing.Line, drawing.Arrow,
			drawing.Box,
			drawing.Ellipse, drawing.Text, drawing.Number, drawing.Blur, drawing.Pixelate, drawing.Emphasis,
			drawing.Picture}).Draw(t, "kind"),
		Points: anyPoints(t, size, 2, 4), At: anyMatrix(t), Style: anyStyle(t), Round: rapid.Bool().Draw(t, "round"),
		Text:   rapid.SampledFrom([]string{"lemons here", "a\nb", ""}).Draw(t, "text"),
		Number: rapid.IntRange(0, 120).Draw(t, "number"),
	}
	if m.Kind == drawing.Picture {
		m.Asset = rapid.SampledFrom([]string{"opaque", "glass"}).Draw(t, "asset")
		m.Size = drawing.Point{X: rapid.Float64Range(1, 300).Draw(t, "sx"), Y: rapid.Float64Range(1, 300).Draw(t, "sy")}
	}
	return m
}

func anyPoints(t *rapid.T, size image.Point, least, most int) []drawing.Point {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) drawing.Point {
		return drawing.Point{
			X: rapid.Float64Range(-40, float64(size.X)+40).Draw(t, "x"),
			Y: rapid.Float64Range(-40, float64(size.Y)+40).Draw(t, "y"),
		}
	}), least, most).Draw(t, "points")
}

func anyMatrix(t *rapid.T) drawing.Matrix {
	switch rapid.IntRange(0, 4).Draw(t, "at") {
	case 0:
		return drawing.Rotated(rapid.Float64Range(-3, 3).Draw(t, "turned"))
	case 1:
		return drawing.Matrix{A: 1.3, B: 0.4, C: -20, D: -0.2, E: 0.6, F: 10}
	case 2:
		return drawing.Scaled(-0.5, 1.5).Then(drawing.Moved(120, 3))
	}
	return drawing.Matrix{}
}

func anyStyle(t *rapid.T) drawing.Style {
	share := rapid.SampledFrom([]float64{0, 0.3, 0.7, 1, 1})
	return drawing.Style{
		Color: anyColor(t), Width: rapid.SampledFrom([]float64{0.5, 2, 8, 21.3, 60}).Draw(t, "width"),
		Hardness: share.Draw(t, "hardness"), Opacity: share.Draw(t, "opacity"),
		Filled: rapid.Bool().Draw(t, "filled"), Outline: rapid.Bool().Draw(t, "outline"),
	}
}

func anyColor(t *rapid.T) color.NRGBA {
	b := rapid.Byte()
	return color.NRGBA{b.Draw(t, "r"), b.Draw(t, "g"), b.Draw(t, "b"),
		rapid.SampledFrom([]uint8{0, 90, 255, 255}).Draw(t, "a")}
}

func anyStep(t *rapid.T, size image.Point) drawing.Step {
	s := drawing.Step{
		Kind: rapid.SampledFrom([]drawing.StepKind{drawing.Crop, drawing.Extend, drawing.Turn, drawing.Flip,
			drawing.Resize, drawing.Straighten}).Draw(t, "step"),
		Turns: rapid.IntRange(1, 3).Draw(t, "turns"), Upright: rapid.Bool().Draw(t, "upright"), Fill: anyColor(t),
		Degrees: rapid.Float64Range(-45, 45).Draw(t, "degrees"),
	}
	place := func(most int) int { return rapid.IntRange(0, max(most, 0)).Draw(t, "place") }
	s.Size = image.Pt(16+place(280), 16+place(280))
	s.Rect = image.Rect(place(size.X-18), place(size.Y-18), size.X-place(9), size.Y-place(9))
	if s.Kind == drawing.Extend {
		s.Rect = image.Rect(-place(50), -place(50), size.X+place(50), size.Y+place(50))
	}
	return s
}

// A picture that is gone is an error with its name, and the surface goes on showing what it showed.
func TestAMissingPictureChangesNothing(t *testing.T) {
	d := sheetOf(50, 50, white).Add(drawing.Mark{Kind: drawing.Line, Points: pts(5, 5, 40, 40), Style: look(red, 3)})
	s := surface(t, d, library{})
	before := shown(s)
	for _, bad := range []drawing.Drawing{
		d.Add(drawing.Mark{Kind: drawing.Picture, Asset: "no", Size: drawing.Point{X: 5, Y: 5}, Style: look(red, 1)}),
		{Source: drawing.Source{Asset: "no", Size: image.Pt(9, 9)}},
	} {
		if _, err := s.Set(bad); err == nil {
			t.Error("no error")
		}
		if _, err := Bake(context.Background(), bad, library{}); err == nil {
			t.Error("no error when baked")
		}
		wantSame(t, shown(s), before)
	}
}
