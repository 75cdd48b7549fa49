// Package ledgercsv writes the ledger as CSV for an accountant: RFC 4180, one row an entry, times in ISO 8601 with their zone, amounts as exact decimals with the digits of their currency, and at the end a row for each currency with its
// totals, as a check. A spreadsheet program takes no text of it for a formula.
package ledgercsv

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
)

// columns of the file. amount is the entry's own; charged is what it adds to what was charged: the amount of a charge or of a
// correction, and 0 for everything else. The sums of the last rows stand in the same columns.
var columns = []string{"entry", "time", "profile", "kind", "correction", "prices entry", "job", "task", "model", "prompt", "quantity",
	"unit price", "amount", "charged", "currency", "note"}

// Row is one line of the file: an entry with what names its job and its profile.
type Row struct {
	db.Entry
	Profile string
	Job     string // ref; "" where the entry has none
	Task    string
	Model   string
	Prompt  string
}

// RowOf makes the row of a ledger row. profile is the name of the profile.
func RowOf(r db.LedgerRow, profile string) Row {
	return Row{Entry: r.Entry, Profile: profile, Job: r.Job.Ref, Task: r.Job.TaskID, Model: r.Job.Model, Prompt: r.Job.Prompt}
}

// totalsWord stands where the number of an entry would be.
const totalsWord = "total"

// Writer writes entries, and at the end their totals. It buffers: Close must be called.
type Writer struct {
	out    *csv.Writer
	loc    *time.Location
	begun  bool
	totals map[string]*total
}

// total is the check of one currency.
type total struct {
	entries int
	charged int64
}

// NewWriter makes a writer. Times are written in loc.
func NewWriter(w io.Writer, loc *time.Location) *Writer {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	return &Writer{out: out, loc: loc, totals: map[string]*total{}}
}

// Write writes an entry.
func (w *Writer) Write(r Row) error {
	if err := w.head(); err != nil {
		return err
	}
	money := func(micros *int64) string {
		if micros == nil {
			return ""
		}
		return client.Micros(*micros).Decimal(r.Currency)
	}
	t := w.totals[r.Currency]
	if t == nil {
		t = &total{}
		w.totals[r.Currency] = t
	}
	charged := chargedBy(r.Entry)
	t.entries++
	t.charged += charged
	prices := ""
	if r.Prices != 0 {
		prices = strconv.FormatInt(r.Prices, 10)
	}
	return w.line(strconv.FormatInt(r.ID, 10), r.At.In(w.loc).Format(isoTime), safe(r.Profile), string(r.Kind), r.Correction, prices, r.Job, safe(r.Task),
		safe(r.Model), safe(r.Prompt), string(r.Quantity), money(r.UnitMicros), money(r.AmountMicros), money(&charged), r.Currency, safe(r.Note))
}

// isoTime is ISO 8601 with the zone, to the millisecond that the ledger keeps.
const isoTime = "2006-01-02T15:04:05.000Z07:00"

// chargedBy is what an entry adds to what was charged.
func chargedBy(e db.Entry) int64 {
	if e.AmountMicros != nil && (e.Kind == db.Charge || e.Correction != "") {
		return *e.AmountMicros
	}
	return 0
}

// Close writes the totals and everything that is buffered.
func (w *Writer) Close() error {
	if err := w.head(); err != nil {
		return err
	}
	var currencies []string
	for c := range w.totals {
		currencies = append(currencies, c)
	}
	slices.Sort(currencies)
	for _, c := range currencies {
		t := w.totals[c]
		fields := make([]string, len(columns))
		fields[0], fields[1], fields[at("charged")], fields[at("currency")] = totalsWord, strconv.Itoa(t.entries)+" entries", client.Micros(t.charged).Decimal(c), c
		if err := w.line(fields...); err != nil {
			return err
		}
	}
	w.out.Flush()
	if err := w.out.Error(); err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

func (w *Writer) head() error {
	if w.begun {
		return nil
	}
	w.begun = true
	return w.line(columns...)
}

func (w *Writer) line(fields ...string) error {
	if err := w.out.Write(fields); err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

func at(column string) int { return slices.Index(columns, column) }

// safe makes a text that no spreadsheet program takes for a formula: an apostrophe goes before one that begins like one, and
// before one that begins with an apostrophe, so that the text is found again by taking one away. Line ends become those that CSV keeps.
func safe(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	if s != "" && strings.ContainsAny(s[:1], "=+-@\t\n'") {
		return "'" + s
	}
	return s
}
