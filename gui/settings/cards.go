package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// newCard is one profile to choose from.
func (s *Screen) newCard(c card) fyne.CanvasObject {
	p := c.profile
	icon, address := resources.IconPlug(), p.BaseURL
	mark := widgets.NewTag(widgets.ToneAccent, nil, lang.L("in use"))
	setVisible(mark, p.ID == s.current)
	row := widgets.NewRow(8, widgets.NewText(p.Name, resources.SizeBody, resources.Text1, true).Ellipsis(), widgets.NewSpring(), mark)
	if p.Sandbox {
		icon, address = resources.IconBox(), lang.L("built in, on this computer only")
		row.Add(widgets.NewTag(widgets.ToneInverted, nil, lang.L("SANDBOX")))
	}
	if !p.Saved {
		row.Add(widgets.NewTag(widgets.ToneNeutral, nil, lang.L("not saved")))
	}
	body := widgets.NewColumn(2, row, widgets.NewText(address, resources.SizeSM, resources.Text2, false).Ellipsis(),
		widgets.NewText(cardWords(c, s.deps.Now()), resources.SizeSM, cardColor(c), false).Ellipsis())
	color := resources.Text2
	if p.ID == s.current {
		color = resources.Accent
	}
	card := widgets.NewChoiceCard(p.Name, container.NewBorder(nil, nil, widgets.NewInset(0, 8, 0, 2, widgets.NewIcon(icon, 20, color)), nil, body), func() {
		s.selected, s.adding = p.ID, false
		s.show(s.shown)
	})
	card.SetChosen(p.ID == s.selected)
	return card
}
