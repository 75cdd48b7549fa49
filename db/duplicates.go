package db

import "context"

// Duplicates returns the assets outside the trash whose files have the same bytes, a group each, the oldest of a group
// first; the groups that take up most come first.
func (l *Library) Duplicates(ctx context.Context) ([][]Asset, error) {
	all, err := list(ctx, l.reader, scanAsset, "SELECT "+assetColumns+` FROM assets WHERE trashed_at IS NULL AND sha256 IN
		(SELECT sha256 FROM assets WHERE trashed_at IS NULL GROUP BY sha256 HAVING count(*) > 1)
		ORDER BY bytes DESC, sha256, id`)
	if err != nil {
		return nil, wrap(err, "find duplicates")
	}
	var groups [][]Asset
	for i, a := range all {
		if i == 0 || all[i-1].SHA256 != a.SHA256 {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], a)
	}
	return groups, nil
}
