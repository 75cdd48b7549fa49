package gallery

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
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
				g.said(icon, d.words, true)
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
		u, err := g.d.Library.Undo(g.ctx, d.undo)
		g.post(func() {
			if err != nil {
				g.failed(failed, err)
			} else {
				d.undo = u
				*to = append(*to, d)
				g.said(d.icon, done(d.words), false)
			}
			g.Refresh()
		})
	})
}

// Star implements [action.Organizer].
func (g *Gallery) Star(on bool, ids ...int64) {
	done := func(n int) string { return lang.N("%s item starred.", "%s items starred.", n, lang.Number(n)) }
	if !on {
		done = func(n int) string { return lang.N("%s item unstarred.", "%s items unstarred.", n, lang.Number(n)) }
	}
	g.organise(lang.L("The star could not be changed."), resources.IconStar(), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.StarAll(ctx, ids, on)
	}, done)
}

// Trash implements [action.Organizer]: it offers to bring back what it moved to the trash.
func (g *Gallery) Trash(ids ...int64) {
	g.organise(lang.L("It could not be moved to the trash."), resources.IconTrash(), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.TrashAll(ctx, ids)
	}, func(n int) string {
		return lang.N("%s item moved to Trash.", "%s items moved to Trash.", n, lang.Number(n))
	})
}

// Restore implements [action.Organizer].
func (g *Gallery) Restore(ids ...int64) {
	g.organise(lang.L("It could not be restored."), resources.IconUndo(), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.RestoreAll(ctx, ids)
	}, func(n int) string { return lang.N("%s item restored.", "%s items restored.", n, lang.Number(n)) })
}

// DeleteForever implements [action.Organizer].
func (g *Gallery) DeleteForever(ids ...int64) {
	n := len(ids)
	g.confirm(lang.N("Delete %s item for ever?", "Delete %s items for ever?", n, lang.Number(n)), foreverWords(), lang.L("Delete for ever"), func() {
		g.deleteAll(func(ctx context.Context) (int, error) { return g.d.Library.DeleteForever(ctx, ids) })
	})
}

// emptyTrash asks, and deletes all that is in the trash.
func (g *Gallery) emptyTrash() {
	n := g.model.trashed
	words := lang.N("%s item will be deleted.", "%s items will be deleted.", n, lang.Number(n))
	g.confirm(lang.L("Empty the trash?"), words+" "+foreverWords(), lang.L("Empty the trash"), func() {
		g.deleteAll(g.d.Library.EmptyTrash)
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
		g.said(resources.IconTrash(), lang.N("%s item deleted for ever.", "%s items deleted for ever.", n, lang.Number(n)), false)
	})
}

// askName asks for a name.
func (g *Gallery) askName(title, words, name, button string, do func(name string)) {
	entry := widgets.NewEntry()
	entry.SetPlaceHolder(lang.L("Name"))
	entry.SetText(name)
	sheet := widgets.Ask(g.d.Canvas(), title, words, entry, widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: button, Kind: widgets.Primary, Enter: true, Check: func() bool {
			entry.SetFailed(strings.TrimSpace(entry.Text) == "")
			return !entry.Failed()
		}, Do: func() { do(strings.TrimSpace(entry.Text)) }})
	entry.OnSubmitted = func(string) { sheet.Default() }
	entry.OnChanged = func(string) { entry.SetFailed(false) }
	g.d.Canvas().Focus(entry)
}
