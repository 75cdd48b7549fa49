package gallery

import (
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// selectionBar is shown under the rows while several assets are selected. It has the actions on all of them.
type selectionBar struct {
	*wall
	actions func() []action.Action // the actions on the selection
	object  fyne.CanvasObject
	count   *kit.Text
	what    *kit.Text
	buttons action.Buttons
	row     *fyne.Container
}

func newSelectionBar(g *wall, actions func() []action.Action) *selectionBar {
	b := &selectionBar{
		wall: g, actions: actions,
		count: kit.NewText("", resources.SizeBody, resources.Text1, true),
		what:  kit.NewText("", resources.SizeSM, resources.Text2, false),
	}
	b.buttons.Wrap = g.andFocus
	left := kit.NewFlow(6, kit.NewInset(4, 6, 0, 0, kit.NewRow(6, b.count, b.what)))
	for _, id := range []string{"gallery/star", "gallery/tags", "gallery/album", "gallery/compare", "gallery/join",
		"gallery/board", "gallery/export", "gallery/restore"} {
		left.Add(b.buttons.Full(id, kit.Plain).Small())
	}
	b.row = kit.NewBeside(6, 0, left, kit.NewRow(6,
		b.buttons.Full("gallery/trash", kit.Danger).Small(), b.buttons.Full("gallery/forever", kit.Danger).Small(),
		kit.NewButton(lang.X("selection", "Clear")+"  Esc", nil, kit.Quiet, g.rows.SelectNone).Small()))
	b.object = container.NewStack(kit.NewGround(resources.BgSelected), kit.NewInset(8, 16, 8, 16, b.row))
	b.object.Hide()
	return b
}

// show shows the number of selected assets, or hides the bar.
func (b *selectionBar) show() {
	n := b.rows.SelectedCount()
	kit.Show(b.object, n > 1)
	if n <= 1 {
		return
	}
	b.count.SetText(lang.N("%s selected", "%s selected", n, lang.Number(n)))
	b.what.SetText(b.sum().words())
	b.buttons.Show(b.actions())
	b.row.Refresh() // the texts have other widths now
	b.repaint()
}
