package gallery

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/compose/form"
)

// key takes the keys that act on what is selected, and reports whether it took one.
func (g *Gallery) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeySpace:
		g.openCurrent()
	case fyne.KeyS:
		g.toggleStar()
	case fyne.KeyC:
		g.compare()
	case fyne.KeyDelete, fyne.KeyBackspace:
		g.trash()
	case fyne.KeyF:
		g.hand(func(a db.Asset) { g.useAsFrame(a, 0) })
	case fyne.KeyL:
		g.hand(func(a db.Asset) { g.useAsFrame(a, 1) })
	case fyne.KeyE:
		g.hand(g.edit)
	default:
		return false
	}
	return true
}

func (g *Gallery) openCurrent() { g.withCurrent(g.open) }

// hand does something by key that takes the keyboard elsewhere: later, or the letter of the key would be typed there.
func (g *Gallery) hand(do func(db.Asset)) {
	g.withCurrent(func(a db.Asset) { g.post(func() { do(a) }) })
}

// withCurrent does something with the asset that keys are about, where there is one.
func (g *Gallery) withCurrent(do func(db.Asset)) {
	if a, ok := g.current(); ok {
		do(a)
	}
}

func (g *Gallery) open(a db.Asset) {
	if g.o.OnOpen != nil {
		g.o.OnOpen(a)
	}
}

func (g *Gallery) reveal(a db.Asset) {
	if g.o.OnReveal != nil {
		g.o.OnReveal(a)
	}
}

// comparable reports whether two pictures are selected, which can be shown beside each other.
func (g *Gallery) comparable(chosen []db.Asset) bool {
	return g.o.OnCompare != nil && len(chosen) == 2 && chosen[0].Kind == db.Picture && chosen[1].Kind == db.Picture
}

// compare shows the two pictures that are selected beside each other.
func (g *Gallery) compare() {
	if chosen := g.chosen(); g.comparable(chosen) {
		g.o.OnCompare(chosen[0], chosen[1])
	}
}

// reuse reads the job of an asset and hands it to the composer.
func (g *Gallery) reuse(a db.Asset) {
	if g.o.OnReuse != nil {
		g.withJob(a, g.o.OnReuse)
	}
}

// reuseHow is reuse with a say in how much of the job is taken.
func (g *Gallery) reuseHow(a db.Asset, how form.How) {
	g.withJob(a, func(job db.Job) { g.o.OnReuseHow(job, how) })
}

// withJob reads the job of an asset and hands it on.
func (g *Gallery) withJob(a db.Asset, take func(db.Job)) {
	if a.JobID == 0 {
		return
	}
	g.run(func() {
		job, err := g.o.Library.Job(g.ctx, a.JobID)
		g.post(func() {
			if err != nil {
				g.failed("Reuse settings", err)
				return
			}
			take(job)
		})
	})
}

func (g *Gallery) copyPath(a db.Asset) {
	path, err := g.o.AbsPath(a.Path)
	if err != nil {
		g.failed("Copy path", err)
		return
	}
	copyText(path)
}

func copyText(s string) { fyne.CurrentApp().Clipboard().SetContent(s) }

// toggleStar stars all that is selected, or takes the stars away where all have one.
func (g *Gallery) toggleStar() {
	chosen := g.chosen()
	if len(chosen) == 0 {
		return
	}
	on := !allStarred(chosen)
	g.each("Star", chosen, func(ctx context.Context, a db.Asset) error {
		if a.Starred == on {
			return nil
		}
		if err := g.o.Library.SetStarred(ctx, a.ID, on); err != nil {
			return fmt.Errorf("star asset %d: %w", a.ID, err)
		}
		return nil
	}, nil)
}

// trash moves all that is selected to the trash and offers to bring it back.
func (g *Gallery) trash() {
	chosen := g.chosen()
	if len(chosen) == 0 {
		return
	}
	g.each("Move to Trash", chosen, func(ctx context.Context, a db.Asset) error {
		if _, err := g.o.Library.Trash(ctx, a.ID); err != nil {
			return fmt.Errorf("trash asset %d: %w", a.ID, err)
		}
		return nil
	}, func(done []db.Asset) {
		g.undo = done
		g.banner.show(done)
	})
}

// Undo brings back what was last moved to the trash.
func (g *Gallery) Undo() {
	back := g.undo
	g.forgetUndo()
	g.each("Undo", back, func(ctx context.Context, a db.Asset) error {
		if _, err := g.o.Library.Restore(ctx, a.ID); err != nil {
			return fmt.Errorf("restore asset %d: %w", a.ID, err)
		}
		return nil
	}, nil)
}

func (g *Gallery) forgetUndo() {
	g.undo = nil
	g.banner.show(nil)
}

// each does one thing with each of some assets, away from the window, and reads the gallery again. It stops at the first error, which is
// shown; after gets those that were done, on the window's goroutine, and may be nil.
func (g *Gallery) each(doing string, assets []db.Asset, do func(context.Context, db.Asset) error, after func(done []db.Asset)) {
	if len(assets) == 0 {
		return
	}
	g.run(func() {
		var failed error
		done := assets
		for i, a := range assets {
			if failed = do(g.ctx, a); failed != nil {
				done = assets[:i]
				break
			}
		}
		g.post(func() {
			if after != nil && len(done) > 0 {
				after(done)
			}
			if failed != nil {
				g.failed(doing, failed)
			}
			g.Refresh()
		})
	})
}

// failed shows and logs what could not be done.
func (g *Gallery) failed(doing string, err error) {
	g.o.Log.Error("gallery", "doing", doing, "err", err)
	g.banner.fail(doing, err)
}

// post runs a function on the window's goroutine, unless the screen was closed meanwhile.
func (g *Gallery) post(fn func()) {
	g.o.Post(func() {
		if g.ctx.Err() == nil {
			fn()
		}
	})
}

// showMenu opens the context menu of an item, at a place in the window.
func (g *Gallery) showMenu(index int, at fyne.Position) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(g.rows); c != nil {
		widget.ShowPopUpMenuAtPosition(g.menuOf(g.model.assets[index]), c, at)
	}
}

// menuAt opens a menu under an object.
func (g *Gallery) menuAt(o fyne.CanvasObject, m *fyne.Menu) {
	d := fyne.CurrentApp().Driver()
	if c := d.CanvasForObject(o); c != nil {
		widget.ShowPopUpMenuAtPosition(m, c, d.AbsolutePositionForObject(o).AddXY(0, o.Size().Height+2))
	}
}

// menuOf makes the context menu of an item. What would do nothing is not in it.
func (g *Gallery) menuOf(a db.Asset) *fyne.Menu {
	var items []*fyne.MenuItem
	add := func(there bool, word string, do func()) {
		if there {
			items = append(items, fyne.NewMenuItem(word, do))
		}
	}
	line := func() { items = append(items, fyne.NewMenuItemSeparator()) }
	star := "Star"
	if allStarred(g.chosen()) {
		star = "Unstar"
	}
	add(g.o.OnOpen != nil, "Open", func() { g.open(a) })
	add(g.o.OnReveal != nil, "Show in folder", func() { g.reveal(a) })
	line()
	add(g.o.AbsPath != nil, "Copy path", func() { g.copyPath(a) })
	add(a.Prompt != "", "Copy prompt", func() { copyText(a.Prompt) })
	add(g.o.OnReuse != nil && a.JobID != 0, "Reuse settings", func() { g.reuse(a) })
	kind := db.TextToImage
	if a.Kind == db.Clip {
		kind = db.TextToVideo
	}
	for _, how := range form.Hows(kind)[1:] {
		add(g.o.OnReuseHow != nil && a.JobID != 0, how.Word(), func() { g.reuseHow(a, how) })
	}
	line()
	use := g.useOf(a)
	add(g.o.OnFrame != nil && use.Frame, "Use as first frame", func() { g.useAsFrame(a, 0) })
	add(g.o.OnFrame != nil && use.Frame, "Use as last frame", func() { g.useAsFrame(a, 1) })
	add(g.o.OnEdit != nil && use.Edit, "Edit", func() { g.edit(a) })
	line()
	add(g.comparable(g.chosen()), "Compare", g.compare)
	add(true, star, g.toggleStar)
	add(true, "Move to Trash", g.trash)
	return fyne.NewMenu("", items...)
}
