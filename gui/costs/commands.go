package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// The parts of the place that take keys of their own.
const (
	chartPart  = "chart"
	ledgerPart = "ledger"
)

// Actions returns everything that can be done in the place.
func (s *Screen) Actions() []action.Action {
	const alt, both = fyne.KeyModifierAlt, fyne.KeyModifierAlt | fyne.KeyModifierShift
	correct := command("costs/correct", lang.L("Correct the entry…"), alt, fyne.KeyR, s.ShowCorrect)
	correct.Disabled = s.noCorrection()
	list := []action.Action{
		command("costs/Alt+Left", lang.L("Earlier"), alt, fyne.KeyLeft, func() { s.Step(-1) }),
		command("costs/Alt+Right", lang.L("Later"), alt, fyne.KeyRight, func() { s.Step(1) }),
		command("costs/Alt+Home", lang.L("This month"), alt, fyne.KeyHome, func() { s.showMonth(0) }),
		command("costs/Alt+Shift+Home", lang.L("Last month"), both, fyne.KeyHome, func() { s.showMonth(-1) }),
		command("costs/Alt+D", lang.L("Other period…"), alt, fyne.KeyD, s.ShowPeriods),
		command("costs/Alt+P", lang.L("Next profile"), alt, fyne.KeyP, s.NextProfile),
		command("costs/Alt+C", lang.L("Go to the chart"), alt, fyne.KeyC, s.FocusChart),
		command("costs/Alt+G", lang.L("Next grouping"), alt, fyne.KeyG, s.NextGrouping),
		command("costs/Alt+L", lang.L("Go to the ledger"), alt, fyne.KeyL, s.FocusLedger),
		command("costs/Alt+S", lang.L("Search the ledger"), alt, fyne.KeyS, s.FocusSearch),
		command("costs/Alt+K", lang.L("Next kind of entry"), alt, fyne.KeyK, s.NextKind),
		command("costs/Alt+F", lang.L("Filter…"), alt, fyne.KeyF, s.ShowFilter),
		command("costs/Alt+BackSpace", lang.L("Clear the filter"), alt, fyne.KeyBackspace, s.ClearFilter),
		correct,
		command("costs/Alt+B", lang.L("Change the budget…"), alt, fyne.KeyB, s.changeBudget),
		command("costs/Alt+N", lang.L("Unconfirmed entries"), alt, fyne.KeyN, s.deps.Window.ShowQueue),
		command("costs/Alt+E", lang.L("Export CSV…"), alt, fyne.KeyE, s.ExportCSV),
		command("costs/Alt+V", lang.L("Go to the prices"), alt, fyne.KeyV, s.ShowPrices),
		command("costs/Alt+Shift+V", lang.L("Save the changed prices"), both, fyne.KeyV, s.deps.Prices.Save),
	}
	return append(append(list, chartActions()...), ledgerActions()...)
}

// command is one of the whole place, where its keys have a modifier, so that they mean the same while something is typed.
func command(id, label string, mod fyne.KeyModifier, key fyne.KeyName, do func()) action.Action {
	scope := action.Scope{In: "costs"}
	return action.Action{ID: id, Group: lang.L("Costs"), Label: label, Keys: action.KeysWith(mod, key), Scope: scope, Do: do}
}

// changeBudget leads to the budget of the profile whose costs are shown.
func (s *Screen) changeBudget() { s.deps.Window.ShowBudget(s.asked.get().profile) }

// ofPart is what a control does with keys of its own while it has the focus.
func ofPart(part, group, id, label string, names ...fyne.KeyName) action.Action {
	scope := action.Scope{In: "costs/" + part}
	return action.Action{ID: id, Group: group, Label: label, Keys: action.BareKeys(names...), Scope: scope, Own: true}
}

// several is ofPart with keys that mean several things, worded one after the other.
func several(part, group, id, label string, names ...fyne.KeyName) action.Action {
	a := ofPart(part, group, id, label, names...)
	a.Says = action.KeyList(a.Keys)
	return a
}

// chartActions are what keys do on the chart.
func chartActions() []action.Action {
	group := lang.L("Costs: chart")
	return []action.Action{
		several(chartPart, group, "costs/chart/step", lang.L("Earlier bar, later bar"), fyne.KeyLeft, fyne.KeyRight),
		several(chartPart, group, "costs/chart/ends", lang.L("First bar, last bar"), fyne.KeyHome, fyne.KeyEnd),
		several(chartPart, group, "costs/chart/open", lang.L("List its entries; show all again"), fyne.KeyReturn, fyne.KeySpace),
	}
}

// followIDs are the commands that lead from an entry of the ledger, in the order of its links: to its job, to what that made, to all
// entries of the job.
var followIDs = [...]string{"costs/ledger/job", "costs/ledger/file", "costs/ledger/entries"}

// ledgerActions are what keys do in the ledger. What follows an entry is done by keys only: elsewhere no entry is meant.
func ledgerActions() []action.Action {
	group := lang.L("Costs: ledger")
	move := several(ledgerPart, group, "costs/ledger/move", lang.L("Move between entries"),
		fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd)
	move.Says = lang.X("key", "arrows, Home, End")
	return []action.Action{
		ofPart(ledgerPart, group, followIDs[0], lang.L("Show the job"), fyne.KeyJ),
		ofPart(ledgerPart, group, followIDs[1], lang.L("Show its results"), fyne.KeyF),
		ofPart(ledgerPart, group, followIDs[2], lang.L("All entries of its job"), fyne.KeyE),
		several(ledgerPart, group, "costs/ledger/open", lang.L("Show the job"), fyne.KeyReturn, fyne.KeySpace),
		move,
		several(ledgerPart, group, "costs/ledger/fold", lang.L("Show the entries of a job, hide them"), fyne.KeyRight, fyne.KeyLeft),
	}
}

// after returns what follows one of a list; the first after the last.
func after[T comparable](all []T, one T) T { return all[(slices.Index(all, one)+1)%len(all)] }

// NextProfile turns the place to the next profile of the list.
func (s *Screen) NextProfile() {
	var ids []int64
	at := s.asked.get().profile
	for _, p := range shownProfiles(s.shown.profiles, at) {
		ids = append(ids, p.ID)
	}
	if len(ids) > 1 {
		s.SetProfile(after(ids, at))
	}
}

// showMonth shows the month so many after this one.
func (s *Screen) showMonth(n int) {
	p := monthOf(s.deps.Now()).step(n)
	s.SetPeriod(p.from, p.to)
}

// NextGrouping turns to the next grouping.
func (s *Screen) NextGrouping() {
	at := s.asked.get().shownBy()
	s.group((at + 1) % grouping(len(groupings())))
}

// NextKind lists the next kind of entry.
func (s *Screen) NextKind() {
	all := kindChoices()
	i := slices.IndexFunc(all, func(k kindChoice) bool { return k.kind == s.asked.get().filter.kind })
	s.filter(func(f *filter) { f.kind = after(all, all[i]).kind })
}

// FocusChart brings the keyboard to the chart, or to the table in its place.
func (s *Screen) FocusChart() {
	s.Content()
	if o := s.overview; s.asked.get().by.charted() || o.table == nil {
		s.focus(o.chart)
	} else {
		s.focus(o.table.List)
	}
}

// FocusLedger brings the keyboard to the entries.
func (s *Screen) FocusLedger() {
	s.Content()
	if s.ledger.list.At() < 0 {
		s.ledger.list.Choose(0)
	}
	s.focus(s.ledger.list.List)
}

// FocusSearch brings the keyboard to the search of the ledger.
func (s *Screen) FocusSearch() {
	s.Content()
	s.focus(s.ledger.search)
}
