package ledger

import (
	"context"
	"database/sql"
	"math/big"
	"slices"
	"strconv"
)

// Rate is what something did cost on average.
type Rate struct {
	Currency string
	Charged  int64 // micro-units
	Amount   int64 // of what was got for it: thousandths of a second, or pictures
	// PerUnit is Charged by a second or a picture, rounded once to whole micro-units, half away from zero; 0 where Amount is.
	PerUnit int64
}

// PerSecondKept says what the clips of a filter's entries cost by second that is still there: what was charged for clips, by the length of
// what these jobs made and nobody threw away. Failures that were charged and clips that were thrown away make it dearer. One rate for each
// currency; none where nothing was charged.
func PerSecondKept(ctx context.Context, db Querier, f Filter) ([]Rate, error) {
	return rates(ctx, db, f, []string{"text_to_video", "frames_to_video"}, "CAST(round(seconds * 1000) AS INTEGER)", "kind = 'clip'", 1000)
}

// PerStarred is [PerSecondKept] for pictures: what was charged for pictures, by those that have a star.
func PerStarred(ctx context.Context, db Querier, f Filter) ([]Rate, error) {
	return rates(ctx, db, f, []string{"text_to_image", "edit_image"}, "1", "kind = 'picture' AND starred = 1", 1)
}

// rates sums what was charged for jobs of some kinds, and an amount of the assets that these jobs made and that a condition chooses.
func rates(ctx context.Context, db Querier, f Filter, kinds []string, amount, which string, unit int64) (all []Rate, err error) {
	if len(f.JobKinds) > 0 {
		kinds = slices.DeleteFunc(kinds, func(k string) bool { return !slices.Contains(f.JobKinds, k) })
	}
	if len(kinds) == 0 {
		return nil, nil
	}
	f.JobKinds = kinds
	q := f.query()
	q.and(true, isCharged)
	query := "SELECT currency, sum(micros), sum((SELECT coalesce(sum(" + amount + "), 0) FROM assets WHERE job_id = paid.job_id AND trashed_at IS NULL AND " +
		which + ")) FROM (SELECT l.currency, l.job_id, coalesce(sum(l.amount_micros), 0) AS micros" + q.from + q.where +
		" GROUP BY l.currency, l.job_id) AS paid GROUP BY currency ORDER BY currency"
	err = each(ctx, db, query, q.args, func(row *sql.Rows) error {
		var r Rate
		err := row.Scan(&r.Currency, &r.Charged, &r.Amount)
		r.PerUnit = divided(r.Charged, unit, r.Amount)
		all = append(all, r)
		return err
	})
	return all, err
}

// divided returns micros * times / by, rounded half away from zero; 0 where by is, or where the result does not fit.
func divided(micros, times, by int64) int64 {
	if by <= 0 {
		return 0
	}
	rounded := new(big.Rat).Mul(big.NewRat(micros, by), big.NewRat(times, 1)).FloatString(0) // half away from zero
	n, err := strconv.ParseInt(rounded, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
