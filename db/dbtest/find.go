package dbtest

import (
	"context"

	"viviscope/db"
	"viviscope/db/search"
)

// Assets returns the assets that match a filter.
func Assets(ctx context.Context, l *db.Library, f search.Filter) ([]db.Asset, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := x.Find(ctx, f)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return l.AssetsByID(ctx, ids)
}

// Count counts the assets that match a filter.
func Count(ctx context.Context, l *db.Library, f search.Filter) (int, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return 0, err
	}
	return x.Count(ctx, f)
}
