// Package pointer returns the pointer position for drops whose position the toolkit does not know.
package pointer

import (
	"image"

	"github.com/ebitengine/purego/objc"
)

// cgPoint and cgRect are CGPoint and CGRect.
type (
	cgPoint struct{ X, Y float64 }
	cgRect  struct{ Origin, Size cgPoint }
)

// In returns the pointer position in points of the content of a window (NSWindow), which the toolkit treats as px. Call
// it on the window goroutine.
func In(window uintptr) (image.Point, bool) {
	if window == 0 {
		return image.Point{}, false
	}
	w := objc.ID(window)
	at := objc.Send[cgPoint](w, objc.RegisterName("mouseLocationOutsideOfEventStream"))
	view := w.Send(objc.RegisterName("contentView"))
	if view == 0 {
		return image.Point{}, false
	}
	frame := objc.Send[cgRect](view, objc.RegisterName("frame"))
	// AppKit's origin is the lower edge
	return image.Pt(int(at.X-frame.Origin.X), int(frame.Size.Y-(at.Y-frame.Origin.Y))), true
}
