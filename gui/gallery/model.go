package gallery

import (
	"viviscope/db"
	"viviscope/gui/widgets"
)

// model is what the wall shows: immutable once made, swapped whole.
type model struct {
	query  query
	assets []db.Asset // newest first
	index  map[int64]int
	days   []day
	total  int  // items in the library, whatever the filter
	whole  bool // false: only the first page is there yet

	// What the wall lays out, made with the model and so away from the window.
	tiles  []widgets.Tile
	groups []widgets.TileGroup
}

func newModel(q query, assets []db.Asset, days []day, total int, whole bool) *model {
	m := &model{
		query: q, assets: assets, days: days, total: total, whole: whole,
		index:  make(map[int64]int, len(assets)),
		tiles:  make([]widgets.Tile, len(assets)),
		groups: make([]widgets.TileGroup, len(days)),
	}
	for i, a := range assets {
		m.index[a.ID] = i
		m.tiles[i] = widgets.Tile{ID: a.ID, Aspect: aspect(a)}
	}
	for i, d := range days {
		m.groups[i] = widgets.TileGroup{Title: d.title, Note: d.note, Count: d.last - d.first}
	}
	return m
}

// aspect gives width by height; a file whose size is not known is shown as a square.
func aspect(a db.Asset) float32 {
	if a.Width <= 0 || a.Height <= 0 {
		return 1
	}
	return float32(a.Width) / float32(a.Height)
}

// heir gives the ID of the nearest item after another, else before it, that m has still; 0 when there is none. old is the model in which the
// item was last seen.
func (m *model) heir(id int64, old *model) int64 {
	at, ok := old.index[id]
	if !ok {
		return 0
	}
	for _, a := range old.assets[at:] {
		if _, ok := m.index[a.ID]; ok {
			return a.ID
		}
	}
	for i := at - 1; i >= 0; i-- {
		if _, ok := m.index[old.assets[i].ID]; ok {
			return old.assets[i].ID
		}
	}
	return 0
}
