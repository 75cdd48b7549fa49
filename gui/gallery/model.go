package gallery

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// question is what a person asks to see.
type question struct {
	text  string // of the search box
	order db.Order
	twins bool // only files that are there more than once
}

// query is the question taken apart, without a key at its end whose value is still to be typed.
func (q question) query() db.Query {
	text := q.text
	if !endsInGap(text) {
		last := text[strings.LastIndexFunc(text, unicode.IsSpace)+1:]
		if key, ok := strings.CutSuffix(strings.TrimPrefix(strings.ToLower(last), "-"), ":"); ok && slices.Contains(db.QueryKeys(), key) {
			text = text[:len(text)-len(last)]
		}
	}
	return db.ParseQuery(text)
}

// narrow reports whether the question leaves anything out.
func (q question) narrow() bool { return q.twins || len(q.query().Terms) > 0 }

// inTrash reports whether the question is about what was thrown away.
func (q question) inTrash() bool {
	t, ok := termOf(q.query(), db.KeyStatus)
	return ok && !t.Not && strings.HasPrefix(strings.ToLower(t.Text), "trash")
}

// dated reports whether the order is that of days.
func (q question) dated() bool {
	return !q.twins && (q.order == db.Newest || q.order == db.Oldest)
}

// model is what the wall shows: immutable once made, swapped whole.
type model struct {
	asked    question
	early    bool      // only the newest, until all is read
	unusable []db.Term // of the query: they say nothing that can be, and are left out
	rows     []db.GridRow
	weeks    []week // from the oldest to the newest; nil where the order is not that of days
	twins    []int  // how many rows each file has that is there more than once
	total    int    // outside the trash, whatever is asked
	trashed  int
	keepDays int               // how long the trash keeps what is in it; 0: until it is emptied
	wall     *widgets.TileWall // of the rows
}

func newModel(asked question) *model {
	return &model{asked: asked, wall: widgets.NewTileWall(nil, nil)}
}

// wallOf makes the wall of some rows under headings.
func wallOf(rows []db.GridRow, groups []widgets.TileGroup) *widgets.TileWall {
	tiles := make([]widgets.Tile, len(rows))
	for i, r := range rows {
		tiles[i] = widgets.Tile{ID: r.ID, Aspect: aspect(int(r.Width), int(r.Height))}
	}
	return widgets.NewTileWall(tiles, groups)
}

// aspect gives width by height; a file whose size is not known is shown as a square.
func aspect(width, height int) float32 {
	if width <= 0 || height <= 0 {
		return 1
	}
	return float32(width) / float32(height)
}

// Sequence is the order in which the gallery shows things, as it is asked for and sorted now. It follows the gallery. Its methods belong to the
// window's goroutine and do not block.
type Sequence struct{ g *Gallery }

// Sequence gives the gallery's order, for a viewer to go through.
func (g *Gallery) Sequence() *Sequence { return &Sequence{g} }

// Len is how many there are.
func (s *Sequence) Len() int { return len(s.g.model.rows) }

// sequenceAhead is how many rows to either side are read with one that a viewer asks for.
const sequenceAhead = 16

// At gives the asset at a place. ok is false while its row is not read; it is being read then, with its neighbours, and the viewer is told.
func (s *Sequence) At(i int) (a db.Asset, ok bool) {
	g := s.g
	if i < 0 || i >= len(g.model.rows) {
		return db.Asset{}, false
	}
	if a, ok = g.asset(g.model.rows[i].ID); ok {
		return a, true
	}
	if !g.shelf.busy {
		var ids []int64
		for _, r := range g.model.rows[max(i-sequenceAhead, 0):min(i+sequenceAhead+1, len(g.model.rows))] {
			ids = append(ids, r.ID)
		}
		g.shelve(ids, g.d.Nav.SequenceChanged)
	}
	return db.Asset{}, false
}

// IndexOf is the place of an asset, -1 where it is not among them.
func (s *Sequence) IndexOf(id int64) int { return s.g.model.wall.IndexOf(id) }

// shelfBound is how many whole rows are kept in memory before those out of sight go.
const shelfBound = 1024

// shelf holds the whole rows of assets around what is in sight. It belongs to the window's goroutine; one read is under way at a time, and asks
// for what is in sight when it begins, so that a fast scroll reads only where it comes to rest.
type shelf struct {
	assets map[int64]db.Asset
	busy   bool
	again  bool // what is in sight changed while a read was under way
}

func newShelf() *shelf { return &shelf{assets: make(map[int64]db.Asset)} }

// asset gives the whole row of an asset, where it is read.
func (g *Gallery) asset(id int64) (db.Asset, bool) {
	a, ok := g.shelf.assets[id]
	return a, ok
}

// around gives the part of the wall that is worth reading: what is in sight, and as much before and after it.
func (g *Gallery) around() (from, to int) {
	from, to = g.rows.VisibleRange()
	n := to - from
	return max(from-n, 0), min(to+n, len(g.model.rows))
}

// readAround reads what is missing of what is in sight, and shows it.
func (g *Gallery) readAround() {
	if g.shelf.busy {
		g.shelf.again = true
		return
	}
	from, to := g.around()
	var missing []int64
	for _, r := range g.model.rows[from:to] {
		if _, ok := g.shelf.assets[r.ID]; !ok {
			missing = append(missing, r.ID)
		}
	}
	if len(missing) > 0 {
		g.shelve(missing, nil)
	}
}

// shelve reads some assets and shows them where they are in sight; then, which may be nil, is called once they are there.
func (g *Gallery) shelve(ids []int64, then func()) {
	g.shelf.busy, g.shelf.again = true, false
	g.run(func() {
		assets, err := g.d.Library.AssetsByID(g.ctx, ids)
		g.post(func() {
			g.shelf.busy = false
			if err != nil {
				g.failed(notRead(), err)
				return
			}
			g.put(assets)
			if then != nil {
				then()
			}
			if g.shelf.again {
				g.readAround()
			}
		})
	})
}

// put keeps the rows of assets and binds the cells that show them.
func (g *Gallery) put(assets []db.Asset) {
	if len(g.shelf.assets)+len(assets) > shelfBound {
		g.thin()
	}
	for _, a := range assets {
		g.shelf.assets[a.ID] = a
		g.rows.Update(a.ID)
	}
	if id := g.currentID(); slices.ContainsFunc(assets, func(a db.Asset) bool { return a.ID == id }) {
		g.showDetail()
	}
}

// thin lets go of what is not in sight.
func (g *Gallery) thin() {
	from, to := g.around()
	keep := make(map[int64]db.Asset, to-from+1)
	for _, r := range g.model.rows[from:to] {
		if a, ok := g.shelf.assets[r.ID]; ok {
			keep[r.ID] = a
		}
	}
	if a, ok := g.shelf.assets[g.currentID()]; ok {
		keep[a.ID] = a
	}
	g.shelf.assets = keep
}

// stale reads again what is in sight, in place of what was read before a change.
func (g *Gallery) stale() {
	g.thin()
	ids := make([]int64, 0, len(g.shelf.assets))
	for id := range g.shelf.assets {
		ids = append(ids, id)
	}
	if len(ids) > 0 {
		g.shelve(ids, g.readAround)
	} else {
		g.readAround()
	}
}

// withAssets reads some assets and hands them on, in the order of their IDs here; those that are gone are left out.
func (g *Gallery) withAssets(ids []int64, do func([]db.Asset)) {
	known := make([]db.Asset, 0, len(ids))
	for _, id := range ids {
		if a, ok := g.asset(id); ok {
			known = append(known, a)
		}
	}
	if len(known) == len(ids) {
		do(known)
		return
	}
	g.run(func() {
		assets, err := g.d.Library.AssetsByID(g.ctx, ids)
		g.post(func() {
			if err != nil {
				g.failed(notRead(), err)
				return
			}
			do(assets)
		})
	})
}

// notRead says that rows of the library could not be read.
func notRead() string { return lang.L("The library could not be read.") }

// change runs work away from the window's goroutine and reads the gallery again; where it went wrong, failed says so in a sentence. after, which may be nil, is called on
// the window's goroutine when it went right.
func (g *Gallery) change(failed string, work func(ctx context.Context) error, after func()) {
	g.run(func() {
		err := work(g.ctx)
		g.post(func() {
			switch {
			case err != nil:
				g.failed(failed, err)
			case after != nil:
				after()
			}
			g.Refresh()
		})
	})
}
