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

// layers is the list of marks in its panel, the uppermost first. A click chooses a mark, whose look can be changed below the
// list; the buttons beside it hide it, bring it forward, send it back or delete it.
type layers struct {
	s     *Screen
	rows  *fyne.Container
	look  *swatches
	width *numberSlider
	foot  *fyne.Container
	title *kit.Text
	least float32 // the width that it has, whatever is chosen
}

func (s *Screen) showMarks() {
	l := newLayers(s)
	scroll := container.NewVScroll(l.rows)
	scroll.SetMinSize(fyne.NewSize(l.least, min(l.rows.MinSize().Height, listHeight)))
	panel := kit.NewColumn(8, l.title, scroll, l.foot)
	kit.ShowPopover(s.d.Canvas(), panel, below(s.bar.list), s.render)
}

func newLayers(s *Screen) *layers {
	l := &layers{s: s, rows: kit.NewColumn(2), title: kit.NewText("", resources.SizeSM, resources.Text2, false)}
	l.look = newSwatches(s.setColour, func() { s.askColour(l.look.chosen, s.picked) })
	l.width = newNumberSlider(lang.L("Width"), "px", 1, 200, logarithmic, s.setWidth)
	l.foot = kit.NewRow(12, l.look, l.width.box)
	l.least = max(l.foot.MinSize().Width, listWidth)
	l.fill()
	return l
}

// fill shows the marks as they are now, and what the chosen one is painted with.
func (l *layers) fill() {
	d, chosen := l.s.drawing(), l.s.toolbox.Selection()
	l.rows.RemoveAll()
	for _, m := range slices.Backward(d.Marks) {
		l.rows.Add(l.row(m, slices.ContainsFunc(chosen, func(o drawing.Mark) bool { return o.ID == m.ID })))
	}
	l.rows.Refresh()
	l.title.SetText(lang.L("Marks from top to bottom: %s", countWords(d, false)))
	k := l.s.toolState()
	on := l.s.settingsOf(k)
	kit.Show(l.look, k.chosen > 0 && on[colourSetting])
	kit.Show(l.width.box, k.chosen > 0 && on[widthSetting])
	l.look.set(k.style.Color)
	l.width.reset(widthOf(k.tool))
	l.width.set(k.style.Width)
	l.foot.Refresh()
}

func (l *layers) row(m drawing.Mark, chosen bool) fyne.CanvasObject {
	s := l.s
	name := kit.NewButton(markWords(m), s.entry(toolOf(m.Kind)).icon, kit.Quiet, func() {
		s.chooseMark(m.ID)
		l.fill()
	}).Small().Leading()
	name.SetOn(chosen)
	eye, word := resources.IconEye, lang.L("Hide (not sent)")
	if m.Hidden {
		eye, word = resources.IconEyeOff, lang.L("Show (sent again)")
	}
	buttons := kit.NewRow(0)
	for _, a := range []action.Action{
		{Icon: eye, Label: word, Do: func() { s.hideMarks(!m.Hidden, m.ID) }},
		{Icon: resources.IconArrowUp, Label: lang.L("Bring forward"), Do: func() { s.do("", "order", s.drawing().Raise(m.ID)) }},
		{Icon: resources.IconArrowDown, Label: lang.L("Send backward"), Do: func() { s.do("", "order", s.drawing().Lower(m.ID)) }},
		{Icon: resources.IconTrash, Label: lang.L("Delete"), Do: func() { s.do("", "delete", s.drawing().Remove(m.ID)) }},
	} {
		buttons.Add(kit.NewIconButton(a.Icon, a.Label, func() {
			a.Do()
			l.fill()
		}).Small().SetKind(kit.Quiet))
	}
	return container.NewBorder(nil, nil, nil, buttons, name)
}

// hideMarks hides marks, or shows them again. Hidden ones are stored, and neither painted nor sent.
func (s *Screen) hideMarks(hide bool, ids ...int64) {
	d, word := s.drawing(), "show"
	if hide {
		word = "hide"
	}
	for _, id := range ids {
		if m, ok := d.Mark(id); ok {
			m.Hidden = hide
			d = d.Replace(m)
		}
	}
	s.do("", word, d)
}

// hideChosen hides the marks that are chosen, or shows them again where all of them are hidden.
func (s *Screen) hideChosen() {
	hide, ids := false, []int64{}
	for _, m := range s.toolbox.Selection() {
		hide = hide || !m.Hidden
		ids = append(ids, m.ID)
	}
	s.hideMarks(hide, ids...)
}

func (s *Screen) chooseMark(id int64) {
	s.setTool(tool.Move)
	s.toolbox.Select(id)
	s.render()
}

func markWords(m drawing.Mark) string {
	if m.Hidden {
		m.Hidden = false
		return lang.L("%s, hidden", markWords(m))
	}
	switch m.Kind {
	case drawing.Text:
		return lang.L("“%s”", m.Text)
	case drawing.Number:
		return lang.L("Number %d", m.Number)
	case drawing.Pixelate:
		return lang.L("Pixelated area")
	case drawing.Blur:
		return lang.L("Blurred area")
	case drawing.Erase:
		return lang.L("Eraser stroke")
	case drawing.Picture:
		return lang.L("Placed picture")
	case drawing.Emphasis:
		if !m.Style.Outline {
			return lang.X("noun", "Region")
		}
	}
	shapes := map[drawing.MarkKind]string{
		drawing.Brush: lang.L("Brush stroke"), drawing.Line: lang.X("noun", "Line"), drawing.Arrow: lang.X("noun", "Arrow"),
		drawing.Box: lang.X("noun", "Box"), drawing.Ellipse: lang.X("noun", "Ellipse"), drawing.Emphasis: lang.X("noun", "Region"),
	}
	return lang.X("list", "%s, %s", shapes[m.Kind], colourWord(m.Style.Color))
}
