package gallery

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// pastMost is how many changes can be taken back.
const pastMost = 50

// deed is a change that can be taken back.
type deed struct {
	words string // what was done: "3 items moved to Trash"
	icon  fyne.Resource
	undo  db.Undo
}

// past are the changes that can be taken back, the newest last, and those that were, which can be done again.
type past struct{ done, undone []deed }

// organise makes one change of many assets and offers to take it back. done words it, given how many it met.
func (g *Gallery) organise(doing string, icon fyne.Resource, work func(ctx context.Context) (db.Undo, error), done func(n int) string) {
	g.run(func() {
		u, err := work(g.ctx)
		g.post(func() {
			switch {
			case err != nil:
				g.failed(doing, err)
			case u.Changed() > 0:
				d := deed{done(u.Changed()), icon, u}
				g.past.done = append(g.past.done, d)
				if len(g.past.done) > pastMost {
					g.past.done = g.past.done[1:]
				}
				g.past.undone = nil
				g.notice.say(icon, d.words+".", true)
			}
			g.Refresh()
		})
	})
}

// Undo takes the newest change back.
func (g *Gallery) Undo() { g.turn(&g.past.done, &g.past.undone, "Undo", "Undone: ") }

// Redo does again what was taken back last.
func (g *Gallery) Redo() { g.turn(&g.past.undone, &g.past.done, "Redo", "Done again: ") }

// turn undoes the newest deed of one list and puts it on the other.
func (g *Gallery) turn(from, to *[]deed, doing, lead string) {
	if len(*from) == 0 {
		return
	}
	d := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	g.run(func() {
		u, err := g.o.Library.Undo(g.ctx, d.undo)
		g.post(func() {
			if err != nil {
				g.failed(doing, err)
			} else {
				d.undo = u
				*to = append(*to, d)
				g.notice.say(d.icon, lead+d.words+".", false)
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
	word := "starred"
	if !on {
		word = "unstarred"
	}
	g.organise("Star", resources.IconStar(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.StarAll(ctx, ids, on)
	}, func(n int) string { return wording.Count(n, "item", "items") + " " + word })
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
	g.organise("Move to Trash", resources.IconTrash(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.TrashAll(ctx, ids)
	}, func(n int) string { return wording.Count(n, "item", "items") + " moved to Trash" })
}

// restore moves all that is selected out of the trash.
func (g *Gallery) restore() {
	ids := g.chosen()
	if len(ids) == 0 || !g.model.asked.inTrash() {
		return
	}
	g.organise("Restore", resources.IconUndo(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.RestoreAll(ctx, ids)
	}, func(n int) string { return wording.Count(n, "item", "items") + " restored" })
}

// deleteForever asks, and deletes all that is selected in the trash.
func (g *Gallery) deleteForever() {
	ids := g.chosen()
	if len(ids) == 0 || !g.model.asked.inTrash() {
		return
	}
	count := wording.Count(len(ids), "item", "items")
	g.confirm("Delete "+count+" for ever?", foreverWords, "Delete for ever", func() {
		g.deleteAll("Delete for ever", func(ctx context.Context) (int, error) { return g.o.Library.DeleteForever(ctx, ids) })
	})
}

// emptyTrash asks, and deletes all that is in the trash.
func (g *Gallery) emptyTrash() {
	count := wording.Count(g.model.trashed, "item", "items")
	g.confirm("Empty the trash?", count+" will be deleted. "+foreverWords, "Empty the trash", func() {
		g.deleteAll("Empty the trash", g.o.Library.EmptyTrash)
	})
}

// foreverWords says what deleting for ever means.
const foreverWords = "The files go for good and cannot be brought back. What they cost stays in the ledger."

func (g *Gallery) deleteAll(doing string, work func(context.Context) (int, error)) {
	var n int
	g.change(doing, func(ctx context.Context) (err error) {
		n, err = work(ctx)
		return err
	}, func() {
		g.past = past{} // what was deleted cannot come back
		g.notice.say(resources.IconTrash(), fmt.Sprintf("%s deleted for ever.", wording.Count(n, "item", "items")), false)
	})
}
