package gallery

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// selectionBar stands under the rows while several items are selected: what they are, and what can be done with all of them.
type selectionBar struct {
	object  fyne.CanvasObject
	count   *widgets.Text
	what    *widgets.Text
	compare *widgets.Button
	star    *widgets.Button
	row     *fyne.Container
}

func newSelectionBar(g *Gallery) *selectionBar {
	b := &selectionBar{
		count: widgets.NewText("", resources.SizeBody, resources.Text1, true),
		what:  widgets.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
	}
	b.star = widgets.NewButton("Star", resources.IconStar(), widgets.Plain, g.toggleStar).Small()
	b.compare = widgets.NewButton("Compare  C", nil, widgets.Plain, g.compare).Small()
	b.row = widgets.NewRow(12, b.count, b.what, widgets.NewSpring(), b.compare, b.star,
		widgets.NewButton("Move to Trash", resources.IconTrash(), widgets.Danger, g.trash).Small(),
		widgets.NewButton("Clear  Esc", nil, widgets.Quiet, g.rows.SelectNone).Small())
	b.object = container.NewStack(widgets.NewGround(resources.BgSelected), widgets.NewInset(8, 16, 8, 16, b.row))
	b.object.Hide()
	return b
}

// show says what is selected. comparable: two pictures, and there is somebody to show them beside each other.
func (b *selectionBar) show(chosen []db.Asset, comparable bool) {
	show(b.object, len(chosen) > 1)
	if len(chosen) <= 1 {
		return
	}
	b.count.SetText(wording.Count(len(chosen), "selected", "selected"))
	b.what.SetText(contents(chosen))
	show(b.compare, comparable)
	word, icon := "Star", resources.IconStar()
	if allStarred(chosen) {
		word, icon = "Unstar", resources.IconStarOn()
	}
	b.star.SetText(word)
	b.star.SetIcon(icon)
	b.row.Refresh() // the words have other widths now
}

// contents says what some assets are: "1 clip, 2 pictures · 24.1 MB".
func contents(assets []db.Asset) string {
	clips, pictures, bytes := 0, 0, int64(0)
	for _, a := range assets {
		bytes += a.Bytes
		if a.Kind == db.Clip {
			clips++
		} else {
			pictures++
		}
	}
	words := ""
	if clips > 0 {
		words = wording.Count(clips, "clip", "clips")
	}
	if pictures > 0 {
		if words != "" {
			words += ", "
		}
		words += wording.Count(pictures, "picture", "pictures")
	}
	return words + " · " + wording.Bytes(bytes)
}

func allStarred(assets []db.Asset) bool {
	for _, a := range assets {
		if !a.Starred {
			return false
		}
	}
	return len(assets) > 0
}

// undoBanner says what was moved to the trash and brings it back.
type undoBanner struct {
	object fyne.CanvasObject
	banner *widgets.Banner
	undo   *widgets.Link
}

func newUndoBanner(g *Gallery) *undoBanner {
	b := &undoBanner{undo: widgets.NewLink("Undo", g.Undo)}
	hide := widgets.NewIconButton(resources.IconClose(), "Hide", g.forgetUndo).Small()
	b.banner = widgets.NewBanner(resources.IconTrash(), widgets.ToneNeutral, "", b.undo, hide)
	b.object = widgets.NewInset(8, 16, 8, 16, b.banner)
	b.object.Hide()
	return b
}

func (b *undoBanner) show(assets []db.Asset) {
	if len(assets) > 0 {
		b.undo.Show()
		b.banner.SetTone(resources.IconTrash(), widgets.ToneNeutral)
		b.banner.SetText(wording.Count(len(assets), "item", "items")+" moved to Trash.", "")
	}
	show(b.object, len(assets) > 0)
}

// fail says what could not be done.
func (b *undoBanner) fail(doing string, err error) {
	b.undo.Hide()
	b.banner.SetTone(resources.IconWarning(), widgets.ToneErr)
	b.banner.SetText(doing+" did not work.", sentence(err))
	b.object.Show()
}
