package editor

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Measures of the column of tools, px.
const (
	toolsWidth    = 104 // at least
	toolRowHeight = 30
)

// toolColumn is the column at the left: the tools, and undo and redo below them.
type toolColumn struct {
	rows map[string]*toolRow // by the ID of the action
	box  fyne.CanvasObject
}

// newToolColumn returns a column. run does the action of an ID.
func newToolColumn(table toolTable, run func(id string)) *toolColumn {
	c := &toolColumn{rows: map[string]*toolRow{}}
	column := kit.NewColumn(0)
	content := kit.NewInset(6, 8, 4, 4, column) // the scroll bar covers the right side
	scroll := kit.NewVScroll(content)
	add := func(id, does string, icon fyne.Resource) {
		row := newToolRow(does, icon, func() { run(id) })
		c.rows[id] = row
		column.Add(row.box)
		kit.Follow(scroll, row.button)
	}
	rule := func() { column.Add(kit.NewInset(5, 4, 5, 4, kit.NewRule())) }
	for _, e := range table {
		if e.kind == tool.Crop || e.kind == tool.Pick {
			rule()
		}
		add(toolID(e.kind), e.does, e.icon)
	}
	rule()
	add(undoID, lang.L("Undo"), resources.IconUndo)
	add(redoID, lang.L("Redo"), resources.IconRedo)
	note := kit.NewText(lang.L("Marks are drawn into the picture that is sent. Explain in the prompt what they mean."),
		resources.SizeXS, resources.Text3, false).Wrap(true)
	c.box = container.NewStack(kit.NewGround(resources.BgPanel),
		container.New(noteBelow{content}, scroll, kit.NewInset(4, 8, 8, 12, note)))
	return c
}

// update shows the state of the actions in the list.
func (c *toolColumn) update(list []action.Action) {
	for _, a := range list {
		if row, ok := c.rows[a.ID]; ok {
			row.display(a)
		}
	}
}

// noteBelow places a note under a scroll, and hides it if the content would have to be scrolled for it.
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

// toolRow is one button of the column: icon, label and, of a tool, its key.
type toolRow struct {
	button     *kit.Button
	image      fyne.Resource
	icon       *kit.Icon
	label, key *kit.Text
	does       string // description
	box        fyne.CanvasObject
	on         bool
}

func newToolRow(does string, icon fyne.Resource, do func()) *toolRow {
	r := &toolRow{
		button: kit.NewButton("", nil, kit.Quiet, do).Small(), does: does,
		image: icon, icon: kit.NewIcon(icon, 16, resources.Text2),
		label: kit.NewText("", resources.SizeSM, resources.Text2, false),
		key:   kit.NewText("", resources.SizeXS, resources.Text3, false),
	}
	row := kit.NewRow(0, kit.NewRow(7, r.icon, r.label), kit.NewSpring(), kit.NewInset(0, 0, 0, 4, r.key))
	stack := container.NewStack(kit.NewInset(1, 0, 1, 0, r.button), kit.NewInset(0, 5, 0, 6, row))
	r.box = kit.NewFixed(0, toolRowHeight, stack)
	return r
}

func (r *toolRow) display(a action.Action) {
	keys := action.KeyWords(a.Keys, action.OnMac)
	r.button.SetWord(r.does)
	if keys != "" {
		r.button.SetWord(r.does + "  " + keys)
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
	r.label.SetColor(colour)
	if r.on != a.On || r.label.Text() != a.Label || r.key.Text() != keys {
		r.on = a.On
		r.label.SetText(a.Label)
		r.label.SetBold(a.On)
		r.key.SetText(keys)
		r.box.Refresh() // it is wider in bold
	}
}
