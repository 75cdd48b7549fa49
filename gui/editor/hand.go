package editor

import (
	"image/color"
	"maps"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
)

// hand is the tool that a person holds and what each tool is set to. It is kept over restarts.
type hand struct {
	Tool     tool.Kind                   `json:"tool"`
	Styles   map[tool.Kind]drawing.Style `json:"styles"`
	Round    map[tool.Kind]bool          `json:"round"`    // of Region and Blur: an ellipse instead of a rectangle
	Pixelate bool                        `json:"pixelate"` // instead of blurring
	Fill     color.NRGBA                 `json:"fill"`     // of what Extend adds
}

// newHand is how the tools are set at a first start.
func newHand() hand {
	colours := drawing.Colours()
	red, blue := colours[0].Color, colours[3].Color
	line := drawing.Style{Color: red, Width: 8, Hardness: 1, Opacity: 1}
	with := func(change func(*drawing.Style)) drawing.Style { s := line; change(&s); return s }
	return hand{
		Tool: tool.Brush,
		Styles: map[tool.Kind]drawing.Style{
			tool.Brush:   {Color: blue, Width: 24, Hardness: 0.9, Opacity: 1},
			tool.Erase:   {Width: 40, Hardness: 0.9, Opacity: 1},
			tool.Arrow:   line,
			tool.Line:    line,
			tool.Box:     line,
			tool.Ellipse: line,
			tool.Text:    with(func(s *drawing.Style) { s.Width = 28 }),
			tool.Number:  with(func(s *drawing.Style) { s.Width = 28 }),
			tool.Blur:    {Width: 16, Hardness: 1, Opacity: 1},
			tool.Region:  with(func(s *drawing.Style) { s.Width, s.Opacity = 6, 0.6 }),
			tool.Picture: {Opacity: 1},
		},
		Round: map[tool.Kind]bool{},
		Fill:  colours[4].Color,
	}
}

// mended gives every tool a style that it has none of: the settings may come from an older program.
func (h hand) mended() hand {
	first := newHand()
	if h.Styles == nil {
		h.Styles = first.Styles
	}
	for id, style := range first.Styles {
		if _, ok := h.Styles[id]; !ok {
			h.Styles[id] = style
		}
	}
	if h.Round == nil {
		h.Round = first.Round
	}
	if entryOf(h.Tool).id != h.Tool {
		h.Tool = first.Tool
	}
	if h.Fill.A == 0 {
		h.Fill = first.Fill
	}
	return h
}

// copied is a hand that nobody else writes to.
func (h hand) copied() hand {
	h.Styles, h.Round = maps.Clone(h.Styles), maps.Clone(h.Round)
	return h
}

// toolOf is the tool that makes a kind of mark.
func toolOf(k drawing.MarkKind) tool.Kind {
	switch k {
	case drawing.Brush:
		return tool.Brush
	case drawing.Erase:
		return tool.Erase
	case drawing.Line:
		return tool.Line
	case drawing.Arrow:
		return tool.Arrow
	case drawing.Box:
		return tool.Box
	case drawing.Ellipse:
		return tool.Ellipse
	case drawing.Text:
		return tool.Text
	case drawing.Number:
		return tool.Number
	case drawing.Blur, drawing.Pixelate:
		return tool.Blur
	case drawing.Emphasis:
		return tool.Region
	case drawing.Picture:
		return tool.Picture
	}
	return tool.Move
}

// fresh is a mark as a tool makes it, without points; the zero value for a tool that makes none.
func (h hand) fresh(id tool.Kind) drawing.Mark {
	m := drawing.Mark{Style: h.Styles[id], Round: h.Round[id]}
	switch id {
	case tool.Brush:
		m.Kind = drawing.Brush
	case tool.Erase:
		m.Kind = drawing.Erase
	case tool.Line:
		m.Kind = drawing.Line
	case tool.Arrow:
		m.Kind = drawing.Arrow
	case tool.Box:
		m.Kind = drawing.Box
	case tool.Ellipse:
		m.Kind = drawing.Ellipse
	case tool.Text:
		m.Kind = drawing.Text
	case tool.Number:
		m.Kind = drawing.Number
	case tool.Blur:
		m.Kind = drawing.Blur
		if h.Pixelate {
			m.Kind = drawing.Pixelate
		}
	case tool.Region:
		m.Kind = drawing.Emphasis
	case tool.Picture:
		m.Kind = drawing.Picture
	}
	return m
}
