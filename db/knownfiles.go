package db

import (
	"context"
)

// knownFile is the path of an asset, or of a file that is being stored (asset 0).
type knownFile struct {
	path  string
	asset int64
}

// knownFiles returns the paths in the tables assets and landings.
func knownFiles(ctx context.Context, q querier) (map[string]knownFile, error) {
	all, err := list(ctx, q, func(row scanner) (k knownFile, err error) {
		err = row.Scan(&k.asset, &k.path)
		return k, err
	}, "SELECT id, path FROM assets UNION ALL SELECT 0, path FROM landings")
	known := make(map[string]knownFile, len(all))
	for _, k := range all {
		known[k.path] = k
	}
	return known, err
}
