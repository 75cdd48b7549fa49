package viewer

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// missingNotice lies over the poster of a clip where no player is on this computer. What to install is said with the
// first clip only; opening it elsewhere is offered with each.
type missingNotice struct {
	s      *Screen
	told   bool
	object *fyne.Container
}

func newMissingNotice(s *Screen) *missingNotice {
	n := &missingNotice{s: s, object: container.NewStack()}
	n.object.Hide()
	return n
}

// show offers what can be done, and says why the first time.
func (n *missingNotice) show(err error) {
	var rows []fyne.CanvasObject
	if !n.told {
		n.told = true
		banner := widgets.NewBanner(resources.IconInfo(), widgets.ToneNeutral, "")
		banner.SetText(lang.L("Clips cannot be played here."), missingWords(err))
		rows = append(rows, banner)
	}
	rows = append(rows, widgets.NewSpring())
	if n.s.d.OnOpen != nil {
		rows = append(rows, container.NewCenter(
			widgets.NewButton(lang.L("Open in the system player"), resources.IconExternal(), widgets.Primary, n.s.openOutside)))
	}
	n.object.Objects = []fyne.CanvasObject{widgets.NewInset(edge, 72, 32, 72, widgets.NewColumn(0, rows...))}
	n.object.Show()
	n.object.Refresh()
}

func (n *missingNotice) hide() {
	if n.object.Visible() {
		n.object.Hide()
		n.object.Objects = nil
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
