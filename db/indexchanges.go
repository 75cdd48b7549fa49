package db

import (
	"slices"
	"sync"
)

// changes gathers which rows commits have changed.
type changes struct {
	mu     sync.Mutex
	open   []int64 // assets of the transaction that is under way
	ids    map[int64]bool
	albums map[int64]bool
	opened []int64 // albums of it
}

// seen is called by SQLite for each row that the writer changes, on the goroutine of the write.
func (c *changes) seen(table string, row int64) {
	switch table {
	case "assets":
		c.mu.Lock()
		c.open = append(c.open, row)
		c.mu.Unlock()
	case "albums":
		c.mu.Lock()
		c.opened = append(c.opened, row)
		c.mu.Unlock()
	}
}

// ended makes the changes of a transaction that has ended seen, be it that it was undone: reading a row again harms nothing.
func (c *changes) ended() {
	c.mu.Lock()
	ids, albums := c.open, c.opened
	c.open, c.opened = nil, nil
	c.mu.Unlock()
	c.committed(ids, albums)
}

func (c *changes) committed(ids, albums []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids == nil {
		c.ids, c.albums = map[int64]bool{}, map[int64]bool{}
	}
	for _, id := range ids {
		c.ids[id] = true
	}
	for _, id := range albums {
		c.albums[id] = true
	}
}

func (c *changes) any() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.ids) > 0 || len(c.albums) > 0
}

// take returns what has changed, ascending, and forgets it.
func (c *changes) take() (ids, albums []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id := range c.ids {
		ids = append(ids, id)
	}
	for id := range c.albums {
		albums = append(albums, id)
	}
	clear(c.ids)
	clear(c.albums)
	slices.Sort(ids)
	return ids, albums
}
