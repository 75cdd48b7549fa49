package gallery

import (
	"context"
	"slices"
	"strings"

	"viviscope/db"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// albumChosen asks for an album for all that is selected.
func (g *Gallery) albumChosen() {
	if ids := g.chosen(); len(ids) > 0 && !g.model.asked.inTrash() {
		g.Album(ids...)
	}
}

// Album opens the sheet that puts some assets into an album that is kept by hand, or into a new one.
func (g *Gallery) Album(ids ...int64) {
	g.withAlbums(func(albums []db.Album) {
		w := g.window()
		if w == nil {
			return
		}
		albums = slices.DeleteFunc(albums, db.Album.Saved)
		here, inAlbum := g.albumHere(albums)
		choices := make([]widgets.Choice, len(albums))
		for i, a := range albums {
			choices[i].Title = a.Name
		}
		var sheet *widgets.Sheet
		list := widgets.NewChoiceList(choices, -1)
		entry := widgets.NewEntry()
		entry.SetPlaceHolder("Or the name of a new album")
		put := func() {
			name := strings.TrimSpace(entry.Text)
			switch i := list.Selected(); {
			case name != "":
				sheet.Hide()
				g.addToNewAlbum(name, ids)
			case i >= 0:
				sheet.Hide()
				g.addToAlbum(albums[i], ids)
			default:
				entry.SetFailed(true)
			}
		}
		list.OnSubmit = func(int) { put() }
		list.OnChanged = func(int) { entry.SetFailed(false) }
		entry.OnSubmitted = func(string) { put() }
		entry.OnChanged = func(string) { entry.SetFailed(false) }
		out := widgets.NewButton("Take out of “"+here.Name+"”", nil, widgets.Plain, func() { sheet.Hide(); g.removeFromAlbum(here, ids) })
		show(out, inAlbum)
		sheet = widgets.ShowSheet(w, sheetContent("Put "+wording.Count(len(ids), "item", "items")+" into an album", "",
			widgets.NewColumn(12, list, entry), out,
			widgets.NewButton("Cancel", nil, widgets.Plain, func() { sheet.Hide() }), widgets.NewButton("Put in", nil, widgets.Primary, put)), nil)
		sheet.Default = put
		if len(albums) > 0 {
			w.Focus(list)
		} else {
			w.Focus(entry)
		}
	})
}

// albumHere gives the album whose content the wall shows.
func (g *Gallery) albumHere(albums []db.Album) (db.Album, bool) {
	t, ok := termOf(g.question().query(), db.KeyAlbum)
	if !ok || t.Not {
		return db.Album{}, false
	}
	i := slices.IndexFunc(albums, func(a db.Album) bool { return strings.EqualFold(a.Name, t.Text) })
	if i < 0 {
		return db.Album{}, false
	}
	return albums[i], true
}

func (g *Gallery) addToAlbum(a db.Album, ids []int64) {
	g.organise("Putting it into the album", resources.IconFolder(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.AddToAlbum(ctx, a.Ref, ids...)
	}, func(n int) string { return wording.Count(n, "item", "items") + " put into “" + a.Name + "”" })
}

func (g *Gallery) addToNewAlbum(name string, ids []int64) {
	g.organise("Putting it into the album", resources.IconFolder(), func(ctx context.Context) (db.Undo, error) {
		a, err := g.o.Library.SaveAlbum(ctx, db.Album{Name: name})
		if err != nil {
			return db.Undo{}, err
		}
		return g.o.Library.AddToAlbum(ctx, a.Ref, ids...)
	}, func(n int) string { return wording.Count(n, "item", "items") + " put into “" + name + "”" })
}

func (g *Gallery) removeFromAlbum(a db.Album, ids []int64) {
	g.organise("Taking it out of the album", resources.IconFolder(), func(ctx context.Context) (db.Undo, error) {
		return g.o.Library.RemoveFromAlbum(ctx, a.Ref, ids...)
	}, func(n int) string { return wording.Count(n, "item", "items") + " taken out of “" + a.Name + "”" })
}
