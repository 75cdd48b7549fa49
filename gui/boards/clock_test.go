package boards

import (
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
)

// Sheets that spend ignore what is pressed within a second. These tests press at once.
func init() { widgets.SheetClock = apptest.Later() }
