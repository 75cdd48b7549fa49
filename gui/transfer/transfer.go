// Package transfer shows the sheets of imports and exports, and of films that are made of clips. The work itself is done by
// package client/transfer.
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

// Deps is what the sheets need from the rest of the program.
type Deps struct {
	action.Host
	action.Viewer
	action.Chooser
	action.Navigator
	Library transfer.Library
	Posters media.Pictures
	Folder  string // where the first export goes

	Organizer action.Organizer
	Player    *player.Player // for previews
}

// settingExport is the library's setting that keeps how a person exported the last time.
const settingExport = "export.choice"
