package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// useView are the buttons at the foot of the detail pane: what can be made of what it shows. What is off says why.
type useView struct {
	g      *Gallery
	again  *widgets.Button
	last   *widgets.Button
	first  *widgets.Button
	edit   *widgets.Button
	note   *widgets.Text
	upper  fyne.CanvasObject
	lower  fyne.CanvasObject
	object *fyne.Container
}

func newUseView(g *Gallery) *useView {
	v := &useView{g: g, note: widgets.NewText("", resources.SizeXS, resources.Text3, false).Wrap(true)}
	button := func(word string, do func()) *widgets.Button { return widgets.NewButton(word, nil, widgets.Plain, do) }
	v.again = button(lang.L("One more"), func() { g.o.OnAgain(g.detail.behind.Job) })
	v.last = button("", func() { g.useLast(g.detail.asset) })
	v.first = button(lang.L("Use as first frame"), func() { g.useAsFrame(g.detail.asset, 0) })
	v.edit = button(lang.X("verb", "Edit"), func() { g.edit(g.detail.asset) })
	v.upper, v.lower = pair(v.again, v.last), pair(v.first, v.edit)
	v.object = widgets.NewColumn(8, v.upper, v.lower, v.note)
	return v
}

func (v *useView) show(a db.Asset, b background) {
	o := v.g.o
	use := v.g.useOf(a)
	word := lang.L("One more")
	if b.again != "" {
		word += " · " + b.again
	}
	v.again.SetText(word)
	here := a.TrashedAt.IsZero()
	show(v.again, o.OnAgain != nil && b.Job.ID != 0)
	if a.Kind == db.Clip {
		v.last.SetText(lang.L("Last frame…"))
		show(v.last, o.OnLastFrame != nil)
	} else {
		v.last.SetText(lang.L("Use as last frame"))
		show(v.last, o.OnFrame != nil)
	}
	setOn(v.last, here && (a.Kind == db.Clip || use.Frame))
	show(v.first, o.OnFrame != nil)
	show(v.edit, o.OnEdit != nil)
	setOn(v.first, here && use.Frame)
	setOn(v.edit, here && use.Edit)
	show(v.upper, v.again.Visible() || v.last.Visible())
	show(v.lower, v.first.Visible() || v.edit.Visible())
	note, colour := use.Note, resources.Text3
	if use.Warn {
		colour = resources.Warn
	}
	if !here {
		note, colour = lang.L("It is in the trash. Restore it to use it."), resources.Text3
	}
	v.note.SetText(note)
	v.note.SetColor(colour)
	show(v.note, note != "" && v.lower.Visible())
	show(v.g.detail.foot, v.upper.Visible() || v.lower.Visible())
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
	if g.o.OnFrame != nil && a.TrashedAt.IsZero() && g.useOf(a).Frame {
		g.o.OnFrame(a, place)
	}
}

func (g *Gallery) edit(a db.Asset) {
	if g.o.OnEdit != nil && a.TrashedAt.IsZero() && g.useOf(a).Edit {
		g.o.OnEdit(a)
	}
}
