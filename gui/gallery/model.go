package gallery

import (
	"slices"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// model is the answer to a question. It is immutable and replaced as a whole.
type model struct {
	asked      question
	early      bool          // only the newest assets, until all are read
	stale      bool          // the library changed after the read began
	unusable   []search.Term // terms of the query with a meaningless value; nothing matches them
	rows       []search.Row
	duplicates []int // number of copies of each file that exists more than once
	total      int   // number of assets outside the trash, for any question
	trashed    int
	linkless   int           // pictures without a valid link; 0 if these are not left out
	keepDays   int           // how long the trash keeps assets; 0: until the user empties it
	wall       *kit.TileWall // of the rows
}

func newModel(asked question) *model {
	return &model{asked: asked, wall: kit.NewTileWall(nil, nil)}
}

// isUnusable reports whether a term of a question has a meaningless value, as far as the question was answered.
func (m *model) isUnusable(asked question, t search.Term) bool {
	return m.asked == asked && slices.Contains(m.unusable, t)
}

// wallOf returns the wall of rows with headings.
func wallOf(rows []search.Row, groups []kit.TileGroup) *kit.TileWall {
	tiles := make([]kit.Tile, len(rows))
	for i, r := range rows {
		tiles[i] = kit.Tile{ID: r.ID, Aspect: aspect(int(r.Width), int(r.Height))}
	}
	return kit.NewTileWall(tiles, groups)
}

// aspect returns width by height; 1 if the size is unknown.
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
	if a.Checks != nil {
		r.Flags |= search.FlagChecked
		for _, f := range a.Checks.Findings {
			r.Flags |= search.CheckFlag(f.Kind)
		}
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

// item is the content of a cell: the compact row, and the full row once it is read.
type item struct {
	row       search.Row
	asset     db.Asset // zero while it is not read
	cost      bool     // the cost is shown
	amongPlay bool     // the profile in use is the sandbox
}

// bindable is a cell of either kind.
type bindable interface{ bind(item) }
