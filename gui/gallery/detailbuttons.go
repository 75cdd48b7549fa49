package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// detailButtons is the row of what can be done with what the pane shows, and with nothing else that is selected.
type detailButtons struct {
	d       *detail
	object  *fyne.Container
	reuse   *widgets.Button
	star    *widgets.Button
	album   *widgets.Button
	trash   *widgets.Button
	restore *widgets.Button
	forever *widgets.Button
	icons   *fyne.Container
}

func newDetailButtons(d *detail) *detailButtons {
	g, b := d.g, &detailButtons{d: d}
	b.reuse = widgets.NewButton(lang.L("Reuse settings"), nil, widgets.Plain, func() { g.reuse(d.asset) })
	b.star = widgets.NewIconButton(resources.IconStar(), lang.X("verb", "Star"), func() { g.star([]int64{d.asset.ID}, !d.asset.Starred) })
	b.album = widgets.NewIconButton(resources.IconFolder(), "", func() { g.Album(d.asset.ID) })
	b.trash = widgets.NewIconButton(resources.IconTrash(), "", func() { g.only(g.trash) }).SetKind(widgets.Danger)
	b.restore = widgets.NewButton(lang.L("Restore"), resources.IconUndo(), widgets.Plain, func() { g.only(g.restore) })
	b.forever = widgets.NewIconButton(resources.IconTrash(), lang.L("Delete for ever…"), func() { g.only(g.deleteForever) }).SetKind(widgets.Danger)
	b.icons = widgets.NewRow(4, b.star, b.album, b.trash, b.forever)
	open := widgets.NewButton(lang.X("verb", "Open"), nil, widgets.Primary, g.openCurrent)
	show(open, g.o.OnOpen != nil || g.o.OnView != nil)
	b.object = &fyne.Container{Layout: buttonsLayout{}, Objects: []fyne.CanvasObject{open, b.reuse, b.restore, b.icons}}
	return b
}

// show offers what fits an asset.
func (b *detailButtons) show(a db.Asset) {
	gone := !a.TrashedAt.IsZero()
	show(b.reuse, b.d.g.o.OnReuse != nil && a.JobID != 0 && !gone)
	show(b.star, !gone)
	show(b.album, !gone)
	show(b.trash, !gone)
	show(b.restore, gone)
	show(b.forever, gone)
	icon := resources.IconStar()
	if a.Starred {
		icon = resources.IconStarOn()
	}
	b.star.SetIcon(icon)
	b.star.SetOn(a.Starred)
	b.showKeys()
	b.icons.Refresh()
	b.object.Refresh()
}

// showKeys says by which keys the same is done.
func (b *detailButtons) showKeys() {
	g := b.d.g
	star := lang.X("verb", "Star")
	if b.star.On() {
		star = lang.L("Unstar")
	}
	b.star.SetWord(g.own(starID).Beside(star, g.o.Keys))
	b.album.SetWord(g.own(albumID).Beside(lang.L("Put into an album"), g.o.Keys))
	b.trash.SetWord(g.own(trashID).Beside(lang.L("Move to Trash"), g.o.Keys))
}

// buttonsLayout lays out a main button, which grows, buttons with words, of which one is seen, and a row of icons. Where one line is too short for all, those
// with words have a line of their own.
type buttonsLayout struct{}

// The room between two buttons, px.
const (
	buttonGap = 4
	mainGap   = 8 // after the main one, and between two lines
)

// parts returns the main button, nil where there is none, and that with words, nil where none is seen.
func (buttonsLayout) parts(o []fyne.CanvasObject) (main, word, icons fyne.CanvasObject) {
	for _, w := range o[1:3] {
		if w.Visible() {
			word = w
		}
	}
	if o[0].Visible() {
		main = o[0]
	}
	return main, word, o[3]
}

// broken reports whether the button with words goes to a line of its own in a width.
func (l buttonsLayout) broken(o []fyne.CanvasObject, width float32) bool {
	main, word, icons := l.parts(o)
	return main != nil && word != nil && main.MinSize().Width+word.MinSize().Width+icons.MinSize().Width+buttonGap+mainGap > width
}

// MinSize is that of the line with the icons, which is there in any width.
func (l buttonsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	main, _, icons := l.parts(o)
	m := icons.MinSize()
	if main != nil {
		m.Width += main.MinSize().Width + mainGap
		m.Height = max(m.Height, main.MinSize().Height)
	}
	return m
}

// HeightFor returns the height in a width, px.
func (l buttonsLayout) HeightFor(o []fyne.CanvasObject, width float32) float32 {
	h := l.MinSize(o).Height
	if _, word, _ := l.parts(o); l.broken(o, width) {
		h += mainGap + word.MinSize().Height
	}
	return h
}

// Layout implements [fyne.Layout].
func (l buttonsLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	main, word, icons := l.parts(o)
	line, right := l.MinSize(o).Height, s.Width
	put := func(part fyne.CanvasObject, x, y, w float32) {
		part.Move(fyne.NewPos(x, y))
		part.Resize(fyne.NewSize(w, line))
	}
	right -= icons.MinSize().Width
	put(icons, right, 0, s.Width-right)
	switch {
	case word == nil:
	case l.broken(o, s.Width):
		put(word, 0, line+mainGap, s.Width)
	case main == nil:
		put(word, 0, 0, right-buttonGap)
	default:
		right -= word.MinSize().Width + buttonGap
		put(word, right, 0, word.MinSize().Width)
	}
	if main != nil {
		put(main, 0, 0, right-mainGap)
	}
}

// only does something with the item that the pane shows, and with nothing else that is selected.
func (g *Gallery) only(do func()) {
	if i := g.model.wall.IndexOf(g.detail.asset.ID); i >= 0 {
		g.rows.Select(i)
		do()
	}
}
