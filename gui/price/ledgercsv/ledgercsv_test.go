package ledgercsv

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"viviscope/db"
)

func drawRow(t *rapid.T, i int) Row {
	amount := func(name string, least int64) *int64 {
		if rapid.Bool().Draw(t, name+" unknown") {
			return nil
		}
		return new(rapid.Int64Range(least, 1e15).Draw(t, name))
	}
	text := rapid.OneOf(rapid.SampledFrom([]string{"", "=1+1", "+5", "-x", "@a", "'quoted", "''", "two\nlines", "a,b", `with "quotes"`, "纸船"}), rapid.StringOf(rapid.RuneFrom([]rune("ab,\"'=\n\té"))))
	r := Row{Entry: db.Entry{ID: int64(i + 1), Kind: rapid.SampledFrom([]db.EntryKind{db.Reserve, db.Charge, db.Refund, db.UnconfirmedEntry, db.Void}).Draw(t, "kind"),
		UnitMicros: amount("unit", 0), AmountMicros: amount("amount", 0), Currency: rapid.SampledFrom([]string{"CNY", "JPY", "BHD"}).Draw(t, "currency"),
		At: time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "at")).UTC(), Note: text.Draw(t, "note")},
		Profile: text.Draw(t, "profile"), Task: text.Draw(t, "task"), Model: text.Draw(t, "model"), Prompt: text.Draw(t, "prompt")}
	if rapid.Bool().Draw(t, "counted") {
		r.Quantity = json.RawMessage(`{"seconds":5}`)
	}
	if rapid.Bool().Draw(t, "corrects") {
		r.Kind, r.Correction, r.AmountMicros, r.Prices = db.Void, "0123456789abcdef0123456789abcdef", new(rapid.Int64Range(-1e15, 1e15).Draw(t, "correction")), int64(rapid.IntRange(0, 3).Draw(t, "prices"))
	} else {
		r.Job = "fedcba9876543210fedcba9876543210"
	}
	return r
}

// What goes out as CSV comes in as it was, whatever people wrote, and no field looks like a formula to a spreadsheet program.
func TestTheLedgerComesBack(t *testing.T) {
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		w := NewWriter(&b, tokyo)
		var rows []Row
		for i := range rapid.IntRange(0, 8).Draw(t, "rows") {
			rows = append(rows, drawRow(t, i))
			if err := w.Write(rows[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		fields, err := csv.NewReader(bytes.NewReader(b.Bytes())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range fields {
			for c, f := range line {
				number := columns[c] == "amount" || columns[c] == "charged"
				if f != "" && strings.ContainsAny(f[:1], "=+-@\t\r") && !number {
					t.Fatalf("%s %q is a formula", columns[c], f)
				}
			}
		}
		back, err := Read(&b)
		if d := cmp.Diff(rows, back); err != nil || d != "" {
			t.Fatalf("%v (-out +in)\n%s", err, d)
		}
	})
}

func TestReadIsStrict(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, time.UTC)
	for i, micros := range []int64{2_800_000, 60_000} {
		if err := w.Write(Row{Entry: db.Entry{ID: int64(i + 1), Kind: db.Charge, AmountMicros: &micros, Currency: "CNY", At: time.UnixMilli(1)}, Job: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	lines := strings.SplitAfter(good, "\r\n")
	for name, c := range map[string]struct {
		text string
		line int
		why  error
	}{
		"nothing":           {"", 1, ErrHead},
		"other":             {"a,b\r\n", 1, ErrHead},
		"no totals":         {lines[0] + lines[1], 2, ErrNoSum},
		"a row is missing":  {lines[0] + lines[1] + lines[3], 3, ErrTotals},
		"an amount changed": {strings.Replace(good, "0.06,0.06", "0.05,0.05", 1), 4, ErrTotals},
		"charged changed":   {strings.Replace(good, "0.06,0.06", "0.06,0.05", 1), 3, ErrBroken},
		"a row behind":      {good + lines[1], 5, ErrTotals},
		"another kind":      {strings.Replace(good, ",charge,", ",gift,", 1), 2, ErrKind},
		"another time":      {strings.Replace(good, "1970-01-01", "1 Jan 1970", 1), 2, ErrBroken},
	} {
		_, err := Read(strings.NewReader(c.text))
		var line *LineError
		if !errors.As(err, &line) || line.Line != c.line || !errors.Is(err, c.why) {
			t.Errorf("%s: %v, want line %d: %v", name, err, c.line, c.why)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(strings.Join(columns, ",") + "\r\n1,2026-11-21T12:00:00.000Z,p,charge,,,j,t,m,p,\"{\"\"seconds\"\":5}\",0.56,2.80,2.80,CNY,\r\ntotal,1 entries,,,,,,,,,,,,2.80,CNY,\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		w := NewWriter(&b, time.UTC)
		for _, r := range rows {
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if back, err := Read(&b); err != nil || len(back) != len(rows) {
			t.Fatalf("%d rows, %d back, %v", len(rows), len(back), err)
		}
	})
}
