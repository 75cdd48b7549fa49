package gallery

import (
	"context"
	"fmt"
	"slices"

	"viviscope/db"
	"viviscope/gui/lang"
)

// arranged reports whether the wall shows an album in the order in which it is laid out by hand.
func (q question) arranged() bool {
	t, ok := termOf(q.query(), db.KeyAlbum)
	return ok && !t.Not && q.order == db.AsLaidOut && !q.twins && !q.inTrash()
}

// notArranged says why nothing can be moved in its album now; "": it can.
func (g *Gallery) notArranged() string {
	if !g.model.asked.arranged() {
		return lang.L("Show an album and choose the order “By hand” first.")
	}
	return ""
}

// moveInAlbum moves all that is selected one place on in its album, or one place back. One move is under way at a time: the
// next one begins from where it led to.
func (g *Gallery) moveInAlbum(later bool) {
	rows, selected := g.model.rows, g.rows.Selected()
	if len(selected) == 0 || g.moving || !g.model.asked.arranged() || g.model.asked != g.question() {
		return
	}
	first, last := selected[0], selected[len(selected)-1]
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
	ids := g.chosen()
	g.moving = true
	g.change(lang.L("It could not be moved."), func(ctx context.Context) error {
		albums, err := g.o.Library.Albums(ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(albums, func(a db.Album) bool { return isCalled(a, name.Text) })
		if i < 0 {
			return fmt.Errorf("move in album %q: %w", name.Text, db.ErrNotFound)
		}
		return g.o.Library.MoveInAlbum(ctx, albums[i].Ref, ids, before)
	}, nil)
}
