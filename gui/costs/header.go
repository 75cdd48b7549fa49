package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// header is the row at the top: the period, the profiles, and the buttons for prices and export.
type header struct {
	host action.Host
	ask  asker

	period   *kit.Button
	next     *kit.Button
	profiles *fyne.Container
	listed   []db.Profile // that profiles has
	money    *kit.Tag     // the kind of money, if the profile in use has another kind
	moneyTag string       // its text
	object   *fyne.Container
}

// newHeader makes the row. prices is the button that shows the prices. onPeriods opens the periods
// below a button.
func newHeader(
	host action.Host, ask asker, prices *kit.Button, onPeriods func(button fyne.CanvasObject), onExport func(),
) *header {
	h := &header{host: host, ask: ask, profiles: kit.NewRow(8), money: kit.NewTag(kit.ToneInverted, nil, "")}
	stepBy := func(n int) func() {
		return func() { ask(func(q *query) { q.stepPeriod(n, host.Now()) }) }
	}
	previous := kit.NewIconButton(resources.IconArrowLeft, lang.L("Earlier"), stepBy(-1)).SetKind(kit.Quiet)
	h.next = kit.NewIconButton(resources.IconArrowRight, lang.L("Later"), stepBy(1)).SetKind(kit.Quiet)
	h.period = kit.NewButton("", nil, kit.Plain, func() { onPeriods(h.period) })
	export := kit.Swap{Words: kit.NewButton(lang.L("Export CSV…"), resources.IconExport, kit.Plain, onExport),
		Sign: kit.NewIconButton(resources.IconExport, lang.L("Export CSV…"), onExport)}
	h.object = kit.NewScreenHeader(lang.L("Costs"),
		[]fyne.CanvasObject{kit.NewRow(4, previous, h.period, h.next), h.profiles, h.money},
		[]fyne.CanvasObject{prices, export.Words, export.Sign}, export)
	return h
}

// show shows the query and the profiles that were read.
func (h *header) show(n names, q query) {
	title, money := q.period.title(), moneyWord(n.profile, h.host.Profile())
	if n.profile.ID == 0 || n.profile.ID != q.profile {
		money = "" // the profile is being read
	}
	changed := title != h.period.Text() || money != h.moneyTag
	h.moneyTag = money
	h.money.Set(kit.ToneInverted, nil, money)
	kit.Show(h.money, money != "")
	h.period.SetText(title)
	kit.Enable(h.next, !q.period.to.After(h.host.Now()))
	changed = h.listProfiles(n.shownProfiles(q.profile)) || changed
	for i, o := range h.profiles.Objects {
		o.(*kit.Button).SetOn(h.listed[i].ID == q.profile)
	}
	if changed {
		h.object.Refresh()
	}
}

// moneyWord returns the kind of money of the shown profile; "" if the profile in use has the same kind, which the rail
// shows, and until the profile is read.
func moneyWord(shown, front db.Profile) string {
	switch {
	case shown.ID == 0, shown.Sandbox == front.Sandbox:
		return ""
	case shown.Sandbox:
		return lang.L("PLAY MONEY")
	}
	return lang.L("REAL MONEY")
}

// listProfiles shows a chip for each profile. It reports whether the chips changed.
func (h *header) listProfiles(all []db.Profile) bool {
	if slices.EqualFunc(all, h.listed, func(p, q db.Profile) bool { return p.ID == q.ID && p.Name == q.Name }) {
		return false
	}
	h.listed = all
	h.profiles.RemoveAll()
	for _, p := range all {
		h.profiles.Add(kit.NewChip(p.Name, func() { h.ask(func(q *query) { q.setProfile(p.ID) }) }))
	}
	return true
}
