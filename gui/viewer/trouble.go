package viewer

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// troublePanel covers an asset that cannot be shown or played. It shows the reason and what the user can do.
type troublePanel struct {
	actions  func() []action.Action
	onShown  func() // the panel was shown
	informed bool   // the missing player was explained already
	object   *fyne.Container
}

func newTroublePanel(actions func() []action.Action, onShown func()) *troublePanel {
	p := &troublePanel{actions: actions, onShown: onShown, object: container.NewStack()}
	p.object.Hide()
	return p
}

// explain shows why a file cannot be shown.
func (p *troublePanel) explain(title, text string) {
	var b action.Buttons
	row := kit.NewRow(8, b.Full("viewer/reveal", kit.Plain), b.Full("viewer/outside", kit.Plain))
	b.Show(p.actions())
	p.put(kit.NewEmpty(resources.IconWarning, title, text, row))
}

// noPlayer offers to open a clip in another program, over its poster. What to install is shown with the first clip
// only.
func (p *troublePanel) noPlayer(err error) {
	var rows []fyne.CanvasObject
	if !p.informed {
		p.informed = true
		banner := kit.NewBanner(resources.IconInfo, kit.ToneNeutral, "")
		banner.SetText(lang.L("Clips cannot be played here."), missingText(err))
		rows = append(rows, banner)
	}
	var b action.Buttons
	rows = append(rows, kit.NewSpring(), container.NewCenter(b.Full("viewer/outside", kit.Primary)))
	b.Show(p.actions())
	p.put(kit.NewInset(edge, 72, 32, 72, kit.NewColumn(0, rows...)))
}

func (p *troublePanel) put(o fyne.CanvasObject) {
	p.object.Objects = []fyne.CanvasObject{o}
	p.object.Show()
	p.onShown()
}

func (p *troublePanel) hide() {
	if p.object.Visible() {
		p.object.Hide()
		p.object.Objects = nil
	}
}

// missingText returns what to do without a player.
func missingText(err error) string {
	var none *player.NotFoundError
	if errors.As(err, &none) {
		return lang.L("Install %s and restart. Until then clips open in the system’s player.", none.Install)
	}
	return lang.L("The player could not start. Clips open in the system’s player.")
}
