package gallery

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// tagsView shows the tags of an asset in the detail pane: a click finds what has the same.
type tagsView struct {
	g      *Gallery
	object fyne.CanvasObject
	flow   *fyne.Container
	tags   []string
	of     int64
}

func newTagsView(g *Gallery) *tagsView {
	v := &tagsView{g: g, flow: widgets.NewFlow(6)}
	v.object = widgets.NewColumn(4, widgets.NewText(lang.L("Tags"), resources.SizeSM, resources.Text2, false), v.flow)
	return v
}

func (v *tagsView) show(a db.Asset) {
	if v.of == a.ID && slices.Equal(v.tags, a.Tags) && len(v.flow.Objects) > 0 {
		return
	}
	v.of, v.tags = a.ID, a.Tags
	v.flow.Objects = nil
	for _, t := range a.Tags {
		chip := widgets.NewChip(t, func() { v.g.find(db.Query{Terms: []db.Term{{Key: db.KeyTag, Text: t}}}) })
		v.flow.Add(chip)
	}
	add := widgets.NewChip(lang.X("a tag", "add"), func() { v.g.Tag(v.of) })
	add.SetIcon(resources.IconPlus())
	v.flow.Add(add)
	v.flow.Refresh()
}
