package db

import (
	"errors"
	"strings"
	"testing"

	"viviscope/db/ledger"
	"viviscope/db/search"
)

func amount(n int64) *int64 { return &n }

func TestChangeWritesJobEntriesAndAssetsTogether(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	j := newJob(t, l, videoJob(p.ID, "boats"))
	var c *Change
	got, err := l.Change(t.Context(), j.ID, func(ch *Change) error {
		c = ch
		c.Job.State, c.Job.TaskID = Queued, "t-1"
		c.Append(Entry{Kind: Reserve, AmountMicros: amount(500), Quantity: []byte(`{"seconds":8}`)})
		c.Add(Asset{Kind: Clip, Path: "files/a.mp4", SHA256: strings.Repeat("0", 64)})
		return nil
	})
	if err != nil || got.State != Queued || got.TaskID != "t-1" {
		t.Fatalf("%+v, %v", got, err)
	}
	assets, err := l.AssetsOfJob(t.Context(), j.ID)
	if err != nil || len(assets) != 1 || !assets[0].Equal(c.Added()[0]) {
		t.Fatalf("assets %+v, added %+v, %v", assets, c.Added(), err)
	}
	if a := assets[0]; a.Ref != j.Ref || a.Prompt != "boats" || a.Model != "clip-3.0" || !a.CreatedAt.Equal(noon) {
		t.Errorf("asset %+v", a)
	}
	entries, err := l.Entries(t.Context(), j.ID)
	if err != nil || len(entries) != 1 {
		t.Fatalf("entries %+v, %v", entries, err)
	}
	if e := entries[0]; e.ProfileID != p.ID || e.Currency != "CNY" || !e.At.Equal(noon) ||
		string(e.Quantity) != `{"seconds":8}` {
		t.Errorf("entry %+v", e)
	}
	if _, err := l.Change(t.Context(), j.ID, func(c *Change) error {
		if len(c.Entries()) != 1 || c.Entries()[0].Kind != Reserve {
			t.Errorf("a later change sees %+v", c.Entries())
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// If any part of a change fails, the library does not change.
func TestChangeIsAllOrNothing(t *testing.T) {
	boom := errors.New("boom")
	hash := strings.Repeat("0", 64)
	for name, c := range map[string]struct {
		fn   func(*Change) error
		want error
	}{
		"fn fails": {func(*Change) error { return boom }, boom},
		"refund without reserve": {func(c *Change) error {
			c.Append(Entry{Kind: Refund})
			return nil
		}, ledger.ErrRefused},
		"negative amount": {func(c *Change) error {
			c.Append(Entry{Kind: Charge, AmountMicros: amount(-1)})
			return nil
		}, ledger.ErrRefused},
		"unknown kind": {func(c *Change) error {
			c.Append(Entry{Kind: "gift"})
			return nil
		}, ledger.ErrRefused},
		"entry of another job": {func(c *Change) error {
			c.Append(Entry{Kind: Charge, JobID: 1})
			return nil
		}, ledger.ErrRefused},
		"entry of another profile": {
			func(c *Change) error { c.Append(Entry{Kind: Charge, ProfileID: 77}); return nil }, ledger.ErrRefused},
		"path is taken": {func(c *Change) error {
			c.Add(Asset{Kind: Clip, Path: "files/taken.mp4", SHA256: hash})
			return nil
		}, ErrExists},
		"item is taken": {func(c *Change) error {
			c.Add(Asset{Kind: Clip, Path: "files/b.mp4", SHA256: hash})
			c.Add(Asset{Kind: Clip, Path: "files/c.mp4", SHA256: hash, Ref: newRef()})
			return nil
		}, ErrExists},
		"asset without hash": {func(c *Change) error {
			c.Add(Asset{Kind: Clip, Path: "files/b.mp4"})
			return nil
		}, nil},
		"task is taken":       {func(c *Change) error { c.Job.TaskID = "taken"; return nil }, ErrExists},
		"unknown state":       {func(c *Change) error { c.Job.State = "odd"; return nil }, nil},
		"another profile":     {func(c *Change) error { c.Job.ProfileID++; return nil }, errImmutable},
		"another kind":        {func(c *Change) error { c.Job.Kind = EditImage; return nil }, errImmutable},
		"another ref":         {func(c *Change) error { c.Job.Ref = newRef(); return nil }, errImmutable},
		"no request any more": {func(c *Change) error { c.Job.Request = nil; return nil }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			p := newProfile(t, l)
			other := videoJob(p.ID, "other")
			other.TaskID = "taken"
			addAsset(t, l, newJob(t, l, other), Asset{Path: "files/taken.mp4"})
			j := newJob(t, l, videoJob(p.ID, "boats"))
			got, err := l.Change(t.Context(), j.ID, func(ch *Change) error {
				ch.Job.State, ch.Job.Note = Queued, "changed"
				ch.Append(Entry{Kind: UnconfirmedEntry})
				return c.fn(ch)
			})
			if err == nil || (c.want != nil && !errors.Is(err, c.want)) || (c.want == boom && err != boom) ||
				got.ID != 0 {
				t.Fatalf("got %+v, %v", got, err)
			}
			if errors.Is(err, ledger.ErrRefused) {
				var le *ledger.Error
				if !errors.As(err, &le) || le.Reason == "" || le.Kind == "" {
					t.Errorf("not a ledger.Error: %v", err)
				}
			}
			after, err := l.Job(t.Context(), j.ID)
			if err != nil || after.State != Waiting || after.Note != "" {
				t.Errorf("the row was changed: %+v, %v", after, err)
			}
			if e, err := l.Entries(t.Context(), 0); err != nil || len(e) != 0 {
				t.Errorf("entries were written: %+v, %v", e, err)
			}
			if n, err := countOf(t.Context(), l, search.Filter{}); err != nil || n != 1 {
				t.Errorf("%d assets, %v", n, err)
			}
		})
	}
}
