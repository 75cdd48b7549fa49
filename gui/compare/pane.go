package compare

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// pane is what is known of one of the two, and what can be done with it.
type pane struct {
	letter *widgets.Tag
	model  *widgets.Text
	made   *widgets.Text
	cost   *widgets.Text
	note   *widgets.Text
	frame  *widgets.Button
	reuse  *widgets.Button
	action.Buttons
	object *fyne.Container
}

func newPane(letter string, wrap func(do func())) *pane {
	small := func(c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, c, false).Ellipsis()
	}
	p := &pane{
		letter: widgets.NewTag(widgets.ToneNeutral, nil, letter),
		model:  widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis(),
		made:   small(resources.Text2), cost: small(resources.Text2), note: small(resources.Text3),
		Buttons: action.Buttons{Wrap: wrap},
	}
	p.frame, p.reuse = p.Staying("gallery/first").Small(), p.Staying("gallery/reuse").Small()
	p.object = widgets.NewColumn(4, widgets.NewRow(8, p.letter, p.model), p.made, p.cost,
		widgets.NewRow(8, p.frame, p.reuse, p.note))
	return p
}

// show fills the pane.
func (p *pane) show(sd *side, d *Deps) {
	note := frameNote(sd.asset, d.Now(), d.Nav.HostsPictures())
	l := lines{model: sd.asset.Model}
	if sd.read {
		l = linesOf(sd.asset, sd.known)
	}
	if sd.failed {
		note = lang.L("The file cannot be shown.")
	}
	p.model.SetText(nameOf(l.model, sd.asset, d.Now()))
	p.made.SetText(l.made)
	p.cost.SetText(l.cost)
	p.note.SetText(note)
	p.Show(action.ForAssets(action.InGallery, d.Nav, nil, action.One(sd.asset), d.Now()))
	if sd.failed {
		p.frame.Disable()
	}
}
