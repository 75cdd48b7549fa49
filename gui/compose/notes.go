package compose

import (
	"viviscope/client"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// failable is an entry that can be outlined as wrong.
type failable interface{ SetFailed(failed bool) }

// complaint is the line under a field with the rule that the field breaks, and the outline of its entries. It takes no room
// while no rule is broken.
type complaint struct {
	text    *kit.Text
	box     *fyne.Container
	entries []failable
}

// newComplaint returns a line that is aligned with the control of a field, or with its label.
func newComplaint(underField bool, entries ...failable) *complaint {
	c := &complaint{entries: entries, text: kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	icon := kit.NewIcon(resources.IconErrorCircle, 12, resources.Err)
	c.box = kit.NewRow(6, icon, c.text)
	if underField {
		c.box = kit.NewUnderField(c.box)
	}
	c.box.Hide()
	return c
}

// show shows the first of the problems, or hides the line.
func (c *complaint) show(problems []client.ValidationError) {
	for _, e := range c.entries {
		e.SetFailed(len(problems) > 0)
	}
	if len(problems) > 0 {
		c.text.SetText(wording.Rule(problems[0].Message))
	}
	kit.Show(c.box, len(problems) > 0)
}

// closedNote is the line that explains why a field is closed, or has no effect.
type closedNote struct {
	text *kit.Text
	box  *fyne.Container
}

func newClosedNote(underField bool) *closedNote {
	r := &closedNote{text: kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)}
	r.box = kit.NewRow(6, kit.NewIcon(resources.IconInfo, 14, resources.Text3), r.text)
	if underField {
		r.box = kit.NewUnderField(r.box)
	}
	r.box.Hide()
	return r
}

// show closes controls for a rule that the form would break with them, and opens them for "".
func (r *closedNote) show(rule string, controls ...fyne.Disableable) {
	for _, c := range controls {
		kit.Enable(c, rule == "")
	}
	r.text.SetText(wording.Rule(rule))
	kit.Show(r.box, rule != "")
}

// hint shows a hint while the field is open.
func (r *closedNote) hint(words string) {
	if words != "" && !r.box.Visible() {
		r.text.SetText(words)
		r.box.Show()
	}
}

func problemIs(problems []client.ValidationError, message string) bool {
	return len(problems) > 0 && problems[0].Message == message
}
