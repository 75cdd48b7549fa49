package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/db/ledger"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func appendEntry(l *Library, jobID int64, e Entry) error {
	_, err := l.Change(context.Background(), jobID, func(c *Change) error { c.Append(e); return nil })
	return err
}

func TestLedgerRules(t *testing.T) {
	for _, c := range []struct {
		name string
		// Entries of one job, in order; "!" marks one that is refused.
		entries string
	}{
		{"a clip that was made", "reserve charge"},
		{"a clip that failed", "reserve refund"},
		{"a picture", "charge"},
		{"a lost answer, not charged", "unconfirmed void"},
		{"a lost answer, charged", "unconfirmed charge"},
		{"a lost answer, charged, by way of a void", "unconfirmed void charge"},
		{"a lost answer whose task was found", "unconfirmed void reserve charge"},
		{"a reserve that ended in nothing", "reserve void"},
		{"a reserve twice", "reserve !reserve"},
		{"a reserve after its end", "reserve refund !reserve"},
		{"a reserve after a charge", "charge !reserve"},
		{"a reserve beside an open entry", "unconfirmed !reserve"},
		{"a charge twice", "charge !charge"},
		{"a clip charged twice", "reserve charge !charge"},
		{"a charge after the refund", "reserve refund !charge"},
		{"a charge after the void of the reserve", "reserve void !charge"},
		{"a refund of nothing", "!refund"},
		{"a refund of a picture", "charge !refund"},
		{"a refund twice", "reserve refund !refund"},
		{"a refund after the charge", "reserve charge !refund"},
		{"a refund of what is unconfirmed", "unconfirmed !refund"},
		{"a void of nothing", "!void"},
		{"a correction of nothing", "correction correction"},
		{"a correction after the end", "reserve refund correction correction"},
		{"a correction before anything", "correction reserve charge correction"},
		{"a correction beside a reserve", "reserve !correction"},
		{"a correction beside what is unconfirmed", "unconfirmed !correction"},
		{"a void twice", "unconfirmed void !void"},
		{"a void after the charge", "reserve charge !void"},
		{"unconfirmed twice", "unconfirmed !unconfirmed"},
		{"unconfirmed again", "unconfirmed void !unconfirmed"},
		{"unconfirmed after a reserve", "reserve !unconfirmed"},
		{"unconfirmed after a charge", "charge !unconfirmed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLibrary(t)
			j := newJob(t, l, videoJob(newProfile(t, l).ID, "x"))
			for _, word := range strings.Fields(c.entries) {
				kind, refused := strings.CutPrefix(word, "!")
				e := Entry{Kind: EntryKind(kind)}
				if kind == "correction" {
					e = Entry{Kind: Void, AmountMicros: amount(-5), Note: "the console says so", Correction: newRef()}
				}
				err := appendEntry(l, j.ID, e)
				if refused != errors.Is(err, ledger.ErrRefused) || (!refused && err != nil) {
					t.Fatalf("%s: %v", word, err)
				}
				// The triggers refuse it for any program.
				if refused {
					_, err := l.writer.Exec(`INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note, correction)
						VALUES (?, ?, ?, ?, 'CNY', 1, ?, ?)`, j.ID, j.ProfileID, e.Kind, e.AmountMicros, e.Note,
						sql.NullString{String: e.Correction, Valid: e.Correction != ""})
					if err == nil || !strings.Contains(err.Error(), "ledger") {
						t.Errorf("the table takes %s: %v", word, err)
					}
				}
			}
		})
	}
}

func TestLedgerIsAppendOnly(t *testing.T) {
	l := newLibrary(t)
	a, b := newProfile(t, l), newProfile(t, l)
	j := newJob(t, l, videoJob(a.ID, "x"))
	k := newJob(t, l, videoJob(a.ID, "y"))
	if err := errors.Join(appendEntry(l, j.ID, Entry{Kind: Reserve, AmountMicros: amount(7)}),
		appendEntry(l, k.ID, Entry{Kind: Charge, AmountMicros: amount(7)}),
		appendEntry(l, k.ID, Entry{Kind: Void, AmountMicros: amount(-7), Note: "x", Correction: "once"})); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"UPDATE ledger SET amount_micros = 0",
		"UPDATE ledger SET note = 'x' WHERE id = 1",
		"DELETE FROM ledger",
		"INSERT OR REPLACE INTO ledger (id, job_id, profile_id, kind, currency, at, note) VALUES (1, 1, 1, 'charge', 'CNY', 1, '')",
		"REPLACE INTO ledger (job_id, profile_id, kind, currency, at, note) VALUES (1, 1, 'reserve', 'CNY', 1, '')",
		"INSERT INTO ledger (id, job_id, profile_id, kind, currency, at, note) VALUES (1, 1, 1, 'charge', 'CNY', 1, '') ON CONFLICT DO UPDATE SET amount_micros = 0",
		"INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note) VALUES (1, 1, 'charge', -5, 'CNY', 1, '')",
		fmt.Sprintf("INSERT INTO ledger (job_id, profile_id, kind, currency, at, note) VALUES (1, %d, 'charge', 'CNY', 1, '')", b.ID),
		"INSERT INTO ledger (job_id, profile_id, kind, currency, at, note) VALUES (99, 1, 'charge', 'CNY', 1, '')",
		"DELETE FROM jobs",
		// Corrections: a ref is unique, and a charge is priced once. They need an amount, a note and the job's
		// currency.
		"INSERT OR REPLACE INTO ledger (profile_id, kind, amount_micros, currency, at, note, correction) VALUES (1, 'void', 1, 'CNY', 1, 'x', 'once')",
		"INSERT INTO ledger (profile_id, kind, amount_micros, currency, at, note, correction) VALUES (1, 'charge', 1, 'CNY', 1, 'x', 'c')",
		"INSERT INTO ledger (profile_id, kind, amount_micros, currency, at, note) VALUES (1, 'void', 1, 'CNY', 1, 'x')",
		"INSERT INTO ledger (profile_id, kind, currency, at, note, correction) VALUES (1, 'void', 'CNY', 1, 'x', 'c')",
		"INSERT INTO ledger (profile_id, kind, amount_micros, currency, at, note, correction) VALUES (1, 'void', 1, 'CNY', 1, '', 'c')",
		"INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note, correction, prices_entry) VALUES (2, 1, 'void', 1, 'CNY', 1, 'x', 'c', 1)",
		"INSERT INTO ledger (job_id, profile_id, kind, amount_micros, currency, at, note, correction) VALUES (2, 1, 'void', 1, 'EUR', 1, 'x', 'c')",
	} {
		if _, err := l.writer.Exec(query); err == nil {
			t.Errorf("allowed: %s", query)
		}
	}
	entries, err := l.Entries(t.Context(), 0)
	if err != nil || len(entries) != 3 || *entries[2].AmountMicros != 7 {
		t.Errorf("the ledger is %+v, %v", entries, err)
	}
}

func TestLedgerSums(t *testing.T) {
	l := newLibrary(t)
	p, other := newProfile(t, l), newProfile(t, l)
	none := time.Time{}
	if got := sumsOf(t, l, p.ID, none, none); got != (ledger.Sums{}) {
		t.Errorf("an empty ledger: %+v", got)
	}
	add := func(profile int64, entries ...Entry) {
		t.Helper()
		j := newJob(t, l, videoJob(profile, "x"))
		for _, e := range entries {
			if err := appendEntry(l, j.ID, e); err != nil {
				t.Fatal(err)
			}
		}
	}
	october, november := noon.AddDate(0, -1, 0), noon
	add(p.ID, Entry{Kind: Reserve, AmountMicros: amount(100), At: october},
		Entry{Kind: Charge, AmountMicros: amount(101), At: november})
	add(p.ID, Entry{Kind: Reserve, AmountMicros: amount(200), At: october},
		Entry{Kind: Refund, AmountMicros: amount(200), At: october})
	add(p.ID, Entry{Kind: Reserve, AmountMicros: amount(400), At: november})
	add(p.ID, Entry{Kind: Charge, AmountMicros: amount(1000), At: october})
	add(p.ID, Entry{Kind: Charge, At: november}) // no price was known
	add(p.ID, Entry{Kind: UnconfirmedEntry, AmountMicros: amount(2000), At: november})
	add(p.ID, Entry{Kind: UnconfirmedEntry, AmountMicros: amount(4000), At: november},
		Entry{Kind: Void, AmountMicros: amount(4000), At: november})
	add(p.ID, Entry{Kind: Charge, AmountMicros: amount(7), Currency: "EUR", At: november})
	add(other.ID, Entry{Kind: Charge, AmountMicros: amount(50_000), At: november})
	month := time.Date(2026, 11, 1, 0, 0, 0, 0, noon.Location())
	for name, c := range map[string]struct {
		profile  int64
		from, to time.Time
		want     ledger.Sums
	}{
		"all": {p.ID, none, none, ledger.Sums{Currency: "CNY", Charged: 1101, Reserved: 400, AtRisk: 2000,
			Refunded: 200, Unpriced: 1, Jobs: 3}},
		"october": {p.ID, none, month, ledger.Sums{Currency: "CNY", Charged: 1000, Refunded: 200, Jobs: 1}},
		"november": {p.ID, month, month.AddDate(0, 1, 0),
			ledger.Sums{Currency: "CNY", Charged: 101, Reserved: 400, AtRisk: 2000, Unpriced: 1, Jobs: 2}},
		"up to the moment": {p.ID, none, november, ledger.Sums{Currency: "CNY", Charged: 1000, Refunded: 200, Jobs: 1}},
		"other":            {other.ID, none, none, ledger.Sums{Currency: "CNY", Charged: 50_000, Jobs: 1}},
	} {
		if d := cmp.Diff(c.want, sumsOf(t, l, c.profile, c.from, c.to)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	all, err := l.LedgerSums(t.Context(), ledger.Filter{})
	if err != nil || len(all) != 2 || all[0].Currency != "CNY" || all[0].Charged != 51_101 ||
		all[1].Currency != "EUR" || all[1].Charged != 7 {
		t.Errorf("by currency: %+v, %v", all, err)
	}
}

// sumsOf returns the sums of a profile's entries in CNY, without the numbers of entries and corrections.
func sumsOf(t interface{ Fatal(...any) }, l *Library, profileID int64, from, to time.Time) ledger.Sums {
	all, err := l.LedgerSums(context.Background(),
		ledger.Filter{ProfileID: profileID, From: from, To: to, Currency: "CNY"})
	if err != nil || len(all) > 1 {
		t.Fatal(all, err)
	}
	sums := append(all, ledger.Sums{})[0]
	sums.Entries, sums.Corrected = 0, 0
	return sums
}

// For any sequence of events, some of which the ledger refuses, every reserve is closed at most once, and the sums
// agree with a plain loop over the entries.
func TestSumsOfRandomEvents(t *testing.T) {
	l := newLibrary(t)
	rapid.Check(t, func(t *rapid.T) {
		p, err := l.SaveProfile(context.Background(), Profile{Name: "p", Currency: "CNY"})
		if err != nil {
			t.Fatal(err)
		}
		jobs, err := insertJobs(context.Background(), l, slices.Repeat([]Job{videoJob(p.ID, "x")}, 4)...)
		if err != nil {
			t.Fatal(err)
		}
		kinds := []EntryKind{Reserve, Charge, Refund, UnconfirmedEntry, Void}
		for range rapid.IntRange(1, 25).Draw(t, "events") {
			e := Entry{Kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
				At: noon.Add(time.Duration(rapid.IntRange(-50, 50).Draw(t, "hours")) * time.Hour)}
			if rapid.Bool().Draw(t, "priced") {
				e.AmountMicros = amount(rapid.Int64Range(0, 1e12).Draw(t, "amount"))
			}
			if rapid.IntRange(0, 4).Draw(t, "corrects") == 0 {
				e = Entry{Kind: Void, At: e.At, AmountMicros: amount(rapid.Int64Range(-1e6, 1e6).Draw(t, "correction")),
					Note: "x", Correction: newRef()}
			}
			if err := appendEntry(l, rapid.SampledFrom(jobs).Draw(t, "number").ID, e); err != nil &&
				!errors.Is(err, ledger.ErrRefused) {
				t.Fatal(err)
			}
		}
		from, to := noon.Add(-20*time.Hour), noon.Add(20*time.Hour)
		for _, period := range [][2]time.Time{{}, {from, to}, {to, {}}, {{}, from}} {
			entries, err := l.Entries(context.Background(), 0)
			if err != nil {
				t.Fatal(err)
			}
			entries = slices.DeleteFunc(entries, func(e Entry) bool { return e.ProfileID != p.ID })
			slices.Reverse(entries)
			want := sumByHand(t, entries, period[0], period[1])
			if got := sumsOf(t, l, p.ID, period[0], period[1]); got != want &&
				(got != ledger.Sums{} || want != ledger.Sums{Currency: "CNY"}) {
				t.Fatalf("sums %+v, by hand %+v; entries %+v", got, want, entries)
			}
		}
	})
}

// sumByHand sums the entries by a plain loop, oldest first.
func sumByHand(t *rapid.T, entries []Entry, from, to time.Time) ledger.Sums {
	sum := ledger.Sums{Currency: "CNY"}
	open, ended := map[int64]Entry{}, map[int64]int{}
	add := func(into *int64, e Entry) bool {
		if e.At.Before(from) || (!to.IsZero() && !e.At.Before(to)) {
			return false
		}
		if e.AmountMicros != nil {
			*into += *e.AmountMicros
		} else if e.Kind != Refund {
			sum.Unpriced++
		}
		return true
	}
	for _, e := range entries {
		switch e.Kind {
		case Reserve, UnconfirmedEntry:
			if _, ok := open[e.JobID]; ok {
				t.Fatalf("two open entries of job %d", e.JobID)
			}
			open[e.JobID] = e
			continue
		case Charge:
			if add(&sum.Charged, e) {
				sum.Jobs++
			}
		case Refund:
			add(&sum.Refunded, e)
		case Void:
			if e.Correction != "" {
				add(&sum.Charged, e)
				continue
			}
		}
		if o, ok := open[e.JobID]; ok && o.Kind == Reserve {
			ended[o.ID]++
			if ended[o.ID] > 1 {
				t.Fatalf("reserve %d ended twice", o.ID)
			}
		}
		delete(open, e.JobID)
	}
	for _, e := range open {
		if e.Kind == Reserve {
			add(&sum.Reserved, e)
		} else {
			add(&sum.AtRisk, e)
		}
	}
	return sum
}

func TestPricesAreDated(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for i, table := range []string{`{"v":1}`, `{"v":2}`} {
		from := noon.AddDate(0, i, 0)
		if got, err := l.AddPrices(t.Context(),
			Prices{ProfileID: p.ID, ValidFrom: from, Table: []byte(table)}); err != nil || len(got) != 1 ||
			got[0].ID == 0 || !got[0].ValidFrom.Equal(from) {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if _, err := l.AddPrices(t.Context(), Prices{ProfileID: p.ID, ValidFrom: noon, Table: []byte(`{"v":3}`)},
		Prices{ProfileID: p.ID, Table: []byte("{")}); err == nil {
		t.Error("a table that is no JSON is stored")
	}
	if _, err := l.AddPrices(t.Context(),
		Prices{ProfileID: p.ID, ValidFrom: noon, Table: []byte(`{"v":1}`)}); err != nil {
		t.Fatal(err)
	}
	if all, err := l.PriceVersions(t.Context(), p.ID); err != nil || len(all) != 2 ||
		string(all[0].Table) != `{"v":1}` || all[0].ID != 3 || string(all[1].Table) != `{"v":2}` {
		t.Errorf("versions %+v, %v", all, err)
	}
	for _, c := range []struct {
		at   time.Time
		want string
	}{{noon, `{"v":1}`}, {noon.AddDate(0, 1, 0).Add(-time.Second), `{"v":1}`}, {noon.AddDate(0, 1, 0), `{"v":2}`},
		{noon.AddDate(9, 0, 0), `{"v":2}`}} {
		if got, err := l.Prices(t.Context(), p.ID, c.at); err != nil || string(got.Table) != c.want {
			t.Errorf("at %s: %s, %v", c.at, got.Table, err)
		}
	}
	if _, err := l.Prices(t.Context(), p.ID, noon.Add(-time.Second)); !errors.Is(err, ErrNotFound) {
		t.Errorf("before the first: %v", err)
	}
	// Of two versions from the same time, the last one is in force.
	if _, err := l.AddPrices(t.Context(), Prices{ProfileID: p.ID, Table: []byte(`{"v":3}`)}); err != nil {
		t.Fatal(err)
	}
	if got, err := l.Prices(t.Context(), p.ID, noon); err != nil || string(got.Table) != `{"v":3}` {
		t.Errorf("corrected: %s, %v", got.Table, err)
	}
	if _, err := l.AddPrices(t.Context(), Prices{ProfileID: p.ID, Table: []byte(`{`)}); err == nil {
		t.Error("a table that is no JSON was taken")
	}
}
