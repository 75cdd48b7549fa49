package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
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

// notice is the line that says what the form changed by itself, with the way back.
type notice struct {
	text *widgets.Text
	link *widgets.Link
	box  *fyne.Container
	undo func()
}

func newNotice() *notice {
	n := &notice{text: widgets.NewText("", resources.SizeSM, resources.Text1, false).Wrap(true)}
	n.link = widgets.NewLink(lang.L("Undo"), func() {
		if n.undo != nil {
			n.undo()
		}
	})
	inner := widgets.NewRow(8, widgets.NewIcon(resources.IconInfo(), 14, resources.Accent), n.text, n.link)
	n.box = container.NewStack(widgets.NewGround(resources.AccentSoft), widgets.NewInset(4, 8, 4, 8, inner))
	n.box.Hide()
	return n
}

func (n *notice) show(text, word string, undo func()) {
	n.undo = undo
	n.text.SetText(text)
	n.link.SetText(word)
	setShown(n.link, undo != nil)
	n.box.Show()
}

func (n *notice) hide() {
	n.undo = nil
	n.box.Hide()
}
