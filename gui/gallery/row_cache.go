package gallery

import (
	"context"
	"slices"
	"viviscope/db"
)

// cacheBound is how many full rows are kept before the rows out of sight are dropped.
const cacheBound = 1024

// rowCache holds the full rows of the assets around the visible part. It belongs to the window's goroutine. Only one
// read runs at a time, for the part that is visible when it begins. So a fast scroll reads only where it stops.
type rowCache struct {
	*wall
	assets map[int64]db.Asset
	busy   bool
	again  bool // the visible part changed during a read

	currentRead func() // the row of the current asset was read
}

// asset returns the full row of an asset. ok is false while it is not read.
func (c *rowCache) asset(id int64) (db.Asset, bool) {
	a, ok := c.assets[id]
	return a, ok
}

// around returns the range of the wall to read: the visible part, and as much before and after it.
func (c *rowCache) around() (from, to int) {
	from, to = c.rows.VisibleRange()
	n := to - from
	return max(from-n, 0), min(to+n, len(c.model.rows))
}

// readAround reads the missing rows of that range and shows them.
func (c *rowCache) readAround() {
	if c.busy {
		c.again = true
		return
	}
	from, to := c.around()
	var missing []int64
	for _, r := range c.model.rows[from:to] {
		if _, ok := c.assets[r.ID]; !ok {
			missing = append(missing, r.ID)
		}
	}
	if len(missing) > 0 {
		c.readRows(missing, func() {})
	}
}

// readRows reads assets and updates their cells. It calls then once they are cached.
func (c *rowCache) readRows(ids []int64, then func()) {
	c.busy, c.again = true, false
	c.run(func() {
		assets, err := c.d.Library.AssetsByID(c.ctx, ids)
		c.post(func() {
			c.busy = false
			if err != nil {
				c.failed(notRead(), err)
				return
			}
			c.put(assets)
			then()
			if c.again {
				c.readAround()
			}
		})
	})
}

// put stores the rows of assets and updates the cells that show them.
func (c *rowCache) put(assets []db.Asset) {
	if len(c.assets)+len(assets) > cacheBound {
		c.evict()
	}
	for _, a := range assets {
		c.assets[a.ID] = a
		c.rows.Update(a.ID)
	}
	if id := c.currentID(); slices.ContainsFunc(assets, func(a db.Asset) bool { return a.ID == id }) {
		c.currentRead()
	}
}

// evict drops the rows that are not visible.
func (c *rowCache) evict() {
	from, to := c.around()
	keep := make(map[int64]db.Asset, to-from+1)
	for _, r := range c.model.rows[from:to] {
		if a, ok := c.assets[r.ID]; ok {
			keep[r.ID] = a
		}
	}
	if a, ok := c.assets[c.currentID()]; ok {
		keep[a.ID] = a
	}
	c.assets = keep
}

// reread reads the visible rows again after a change.
func (c *rowCache) reread() {
	c.evict()
	ids := make([]int64, 0, len(c.assets))
	for id := range c.assets {
		ids = append(ids, id)
	}
	if len(ids) > 0 {
		c.readRows(ids, c.readAround)
	} else {
		c.readAround()
	}
}

// withAssets reads assets off the window's goroutine and passes them to do, in the order of ids. Deleted ones are left
// out.
func (c *rowCache) withAssets(ids []int64, do func([]db.Asset)) {
	known := make([]db.Asset, 0, len(ids))
	for _, id := range ids {
		if a, ok := c.asset(id); ok {
			known = append(known, a)
		}
	}
	if len(known) == len(ids) {
		do(known)
		return
	}
	ask(c.runner, notRead(), func(ctx context.Context) ([]db.Asset, error) {
		return c.d.Library.AssetsByID(ctx, ids)
	}, do)
}
