package facts

import (
	"context"
	"errors"
	"fmt"

	"viviscope/db"
)

// Known is what the library knows of an asset beside its row.
type Known struct {
	Background
	Family db.Family
	Price  string // what one more costs today, in words; "": it is not known
}

// Families is what is read of an asset beside its background. *db.Library is one.
type Families interface {
	Rows
	Family(ctx context.Context, ref string) (db.Family, error)
}

// ReadKnown reads what is known of an asset, off the window's goroutine: as much of it as can be read. price words what the request of a job
// costs today.
func ReadKnown(ctx context.Context, rows Families, price func(db.Job) string, a db.Asset) (k Known, err error) {
	k.Background, err = Read(ctx, rows, a)
	family, familyErr := rows.Family(ctx, a.Ref)
	if familyErr != nil && !errors.Is(familyErr, db.ErrNotFound) {
		err = errors.Join(err, fmt.Errorf("read family of asset %d: %w", a.ID, familyErr))
	}
	k.Family = family
	if k.Job.ID != 0 {
		k.Price = price(k.Job)
	}
	return k, err
}
