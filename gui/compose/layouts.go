package compose

import (
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// Width is the usual width of the composer in px, so that the form looks the same beside any feed. Beside the edit canvas it
// may be as narrow as leastWidth.
const (
	Width      = 416
	leastWidth = 392
)

// inset is the space at the left and right of the form, in px.
const inset = 16

// labelWidth is the room of the labels of the form, in px: what belongs to a field stands under its control.
const labelWidth = 96

// indented lays an object under the control of a field.
func indented(o fyne.CanvasObject) *fyne.Container { return widgets.NewInset(0, 0, 0, labelWidth, o) }

func setShown(o fyne.CanvasObject, shown bool) {
	if o.Visible() == shown {
		return
	}
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}

// hole stands in a sentence for what is shown apart from it, such as an amount that stands out: languages differ in its place.
const hole = "\x00"

// around returns what stands before the hole of a sentence and behind it.
func around(sentence string) (before, after string) {
	before, after, _ = strings.Cut(sentence, hole)
	return before, after
}

func jobCount(n int) string { return lang.N("%s job", "%s jobs", n, lang.Number(n)) }

func variationCount(n int) string { return lang.N("%s variation", "%s variations", n, lang.Number(n)) }
