package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// toolsWidth is the least width of the column of tools, px.
const toolsWidth = 104

// toolRowHeight is one tool, px.
const toolRowHeight = 30

// toolColumn is the column at the left: the tools, and undo and redo below them.
type toolColumn struct {
	rows       map[tool.Kind]*toolRow
	undo, redo *toolRow
	box        fyne.CanvasObject
}

// newToolColumn makes the column; choose is called with the tool that was clicked.
func newToolColumn(choose func(tool.Kind), undo, redo func()) *toolColumn {
	c := &toolColumn{rows: map[tool.Kind]*toolRow{}}
	var column []fyne.CanvasObject
	rule := func() { column = append(column, widgets.NewInset(5, 4, 5, 4, widgets.NewRule())) }
	for _, e := range toolTable() {
		if e.line {
			rule()
		}
		row := newToolRow(e.icon(), e.word, e.says, func() { choose(e.id) })
		c.rows[e.id] = row
		column = append(column, row.box)
	}
	rule()
	c.undo = newToolRow(resources.IconUndo(), lang.L("Undo"), lang.L("Take the last change back (Ctrl+Z)"), undo)
	c.redo = newToolRow(resources.IconRedo(), lang.L("Redo"), lang.L("Do it again (Ctrl+Shift+Z)"), redo)
	note := widgets.NewText(lang.L("Marks are drawn into the picture that is sent. The service has no mask, so say in the prompt what the marks mean."),
		resources.SizeXS, resources.Text3, false).Wrap(true)
	column = append(column, c.undo.box, c.redo.box)
	content := widgets.NewInset(6, 4, 4, 4, widgets.NewColumn(0, column...))
	scroll := container.NewVScroll(content)
	follower := widgets.NewFollower(scroll)
	for _, e := range toolTable() {
		follower.Follow(c.rows[e.id].button)
	}
	follower.Follow(c.undo.button)
	follower.Follow(c.redo.button)
	c.box = container.NewStack(widgets.NewGround(resources.BgPanel),
		container.New(noteBelow{content}, scroll, widgets.NewInset(4, 8, 8, 12, note)))
	return c
}

// noteBelow lays a note under a scroll, and leaves it out where the content would have to be scrolled for it.
type noteBelow struct{ content fyne.CanvasObject }

// MinSize is that of the scroll, which is as wide as the longest word.
func (noteBelow) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().Max(fyne.NewSize(toolsWidth, 0))
}

// Layout places the two.
func (l noteBelow) Layout(o []fyne.CanvasObject, s fyne.Size) {
	height := widgets.HeightFor(o[1], s.Width)
	fits := l.content.MinSize().Height+height <= s.Height
	setShown(o[1], fits)
	if !fits {
		height = 0
	}
	o[0].Resize(fyne.NewSize(s.Width, s.Height-height))
	o[1].Move(fyne.NewPos(0, s.Height-height))
	o[1].Resize(fyne.NewSize(s.Width, height))
}

// show marks the tool in hand and switches off what cannot be done.
func (c *toolColumn) show(in tool.Kind, open, canUndo, canRedo bool) {
	for id, row := range c.rows {
		row.set(id == in && open, open)
	}
	c.undo.set(false, canUndo)
	c.redo.set(false, canRedo)
}

// toolRow is one button of the column: icon, word and the letter of its key.
type toolRow struct {
	button *widgets.Button
	icon   *widgets.Icon
	glyph  fyne.Resource
	word   *widgets.Text
	key    *widgets.Text
	says   string // what it does
	box    fyne.CanvasObject
	on     bool
}

func newToolRow(icon fyne.Resource, word, says string, do func()) *toolRow {
	r := &toolRow{
		button: widgets.NewButton("", nil, widgets.Quiet, do).Small(),
		glyph:  icon,
		icon:   widgets.NewIcon(icon, 16, resources.Text2),
		word:   widgets.NewText(word, resources.SizeSM, resources.Text2, false),
		key:    widgets.NewText("", resources.SizeXS, resources.Text3, false),
		says:   says,
	}
	r.button.SetWord(says)
	words := widgets.NewInset(0, 5, 0, 6, widgets.NewRow(0, widgets.NewRow(7, r.icon, r.word), widgets.NewSpring(), widgets.NewInset(0, 0, 0, 4, r.key)))
	r.box = widgets.NewFixed(0, toolRowHeight, container.NewStack(widgets.NewInset(1, 0, 1, 0, r.button), words))
	return r
}

// showKey says by which key the tool is chosen; "": by none.
func (r *toolRow) showKey(key string) {
	r.key.SetText(key)
	r.button.SetWord(withKey(r.says, key))
	r.box.Refresh()
}

// withKey adds the key that does something to what is said of it, where there is one.
func withKey(says, key string) string {
	if key == "" {
		return says
	}
	return lang.L("%s (%s)", says, key)
}

// set shows the row as the tool in hand, and as something that can be chosen.
func (r *toolRow) set(on, can bool) {
	r.button.SetOn(on)
	colour := resources.Text2
	switch {
	case !can:
		colour = resources.Text3
		r.button.Disable()
	case on:
		colour = resources.Text1
		r.button.Enable()
	default:
		r.button.Enable()
	}
	r.icon.Set(r.glyph, colour)
	r.word.SetColor(colour)
	if r.on != on {
		r.on = on
		r.word.SetBold(on)
		r.box.Refresh() // it is wider in bold
	}
}
