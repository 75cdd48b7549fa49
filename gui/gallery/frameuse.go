package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// useView are the buttons under the facts of the detail pane.
type useView struct {
	g      *Gallery
	first  *widgets.Button
	last   *widgets.Button
	edit   *widgets.Button
	again  *widgets.Link
	note   *widgets.Text
	object fyne.CanvasObject
}

func newUseView(g *Gallery) *useView {
	v := &useView{g: g, note: widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)}
	v.first = widgets.NewButton("Use as first frame", nil, widgets.Plain, func() { g.useAsFrame(g.detail.asset, 0) })
	v.last = widgets.NewButton("Use as last frame", nil, widgets.Plain, func() { g.useAsFrame(g.detail.asset, 1) })
	v.edit = widgets.NewButton("Edit", nil, widgets.Plain, func() { g.edit(g.detail.asset) })
	v.again = widgets.NewLink("Make it again", func() { g.again(g.detail.behind.job) })
	v.object = widgets.NewColumn(8, widgets.NewRule(),
		widgets.NewRow(8, v.first, v.last), widgets.NewRow(8, v.edit, widgets.NewSpring()),
		v.note, v.again)
	return v
}

func (v *useView) show(a db.Asset, b background) {
	o := v.g.o
	use := v.g.useOf(a)
	show(v.object, o.OnFrame != nil || o.OnEdit != nil)
	show(v.first, o.OnFrame != nil)
	show(v.last, o.OnFrame != nil)
	show(v.edit, o.OnEdit != nil)
	setOn(v.first, use.Frame)
	setOn(v.last, use.Frame)
	setOn(v.edit, use.Edit)
	v.note.SetText(use.Note)
	colour := resources.Text3
	if use.Warn {
		colour = resources.Warn
	}
	v.note.SetColor(colour)
	show(v.again, use.Again && o.OnAgain != nil && b.job.ID != 0)
	word := "Make it again"
	if b.again != "" {
		word += " · " + b.again
	}
	v.again.SetText(word)
}

func setOn(b *widgets.Button, on bool) {
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// useOf says what can be made of an asset now.
func (g *Gallery) useOf(a db.Asset) wording.FrameUse {
	return wording.FrameUseOf(a, g.o.Now(), g.o.Hosting != nil && g.o.Hosting())
}

// useAsFrame hands a picture to a slot of the composer: 0 is the first frame, 1 the last.
func (g *Gallery) useAsFrame(a db.Asset, place int) {
	if g.o.OnFrame != nil && g.useOf(a).Frame {
		g.o.OnFrame(a, place)
	}
}

func (g *Gallery) edit(a db.Asset) {
	if g.o.OnEdit != nil && g.useOf(a).Edit {
		g.o.OnEdit(a)
	}
}

func (g *Gallery) again(job db.Job) {
	if g.o.OnAgain != nil && job.ID != 0 {
		g.o.OnAgain(job)
	}
}

// ChoosePicture shows the pictures only, newest first, for a person who wants one of them in a slot.
func (g *Gallery) ChoosePicture() {
	g.ask(func(q *query) { *q = query{kind: db.Picture} })
	g.search.SetText("")
	g.Focus()
}
