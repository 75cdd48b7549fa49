package editor

import (
	"errors"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
)

// page is a canvas that is or was open.
type page struct {
	key     string   // under which it is stored: the ref of the asset, or sheetPrefix and a number
	title   string   // start of the names of its files; it is not shown
	asset   db.Asset // ID 0: an empty sheet
	history *drawing.History
	changed time.Time // of the last edit; zero: unknown
}

const (
	// sheetPrefix begins the keys of sheets: canvases that belong to no asset.
	sheetPrefix = "sheet-"

	// keyframePrefix begins the key of the sheet of a keyframe; the ref of the board, "-" and the ID of the keyframe
	// follow.
	keyframePrefix = sheetPrefix + "keyframe-"

	// damagedPrefix begins the new key of a drawing that cannot be read, so that its own key can be used again.
	damagedPrefix = sheetPrefix + "damaged-"

	historyMemory  = 48 << 20 // bytes in memory, of the history of the open canvas
	historyWritten = 2 << 20  // bytes in the library, of the history of one canvas
)

// errUnreadable reports that a stored canvas is damaged, or that a newer version of the program wrote it.
var errUnreadable = errors.New("the drawing cannot be read")

func isSheet(key string) bool { return strings.HasPrefix(key, sheetPrefix) }

func keyframeKey(k action.Keyframe) string { return keyframePrefix + k.Board + "-" + k.ID }

// keyframeOf returns the keyframe of a sheet; the zero value for any other canvas.
func keyframeOf(key string) action.Keyframe {
	rest, ok := strings.CutPrefix(key, keyframePrefix)
	board, id, whole := strings.Cut(rest, "-")
	if !ok || !whole {
		return action.Keyframe{}
	}
	return action.Keyframe{Board: board, ID: id}
}

// frozen returns a copy of the page to describe or store on another goroutine.
func (p *page) frozen() storedCanvas {
	return storedCanvas{title: p.title, history: p.history.Snapshot(), changed: p.changed}
}

// storedCanvas is a canvas as it was read.
type storedCanvas struct {
	title   string
	history *drawing.History // nil: there is none
	changed time.Time        // zero: unknown
}
