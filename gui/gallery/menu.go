package gallery

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// showMenu opens the context menu of an item, at a place in the window.
func (g *Gallery) showMenu(index int, at fyne.Position) {
	if !g.rows.IsSelected(index) {
		g.rows.Select(index)
	}
	g.withAssets([]int64{g.model.rows[index].ID}, func(a []db.Asset) {
		if w := g.window(); w != nil && len(a) == 1 {
			widgets.ShowMenu(w, g.menuOf(a[0]), at)
		}
	})
}

// menuOf makes the context menu of an item. What would do nothing is not in it.
func (g *Gallery) menuOf(a db.Asset) *fyne.Menu {
	var items []*fyne.MenuItem
	add := func(there bool, word string, do func()) {
		if there {
			items = append(items, fyne.NewMenuItem(word, do))
		}
	}
	line := func() {
		if n := len(items); n > 0 && !items[n-1].IsSeparator {
			items = append(items, fyne.NewMenuItemSeparator())
		}
	}
	gone := !a.TrashedAt.IsZero()
	add(g.o.OnView != nil && g.choosing == nil, lang.X("verb", "Open"), func() { g.o.OnView(a.ID) })
	add(g.o.OnOpen != nil, lang.L("Open in the system’s viewer"), func() { g.openOutside(a) })
	add(g.o.OnReveal != nil, lang.L("Show in folder"), func() { g.reveal(a) })
	line()
	add(g.o.AbsPath != nil && g.o.OnCopyFiles != nil, lang.N("Copy file", "Copy files", g.rows.SelectedCount()), g.copyFiles)
	add(g.o.AbsPath != nil, lang.L("Copy path"), g.copyPaths)
	add(a.Prompt != "", lang.L("Copy prompt"), func() { copyText(a.Prompt) })
	add(g.o.OnReuse != nil && a.JobID != 0, lang.L("Reuse settings"), func() { g.reuse(a) })
	kind := db.TextToImage
	if a.Kind == db.Clip {
		kind = db.TextToVideo
	}
	for _, how := range form.Hows(kind)[1:] {
		add(g.o.OnReuseHow != nil && a.JobID != 0, how.Word(), func() { g.reuseHow(a, how) })
	}
	line()
	use := g.useOf(a)
	add(g.o.OnFrame != nil && use.Frame && !gone, lang.L("Use as first frame"), func() { g.useAsFrame(a, 0) })
	add(g.o.OnFrame != nil && use.Frame && !gone, lang.L("Use as last frame"), func() { g.useAsFrame(a, 1) })
	add(g.o.OnLastFrame != nil && a.Kind == db.Clip && !gone, lang.L("Last frame…"), func() { g.o.OnLastFrame(a) })
	add(g.o.OnEdit != nil && use.Edit && !gone, lang.X("verb", "Edit"), func() { g.edit(a) })
	line()
	add(g.comparable() && !gone, lang.X("verb", "Compare"), g.compare)
	add(g.o.OnSheet != nil && g.rows.SelectedCount() > 1 && !gone, lang.L("Put on one sheet"), func() { g.o.OnSheet(g.chosen()) })
	star := lang.X("verb", "Star")
	if n := g.rows.SelectedCount(); n > 0 && g.sum().starred == n {
		star = lang.L("Unstar")
	}
	add(!gone, star, g.toggleStar)
	add(!gone, lang.L("Tag…"), func() { g.post(g.tagChosen) })
	add(!gone, lang.L("Album…"), func() { g.post(g.albumChosen) })
	arranged := g.model.asked.arranged()
	add(arranged, lang.L("Move earlier in the album"), func() { g.moveInAlbum(false) })
	add(arranged, lang.L("Move later in the album"), func() { g.moveInAlbum(true) })
	add(!gone && g.o.OnExport != nil, lang.L("Export…"), g.export)
	line()
	add(!gone, lang.L("Move to Trash"), g.trash)
	add(gone, lang.L("Restore"), g.restore)
	add(gone, lang.L("Delete for ever…"), func() { g.post(g.deleteForever) })
	return fyne.NewMenu("", items...)
}
