package costs

import (
	"strings"
	"testing"
	"time"

	"viviscope/db"
)

func TestFurtherPagesFollowAndStayWhenTheLedgerGrows(t *testing.T) {
	l := library(t)
	for i := range 450 {
		keep(t, l, made{at: on(2026, 11, 1).Add(time.Duration(i) * time.Hour), model: "clip-2.6", prompt: "one", seconds: 5, unit: 560_000, ends: db.Charge})
	}
	p := newPlace(t, l, dark)
	if len(p.shown.rows) != page || !p.shown.more {
		t.Fatalf("%d rows, more: %v", len(p.shown.rows), p.shown.more)
	}
	for p.shown.more {
		before := len(p.shown.rows)
		p.view.ledger.table.list.Choose(len(p.view.ledger.table.list.Rows) - 1)
		p.settle()
		if len(p.shown.rows) == before {
			t.Fatal("no further page")
		}
	}
	if len(p.shown.rows) != 900 {
		t.Fatalf("%d rows", len(p.shown.rows))
	}
	if n := len(p.view.ledger.table.list.Rows); n != 450 {
		t.Fatalf("%d rows of 450 jobs", n)
	}
	chosen := p.view.ledger.table.list.Rows[p.view.ledger.table.list.At()].id
	keep(t, l, made{at: noon, model: "clip-2.6", prompt: "new", seconds: 5, unit: 560_000})
	p.Update(ctx())
	if len(p.shown.rows) != 901 || p.view.ledger.table.list.Rows[p.view.ledger.table.list.At()].id != chosen {
		t.Errorf("%d rows, the chosen one is %d, want %d", len(p.shown.rows), p.view.ledger.table.list.Rows[p.view.ledger.table.list.At()].id, chosen)
	}
	all := entries(t, l, p.asked.get().entries())
	for i, r := range p.shown.rows {
		if r.id != all[i].ID {
			t.Fatalf("row %d is entry %d, want %d", i, r.id, all[i].ID)
		}
	}
}

// FuzzQuantity: whatever an entry counts, its words never show a number below nothing.
func FuzzQuantity(f *testing.F) {
	for _, s := range []string{`{"seconds":5}`, `{"input_text_tokens":12,"output_tokens":1500}`, `{"output_tokens":9223372036854775807,"input_text_tokens":9223372036854775807}`, `{"seconds":-1}`, `[`, `null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if words := quantityText(db.Entry{Quantity: raw}); strings.ContainsAny(words, "-‒%") {
			t.Errorf("%q is worded as %q", raw, words)
		}
	})
}
