package db

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"viviscope/client/guard"
	"viviscope/db/findings"
	"viviscope/db/search"
)

// finder owns the search index and updates it after commits.
type finder struct {
	*database
	background *background
	profiles   profileRows
	albums     *albums
	// index is complete once loaded is closed. catchingUp is a semaphore for catchUp.
	index      *search.Index
	loaded     chan struct{}
	loadErr    error
	catchingUp chan struct{}
	// loadCtx ends when the delay after Open is over, or at the first call of Index.
	loadCtx   context.Context
	startLoad context.CancelFunc
}

func newFinder(d *database, back *background, profiles profileRows, albums *albums) *finder {
	return &finder{database: d, background: back, profiles: profiles, albums: albums, index: search.New(d.now),
		loaded: make(chan struct{}), catchingUp: make(chan struct{}, 1)}
}

// Names returns the names for resolving queries. The location of now defines days.
func (f *finder) Names(ctx context.Context, now time.Time) (search.Names, error) {
	n := search.Names{Now: now, Profiles: map[string]int64{}, Albums: map[string]string{},
		Searches: map[string]string{}}
	profiles, err := f.profiles.Profiles(ctx)
	if err != nil {
		return n, err
	}
	for _, p := range slices.Backward(profiles) { // the oldest of equal names wins
		n.Profiles[search.Fold(p.Name)] = p.ID
	}
	albums, err := f.albums.Albums(ctx)
	for _, a := range slices.Backward(albums) {
		n.Albums[search.Fold(a.Name)] = a.Ref
		if a.Saved() {
			n.Searches[a.Ref] = a.Query
		}
	}
	return n, err
}

// Loading reports whether the index is not loaded yet. Loading starts after [Options].StartupDelay or at the first call
// of [Library.Index]. This method never blocks and can be called on any goroutine.
func (f *finder) Loading() bool {
	select {
	case <-f.loaded:
		return false
	default:
		return true
	}
}

// Index returns the search index, with everything that was committed before the call. It waits until the index is
// loaded.
func (f *finder) Index(ctx context.Context) (*search.Index, error) {
	f.startLoad()
	select {
	case <-f.loaded:
	case <-ctx.Done():
		return nil, wrap(ctx.Err(), "find assets")
	}
	err := f.loadErr
	if err == nil {
		err = f.catchUp(ctx)
	}
	return f.index, wrap(err, "find assets")
}

// start loads the index in the background, then calls settle.
func (f *finder) start(settle func(context.Context) error) {
	ctx := f.background.running
	f.loadCtx, f.startLoad = context.WithCancel(f.background.startup)
	f.background.Go(guard.Func("index", func() {
		<-f.loadCtx.Done()
		f.loadErr = guard.Do("index", func() error {
			if _, err := f.readIndex(ctx, nil); err != nil {
				return err
			}
			return f.readAlbums(ctx)
		})
		close(f.loaded)
		if err := settle(ctx); err != nil && ctx.Err() == nil {
			f.log.Warn("bring sidecars up to date", "err", err)
		}
	}))
}

// indexColumns selects the columns of the index. SQL combines flags and sizes, because each column passed to Go costs
// more than the computation.
var indexColumns = fmt.Sprintf(`id, created_at, bytes, (width << 20) + height,
	(kind = 'clip') * %d + has_audio * %d + starred * %d + (trashed_at IS NOT NULL) * %d + (job_id IS NULL) * %d
		+ (cost_micros IS NOT NULL) * %d + (seed IS NOT NULL) * %d + CASE WHEN checks = '' THEN 0 ELSE %s END,
	seconds, CASE WHEN link = '' THEN NULL ELSE coalesce(link_dies, %d) END, seed, cost_micros, nullif(cost_currency, ''), profile_id, model,
	nullif(tags, '[]'), prompt, nullif(note, ''), nullif(name, '')`, search.FlagClip, search.FlagSound, search.FlagStarred,
	search.FlagTrashed, search.FlagImported, search.FlagCost, search.FlagSeed, checkFlags(),
	math.MaxInt64)

// checkFlags returns an SQL expression for the flags of a checked asset: one for each kind of its findings. Stored
// results have a canonical form.
func checkFlags() string {
	sum := strconv.Itoa(int(search.FlagChecked))
	for _, k := range findings.Kinds() {
		sum += fmt.Sprintf(` + (instr(checks, '"kind":"%s"') > 0) * %d`, k, search.CheckFlag(k))
	}
	return sum
}

// readIndex reads assets into the index; nil means all. Of some assets it returns the ids that exist.
func (f *finder) readIndex(ctx context.Context, ids []int64) (there map[int64]bool, err error) {
	where := ""
	if ids != nil {
		where = "WHERE id IN (SELECT value FROM json_each('" + idList(ids) + "'))"
	}
	cast, err := f.readCastNames(ctx, ids)
	if err != nil {
		return nil, err
	}
	there = map[int64]bool{}
	f.index.Put(func(yield func(search.Asset) bool) {
		err = eachRow(ctx, f.reader, "SELECT "+indexColumns+" FROM assets "+where+" ORDER BY id", func(v []any) {
			size := integer(v[3])
			seconds, _ := v[5].(float64)
			a := search.Asset{Row: search.Row{ID: integer(v[0]), Created: integer(v[1]), Bytes: integer(v[2]),
				Width:  int32(size >> 20),
				Height: int32(size & (1<<20 - 1)), Flags: search.Flags(integer(v[4])), Seconds: float32(seconds),
				CostMicros: integer(v[8])},
				LinkExpires: integer(v[6]), Seed: integer(v[7]), Currency: textual(v[9]), Profile: integer(v[10]),
				Model: textual(v[11]),
				Tags:  textual(v[12]), Cast: cast[integer(v[0])],
				Texts: [3]string{textual(v[13]), textual(v[14]), textual(v[15])}}
			if ids != nil {
				there[a.ID] = true
			}
			yield(a)
		})
	})
	return there, err
}

// readCastNames returns the names of the cast that the jobs of assets used, sorted, as JSON by asset; of all assets if
// ids is nil. It is a query of its own, because few jobs use the cast and an index lists them.
func (f *finder) readCastNames(ctx context.Context, ids []int64) (map[int64]string, error) {
	query := usedCastOfAll
	if ids != nil {
		query = usedCastOfSome + "(SELECT value FROM json_each('" + idList(ids) + "'))"
	}
	byAsset, lists := map[int64]string{}, map[string]string{}
	err := eachRow(ctx, f.reader, query, func(v []any) {
		used := textual(v[1])
		list, known := lists[used]
		if !known {
			var names []string
			for _, u := range (Job{Cast: json.RawMessage(used)}).UsedCast() {
				names = append(names, u.Name)
			}
			slices.Sort(names)
			if len(names) > 0 {
				list = namesJSON(names)
			}
			lists[used] = list
		}
		byAsset[integer(v[0])] = list
	})
	return byAsset, err
}

// The queries of readCastNames. CROSS JOIN keeps the order of the tables.
const (
	usedCastOfAll  = "SELECT a.id, j.used_cast FROM jobs j CROSS JOIN assets a ON a.job_id = j.id WHERE j.used_cast IS NOT NULL"
	usedCastOfSome = "SELECT a.id, j.used_cast FROM assets a CROSS JOIN jobs j ON j.id = a.job_id WHERE j.used_cast IS NOT NULL AND a.id IN "
)

// readAlbums reads the albums with changed members. catchUp ensures that it does not run concurrently with itself.
func (f *finder) readAlbums(ctx context.Context) error {
	type row struct {
		id  int64
		ref string
		search.Album
	}
	rows, err := listLenient(ctx, f.database, f.reader, func(s scanner) (r row, err error) {
		err = s.Scan(&r.id, &r.ref, &r.Version)
		return r, err
	}, "SELECT id, ref, version FROM albums WHERE query = ''")
	if err != nil {
		return err
	}
	before, all := f.index.Albums(), make(map[string]search.Album, len(rows))
	for _, r := range rows {
		if old, known := before[r.ref]; known && old.Version == r.Version {
			all[r.ref] = old
			continue
		}
		members, err := listLenient(ctx, f.database, f.reader, scanPlace,
			"SELECT asset_id, place FROM album_assets WHERE album_id = ?", r.id)
		if err != nil {
			return err
		}
		r.Places = make(map[int64]int64, len(members))
		for _, m := range members {
			r.Places[m.asset] = m.place
		}
		all[r.ref] = r.Album
	}
	f.index.SetAlbums(all)
	return nil
}

// catchUp updates the index for the rows that commits changed. Concurrent callers wait for each other, because the
// running update may contain their own writes.
func (f *finder) catchUp(ctx context.Context) error {
	select {
	case f.catchingUp <- struct{}{}:
		defer func() { <-f.catchingUp }()
	case <-ctx.Done():
		return ctx.Err()
	}
	ids := f.changed.drain()
	var err error
	for part := range slices.Chunk(ids, rowChunk) {
		if err = ctx.Err(); err == nil {
			err = f.refresh(context.WithoutCancel(ctx), part)
		}
		if err != nil {
			break
		}
	}
	if err == nil && slices.Contains(ids, albumsRow) {
		err = f.readAlbums(ctx)
	}
	if err != nil {
		f.changed.putBack(ids)
	}
	return err
}

// refresh reads some assets into the index and drops those that no longer exist.
func (f *finder) refresh(ctx context.Context, ids []int64) error {
	there, err := f.readIndex(ctx, ids)
	if err == nil {
		f.index.Drop(slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return there[id] })...)
	}
	return err
}
