package transfer

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

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
