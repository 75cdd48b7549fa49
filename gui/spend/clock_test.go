package spend

import (
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// Sheets that spend ignore what is pressed within a second. These tests press at once.
func init() { kit.SheetClock = apptest.AdvancingClock() }
