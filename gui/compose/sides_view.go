package compose

import (
	"strings"

	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// sidesView is the pair of fields of a free size, with the nearest one that is allowed.
type sidesView struct {
	width, height *editor
	name          *kit.Text
	row           *fyne.Container
	use           *kit.Link
	nearest       order.SizeSuggestion
	offer         *fyne.Container // beside the problem of the size
}

func newSidesView(onChanged func(width, height string), onSend func()) *sidesView {
	v := &sidesView{}
	changed := func(string) { onChanged(strings.TrimSpace(v.width.Text), strings.TrimSpace(v.height.Text)) }
	v.width, v.height = newEditor(changed, onSend), newEditor(changed, onSend)
	v.width.SetPlaceHolder(lang.L("width"))
	v.height.SetPlaceHolder(lang.L("height"))
	small := func(s string) *kit.Text { return kit.NewText(s, resources.SizeBody, resources.Text2, false) }
	v.use = kit.NewLink("", func() { onChanged(v.nearest.Width, v.nearest.Height) })
	v.offer = kit.NewInset(-linkRoom-1, 0, -linkRoom-1, 0, v.use)
	sides := kit.NewRow(8, kit.NewFixed(96, 0, v.width), small("×"), kit.NewFixed(96, 0, v.height), small("px"))
	v.row = kit.NewField(lang.L("Size"), sides)
	v.name = v.row.Objects[0].(*kit.Text)
	return v
}

// show shows the two, and the nearest size that is allowed where offer has one.
func (v *sidesView) show(name string, width, height string, offer func() (order.SizeSuggestion, bool)) {
	v.name.SetText(name)
	v.width.show(width)
	v.height.show(height)
	o, ok := offer()
	v.nearest = o
	if ok {
		v.use.SetText(lang.L("Use %s × %s", o.Width, o.Height))
	}
	kit.Show(v.offer, ok)
}
