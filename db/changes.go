package db

import (
	"maps"
	"slices"
	"sync"
)

// albumsRow stands for all albums in the set of changed asset ids.
const albumsRow = 0

// rowChanges collects the ids of assets that commits have changed.
type rowChanges struct {
	mu   sync.Mutex
	open []int64 // of the running transaction
	ids  map[int64]bool
}

// record adds a changed row. SQLite calls it for each row that the writer changes, on the goroutine of the write.
func (c *rowChanges) record(table string, row int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch table {
	case "assets":
		c.open = append(c.open, row)
	case "albums":
		c.open = append(c.open, albumsRow)
	}
}

// finish ends a transaction and publishes its changes. It does so after a rollback too: reading a row again is
// harmless.
func (c *rowChanges) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range c.open {
		c.ids[id] = true
	}
	c.open = nil
}

// drain returns the changed ids, ascending, and clears them.
func (c *rowChanges) drain() []int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.Sorted(maps.Keys(c.ids))
	clear(c.ids)
	return ids
}

// putBack adds ids that could not be read, for the next drain.
func (c *rowChanges) putBack(ids []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		c.ids[id] = true
	}
}
