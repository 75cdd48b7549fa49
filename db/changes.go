package db

import (
	"maps"
	"slices"
	"sync"
)

// albumsRow represents all albums among the ids of changed assets.
const albumsRow = 0

// changes gathers which rows commits have changed.
type rowChanges struct {
	mu   sync.Mutex
	open []int64 // those of the running transaction
	ids  map[int64]bool
}

// seen is called by SQLite for each row that the writer changes, on the goroutine of the write.
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

// ended makes the changes of a transaction that has ended seen, be it that it was undone: reading a row again harms
// nothing.
func (c *rowChanges) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range c.open {
		c.ids[id] = true
	}
	c.open = nil
}

// take returns the changed ids, ascending, and clears them.
func (c *rowChanges) drain() []int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.Sorted(maps.Keys(c.ids))
	clear(c.ids)
	return ids
}

// again has what could not be read taken once more.
func (c *rowChanges) putBack(ids []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		c.ids[id] = true
	}
}
