package gallery

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
)

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
	g.change(lang.L("The albums could not be put in order."), func(ctx context.Context) error { return g.o.Library.ArrangeAlbums(ctx, refs...) }, nil)
}
