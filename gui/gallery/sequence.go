package gallery

import "viviscope/db"

// Sequence is the order in which the gallery shows things, as it is asked for and sorted now. It follows the gallery. Its methods belong to
// the window's goroutine and do not block.
type Sequence struct{ c *rowCache }

// Len is how many there are.
func (s *Sequence) Len() int { return len(s.c.model.rows) }

// sequenceAhead is how many rows to either side are read with one that a viewer asks for.
const sequenceAhead = 16

// At gives the asset at a place. ok is false while its row is not read; it is being read then, with its neighbours, and the viewer is told.
func (s *Sequence) At(i int) (a db.Asset, ok bool) {
	c := s.c
	if i < 0 || i >= len(c.model.rows) {
		return db.Asset{}, false
	}
	if a, ok = c.asset(c.model.rows[i].ID); ok {
		return a, true
	}
	if !c.busy {
		var ids []int64
		for _, r := range c.model.rows[max(i-sequenceAhead, 0):min(i+sequenceAhead+1, len(c.model.rows))] {
			ids = append(ids, r.ID)
		}
		c.readRows(ids, c.d.Viewer.SequenceChanged)
	}
	return db.Asset{}, false
}

// IndexOf is the place of an asset, -1 where it is not among them.
func (s *Sequence) IndexOf(id int64) int { return s.c.model.wall.IndexOf(id) }
