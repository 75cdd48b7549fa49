package shell

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// rail is the navigation bar with the places. The current profile is on top, the month's costs at the bottom.
type rail struct {
	content  *fyne.Container
	use      func(profile int64)
	settings func() // opens the settings
	profile  *kit.Picker
	buttons  [places]*kit.Button
	foot     *monthFoot
	switcher Switcher
}

func newRail(l *Live, show func(Place), use func(profile int64)) *rail {
	r := &rail{use: use, settings: func() { show(Settings) }, foot: newMonthFoot()}
	r.profile = kit.NewPicker(nil, r.chosen).Card(resources.IconPlug)
	column := kit.NewColumn(2)
	for p := range places {
		r.buttons[p] = kit.NewPlaceButton(placeTable[p].icon, p.String(), func() { show(p) })
		column.Add(r.buttons[p])
	}
	top := kit.NewInset(8, 8, 8, 8, kit.NewColumn(12, r.profile, column))
	free := kit.NewSpring()
	body := kit.NewFilled(0, free, top, free, r.foot.content)
	r.content = container.NewStack(kit.NewGround(resources.BgPanel), body)
	listen(l.NeedsYou, r.buttons[Queue].SetBadge)
	listen(l.Month, func(m Month) {
		r.foot.set(m)
		body.Refresh() // the foot may be higher now
	})
	listen(l.Switcher, r.setProfiles)
	return r
}

// mark marks the button of the current place.
func (r *rail) mark(p Place) {
	for i, b := range r.buttons {
		b.SetOn(Place(i) == p)
	}
}

// setProfiles fills the switcher. Its last option opens the settings.
func (r *rail) setProfiles(sw Switcher) {
	r.switcher = sw
	r.profile.SetOptions(append(slices.Clone(sw.Options), kit.Choice{Title: lang.L("Manage profiles…")}))
	r.profile.SetSelected(sw.Front)
	icon := resources.IconPlug
	if sw.Sandbox {
		icon = resources.IconBox
	}
	r.profile.SetIcon(icon)
}

func (r *rail) chosen(i int) {
	if i < len(r.switcher.IDs) {
		r.use(r.switcher.IDs[i])
		return
	}
	r.profile.SetSelected(r.switcher.Front)
	r.settings()
}

// setNarrow shows one amount of the month instead of all, for a narrow rail.
func (r *rail) setNarrow(on bool) {
	kit.Show(r.foot.wide, !on)
	kit.Show(r.foot.narrow, on)
}
