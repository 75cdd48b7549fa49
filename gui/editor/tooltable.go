package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// toolEntry describes a tool for the column. Its options are in the tables of [options].
type toolEntry struct {
	kind tool.Kind
	word string
	key  rune // upper case
	icon fyne.Resource
	does string // description
}

// toolTable is the column of tools from top to bottom.
type toolTable []toolEntry

func newToolTable() toolTable {
	return toolTable{
		{tool.Move, lang.X("tool", "Move"), 'V', resources.IconMove, lang.L("Move, rotate and restyle marks")},
		{tool.Brush, lang.X("tool", "Brush"), 'B', resources.IconBrush, lang.L("Paint with a brush")},
		{tool.Erase, lang.X("tool", "Erase"), 'E', resources.IconEraser, lang.L("Erase marks, never the picture")},
		{tool.Arrow, lang.X("tool", "Arrow"), 'A', resources.IconArrowMark, lang.L("Draw an arrow")},
		{tool.Line, lang.X("tool", "Line"), 'L', resources.IconLine, lang.L("Draw a line")},
		{tool.Box, lang.X("tool", "Box"), 'R', resources.IconRectangle, lang.L("Draw a rectangle")},
		{tool.Ellipse, lang.X("tool", "Ellipse"), 'W', resources.IconEllipse, lang.L("Draw an ellipse")},
		{tool.Text, lang.X("tool", "Text"), 'T', resources.IconText, lang.L("Write text")},
		{tool.Number, lang.X("tool", "Number"), 'N', resources.IconNumber,
			lang.L("Place numbers to refer to in the prompt")},
		{tool.Blur, lang.X("tool", "Blur"), 'U', resources.IconBlur, lang.L("Blur or pixelate an area")},
		{tool.Region, lang.X("tool", "Region"), 'M', resources.IconRegion,
			lang.L("Darken everything outside a region, or outline it")},
		{tool.Picture, lang.X("tool", "Picture"), 'G', resources.IconPicture,
			lang.L("Place another picture on this one")},
		{tool.Crop, lang.X("tool", "Crop"), 'C', resources.IconCrop, lang.L("Crop the picture")},
		{tool.Extend, lang.X("tool", "Extend"), 'X', resources.IconExtend, lang.L("Add room on any side")},
		{tool.Rotate, lang.X("tool", "Rotate"), 'O', resources.IconRotate,
			lang.L("Rotate, flip or straighten the picture")},
		{tool.Resize, lang.X("tool", "Resize"), 'S', resources.IconResize, lang.L("Resize the picture")},
		{tool.Pick, lang.X("tool", "Colour"), 'I', resources.IconPick, lang.L("Pick a colour from the picture")},
		{tool.Pan, lang.X("tool", "Pan"), 'H', resources.IconHand, lang.L("Pan the view (hold Space with any tool)")},
	}
}

// entry returns the entry of a tool.
func (t toolTable) entry(k tool.Kind) toolEntry {
	for _, e := range t {
		if e.kind == k {
			return e
		}
	}
	return t[0]
}
