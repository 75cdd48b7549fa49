package gallery

import "viviscope/db"

// Sequence is the order in which the gallery shows things, as it is asked for and sorted now. It follows the gallery. Its methods belong to the
// window's goroutine and do not block.
type Sequence struct{ g *Gallery }

// Sequence gives the gallery's order, for a viewer to go through.
func (g *Gallery) Sequence() *Sequence { return &Sequence{g} }

// Len is how many there are.
func (s *Sequence) Len() int { return len(s.g.model.rows) }

// sequenceAhead is how many rows to either side are read with one that a viewer asks for.
const sequenceAhead = 16

// At gives the asset at a place. ok is false while its row is not read; it is being read then, with its neighbours, and Options.OnChanged tells.
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
		g.shelve(ids, g.o.OnChanged)
	}
	return db.Asset{}, false
}

// IndexOf is the place of an asset, -1 where it is not among them.
func (s *Sequence) IndexOf(id int64) int { return s.g.model.wall.IndexOf(id) }
