package db

import (
	"context"
	"database/sql"
	"time"
)

// priceRows reads and writes the price tables of profiles.
type priceRows struct{ *database }

const pricesColumns = `id, profile_id, valid_from, "table"`

func scanPrices(row scanner) (Prices, error) {
	var p Prices
	err := row.Scan(&p.ID, &p.ProfileID, timeColumn{&p.ValidFrom}, jsonColumn{&p.Table})
	return p, err
}

// Prices returns the price table of a profile in force at a time, or [ErrNotFound].
func (r priceRows) Prices(ctx context.Context, profileID int64, at time.Time) (Prices, error) {
	return pricesAt(ctx, r.reader, profileID, at)
}

func pricesAt(ctx context.Context, q querier, profileID int64, at time.Time) (Prices, error) {
	p, err := scanPrices(q.QueryRowContext(ctx, "SELECT "+pricesColumns+` FROM prices
		WHERE profile_id = ? AND valid_from <= ? ORDER BY valid_from DESC, id DESC LIMIT 1`, profileID, at.UnixMilli()))
	return p, wrap(err, "read prices of profile %d", profileID)
}

// AddPrices adds versions of price tables in one transaction and returns them as stored. An empty ValidFrom means now.
// Older versions and ledger entries do not change.
func (r priceRows) AddPrices(ctx context.Context, versions ...Prices) (stored []Prices, err error) {
	err = r.write(ctx, func(tx *sql.Tx) error {
		stored = nil
		for _, p := range versions {
			if p.ValidFrom.IsZero() {
				p.ValidFrom = r.now()
			}
			p, err := scanPrices(tx.QueryRowContext(ctx, `INSERT INTO prices (profile_id, valid_from, "table") VALUES (?, ?, ?)
				RETURNING `+pricesColumns, p.ProfileID, millis(p.ValidFrom), string(p.Table)))
			if err != nil {
				return err
			}
			stored = append(stored, p)
		}
		return nil
	})
	return stored, wrap(err, "add prices")
}

// PriceVersions returns the versions of a profile's price table, oldest first, including future ones. If several are
// valid from the same time, it returns the last one.
func (r priceRows) PriceVersions(ctx context.Context, profileID int64) ([]Prices, error) {
	all, err := list(ctx, r.reader, scanPrices, "SELECT "+pricesColumns+` FROM prices
		WHERE id IN (SELECT max(id) FROM prices WHERE profile_id = ? GROUP BY valid_from) ORDER BY valid_from`, profileID)
	return all, wrap(err, "read price versions of profile %d", profileID)
}
