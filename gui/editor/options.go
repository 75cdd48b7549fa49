package editor

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// options are the controls for the settings of the tool, or of the selected marks.
type options struct {
	host   action.Host
	tools  *tools
	title  *kit.Text
	tables map[tool.Kind][]*option
	before []*option // of selected marks, before those of their tool
	behind []*option // of selected marks, behind those of their tool
	all    []*option // some objects are in several of them
	colour *option
	widths []*option // the width, or what a tool has instead
	size   *sizeFields
	edges  *pixelFields // left, top, right, bottom
	more   *kit.Button
	rows   *optionRows
	row    *fyne.Container
	panel  []*option // in the open panel instead of the line
	shown  toolState

	optionsCallbacks
}

// optionsCallbacks connect the options to the window.
type optionsCallbacks struct {
	onEditText func()             // the text of the selected label shall be edited
	onPlace    func()             // a picture to place shall be chosen
	onDone     func(pointed bool) // a value was entered; pointed: by the pointer
	onBadSize  func(why string)   // a size that was applied is impossible; a sentence
	onResized  func()             // the line needs another layout
}

func newOptions(host action.Host, t *tools, marks *action.Buttons, on optionsCallbacks) *options {
	o := &options{host: host, tools: t, optionsCallbacks: on, rows: &optionRows{rows: 1}}
	o.title = kit.NewText("", resources.SizeBody, resources.Text1, true)
	o.tables = o.newTables()
	o.rows.high = o.highest
	text := o.press(press{lang.L("Edit text…"), resources.IconPencil, true, func() { o.onEditText() }})
	o.before = []*option{text.when(func(k toolState) bool { return k.text })}
	for _, id := range []string{raiseID, lowerID, duplicateID, deleteID} {
		o.behind = append(o.behind, newOption(&control{object: marks.Icon(id, kit.Plain).Small()}))
	}
	o.more = kit.NewIconButton(resources.IconMore, lang.L("More options of this tool"), nil).Small()
	o.more.OnTapped = func() { o.openMore(below(o.more)) }
	o.row = &fyne.Container{Layout: o.rows}
	o.all = slices.Concat(o.before, o.behind)
	for _, table := range o.tables {
		o.all = append(o.all, table...)
	}
	o.setList(nil)
	return o
}

func (o *options) choosePlace() { o.onPlace() }

func (o *options) cancel() { o.tools.toolbox.Cancel() }

// of returns the options of a state, in their order.
func (o *options) of(k toolState) (list []*option) {
	all := o.tables[k.tool]
	if k.selected > 0 {
		all = slices.Concat(o.before, all, o.behind)
	}
	for _, c := range all {
		if k.open && (c.wanted == nil || c.wanted(k)) {
			list = append(list, c)
		}
	}
	return list
}

// hasColour reports whether the marks of a state have a colour.
func (o *options) hasColour(k toolState) bool { return o.has(k, o.colour) }

// hasWidth reports whether the marks of a state have a width.
func (o *options) hasWidth(k toolState) bool { return o.has(k, o.widths...) }

func (o *options) has(k toolState, any ...*option) bool {
	return slices.ContainsFunc(o.of(k), func(c *option) bool {
		return slices.ContainsFunc(any, func(of *option) bool { return of.control == c.control })
	})
}

// update shows the state of the tools if it changed.
func (o *options) update() {
	k := o.tools.state()
	if k != o.shown {
		o.display(k)
	}
}

func (o *options) display(k toolState) {
	o.shown = k
	title := ""
	if k.open {
		title = o.tools.table.entry(k.tool).word
	}
	if k.selected > 1 {
		title = lang.L("Marks")
	}
	o.title.SetText(title)
	list := o.of(k)
	for _, c := range list {
		if c.show != nil {
			c.show(k)
		}
	}
	o.setList(slices.DeleteFunc(list, func(c *option) bool { return slices.Contains(o.panel, c) }))
	o.row.Refresh()
	o.onResized()
}

// setList puts options on the line. All others are in it too, but hidden, so that they follow a change of the theme.
func (o *options) setList(list []*option) {
	if len(o.row.Objects) > 0 && slices.Equal(list, o.rows.list) {
		return
	}
	o.rows.list = list
	o.rows.expand()
	var objects []fyne.CanvasObject
	for _, c := range list {
		objects = append(objects, c.object)
	}
	for _, c := range o.all {
		taken := slices.ContainsFunc(o.panel, func(p *option) bool { return p.control == c.control })
		if !taken && !slices.Contains(objects, c.object) {
			c.object.Hide()
			objects = append(objects, c.object)
		}
	}
	o.row.Objects = append(objects, o.more)
}

// highest returns the height of the highest option of any tool, px.
func (o *options) highest() float32 {
	return max(o.colour.object.MinSize().Height, o.size.box.MinSize().Height)
}

// openMore opens a panel with the options that have no room on the line.
func (o *options) openMore(at fyne.Position) {
	column := kit.NewColumn(10)
	o.panel = o.rows.dropped
	o.display(o.shown)
	for _, c := range o.panel {
		c.shrink(false)
		c.object.Show()
		column.Add(c.object)
	}
	kit.ShowPopover(o.host.Canvas(), column, at, func() {
		o.panel = nil
		o.display(o.tools.state())
	}).SetName(o.title)
}

// askColour asks for any colour, also one of the picture.
func (o *options) askColour(now color.NRGBA, chosen func(color.NRGBA)) {
	var pick func()
	if o.tools.doc.isOpen() {
		pick = func() { o.tools.take(tool.Pick) }
	}
	askColour(o.host.Canvas(), now, pick, chosen)
}

// apply applies the frame, the angle or the size.
func (o *options) apply() {
	if o.tools.settings.Tool != tool.Resize {
		o.tools.press(tool.Enter)
		o.onDone(false)
		return
	}
	size := o.size.size()
	if why := sizeTrouble(size); why != "" {
		o.onBadSize(why)
		return
	}
	if size != o.tools.doc.drawing().Size() {
		o.tools.toolbox.Resize(size)
		o.onDone(false)
	}
}
