package editor

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Measures of the list of marks, px.
const (
	listWidth  = 330
	listHeight = 320 // at most
)

// layers is the list of marks in its panel, the uppermost first. A click selects a mark; its look can be changed
// below the list. The buttons beside it hide it, bring it forward, send it back or delete it.
type layers struct {
	options  *options
	tools    *tools
	onSelect func(id int64)
	rows     *fyne.Container
	look     *swatches
	width    *numberSlider
	foot     *fyne.Container
	title    *kit.Text
	least    float32 // width, whatever is selected
}

// openLayers opens the panel at a position. closed is called when it closes.
func openLayers(o *options, at fyne.Position, onSelect func(id int64), closed func()) {
	l := newLayers(o, onSelect)
	scroll := kit.NewVScroll(l.rows)
	scroll.SetMinSize(fyne.NewSize(l.least, min(l.rows.MinSize().Height, listHeight)))
	panel := kit.NewColumn(8, l.title, scroll, l.foot)
	kit.ShowPopover(o.host.Canvas(), panel, at, closed)
}

func newLayers(o *options, onSelect func(id int64)) *layers {
	t := o.tools
	title := kit.NewText("", resources.SizeSM, resources.Text2, false)
	l := &layers{options: o, tools: t, onSelect: onSelect, rows: kit.NewColumn(2), title: title}
	l.look = newSwatches(t.setColour, func() { o.askColour(l.look.chosen, t.setPicked) })
	width := widthOf(tool.Brush)
	width.set = t.setWidth
	l.width = newNumberSlider(width)
	l.foot = kit.NewRow(12, l.look, l.width.box)
	l.least = max(l.foot.MinSize().Width, listWidth)
	l.fill()
	return l
}

// fill shows the marks, and the style of the selected one.
func (l *layers) fill() {
	d, selected := l.tools.doc.drawing(), l.tools.toolbox.Selection()
	l.rows.RemoveAll()
	for _, m := range slices.Backward(d.Marks) {
		l.rows.Add(l.newRow(m, slices.ContainsFunc(selected, func(o drawing.Mark) bool { return o.ID == m.ID })))
	}
	l.rows.Refresh()
	l.title.SetText(lang.L("Marks from top to bottom: %s", countText(d, false)))
	k := l.tools.state()
	kit.Show(l.look, k.selected > 0 && l.options.hasColour(k))
	kit.Show(l.width.box, k.selected > 0 && l.options.hasWidth(k))
	l.look.set(k.style.Color)
	l.width.reset(widthOf(k.tool))
	l.width.display(k.style.Width)
	l.foot.Refresh()
}

func (l *layers) newRow(m drawing.Mark, selected bool) fyne.CanvasObject {
	t, doc := l.tools, l.tools.doc
	name := kit.NewButton(markText(m), t.table.entry(toolOf(m.Kind)).icon, kit.Quiet, func() {
		l.onSelect(m.ID)
		l.fill()
	}).Small().Leading()
	name.SetOn(selected)
	eye, label := resources.IconEye, lang.L("Hide (not sent)")
	if m.Hidden {
		eye, label = resources.IconEyeOff, lang.L("Show (sent again)")
	}
	buttons := kit.NewRow(0)
	for _, a := range []action.Action{
		{Icon: eye, Label: label, Do: func() { t.hideMarks(!m.Hidden, m.ID) }},
		{Icon: resources.IconArrowUp, Label: lang.L("Bring forward"), Do: func() {
			doc.do("", "order", doc.drawing().Raise(m.ID))
		}},
		{Icon: resources.IconArrowDown, Label: lang.L("Send backward"), Do: func() {
			doc.do("", "order", doc.drawing().Lower(m.ID))
		}},
		{Icon: resources.IconTrash, Label: lang.L("Delete"), Do: func() {
			doc.do("", "delete", doc.drawing().Remove(m.ID))
		}},
	} {
		buttons.Add(kit.NewIconButton(a.Icon, a.Label, func() {
			a.Do()
			l.fill()
		}).Small().SetKind(kit.Quiet))
	}
	return container.NewBorder(nil, nil, nil, buttons, name)
}
