package costs

import (
	"context"
	"encoding/csv"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/costs/chart"
	"viviscope/resources"
)

// ExportCSV writes the entries that are listed, whatever their number, to a file that a person chooses: oldest first.
func (s *Screen) ExportCSV() {
	f, name, loc := s.asked.get().entries(), s.shown.profile.Name, s.deps.Now().Location()
	s.save("csv", func(ctx context.Context, w io.Writer) error { return writeCSV(ctx, s.deps.Library, f, name, loc, w) })
}

// writeCSV writes the entries of a filter with both its times. They are read month by month: the library has the newest
// first, and all of many years at once would fill the memory.
func writeCSV(ctx context.Context, l Library, f db.LedgerFilter, profile string, loc *time.Location, w io.Writer) error {
	out := newCSVWriter(w, loc)
	for _, month := range chart.SpansOf(chart.Month, f.From, f.To) {
		f.From, f.To = month.From, month.To
		rows, _, err := l.Ledger(ctx, f, 0, 0)
		if err != nil {
			return fmt.Errorf("read entries to export: %w", err)
		}
		for _, r := range slices.Backward(rows) {
			if err := out.write(csvRow{r, profile}); err != nil {
				return err
			}
		}
	}
	return out.close()
}

// The chart as a picture, px. It is drawn twice as fine as on most screens, for paper.
const (
	posterWidth  = 1000
	posterHeight = 420
	posterScale  = 2
)

// SaveChart writes the chart as it is shown, in light colours, to a PNG that a person chooses.
func (s *Screen) SaveChart() {
	a, q := s.shown, s.asked.get()
	if !a.ready || a.question != q {
		return
	}
	m, colors := a.money(), resources.Theme(resources.Light)
	p := chart.Poster{Title: listed(a.profile.Name, q.period.words()), Note: listed(m.Alone(a.figures.Total), a.figures.Unit.Words().Charged),
		Size: fyne.NewSize(posterWidth, posterHeight), Scale: posterScale, Money: m.Of, Least: least(m.Currency),
		Color: func(name fyne.ThemeColorName) color.Color { return colors.Color(name, theme.VariantLight) }}
	if s.overview.face == running {
		p.Look = chart.Running
	}
	picture := chart.Picture(a.figures, p)
	s.save("png", func(_ context.Context, w io.Writer) error { return png.Encode(w, picture) })
}

// save asks for a place and writes there off the window's goroutine.
func (s *Screen) save(ext string, write func(ctx context.Context, w io.Writer) error) {
	name := "costs " + s.shown.profile.Name + " " + s.asked.get().period.file() + "." + ext
	s.deps.Window.SaveFile(name, func(path string) {
		s.deps.Go(func(ctx context.Context) {
			if err := db.WriteFile(path, func(w io.Writer) error { return write(ctx, w) }); err != nil {
				s.deps.Post(func() { s.fail(err) })
			}
		})
	})
}

// The file is for an accountant: RFC 4180, one row an entry, times in ISO 8601 with their zone, amounts as exact decimals with the digits
// of their currency, and at the end a row for each currency with its totals, as a check. A spreadsheet program takes no text of it for a
// formula.

// csvColumns are those of the file. amount is the entry's own; charged is what it adds to what was charged: the amount of a charge or of a
// correction, and 0 for everything else. The sums of the last rows stand in the same columns.
var csvColumns = []string{"entry", "time", "profile", "kind", "correction", "prices entry", "job", "task", "model", "prompt", "quantity",
	"unit price", "amount", "charged", "currency", "note"}

// csvRow is one line of the file: an entry with what names its job, and its profile.
type csvRow struct {
	db.LedgerRow
	Profile string
}

// totalsWord stands where the number of an entry would be.
const totalsWord = "total"

// csvWriter writes entries, and at the end their totals. It buffers: close must be called.
type csvWriter struct {
	out    *csv.Writer
	loc    *time.Location
	begun  bool
	totals map[string]*csvTotal
}

// csvTotal is the check of one currency.
type csvTotal struct {
	entries int
	charged int64
}

// newCSVWriter makes a writer. Times are written in loc.
func newCSVWriter(w io.Writer, loc *time.Location) *csvWriter {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	return &csvWriter{out: out, loc: loc, totals: map[string]*csvTotal{}}
}

// write writes an entry.
func (w *csvWriter) write(r csvRow) error {
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
		t = &csvTotal{}
		w.totals[r.Currency] = t
	}
	charged := chargedBy(r.Entry)
	t.entries++
	t.charged += charged
	prices := ""
	if r.Prices != 0 {
		prices = strconv.FormatInt(r.Prices, 10)
	}
	return w.line(strconv.FormatInt(r.ID, 10), r.At.In(w.loc).Format(isoTime), csvText(r.Profile), string(r.Kind), r.Correction, prices,
		r.Job.Ref, csvText(r.Job.TaskID),
		csvText(r.Job.Model), csvText(r.Job.Prompt), string(r.Quantity), money(r.UnitMicros),
		money(r.AmountMicros), money(&charged), r.Currency, csvText(r.Note))
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

// close writes the totals and everything that is buffered.
func (w *csvWriter) close() error {
	if err := w.head(); err != nil {
		return err
	}
	for _, c := range slices.Sorted(maps.Keys(w.totals)) {
		t := w.totals[c]
		fields := make([]string, len(csvColumns))
		fields[0], fields[1] = totalsWord, strconv.Itoa(t.entries)+" entries"
		fields[csvColumn("charged")], fields[csvColumn("currency")] = client.Micros(t.charged).Decimal(c), c
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

func (w *csvWriter) head() error {
	if w.begun {
		return nil
	}
	w.begun = true
	return w.line(csvColumns...)
}

func (w *csvWriter) line(fields ...string) error {
	if err := w.out.Write(fields); err != nil {
		return fmt.Errorf("write ledger: %w", err)
	}
	return nil
}

func csvColumn(column string) int { return slices.Index(csvColumns, column) }

// csvText makes a text that no spreadsheet program takes for a formula: an apostrophe goes before one that begins like one, and
// before one that begins with an apostrophe, so that the text is found again by taking one away. Line ends become those that CSV keeps.
func csvText(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	if s != "" && strings.ContainsAny(s[:1], "=+-@\t\n'") {
		return "'" + s
	}
	return s
}
