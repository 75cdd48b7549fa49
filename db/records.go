package db

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"

	"viviscope/client/guard"
)

// records updates jobs.jsonl after commits.
type records struct {
	*database
	background *background
	// mu is held while the file is written. pending counts the commits since the last update of the file.
	mu      sync.Mutex
	pending atomic.Int64
}

// scheduleWrite writes the lines of committed changes in the background. At most one goroutine runs. It repeats if more
// was committed meanwhile.
func (r *records) scheduleWrite() {
	if r.pending.Add(1) > 1 {
		return
	}
	r.background.Go(guard.Func("records", func() {
		for {
			asked := r.pending.Load()
			err := guard.Do("records", func() error { return r.writeDueRecords(r.background.running) })
			if err != nil && r.background.running.Err() == nil {
				r.log.Warn("write "+recordsName, "err", err)
			}
			if r.pending.CompareAndSwap(asked, 0) {
				return
			}
		}
	}))
}

// writeDueRecords appends a line for every job with a row that changed since its last line. A job stays due if its row
// changes meanwhile, or cannot be read (which is logged). If the file cannot be written, all jobs stay due until the
// next change or the next start.
func (r *records) writeDueRecords(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return eachDue(ctx, r.database, func(written []dueRecord, lines []byte) error {
		if err := (recordFile{r.Folder}).append(lines); err != nil {
			return err
		}
		return r.write(ctx, func(tx *sql.Tx) error {
			for _, d := range written {
				if _, err := tx.ExecContext(ctx, "DELETE FROM records_due WHERE ref = ? AND version = ?", d.ref,
					d.version); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// eachDue calls put with batches of due jobs and their lines.
func eachDue(ctx context.Context, db *database, put func(some []dueRecord, lines []byte) error) error {
	facts := newRecordReader(db)
	for after := ""; ; {
		due, err := list(ctx, db.reader, func(row scanner) (d dueRecord, err error) {
			err = row.Scan(&d.ref, &d.click, &d.version)
			return d, err
		}, "SELECT ref, click, version FROM records_due WHERE ref > ? ORDER BY ref LIMIT ?", after, rowChunk)
		if err != nil || len(due) == 0 {
			return err
		}
		after = due[len(due)-1].ref
		var some []dueRecord
		var lines []byte
		for _, d := range due {
			line, err := facts.lineOf(ctx, d)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				db.log.Warn("write line of job to "+recordsName, "ref", d.ref, "err", err)
				continue
			}
			some, lines = append(some, d), append(append(lines, line...), '\n')
		}
		if len(some) == 0 {
			continue
		}
		if err := put(some, lines); err != nil {
			return err
		}
	}
}

// updateRecords writes due lines and compacts the file.
func (r *records) updateRecords(ctx context.Context) error {
	if err := r.writeDueRecords(ctx); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return recordFile{r.Folder}.compact()
}
