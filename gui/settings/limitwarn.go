package settings

import (
	"context"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// warnShares are the shares of a budget, in percent, from which a person can be warned.
func warnShares() []int { return []int{50, 75, 80, 90, 100} }

// warnField chooses the share of a budget from which a person is warned. It is kept at once.
type warnField struct {
	s       *Screen
	profile db.Profile
	shares  []int // as the picker shows them
	picker  *widgets.Picker
	note    *widgets.Text
	content fyne.CanvasObject
}

func newWarnField(s *Screen) *warnField {
	f := &warnField{s: s, note: note("").Wrap(true)}
	f.picker = widgets.NewSimplePicker(nil, f.keep)
	f.content = widgets.NewRow(12, widgets.NewFixed(amountWidth, 0, f.picker), f.note)
	return f
}

func (f *warnField) show(p db.Profile) {
	f.profile = p
	f.shares = warnShares()
	if p.WarnPercent > 0 && !slices.Contains(f.shares, p.WarnPercent) { // set by another program
		f.shares = append(f.shares, p.WarnPercent)
		slices.Sort(f.shares)
	}
	var titles []string
	for _, n := range f.shares {
		titles = append(titles, fmt.Sprintf("%d %%", n))
	}
	f.picker.SetOptions(widgets.Titles(titles...))
	f.picker.SetSelected(slices.Index(f.shares, p.WarnPercent))
	f.say(lang.L("the share of a budget that is used when the composer says so"), resources.Text2)
}

func (f *warnField) say(words string, color fyne.ThemeColorName) {
	f.note.SetText(words)
	f.note.SetColor(color)
}

func (f *warnField) keep(i int) {
	if i < 0 || i >= len(f.shares) || f.profile.ID == 0 || f.shares[i] == f.profile.WarnPercent {
		return
	}
	id, share := f.profile.ID, f.shares[i]
	f.s.deps.Go(func(ctx context.Context) {
		err := f.s.deps.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.WarnPercent = share })
		f.s.deps.Post(func() {
			if err != nil && f.profile.ID == id {
				f.show(f.profile)
				f.say(lang.L("Not saved: %s", wording.Fault(err)), resources.Err)
				return
			}
			f.s.deps.Refresh()
		})
	})
}
