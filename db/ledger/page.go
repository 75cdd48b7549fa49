package ledger

import (
	"context"
	"database/sql"
)

// Row is an entry of a page.
type Row struct {
	Entry
	Open   bool // a reserve or an unconfirmed entry that nothing has closed
	Priced bool // a charge without an amount that a correction priced
}

// ReadPage returns the entries that match a filter, newest first, and whether there are more. limit is the maximum
// number; 0: all. before is the id of the last entry of the previous page; 0: the first page.
func ReadPage(ctx context.Context, db Querier, f Filter, before int64, limit int) (rows []Row, more bool, err error) {
	q := f.query()
	q.and(before != 0, "(l.at, l.id) < (SELECT at, id FROM ledger WHERE id = ?)", before)
	most := -1
	if limit > 0 {
		most = limit + 1
	}
	query := "SELECT " + entryColumns + ", " + isOpen + ", " + isPriced + q.from + q.where +
		" ORDER BY l.at DESC, l.id DESC LIMIT ?"
	err = each(ctx, db, query, append(q.args, most), func(s *sql.Rows) (err error) {
		var r Row
		r.Entry, err = scanEntry(lenient{s}, &r.Open, &r.Priced)
		rows = append(rows, r)
		return err
	})
	more = limit > 0 && len(rows) > limit
	if more {
		rows = rows[:limit]
	}
	return rows, more, err
}
