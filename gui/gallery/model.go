package gallery

import (
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// model is the answer to a question. It is immutable and replaced as a whole.
type model struct {
	asked      question
	early      bool          // only the newest, until all is read
	stale      bool          // something changed since it was read
	unusable   []search.Term // of the query: they say nothing that can be, and are left out
	rows       []search.Row
	duplicates []int // how many rows each file has that is there more than once
	total      int   // outside the trash, whatever is asked
	trashed    int
	linkless   int           // pictures without a link that works; 0 where those are not left out
	keepDays   int           // how long the trash keeps what is in it; 0: until it is emptied
	wall       *kit.TileWall // of the rows
}

func newModel(asked question) *model {
	return &model{asked: asked, wall: kit.NewTileWall(nil, nil)}
}

// wallOf makes the wall of some rows under headings.
func wallOf(rows []search.Row, groups []kit.TileGroup) *kit.TileWall {
	tiles := make([]kit.Tile, len(rows))
	for i, r := range rows {
		tiles[i] = kit.Tile{ID: r.ID, Aspect: aspect(int(r.Width), int(r.Height))}
	}
	return kit.NewTileWall(tiles, groups)
}

// aspect gives width by height; a file whose size is not known is shown as a square.
func aspect(width, height int) float32 {
	if width <= 0 || height <= 0 {
		return 1
	}
	return float32(width) / float32(height)
}

// gridRow returns the compact row of an asset.
func gridRow(a db.Asset) search.Row {
	r := search.Row{ID: a.ID, Created: a.CreatedAt.UnixMilli(), Bytes: a.Bytes,
		Width: int32(a.Width), Height: int32(a.Height), Seconds: float32(a.Seconds)}
	if a.Kind == db.Clip {
		r.Flags |= search.FlagClip
	}
	if a.HasAudio {
		r.Flags |= search.FlagSound
	}
	if a.Starred {
		r.Flags |= search.FlagStarred
	}
	return r
}

// countWords returns how many items are shown: "3,284 items" or "412 of 3,284".
func countWords(m *model) string {
	switch {
	case m.early:
		return ""
	case m.asked.inTrash():
		return lang.L("%s of %s", lang.Number(len(m.rows)), lang.Number(m.trashed))
	case m.asked.narrow():
		return lang.L("%s of %s", lang.Number(len(m.rows)), lang.Number(m.total))
	}
	return itemCount(m.total)
}

// item is what a cell shows: the compact row, and the whole one once it is read.
type item struct {
	row       search.Row
	asset     db.Asset // zero while it is not read
	cost      bool     // what it cost is shown
	amongPlay bool     // the profile in front is the sandbox
}

// bindable is a cell of either kind.
type bindable interface{ bind(item) }
