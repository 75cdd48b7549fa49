package editor

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// toolEntry is a tool as it is shown.
type toolEntry struct {
	kind     tool.Kind
	word     string
	key      rune // upper case
	icon     fyne.Resource
	says     string    // what it does
	settings []setting // on the options line, in the order that they have there
}

// newToolTable is the column of tools from top to bottom, and which setting each has.
func newToolTable() []toolEntry {
	line := []setting{colourSetting, widthSetting, opacitySetting}
	shape := []setting{colourSetting, widthSetting, filledSetting, opacitySetting}
	return []toolEntry{
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
		{tool.Region, lang.X("tool", "Region"), 'M', resources.IconRegion, lang.L("Darken everything outside a region, or outline it"),
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

func (s *Screen) entry(k tool.Kind) toolEntry {
	for _, e := range s.toolTable {
		if e.kind == k {
			return e
		}
	}
	return s.toolTable[0]
}

// toolSettings are the current tool and what each tool is set to. They are stored.
type toolSettings struct {
	Tool     tool.Kind                   `json:"tool"`
	Styles   map[tool.Kind]drawing.Style `json:"styles"`
	Round    map[tool.Kind]bool          `json:"round"`    // of Region and Blur: an ellipse instead of a rectangle
	Pixelate bool                        `json:"pixelate"` // instead of blurring
	Fill     color.NRGBA                 `json:"fill"`     // of what Extend adds
}

// newToolSettings is how the tools are set at a first start.
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

// markTools says which tool makes which mark; of what a tool makes besides, the first stands first.
var markTools = []struct {
	by   tool.Kind
	kind drawing.MarkKind
}{
	{tool.Brush, drawing.Brush}, {tool.Erase, drawing.Erase}, {tool.Line, drawing.Line}, {tool.Arrow, drawing.Arrow}, {tool.Box, drawing.Box},
	{tool.Ellipse, drawing.Ellipse}, {tool.Text, drawing.Text}, {tool.Number, drawing.Number}, {tool.Blur, drawing.Blur},
	{tool.Blur, drawing.Pixelate}, {tool.Region, drawing.Emphasis}, {tool.Picture, drawing.Picture},
}

// toolOf is the tool that makes a kind of mark.
func toolOf(k drawing.MarkKind) tool.Kind {
	for _, m := range markTools {
		if m.kind == k {
			return m.by
		}
	}
	return tool.Move
}

// fresh is a mark as a tool makes it, without points; one without a kind for a tool that makes none.
func (t toolSettings) fresh(by tool.Kind) drawing.Mark {
	m := drawing.Mark{Style: t.Styles[by], Round: t.Round[by]}
	for _, of := range markTools {
		if of.by == by && (of.kind == drawing.Pixelate) == (by == tool.Blur && t.Pixelate) {
			m.Kind = of.kind
		}
	}
	return m
}

// Measures of the column of tools, px.
const (
	toolsWidth    = 104 // at least
	toolRowHeight = 30
)

// newToolColumn makes the column at the left: the tools, and undo and redo below them.
func (s *Screen) newToolColumn() fyne.CanvasObject {
	s.toolRows = map[string]*toolRow{}
	column := kit.NewColumn(0)
	content := kit.NewInset(6, 8, 4, 4, column) // the bar lies over what is at the right
	scroll := container.NewVScroll(content)
	add := func(id, says string, icon fyne.Resource) {
		row := newToolRow(says, icon, func() { s.run(id) })
		s.toolRows[id] = row
		column.Add(row.box)
		kit.Follow(scroll, row.button)
	}
	rule := func() { column.Add(kit.NewInset(5, 4, 5, 4, kit.NewRule())) }
	for _, e := range s.toolTable {
		if e.kind == tool.Crop || e.kind == tool.Pick {
			rule()
		}
		add(toolID(e.kind), e.says, e.icon)
	}
	rule()
	add(undoID, lang.L("Undo"), resources.IconUndo)
	add(redoID, lang.L("Redo"), resources.IconRedo)
	note := kit.NewText(lang.L("Marks are drawn into the picture that is sent. Explain in the prompt what they mean."),
		resources.SizeXS, resources.Text3, false).Wrap(true)
	return container.NewStack(kit.NewGround(resources.BgPanel),
		container.New(noteBelow{content}, scroll, kit.NewInset(4, 8, 8, 12, note)))
}

// noteBelow lays a note under a scroll, and leaves it out where the content would have to be scrolled for it.
type noteBelow struct{ content fyne.CanvasObject }

// MinSize is that of the scroll, which is as wide as the longest word.
func (noteBelow) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().Max(fyne.NewSize(toolsWidth, 0))
}

func (l noteBelow) Layout(o []fyne.CanvasObject, s fyne.Size) {
	height := kit.HeightFor(o[1], s.Width)
	fits := l.content.MinSize().Height+height <= s.Height
	kit.Show(o[1], fits)
	if !fits {
		height = 0
	}
	kit.Place(o[0], 0, 0, s.Width, s.Height-height)
	kit.Place(o[1], 0, s.Height-height, s.Width, height)
}

// toolRow is one button of the column: icon, word and, of a tool, its key.
type toolRow struct {
	button    *kit.Button
	image     fyne.Resource
	icon      *kit.Icon
	word, key *kit.Text
	says      string // what it does
	box       fyne.CanvasObject
	on        bool
}

func newToolRow(says string, icon fyne.Resource, do func()) *toolRow {
	r := &toolRow{
		button: kit.NewButton("", nil, kit.Quiet, do).Small(), says: says, image: icon, icon: kit.NewIcon(icon, 16, resources.Text2),
		word: kit.NewText("", resources.SizeSM, resources.Text2, false), key: kit.NewText("", resources.SizeXS, resources.Text3, false),
	}
	row := kit.NewRow(0, kit.NewRow(7, r.icon, r.word), kit.NewSpring(), kit.NewInset(0, 0, 0, 4, r.key))
	r.box = kit.NewFixed(0, toolRowHeight, container.NewStack(kit.NewInset(1, 0, 1, 0, r.button), kit.NewInset(0, 5, 0, 6, row)))
	return r
}

func (r *toolRow) show(a action.Action) {
	keys := action.KeyWords(a.Keys, action.OnMac)
	r.button.SetWord(r.says)
	if keys != "" {
		r.button.SetWord(r.says + "  " + keys)
	}
	if a.ID == undoID || a.ID == redoID { // there is no room for their keys
		keys = ""
	}
	colour := resources.Text2
	switch {
	case !a.Can():
		colour = resources.Text3
	case a.On:
		colour = resources.Text1
	}
	kit.Enable(r.button, a.Can())
	r.button.SetOn(a.On)
	r.icon.Set(r.image, colour)
	r.word.SetColor(colour)
	if r.on != a.On || r.word.Text() != a.Label || r.key.Text() != keys {
		r.on = a.On
		r.word.SetText(a.Label)
		r.word.SetBold(a.On)
		r.key.SetText(keys)
		r.box.Refresh() // it is wider in bold
	}
}
