package jobs

import (
	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// chips choose the group of a model and show how many jobs each group has.
type chips struct {
	*listModel
	buttons []*kit.Button
	width   float32 // of all together, as last shown
}

func newChips(m *listModel) *chips {
	c := &chips{listModel: m}
	for _, g := range m.groups {
		c.buttons = append(c.buttons, kit.NewChip(g.label(), func() { m.choose(g) }))
	}
	return c
}

func (c *chips) objects() (list []fyne.CanvasObject) {
	for _, b := range c.buttons {
		list = append(list, b)
	}
	return list
}

// count counts the jobs. It reports whether the chips need more or less room than before.
func (c *chips) count() (resized bool) {
	width := float32(0)
	for i, g := range c.groups {
		n := 0
		for _, it := range c.items {
			if it.in(g) {
				n++
			}
		}
		b, icon := c.buttons[i], fyne.Resource(nil)
		b.SetText(g.label() + " " + lang.Number(n))
		b.SetOn(g == c.group)
		if g == needsYou && n > 0 {
			icon = resources.IconWarning
			b.SetIconTone(kit.ToneWarn)
		}
		b.SetIcon(icon)
		width += b.MinSize().Width
	}
	resized, c.width = width != c.width, width
	return resized
}
