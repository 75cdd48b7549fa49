package gallery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// reading is a read that is under way.
type reading struct {
	asked question
	stop  context.CancelFunc
	again bool // something changed meanwhile: read once more
}

// ask sets what is to be seen and reads it. The read of the question before is called off: only the last key counts.
func (g *Gallery) ask(q question) {
	if q != g.asked {
		g.asked = q
		g.showAsked()
		g.Refresh()
	}
}

// Update asks for a reading. Any goroutine.
func (g *Gallery) Update(context.Context) { g.post(g.Refresh) }

// Refresh reads everything again, away from the window, and shows it where it differs. A read for another question that is under way is
// called off; one for the same is let end and then repeated, so that a stream of changes cannot keep it from ever ending.
func (g *Gallery) Refresh() {
	q := g.asked
	if g.reading != nil {
		if g.reading.asked == q {
			g.reading.again = true
			return
		}
		g.reading.stop()
	}
	ctx, stop := context.WithCancel(g.ctx)
	r, first := &reading{asked: q, stop: stop}, !g.primed
	g.reading, g.primed = r, true
	if q.narrow() && g.d.Library.Loading() {
		g.head.showLoading()
	}
	g.run(func() {
		if first {
			g.prime(ctx)
		}
		if first && q == (question{}) {
			g.readFirst(ctx)
		}
		m, err := g.read(ctx, q)
		g.post(func() {
			stop()
			if g.reading != r {
				return
			}
			g.reading = nil
			if err != nil {
				g.d.Log().Error("read gallery", "err", err)
				g.showError(err)
			} else {
				g.complete, m.stale = true, r.again
				g.show(m)
			}
			if r.again {
				g.Refresh()
			}
		})
	})
}

// firstMost is how many of the newest are shown before a large library is read.
const firstMost = 200

// readFirst shows the newest while the rest is still being read after the start. Keys wait for the rest: End must not go to the last of
// these.
func (g *Gallery) readFirst(ctx context.Context) {
	assets, err := g.d.Library.NewestAssets(ctx, firstMost)
	if err != nil || len(assets) < firstMost {
		return // all of it is as quickly read, or fails as well
	}
	m := newModel(question{})
	for _, a := range assets {
		m.rows = append(m.rows, gridRow(a))
	}
	m.early = true
	m.wall = wallOf(m.rows, daysOf(m.rows, nil, g.d.Now()))
	g.post(func() {
		if ctx.Err() == nil {
			for _, a := range assets {
				g.cache.assets[a.ID] = a
			}
			g.show(m)
		}
	})
}

// read answers a question. Away from the window's goroutine.
func (g *Gallery) read(ctx context.Context, q question) (*model, error) {
	m := newModel(q)
	now := g.d.Now()
	names, err := g.d.Library.Names(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("read names: %w", err)
	}
	var f search.Filter
	f, m.unusable = q.query().Filter(names)
	if f.Order = q.order; f.Order == search.AsLaidOut && f.Album == "" {
		f.Order = search.Newest
	}
	index, err := g.d.Library.Index(ctx)
	if err != nil {
		return nil, err
	}
	if err := g.countAll(ctx, m, index); err != nil {
		return nil, err
	}
	if hasTerm(q.query(), linkLives()) {
		all, err := index.Count(ctx, search.Filter{Kind: search.Picture})
		if err != nil {
			return nil, fmt.Errorf("count pictures: %w", err)
		}
		living, err := index.Count(ctx, search.Filter{Kind: search.Picture, LivingAt: now})
		if err != nil {
			return nil, fmt.Errorf("count pictures: %w", err)
		}
		m.linkless = all - living
	}
	if q.duplicates {
		return m, g.readDuplicates(ctx, m)
	}
	if m.rows, err = index.Find(ctx, f); err != nil {
		return nil, fmt.Errorf("find assets: %w", err)
	}
	var groups []kit.TileGroup
	if q.dated() {
		days, err := index.Days(ctx, f, now.Location())
		if err != nil {
			return nil, fmt.Errorf("count costs by day: %w", err)
		}
		c, err := g.costsByDay(ctx, days)
		if err != nil {
			return nil, err
		}
		groups = daysOf(m.rows, c, now)
	}
	m.wall = wallOf(m.rows, groups)
	return m, nil
}

// countAll counts what there is, whatever is asked.
func (g *Gallery) countAll(ctx context.Context, m *model, index *search.Index) error {
	var all, trashed, days error
	m.total, all = index.Count(ctx, search.Filter{})
	m.trashed, trashed = index.Count(ctx, search.Filter{Trashed: true})
	m.keepDays, days = g.d.Library.TrashDays(ctx)
	if err := errors.Join(all, trashed, days); err != nil {
		return fmt.Errorf("count assets: %w", err)
	}
	return nil
}

// costsByDay words what the assets of each day cost, by the day's start.
func (g *Gallery) costsByDay(ctx context.Context, days []search.Day) (map[int64]string, error) {
	profiles, err := g.d.Library.Profiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("count costs by day: %w", err)
	}
	sandbox := map[int64]bool{}
	for _, p := range profiles {
		sandbox[p.ID] = p.Sandbox
	}
	costs := map[int64]string{}
	for _, d := range days {
		costs[d.Start.Unix()] = dayCost(d, sandbox, g.d.Profile().Sandbox)
	}
	return costs, nil
}

// readDuplicates finds the files that are there more than once, each under a heading with its like.
func (g *Gallery) readDuplicates(ctx context.Context, m *model) error {
	all, err := g.d.Library.Duplicates(ctx)
	if err != nil {
		return fmt.Errorf("find duplicates: %w", err)
	}
	groups := make([]kit.TileGroup, 0, len(all))
	m.duplicates = make([]int, 0, len(all))
	for _, duplicates := range all {
		for _, a := range duplicates {
			m.rows = append(m.rows, gridRow(a))
		}
		m.duplicates = append(m.duplicates, len(duplicates))
		groups = append(groups, kit.TileGroup{Title: wording.AssetTitle(duplicates[0]), Count: len(duplicates),
			Note: lang.N("%s identical file · %s each", "%s identical files · %s each",
				len(duplicates), lang.Number(len(duplicates)), wording.Bytes(duplicates[0].Bytes))})
	}
	m.wall = wallOf(m.rows, groups)
	return nil
}

// gridRow makes of an asset what a grid needs of it.
func gridRow(a db.Asset) search.Row {
	r := search.Row{ID: a.ID, Created: a.CreatedAt.UnixMilli(), Bytes: a.Bytes,
		Width: int32(a.Width), Height: int32(a.Height), Seconds: float32(a.Seconds)}
	if a.Kind == db.Clip {
		r.Flags |= search.FlagClip
	}
	if a.HasAudio {
		r.Flags |= search.FlagSound
	}
	if a.Starred {
		r.Flags |= search.FlagStarred
	}
	return r
}

// question is what a person asks to see.
type question struct {
	text       string // of the search box
	order      search.Order
	duplicates bool // only files that are there more than once
}

// query is the question taken apart, without a key at its end whose value is still to be typed.
func (q question) query() search.Query {
	text := q.text
	if !endsInGap(text) {
		last := text[strings.LastIndexFunc(text, unicode.IsSpace)+1:]
		if key, ok := strings.CutSuffix(strings.TrimPrefix(strings.ToLower(last), "-"), ":"); ok && slices.Contains(search.QueryKeys(), key) {
			text = text[:len(text)-len(last)]
		}
	}
	return search.ParseQuery(text)
}

// query is what is asked for now, taken apart.
func (g *Gallery) query() search.Query { return g.asked.query() }

// narrow reports whether the question leaves anything out.
func (q question) narrow() bool { return q.duplicates || len(q.query().Terms) > 0 }

// inTrash reports whether the question is about what was thrown away.
func (q question) inTrash() bool {
	t, ok := termOf(q.query(), search.KeyStatus)
	return ok && !t.Not && strings.HasPrefix(strings.ToLower(t.Text), "trash")
}

// dated reports whether the order is that of days.
func (q question) dated() bool {
	return !q.duplicates && (q.order == search.Newest || q.order == search.Oldest)
}

// model is what the wall shows: immutable once made, swapped whole.
type model struct {
	asked      question
	early      bool          // only the newest, until all is read
	stale      bool          // something changed since it was read
	unusable   []search.Term // of the query: they say nothing that can be, and are left out
	rows       []search.Row
	duplicates []int // how many rows each file has that is there more than once
	total      int   // outside the trash, whatever is asked
	trashed    int
	linkless   int           // pictures without a link that works; 0 where those are not left out
	keepDays   int           // how long the trash keeps what is in it; 0: until it is emptied
	wall       *kit.TileWall // of the rows
}

func newModel(asked question) *model {
	return &model{asked: asked, wall: kit.NewTileWall(nil, nil)}
}

// wallOf makes the wall of some rows under headings.
func wallOf(rows []search.Row, groups []kit.TileGroup) *kit.TileWall {
	tiles := make([]kit.Tile, len(rows))
	for i, r := range rows {
		tiles[i] = kit.Tile{ID: r.ID, Aspect: aspect(int(r.Width), int(r.Height))}
	}
	return kit.NewTileWall(tiles, groups)
}

// aspect gives width by height; a file whose size is not known is shown as a square.
func aspect(width, height int) float32 {
	if width <= 0 || height <= 0 {
		return 1
	}
	return float32(width) / float32(height)
}

// Sequence is the order in which the gallery shows things, as it is asked for and sorted now. It follows the gallery. Its methods belong to
// the window's goroutine and do not block.
type Sequence struct{ g *Gallery }

// Sequence gives the gallery's order, for a viewer to go through.
func (g *Gallery) Sequence() *Sequence { return &Sequence{g} }

// Len is how many there are.
func (s *Sequence) Len() int { return len(s.g.model.rows) }

// sequenceAhead is how many rows to either side are read with one that a viewer asks for.
const sequenceAhead = 16

// At gives the asset at a place. ok is false while its row is not read; it is being read then, with its neighbours, and the viewer is told.
func (s *Sequence) At(i int) (a db.Asset, ok bool) {
	g := s.g
	if i < 0 || i >= len(g.model.rows) {
		return db.Asset{}, false
	}
	if a, ok = g.asset(g.model.rows[i].ID); ok {
		return a, true
	}
	if !g.cache.busy {
		var ids []int64
		for _, r := range g.model.rows[max(i-sequenceAhead, 0):min(i+sequenceAhead+1, len(g.model.rows))] {
			ids = append(ids, r.ID)
		}
		g.readRows(ids, g.d.Viewer.SequenceChanged)
	}
	return db.Asset{}, false
}

// IndexOf is the place of an asset, -1 where it is not among them.
func (s *Sequence) IndexOf(id int64) int { return s.g.model.wall.IndexOf(id) }

// cacheBound is how many whole rows are kept in memory before those out of sight go.
const cacheBound = 1024

// rowCache holds the whole rows of assets around what is in sight. It belongs to the window's goroutine; one read is under way at a time,
// and asks for what is in sight when it begins, so that a fast scroll reads only where it comes to rest.
type rowCache struct {
	assets map[int64]db.Asset
	busy   bool
	again  bool // what is in sight changed while a read was under way
}

// asset gives the whole row of an asset, where it is read.
func (g *Gallery) asset(id int64) (db.Asset, bool) {
	a, ok := g.cache.assets[id]
	return a, ok
}

// around gives the part of the wall that is worth reading: what is in sight, and as much before and after it.
func (g *Gallery) around() (from, to int) {
	from, to = g.rows.VisibleRange()
	n := to - from
	return max(from-n, 0), min(to+n, len(g.model.rows))
}

// readAround reads what is missing of what is in sight, and shows it.
func (g *Gallery) readAround() {
	if g.cache.busy {
		g.cache.again = true
		return
	}
	from, to := g.around()
	var missing []int64
	for _, r := range g.model.rows[from:to] {
		if _, ok := g.cache.assets[r.ID]; !ok {
			missing = append(missing, r.ID)
		}
	}
	if len(missing) > 0 {
		g.readRows(missing, func() {})
	}
}

// readRows reads some assets and shows them where they are in sight; then is called once they are there.
func (g *Gallery) readRows(ids []int64, then func()) {
	g.cache.busy, g.cache.again = true, false
	g.run(func() {
		assets, err := g.d.Library.AssetsByID(g.ctx, ids)
		g.post(func() {
			g.cache.busy = false
			if err != nil {
				g.failed(notRead(), err)
				return
			}
			g.put(assets)
			then()
			if g.cache.again {
				g.readAround()
			}
		})
	})
}

// put keeps the rows of assets and binds the cells that show them.
func (g *Gallery) put(assets []db.Asset) {
	if len(g.cache.assets)+len(assets) > cacheBound {
		g.thin()
	}
	for _, a := range assets {
		g.cache.assets[a.ID] = a
		g.rows.Update(a.ID)
	}
	if id := g.currentID(); slices.ContainsFunc(assets, func(a db.Asset) bool { return a.ID == id }) {
		g.showDetail()
	}
}

// thin lets go of what is not in sight.
func (g *Gallery) thin() {
	from, to := g.around()
	keep := make(map[int64]db.Asset, to-from+1)
	for _, r := range g.model.rows[from:to] {
		if a, ok := g.cache.assets[r.ID]; ok {
			keep[r.ID] = a
		}
	}
	if a, ok := g.cache.assets[g.currentID()]; ok {
		keep[a.ID] = a
	}
	g.cache.assets = keep
}

// stale reads again what is in sight, in place of what was read before a change.
func (g *Gallery) stale() {
	g.thin()
	ids := make([]int64, 0, len(g.cache.assets))
	for id := range g.cache.assets {
		ids = append(ids, id)
	}
	if len(ids) > 0 {
		g.readRows(ids, g.readAround)
	} else {
		g.readAround()
	}
}

// withAssets reads some assets and hands them on, in the order of their IDs here; those that are gone are left out.
func (g *Gallery) withAssets(ids []int64, do func([]db.Asset)) {
	known := make([]db.Asset, 0, len(ids))
	for _, id := range ids {
		if a, ok := g.asset(id); ok {
			known = append(known, a)
		}
	}
	if len(known) == len(ids) {
		do(known)
		return
	}
	ask(g, notRead(), func(ctx context.Context) ([]db.Asset, error) { return g.d.Library.AssetsByID(ctx, ids) }, do)
}

// notRead says that rows of the library could not be read.
func notRead() string { return lang.L("The library could not be read.") }

// ask reads something away from the window's goroutine and shows it; where it went wrong, failed says so in a sentence.
func ask[T any](g *Gallery, failed string, read func(ctx context.Context) (T, error), show func(T)) {
	g.run(func() {
		got, err := read(g.ctx)
		g.post(func() {
			if err != nil {
				g.failed(failed, err)
				return
			}
			show(got)
		})
	})
}

// change is ask for something that changes the library: one change begins when the one before has ended, and the gallery is read again,
// whatever came of it.
func change[T any](g *Gallery, failed string, work func(ctx context.Context) (T, error), after func(T)) {
	before, ended := g.changed, make(chan struct{})
	g.changed = ended
	g.run(func() {
		defer close(ended)
		if before != nil {
			<-before
		}
		got, err := work(g.ctx)
		g.post(func() {
			if err != nil {
				g.failed(failed, err)
			} else {
				after(got)
			}
			g.Refresh()
		})
	})
}
