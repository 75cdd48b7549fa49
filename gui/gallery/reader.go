package gallery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// reader answers questions from the library. Its methods are called off the window's goroutine.
type reader struct{ *runner }

// read reads the answer to a question.
func (r *reader) read(ctx context.Context, q question) (*model, error) {
	m := newModel(q)
	now := r.d.Now()
	names, err := r.d.Library.Names(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("read names: %w", err)
	}
	var f search.Filter
	f, m.unusable = q.query().Filter(names)
	f.Order = q.order
	if f.Order == search.AlbumOrder && f.Album == "" {
		f.Order = search.Newest
	}
	index, err := r.d.Library.Index(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.countAll(ctx, m, index); err != nil {
		return nil, err
	}
	if hasTerm(q.query(), linkLives()) {
		all, err := index.Count(ctx, search.Filter{Kind: search.Picture})
		if err != nil {
			return nil, fmt.Errorf("count pictures: %w", err)
		}
		living, err := index.Count(ctx, search.Filter{Kind: search.Picture, LinkValidAt: now})
		if err != nil {
			return nil, fmt.Errorf("count pictures: %w", err)
		}
		m.linkless = all - living
	}
	if q.duplicates {
		return m, r.readDuplicates(ctx, m)
	}
	if slices.ContainsFunc(m.unusable, func(t search.Term) bool { return !t.Not }) {
		return m, nil // all assets instead would be taken for those that match
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
		c, err := r.costsByDay(ctx, days)
		if err != nil {
			return nil, err
		}
		groups = daysOf(m.rows, c, now)
	}
	m.wall = wallOf(m.rows, groups)
	return m, nil
}

// countAll counts the assets of the library, independent of the question.
func (r *reader) countAll(ctx context.Context, m *model, index *search.Index) error {
	var all, trashed, days error
	m.total, all = index.Count(ctx, search.Filter{})
	m.trashed, trashed = index.Count(ctx, search.Filter{Trashed: true})
	m.keepDays, days = r.d.Library.TrashDays(ctx)
	if err := errors.Join(all, trashed, days); err != nil {
		return fmt.Errorf("count assets: %w", err)
	}
	return nil
}

// costsByDay returns the costs of the assets of each day as text, by the start of the day.
func (r *reader) costsByDay(ctx context.Context, days []search.Day) (map[int64]string, error) {
	profiles, err := r.d.Library.Profiles(ctx)
	if err != nil {
		return nil, fmt.Errorf("count costs by day: %w", err)
	}
	sandbox := map[int64]bool{}
	for _, p := range profiles {
		sandbox[p.ID] = p.Sandbox
	}
	costs := map[int64]string{}
	for _, d := range days {
		costs[d.Start.Unix()] = dayCost(d, sandbox, r.d.Profile().Sandbox)
	}
	return costs, nil
}

// readDuplicates reads the files that exist more than once. The copies of a file are under one heading.
func (r *reader) readDuplicates(ctx context.Context, m *model) error {
	all, err := r.d.Library.Duplicates(ctx)
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

// albumRow is an album, with the number of its items and of those among some assets.
type albumRow struct {
	db.Album
	count, has int
}

// albumsWith reads the albums, with the number of those assets that are in each. total counts all assets outside the
// trash.
func (r *reader) albumsWith(ctx context.Context, ids []int64) (rows []albumRow, total int, err error) {
	albums, err := r.d.Library.Albums(ctx)
	if err != nil {
		return nil, 0, err
	}
	names, err := r.d.Library.Names(ctx, r.d.Now())
	if err != nil {
		return nil, 0, err
	}
	index, err := r.d.Library.Index(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, a := range albums {
		f := search.Filter{Album: a.Ref}
		if a.Saved() {
			f, _ = search.ParseQuery(a.Query).Filter(names)
		}
		row := albumRow{Album: a, has: index.InAlbum(a.Ref, ids)}
		if row.count, err = index.Count(ctx, f); err != nil {
			return nil, 0, fmt.Errorf("count album: %w", err)
		}
		rows = append(rows, row)
	}
	total, err = index.Count(ctx, search.Filter{})
	return rows, total, err
}

// suggested returns suggestions that complete the typed text.
func (r *reader) suggested(ctx context.Context, typed string, limit int) ([]search.Suggestion, error) {
	names, err := r.d.Library.Names(ctx, r.d.Now())
	if err != nil {
		return nil, err
	}
	index, err := r.d.Library.Index(ctx)
	if err != nil {
		return nil, err
	}
	return index.Suggest(typed, names, limit), nil
}
