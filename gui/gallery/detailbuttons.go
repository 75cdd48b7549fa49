package gallery

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// detailButtons is the row of what can be done with what the pane shows, and with nothing else that is selected.
type detailButtons struct {
	d       *detail
	object  fyne.CanvasObject
	reuse   *widgets.Button
	star    *widgets.Button
	album   *widgets.Button
	trash   *widgets.Button
	restore *widgets.Button
	forever *widgets.Button
	others  *fyne.Container
}

func newDetailButtons(d *detail) *detailButtons {
	g, b := d.g, &detailButtons{d: d}
	b.reuse = widgets.NewButton("Reuse settings", nil, widgets.Plain, func() { g.reuse(d.asset) })
	b.star = widgets.NewIconButton(resources.IconStar(), "Star", func() { g.star([]int64{d.asset.ID}, !d.asset.Starred) })
	b.album = widgets.NewIconButton(resources.IconFolder(), "Put into an album  A", func() { g.Album(d.asset.ID) })
	b.trash = widgets.NewIconButton(resources.IconTrash(), "Move to Trash  Del", func() { g.only(g.trash) }).SetKind(widgets.Danger)
	b.restore = widgets.NewButton("Restore", resources.IconUndo(), widgets.Plain, func() { g.only(g.restore) })
	b.forever = widgets.NewIconButton(resources.IconTrash(), "Delete for ever…", func() { g.only(g.deleteForever) }).SetKind(widgets.Danger)
	b.others = widgets.NewRow(4, b.reuse, b.star, b.album, b.trash, b.restore, b.forever)
	if g.o.OnOpen == nil && g.o.OnView == nil {
		b.object = b.others
		return b
	}
	open := widgets.NewButton("Open", nil, widgets.Primary, g.openCurrent)
	b.object = container.NewBorder(nil, nil, nil, widgets.NewInset(0, 0, 0, 4, b.others), open)
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
	icon, word := resources.IconStar(), "Star  S"
	if a.Starred {
		icon, word = resources.IconStarOn(), "Unstar  S"
	}
	b.star.SetIcon(icon)
	b.star.SetWord(word)
	b.star.SetOn(a.Starred)
	b.others.Refresh()
}

// only does something with the item that the pane shows, and with nothing else that is selected.
func (g *Gallery) only(do func()) {
	if i := g.model.wall.IndexOf(g.detail.asset.ID); i >= 0 {
		g.rows.Select(i)
		do()
	}
}
