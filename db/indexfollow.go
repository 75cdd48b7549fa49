package db

import (
	"context"
	"slices"
	"sync"
)

// Loading reports whether the texts of the library are not all in memory yet. They are read when the delay after [Open] is over, or when a
// search asks. Until then a search for words waits; one without waits only for the rows, which come first. Loading itself never waits, and
// may be called from any goroutine.
func (l *Library) Loading() bool { return !l.index.words.passed() }

// upToDate waits until the index has what a search needs, and reads what was committed since.
func (l *Library) upToDate(ctx context.Context, words bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.startup.ask()
	if err := l.index.rows.wait(ctx); err != nil {
		return err
	}
	if words {
		if err := l.index.words.wait(ctx); err != nil {
			return err
		}
	}
	return l.catchUp(ctx)
}

// catchUp reads the rows that commits changed. Only one reader does; the others wait for it, because what it reads may be
// what they have just written.
func (l *Library) catchUp(ctx context.Context) error {
	if !l.index.changed.any() {
		select { // somebody may be at it
		case <-l.index.catchUp:
			l.index.catchUp <- struct{}{}
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case <-l.index.catchUp:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { l.index.catchUp <- struct{}{} }()
	ids, albums := l.index.changed.take()
	for part := range slices.Chunk(ids, rowChunk) {
		if err := l.readAgain(ctx, part); err != nil {
			l.index.changed.committed(ids, albums)
			return err
		}
	}
	if len(albums) > 0 {
		if err := l.readAlbums(ctx); err != nil {
			l.index.changed.committed(nil, albums)
			return err
		}
	}
	return nil
}

func (l *Library) readAgain(ctx context.Context, ids []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	there := make(map[int64]bool, len(ids))
	rows, err := list(context.WithoutCancel(ctx), l.reader, func(row scanner) (indexRow, error) { return scanIndexRow(row) },
		"SELECT "+indexColumns+", prompt, note, name FROM assets WHERE id IN (SELECT value FROM json_each(?))", idList(ids))
	if err != nil {
		return err
	}
	l.index.mu.Lock()
	defer l.index.mu.Unlock()
	for _, r := range rows {
		there[r.id] = true
		r.entry.text = l.index.texts.put(r.prompt, r.note, r.name)
		r.entry.flags |= hasText
		l.index.put(r)
	}
	for _, id := range ids {
		if !there[id] {
			l.index.drop(id)
		}
	}
	return nil
}

// put takes over what a row says by now. The lock must be held.
func (x *index) put(r indexRow) {
	e := r.entry
	e.model, e.tags, e.money = x.models.put(r.model), x.tagSets.put(r.tags), uint16(x.money.put(r.currency))
	at, known := x.place(e.id)
	if known {
		x.count(x.entries[at].flags, -1)
	}
	x.count(e.flags, 1)
	switch {
	case known && x.entries[at].created == e.created:
		x.entries[at] = e
	case known:
		x.entries[at] = e
		x.sortOrder()
	case at == len(x.entries):
		x.entries = append(x.entries, e)
		n := uint32(at)
		if len(x.order) == 0 || x.older(x.order[len(x.order)-1], n) < 0 {
			x.order = append(x.order, n)
			return
		}
		i, _ := slices.BinarySearchFunc(x.order, n, x.older)
		x.order = slices.Insert(x.order, i, n)
	default:
		// An id between others: another program has written. It moves what comes after it.
		x.entries = slices.Insert(x.entries, at, e)
		x.sortOrder()
	}
}

// drop forgets a row that was deleted. Its place stays, so that a page can go on from it.
func (x *index) drop(id int64) {
	if at, known := x.place(id); known {
		x.count(x.entries[at].flags, -1)
		x.entries[at].flags |= isGone
	}
}

// count keeps the sums that every screen shows.
func (x *index) count(flags entryFlags, by int) {
	switch {
	case flags&isGone != 0:
	case flags&isTrashed != 0:
		x.counted.trashed += by
	default:
		x.counted.kept += by
	}
}

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
