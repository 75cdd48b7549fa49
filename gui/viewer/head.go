package viewer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// head is the row above the asset, and the arrows at its sides.
type head struct {
	now        *subject
	comparison *comparison
	actions    func() []action.Action
	title      *kit.Text
	number     *kit.Text
	with       *kit.Picker       // the asset of a comparison
	room       fyne.CanvasObject // of with
	rest       fyne.CanvasObject // the controls outside a comparison
	mode       *kit.Segmented
	buttons    action.Buttons
	star       *kit.Button
	trash      *kit.Button
	details    *kit.Button
	full       *kit.Button
	before     *kit.Button
	after      *kit.Button
	object     fyne.CanvasObject
}

// headCallbacks are what the controls of the head do.
type headCallbacks struct {
	onLeave      func()
	onCompare    func(on bool)
	onFullScreen func()
	onMove       func(step int)
}

// Measures of the head, px.
const (
	withWidth = 220 // of the choice of what to compare with
	headRoom  = 48  // height
)

func newHead(
	now *subject, comparison *comparison, focus focuser, actions func() []action.Action, on headCallbacks,
) *head {
	h := &head{now: now, comparison: comparison, actions: actions, buttons: action.Buttons{Wrap: focus}}
	back := kit.NewButton(lang.X("to where one came from", "Back")+"  Esc", resources.IconArrowLeft, kit.Quiet,
		on.onLeave)
	h.title = kit.NewText("", resources.SizeBody, resources.Text1, true).Ellipsis()
	h.number = kit.NewText("", resources.SizeSM, resources.Text2, false)
	h.with = kit.NewSimplePicker(nil, func(i int) { focus(func() { comparison.choose(i) }) })
	h.room = kit.NewFixed(withWidth, 0, h.with)
	h.mode = kit.NewSegmented([]string{lang.X("picture", "Single"), lang.X("verb", "Compare")}, func(i int) {
		focus(func() { on.onCompare(i == 1) })
	})
	h.star, h.trash = h.buttons.Icon("viewer/star", kit.Quiet), h.buttons.Icon("viewer/trash", kit.Danger)
	h.details = kit.NewButton(lang.L("Details"), resources.IconInfo, kit.Plain, nil)
	h.full = focus.icon(resources.IconFullScreen, lang.L("Full screen"), on.onFullScreen)
	previous, next := focus.wrap(func() { on.onMove(-1) }), focus.wrap(func() { on.onMove(1) })
	h.before = kit.NewIconButton(resources.IconChevronLeft, lang.L("Previous"), previous)
	h.after = kit.NewIconButton(resources.IconChevronRight, lang.L("Next"), next)
	h.rest = kit.NewRow(8, h.mode, h.star, h.buttons.Icon("viewer/tags", kit.Quiet),
		h.buttons.Icon("viewer/album", kit.Quiet),
		h.trash, h.details, h.full)
	row := kit.NewRow(8, back, kit.NewVRule(), h.title, h.number, h.room, kit.NewSpring(), h.rest)
	h.object = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewFixed(0, headRoom, kit.NewInset(4, edge/2, 4, edge/2, row)),
		kit.NewColumn(0, kit.NewSpring(), kit.NewRule()))
	return h
}

// update updates the row for the shown asset.
func (h *head) update() {
	comparing := h.comparison.on
	h.title.SetText(wording.AssetTitle(h.now.asset))
	h.number.SetText(h.now.position())
	if comparing {
		h.title.SetText(h.comparison.title())
		h.number.SetText(lang.L("A:"))
		var with []string
		for _, c := range h.comparison.candidates() {
			with = append(with, c.label)
		}
		h.with.SetOptions(kit.Titles(with...))
		h.with.SetSelected(h.comparison.chosen())
	}
	kit.Show(h.room, comparing)
	kit.Show(h.number, !h.now.alone)
	kit.Show(h.rest, !h.now.alone)
	h.mode.SetSelected(0)
	if comparing {
		h.mode.SetSelected(1)
	}
	h.mode.SetOff(1, !comparing && len(h.comparison.candidates()) == 0)
	h.buttons.Show(h.actions())
	kit.Show(h.trash, h.trash.Visible() && !comparing)
	_, back := h.now.neighbour(-1)
	_, on := h.now.neighbour(1)
	kit.Show(h.before, back && !comparing)
	kit.Show(h.after, on && !comparing)
	h.object.Refresh()
}
