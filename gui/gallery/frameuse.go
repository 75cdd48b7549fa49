package gallery

import (
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// soon is how little is left of a link that is said to die soon: a clip may wait in the service's queue before its frames
// are fetched.
const soon = 2 * time.Hour

// frameUse is what can be made of an asset: a frame of a clip, the source of an edit, or a picture made once more.
type frameUse struct {
	frame bool   // it can be put into a slot
	edit  bool   // it can be edited
	note  string // how long it can be used, or why it cannot
	tone  widgets.Tone
	again bool // its link is gone: it can only be made once more
}

// useOf says what can be made of an asset now. hosting: local pictures can be put where a service can fetch them.
func useOf(a db.Asset, now time.Time, hosting bool) frameUse {
	left := a.LinkDies.Sub(now)
	alive := a.Link != "" && (a.LinkDies.IsZero() || left > 0)
	switch {
	case a.Kind != db.Picture:
		return frameUse{note: "Frames and edits need a picture. This is a clip."}
	case alive && a.LinkDies.IsZero():
		return frameUse{frame: true, edit: true, note: "Its link is sent, not the file."}
	case alive && left < soon:
		return frameUse{frame: true, edit: true, note: "Its link dies soon: " + wording.Left(left) + ".", tone: widgets.ToneWarn}
	case alive:
		return frameUse{frame: true, edit: true, note: "Its link lives: " + wording.Left(left) + "."}
	case hosting:
		return frameUse{frame: true, edit: true, note: "As a frame it is put on your image host first."}
	case a.Link == "" && a.LinkDies.IsZero():
		return frameUse{edit: true, note: "A frame needs a web address, and this picture never had one. An edit takes the file."}
	}
	return frameUse{edit: true, again: true, tone: widgets.ToneWarn, note: "Its link expired. The picture is safe here; an edit takes the file."}
}

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
	use := useOf(a, o.Now(), o.Hosting != nil && o.Hosting())
	show(v.object, o.OnFrame != nil || o.OnEdit != nil)
	show(v.first, o.OnFrame != nil)
	show(v.last, o.OnFrame != nil)
	show(v.edit, o.OnEdit != nil)
	setOn(v.first, use.frame)
	setOn(v.last, use.frame)
	setOn(v.edit, use.edit)
	v.note.SetText(use.note)
	colour := resources.Text3
	if use.tone == widgets.ToneWarn {
		colour = resources.Warn
	}
	v.note.SetColor(colour)
	show(v.again, use.again && o.OnAgain != nil && b.job.ID != 0)
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

// useAsFrame hands a picture to a slot of the composer: 0 is the first frame, 1 the last.
func (g *Gallery) useAsFrame(a db.Asset, place int) {
	if g.o.OnFrame != nil && useOf(a, g.o.Now(), g.o.Hosting != nil && g.o.Hosting()).frame {
		g.o.OnFrame(a, place)
	}
}

func (g *Gallery) edit(a db.Asset) {
	if g.o.OnEdit != nil && useOf(a, g.o.Now(), false).edit {
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
