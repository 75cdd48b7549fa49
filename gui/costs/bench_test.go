package costs

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/ledger"
)

// BenchmarkMillion reads and shows a ledger of a million entries. "show" is all that the window's goroutine does; the
// others run beside it.
func BenchmarkMillion(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "library")
	o := db.Options{Now: dbtest.End}
	n := 660_000
	if testing.Short() {
		n = 6600
	}
	if err := dbtest.Rows(ctx(), dir, n, dbtest.Options{Seed: 1, Library: o}); err != nil {
		b.Fatal(err)
	}
	l, err := db.Open(ctx(), dir, o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = l.Close() })
	p := newPlace(b, l, dark)
	at := p.asked.get()
	all := period{on(2024, 1, 1), on(2027, 1, 1)}
	sums, err := l.LedgerSums(ctx(), ledger.Filter{})
	if err != nil || len(sums) != 1 {
		b.Fatal(sums, err)
	}
	b.Logf("%d entries", sums[0].Entries)

	questions := map[string]query{"month": at}
	year, tags, words := at, at, at
	year.period, tags.period, words.period = all, all, all
	tags.by = byBoard
	words.filter = filter{text: "snow", kind: db.Charge}
	questions["all"], questions["all by board"], questions["all with a word"] = year, tags, words
	for name, q := range questions {
		b.Run("read "+name, func(b *testing.B) {
			for b.Loop() {
				if a := read(ctx(), l, budgets{l}, q, page, noon); a.err != nil {
					b.Fatal(a.err)
				}
			}
		})
	}
	answers := []result{read(ctx(), l, budgets{l}, at, page, noon), read(ctx(), l, budgets{l}, year, page, noon),
		read(ctx(), l, budgets{l}, tags, page, noon)}
	b.Run("show", func(b *testing.B) { showInTurn(b, p, answers) })
}

// showInTurn measures what the window's goroutine does for each result, and the longest of it.
func showInTurn(b *testing.B, p *place, answers []result) {
	p.host.Worker = func(func(context.Context)) {}
	longest := time.Duration(0)
	for i := 0; b.Loop(); i++ {
		a := answers[i%len(answers)]
		p.asked.change(func(q *query) { *q = a.query })
		begun := time.Now()
		p.take(a)
		longest = max(longest, time.Since(begun))
	}
	b.ReportMetric(float64(longest)/float64(time.Millisecond), "ms-longest")
}

// Turning from one month to another, and to groups, changes everything that is shown.
func BenchmarkTurn(b *testing.B) {
	l := monthLibrary(b)
	for i := range 40 {
		keep(b, l, made{at: on(2026, 10, 1+i%30).Add(time.Duration(i) * time.Hour),
			model: []string{"clip-2.5", "clip-o1", "clip-3.0"}[i%3], prompt: prompts[i%6] + " again", seconds: 10,
			unit: 400_000, ends: db.Charge})
	}
	p := newPlace(b, l, dark)
	answers := []result{p.shown}
	p.Step(-1)
	p.settle()
	answers = append(answers, p.shown)
	p.group(byModel)
	p.settle()
	answers = append(answers, p.shown)
	showInTurn(b, p, answers)
}
