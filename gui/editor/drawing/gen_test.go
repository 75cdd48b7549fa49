package drawing

import (
	"image"
	"image/color"

	"pgregory.net/rapid"
)

func kinds() []MarkKind {
	return []MarkKind{Brush, Erase, Line, Arrow, Box, Ellipse, Text, Number, Blur, Pixelate, Emphasis, Picture}
}

// anyPoint is on or around a canvas.
func anyPoint(t *rapid.T, label string) Point {
	return Point{rapid.Float64Range(-300, 900).Draw(t, label+"x"), rapid.Float64Range(-300, 900).Draw(t, label+"y")}
}

// anyMatrix can be inverted.
func anyMatrix(t *rapid.T) Matrix {
	if rapid.Bool().Draw(t, "still") {
		return Matrix{}
	}
	m := Scaled(rapid.Float64Range(0.2, 4).Draw(t, "sx"), rapid.Float64Range(0.2, 4).Draw(t, "sy"))
	m = m.Then(Rotated(rapid.Float64Range(-4, 4).Draw(t, "turn")))
	if rapid.Bool().Draw(t, "mirror") {
		m = m.Then(Scaled(-1, 1))
	}
	return m.Then(Moved(rapid.Float64Range(-200, 200).Draw(t, "dx"), rapid.Float64Range(-200, 200).Draw(t, "dy")))
}

func anyMark(t *rapid.T) Mark {
	m := Mark{
		Kind: rapid.SampledFrom(kinds()).Draw(t, "kind"),
		Style: Style{
			Color: rapid.SampledFrom([]color.NRGBA{Colours()[0].Color, Colours()[3].Color}).Draw(t, "colour"),
			Width: rapid.Float64Range(0.5, 60).Draw(t, "width"), Hardness: 0.5, Opacity: 1,
			Filled: rapid.Bool().Draw(t, "filled"), Outline: rapid.Bool().Draw(t, "outline"),
		},
		Round:  rapid.Bool().Draw(t, "round"),
		Hidden: rapid.Bool().Draw(t, "hidden"),
		At:     anyMatrix(t),
	}
	least, most := m.Kind.points()
	for i := range rapid.IntRange(least, min(most, 6)).Draw(t, "points") {
		m.Points = append(m.Points, anyPoint(t, string(rune('a'+i))))
	}
	switch m.Kind {
	case Text:
		m.Text, m.Size = "lemons here", Point{120, 40}
	case Number:
		m.Number = rapid.IntRange(0, 120).Draw(t, "number")
	case Picture:
		m.Asset, m.Size = "a1", Point{64, 48}
	}
	return m
}

func anyStep(t *rapid.T, size image.Point) Step {
	rect := func() image.Rectangle {
		x, y := rapid.IntRange(-80, size.X-1).Draw(t, "x"), rapid.IntRange(-80, size.Y-1).Draw(t, "y")
		return image.Rect(x, y, x+rapid.IntRange(1, size.X+160).Draw(t, "w"),
			y+rapid.IntRange(1, size.Y+160).Draw(t, "h"))
	}
	switch kind := rapid.SampledFrom([]StepKind{Crop, Extend, Turn, Flip, Resize, Straighten}).Draw(t, "step"); kind {
	case Crop, Extend:
		return Step{Kind: kind, Rect: rect(), Fill: color.NRGBA{255, 255, 255, 255}}
	case Turn:
		return Step{Kind: Turn, Turns: rapid.IntRange(-3, 7).Draw(t, "turns")}
	case Flip:
		return Step{Kind: Flip, Upright: rapid.Bool().Draw(t, "upright")}
	case Resize:
		return Step{Kind: Resize, Size: image.Pt(rapid.IntRange(1, 4000).Draw(t, "w"),
			rapid.IntRange(1, 4000).Draw(t, "h"))}
	}
	return Step{Kind: Straighten, Degrees: rapid.Float64Range(-45, 45).Draw(t, "degrees")}
}

func sheet(w, h int) Drawing {
	return Drawing{Source: Source{Asset: "src", Size: image.Pt(w, h)}}
}

// anyEdit is what one hand movement makes of a drawing.
func anyEdit(t *rapid.T, d Drawing) (string, Drawing) {
	one := func() Mark {
		if len(d.Marks) == 0 {
			return Mark{}
		}
		return rapid.SampledFrom(d.Marks).Draw(t, "of")
	}
	switch rapid.IntRange(0, 8).Draw(t, "edit") {
	case 0, 1:
		return "draw", d.Add(anyMark(t))
	case 2:
		return "move", d.Replace(one().Moved(rapid.Float64Range(-50, 50).Draw(t, "dx"), 3))
	case 3:
		return "delete", d.Remove(one().ID)
	case 4:
		return "raise", d.Raise(one().ID)
	case 5:
		return "lower", d.LowerToBottom(one().ID)
	case 6:
		m := one()
		m.Style.Width = rapid.Float64Range(1, 50).Draw(t, "width")
		return "style", d.Replace(m)
	case 7:
		m := one()
		m.Hidden = !m.Hidden
		return "hide", d.Replace(m)
	}
	next, _ := d.Do(anyStep(t, d.Size()))
	return "step", next
}
