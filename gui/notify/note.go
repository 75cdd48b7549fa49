package notify

import (
	"errors"
	"image"
	"strings"
)

// ErrNone means that nothing here shows notifications, or that it did not take one.
var ErrNone = errors.New("no notification service")

// Note is one notification.
type Note struct {
	Title, Text string
	Picture     image.Image // nil: none
	Activate    func()      // called once, on a goroutine of the notifier, when a person clicks on it; nil: a click does nothing
	Button      string      // words Activate, for a notification that shows a button for it
}

// escape makes a text plain where a service reads it as markup.
func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
