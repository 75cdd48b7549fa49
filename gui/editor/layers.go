package editor

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// listHeight is the most that the list of marks takes, px.
const listHeight = 320

// ShowMarks opens the list of marks, the uppermost first. A click chooses one, and the buttons beside it bring it forward,
// send it back or delete it.
func (s *Screen) ShowMarks() {
	c := s.d.Canvas()
	if c == nil || s.page == nil {
		return
	}
	if len(s.drawing().Marks) == 0 {
		s.notice("There are no marks yet. Take a tool and draw on the picture.")
		return
	}
	rows := widgets.NewColumn(2)
	var fill func()
	icon := func(res fyne.Resource, word string, do func()) fyne.CanvasObject {
		return widgets.NewIconButton(res, word, func() { do(); fill() }).Small().SetKind(widgets.Quiet)
	}
	fill = func() {
		d := s.drawing()
		chosen := s.kit.Selection()
		rows.RemoveAll()
		for _, m := range slices.Backward(d.Marks) {
			name := widgets.NewButton(markWords(m), entryOf(toolOf(m.Kind)).icon(), widgets.Quiet, func() {
				s.chooseMark(m.ID)
				fill()
			}).Small().Leading()
			name.SetOn(slices.ContainsFunc(chosen, func(o drawing.Mark) bool { return o.ID == m.ID }))
			rows.Add(container.NewBorder(nil, nil, nil, widgets.NewRow(0,
				icon(resources.IconArrowUp(), "Bring forward", func() { s.do("order", s.drawing().Raise(m.ID)) }),
				icon(resources.IconArrowDown(), "Send backward", func() { s.do("order", s.drawing().Lower(m.ID)) }),
				icon(resources.IconTrash(), "Delete", func() { s.do("delete", s.drawing().Remove(m.ID)) })), name))
		}
		rows.Refresh()
	}
	fill()
	scroll := container.NewVScroll(rows)
	scroll.SetMinSize(fyne.NewSize(300, min(rows.MinSize().Height, listHeight)))
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.bar.list)
	title := widgets.NewText("Marks, the uppermost first", resources.SizeSM, resources.Text2, false)
	widgets.ShowPopover(c, widgets.NewColumn(8, title, scroll), at.AddXY(0, s.bar.list.Size().Height+4), s.render)
}

// chooseMark takes a mark into the hand.
func (s *Screen) chooseMark(id int64) {
	s.setTool(entryOf("").id)
	s.kit.Select(id)
	s.render()
}

// markWords names a mark.
func markWords(m drawing.Mark) string {
	word := entryOf(toolOf(m.Kind)).word
	switch m.Kind {
	case drawing.Text:
		return "“" + m.Text + "”"
	case drawing.Number:
		return fmt.Sprintf("Number %d", m.Number)
	case drawing.Pixelate:
		return "Pixelated"
	case drawing.Blur, drawing.Erase, drawing.Picture:
		return word
	case drawing.Emphasis:
		if !m.Style.Outline {
			return word
		}
	}
	return word + ", " + colourWord(m.Style.Color)
}
