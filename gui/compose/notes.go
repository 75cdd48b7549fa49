package compose

import (
	"cmp"

	"viviscope/client"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// failable is an entry that can be outlined as wrong.
type failable interface{ SetFailed(failed bool) }

// complaint shows the rule that a field breaks, in one line, and outlines its entries. The tooltip has the service's
// own words.
type complaint struct {
	text    *kit.Text
	hint    *kit.Hint
	box     *fyne.Container
	entries []failable
}

func newComplaint(entries ...failable) *complaint {
	c := &complaint{entries: entries, text: kit.NewText("", resources.SizeXS, resources.Err, false).Ellipsis()}
	c.hint = kit.NewHint(kit.NewRow(6, kit.NewIcon(resources.IconErrorCircle, 12, resources.Err), c.text))
	c.box = kit.NewColumn(0, c.hint)
	c.box.Hide()
	return c
}

// show shows the first of the problems, or hides the line.
func (c *complaint) show(problems []client.ValidationError) {
	for _, e := range c.entries {
		e.SetFailed(len(problems) > 0)
	}
	if len(problems) > 0 {
		words := wording.Rule(problems[0].Message)
		c.text.SetText(words)
		c.hint.SetWords(cmp.Or(wording.ServiceRule(problems[0].Message), words))
	}
	kit.Show(c.box, len(problems) > 0)
}

// lineOverlap is how much of the line under a field lies in the gap to the next field, px.
const lineOverlap = 9

// withLine lays a line under a field that shows at most one of its notes. Its room is kept while none is shown, so that
// nothing moves.
func withLine(field fyne.CanvasObject, notes ...fyne.CanvasObject) *fyne.Container {
	return kit.NewInset(0, 0, -lineOverlap, 0, kit.NewColumn(0, field, line(notes...)))
}

// line shows at most one of several notes, in the room of one line.
func line(notes ...fyne.CanvasObject) *fyne.Container {
	room := kit.NewText("", resources.SizeXS, resources.Text3, false)
	return container.NewStack(append([]fyne.CanvasObject{room}, notes...)...)
}

// noteLine is one line below a field. The tooltip has the whole text.
type noteLine struct {
	text *kit.Text
	hint *kit.Hint
	box  *fyne.Container
}

func newNoteLine(icon fyne.Resource, iconColor, textColor fyne.ThemeColorName) noteLine {
	n := noteLine{text: kit.NewText("", resources.SizeXS, textColor, false).Ellipsis()}
	n.hint = kit.NewHint(kit.NewRow(6, kit.NewIcon(icon, 12, iconColor), n.text))
	n.box = kit.NewColumn(0, n.hint)
	n.box.Hide()
	return n
}

// closedNote explains why a field is closed, or has no effect.
type closedNote struct{ noteLine }

func newClosedNote() *closedNote {
	return &closedNote{newNoteLine(resources.IconInfo, resources.Text3, resources.Text2)}
}

// show closes controls for a rule that the form would break with them, and opens them for "".
func (r *closedNote) show(rule string, controls ...fyne.Disableable) {
	for _, c := range controls {
		kit.Enable(c, rule == "")
	}
	words := wording.Rule(rule)
	r.text.SetText(words)
	r.hint.SetWords(cmp.Or(wording.ServiceRule(rule), words))
	kit.Show(r.box, rule != "")
}

// explain shows a note while the field is open.
func (r *closedNote) explain(words string) {
	if words != "" && !r.box.Visible() {
		r.text.SetText(words)
		r.hint.SetWords(words)
		r.box.Show()
	}
}

// warning shows that a text may be a mistake.
type warning struct{ noteLine }

func newWarning() *warning {
	return &warning{newNoteLine(resources.IconWarning, resources.Warn, resources.Warn)}
}

// show shows a sentence; "" hides the line.
func (w *warning) show(words string) {
	w.text.SetText(words)
	w.hint.SetWords(words)
	kit.Show(w.box, words != "")
}

func problemIs(problems []client.ValidationError, message string) bool {
	return len(problems) > 0 && problems[0].Message == message
}
