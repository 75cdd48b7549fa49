package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/compose/form"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// build makes what is to be seen, and connects it with the parts.
func (s *Screen) build() {
	s.fields = newFormView(s)
	s.slots.frames, s.slots.pictures = s.fields.frames, s.fields.pictures
	s.writing.set, s.writing.asItWas = func(text string) { s.edit(func(f *form.Form) { f.SetPrompt(text) }) }, s.SendAsItWas
	s.writing.help(s.fields.prompt, s.fields.negative.entry)
	s.foot = newFootView(s)
	s.heldView = newHeldView(s.HoldForLater, s.keepHeld, s.StopEditing)

	s.buildSwitch()

	fields := widgets.NewInset(12, inset, 12, inset, s.fields.box)
	s.scroll = container.NewScroll(fields) // to the side too: large text in a small window needs more than there is
	s.follower = widgets.NewFollower(s.scroll)
	foot := widgets.NewColumn(0, widgets.NewRule(), widgets.NewInset(10, inset, 10, inset, s.foot.box))
	s.head = widgets.NewColumn(0, widgets.NewInset(12, 0, 0, 0, s.kind), s.heldView.box)
	s.scroll.OnScrolled = func(fyne.Position) { s.writing.slash.close() }
	s.box = widgets.NewFixed(leastWidth, 0, container.NewStack(widgets.NewGround(resources.BgPanel),
		container.New(panelLayout{}, widgets.NewInset(0, inset, 0, inset, s.head), s.scroll, foot), // Tab follows this order
		s.writing.slash.layer))
	s.window.box, s.slots.scroll = s.box, s.scroll
}

func (s *Screen) buildSwitch() {
	var names []string
	for _, k := range Kinds() {
		names = append(names, wording.Kind(k))
	}
	s.kind = widgets.NewSegmented(names, func(i int) {
		s.notices.hide()
		s.edit(func(f *form.Form) { f.Kind = Kinds()[i] })
		s.scroll.ScrollToTop()
	}).Tight()
	// A click asks for this kind's prompt; arrow keys stay on the switch.
	s.kind.OnTapped = s.Focus
}
