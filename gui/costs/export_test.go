package costs

import (
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"viviscope/db"
	"viviscope/gui/price/ledgercsv"
)

func TestExportsAskForAPlaceAndFollowTheFilter(t *testing.T) {
	p, _ := filled(t)
	p.filter(func(f *filter) { f.model, f.kind = "clip-2.6", db.Charge })
	p.settle()
	p.ExportCSV()
	p.SaveChart()
	if want := []string{"costs My gateway 2026-11.csv", "costs My gateway 2026-11.png"}; !slices.Equal(p.saved, want) {
		t.Errorf("saved %q", p.saved)
	}
	file, err := os.Open(filepath.Join(p.folder, p.saved[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := ledgercsv.Read(file)
	if err != nil || len(rows) != len(p.shown.rows) {
		t.Fatalf("%d rows in the file, %d in the list, %v", len(rows), len(p.shown.rows), err)
	}
	for i, r := range rows {
		if r.ID != p.shown.rows[len(rows)-1-i].id || r.Profile != "My gateway" {
			t.Errorf("row %d is entry %d of %s", i, r.ID, r.Profile)
		}
	}
	picture, err := os.Open(filepath.Join(p.folder, p.saved[1]))
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	if size, err := png.DecodeConfig(picture); err != nil || size.Width != posterWidth*posterScale {
		t.Errorf("the picture: %+v, %v", size, err)
	}
	if p.shown.err != nil {
		t.Error(p.shown.err)
	}
}
