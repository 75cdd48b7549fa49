package db

import "context"

// NewestAssets returns the newest assets outside the trash, at most limit of them. It asks SQLite and not the memory that searches are answered
// from, so that there is something to show while that is still being read.
func (l *Library) NewestAssets(ctx context.Context, limit int) ([]Asset, error) {
	assets, err := list(ctx, l.reader, scanAsset,
		"SELECT "+assetColumns+" FROM assets WHERE trashed_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?", limit)
	return assets, wrap(err, "read the newest assets")
}
