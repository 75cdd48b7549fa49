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
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// ExportCSV writes the entries that are listed, whatever their number, to a file that a person chooses: oldest first.
func (s *Screen) ExportCSV() {
	f, name, loc := s.asked.get().entries(), s.shown.profile.Name, s.deps.Now().Location()
	file := "costs " + name + " " + s.asked.get().period.file() + ".csv"
	action.Save(s.deps, s.deps.Window, file, lang.L("The file could not be saved."), func(ctx context.Context, path string) error {
		return folder.WriteFile(path, func(w io.Writer) error {
			return writeCSVFile(w, name, loc, entriesOf(ctx, s.deps.Library, f))
		})
	})
}

// entriesOf are the entries of a filter, oldest first. They are read month by month: the library has the newest first, and all of many
// years at once would fill the memory.
func entriesOf(ctx context.Context, l Library, f ledger.Filter) iter.Seq2[db.LedgerRow, error] {
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

// The file is for an accountant: RFC 4180, one row an entry, times in ISO 8601 with their zone, amounts as exact decimals with the digits
// of their currency, and at the end a row for each currency with its totals, as a check. A spreadsheet program takes no text of it for a
// formula, see [client.GuardCSV].

// csvColumns are those of the file. amount is the entry's own; charged is what it adds to what was charged: the amount of a charge or of a
// correction, and 0 for everything else. The sums of the last rows stand in the same columns.
var csvColumns = []string{"entry", "time", "profile", "kind", "correction", "prices entry", "job", "task", "model", "prompt", "quantity",
	"unit price", "amount", "charged", "currency", "note", "client"}

// totalsWord stands where the number of an entry would be.
const totalsWord = "total"

// csvTotal is the check of one currency.
type csvTotal struct {
	entries int
	charged int64
}

// isoTime is ISO 8601 with the zone, to the millisecond that the ledger keeps.
const isoTime = "2006-01-02T15:04:05.000Z07:00"

// writeCSVFile writes a file for a spreadsheet program: Excel reads UTF-8 only behind a byte order mark, and would
// garble prompts and notes.
func writeCSVFile(w io.Writer, profile string, loc *time.Location, entries iter.Seq2[db.LedgerRow, error]) error {
	if _, err := io.WriteString(w, client.CSVMark); err != nil {
		return err
	}
	return writeCSV(w, profile, loc, entries)
}

// writeCSV writes entries of a profile, and at the end their totals. Times are written in loc.
func writeCSV(w io.Writer, profile string, loc *time.Location, entries iter.Seq2[db.LedgerRow, error]) error {
	out := client.NewCSVWriter(w)
	out.UseCRLF = true
	_ = out.Write(csvColumns) // this error and the next ones are said at the end
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
		_ = out.Write([]string{strconv.FormatInt(r.ID, 10), r.At.In(loc).Format(isoTime), profile, string(r.Kind), r.Correction,
			prices, r.Job.Ref, r.Job.TaskID, r.Job.Model, r.Job.Prompt, string(r.Quantity), money(r.UnitMicros),
			money(r.AmountMicros), money(&charged), r.Currency, r.Note, r.Job.Client})
	}
	for _, currency := range slices.Sorted(maps.Keys(totals)) {
		t, fields := totals[currency], make([]string, len(csvColumns))
		fields[0], fields[1] = totalsWord, strconv.Itoa(t.entries)+" entries"
		fields[csvColumn("charged")], fields[csvColumn("currency")] = client.Micros(t.charged).Decimal(currency), currency
		_ = out.Write(fields)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

func csvColumn(column string) int { return slices.Index(csvColumns, column) }
