package costs

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"viviscope/db"
)

func TestExportsAskForAPlaceAndFollowTheFilter(t *testing.T) {
	p, _ := filled(t)
	p.filter(func(f *filter) { f.model, f.kind = "clip-2.6", db.Charge })
	p.settle()
	p.ExportCSV()
	if want := []string{"costs My gateway 2026-11.csv"}; !slices.Equal(p.saved, want) {
		t.Errorf("saved %q", p.saved)
	}
	file, err := os.Open(filepath.Join(p.folder, p.saved[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) < 3 {
		t.Fatalf("%q, %v", lines, err)
	}
	rows := lines[1 : len(lines)-1] // between the names of the columns and the total
	if len(rows) != len(p.shown.rows) {
		t.Fatalf("%d rows in the file, %d in the list", len(rows), len(p.shown.rows))
	}
	for i, r := range rows {
		if r[0] != strconv.FormatInt(p.shown.rows[len(rows)-1-i].id, 10) || r[2] != "My gateway" {
			t.Errorf("row %d is entry %s of %s", i, r[0], r[2])
		}
	}
	if want := "Saved " + p.saved[0] + ". " + p.folder + " [Show in folder]"; len(p.host.Said) != 1 ||
		p.host.Said[0] != want {
		t.Errorf("said %q, want %q", p.host.Said, want)
	}
}
