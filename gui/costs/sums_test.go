package costs

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
)

func entries(t testing.TB, l Library, f ledger.Filter) []db.LedgerRow {
	t.Helper()
	all, _, err := l.Ledger(ctx(), f, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Under any filter the sums over the list are those of the rows in it.
func TestSumsAreThoseOfTheRowsShown(t *testing.T) {
	l := monthLibrary(t)
	keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "in dollars", seconds: 5, unit: 80_000,
		ends: db.Charge, coin: "USD"})
	keep(t, l, made{at: noon.Add(-time.Hour), model: "clip-2.6", prompt: "unpriced", seconds: 5, unit: -1,
		ends: db.Charge})
	if _, err := l.Correct(ctx(), db.Correction{ProfileID: 1, AmountMicros: -1_230_000, At: noon,
		Note: "as the invoice says"}); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		q := query{profile: 1, period: monthOf(noon), filter: filter{
			text:    rapid.SampledFrom([]string{"", "lake", "light ridge", "-lake"}).Draw(r, "text"),
			model:   rapid.SampledFrom([]string{"", "clip-2.6", "genimage-2.5-flare", "none"}).Draw(r, "model"),
			jobKind: rapid.SampledFrom([]db.JobKind{"", db.TextToVideo, db.TextToImage}).Draw(r, "job kind"),
			kind: rapid.SampledFrom([]db.EntryKind{"", db.Reserve, db.Charge, db.Refund, db.UnconfirmedEntry,
				db.Void}).Draw(r, "kind"),
			unpriced: rapid.Bool().Draw(r, "unpriced"),
			open:     rapid.Bool().Draw(r, "open"),
		}}
		if rapid.Bool().Draw(r, "from") {
			q.filter.min = micros(rapid.Int64Range(0, 6_000_000).Draw(r, "min"))
		}
		if rapid.Bool().Draw(r, "part") {
			from := on(2026, 11, rapid.IntRange(1, 25).Draw(r, "day"))
			q.filter.bar = &period{from, from.AddDate(0, 0, rapid.IntRange(1, 5).Draw(r, "days"))}
		}
		a := read(ctx(), l, budgets{l}, q, page, noon)
		if a.err != nil {
			r.Fatal(a.err)
		}
		want := map[string]ledger.Sums{}
		rows := entries(t, l, q.entries())
		for _, e := range rows {
			s := want[e.Currency]
			s.Entries++
			amount := int64(0)
			if e.AmountMicros != nil {
				amount = *e.AmountMicros
			}
			switch {
			case e.Correction != "":
				s.Charged += amount
			case e.Kind == db.Charge:
				s.Charged += amount
			case e.Kind == db.Refund:
				s.Refunded += amount
			case e.Open && e.Kind == db.Reserve:
				s.Reserved += amount
			case e.Open:
				s.AtRisk += amount
			}
			want[e.Currency] = s
		}
		if len(a.rows) != len(rows) {
			r.Fatalf("%d rows are shown of %d", len(a.rows), len(rows))
		}
		if len(a.listed) != len(want) {
			r.Fatalf("sums in %d currencies, entries in %d", len(a.listed), len(want))
		}
		for _, s := range a.listed {
			w := want[s.Currency]
			if s.Entries != w.Entries || s.Charged != w.Charged || s.Refunded != w.Refunded ||
				s.Reserved != w.Reserved || s.AtRisk != w.AtRisk {
				r.Fatalf("%s: sums %+v, entries %+v", s.Currency, s, w)
			}
		}
		if n := a.counts[""]; a.query.filter.kind == "" && n != len(rows) {
			r.Fatalf("the chip says %d, there are %d", n, len(rows))
		}
	})
}

// The bars of the chart and the sums at the top are the same numbers.
func TestChartAndSumsAgree(t *testing.T) {
	l := monthLibrary(t)
	p := newPlace(t, l, dark)
	for _, model := range []string{"", "clip-3.0", "genimage-2.5-flare"} {
		p.filter(func(f *filter) { f.model = model })
		p.settle()
		sums, err := l.LedgerSums(ctx(), p.asked.get().sums())
		if err != nil {
			t.Fatal(err)
		}
		want := sumsIn(sums, "CNY")
		if got := p.shown.chart.total; got != amountsOf(want) || got[0] == 0 {
			t.Errorf("model %q: the chart holds %d, the sums %+v", model, got, want)
		}
	}
}

func TestSumsInWords(t *testing.T) {
	for name, c := range map[string]struct {
		sums     ledger.Sums
		open     open
		unpriced int
		want     figures
	}{
		"nothing": {sums: ledger.Sums{Currency: "CNY"},
			want: figures{charged: sum{"¥0.00", "0 completed jobs"}, reserved: sum{"¥0.00", "nothing is running"},
				unconfirmed: sum{"¥0.00", "nothing is open"}, refunded: sum{"¥0.00", "nothing was refunded"}}},
		"everything": {sums: ledger.Sums{Currency: "CNY", Charged: 203_640_000, Corrected: -1_000_000,
			Reserved: 8_400_000, AtRisk: 4_500_000, Refunded: 11_200_000, Jobs: 78},
			open: open{2, 1, 4}, unpriced: 3,
			want: figures{charged: sum{"¥203.64", "78 completed jobs, ‒¥1.00 corrected, 3 without a price"},
				reserved:    sum{"¥8.40", "2 tasks running"},
				unconfirmed: sum{"up to ¥4.50", "1 job needs you"},
				refunded:    sum{"¥11.20", "4 failed, not in the sums"}, atRisk: true}},
		"an open job without a price is not nothing": {sums: ledger.Sums{Currency: "CNY"}, open: open{0, 1, 0},
			want: figures{charged: sum{"¥0.00", "0 completed jobs"}, reserved: sum{"¥0.00", "nothing is running"},
				unconfirmed: sum{"not known", "1 job needs you"}, refunded: sum{"¥0.00", "nothing was refunded"},
				atRisk: true}},
	} {
		if got := figuresOf(c.sums, c.open, c.unpriced); got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestBudgetsCountAllThatMayBeCharged(t *testing.T) {
	q := jobs.Quote{Currency: "CNY", Limits: jobs.Limits{Month: micros(600_000_000), WarnPercent: 80}}
	q.Spent.Month = db.Spent{Charged: 203_640_000, Reserved: 8_400_000, Unconfirmed: 4_500_000, Outgoing: 2_800_000}
	b := budgetOf(q, noon, true)
	if b.used != "¥219.34" || b.of != "of ¥600.00 · ¥380.66 left" || b.warned || b.today != "" ||
		b.month.Limit != 600_000_000 {
		t.Errorf("a budget of 600: %+v", b)
	}
	q.Limits.Month, q.Limits.Day, q.Spent.Today.Charged = micros(250_000_000), micros(10_000_000), 12_900_000
	b = budgetOf(q, noon, true)
	if !b.warned || !b.warnedToday || b.today != "Today ¥12.90 of ¥10.00 · ¥2.90 over" {
		t.Errorf("budgets that are nearly used up: %+v", b)
	}
	q.Limits.Month = nil
	b = budgetOf(q, noon, true)
	if b.warned || !b.warnedToday {
		t.Errorf("a budget of the day alone, that is used up: %+v", b)
	}
	q.Limits = jobs.Limits{}
	b = budgetOf(q, noon, true)
	if b.of != "no budget" || b.set || b.used != "¥219.34" {
		t.Errorf("without a budget: %+v", b)
	}
}
