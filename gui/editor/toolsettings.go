package editor

import (
	"image/color"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
)

// toolSettings are the current tool and the settings of each tool. They are stored.
type toolSettings struct {
	Tool     tool.Kind                   `json:"tool"`
	Styles   map[tool.Kind]drawing.Style `json:"styles"`
	Round    map[tool.Kind]bool          `json:"round"`    // of Region and Blur: an ellipse instead of a rectangle
	Pixelate bool                        `json:"pixelate"` // instead of blurring
	Fill     color.NRGBA                 `json:"fill"`     // of the area that Extend adds
}

// newToolSettings returns the settings of a first start.
func newToolSettings() toolSettings {
	colours := drawing.Colours()
	red, blue := colours[0].Color, colours[3].Color
	line := drawing.Style{Color: red, Width: 8, Hardness: 1, Opacity: 1}
	label := drawing.Style{Color: red, Width: 28, Hardness: 1, Opacity: 1}
	return toolSettings{
		Tool: tool.Brush,
		Styles: map[tool.Kind]drawing.Style{
			tool.Brush:   {Color: blue, Width: 24, Hardness: 0.9, Opacity: 1},
			tool.Erase:   {Width: 40, Hardness: 0.9, Opacity: 1},
			tool.Arrow:   line,
			tool.Line:    line,
			tool.Box:     line,
			tool.Ellipse: line,
			tool.Text:    label,
			tool.Number:  label,
			tool.Blur:    {Width: 16, Hardness: 1, Opacity: 1},
			tool.Region:  {Color: red, Width: 6, Hardness: 1, Opacity: 0.6},
			tool.Picture: {Opacity: 1},
		},
		Round: map[tool.Kind]bool{},
		Fill:  colours[4].Color,
	}
}

// markTools lists which tool makes which kind of mark. The default kind of a tool comes first.
var markTools = []struct {
	by   tool.Kind
	kind drawing.MarkKind
}{
	{tool.Brush, drawing.Brush}, {tool.Erase, drawing.Erase}, {tool.Line, drawing.Line}, {tool.Arrow, drawing.Arrow},
	{tool.Box, drawing.Box},
	{tool.Ellipse, drawing.Ellipse}, {tool.Text, drawing.Text}, {tool.Number, drawing.Number},
	{tool.Blur, drawing.Blur},
	{tool.Blur, drawing.Pixelate}, {tool.Region, drawing.Emphasis}, {tool.Picture, drawing.Picture},
}

// toolOf returns the tool that makes a kind of mark.
func toolOf(k drawing.MarkKind) tool.Kind {
	for _, m := range markTools {
		if m.kind == k {
			return m.by
		}
	}
	return tool.Move
}

// fresh returns a new mark of a tool, without points. It has no kind if the tool makes no marks.
func (t toolSettings) fresh(by tool.Kind) drawing.Mark {
	m := drawing.Mark{Style: t.Styles[by], Round: t.Round[by]}
	for _, of := range markTools {
		if of.by == by && (of.kind == drawing.Pixelate) == (by == tool.Blur && t.Pixelate) {
			m.Kind = of.kind
		}
	}
	return m
}
