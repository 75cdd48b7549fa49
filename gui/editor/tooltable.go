package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// setting names a control of the options line.
type setting int

// The settings, in their order on the line.
const (
	hintSetting setting = iota
	textSetting
	colourSetting
	widthSetting
	pixelateSetting
	outlineSetting
	roundSetting
	filledSetting
	opacitySetting
	hardnessSetting
	numberSetting
	placeSetting
	orderSetting
	applySetting
	ratioSetting
	turnsSetting
	angleSetting
	sizeSetting
	edgesSetting
	fillSetting
	allSettings
)

// toolEntry describes a tool for the column and the options line.
type toolEntry struct {
	kind     tool.Kind
	word     string
	key      rune // upper case
	icon     fyne.Resource
	does     string    // description
	settings []setting // on the options line
}

// toolTable is the column of tools from top to bottom.
type toolTable []toolEntry

func newToolTable() toolTable {
	line := []setting{colourSetting, widthSetting, opacitySetting}
	shape := []setting{colourSetting, widthSetting, filledSetting, opacitySetting}
	return toolTable{
		{tool.Move, lang.X("tool", "Move"), 'V', resources.IconMove, lang.L("Move, rotate and restyle marks"), []setting{hintSetting}},
		{tool.Brush, lang.X("tool", "Brush"), 'B', resources.IconBrush, lang.L("Paint with a brush"),
			[]setting{colourSetting, widthSetting, opacitySetting, hardnessSetting}},
		{tool.Erase, lang.X("tool", "Erase"), 'E', resources.IconEraser, lang.L("Erase marks, never the picture"),
			[]setting{widthSetting, opacitySetting, hardnessSetting}},
		{tool.Arrow, lang.X("tool", "Arrow"), 'A', resources.IconArrowMark, lang.L("Draw an arrow"), line},
		{tool.Line, lang.X("tool", "Line"), 'L', resources.IconLine, lang.L("Draw a line"), line},
		{tool.Box, lang.X("tool", "Box"), 'R', resources.IconRectangle, lang.L("Draw a rectangle"), shape},
		{tool.Ellipse, lang.X("tool", "Ellipse"), 'W', resources.IconEllipse, lang.L("Draw an ellipse"), shape},
		{tool.Text, lang.X("tool", "Text"), 'T', resources.IconText, lang.L("Write a label"), line},
		{tool.Number, lang.X("tool", "Number"), 'N', resources.IconNumber, lang.L("Place numbers to refer to in the prompt"),
			[]setting{colourSetting, widthSetting, opacitySetting, numberSetting}},
		{tool.Blur, lang.X("tool", "Blur"), 'U', resources.IconBlur, lang.L("Blur or pixelate an area"),
			[]setting{widthSetting, pixelateSetting, roundSetting}},
		{tool.Region, lang.X("tool", "Region"), 'M', resources.IconRegion,
			lang.L("Darken everything outside a region, or outline it"),
			[]setting{colourSetting, widthSetting, outlineSetting, roundSetting, opacitySetting}},
		{tool.Picture, lang.X("tool", "Picture"), 'G', resources.IconPicture, lang.L("Place another picture on this one"),
			[]setting{opacitySetting, placeSetting}},
		{tool.Crop, lang.X("tool", "Crop"), 'C', resources.IconCrop, lang.L("Crop the picture"),
			[]setting{ratioSetting, applySetting, sizeSetting}},
		{tool.Extend, lang.X("tool", "Extend"), 'X', resources.IconExtend, lang.L("Add room on any side"),
			[]setting{ratioSetting, applySetting, edgesSetting, fillSetting}},
		{tool.Rotate, lang.X("tool", "Rotate"), 'O', resources.IconRotate, lang.L("Rotate, flip or straighten the picture"),
			[]setting{turnsSetting, angleSetting, applySetting}},
		{tool.Resize, lang.X("tool", "Resize"), 'S', resources.IconResize, lang.L("Resize the picture"),
			[]setting{applySetting, sizeSetting}},
		{tool.Pick, lang.X("tool", "Colour"), 'I', resources.IconPick, lang.L("Pick a colour from the picture"), []setting{hintSetting}},
		{tool.Pan, lang.X("tool", "Pan"), 'H', resources.IconHand, lang.L("Pan the view (hold Space with any tool)"),
			[]setting{hintSetting}},
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
