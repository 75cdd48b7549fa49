package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/editor/tool"
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
		{id: tool.Move, word: "Move", key: 'V', icon: resources.IconMove, says: "Move, turn and restyle marks"},
		{id: tool.Brush, word: "Brush", key: 'B', icon: resources.IconBrush, says: "Paint with a brush"},
		{id: tool.Erase, word: "Erase", key: 'E', icon: resources.IconEraser, says: "Take marks away, never the picture"},
		{id: tool.Arrow, word: "Arrow", key: 'A', icon: resources.IconArrowMark, says: "Draw an arrow"},
		{id: tool.Line, word: "Line", key: 'L', icon: resources.IconLine, says: "Draw a line"},
		{id: tool.Box, word: "Box", key: 'R', icon: resources.IconRectangle, says: "Draw a rectangle"},
		{id: tool.Ellipse, word: "Ellipse", key: 'W', icon: resources.IconEllipse, says: "Draw an ellipse"},
		{id: tool.Text, word: "Text", key: 'T', icon: resources.IconText, says: "Write a label"},
		{id: tool.Number, word: "Number", key: 'N', icon: resources.IconNumber, says: "Set 1, 2, 3… to name places in the prompt"},
		{id: tool.Blur, word: "Blur", key: 'U', icon: resources.IconBlur, says: "Blur or pixelate a part"},
		{id: tool.Region, word: "Region", key: 'M', icon: resources.IconRegion, says: "Darken all but a region, or outline it"},
		{id: tool.Picture, word: "Picture", key: 'G', icon: resources.IconPicture, says: "Place another picture on this one"},
		{id: tool.Crop, word: "Crop", key: 'C', icon: resources.IconCrop, says: "Cut the picture", line: true},
		{id: tool.Extend, word: "Extend", key: 'X', icon: resources.IconExtend, says: "Add room on any side"},
		{id: tool.Rotate, word: "Rotate", key: 'O', icon: resources.IconRotate, says: "Turn, flip or straighten the picture"},
		{id: tool.Resize, word: "Resize", key: 'S', icon: resources.IconResize, says: "Give the picture another size"},
		{id: tool.Pick, word: "Colour", key: 'I', icon: resources.IconPick, says: "Pick a colour from the picture", line: true},
		{id: tool.Pan, word: "Pan", key: 'H', icon: resources.IconHand, says: "Move the view; holding Space does it with any tool"},
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
