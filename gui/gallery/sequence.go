package gallery

import "viviscope/db"

// Sequence is the assets in the order that the gallery shows. It changes with the gallery. Its methods belong to the
// window's goroutine and do not block.
type Sequence struct{ c *rowCache }

// Len returns the number of assets.
func (s *Sequence) Len() int { return len(s.c.model.rows) }

// sequenceAhead is how many rows on either side are read together with a requested one.
const sequenceAhead = 16

// At returns the asset at a position. If its row is not read yet, ok is false. Then At starts to read it with its
// neighbours, and the viewer is notified afterwards.
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

// IndexOf returns the position of an asset; -1 if the gallery does not show it.
func (s *Sequence) IndexOf(id int64) int { return s.c.model.wall.IndexOf(id) }
