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

// made says which tool makes which marks.
type made struct {
	by   tool.Kind
	kind drawing.MarkKind
}

// makes are the marks of the tools; what a tool makes besides stands behind the first.
func makes() []made {
	return []made{
		{tool.Brush, drawing.Brush}, {tool.Erase, drawing.Erase}, {tool.Line, drawing.Line}, {tool.Arrow, drawing.Arrow}, {tool.Box, drawing.Box},
		{tool.Ellipse, drawing.Ellipse}, {tool.Text, drawing.Text}, {tool.Number, drawing.Number}, {tool.Blur, drawing.Blur},
		{tool.Blur, drawing.Pixelate}, {tool.Region, drawing.Emphasis}, {tool.Picture, drawing.Picture},
	}
}

// toolOf is the tool that makes a kind of mark.
func toolOf(k drawing.MarkKind) tool.Kind {
	for _, m := range makes() {
		if m.kind == k {
			return m.by
		}
	}
	return tool.Move
}

// fresh is a mark as a tool makes it, without points; one without a kind for a tool that makes none.
func (h hand) fresh(id tool.Kind) drawing.Mark {
	m := drawing.Mark{Style: h.Styles[id], Round: h.Round[id]}
	for _, of := range makes() {
		if of.by == id && (of.kind == drawing.Pixelate) == (id == tool.Blur && h.Pixelate) {
			m.Kind = of.kind
		}
	}
	return m
}
