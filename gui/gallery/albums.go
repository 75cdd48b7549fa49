package gallery

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// Album opens the sheet that puts some assets into an album that is kept by hand, or into a new one.
func (g *Gallery) Album(ids ...int64) {
	g.withAlbums(func(albums []db.Album) {
		albums = slices.DeleteFunc(albums, db.Album.Saved)
		choices := make([]widgets.Choice, len(albums))
		for i, a := range albums {
			choices[i].Title = a.Name
		}
		list, entry := widgets.NewChoiceList(choices, -1), widgets.NewEntry()
		entry.SetPlaceHolder(lang.L("Or the name of a new album"))
		var answers []widgets.Answer
		if here, ok := g.albumHere(albums); ok {
			answers = append(answers, widgets.Answer{Word: lang.L("Take out of “%s”", here.Name), Kind: widgets.Plain, Do: func() { g.removeFromAlbum(here, ids) }})
		}
		name := func() string { return strings.TrimSpace(entry.Text) }
		put := widgets.Answer{Word: lang.L("Put in"), Kind: widgets.Primary, Enter: true, Check: func() bool {
			entry.SetFailed(name() == "" && list.Selected() < 0)
			return !entry.Failed()
		}, Do: func() {
			if name() != "" {
				g.addToNewAlbum(name(), ids)
			} else {
				g.addToAlbum(albums[list.Selected()], ids)
			}
		}}
		sheet := widgets.Ask(g.d.Canvas(), lang.N("Put %s item into an album", "Put %s items into an album", len(ids), lang.Number(len(ids))), "",
			widgets.NewColumn(12, list, entry), append(answers, widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain}, put)...)
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

// isCalled reports whether a query means an album by a name.
func isCalled(a db.Album, name string) bool { return strings.EqualFold(a.Name, name) }

// albumHere gives the album whose content the wall shows.
func (g *Gallery) albumHere(albums []db.Album) (db.Album, bool) {
	t, ok := termOf(g.question().query(), db.KeyAlbum)
	if !ok || t.Not {
		return db.Album{}, false
	}
	i := slices.IndexFunc(albums, func(a db.Album) bool { return isCalled(a, t.Text) })
	if i < 0 {
		return db.Album{}, false
	}
	return albums[i], true
}

func (g *Gallery) addToAlbum(a db.Album, ids []int64) {
	g.organise(notPutIn(), resources.IconFolder(), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.AddToAlbum(ctx, a.Ref, ids...)
	}, func(n int) string { return putIn(n, a.Name) })
}

func notPutIn() string { return lang.L("It could not be put into the album.") }

func putIn(n int, album string) string {
	return lang.N("%s item put into “%s”.", "%s items put into “%s”.", n, lang.Number(n), album)
}

func (g *Gallery) addToNewAlbum(name string, ids []int64) {
	g.organise(notPutIn(), resources.IconFolder(), func(ctx context.Context) (db.Undo, error) {
		a, err := g.d.Library.SaveAlbum(ctx, db.Album{Name: name})
		if err != nil {
			return db.Undo{}, err
		}
		return g.d.Library.AddToAlbum(ctx, a.Ref, ids...)
	}, func(n int) string { return putIn(n, name) })
}

func (g *Gallery) removeFromAlbum(a db.Album, ids []int64) {
	g.organise(lang.L("It could not be taken out of the album."), resources.IconFolder(), func(ctx context.Context) (db.Undo, error) {
		return g.d.Library.RemoveFromAlbum(ctx, a.Ref, ids...)
	}, func(n int) string {
		return lang.N("%s item taken out of “%s”.", "%s items taken out of “%s”.", n, lang.Number(n), a.Name)
	})
}

// arranged reports whether the wall shows an album in the order in which it is laid out by hand.
func (q question) arranged() bool {
	t, ok := termOf(q.query(), db.KeyAlbum)
	return ok && !t.Not && q.order == db.AsLaidOut && !q.twins && !q.inTrash()
}

// moveInAlbum moves some of what is shown one place on in its album, or one place back. One move is under way at a time: the
// next one begins from where it led to.
func (g *Gallery) moveInAlbum(ids []int64, later bool) {
	rows := g.model.rows
	first, last := g.model.wall.IndexOf(ids[0]), g.model.wall.IndexOf(ids[len(ids)-1])
	if g.moving || first < 0 || last < 0 || !g.model.asked.arranged() || g.model.asked != g.question() {
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
	name, _ := termOf(g.model.asked.query(), db.KeyAlbum)
	g.moving = true
	g.change(lang.L("It could not be moved."), func(ctx context.Context) error {
		albums, err := g.d.Library.Albums(ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(albums, func(a db.Album) bool { return isCalled(a, name.Text) })
		if i < 0 {
			return fmt.Errorf("move in album %q: %w", name.Text, db.ErrNotFound)
		}
		return g.d.Library.MoveInAlbum(ctx, albums[i].Ref, ids, before)
	}, nil)
}

// orderItems move an album among the others, of which all are given in their order.
func (g *Gallery) orderItems(albums []db.Album, ref string) (items []*fyne.MenuItem) {
	at := slices.IndexFunc(albums, func(a db.Album) bool { return a.Ref == ref })
	if at > 0 {
		items = append(items, fyne.NewMenuItem(lang.L("Move “%s” up in this list", albums[at].Name), func() { g.arrangeAlbums(albums, at, at-1) }))
	}
	if at >= 0 && at < len(albums)-1 {
		items = append(items, fyne.NewMenuItem(lang.L("Move “%s” down in this list", albums[at].Name), func() { g.arrangeAlbums(albums, at, at+1) }))
	}
	return items
}

// arrangeAlbums lets two albums change places.
func (g *Gallery) arrangeAlbums(albums []db.Album, a, b int) {
	refs := make([]string, len(albums))
	for i, album := range albums {
		refs[i] = album.Ref
	}
	refs[a], refs[b] = refs[b], refs[a]
	g.change(lang.L("The albums could not be put in order."), func(ctx context.Context) error { return g.d.Library.ArrangeAlbums(ctx, refs...) }, nil)
}
