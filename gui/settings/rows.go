package settings

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Sizes of the page, px.
const (
	fieldWidth  = 460 // of text fields: long enough for an address, and no line across the whole window
	firstLine   = 32  // height of a control's first line
	labelWidth  = 180 // of the labels at 100 % text
	controlRoom = 560 // what a growing label leaves to its control: a text field with words or a button behind it
	cardWidth   = 280 // the least of a profile's card at 100 % text
)

func heading(s string) fyne.CanvasObject {
	return kit.NewText(s, resources.SizeH2, resources.Text1, true)
}

func note(s string) *kit.Text {
	return kit.NewText(s, resources.SizeSM, resources.Text2, false)
}

func bodyText(words string) *kit.Text {
	return kit.NewText(words, resources.SizeBody, resources.Text1, false)
}

// failure is the look of what cannot be done, beside its words.
func failure(words string) *kit.Text {
	return kit.NewText(words, resources.SizeSM, resources.Err, false).Wrap(true)
}

func labelText(words string) *kit.Text {
	return kit.NewText(words, resources.SizeBody, resources.Text2, false).Wrap(true)
}

// field is a row of the page: a label, which may break into lines, and its controls side by side.
func field(label string, controls ...fyne.CanvasObject) fyne.CanvasObject {
	if len(controls) == 1 {
		return labelledBy(labelText(label), controls[0])
	}
	return labelledBy(labelText(label), kit.NewRow(12, controls...))
}

// explained is a row with one control and what it means beside it.
func explained(label string, control fyne.CanvasObject, means string) fyne.CanvasObject {
	return field(label, control, note(means).Wrap(true))
}

// labelledBy is a row whose label changes.
func labelledBy(label *kit.Text, content fyne.CanvasObject) fyne.CanvasObject {
	return kit.NewFieldBy(label, firstLine, labelColumn, content)
}

// withNote lays a field beside what there is to say about it, or above it where the room is too narrow for both.
func withNote(entry fyne.CanvasObject, words *kit.Text) fyne.CanvasObject {
	return kit.NewBeside(16, 0, kit.NewFixed(fieldWidth, 0, entry), words.Wrap(true))
}

func say(t *kit.Text, words string, color fyne.ThemeColorName) {
	t.SetText(words)
	t.SetColor(color)
}

// putIn shows one object in a container.
func putIn(c *fyne.Container, o fyne.CanvasObject) {
	if len(c.Objects) != 1 || c.Objects[0] != o {
		c.Objects = []fyne.CanvasObject{o}
		c.Refresh()
	}
}

// focusable is a control that takes the keyboard.
type focusable interface {
	fyne.CanvasObject
	fyne.Focusable
}

func focus(o focusable) {
	if c := kit.CanvasOf(o); c != nil {
		c.Focus(o)
	}
}

// command is a button whose work is done away from the window's goroutine. It is off meanwhile and says that it works.
type command struct {
	s          *Screen
	button     *kit.Button
	word, busy string
	running    bool
	said       string // what went wrong the last time; "" where it went well
}

func newCommand(s *Screen, word, busy string, do func()) *command {
	return &command{button: kit.NewButton(word, nil, kit.Plain, do), s: s, word: word, busy: busy}
}

// newSave makes a command that saves a form.
func newSave(s *Screen, word string, do func()) *command {
	return newCommand(s, word, lang.L("Saving…"), do)
}

// work is done off the window's goroutine.
type work = func(ctx context.Context) error

// run does the work, unless it is under way, and then what follows from it on the window's goroutine.
func (c *command) run(do work, done func(err error)) {
	if c.running {
		return
	}
	c.running, c.said = true, ""
	c.button.SetText(c.busy)
	c.button.Disable()
	c.s.run(do, func(err error) {
		c.running = false
		c.button.SetText(c.word)
		c.button.Enable()
		if err != nil {
			c.said = lang.L("Not saved: %s", wording.Fault(err))
		}
		done(err)
	})
}

// allow switches the button on where it does not work just now.
func (c *command) allow(on bool) { kit.Enable(c.button, on && !c.running) }

// options is a choice of one of some values. One that is kept and none of them is offered too.
type options[T comparable] struct {
	picker       *kit.Picker
	offered, all []T
	word         func(T) string
}

func newOptions[T comparable](word func(T) string, set func(T), values ...T) *options[T] {
	o := &options[T]{offered: values, word: word}
	o.picker = kit.NewSimplePicker(nil, func(i int) { set(o.all[i]) })
	return o
}

// show shows the value that is kept.
func (o *options[T]) show(kept T) {
	all := o.offered
	if !slices.Contains(all, kept) {
		all = append(slices.Clone(all), kept)
	}
	if !slices.Equal(all, o.all) {
		o.all = all
		var titles []string
		for _, v := range all {
			titles = append(titles, o.word(v))
		}
		o.picker.SetOptions(kit.Titles(titles...))
	}
	o.picker.SetSelected(slices.Index(o.all, kept))
}

// value is the one that is selected.
func (o *options[T]) value() T { return o.all[o.picker.Selected()] }

// textField is a line of text with what is wrong with it below.
type textField struct {
	entry   *kit.Entry
	problem *kit.Text
	content fyne.CanvasObject
}

// newTextField makes a field with words beside it. changed is told of every text, submit of Enter.
func newTextField(hint string, beside *kit.Text, changed func(text string), submit func()) *textField {
	f := &textField{entry: kit.NewEntry(), problem: failure("")}
	f.entry.SetPlaceHolder(hint)
	f.entry.OnChanged = changed
	f.entry.OnSubmitted = func(string) { submit() }
	f.content = kit.NewColumn(4, withNote(f.entry, beside), f.problem)
	return f
}

func (f *textField) mono() *textField {
	f.entry.TextStyle.Monospace = true
	return f
}

// mark says what is wrong with the text; "" for nothing.
func (f *textField) mark(why string) {
	kit.ShowText(f.problem, why)
	f.entry.SetFailed(why != "")
}

// labelColumn is the width of the labels in a width, px. It grows with the text as far as the page has room.
func labelColumn(width float32) float32 {
	return max(labelWidth, min(resources.Scaled(labelWidth), width-controlRoom))
}
