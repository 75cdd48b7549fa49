package action

import (
	"context"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
)

// Host is the window as its screens see it: *gui.Shell. Tests take an actiontest.Host. Its methods belong to the
// window's goroutine, but for Post, Go, After, Do, Unsaved, Now, Log, Profile and RefreshAll, which may be called on
// any.
type Host interface {
	Post(f func()) // runs a function on the window's goroutine, later
	// runs a function away from it; its context ends with the program
	Go(f func(ctx context.Context))
	After(d time.Duration, f func()) (stop func() bool) // as [time.AfterFunc]
	// as Go; failed is the whole sentence that is shown before its error
	Do(failed string, f func(ctx context.Context) error)
	Say(tone kit.Tone, lead, rest string, links ...Action) // shows a notice over the window; lead is bold
	// Unsaved shows that changes cannot be saved, and why, until it is called for the same source with nil.
	Unsaved(source any, err error)
	// Working shows in the status bar that work is running which ends with the program, until end is called. A click
	// there calls open. Quitting asks before it cancels the work. step replaces the progress text.
	Working(title string, open func()) (step func(progress string), end func())

	Now() time.Time // in the time zone in which days are shown
	Log() *slog.Logger
	Canvas() fyne.Canvas
	Copy(text string) // to the clipboard
	Pasted() string   // the text on the clipboard

	ReduceMotion() bool  // animations are off
	Profile() db.Profile // the current profile
	RefreshAll()         // schedules an update of every place: the current one first, the others when they are shown
}
