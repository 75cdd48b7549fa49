package costs

import (
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/db/ledger"
)

// The CSV file is for an accountant: RFC 4180, one row an entry, times in ISO 8601 with their zone, amounts as exact
// decimals with the digits of their currency. At the end is a row with the totals of each currency, as a check. No text
// is a formula for a spreadsheet program, see [client.GuardCSV].

// csvColumns are the columns of the file. amount is the entry's own. charged is what the entry adds to the charged sum:
// the amount of a charge or a correction, else 0.
var csvColumns = []string{"entry", "time", "profile", "kind", "correction", "prices entry", "job", "task", "model",
	"prompt",
	"quantity", "unit price", "amount", "charged", "currency", "note", "client"}

// totalsWord replaces the number of an entry in the rows of totals.
const totalsWord = "total"

// isoTime is ISO 8601 with the zone, to the millisecond that the ledger stores.
const isoTime = "2006-01-02T15:04:05.000Z07:00"

// exportCSV writes the entries of a filter to a file, oldest first.
func exportCSV(
	ctx context.Context, path string, l ledgerReader, f ledger.Filter, profile string, loc *time.Location,
) error {
	return folder.WriteFile(path, func(w io.Writer) error {
		return writeCSVFile(w, profile, loc, entriesOf(ctx, l, f))
	})
}

// ledgerReader reads the entries of a filter, newest first. *db.Library is one.
type ledgerReader interface {
	Ledger(ctx context.Context, f ledger.Filter, before int64, limit int) (rows []db.LedgerRow, more bool, err error)
}

// entriesOf returns the entries of a filter, oldest first. It reads month by month, because the entries of many years
// need too much memory.
func entriesOf(ctx context.Context, l ledgerReader, f ledger.Filter) iter.Seq2[db.LedgerRow, error] {
	return func(yield func(db.LedgerRow, error) bool) {
		for _, month := range (period{f.From, f.To}).parts(oneMonth) {
			f.From, f.To = month.from, month.to
			rows, _, err := l.Ledger(ctx, f, 0, 0)
			if err != nil {
				yield(db.LedgerRow{}, fmt.Errorf("read entries to export: %w", err))
				return
			}
			for _, r := range slices.Backward(rows) {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

// csvTotal is the check of one currency.
type csvTotal struct {
	entries int
	charged int64
}

// writeCSVFile writes a file for a spreadsheet program. It begins with a byte order mark, without which Excel does not
// read UTF-8.
func writeCSVFile(w io.Writer, profile string, loc *time.Location, entries iter.Seq2[db.LedgerRow, error]) error {
	if _, err := io.WriteString(w, client.CSVByteOrderMark); err != nil {
		return err
	}
	return writeCSV(w, profile, loc, entries)
}

// writeCSV writes entries of a profile, and at the end their totals. Times are written in loc.
func writeCSV(w io.Writer, profile string, loc *time.Location, entries iter.Seq2[db.LedgerRow, error]) error {
	out := client.NewCSVWriter(w)
	out.UseCRLF = true
	_ = out.Write(csvColumns) // out.Error returns this error and the next ones
	totals := map[string]csvTotal{}
	for r, err := range entries {
		if err != nil {
			return err
		}
		money := func(micros *int64) string {
			if micros == nil {
				return ""
			}
			return client.Micros(*micros).Decimal(r.Currency)
		}
		charged, prices, sum := r.Charged(), "", totals[r.Currency]
		totals[r.Currency] = csvTotal{sum.entries + 1, sum.charged + charged}
		if r.Prices != 0 {
			prices = strconv.FormatInt(r.Prices, 10)
		}
		_ = out.Write([]string{strconv.FormatInt(r.ID, 10), r.At.In(loc).Format(isoTime), profile, string(r.Kind),
			r.Correction, prices, r.Job.Ref, r.Job.TaskID, r.Job.Model, r.Job.Prompt, string(r.Quantity),
			money(r.UnitMicros),
			money(r.AmountMicros), money(&charged), r.Currency, r.Note, r.Job.Client})
	}
	for _, currency := range slices.Sorted(maps.Keys(totals)) {
		t, fields := totals[currency], make([]string, len(csvColumns))
		fields[0], fields[1] = totalsWord, strconv.Itoa(t.entries)+" entries"
		fields[csvColumn("charged")], fields[csvColumn("currency")] = client.Micros(t.charged).Decimal(currency),
			currency
		_ = out.Write(fields)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

func csvColumn(column string) int { return slices.Index(csvColumns, column) }
