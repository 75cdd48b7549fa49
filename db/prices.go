package db

import (
	"context"
	"database/sql"
	"time"
)

// Prices returns the price table of a profile that is in force at a moment, or [ErrNotFound] where there is none yet.
func (l *Library) Prices(ctx context.Context, profileID int64, at time.Time) (Prices, error) {
	return l.Books().Prices(ctx, profileID, at)
}

// AddPrices adds a version of a profile's price table and returns it as it stands in the database. An empty ValidFrom
// means now. Older versions stay, and so does every entry that was made with them.
func (l *Library) AddPrices(ctx context.Context, p Prices) (Prices, error) {
	profile := p.ProfileID
	if p.ValidFrom.IsZero() {
		p.ValidFrom = l.now()
	}
	err := l.write(ctx, func(tx *sql.Tx) (err error) {
		p, err = scanPrices(tx.QueryRowContext(ctx, `INSERT INTO prices (profile_id, valid_from, "table") VALUES (?, ?, ?)
			RETURNING `+pricesColumns, p.ProfileID, millis(p.ValidFrom), string(p.Table)))
		return err
	})
	return p, wrap(err, "add prices of profile %d", profile)
}

const pricesColumns = `id, profile_id, valid_from, "table"`

func scanPrices(row scanner) (Prices, error) {
	var p Prices
	err := row.Scan(&p.ID, &p.ProfileID, moment{&p.ValidFrom}, raw{&p.Table})
	return p, err
}
