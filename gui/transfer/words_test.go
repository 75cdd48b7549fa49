package transfer

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"

	"viviscope/client/transfer"
)

// An export that failed names what to do next.
func TestAFailedExportNamesAWayOn(t *testing.T) {
	for want, err := range map[string]error{
		"Not enough space: 2.0 MB needed, 1.0 kB free.": &transfer.SpaceError{Need: 2_000_000, Free: 1_000},
		"Choose one outside it.":                        transfer.ErrInLibrary,
		"no longer exists":                              fs.ErrNotExist,
		"nothing was left behind":                       errors.New("x"),
	} {
		if got := exportFault(fmt.Errorf("export: %w", err)); !strings.Contains(got, want) {
			t.Errorf("%v: %q", err, got)
		}
	}
}

// Every format of an export has a row with a name and a hint in the sheet, whatever the table holds.
func TestTheSheetHasARowForEachFormat(t *testing.T) {
	plan := &Plan{}
	plan.Newest.ID = 1
	rows := plan.choices(&transfer.ExportOptions{FilmOptions: transfer.DefaultFilmOptions()})
	if len(rows) != len(transfer.Formats)+1 {
		t.Fatalf("%d rows for %d formats and the sidecars", len(rows), len(transfer.Formats))
	}
	for i, f := range transfer.Formats {
		row := rows[i].(*fyne.Container).Objects
		if check := row[0].(*kit.Toggle); check.On() != f.First {
			t.Errorf("%s: chosen at first: %v", f.Name, check.On())
		}
		for _, o := range row[1:3] {
			if kit.Words(o) == "" {
				t.Errorf("%s: a text is missing", f.Name)
			}
		}
	}
}
