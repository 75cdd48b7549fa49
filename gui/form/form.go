// Package form defines the interface between the controls of a request and the screens that show them. The composer
// creates the controls; a board shows some of them in its inspector. [Fields] shows the form of an [Owner].
package form

import (
	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/wording"
)

// Controls are the controls of a form. A screen lays out the ones it uses.
type Controls struct {
	Model, Prompt, Negative, Duration, Resolution, Audio, Seed, Quality fyne.CanvasObject

	Notice fyne.CanvasObject // temporary notice about automatic changes of the form; shown over the other controls
	Names  fyne.CanvasObject // layer with the completions of "@" in the prompt; as large as the page, over all of it
}

// Fields shows a form in its controls. Use it on the window goroutine only.
type Fields interface {
	All() Controls
	Show(x Shown)
	First() fyne.Focusable  // initial focus: the prompt
	NameModel(words string) // sets the label of the model, for a page with several
}

// Owner holds the form that Fields show. Use it on the window goroutine only.
type Owner interface {
	Edit(change func(*order.Form)) // applies a change by the user, then calls Show
	Generate()                     // Ctrl+Enter in a field
	Refit()                        // repeats the layout after a field was shown, hidden or resized
	Roll() int64                   // returns a new seed
}

// Shown is the input of [Fields.Show].
type Shown struct {
	Form        order.Form
	Env         order.Env
	Order       order.Order // built from Form
	Problems    []client.ValidationError
	Tariff      wording.Tariff
	ShowMissing bool   // the user tried to send it: mark missing values
	SingleJob   bool   // it is a single held job: disable the number of clips
	Describes   bool   // an edit whose prompt describes a picture: it takes only pictures of the cast
	Note        string // beside the model; "": the capabilities of the model
}

// Only returns the problems of these fields.
func (x Shown) Only(fields ...string) []client.ValidationError {
	return order.ProblemsOf(x.Problems, fields...)
}

// Account is the current profile and whether it can send requests.
type Account struct {
	db.Profile
	NoKey    bool // the profile has no key, neither stored nor for this session
	ReadOnly bool // the library is read-only; NoKey is then also true
}

// PromptLines is a field with one prompt per line, which completes the names of the cast. Window's goroutine.
type PromptLines interface {
	Text() string
	SetText(text string)
	Focus(c fyne.Canvas)
	Field() fyne.CanvasObject // with a line below it for names that are not in the cast
	Names() fyne.CanvasObject // the menu of names; the page puts it above everything else
}
