package gallery

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// albums changes albums and their content. It belongs to the window's goroutine.
type albums struct {
	*changes
	onMembers func() // the content of an album has changed
}

// albumActions lists the actions on an album. albums are all albums in their order.
func (b *albums) albumActions(albums []db.Album, a db.Album) (list []action.Action) {
	here, shown := b.albumHere(albums)
	if shown && here.Ref == a.Ref && !a.Saved() && b.asked.order != search.AlbumOrder {
		byHand := func(s *State) { s.Order = search.AlbumOrder }
		list = append(list, action.Action{Label: lang.L("Arrange manually"), Do: func() { b.remember(byHand) }})
	}
	return append(append(list, b.orderActions(albums, a.Ref)...),
		action.Action{Label: lang.L("Rename “%s”…", a.Name), Line: true, Do: func() { b.renameAlbum(a) }},
		action.Action{Label: lang.L("Delete the album “%s”…", a.Name), Do: func() { b.deleteAlbum(a) }})
}

// newActions lists the actions that make an album.
func (b *albums) newActions() []action.Action {
	list := []action.Action{{Label: lang.L("New album…"), Line: true, Do: b.newAlbum}}
	_, shown := termOf(b.query(), search.KeyAlbum)
	if q := b.asked; q.narrow() && !shown && !q.duplicates && !q.inTrash() {
		list = append(list, action.Action{Label: lang.L("Save search as album…"), Do: b.saveSearch})
	}
	return list
}

// orderActions lists the actions that move an album among the others. albums are all albums in their order.
func (b *albums) orderActions(albums []db.Album, ref string) (list []action.Action) {
	at := slices.IndexFunc(albums, func(a db.Album) bool { return a.Ref == ref })
	swap := func(label string, to int) {
		if to >= 0 && to < len(albums) {
			list = append(list, action.Action{Label: label, Do: func() { b.swapAlbums(albums, at, to) }})
		}
	}
	if at >= 0 {
		swap(lang.L("Move “%s” up in this list", albums[at].Name), at-1)
		swap(lang.L("Move “%s” down in this list", albums[at].Name), at+1)
	}
	return list
}

// swapAlbums swaps two albums in the order of all.
func (b *albums) swapAlbums(albums []db.Album, at, to int) {
	refs := make([]string, len(albums))
	for i, a := range albums {
		refs[i] = a.Ref
	}
	refs[at], refs[to] = refs[to], refs[at]
	change(b.runner, lang.L("The album order could not be saved."), func(ctx context.Context) (bool, error) {
		return true, b.d.Library.ArrangeAlbums(ctx, refs...)
	}, func(bool) {})
}

// saveAlbum stores an album, and then shows it if show is set. A new and empty album is not shown.
func (b *albums) saveAlbum(a db.Album, show bool) {
	change(b.runner, lang.L("The album could not be saved."), func(ctx context.Context) (db.Album, error) {
		return b.d.Library.SaveAlbum(ctx, a)
	}, func(a db.Album) {
		if show {
			b.showAlbum(a)
		}
	})
}

// showAlbum searches for the content of an album.
func (b *albums) showAlbum(a db.Album) {
	b.find(search.Query{Terms: []search.Term{{Key: search.KeyAlbum, Text: a.Name}}})
}

func (b *albums) newAlbum() {
	words := lang.L("Albums are lists that you arrange yourself. Press A to add to one.")
	kit.AskName(b.d.Canvas(), lang.L("New album"), words, "", lang.L("Create"), func(name string) {
		b.saveAlbum(db.Album{Name: name}, false)
	})
}

func (b *albums) saveSearch() {
	q := b.asked
	kit.AskName(b.d.Canvas(), lang.L("Save search"), lang.L("Always shows the results of “%s”.", q.text), "",
		lang.L("Save"), func(name string) {
			b.saveAlbum(db.Album{Name: name, Query: q.query().String()}, true)
		})
}

func (b *albums) renameAlbum(a db.Album) {
	kit.AskName(b.d.Canvas(), lang.L("Rename the album"), "", a.Name, lang.L("Rename"), func(name string) {
		shown, renamed := b.shows(a), a
		renamed.Name = name
		b.organise(nil, lang.L("The album could not be saved."), func(ctx context.Context) (db.Undo, error) {
			u, err := b.d.Library.RenameAlbum(ctx, a.Ref, name)
			if err == nil && shown {
				b.post(func() { b.showAlbum(renamed) })
			}
			return u, err
		}, func(int) string { return lang.L("Album “%s” renamed to “%s”.", a.Name, name) })
	})
}

func (b *albums) deleteAlbum(a db.Album) {
	b.confirm(lang.L("Delete the album “%s”?", a.Name), lang.L("Its items stay in the library."),
		lang.L("Delete the album"), func() {
			b.organise(nil, lang.L("The album could not be deleted."), func(ctx context.Context) (db.Undo, error) {
				u, err := b.d.Library.DeleteAlbum(ctx, a.Ref)
				if err == nil {
					b.post(func() {
						if b.shows(a) {
							b.find(b.query().WithoutKey(search.KeyAlbum))
						}
					})
				}
				return u, err
			}, func(int) string { return lang.L("Album “%s” deleted.", a.Name) })
		})
}

// albumHere returns the album whose content is shown.
func (b *albums) albumHere(albums []db.Album) (db.Album, bool) {
	t, ok := termOf(b.query(), search.KeyAlbum)
	if !ok || t.Not {
		return db.Album{}, false
	}
	return albumCalled(albums, t.Text)
}

// shows reports whether the content of an album is shown.
func (b *albums) shows(a db.Album) bool {
	_, shown := b.albumHere([]db.Album{a})
	return shown
}

// albumCalled returns the album with a name, as in a query.
func albumCalled(albums []db.Album, name string) (db.Album, bool) {
	for _, a := range albums {
		if strings.EqualFold(a.Name, name) {
			return a, true
		}
	}
	return db.Album{}, false
}

// addToAlbum adds assets to an album. An album without a ref is created first.
func (b *albums) addToAlbum(a db.Album, ids []int64) {
	b.organise(ids, lang.L("It could not be added to the album."), func(ctx context.Context) (_ db.Undo, err error) {
		defer b.post(b.onMembers)
		if a.Ref == "" {
			if a, err = b.d.Library.SaveAlbum(ctx, a); err != nil {
				return db.Undo{}, err
			}
		}
		return b.d.Library.AddToAlbum(ctx, a.Ref, ids...)
	}, func(n int) string {
		return lang.N("%s item added to “%s”.", "%s items added to “%s”.", n, lang.Number(n), a.Name)
	})
}

func (b *albums) removeFromAlbum(a db.Album, ids []int64) {
	b.organise(ids, lang.L("It could not be removed from the album."), func(ctx context.Context) (db.Undo, error) {
		defer b.post(b.onMembers)
		return b.d.Library.RemoveFromAlbum(ctx, a.Ref, ids...)
	}, func(n int) string {
		return lang.N("%s item removed from “%s”.", "%s items removed from “%s”.", n, lang.Number(n), a.Name)
	})
}

// moveInAlbum moves assets one position later or earlier in the shown album. It does nothing while an earlier move is
// not finished, because the next one starts from its result.
func (b *albums) moveInAlbum(ids []int64, later bool) {
	rows := b.model.rows
	first, last := b.model.wall.IndexOf(ids[0]), b.model.wall.IndexOf(ids[len(ids)-1])
	if b.moving || first < 0 || last < 0 || !b.model.asked.arranged() || b.model.asked != b.asked {
		return
	}
	before := int64(0) // 0 moves them to the end
	switch {
	case later && last == len(rows)-1, !later && first == 0:
		return
	case !later:
		before = rows[first-1].ID
	case last+2 < len(rows):
		before = rows[last+2].ID
	}
	name, _ := termOf(b.model.asked.query(), search.KeyAlbum)
	b.moving = true
	change(b.runner, lang.L("It could not be moved."), func(ctx context.Context) (bool, error) {
		albums, err := b.d.Library.Albums(ctx)
		if err != nil {
			return false, err
		}
		album, ok := albumCalled(albums, name.Text)
		if !ok {
			return false, fmt.Errorf("move in album %q: %w", name.Text, db.ErrNotFound)
		}
		return true, b.d.Library.MoveInAlbum(ctx, album.Ref, ids, before)
	}, func(bool) {})
}
