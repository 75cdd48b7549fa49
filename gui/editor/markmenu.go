package editor

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/imageview"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// nearPointer is how far from a mark the second button still means it, px.
const nearPointer = 5

// markMenu is what can be done with the mark below the pointer, or where there is none with the canvas.
func (s *Screen) markMenu(p imageview.Pointer) {
	c := s.d.Canvas()
	if c == nil || s.page == nil || s.peeking {
		return
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.stage).Add(p.At)
	m, ok := s.drawing().Pick(drawing.Point{X: p.X, Y: p.Y}, nearPointer/max(s.stage.Scale(), 0.01))
	if !ok || s.hidden {
		widgets.ShowMenu(c, fyne.NewMenu("", s.canvasItems()...), at)
		return
	}
	s.setTool(tool.Move)
	s.toolbox.Select(m.ID)
	items := []*fyne.MenuItem{}
	if m.Kind == drawing.Text {
		items = append(items, fyne.NewMenuItem(lang.L("Edit text…"), s.editWords))
	}
	items = append(items,
		fyne.NewMenuItem(lang.L("Duplicate"), s.toolbox.Duplicate),
		fyne.NewMenuItem(lang.L("Bring forward"), func() { s.toolbox.Raise(false) }),
		fyne.NewMenuItem(lang.L("Send backward"), func() { s.toolbox.Lower(false) }),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(lang.L("Delete"), s.toolbox.Delete))
	widgets.ShowMenu(c, fyne.NewMenu("", items...), at)
}

// canvasItems are what the second button offers beside all marks.
func (s *Screen) canvasItems() []*fyne.MenuItem {
	marks := lang.L("Hide the marks")
	if s.hidden {
		marks = lang.L("Show the marks")
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Undo"), s.Undo), fyne.NewMenuItem(lang.L("Redo"), s.Redo), fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(lang.L("Whole picture"), s.stage.Fit), fyne.NewMenuItem("100 %", s.stage.Actual), fyne.NewMenuItem(marks, s.ToggleMarks),
		fyne.NewMenuItemSeparator(), fyne.NewMenuItem(lang.L("Paste a file or an address"), s.Paste),
	}
}
