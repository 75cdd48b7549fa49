package compare

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// pane is one side of the sheet: a picture with what is known of it and what can be done with it.
type pane struct {
	picture *widgets.Picture
	number  *widgets.Tag
	model   *widgets.Text
	made    *widgets.Text
	cost    *widgets.Text
	note    *widgets.Text
	frame   *widgets.Button
	reuse   *widgets.Button
	object  *fyne.Container
}

func newPane(onFrame, onReuse func()) *pane {
	small := func(c fyne.ThemeColorName) *widgets.Text {
		return widgets.NewText("", resources.SizeSM, c, false).Ellipsis()
	}
	p := &pane{
		picture: widgets.NewPicture(fyne.NewSize(160, 120)).Contain(),
		number:  widgets.NewTag(widgets.ToneNeutral, nil, ""),
		model:   widgets.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis(),
		made:    small(resources.Text2), cost: small(resources.Text2), note: small(resources.Text3),
		frame: widgets.NewButton("Use as first frame", nil, widgets.Plain, onFrame).Small(),
		reuse: widgets.NewButton("Reuse settings", nil, widgets.Plain, onReuse).Small(),
	}
	words := widgets.NewColumn(4, widgets.NewRow(8, p.number, p.model), p.made, p.cost,
		widgets.NewRow(8, p.frame, p.reuse, p.note))
	p.object = container.NewBorder(nil, widgets.NewInset(8, 0, 0, 0, words), nil, nil, p.picture)
	return p
}

// show fills the pane at a place, 0 the left one. note says why the picture cannot be a frame.
func (p *pane) show(place int, sd *side, note string, d *Deps) {
	p.number.Set(widgets.ToneNeutral, nil, strconv.Itoa(place+1))
	p.picture.SetImage(sd.image)
	var icon fyne.Resource
	if sd.image == nil {
		icon = resources.IconPicture()
		if sd.failed {
			icon = resources.IconWarning()
		}
	}
	p.picture.SetIcon(icon)
	f := facts{model: sd.asset.Model}
	if sd.read {
		f = factsOf(sd.asset, sd.known)
	}
	if sd.failed {
		note = "The file cannot be shown."
	}
	p.model.SetText(f.model)
	p.made.SetText(f.made)
	p.cost.SetText(f.cost)
	p.note.SetText(note)
	offer(p.frame, d.OnFrame != nil, note == "")
	offer(p.reuse, d.OnReuse != nil, sd.known.job.ID != 0)
}

// offer shows a button where there is somebody to answer it, and switches it on where it would work.
func offer(b *widgets.Button, there, works bool) {
	if there {
		b.Show()
	} else {
		b.Hide()
	}
	if works {
		b.Enable()
	} else {
		b.Disable()
	}
}
