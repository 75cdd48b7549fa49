package gallery

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// undoMost is how many changes can be taken back.
const undoMost = 50

// undoEntry is a change that can be taken back.
type undoEntry struct {
	words string // what was done: "3 items moved to Trash."
	ids   []int64
	undo  db.Undo
}

// history holds the changes that can be taken back, the newest last, and those that were, which can be done again. Only what changes the
// library touches it, one after the other: it may be asked to take back what is still being written.
type history struct{ done, undone []undoEntry }

// organise makes one change of assets and offers to take it back. done words it, given how many it met; failed says that it went
// wrong. Both are sentences. What was asked for is written also while the gallery is being closed.
func (g *Gallery) organise(ids []int64, failed string, work func(ctx context.Context) (db.Undo, error), done func(n int) string) {
	change(g, failed, func(ctx context.Context) (words string, err error) {
		u, err := work(context.WithoutCancel(ctx))
		if n := u.Changed(); n > 0 {
			words = done(n)
			g.history.done = append(g.history.done, undoEntry{words, ids, u})
			g.history.done = g.history.done[max(len(g.history.done)-undoMost, 0):]
			g.history.undone = nil
		}
		return words, err
	}, func(words string) {
		if words != "" {
			g.said(words, true)
		}
	})
}

// Undo takes the newest change back.
func (g *Gallery) Undo() {
	g.turn(&g.history.done, &g.history.undone, lang.L("It could not be undone."), func(words string) string {
		return lang.L("Undone: “%s”", words)
	})
}

// Redo does again what was taken back last.
func (g *Gallery) Redo() {
	g.turn(&g.history.undone, &g.history.done, lang.L("It could not be redone."), func(words string) string {
		return lang.L("Redone: “%s”", words)
	})
}

// turn undoes the newest entry of one list and puts it on the other; what it is about is selected again. done words that, given what the
// entry says.
func (g *Gallery) turn(from, to *[]undoEntry, failed string, done func(words string) string) {
	change(g, failed, func(ctx context.Context) (entry undoEntry, err error) {
		if len(*from) == 0 {
			return entry, nil
		}
		entry = (*from)[len(*from)-1]
		if entry.undo, err = g.d.Library.Undo(context.WithoutCancel(ctx), entry.undo); err == nil {
			*from, *to = (*from)[:len(*from)-1], append(*to, entry)
		}
		return entry, err
	}, func(entry undoEntry) {
		if entry.words != "" {
			g.pending = entry.ids
			g.said(done(entry.words), false)
		}
	})
}

func (g *Gallery) Star(on bool, ids ...int64) {
	g.organise(ids, lang.L("The star could not be changed."), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.StarAll(ctx, ids, on)
	}, func(n int) string {
		if !on {
			return lang.N("%s item unstarred.", "%s items unstarred.", n, lang.Number(n))
		}
		return lang.N("%s item starred.", "%s items starred.", n, lang.Number(n))
	})
}

// Trash implements [action.Organizer]: it offers to bring back what it moved to the trash.
func (g *Gallery) Trash(ids ...int64) {
	g.organise(ids, lang.L("It could not be moved to the trash."), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.TrashAll(ctx, ids)
	}, func(n int) string {
		return lang.N("%s item moved to Trash.", "%s items moved to Trash.", n, lang.Number(n))
	})
}

func (g *Gallery) Restore(ids ...int64) {
	g.organise(ids, lang.L("It could not be restored."), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.RestoreAll(ctx, ids)
	}, func(n int) string { return lang.N("%s item restored.", "%s items restored.", n, lang.Number(n)) })
}

func (g *Gallery) DeleteForever(ids ...int64) {
	n := len(ids)
	title := lang.N("Delete %s item permanently?", "Delete %s items permanently?", n, lang.Number(n))
	g.confirm(title, foreverWords(), lang.L("Delete permanently"), func() {
		g.deleteAll(func(ctx context.Context) (int, error) { return g.d.Library.DeleteForever(ctx, ids) })
	})
}

// emptyTrash asks, and deletes all that is in the trash.
func (g *Gallery) emptyTrash() {
	n := g.model.trashed
	words := lang.N("%s item will be deleted.", "%s items will be deleted.", n, lang.Number(n))
	g.confirm(lang.L("Empty trash?"), words+" "+foreverWords(), lang.L("Empty trash"), func() { g.deleteAll(g.d.Library.EmptyTrash) })
}

// foreverWords says what deleting for ever means.
func foreverWords() string {
	return lang.L("The files are deleted permanently. Their costs stay in the ledger.")
}

func (g *Gallery) deleteAll(work func(context.Context) (int, error)) {
	change(g, lang.L("It could not be deleted."), func(ctx context.Context) (int, error) {
		n, err := work(ctx)
		if err == nil {
			g.history = history{} // what was deleted cannot come back
		}
		return n, err
	}, func(n int) {
		g.said(lang.N("%s item deleted permanently.", "%s items deleted permanently.", n, lang.Number(n)), false)
	})
}

// confirm asks before something that cannot be undone. Doing nothing is the answer of Enter and of Esc.
func (g *Gallery) confirm(title, words, button string, do func()) {
	kit.Ask(g.d.Canvas(), title, words, nil,
		kit.Answer{Word: button, Kind: kit.Danger, Do: do}, kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain, Enter: true})
}

// withAlbums reads the albums and hands them on.
func (g *Gallery) withAlbums(do func([]db.Album)) {
	ask(g, lang.L("The albums could not be read."), g.d.Library.Albums, do)
}

// albumMenu offers the albums, and what can be done with the one that is shown.
func (g *Gallery) albumMenu(albums []db.Album) (list []action.Action) {
	here, shown := g.albumHere(albums)
	for _, a := range albums {
		item := g.chips.term(a.Name, search.KeyAlbum, a.Name)
		item.On = shown && a.Ref == here.Ref
		if a.Saved() {
			item.Label = lang.L("%s  (search)", a.Name)
		}
		list = append(list, item)
	}
	var more []action.Action
	if shown {
		if !here.Saved() && g.asked.order != search.AsLaidOut {
			byHand := func(s *State) { s.Order = search.AsLaidOut }
			more = append(more, action.Action{Label: lang.L("Arrange manually"), Do: func() { g.remember(byHand) }})
		}
		showAll := func() { g.find(g.query().WithoutKey(search.KeyAlbum)) }
		more = append(more, action.Action{Label: lang.L("Show all albums"), Do: showAll})
		more = append(more, g.orderActions(albums, here.Ref)...)
		more = append(more, action.Action{Label: lang.L("Rename “%s”…", here.Name), Do: func() { g.renameAlbum(here) }},
			action.Action{Label: lang.L("Delete the album “%s”…", here.Name), Do: func() { g.deleteAlbum(here) }})
		more[0].Line = true
	}
	more = append(more, action.Action{Label: lang.L("New album…"), Line: true, Do: g.newAlbum})
	if q := g.asked; q.narrow() && !shown && !q.duplicates && !q.inTrash() {
		more = append(more, action.Action{Label: lang.L("Save search as album…"), Do: g.saveSearch})
	}
	return append(list, more...)
}

// orderActions move an album among the others, of which all are given in their order.
func (g *Gallery) orderActions(albums []db.Album, ref string) (list []action.Action) {
	at := slices.IndexFunc(albums, func(a db.Album) bool { return a.Ref == ref })
	swap := func(label string, to int) {
		if to < 0 || to >= len(albums) {
			return
		}
		list = append(list, action.Action{Label: label, Do: func() {
			refs := make([]string, len(albums))
			for i, a := range albums {
				refs[i] = a.Ref
			}
			refs[at], refs[to] = refs[to], refs[at]
			change(g, lang.L("The album order could not be saved."), func(ctx context.Context) (bool, error) {
				return true, g.d.Library.ArrangeAlbums(ctx, refs...)
			}, func(bool) {})
		}})
	}
	if at >= 0 {
		swap(lang.L("Move “%s” up in this list", albums[at].Name), at-1)
		swap(lang.L("Move “%s” down in this list", albums[at].Name), at+1)
	}
	return list
}

// saveAlbum writes an album and shows it, but where it is new and empty.
func (g *Gallery) saveAlbum(a db.Album, show bool) {
	change(g, lang.L("The album could not be saved."), func(ctx context.Context) (db.Album, error) {
		return g.d.Library.SaveAlbum(ctx, a)
	}, func(a db.Album) {
		if show {
			g.showAlbum(a)
		}
	})
}

// showAlbum asks for what is in an album.
func (g *Gallery) showAlbum(a db.Album) {
	g.find(search.Query{Terms: []search.Term{{Key: search.KeyAlbum, Text: a.Name}}})
}

func (g *Gallery) newAlbum() {
	words := lang.L("Albums are lists that you arrange yourself. Press A to add to one.")
	kit.AskName(g.d.Canvas(), lang.L("New album"), words, "", lang.L("Create"), func(name string) { g.saveAlbum(db.Album{Name: name}, false) })
}

func (g *Gallery) saveSearch() {
	q := g.asked
	kit.AskName(g.d.Canvas(), lang.L("Save search"), lang.L("Always shows the results of “%s”.", q.text), "", lang.L("Save"), func(name string) {
		g.saveAlbum(db.Album{Name: name, Query: q.query().String()}, true)
	})
}

func (g *Gallery) renameAlbum(a db.Album) {
	kit.AskName(g.d.Canvas(), lang.L("Rename the album"), "", a.Name, lang.L("Rename"), func(name string) {
		a.Name = name
		g.saveAlbum(a, true)
	})
}

func (g *Gallery) deleteAlbum(a db.Album) {
	g.confirm(lang.L("Delete the album “%s”?", a.Name), lang.L("Its items stay in the library."), lang.L("Delete the album"), func() {
		change(g, lang.L("The album could not be deleted."), func(ctx context.Context) (bool, error) {
			return true, g.d.Library.DeleteAlbum(ctx, a.Ref)
		}, func(bool) { g.find(g.query().WithoutKey(search.KeyAlbum)) })
	})
}

// Album opens the sheet that puts some assets into an album that is kept by hand, or into a new one.
func (g *Gallery) Album(ids ...int64) {
	g.withAlbums(func(albums []db.Album) {
		albums = slices.DeleteFunc(albums, db.Album.Saved)
		choices := make([]kit.Choice, len(albums))
		for i, a := range albums {
			choices[i].Title = a.Name
		}
		list, entry := kit.NewChoiceList(choices, -1), kit.NewEntry()
		if entry.SetPlaceHolder(lang.L("Or a new album")); len(albums) == 0 {
			entry.SetPlaceHolder(lang.L("Name of the new album"))
		}
		var answers []kit.Answer
		if here, ok := g.albumHere(albums); ok {
			takeOut := func() { g.removeFromAlbum(here, ids) }
			answers = append(answers, kit.Answer{Word: lang.L("Remove from “%s”", here.Name), Kind: kit.Plain, Do: takeOut})
		}
		name := func() string { return strings.TrimSpace(entry.Text) }
		put := kit.Answer{Word: lang.L("Add"), Kind: kit.Primary, Enter: true, Check: func() bool {
			entry.SetFailed(name() == "" && list.Selected() < 0)
			return !entry.Failed()
		}, Do: func() {
			album := db.Album{Name: name()} // a new one
			if album.Name == "" {
				album = albums[list.Selected()]
			}
			g.addToAlbum(album, ids)
		}}
		sheet := kit.Ask(g.d.Canvas(), lang.N("Add %s item to an album", "Add %s items to an album", len(ids), lang.Number(len(ids))), "",
			kit.NewColumn(12, list, entry), append(answers, kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain}, put)...)
		list.OnSubmit = func(int) { sheet.Default() }
		list.OnChanged = func(int) { entry.SetFailed(false) }
		entry.OnSubmitted = func(string) { sheet.Default() }
		entry.OnChanged = func(string) { entry.SetFailed(false) }
		if len(albums) > 0 {
			g.d.Canvas().Focus(list)
		} else {
			g.d.Canvas().Focus(entry)
		}
	})
}

// dragged carries an item to another place, with all that is selected where it is one of these. While a picture is chosen nothing is
// carried.
func (g *Gallery) dragged(index int, at fyne.Position) {
	switch {
	case g.choosing != nil || index >= len(g.model.rows):
	case g.rows.IsSelected(index):
		g.d.Exchange.Drag(at, g.chosen()...)
	default:
		g.d.Exchange.Drag(at, g.model.rows[index].ID)
	}
}

var _ dnd.Target = (*Gallery)(nil)

// Over implements [dnd.Target]: what is dragged inside of the window can be put into an album.
func (g *Gallery) Over(at fyne.Position, what dnd.Offer) (accepted bool, words string) {
	over := what.Kind == dnd.KindAssets && g.choosing == nil && kit.Covers(g.chips.album.Button, at)
	g.chips.album.SetTarget(over)
	switch {
	case !over:
		return false, ""
	case g.asked.inTrash():
		return false, lang.L("It is in the trash. Restore it to use it.")
	}
	return true, lang.L("Drop to add to an album")
}

func (g *Gallery) Leave() { g.chips.album.SetTarget(false) }

func (g *Gallery) Dropped(d dnd.Drop) {
	ids := make([]int64, len(d.Assets))
	for i, a := range d.Assets {
		ids[i] = a.ID
	}
	g.Album(ids...)
}

// albumHere gives the album whose content the wall shows.
func (g *Gallery) albumHere(albums []db.Album) (db.Album, bool) {
	t, ok := termOf(g.query(), search.KeyAlbum)
	if !ok || t.Not {
		return db.Album{}, false
	}
	return albumCalled(albums, t.Text)
}

// albumCalled gives the album that a query means by a name.
func albumCalled(albums []db.Album, name string) (db.Album, bool) {
	for _, a := range albums {
		if strings.EqualFold(a.Name, name) {
			return a, true
		}
	}
	return db.Album{}, false
}

// addToAlbum puts assets into an album, which is made where it has no ref.
func (g *Gallery) addToAlbum(a db.Album, ids []int64) {
	g.organise(ids, lang.L("It could not be added to the album."), func(ctx context.Context) (_ db.Undo, err error) {
		if a.Ref == "" {
			if a, err = g.d.Library.SaveAlbum(ctx, a); err != nil {
				return db.Undo{}, err
			}
		}
		return g.d.Library.AddToAlbum(ctx, a.Ref, ids...)
	}, func(n int) string {
		return lang.N("%s item added to “%s”.", "%s items added to “%s”.", n, lang.Number(n), a.Name)
	})
}

func (g *Gallery) removeFromAlbum(a db.Album, ids []int64) {
	g.organise(ids, lang.L("It could not be removed from the album."), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.RemoveFromAlbum(ctx, a.Ref, ids...)
	}, func(n int) string {
		return lang.N("%s item removed from “%s”.", "%s items removed from “%s”.", n, lang.Number(n), a.Name)
	})
}

// arranged reports whether the wall shows an album in the order in which it is laid out by hand.
func (q question) arranged() bool {
	t, ok := termOf(q.query(), search.KeyAlbum)
	return ok && !t.Not && q.order == search.AsLaidOut && !q.duplicates && !q.inTrash()
}

// moveInAlbum moves some of what is shown one place on in its album, or one place back. One move is under way at a time: the
// next one begins from where it led to.
func (g *Gallery) moveInAlbum(ids []int64, later bool) {
	rows := g.model.rows
	first, last := g.model.wall.IndexOf(ids[0]), g.model.wall.IndexOf(ids[len(ids)-1])
	if g.moving || first < 0 || last < 0 || !g.model.asked.arranged() || g.model.asked != g.asked {
		return
	}
	before := int64(0) // the end
	switch {
	case later && last == len(rows)-1, !later && first == 0:
		return
	case !later:
		before = rows[first-1].ID
	case last+2 < len(rows):
		before = rows[last+2].ID
	}
	name, _ := termOf(g.model.asked.query(), search.KeyAlbum)
	g.moving = true
	change(g, lang.L("It could not be moved."), func(ctx context.Context) (bool, error) {
		albums, err := g.d.Library.Albums(ctx)
		if err != nil {
			return false, err
		}
		album, ok := albumCalled(albums, name.Text)
		if !ok {
			return false, fmt.Errorf("move in album %q: %w", name.Text, db.ErrNotFound)
		}
		return true, g.d.Library.MoveInAlbum(ctx, album.Ref, ids, before)
	}, func(bool) {})
}
