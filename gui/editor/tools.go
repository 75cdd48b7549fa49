package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// toolEntry is one row of the column of tools.
type toolEntry struct {
	id   tool.Kind
	word string
	key  rune // upper case; the letter alone chooses it while the canvas has the keyboard
	icon func() fyne.Resource
	says string // what it does, for the hint and the sheet of keys
	line bool   // a line stands above it
}

// toolTable is the column from top to bottom.
func toolTable() []toolEntry {
	return []toolEntry{
		{id: tool.Move, word: lang.X("tool", "Move"), key: 'V', icon: resources.IconMove, says: lang.L("Move, turn and restyle marks")},
		{id: tool.Brush, word: lang.X("tool", "Brush"), key: 'B', icon: resources.IconBrush, says: lang.L("Paint with a brush")},
		{id: tool.Erase, word: lang.X("tool", "Erase"), key: 'E', icon: resources.IconEraser, says: lang.L("Take marks away, never the picture")},
		{id: tool.Arrow, word: lang.X("tool", "Arrow"), key: 'A', icon: resources.IconArrowMark, says: lang.L("Draw an arrow")},
		{id: tool.Line, word: lang.X("tool", "Line"), key: 'L', icon: resources.IconLine, says: lang.L("Draw a line")},
		{id: tool.Box, word: lang.X("tool", "Box"), key: 'R', icon: resources.IconRectangle, says: lang.L("Draw a rectangle")},
		{id: tool.Ellipse, word: lang.X("tool", "Ellipse"), key: 'W', icon: resources.IconEllipse, says: lang.L("Draw an ellipse")},
		{id: tool.Text, word: lang.X("tool", "Text"), key: 'T', icon: resources.IconText, says: lang.L("Write a label")},
		{id: tool.Number, word: lang.X("tool", "Number"), key: 'N', icon: resources.IconNumber, says: lang.L("Set 1, 2, 3… to name places in the prompt")},
		{id: tool.Blur, word: lang.X("tool", "Blur"), key: 'U', icon: resources.IconBlur, says: lang.L("Blur or pixelate a part")},
		{id: tool.Region, word: lang.X("tool", "Region"), key: 'M', icon: resources.IconRegion, says: lang.L("Darken all but a region, or outline it")},
		{id: tool.Picture, word: lang.X("tool", "Picture"), key: 'G', icon: resources.IconPicture, says: lang.L("Place another picture on this one")},
		{id: tool.Crop, word: lang.X("tool", "Crop"), key: 'C', icon: resources.IconCrop, says: lang.L("Cut the picture"), line: true},
		{id: tool.Extend, word: lang.X("tool", "Extend"), key: 'X', icon: resources.IconExtend, says: lang.L("Add room on any side")},
		{id: tool.Rotate, word: lang.X("tool", "Rotate"), key: 'O', icon: resources.IconRotate, says: lang.L("Turn, flip or straighten the picture")},
		{id: tool.Resize, word: lang.X("tool", "Resize"), key: 'S', icon: resources.IconResize, says: lang.L("Give the picture another size")},
		{id: tool.Pick, word: lang.X("tool", "Colour"), key: 'I', icon: resources.IconPick, says: lang.L("Pick a colour from the picture"), line: true},
		{id: tool.Pan, word: lang.X("tool", "Pan"), key: 'H', icon: resources.IconHand, says: lang.L("Move the view; holding Space does it with any tool")},
	}
}

// entryOf returns the row of a tool.
func entryOf(id tool.Kind) toolEntry {
	table := toolTable()
	for _, e := range table {
		if e.id == id {
			return e
		}
	}
	return table[0]
}
