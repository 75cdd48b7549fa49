package db

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"viviscope/client/guard"
	"viviscope/db/search"
)

// NewestAssets returns the newest assets outside the trash, at most limit of them. It asks SQLite and not the index, so that there is
// something to show while the library is still [Library.Loading].
func (l *Library) NewestAssets(ctx context.Context, limit int) ([]Asset, error) {
	assets, err := shown(ctx, l, l.reader, scanAsset, firstPage, limit)
	return assets, wrap(err, "read the newest assets")
}

// firstPage reads what a gallery shows first, as the index would find it.
const firstPage = "SELECT " + assetColumns + " FROM assets WHERE trashed_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?"

// rowChunk is how many rows are read at a time where a search may give up in between.
const rowChunk = 500

// AssetsByID returns assets in the order of their ids, be they in the trash; those that are not there are left out.
func (l *Library) AssetsByID(ctx context.Context, ids []int64) ([]Asset, error) {
	some, err := shown(ctx, l, l.reader, scanAsset, "SELECT "+assetColumns+" FROM assets WHERE id IN (SELECT value FROM json_each(?))", idList(ids))
	byID := make(map[int64]Asset, len(some))
	for _, a := range some {
		byID[a.ID] = a
	}
	var found []Asset
	for _, id := range ids {
		if a, there := byID[id]; there {
			found = append(found, a)
		}
	}
	return found, wrap(err, "read assets")
}

// Names returns what the names in a query stand for; now gives the location in which days begin.
func (l *Library) Names(ctx context.Context, now time.Time) (search.Names, error) {
	n := search.Names{Now: now, Profiles: map[string]int64{}, Albums: map[string]string{}, Searches: map[string]string{}}
	profiles, err := l.Profiles(ctx)
	if err != nil {
		return n, err
	}
	for _, p := range slices.Backward(profiles) { // of two with one name the older one
		n.Profiles[search.Fold(p.Name)] = p.ID
	}
	albums, err := l.Albums(ctx)
	for _, a := range slices.Backward(albums) {
		n.Albums[search.Fold(a.Name)] = a.Ref
		if a.Saved() {
			n.Searches[a.Ref] = a.Query
		}
	}
	return n, err
}

// Loading reports whether the library is not all in memory yet. It is read when the delay after [Open] is over, or when [Library.Index] is
// called. Loading itself never waits, and may be called from any goroutine.
func (l *Library) Loading() bool {
	select {
	case <-l.loaded:
		return false
	default:
		return true
	}
}

// Index returns what assets are found by, with all that was committed before the call. After [Open] it waits until the library is read.
func (l *Library) Index(ctx context.Context) (*search.Index, error) {
	l.ask()
	select {
	case <-l.loaded:
	case <-ctx.Done():
		return nil, wrap(ctx.Err(), "find assets")
	}
	err := l.loadErr
	if err == nil {
		err = l.catchUp(ctx)
	}
	return l.index, wrap(err, "find assets")
}

// startIndex begins to read the library into memory; the searches wait for it.
func (l *Library) startIndex() {
	ctx := l.running
	l.background.Go(guard.Func("index", func() {
		<-l.asked.Done()
		l.loadErr = guard.Do("index", func() error {
			if _, err := l.readIndex(ctx, ""); err != nil {
				return err
			}
			return l.readAlbums(ctx)
		})
		close(l.loaded)
		if err := l.settle(ctx); err != nil && ctx.Err() == nil {
			l.log.Warn("bring sidecars up to date", "err", err)
		}
	}))
}

// settle does what a program that was killed left undone.
func (l *Library) settle(ctx context.Context) error {
	if l.ReadOnly() {
		return nil
	}
	for _, do := range []func(context.Context) error{l.finishImports, l.writeDueSidecars, l.keepCorrections, l.keepAlbums, l.keepRecords} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// indexColumns is what is read for the index. Flags and sizes are put together by SQLite, because every column that crosses over to Go
// costs more than the work.
var indexColumns = fmt.Sprintf(`id, created_at, bytes, (width << 20) + height,
	(kind = 'clip') * %d + has_audio * %d + starred * %d + (trashed_at IS NOT NULL) * %d + (job_id IS NULL) * %d
		+ (cost_micros IS NOT NULL) * %d + (seed IS NOT NULL) * %d,
	seconds, CASE WHEN link = '' THEN NULL ELSE coalesce(link_dies, %d) END, seed, cost_micros, nullif(cost_currency, ''), profile_id, model,
	nullif(tags, '[]'), prompt, nullif(note, ''), nullif(name, '')`, search.FlagClip, search.FlagSound, search.FlagStarred,
	search.FlagTrashed, search.FlagImported, search.FlagCost, search.FlagSeed, math.MaxInt64)

// readIndex reads assets into the index, all or some, and returns which.
func (l *Library) readIndex(ctx context.Context, where string) (there map[int64]bool, err error) {
	there = map[int64]bool{}
	l.index.Put(func(yield func(search.Asset) bool) {
		err = eachRow(ctx, l.reader, "SELECT "+indexColumns+" FROM assets "+where+" ORDER BY id", func(v []any) {
			size := integer(v[3])
			seconds, _ := v[5].(float64)
			a := search.Asset{Row: search.Row{ID: integer(v[0]), Created: integer(v[1]), Bytes: integer(v[2]), Width: int32(size >> 20),
				Height: int32(size & (1<<20 - 1)), Flags: search.Flags(integer(v[4])), Seconds: float32(seconds), CostMicros: integer(v[8])},
				LinkDies: integer(v[6]), Seed: integer(v[7]), Currency: textual(v[9]), Profile: integer(v[10]), Model: textual(v[11]),
				Tags: textual(v[12]), Texts: [3]string{textual(v[13]), textual(v[14]), textual(v[15])}}
			if where != "" {
				there[a.ID] = true
			}
			yield(a)
		})
	})
	return there, err
}

func integer(v any) int64 { n, _ := v.(int64); return n }

func textual(v any) string {
	switch s := v.(type) {
	case string:
		return s
	case []byte:
		return string(s)
	}
	return ""
}

// readAlbums reads the albums again whose members have changed. catchUp holds it to one at a time.
func (l *Library) readAlbums(ctx context.Context) error {
	type row struct {
		id  int64
		ref string
		search.Album
	}
	rows, err := shown(ctx, l, l.reader, func(s scanner) (r row, err error) {
		err = s.Scan(&r.id, &r.ref, &r.Version)
		return r, err
	}, "SELECT id, ref, version FROM albums WHERE query = ''")
	if err != nil {
		return err
	}
	before, all := l.index.Albums(), make(map[string]search.Album, len(rows))
	for _, r := range rows {
		if old, known := before[r.ref]; known && old.Version == r.Version {
			all[r.ref] = old
			continue
		}
		members, err := shown(ctx, l, l.reader, scanPlace, "SELECT asset_id, place FROM album_assets WHERE album_id = ?", r.id)
		if err != nil {
			return err
		}
		r.Places = make(map[int64]int64, len(members))
		for _, m := range members {
			r.Places[m.asset] = m.place
		}
		all[r.ref] = r.Album
	}
	l.index.SetAlbums(all)
	return nil
}

// idList is how a list of ids is given to a query, for json_each.
func idList(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return "[" + strings.Join(texts, ",") + "]"
}

// catchUp reads the rows that commits changed. One reader does at a time; the others wait for it, because what it reads may be what they
// have just written.
func (l *Library) catchUp(ctx context.Context) error {
	select {
	case l.catchingUp <- struct{}{}:
		defer func() { <-l.catchingUp }()
	case <-ctx.Done():
		return ctx.Err()
	}
	ids := l.changed.take()
	var err error
	for part := range slices.Chunk(ids, rowChunk) {
		if err = ctx.Err(); err == nil {
			err = l.readAgain(context.WithoutCancel(ctx), part)
		}
		if err != nil {
			break
		}
	}
	if err == nil && slices.Contains(ids, albumsRow) {
		err = l.readAlbums(ctx)
	}
	if err != nil {
		l.changed.again(ids)
	}
	return err
}

func (l *Library) readAgain(ctx context.Context, ids []int64) error {
	there, err := l.readIndex(ctx, "WHERE id IN (SELECT value FROM json_each('"+idList(ids)+"'))")
	if err == nil {
		l.index.Drop(slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return there[id] })...)
	}
	return err
}

// albumsRow stands for all albums among the ids of changed assets.
const albumsRow = 0

// changes gathers which rows commits have changed.
type changes struct {
	mu   sync.Mutex
	open []int64 // those of the transaction that is under way
	ids  map[int64]bool
}

// seen is called by SQLite for each row that the writer changes, on the goroutine of the write.
func (c *changes) seen(table string, row int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch table {
	case "assets":
		c.open = append(c.open, row)
	case "albums":
		c.open = append(c.open, albumsRow)
	}
}

// ended makes the changes of a transaction that has ended seen, be it that it was undone: reading a row again harms nothing.
func (c *changes) ended() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range c.open {
		c.ids[id] = true
	}
	c.open = nil
}

// take returns what has changed, ascending, and forgets it.
func (c *changes) take() []int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.Sorted(maps.Keys(c.ids))
	clear(c.ids)
	return ids
}

// again has what could not be read taken once more.
func (c *changes) again(ids []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		c.ids[id] = true
	}
}
