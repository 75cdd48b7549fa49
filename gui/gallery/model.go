package gallery

import (
	"slices"
	"strings"
	"unicode"

	"viviscope/db"
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
