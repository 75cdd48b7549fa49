package gallery

import (
	"context"
	"fmt"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
)

// reading is a read that is under way.
type reading struct {
	asked question
	stop  context.CancelFunc
	again bool // something changed meanwhile: read once more
}

// asking is what readers away from the window's goroutine need to know of the screen.
type asking struct {
	question question
	number   uint64 // of the reading that began last
}

// ask sets what is to be seen and reads it. The read of the question before is called off: only the last key counts.
func (g *Gallery) ask(q question) {
	if q == g.question() {
		return
	}
	g.mu.Lock()
	g.asking.question = q
	g.mu.Unlock()
	g.showAsked()
	g.Refresh()
}

// question gives what is asked for now.
func (g *Gallery) question() question {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.asking.question
}

// Refresh reads everything again, away from the window, and shows it where it differs. A read for another question that is under way is called
// off; one for the same is let end and then repeated, so that a stream of changes cannot keep it from ever ending.
func (g *Gallery) Refresh() {
	q := g.question()
	if g.reading != nil {
		if g.reading.asked == q {
			g.reading.again = true
			return
		}
		g.reading.stop()
	}
	ctx, stop := context.WithCancel(g.ctx)
	r := &reading{asked: q, stop: stop}
	g.reading = r
	if q.narrow() && g.d.Library.Loading() {
		g.head.showLoading()
	}
	g.run(func() {
		err := g.Update(ctx)
		g.post(func() {
			stop()
			if g.reading != r {
				return
			}
			g.reading = nil
			if err != nil {
				g.d.Log().Error("read gallery", "err", err)
				g.showError(err)
			}
			if r.again {
				g.Refresh()
			}
		})
	})
}

// Update reads what is asked for and posts it; it returns when that is posted. Call it away from the window's goroutine. Of several at once
// the one that began last is shown.
func (g *Gallery) Update(ctx context.Context) error {
	g.prime(ctx)
	g.mu.Lock()
	g.asking.number++
	a := g.asking
	g.mu.Unlock()
	if a.number == 1 && a.question == (question{}) {
		if err := g.readFirst(ctx); err != nil {
			return err
		}
	}
	m, err := g.read(ctx, a.question)
	if err != nil {
		return err
	}
	g.d.Post(func() {
		if ctx.Err() == nil && g.ctx.Err() == nil && m.asked == g.question() && a.number > g.shownNumber {
			g.shownNumber = a.number
			g.show(m)
		}
	})
	return nil
}

// firstMost is how many of the newest are shown before a large library is read.
const firstMost = 200

// readFirst shows the newest while the rest is still being read after the start. Keys wait for the rest: End must not go to the last of these.
func (g *Gallery) readFirst(ctx context.Context) error {
	assets, err := g.d.Library.NewestAssets(ctx, firstMost)
	if err != nil {
		return fmt.Errorf("read the newest: %w", err)
	}
	if len(assets) < firstMost {
		return nil // all of it is as quickly read
	}
	m := newModel(question{})
	for _, a := range assets {
		m.rows = append(m.rows, gridRow(a))
	}
	m.early = true
	m.wall = wallOf(m.rows, daysOf(m.rows, nil, g.d.Now()))
	g.d.Post(func() {
		if ctx.Err() == nil && g.ctx.Err() == nil && g.shownNumber == 0 && m.asked == g.question() {
			for _, a := range assets {
				g.shelf.assets[a.ID] = a
			}
			g.show(m)
		}
	})
	return nil
}

// read answers a question. Away from the window's goroutine.
func (g *Gallery) read(ctx context.Context, q question) (*model, error) {
	m := newModel(q)
	now := g.d.Now()
	names, err := g.d.Library.Names(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("read names: %w", err)
	}
	var f db.AssetFilter
	f, m.unusable = q.query().Filter(names)
	if f.Order = q.order; f.Order == db.AsLaidOut && f.Album == "" {
		f.Order = db.Newest
	}
	if q.twins {
		return g.readTwins(ctx, m)
	}
	if m.rows, err = g.d.Library.Index(ctx, f); err != nil {
		return nil, fmt.Errorf("find assets: %w", err)
	}
	var groups []widgets.TileGroup
	if q.dated() {
		c, err := g.costsByDay(ctx, f, now.Location())
		if err != nil {
			return nil, err
		}
		groups = daysOf(m.rows, c, now)
		m.weeks = weeksOf(m.rows, now.Location())
	}
	m.wall = wallOf(m.rows, groups)
	return m, g.countAll(ctx, m)
}

// countAll counts what there is, whatever is asked.
func (g *Gallery) countAll(ctx context.Context, m *model) (err error) {
	if m.total, err = g.d.Library.CountAssets(ctx, db.AssetFilter{}); err != nil {
		return fmt.Errorf("count assets: %w", err)
	}
	if m.trashed, err = g.d.Library.CountAssets(ctx, db.AssetFilter{Trashed: true}); err != nil {
		return fmt.Errorf("count the trash: %w", err)
	}
	if m.keepDays, err = g.d.Library.TrashDays(ctx); err != nil {
		return fmt.Errorf("read the days of the trash: %w", err)
	}
	return nil
}

// costsByDay reads what the assets of each day cost. What a sandbox cost is counted apart, and taken from the whole.
func (g *Gallery) costsByDay(ctx context.Context, f db.AssetFilter, in *time.Location) (costs, error) {
	c := costs{}
	add := func(f db.AssetFilter, fn func(day time.Time, cost db.Cost)) error {
		days, err := g.d.Library.Days(ctx, f, in)
		if err != nil {
			return fmt.Errorf("count days: %w", err)
		}
		for _, d := range days {
			for _, cost := range d.Costs {
				fn(d.Start, cost)
			}
		}
		return nil
	}
	err := add(f, func(day time.Time, cost db.Cost) {
		c.add(day, wording.MoneyFormat{Currency: cost.Currency}, cost.Micros)
	})
	if err != nil {
		return nil, err
	}
	profiles, err := g.d.Library.Profiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("list profiles: %w", err)
	}
	for _, p := range profiles {
		if !p.Sandbox || f.ProfileID != 0 && f.ProfileID != p.ID {
			continue
		}
		played := f
		played.ProfileID = p.ID
		err := add(played, func(day time.Time, cost db.Cost) {
			c.add(day, wording.MoneyFormat{Currency: cost.Currency}, -cost.Micros)
			c.add(day, wording.MoneyFormat{Currency: cost.Currency, Sandbox: true}, cost.Micros)
		})
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// readTwins finds the files that are there more than once, each under a heading with its like.
func (g *Gallery) readTwins(ctx context.Context, m *model) (*model, error) {
	all, err := g.d.Library.Duplicates(ctx)
	if err != nil {
		return nil, fmt.Errorf("find duplicates: %w", err)
	}
	groups := make([]widgets.TileGroup, 0, len(all))
	m.twins = make([]int, 0, len(all))
	for _, twins := range all {
		for _, a := range twins {
			m.rows = append(m.rows, gridRow(a))
		}
		m.twins = append(m.twins, len(twins))
		groups = append(groups, widgets.TileGroup{Title: wording.AssetTitle(twins[0]), Count: len(twins),
			Note: lang.N("%s time the same file · %s each", "%s times the same file · %s each",
				len(twins), lang.Number(len(twins)), wording.Bytes(twins[0].Bytes))})
	}
	m.wall = wallOf(m.rows, groups)
	return m, g.countAll(ctx, m)
}

// gridRow makes of an asset what a grid needs of it.
func gridRow(a db.Asset) db.GridRow {
	r := db.GridRow{ID: a.ID, Created: a.CreatedAt.UnixMilli(), Bytes: a.Bytes, Width: int32(a.Width), Height: int32(a.Height), Seconds: float32(a.Seconds)}
	if a.Kind == db.Clip {
		r.Flags |= db.GridClip
	}
	if a.HasAudio {
		r.Flags |= db.GridSound
	}
	if a.Starred {
		r.Flags |= db.GridStarred
	}
	return r
}
