package gallery

import (
	"slices"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
)

// tagsView shows the tags of an asset in the detail pane. A click on a tag searches for it.
type tagsView struct {
	editor *tagEditor
	object fyne.CanvasObject
	flow   *fyne.Container
	tags   []string
	of     int64
}

func newTagsView(editor *tagEditor) *tagsView {
	v := &tagsView{editor: editor, flow: kit.NewFlow(6)}
	v.object = kit.NewColumn(4, kit.NewText(lang.L("Tags"), resources.SizeSM, resources.Text2, false), v.flow)
	return v
}

func (v *tagsView) show(a db.Asset) {
	if v.of == a.ID && slices.Equal(v.tags, a.Tags) && len(v.flow.Objects) > 0 {
		return
	}
	v.of, v.tags = a.ID, a.Tags
	v.flow.Objects = nil
	for _, t := range a.Tags {
		v.flow.Add(kit.NewChip(t, func() {
			v.editor.find(search.Query{Terms: []search.Term{{Key: search.KeyTag, Text: t}}})
		}))
	}
	add := kit.NewChip(lang.X("a tag", "add"), func() { v.editor.andFocus(func() { v.editor.Tag(v.of) }) })
	add.SetIcon(resources.IconPlus)
	v.flow.Add(add)
	v.flow.Refresh()
}
