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
		keep(t, l, made{at: on(2026, 11, 1).Add(time.Duration(i) * time.Hour), model: "clip-2.6", prompt: "one",
			seconds: 5, unit: 560_000, ends: db.Charge})
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
		t.Errorf("%d rows, the chosen one is %d, want %d", len(p.shown.rows),
			p.view.ledger.table.list.Rows[p.view.ledger.table.list.At()].id, chosen)
	}
	all := entries(t, l, p.asked.get().entries())
	for i, r := range p.shown.rows {
		if r.id != all[i].ID {
			t.Fatalf("row %d is entry %d, want %d", i, r.id, all[i].ID)
		}
	}
}

// A head of the ledger sorts all entries of the query, not only those that were read, and again in the other direction.
// A job keeps its entries below it.
func TestTheHeadsOfTheLedgerSort(t *testing.T) {
	l := library(t)
	for i := range 200 {
		keep(t, l, made{at: on(2026, 11, 1).Add(time.Duration(i) * time.Hour), model: "clip-2.6", prompt: "boats",
			seconds: 5,
			unit:    int64(i+1) * 10_000, ends: db.Charge})
	}
	keep(t, l, made{at: on(2026, 11, 1).Add(-time.Hour), model: "clip-2.6", prompt: "not this month", seconds: 60,
		unit: 9_000_000, ends: db.Charge})
	keep(t, l, made{at: on(2026, 11, 2), model: "clip-2.6", prompt: "An anchor", seconds: 5, unit: -1, ends: db.Charge})
	p := newPlace(t, l, dark)
	first := func() string {
		r := p.view.ledger.table.list.Rows[0]
		return r.what + " " + r.amount
	}
	press := func(head string) {
		p.tap(t, head)
		p.settle()
	}
	for _, c := range []struct{ head, label, want string }{
		{"Amount", "Amount, descending", "boats ¥10.00"},
		{"Amount, descending", "Amount, ascending", "An anchor price not known"},
		{"Job", "Job, ascending", "An anchor price not known"},
		{"Job, ascending", "Job, descending", "boats ¥10.00"},
		{"When", "When, descending", "boats ¥10.00"},
		{"When, descending", "When, ascending", "boats ¥0.05"},
		{"When, ascending", "When, descending", "boats ¥10.00"},
	} {
		press(c.head)
		if first() != c.want || !p.says(c.label) {
			t.Errorf("%s: first %q, want %q; %s: %v", c.head, first(), c.want, c.label, p.says(c.label))
		}
	}
	press("Amount")
	p.view.ledger.table.toggle(0)
	if rows := p.view.ledger.table.list.Rows; len(rows) != 203 || !rows[1].child || !rows[2].child ||
		rows[3].amount != "¥9.95" {
		t.Errorf("%d rows; below the largest: %+v", len(rows), rows[1:3])
	}
}

// A head of the groups sorts them by its numbers, not by their texts.
func TestTheHeadsOfTheGroupsSort(t *testing.T) {
	l := library(t)
	for model, unit := range map[string]int64{"clip-2.6": 900_000, "clip-3.0": 1_000_000, "clip-2.5": 20_000_000} {
		keep(t, l, made{at: noon.Add(-time.Hour), model: model, prompt: "boats", seconds: 1, unit: unit,
			ends: db.Charge})
	}
	p := newPlace(t, l, dark)
	p.group(byModel)
	p.settle()
	order := func() string {
		var names []string
		for _, g := range p.view.ledger.groups.table.Rows {
			names = append(names, g.name)
		}
		return strings.Join(names, " ")
	}
	for _, c := range [][2]string{{"Charged", "clip-2.5 clip-3.0 clip-2.6"},
		{"Charged, descending", "clip-2.6 clip-3.0 clip-2.5"},
		{"Model", "clip-2.5 clip-2.6 clip-3.0"}} {
		p.tap(t, c[0])
		if order() != c[1] {
			t.Errorf("%s: %s, want %s", c[0], order(), c[1])
		}
		p.Update(ctx())
	}
}

// The chosen group stays chosen when new entries or another order move it to another row.
func TestTheChosenGroupStaysChosen(t *testing.T) {
	for _, by := range []grouping{byModel, byBoard} {
		l := library(t)
		charge := func(model string, unit int64) {
			keep(t, l, made{at: noon.Add(-time.Hour), model: model, prompt: "boats", seconds: 1, unit: unit,
				ends: db.Charge, board: strings.Repeat(model[len(model)-1:], 32)})
		}
		charge("clip-2.6", 1_000_000)
		charge("clip-3.0", 900_000)
		p := newPlace(t, l, dark)
		p.group(by)
		p.settle()
		table := p.view.ledger.groups.table
		table.Choose(1)
		want := table.Rows[1].key
		charge("clip-2.5", 20_000_000)
		p.Update(ctx())
		if at := table.At(); at != 2 || table.Rows[at].key != want {
			t.Errorf("by %d: row %d of %d is chosen", by, at, len(table.Rows))
		}
		p.tap(t, "Charged")
		p.tap(t, "Charged, descending")
		if at := table.At(); at != 0 || table.Rows[at].key != want {
			t.Errorf("by %d: row %d is chosen in another order", by, at)
		}
	}
}

// FuzzQuantity: whatever an entry counts, its words never show a number below nothing.
func FuzzQuantity(f *testing.F) {
	for _, s := range []string{`{"seconds":5}`, `{"input_text_tokens":12,"output_tokens":1500}`,
		`{"output_tokens":9223372036854775807,"input_text_tokens":9223372036854775807}`, `{"seconds":-1}`, `[`,
		`null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if words := quantityText(db.Entry{Quantity: raw}); strings.ContainsAny(words, "-‒%") {
			t.Errorf("%q is worded as %q", raw, words)
		}
	})
}
