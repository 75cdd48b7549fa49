package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/data/binding"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// rail leads to the places. On top stands the profile in front, at the foot what the month has cost.
type rail struct {
	content  *fyne.Container
	shell    *Shell
	profile  *widgets.Picker
	buttons  [places]*widgets.PlaceButton
	foot     *monthFoot
	switcher Switcher
}

func newRail(s *Shell) *rail {
	r := &rail{shell: s, foot: newMonthFoot()}
	r.profile = widgets.NewPicker(nil, r.chosen).Card(resources.IconPlug())
	column := widgets.NewColumn(2)
	for p := range places {
		if s.screens.Places[p] == nil {
			continue
		}
		r.buttons[p] = widgets.NewPlaceButton(p.icon(), p.String(), func() { s.Show(p) })
		column.Add(r.buttons[p])
	}
	top := widgets.NewInset(8, 8, 8, 8, widgets.NewColumn(12, r.profile, column))
	body := container.NewBorder(top, r.foot.content, nil, nil)
	r.content = &fyne.Container{
		Layout:  &railLayout{foot: r.foot},
		Objects: []fyne.CanvasObject{widgets.NewGround(resources.BgPanel), body},
	}
	listen(s.live.NeedsYou, func(n int) {
		if b := r.buttons[Queue]; b != nil {
			b.SetBadge(n)
		}
	})
	listen(s.live.Month, r.foot.set)
	listen(s.live.Switcher, r.setProfiles)
	return r
}

// mark marks the place in front.
func (r *rail) mark(p Place) {
	for i, b := range r.buttons {
		if b != nil {
			b.SetOn(Place(i) == p)
		}
	}
}

// setProfiles fills the switcher. Its last option leads to the settings.
func (r *rail) setProfiles(sw Switcher) {
	r.switcher = sw
	options := make([]widgets.PickerOption, 0, len(sw.Names)+1)
	for i := range sw.Names {
		options = append(options, widgets.PickerOption{Title: sw.Names[i], Subtitle: sw.Keys[i]})
	}
	if r.shell.screens.Places[Settings] != nil {
		options = append(options, widgets.PickerOption{Title: lang.L("Manage profiles…")})
	}
	r.profile.SetOptions(options)
	r.profile.SetSelected(sw.Front)
	icon := resources.IconPlug()
	if sw.Sandbox {
		icon = resources.IconBox()
	}
	r.profile.SetIcon(icon)
}

func (r *rail) chosen(i int) {
	if i < len(r.switcher.IDs) {
		r.shell.UseProfile(r.switcher.IDs[i])
		return
	}
	r.profile.SetSelected(r.switcher.Front)
	r.shell.Show(Settings)
}

// railLayout hides the foot's words in a narrow rail.
type railLayout struct{ foot *monthFoot }

// MinSize is the narrow rail.
func (*railLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(resources.Scaled(railNarrow), o[1].MinSize().Height)
}

// Layout fills the rail.
func (l *railLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	l.foot.narrow(s.Width <= resources.Scaled(railNarrow))
	for _, c := range o {
		widgets.Place(c, 0, 0, s.Width, s.Height)
	}
}

// listen calls f with the value of a binding now and after each change, on the window's goroutine.
func listen[T any](item binding.Item[T], f func(T)) {
	item.AddListener(binding.NewDataListener(func() {
		if v, err := item.Get(); err == nil {
			f(v)
		}
	}))
}
