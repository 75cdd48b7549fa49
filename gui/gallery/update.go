package gallery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/db"
)

// The first page is shown as soon as it is there, so that a large library opens as fast as a small one; the rest comes in larger steps.
const (
	firstPage = 400
	nextPage  = 4000
)

// chargeLead is how much older than its asset a charge can be: a clip is charged when it is done, and can be fetched for 7 days.
const chargeLead = 8 * 24 * time.Hour

// query is what a person asks to see.
type query struct {
	text    string
	kind    db.AssetKind // "": any
	starred bool
}

func (q query) filter() db.AssetFilter {
	return db.AssetFilter{Text: q.text, Kind: q.kind, Starred: q.starred}
}

// narrow reports whether the query leaves anything out.
func (q query) narrow() bool { return q != query{} }

// reading is a read that is under way.
type reading struct {
	query query
	stop  context.CancelFunc
	again bool // something changed meanwhile: read once more
}

// Refresh reads everything again, away from the window, and shows it where it differs. A read for another query that is under way is called
// off; one for the same query is let end and then repeated, so that a stream of changes cannot keep it from ever ending.
func (g *Gallery) Refresh() {
	q := g.query
	if g.reading != nil {
		if g.reading.query == q {
			g.reading.again = true
			return
		}
		g.reading.stop()
	}
	ctx, stop := context.WithCancel(g.ctx)
	r := &reading{query: q, stop: stop}
	g.reading = r
	early := len(g.model.assets) == 0 || g.model.query != q
	g.run(func() {
		err := g.update(ctx, q, early)
		g.post(func() {
			stop()
			if g.reading != r {
				return
			}
			g.reading = nil
			if err != nil {
				g.o.Log.Error("read gallery", "err", err)
				g.showError(err)
			}
			if r.again {
				g.Refresh()
			}
		})
	})
}

// Update reads everything with the query that is set and posts it; it returns when all is posted. Call it away from the window's goroutine,
// and not together with Refresh.
func (g *Gallery) Update(ctx context.Context) error { return g.update(ctx, g.query, true) }

// update reads and posts. early shows the first page at once; without it, what is shown stays until all is read, so that a place far down
// is not lost.
func (g *Gallery) update(ctx context.Context, q query, early bool) error {
	total, err := g.o.Library.CountAssets(ctx, db.AssetFilter{})
	if err != nil {
		return fmt.Errorf("count assets: %w", err)
	}
	f := q.filter()
	f.Limit = firstPage
	assets, err := g.o.Library.Assets(ctx, f)
	if err != nil {
		return fmt.Errorf("list assets: %w", err)
	}
	if whole := len(assets) < firstPage; whole || early {
		if err := g.deliver(ctx, q, assets, total, whole); err != nil || whole {
			return err
		}
	}
	for f.Limit = nextPage; ; {
		f.BeforeID = assets[len(assets)-1].ID
		page, err := g.o.Library.Assets(ctx, f)
		if err != nil {
			return fmt.Errorf("list assets before %d: %w", f.BeforeID, err)
		}
		assets = append(assets, page...)
		if len(page) < nextPage {
			return g.deliver(ctx, q, assets, total, true)
		}
	}
}

// deliver makes a model of assets and hands it to the window, unless something newer was asked for meanwhile.
func (g *Gallery) deliver(ctx context.Context, q query, assets []db.Asset, total int, whole bool) error {
	c, err := g.costs(ctx, assets)
	if err != nil {
		return err
	}
	// Sorting works on a copy: the order of the rows that were read is needed for the next page.
	own := append([]db.Asset(nil), assets...)
	days := group(own, c, g.o.Now())
	m := newModel(q, own, days, total, whole)
	g.o.Post(func() {
		if ctx.Err() == nil {
			g.show(m)
		}
	})
	return nil
}

// costs reads what the jobs of some assets were charged.
func (g *Gallery) costs(ctx context.Context, assets []db.Asset) (costs, error) {
	if len(assets) == 0 {
		return nil, nil
	}
	oldest := assets[0].CreatedAt
	for _, a := range assets {
		if a.CreatedAt.Before(oldest) {
			oldest = a.CreatedAt
		}
	}
	profiles, err := g.o.Library.Profiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("list profiles: %w", err)
	}
	entries, err := g.o.Library.Entries(ctx, db.EntryFilter{Kinds: []db.EntryKind{db.Charge}, From: oldest.Add(-chargeLead)})
	if err != nil {
		return nil, fmt.Errorf("list charges: %w", err)
	}
	return costsOf(entries, profiles), nil
}

// background is what made one asset, as the detail pane shows it.
type background struct {
	job     db.Job // zero: the asset was imported, or its job is gone
	entries []db.Entry
	sandbox bool
	again   string // what its request costs today, in words
}

// readBackground reads what made an asset.
func (g *Gallery) readBackground(ctx context.Context, a db.Asset) (background, error) {
	if a.JobID == 0 {
		return background{}, nil
	}
	job, err := g.o.Library.Job(ctx, a.JobID)
	if errors.Is(err, db.ErrNotFound) {
		return background{}, nil
	}
	if err != nil {
		return background{}, fmt.Errorf("read job %d: %w", a.JobID, err)
	}
	entries, err := g.o.Library.Entries(ctx, db.EntryFilter{JobID: job.ID})
	if err != nil {
		return background{}, fmt.Errorf("read ledger of job %d: %w", job.ID, err)
	}
	profiles, err := g.o.Library.Profiles(ctx)
	if err != nil {
		return background{}, fmt.Errorf("list profiles: %w", err)
	}
	b := background{job: job, entries: entries}
	if g.o.Again != nil && !a.LinkDies.IsZero() {
		b.again = g.o.Again(job)
	}
	for _, p := range profiles {
		if p.ID == job.ProfileID {
			b.sandbox = p.Sandbox
		}
	}
	return b, nil
}
