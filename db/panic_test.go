package db

import (
	"testing"
	"time"

	"viviscope/client/guard"
	"viviscope/db/ledger"
)

// A panic inside a change rolls it back, and the library remains usable and undamaged.
func TestPanicInChangeIsUndone(t *testing.T) {
	before := guard.SetReporter(func(*guard.Panic) {})
	defer func() { guard.SetReporter(before) }()
	l, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p, err := l.SaveProfile(t.Context(), Profile{Name: "Studio", BaseURL: "https://api.example.com", Saved: true,
		Currency: "CNY", MaxTasks: 1, MaxImages: 1})
	if err != nil {
		t.Fatal(err)
	}
	amount := int64(350_000)
	job := Job{ProfileID: p.ID, Kind: TextToVideo, State: Queued, Model: "clip-2.6", TaskID: "task",
		Request: []byte("{}"), Currency: "CNY", EstimateMicros: &amount,
		CreatedAt: time.Now(), SentAt: time.Now()}
	entry := func(kind EntryKind) Entry {
		return Entry{Kind: kind, AmountMicros: &amount, Currency: "CNY", At: time.Now()}
	}
	job, err = l.InsertWith(t.Context(), job, func(c *Change) error { c.Append(entry(Reserve)); return nil })
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		err = guard.Do("charge", func() error {
			_, err := l.Change(t.Context(), job.ID, func(c *Change) error {
				c.Job.State = Completed
				c.Append(entry(Charge))
				panic("after the charge")
			})
			return err
		})
		if err == nil {
			t.Fatal("the panic was no error")
		}
	}
	sums := func() ledger.Sums {
		t.Helper()
		all, err := l.LedgerSums(t.Context(), ledger.Filter{ProfileID: p.ID})
		if err != nil || len(all) != 1 {
			t.Fatalf("sums %v, %v", all, err)
		}
		return all[0]
	}
	if s := sums(); s.Charged != 0 || s.Reserved != amount || s.Entries != 1 {
		t.Errorf("sums %+v", s)
	}
	_, err = l.Change(t.Context(), job.ID, func(c *Change) error { c.Append(entry(Charge)); return nil })
	if s := sums(); err != nil || s.Charged != amount || s.Reserved != 0 || s.Entries != 2 {
		t.Errorf("sums %+v, %v", s, err)
	}
	var verdict string
	if err := l.reader.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil ||
		verdict != "ok" {
		t.Errorf("%s, %v", verdict, err)
	}
}
