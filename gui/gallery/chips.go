package gallery

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// chipRow shows the query as chips: one for each of the keys that are asked most, which opens what it can be, and one for every other term that
// stands in the box. At its right are the order and the trash.
type chipRow struct {
	g      *Gallery
	keys   []*keyChip
	star   *widgets.Chip
	more   *widgets.Chip
	flow   *fyne.Container
	order  *widgets.Chip
	trash  *widgets.Chip
	object fyne.CanvasObject

	others []db.Term // the terms that have chips of their own now
	wrong  []db.Term // those of them that say nothing that can be
}

// keyChip is the chip of one key.
type keyChip struct {
	*widgets.Chip
	key  string
	rest string // what it says while it is off
}

func newChipRow(g *Gallery) *chipRow {
	c := &chipRow{g: g}
	for _, k := range []struct{ key, rest string }{
		{db.KeyKind, lang.L("Kind: any")}, {db.KeyModel, lang.L("Model: any")}, {db.KeyDate, lang.L("Date")}, {db.KeySize, lang.L("Size")},
		{db.KeyTag, lang.X("noun", "Tag")}, {db.KeyAlbum, lang.L("Album")},
	} {
		c.keys = append(c.keys, c.newKeyChip(k.key, k.rest))
	}
	c.star = widgets.NewChip(lang.L("Starred"), func() { c.toggle(starOn()) })
	c.star.SetIcon(resources.IconStar())
	c.star.OnClear = func() { c.g.find(c.g.question().query().WithoutKey(db.KeyStar)) }
	c.more = widgets.NewChip(lang.L("More"), nil).Opens()
	c.more.OnTapped = func() { c.menu(c.more, c.moreMenu()) }
	c.order = widgets.NewChip("", nil).Opens()
	c.order.OnTapped = func() { c.menu(c.order, c.orderMenu()) }
	c.trash = widgets.NewChip(lang.X("noun", "Trash"), nil)
	c.trash.SetIcon(resources.IconTrash())
	c.trash.OnTapped = func() { c.toggle(inTheTrash()) }
	c.trash.OnClear = c.trash.OnTapped
	c.flow = widgets.NewFlow(4)
	right := container.NewVBox(widgets.NewRow(4, c.order, c.trash))
	c.object = widgets.NewInset(6, 16, 6, 16, &fyne.Container{Layout: beside{8}, Objects: []fyne.CanvasObject{c.flow, right}})
	return c
}

func (c *chipRow) newKeyChip(key, rest string) *keyChip {
	k := &keyChip{Chip: widgets.NewChip(rest, nil), key: key, rest: rest}
	k.SetIcon(termIcon(key))
	k.Opens()
	k.OnTapped = func() {
		if k.On() && key != db.KeyAlbum {
			k.OnClear()
			return
		}
		c.choices(k)
	}
	k.OnClear = func() { c.g.find(c.g.question().query().WithoutKey(key)) }
	return k
}

// toggle puts a term into the query, or takes it out.
func (c *chipRow) toggle(t db.Term) {
	q := c.g.question().query()
	if _, on := termOf(q, t.Key); on {
		c.g.find(q.WithoutKey(t.Key))
		return
	}
	c.g.find(q.With(t))
}

// show makes the chips say what is asked for.
func (c *chipRow) show() {
	g := c.g
	asked, now := g.question(), g.o.Now()
	q := asked.query()
	shown := map[db.Term]bool{}
	for _, k := range c.keys {
		t, on := termOf(q, k.key)
		on = on && !t.Not
		word := k.rest
		if on {
			word = termWords(t, now)
			shown[t] = true
		}
		k.SetText(word)
		k.SetOn(on)
	}
	t, on := termOf(q, db.KeyStar)
	on = on && t == starOn()
	shown[t] = on
	c.star.SetOn(on)
	c.trash.SetOn(asked.inTrash())
	word := lang.X("noun", "Trash")
	if g.model.trashed > 0 {
		word += " " + lang.Number(g.model.trashed)
	}
	c.trash.SetText(word)
	c.order.SetText(orderWord(asked.order))
	c.others = nil
	for _, t := range q.Terms {
		if t.Key != "" && !shown[t] && !(t.Key == db.KeyStatus && asked.inTrash()) {
			c.others = append(c.others, t)
		}
	}
	c.wrong = nil
	if g.model.asked == asked {
		c.wrong = g.model.unusable
	}
	c.lay()
}

// lay puts the chips side by side: those of the keys, then those of what else stands in the box.
func (c *chipRow) lay() {
	objects := make([]fyne.CanvasObject, 0, len(c.keys)+len(c.others)+3)
	for _, k := range c.keys[:4] {
		objects = append(objects, k.Chip) // the chip itself: what embeds it is no object of the window
	}
	objects = append(objects, c.star)
	for _, k := range c.keys[4:] {
		objects = append(objects, k.Chip)
	}
	for _, t := range c.others {
		objects = append(objects, c.termChip(t))
	}
	if c.g.question().twins {
		objects = append(objects, c.ownChip(lang.L("Duplicates"), resources.IconLayers(), c.g.leaveTwins))
	}
	c.flow.Objects = append(objects, c.more)
	c.flow.Refresh()
	c.object.Refresh()
}

// termChip is the chip of a term that is not among the keys in sight.
func (c *chipRow) termChip(t db.Term) fyne.CanvasObject {
	chip := c.ownChip(termWords(t, c.g.o.Now()), termIcon(t.Key), func() { c.g.find(c.g.question().query().Without(t)) })
	for _, w := range c.wrong {
		if w == t {
			chip.SetText(unusableWords(t))
			chip.SetIcon(resources.IconWarning())
			chip.SetIconTone(widgets.ToneWarn)
		}
	}
	return chip
}

func (c *chipRow) ownChip(word string, icon fyne.Resource, away func()) *widgets.Chip {
	chip := widgets.NewChip(word, away)
	chip.SetIcon(icon)
	chip.SetOn(true)
	chip.OnClear = away
	return chip
}

// menu opens a menu under a chip.
func (c *chipRow) menu(o fyne.CanvasObject, m *fyne.Menu) {
	if w := c.g.window(); w != nil {
		widgets.ShowMenu(w, m, under(o))
	}
}

// beside lays the second object at the right, as wide as it must be, and the first in the rest.
type beside struct{ gap float32 }

func (l beside) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(a.Width+l.gap+b.Width, max(a.Height, b.Height))
}

// HeightFor gives the height in a width: that of the first object in what the second leaves.
func (l beside) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	b := o[1].MinSize()
	if !o[1].Visible() {
		return widgets.HeightFor(o[0], width)
	}
	return max(widgets.HeightFor(o[0], width-b.Width-l.gap), b.Height)
}

func (l beside) Layout(o []fyne.CanvasObject, s fyne.Size) {
	b := o[1].MinSize()
	o[1].Move(fyne.NewPos(s.Width-b.Width, 0))
	o[1].Resize(b)
	w := s.Width - b.Width - l.gap
	if !o[1].Visible() {
		w = s.Width
	}
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(w, widgets.HeightFor(o[0], w)))
}
