package editor

import (
	"image"
	"image/color"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
)

// toolState is everything that the options show. It is computed at every movement of the pointer, and shown only if it
// changed.
type toolState struct {
	open     bool
	tool     tool.Kind // whose options are shown: that of the selected marks, else the current one
	selected int       // number of selected marks
	text     bool      // a single text is selected
	style    drawing.Style
	round    bool
	pixelate bool
	number   int
	frame    image.Rectangle
	ratio    tool.Ratio // of the frame of a crop
	size     image.Point
	degrees  float64
	fill     color.NRGBA
	ready    bool // there is something to apply
	tooLarge bool // but the result is too large
}

// state returns what the options show now.
func (t *tools) state() toolState {
	marks, current := t.toolbox.Selection(), t.settings.Tool
	k := toolState{
		open: t.doc.isOpen(), tool: t.shownTool(), selected: len(marks), style: t.settings.Styles[current],
		round: t.settings.Round[current], pixelate: t.settings.Pixelate, fill: t.settings.Fill,
		size: t.doc.drawing().Size(),
	}
	if k.selected > 0 {
		last := marks[k.selected-1]
		k.style, k.round, k.pixelate, k.number = last.Style, last.Round, last.Kind == drawing.Pixelate, last.Number
		k.text = t.oneTextSelected()
	} else if current == tool.Number {
		k.number = t.doc.drawing().NextNumber()
	}
	whole := image.Rectangle{Max: k.size}
	switch active := t.toolbox.Tool().(type) {
	case *tool.Cropper:
		k.frame, k.ratio = active.Frame(), active.Ratio()
		k.ready = k.frame != whole
	case *tool.Extender:
		k.frame, k.tooLarge = active.Frame(), active.Err() != nil
		k.ready = k.frame != whole && !k.tooLarge
	case *tool.Rotator:
		k.degrees = active.Degrees()
		k.ready = k.degrees != 0
	default:
		k.ready = k.tool == tool.Resize
	}
	return k
}
