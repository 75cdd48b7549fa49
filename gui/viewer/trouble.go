package viewer

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// troublePanel lies over what is shown and says why there is nothing to see, or nothing that plays, with what can be done about it.
type troublePanel struct {
	s      *Screen
	told   bool // that there is no player
	object *fyne.Container
}

func newTroublePanel(s *Screen) *troublePanel {
	p := &troublePanel{s: s, object: container.NewStack()}
	p.object.Hide()
	return p
}

// show says what is wrong.
func (p *troublePanel) show(title, words string) {
	var b action.Buttons
	row := widgets.NewRow(8, b.Full("viewer/reveal", widgets.Plain), b.Full("viewer/outside", widgets.Plain))
	b.Show(p.s.forAsset())
	p.set(widgets.NewEmpty(resources.IconWarning(), title, words, row))
}

// noPlayer offers to open a clip elsewhere, over its poster. What to install is said with the first clip only.
func (p *troublePanel) noPlayer(err error) {
	var rows []fyne.CanvasObject
	if !p.told {
		p.told = true
		banner := widgets.NewBanner(resources.IconInfo(), widgets.ToneNeutral, "")
		banner.SetText(lang.L("Clips cannot be played here."), missingWords(err))
		rows = append(rows, banner)
	}
	var b action.Buttons
	rows = append(rows, widgets.NewSpring(), container.NewCenter(b.Full("viewer/outside", widgets.Primary)))
	b.Show(p.s.forAsset())
	p.set(widgets.NewInset(edge, 72, 32, 72, widgets.NewColumn(0, rows...)))
}

func (p *troublePanel) set(o fyne.CanvasObject) {
	p.object.Objects = []fyne.CanvasObject{o}
	p.object.Show()
	p.object.Refresh()
}

func (p *troublePanel) hide() {
	if p.object.Visible() {
		p.object.Hide()
		p.object.Objects = nil
	}
}

// missingWords say what to do.
func missingWords(err error) string {
	var none *player.NotFoundError
	if errors.As(err, &none) {
		return lang.L("Install %s and start again. Until then they open in the system’s player.", none.Install)
	}
	return lang.L("The player of this computer does not start. They open in the system’s player.")
}
