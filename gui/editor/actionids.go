package editor

import (
	"viviscope/gui/editor/tool"
)

// The actions that are shown as buttons as well.
const (
	undoID      = "canvas/undo"
	redoID      = "canvas/redo"
	raiseID     = "canvas/raise"
	lowerID     = "canvas/lower"
	duplicateID = "canvas/duplicate"
	deleteID    = "canvas/delete"
	hideAllID   = "canvas/hideAll"
	listID      = "canvas/list"
	zoomInID    = "canvas/in"
	zoomOutID   = "canvas/out"
	compareID   = "canvas/compare"
	saveID      = "canvas/save"
	exportID    = "canvas/export"
	toCanvasID  = "canvas/Alt+C"
)

// arrowIDs are the actions of the arrow keys. With Shift they go further.
var arrowIDs = []string{
	"canvas/left", "canvas/right", "canvas/up", "canvas/down",
	"canvas/wider", "canvas/narrower", "canvas/taller", "canvas/shorter",
}

func toolID(k tool.Kind) string { return "canvas/tool/" + string(k) }
