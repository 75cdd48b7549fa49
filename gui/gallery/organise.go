package gallery

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// pastMost is how many changes can be taken back.
const pastMost = 50

// deed is a change that can be taken back.
type deed struct {
	words string // what was done: "3 items moved to Trash."
	icon  fyne.Resource
	undo  db.Undo
}

// past are the changes that can be taken back, the newest last, and those that were, which can be done again.
type past struct{ done, undone []deed }

// organise makes one change of many assets and offers to take it back. done words it, given how many it met; failed says that it went wrong. Both
// are sentences.
func (g *Gallery) organise(failed string, icon fyne.Resource, work func(ctx context.Context) (db.Undo, error), done func(n int) string) {
	g.run(func() {
		u, err := work(g.ctx)
		g.post(func() {
			switch {
			case err != nil:
				g.failed(failed, err)
			case u.Changed() > 0:
				d := deed{done(u.Changed()), icon, u}
				g.past.done = append(g.past.done, d)
				if len(g.past.done) > pastMost {
					g.past.done = g.past.done[1:]
				}
				g.past.undone = nil
				g.notice.say(icon, d.words, true)
			}
			g.Refresh()
		})
	})
}

// Undo takes the newest change back.
func (g *Gallery) Undo() {
	g.turn(&g.past.done, &g.past.undone, lang.L("It could not be undone."), func(deed string) string { return lang.L("Undone: %s", deed) })
}

// Redo does again what was taken back last.
func (g *Gallery) Redo() {
	g.turn(&g.past.undone, &g.past.done, lang.L("It could not be done again."), func(deed string) string { return lang.L("Done again: %s", deed) })
}

// turn undoes the newest deed of one list and puts it on the other. done words that, given what the deed was.
func (g *Gallery) turn(from, to *[]deed, failed string, done func(deed string) string) {
	if len(*from) == 0 {
		return
	}
	d := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	g.run(func() {
		u, err := g.o.Library.Undo(g.ctx, d.undo)
		g.post(func() {
			if err != nil {
				g.failed(failed, err)
			} else {
				d.undo = u
				*to = append(*to, d)
				g.notice.say(d.icon, done(d.words), false)
			}
			g.Refresh()
		})
	})
}

// toggleStar stars all that is selected, or takes the stars away where all have one.
func (g *Gallery) toggleStar() {
	ids := g.chosen()
	if len(ids) == 0 || g.model.asked.inTrash() {
		return
	}
	g.star(ids, g.sum().starred != len(ids))
}

func (g *Gallery) star(ids []int64, on bool) {
	done := func(n int) string { return lang.N("%s item starred.", "%s items starred.", n, lang.Number(n)) }
	if !on {
		done = func(n int) string { return lang.N("%s item unstarred.", "%s items unstarred.", n, lang.Number(n)) }
	}
	g.organise(lang.L("The star could not be changed."), resources.IconStar(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.StarAll(ctx, ids, on)
	}, done)
}

// Star gives an asset a star or takes it away, as from another screen.
func (g *Gallery) Star(id int64, on bool) { g.star([]int64{id}, on) }

// remove is the Delete key: into the trash, and out of the trash for ever.
func (g *Gallery) remove() {
	if g.model.asked.inTrash() {
		g.deleteForever()
		return
	}
	g.trash()
}

// trash moves all that is selected to the trash and offers to bring it back.
func (g *Gallery) trash() {
	if ids := g.chosen(); !g.model.asked.inTrash() {
		g.moveToTrash(ids)
	}
}

// Trash moves assets to the trash and offers to bring them back, as from another screen.
func (g *Gallery) Trash(ids ...int64) { g.moveToTrash(ids) }

func (g *Gallery) moveToTrash(ids []int64) {
	if len(ids) == 0 {
		return
	}
	g.organise(lang.L("It could not be moved to the trash."), resources.IconTrash(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.TrashAll(ctx, ids)
	}, func(n int) string {
		return lang.N("%s item moved to Trash.", "%s items moved to Trash.", n, lang.Number(n))
	})
}

// restore moves all that is selected out of the trash.
func (g *Gallery) restore() {
	ids := g.chosen()
	if len(ids) == 0 || !g.model.asked.inTrash() {
		return
	}
	g.organise(lang.L("It could not be restored."), resources.IconUndo(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.RestoreAll(ctx, ids)
	}, func(n int) string { return lang.N("%s item restored.", "%s items restored.", n, lang.Number(n)) })
}

// deleteForever asks, and deletes all that is selected in the trash.
func (g *Gallery) deleteForever() {
	ids := g.chosen()
	if len(ids) == 0 || !g.model.asked.inTrash() {
		return
	}
	n := len(ids)
	g.confirm(lang.N("Delete %s item for ever?", "Delete %s items for ever?", n, lang.Number(n)), foreverWords(), lang.L("Delete for ever"), func() {
		g.deleteAll(func(ctx context.Context) (int, error) { return g.o.Library.DeleteForever(ctx, ids) })
	})
}

// emptyTrash asks, and deletes all that is in the trash.
func (g *Gallery) emptyTrash() {
	n := g.model.trashed
	words := lang.N("%s item will be deleted.", "%s items will be deleted.", n, lang.Number(n))
	g.confirm(lang.L("Empty the trash?"), words+" "+foreverWords(), lang.L("Empty the trash"), func() {
		g.deleteAll(g.o.Library.EmptyTrash)
	})
}

// foreverWords says what deleting for ever means.
func foreverWords() string {
	return lang.L("The files go for good and cannot be brought back. What they cost stays in the ledger.")
}

func (g *Gallery) deleteAll(work func(context.Context) (int, error)) {
	var n int
	g.change(lang.L("It could not be deleted."), func(ctx context.Context) (err error) {
		n, err = work(ctx)
		return err
	}, func() {
		g.past = past{} // what was deleted cannot come back
		g.notice.say(resources.IconTrash(), lang.N("%s item deleted for ever.", "%s items deleted for ever.", n, lang.Number(n)), false)
	})
}
