package db

import (
	"context"
	"database/sql"
	"time"
)

// Click is a click with an ID from the caller. Jobs are made only once for an ID.
type Click struct {
	ProfileID   int64  // the profile that pays
	ID          string // from the caller, 1 to 128 characters; unique in a profile
	Click       string // [Job].Click of its jobs
	Fingerprint string // SHA-256 of the request, hex
	CreatedAt   time.Time
}

const clickColumns = "profile_id, id, click, fingerprint, created_at"

func (c *Click) fields() []any {
	return []any{&c.ProfileID, &c.ID, &c.Click, &c.Fingerprint, timeColumn{&c.CreatedAt}}
}

func scanClick(row scanner) (c Click, err error) { return c, row.Scan(c.fields()...) }

// clickRows reads the clicks with an ID.
type clickRows struct{ *database }

// ClickOf returns the click with a [Job].Click, or [ErrNotFound] if it has no ID because the user made it in the
// window.
func (r clickRows) ClickOf(ctx context.Context, click string) (Click, error) {
	c, err := scanClick(r.reader.QueryRowContext(ctx, "SELECT "+clickColumns+" FROM clicks WHERE click = ?", click))
	return c, wrap(err, "read click")
}

func putClick(ctx context.Context, tx *sql.Tx, insert string, c Click) error {
	_, err := tx.ExecContext(ctx, insert+" INTO clicks ("+clickColumns+") VALUES ("+placeholders(clickColumns)+")",
		c.fields()...)
	return err
}
