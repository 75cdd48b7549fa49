package compose

import (
	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// complaint is the line under a field that says which rule it breaks, and the outline of its entries. It takes no room
// while there is none.
type complaint struct {
	text    *widgets.Text
	box     *fyne.Container
	entries []*editor
}

func newComplaint(entries ...*editor) *complaint {
	c := &complaint{entries: entries, text: widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	icon := widgets.NewIcon(resources.IconErrorCircle(), 12, resources.Err)
	c.box = widgets.NewRow(6, icon, c.text)
	c.box.Hide()
	return c
}

// indented puts the line under the control of a field with a label.
func (c *complaint) indented() *complaint {
	c.box.Show()
	c.box = indented(c.box)
	c.box.Hide()
	return c
}

// show says the first of the problems; none hides the line.
func (c *complaint) show(problems []client.ValidationError) {
	for _, e := range c.entries {
		e.SetFailed(len(problems) > 0)
	}
	if len(problems) > 0 {
		c.text.SetText(form.Words(problems[0].Message))
	}
	setShown(c.box, len(problems) > 0)
}
