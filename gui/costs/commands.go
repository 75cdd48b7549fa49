package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// Actions returns the commands of the screen, and the keys of its parts.
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
		command("costs/Alt+L", lang.L("Go to the table"), alt, fyne.KeyL, s.FocusLedger),
		command("costs/Alt+S", lang.L("Search the ledger"), alt, fyne.KeyS, s.FocusSearch),
		command("costs/Alt+K", lang.L("Next kind of entry"), alt, fyne.KeyK, s.NextKind),
		command("costs/Alt+F", lang.L("Filter…"), alt, fyne.KeyF, s.ShowFilter),
		command("costs/Alt+BackSpace", lang.L("Clear the filter"), alt, fyne.KeyBackspace, s.ClearFilter),
		correct,
		command("costs/Alt+B", lang.L("Change the budget…"), alt, fyne.KeyB, s.changeBudget),
		command("costs/Alt+N", lang.L("Unconfirmed entries"), alt, fyne.KeyN, s.deps.Window.ShowQueue),
		command("costs/Alt+E", lang.L("Export CSV…"), alt, fyne.KeyE, s.ExportCSV),
		command("costs/Alt+V", lang.L("Show or hide the prices"), alt, fyne.KeyV, s.TogglePrices),
		command("costs/Ctrl+S", lang.L("Save the changed prices"), fyne.KeyModifierShortcutDefault, fyne.KeyS,
			s.deps.Prices.Save),
	}
	return slices.Concat(list, chartActions(), ledgerActions())
}

// command returns a command of the screen. Its key has a modifier, so that it works while the user types.
func command(id, label string, mod fyne.KeyModifier, key fyne.KeyName, do func()) action.Action {
	scope := action.Scope{In: "costs"}
	keys := action.KeysWith(mod, key)
	return action.Action{ID: id, Group: lang.L("Costs"), Label: label, Keys: keys, Scope: scope, Do: do}
}

// NextProfile shows the next profile of the header.
func (s *Screen) NextProfile() {
	var ids []int64
	at := s.asked.get().profile
	for _, p := range s.shown.shownProfiles(at) {
		ids = append(ids, p.ID)
	}
	if len(ids) > 1 {
		s.SetProfile(ids[(slices.Index(ids, at)+1)%len(ids)])
	}
}

// showMonth shows the month that is n months after this one.
func (s *Screen) showMonth(n int) {
	p := monthOf(s.deps.Now()).step(n)
	s.SetPeriod(p.from, p.to)
}

// NextGrouping shows the next grouping.
func (s *Screen) NextGrouping() {
	s.setQuery(func(q *query) { q.by = (q.by + 1) % grouping(len(groupings())) })
}

// NextKind narrows the list to the next kind of entry.
func (s *Screen) NextKind() {
	all := kindChoices()
	s.setQuery(func(q *query) {
		i := slices.IndexFunc(all, func(k kindChoice) bool { return k.kind == q.filter.kind })
		q.filter.kind = all[(i+1)%len(all)].kind
	})
}

// First returns the table, or the period until the ledger is read. It gets the focus when the screen is shown.
func (s *Screen) First() fyne.Focusable {
	s.Content()
	l := s.view.ledger
	switch {
	case !s.shown.ready:
		return s.view.header.period
	case s.shown.query.by != ungrouped:
		return l.groups.table.List
	}
	return l.table.list.List
}

// FocusChart moves the keyboard to the chart.
func (s *Screen) FocusChart() {
	s.Content()
	s.deps.Canvas().Focus(s.view.chart.chart)
}

// FocusLedger moves the keyboard to the table.
func (s *Screen) FocusLedger() {
	s.Content()
	s.view.ledger.focus()
}

// FocusSearch moves the keyboard to the search of the ledger.
func (s *Screen) FocusSearch() {
	s.Content()
	s.deps.Canvas().Focus(s.view.ledger.head.search)
}
