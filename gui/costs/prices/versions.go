package prices

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// version is a price table and the moment from which it applies.
type version struct {
	from  time.Time
	table client.PriceTable
}

// versionAt returns the last version that begins at a moment or before; an empty one if there is none.
func versionAt(versions []version, at time.Time) (found version) {
	for _, v := range versions {
		if !v.from.After(at) {
			found = v
		}
	}
	return found
}

// tableAt returns the table of [versionAt].
func tableAt(versions []version, at time.Time) client.PriceTable {
	return versionAt(versions, at).table
}

// Versions reads the stored price tables. *db.Library is one.
type Versions interface {
	PriceVersions(ctx context.Context, profileID int64) ([]db.Prices, error)
}

// readVersions returns the stored tables of a profile, oldest first.
func readVersions(ctx context.Context, l Versions, profile int64) (all []version, err error) {
	stored, err := l.PriceVersions(ctx, profile)
	if err != nil {
		return nil, fmt.Errorf("read prices: %w", err)
	}
	for _, p := range stored {
		v := version{from: p.ValidFrom}
		if err := json.Unmarshal(p.Table, &v.table); err != nil {
			return nil, fmt.Errorf("read prices %d: %w", p.ID, err)
		}
		all = append(all, v)
	}
	return all, nil
}

// versionStore stores price tables. *db.Library is one.
type versionStore interface {
	AddPrices(ctx context.Context, versions ...db.Prices) ([]db.Prices, error)
}

// saveVersions stores versions, all or none.
func saveVersions(ctx context.Context, l versionStore, profile int64, versions []version) error {
	var all []db.Prices
	for _, v := range versions {
		raw, err := json.Marshal(v.table)
		if err != nil {
			return fmt.Errorf("write prices: %w", err)
		}
		all = append(all, db.Prices{ProfileID: profile, ValidFrom: v.from, Table: raw})
	}
	if _, err := l.AddPrices(ctx, all...); err != nil {
		return fmt.Errorf("save prices: %w", err)
	}
	return nil
}
