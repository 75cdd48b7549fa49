// Package transfer shows the sheets of imports and exports, and the sheet that makes films from clips. Package
// client/transfer does the work.
//
//	joinsheet.go   the sheet of a film: join.go has its parts, film.go the plan and the export of a board
//	sheets.go      the sheets of an import and an export
//	words.go       the outcome and the faults in the language of the window
package transfer

import (
	"viviscope/client/transfer"
	"viviscope/gui/action"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
)

// Deps are the dependencies of the sheets.
type Deps struct {
	action.Host
	action.Viewer
	action.Chooser
	action.Navigator
	Library transfer.Library
	Posters media.Pictures
	Folder  string // the folder of the first export

	Organizer action.Organizer
	Player    *player.Player // for previews
}

// settingExport is the library's setting that stores the options of the last export.
const settingExport = "export.choice"
