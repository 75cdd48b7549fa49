package editor

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
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
	width *measure
	foot  *fyne.Container
	title *widgets.Text
	least float32 // the width that it has, whatever is chosen
}

// ShowMarks opens the list of marks.
func (s *Screen) ShowMarks() {
	c := s.d.Canvas()
	if c == nil || s.page == nil {
		return
	}
	if len(s.drawing().Marks) == 0 {
		s.notice(lang.L("There are no marks yet. Take a tool and draw on the picture."))
		return
	}
	l := newLayers(s)
	scroll := container.NewVScroll(l.rows)
	scroll.SetMinSize(fyne.NewSize(l.least, min(l.rows.MinSize().Height, listHeight)))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.bar.list)
	panel := widgets.NewColumn(8, l.title, scroll, l.foot)
	widgets.ShowPopover(c, panel, at.AddXY(0, s.bar.list.Size().Height+4), s.render)
}

func newLayers(s *Screen) *layers {
	l := &layers{s: s, rows: widgets.NewColumn(2), title: widgets.NewText("", resources.SizeSM, resources.Text2, false)}
	on := s.optionCalls()
	l.look = newSwatches(on.colour, on.other)
	l.width = newMeasure(lang.L("Width"), "px", 1, 200, doubled, func(v float64, _ bool) {
		on.style("width", func(st *drawing.Style) { st.Width = v })
	})
	l.foot = widgets.NewRow(12, l.look, l.width.box)
	l.least = max(l.foot.MinSize().Width, listWidth)
	l.fill()
	return l
}

// fill shows the marks as they are now.
func (l *layers) fill() {
	d, chosen := l.s.drawing(), l.s.toolbox.Selection()
	l.rows.RemoveAll()
	for _, m := range slices.Backward(d.Marks) {
		l.rows.Add(l.row(m, slices.ContainsFunc(chosen, func(o drawing.Mark) bool { return o.ID == m.ID })))
	}
	l.rows.Refresh()
	l.title.SetText(lang.L("Marks, the uppermost first: %s", countWords(d, false)))
	l.showLook(chosen)
}

// showLook shows what the chosen mark is painted with.
func (l *layers) showLook(chosen []drawing.Mark) {
	k := optionsKey{tool: l.s.subject()}
	if len(chosen) > 0 {
		k.style = chosen[len(chosen)-1].Style
	}
	groups := groupsOf(k)
	setShown(l.look, len(chosen) > 0 && slices.Contains(groups, groupColour))
	setShown(l.width.box, len(chosen) > 0 && slices.Contains(groups, groupWidth))
	l.look.set(k.style.Color)
	l.width.be(widthOf(k.tool))
	l.width.set(round(k.style.Width))
	l.foot.Refresh()
}

// row is one mark.
func (l *layers) row(m drawing.Mark, chosen bool) fyne.CanvasObject {
	s := l.s
	button := func(res fyne.Resource, word string, do func()) fyne.CanvasObject {
		return widgets.NewIconButton(res, word, func() { do(); l.fill() }).Small().SetKind(widgets.Quiet)
	}
	name := widgets.NewButton(markWords(m), entryOf(toolOf(m.Kind)).icon(), widgets.Quiet, func() {
		s.chooseMark(m.ID)
		l.fill()
	}).Small().Leading()
	name.SetOn(chosen)
	eye, word := resources.IconEye(), lang.L("Hide: it is not sent")
	if m.Hidden {
		eye, word = resources.IconEyeOff(), lang.L("Show: it is sent again")
	}
	return container.NewBorder(nil, nil, nil, widgets.NewRow(0,
		button(eye, word, func() { s.hideMarks(!m.Hidden, m.ID) }),
		button(resources.IconArrowUp(), lang.L("Bring forward"), func() { s.do("order", s.drawing().Raise(m.ID)) }),
		button(resources.IconArrowDown(), lang.L("Send backward"), func() { s.do("order", s.drawing().Lower(m.ID)) }),
		button(resources.IconTrash(), lang.L("Delete"), func() { s.do("delete", s.drawing().Remove(m.ID)) })), name)
}

// hideMarks hides marks, or shows them again. Hidden ones are kept, and neither painted nor sent.
func (s *Screen) hideMarks(hide bool, ids ...int64) {
	d := s.drawing()
	for _, id := range ids {
		if m, ok := d.Mark(id); ok {
			m.Hidden = hide
			d = d.Replace(m)
		}
	}
	word := "show"
	if hide {
		word = "hide"
	}
	s.do(word, d)
}

// HideChosen hides the marks that are chosen, or shows them again where all of them are hidden.
func (s *Screen) HideChosen() {
	if s.page == nil {
		return
	}
	chosen := s.toolbox.Selection()
	if len(chosen) == 0 {
		s.whisper(lang.L("Choose a mark first: a click with Move, or Tab through the list of marks."))
		return
	}
	hide, ids := false, []int64{}
	for _, m := range chosen {
		hide = hide || !m.Hidden
		ids = append(ids, m.ID)
	}
	s.hideMarks(hide, ids...)
}

// chooseMark takes a mark into the hand.
func (s *Screen) chooseMark(id int64) {
	s.setTool(entryOf("").id)
	s.toolbox.Select(id)
	s.render()
}

// markWords names a mark.
func markWords(m drawing.Mark) string {
	if m.Hidden {
		return lang.L("%s, hidden", markName(m))
	}
	return markName(m)
}

func markName(m drawing.Mark) string {
	switch m.Kind {
	case drawing.Text:
		return lang.L("“%s”", m.Text)
	case drawing.Number:
		return lang.L("Number %d", m.Number)
	case drawing.Pixelate:
		return lang.L("Pixelated part")
	case drawing.Blur:
		return lang.L("Blurred part")
	case drawing.Erase:
		return lang.L("Eraser stroke")
	case drawing.Picture:
		return lang.L("Placed picture")
	case drawing.Emphasis:
		if !m.Style.Outline {
			return lang.X("noun", "Region")
		}
	}
	return lang.X("list", "%s, %s", shapeName(m.Kind), colourWord(m.Style.Color))
}

// shapeName names a kind of mark that has a colour.
func shapeName(k drawing.MarkKind) string {
	switch k {
	case drawing.Brush:
		return lang.L("Brush stroke")
	case drawing.Line:
		return lang.X("noun", "Line")
	case drawing.Arrow:
		return lang.X("noun", "Arrow")
	case drawing.Box:
		return lang.X("noun", "Box")
	case drawing.Ellipse:
		return lang.X("noun", "Ellipse")
	}
	return lang.X("noun", "Region")
}
