package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Sizes of the page, px.
const (
	fieldWidth  = 460 // of text fields: long enough for an address, but not as wide as the window
	firstLine   = 32  // height of a control's first line
	labelWidth  = 180 // of the labels at 100 % text
	controlRoom = 560 // that a growing label leaves to its control: a text field with a note or a button
	cardWidth   = 280 // least width of a profile's card at 100 % text
)

// inPage puts the padding of a page or a section around its content.
func inPage(content fyne.CanvasObject) fyne.CanvasObject {
	return kit.NewInset(16, 24, 24, 24, content)
}

func heading(s string) fyne.CanvasObject {
	return kit.NewText(s, resources.SizeH2, resources.Text1, true)
}

func note(s string) *kit.Text {
	return kit.NewText(s, resources.SizeSM, resources.Text2, false)
}

func bodyText(words string) *kit.Text {
	return kit.NewText(words, resources.SizeBody, resources.Text1, false)
}

// failure returns the text of an error.
func failure(words string) *kit.Text {
	return kit.NewText(words, resources.SizeSM, resources.Err, false).Wrap(true)
}

func labelText(words string) *kit.Text {
	return kit.NewText(words, resources.SizeBody, resources.Text2, false).Wrap(true)
}

// field returns a row of the page: a label, which may wrap, and its controls side by side.
func field(label string, controls ...fyne.CanvasObject) fyne.CanvasObject {
	if len(controls) == 1 {
		return labelledBy(labelText(label), controls[0])
	}
	return labelledBy(labelText(label), kit.NewRow(12, controls...))
}

// explained returns a row with a control and its explanation beside it.
func explained(label string, control fyne.CanvasObject, means string) fyne.CanvasObject {
	return field(label, control, note(means).Wrap(true))
}

// labelledBy returns a row with a label that may change.
func labelledBy(label *kit.Text, content fyne.CanvasObject) fyne.CanvasObject {
	return kit.NewFieldBy(label, firstLine, labelColumn, content)
}

// withNote places a note beside a field, or below it on a narrow page.
func withNote(entry fyne.CanvasObject, words *kit.Text) fyne.CanvasObject {
	return kit.NewBeside(16, 0, kit.NewFixed(fieldWidth, 0, entry), words.Wrap(true))
}

// setText shows a text in a colour.
func setText(t *kit.Text, words string, color fyne.ThemeColorName) {
	t.SetText(words)
	t.SetColor(color)
}

// putIn replaces the content of a container by one object.
func putIn(c *fyne.Container, o fyne.CanvasObject) {
	if len(c.Objects) != 1 || c.Objects[0] != o {
		c.Objects = []fyne.CanvasObject{o}
		c.Refresh()
	}
}

// focusable is a control that can have the keyboard.
type focusable interface {
	fyne.CanvasObject
	fyne.Focusable
}

func focus(o focusable) {
	if c := kit.CanvasOf(o); c != nil {
		c.Focus(o)
	}
}

// command is a button for work off the window's goroutine. While the work runs, the button is off and shows another
// label.
type command struct {
	host       *host
	button     *kit.Button
	word, busy string // its labels
	running    bool
	problem    string // of the last run; "" if it succeeded
}

func newCommand(h *host, word, busy string, do func()) *command {
	return &command{button: kit.NewButton(word, nil, kit.Plain, do), host: h, word: word, busy: busy}
}

// newSave returns a command that saves a form.
func newSave(h *host, word string, do func()) *command {
	return newCommand(h, word, lang.L("Saving…"), do)
}

// start runs work, unless it runs already, and then calls done on the window's goroutine.
func (c *command) start(do work, done func(err error)) {
	if c.running {
		return
	}
	c.running, c.problem = true, ""
	c.button.SetText(c.busy)
	c.button.Disable()
	c.host.run(do, func(err error) {
		c.running = false
		c.button.SetText(c.word)
		c.button.Enable()
		if err != nil {
			c.problem = lang.L("Not saved: %s", wording.Fault(err))
		}
		done(err)
	})
}

// allow enables the button, unless the work runs.
func (c *command) allow(on bool) { kit.Enable(c.button, on && !c.running) }

// options is a picker of a value. A stored value that is not among the offered ones is offered too.
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

// show selects the stored value.
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

// value returns the selected value.
func (o *options[T]) value() T { return o.all[o.picker.Selected()] }

// textField is a text field with its error below it.
type textField struct {
	entry   *kit.Entry
	problem *kit.Text
	content fyne.CanvasObject
}

// newTextField returns a field with a note beside it. changed is called for each change, submit for Enter.
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

// mark shows a problem of the text; "" for none.
func (f *textField) mark(why string) {
	kit.ShowText(f.problem, why)
	f.entry.SetFailed(why != "")
}

// labelColumn returns the width of the labels on a page of a width, px. It grows with the size of the text as far as
// the page allows.
func labelColumn(width float32) float32 {
	return max(labelWidth, min(resources.Scaled(labelWidth), width-controlRoom))
}
