package viewer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// troublePanel says in words why there is nothing to see, with what can be done about it.
type troublePanel struct {
	s      *Screen
	object *fyne.Container
}

func newTroublePanel(s *Screen) *troublePanel {
	p := &troublePanel{s: s, object: container.NewStack()}
	p.object.Hide()
	return p
}

// show says what is wrong.
func (p *troublePanel) show(title, words string) {
	var actions []fyne.CanvasObject
	if p.s.d.OnReveal != nil {
		actions = append(actions, widgets.NewButton(lang.L("Show in folder"), resources.IconFolderOpen(), widgets.Plain, p.s.reveal))
	}
	if p.s.d.OnOpen != nil {
		actions = append(actions, widgets.NewButton(lang.L("Open outside"), resources.IconExternal(), widgets.Plain, p.s.openOutside))
	}
	p.object.Objects = []fyne.CanvasObject{widgets.NewEmpty(resources.IconWarning(), title, words, widgets.NewRow(8, actions...))}
	p.object.Show()
	p.object.Refresh()
}

func (p *troublePanel) hide() {
	if p.object.Visible() {
		p.object.Hide()
		p.object.Objects = nil
	}
}
