package costs

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"viviscope/client"
	"viviscope/db"
)

func drawCSV(t *rapid.T, i int) db.LedgerRow {
	amount := func(name string, least int64) *int64 {
		if rapid.Bool().Draw(t, name+" unknown") {
			return nil
		}
		return new(rapid.Int64Range(least, 1e15).Draw(t, name))
	}
	text := rapid.OneOf(rapid.SampledFrom([]string{"", "=1+1", "+5", "-x", "@a", "'quoted", "''", "two\nlines", "a,b",
		`with "quotes"`, "纸船"}), rapid.StringOf(rapid.RuneFrom([]rune("ab,\"'=\n\té"))))
	var r db.LedgerRow
	r.Entry = db.Entry{ID: int64(i + 1),
		Kind: rapid.SampledFrom([]db.EntryKind{db.Reserve, db.Charge, db.Refund, db.UnconfirmedEntry,
			db.Void}).Draw(t, "kind"),
		UnitMicros: amount("unit", 0), AmountMicros: amount("amount", 0),
		Currency: rapid.SampledFrom([]string{"CNY", "JPY", "BHD"}).Draw(t, "currency"),
		At:       time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "at")).UTC(), Note: text.Draw(t, "note")}
	r.Job = db.Job{TaskID: text.Draw(t, "task"), Model: text.Draw(t, "model"), Prompt: text.Draw(t, "prompt")}
	if rapid.Bool().Draw(t, "counted") {
		r.Quantity = json.RawMessage(`{"seconds":5}`)
	}
	if rapid.Bool().Draw(t, "corrects") {
		r.Kind, r.Correction, r.AmountMicros, r.Prices = db.Void, "0123456789abcdef0123456789abcdef",
			new(rapid.Int64Range(-1e15, 1e15).Draw(t, "correction")), int64(rapid.IntRange(0, 3).Draw(t, "prices"))
	} else {
		r.Job.Ref = "fedcba9876543210fedcba9876543210"
	}
	return r
}

// The CSV file contains the ledger with its sums, for any text in the ledger. No field looks like a formula to a
// spreadsheet program.
func TestTheLedgerComesBack(t *testing.T) {
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		var rows []db.LedgerRow
		for i := range rapid.IntRange(0, 8).Draw(t, "rows") {
			rows = append(rows, drawCSV(t, i))
		}
		profile := rapid.SampledFrom([]string{"Studio", "=1+1", "a,b", "纸船"}).Draw(t, "profile")
		err := writeCSV(&b, profile, tokyo, func(yield func(db.LedgerRow, error) bool) {
			for _, r := range rows {
				if !yield(r, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		fields, err := csv.NewReader(bytes.NewReader(b.Bytes())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range fields {
			for c, f := range line {
				number := csvColumns[c] == "amount" || csvColumns[c] == "charged"
				if f != "" && strings.ContainsAny(f[:1], "=+-@\t\r") && !number {
					t.Fatalf("%s %q is a formula", csvColumns[c], f)
				}
			}
		}
		back, sums, err := readCSV(b.String(), profile)
		if d := cmp.Diff(rows, back); err != nil || d != "" {
			t.Fatalf("%v (-out +in)\n%s", err, d)
		}
		want := map[string]csvTotal{}
		for _, r := range rows {
			sum := want[r.Currency]
			want[r.Currency] = csvTotal{sum.entries + 1, sum.charged + r.Charged()}
		}
		if !maps.Equal(sums, want) {
			t.Fatalf("totals %v, want %v", sums, want)
		}
	})
}

// readCSV reads what writeCSV wrote for a profile: its entries, with the totals that stand behind them.
func readCSV(text, profile string) (rows []db.LedgerRow, sums map[string]csvTotal, err error) {
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	if len(lines) == 0 || !slices.Equal(lines[0], csvColumns) {
		return nil, nil, fmt.Errorf("the first line is %q", lines)
	}
	sums = map[string]csvTotal{}
	for _, fields := range lines[1:] {
		if fields[0] == totalsWord {
			t := csvTotal{}
			charged, err := client.ParseDecimal(fields[csvColumn("charged")])
			if _, scan := fmt.Sscanf(fields[1], "%d entries", &t.entries); err != nil || scan != nil {
				return nil, nil, errors.Join(err, scan)
			}
			t.charged = int64(charged)
			sums[fields[csvColumn("currency")]] = t
			continue
		}
		if len(sums) > 0 {
			return nil, nil, fmt.Errorf("an entry behind the totals: %q", fields)
		}
		r, err := parseCSV(fields, profile)
		if err != nil {
			return nil, nil, fmt.Errorf("%q: %w", fields, err)
		}
		rows = append(rows, r)
	}
	return rows, sums, nil
}

func parseCSV(fields []string, profile string) (r db.LedgerRow, err error) {
	var errs []error
	failed := func(err error) { errs = append(errs, err) }
	number := func(column string) int64 {
		if fields[csvColumn(column)] == "" {
			return 0
		}
		n, err := strconv.ParseInt(fields[csvColumn(column)], 10, 64)
		failed(err)
		return n
	}
	money := func(column string) *int64 {
		if fields[csvColumn(column)] == "" {
			return nil
		}
		m, err := client.ParseDecimal(fields[csvColumn(column)])
		failed(err)
		return new(int64(m))
	}
	text := func(column string) string { return client.UnguardCSV(fields[csvColumn(column)]) }
	r.ID, r.Prices = number("entry"), number("prices entry")
	r.At, err = time.Parse(isoTime, fields[csvColumn("time")])
	failed(err)
	r.At = r.At.UTC()
	r.Kind, r.Correction, r.Job.Ref, r.Currency = db.EntryKind(fields[csvColumn("kind")]),
		fields[csvColumn("correction")], fields[csvColumn("job")], fields[csvColumn("currency")]
	r.Job.TaskID, r.Job.Model, r.Job.Prompt, r.Note = text("task"), text("model"), text("prompt"), text("note")
	if q := fields[csvColumn("quantity")]; q != "" {
		r.Quantity = json.RawMessage(q)
	}
	r.UnitMicros, r.AmountMicros = money("unit price"), money("amount")
	if charged := money("charged"); charged == nil || *charged != r.Charged() {
		failed(errors.New("charged is not what the entry adds"))
	}
	if got := text("profile"); got != profile {
		failed(fmt.Errorf("profile %q", got))
	}
	return r, errors.Join(errs...)
}

// Excel takes a file without the mark for text of the system's old code page.
func TestFileForSpreadsheetsHasAMark(t *testing.T) {
	var b bytes.Buffer
	if err := writeCSVFile(&b, "纸船", time.UTC, func(func(db.LedgerRow, error) bool) {}); err != nil {
		t.Fatal(err)
	}
	rest, marked := strings.CutPrefix(b.String(), "\ufeff")
	if _, _, err := readCSV(rest, "纸船"); !marked || err != nil {
		t.Errorf("marked %v, read: %v", marked, err)
	}
}
