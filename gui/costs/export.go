package costs

import (
	"context"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/db"
	"viviscope/gui/costs/chart"
	"viviscope/gui/price/ledgercsv"
	"viviscope/gui/wholefile"
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
	out := ledgercsv.NewWriter(w, loc)
	for _, month := range chart.SpansOf(chart.Month, f.From, f.To) {
		f.From, f.To = month.From, month.To
		rows, _, err := l.Ledger(ctx, f, 0, 0)
		if err != nil {
			return fmt.Errorf("read entries to export: %w", err)
		}
		for _, r := range slices.Backward(rows) {
			if err := out.Write(ledgercsv.RowOf(r, profile)); err != nil {
				return err
			}
		}
	}
	return out.Close()
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
			if err := wholefile.Write(path, func(w io.Writer) error { return write(ctx, w) }); err != nil {
				s.deps.Post(func() { s.fail(err) })
			}
		})
	})
}
