package feed

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// canvas is the window's: the feed itself need not be in it, because other places lead to its sheets.
func (s *Screen) canvas() fyne.Canvas {
	if s.d.Canvas != nil {
		return s.d.Canvas()
	}
	return fyne.CurrentApp().Driver().CanvasForObject(s.view.box)
}

// openSheet opens a sheet over the window with the focus in one of its controls; nil where the feed is in no window.
func (s *Screen) openSheet(content fyne.CanvasObject, focus fyne.Focusable) *widgets.Sheet {
	c := s.canvas()
	if c == nil {
		return nil
	}
	s.closeSheet()
	s.sheet = widgets.ShowSheet(c, content, nil)
	c.Focus(focus)
	return s.sheet
}

func (s *Screen) closeSheet() {
	if s.sheet != nil {
		s.sheet.Hide()
		s.sheet = nil
	}
}

func heading(text string) *widgets.Text {
	return widgets.NewText(text, resources.SizeH2, resources.Text1, true)
}

func paragraph(spans ...widgets.Span) *widgets.Text {
	return widgets.NewRichText(resources.SizeSM, resources.Text2, spans...).Wrap(true)
}

// decideLater is the safe answer of every sheet here: nothing is changed.
func (s *Screen) decideLater() *widgets.Button {
	return widgets.NewButton(lang.L("Decide later"), nil, widgets.Quiet, s.closeSheet)
}

// showRawAnswer shows the last answer that mattered, as it came and without what must not be shown.
func (s *Screen) showRawAnswer(it Item) {
	answer := widgets.NewText(it.Job.RawAnswer, resources.SizeXS, resources.Text1, false).Mono().Wrap(true)
	scroll := container.NewVScroll(answer)
	closeIt := widgets.NewButton(lang.X("verb", "Close"), nil, widgets.Primary, s.closeSheet)
	content := widgets.NewColumn(12,
		heading(lang.L("What the service answered")),
		widgets.NewFixed(0, 240, scroll),
		widgets.NewRow(8, widgets.NewButton(lang.X("verb", "Copy"), resources.IconCopy(), widgets.Plain, func() { s.d.Copy(it.Job.RawAnswer) }),
			widgets.NewSpring(), closeIt),
	)
	s.openSheet(content, closeIt)
}
