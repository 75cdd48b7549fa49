package compare

import (
	"fyne.io/fyne/v2"

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
	object *fyne.Container
}

func newPane(letter string, onFrame, onReuse func()) *pane {
	small := func(c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, c, false).Ellipsis()
	}
	p := &pane{
		letter: widgets.NewTag(widgets.ToneNeutral, nil, letter),
		model:  widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis(),
		made:   small(resources.Text2), cost: small(resources.Text2), note: small(resources.Text3),
		frame: widgets.NewButton(lang.L("Use as first frame"), nil, widgets.Plain, onFrame).Small(),
		reuse: widgets.NewButton(lang.L("Reuse settings"), nil, widgets.Plain, onReuse).Small(),
	}
	p.object = widgets.NewColumn(4, widgets.NewRow(8, p.letter, p.model), p.made, p.cost,
		widgets.NewRow(8, p.frame, p.reuse, p.note))
	return p
}

// show fills the pane. note says why the picture cannot be a frame.
func (p *pane) show(sd *side, note string, d *Deps) {
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
	offer(p.frame, d.OnFrame != nil, note == "")
	offer(p.reuse, d.OnReuse != nil, sd.known.Job.ID != 0)
}

// offer shows a button where there is somebody to answer it, and switches it on where it would work.
func offer(b *widgets.Button, there, works bool) {
	show(b, there)
	if works {
		b.Enable()
	} else {
		b.Disable()
	}
}
