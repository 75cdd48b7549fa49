// Package form has what the controls of a request and the screens with such a form share: the composer makes the
// controls, and a board shows some of them in its inspector.
package form

import (
	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/wording"
)

// Controls are the controls of a form. A screen lays out those that it uses.
type Controls struct {
	Model, Prompt, Negative, Duration, Resolution, Audio, Seed, Quality fyne.CanvasObject

	Notice fyne.CanvasObject // shows for a while what the form changed by itself; the screen floats it over the others
}

// Fields shows a form in its controls. Window's goroutine.
type Fields interface {
	All() Controls
	Show(x Shown)
	First() fyne.Focusable  // gets the keyboard first: the prompt
	NameModel(words string) // sets the label of the model, for a page with several
}

// Owner holds the form that fields show. Window's goroutine.
type Owner interface {
	Edit(change func(*order.Form)) // applies a change by the user, and then calls Show
	Generate()                     // Ctrl+Enter in a field
	Refit()                        // lays out again: a field was shown, hidden or grew
	Roll() int64                   // returns another seed
}

// Shown is what the fields show.
type Shown struct {
	Form     order.Form
	Env      order.Env
	Order    order.Order // that Form builds
	Problems []client.ValidationError
	Tariff   wording.Tariff
	Asked    bool   // the user tried to send it, so that missing values are marked
	One      bool   // it is a held job, which stays one job: the number of clips is closed
	Note     string // beside the model; "": what the model can do
}

// Only returns the problems of some fields.
func (x Shown) Only(fields ...string) []client.ValidationError {
	return order.Only(x.Problems, fields...)
}

// Account is the profile in front, and whether anything can be sent with it.
type Account struct {
	db.Profile
	NoKey    bool // the profile has no key, neither stored nor for this session
	ReadOnly bool // the library can only be looked at; NoKey is true as well
}
