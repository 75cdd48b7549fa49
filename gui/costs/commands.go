package costs

import (
	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
)

// Command is one thing that can be done in the place, for menus and the sheet of keys. Its keys have a modifier, so that
// they mean the same while something is typed. Keys words keys that a control takes itself while it has the focus; such a
// command has no Key.
type Command struct {
	ID       string // tells those without a Key apart; the same in all languages
	Group    string // "In Costs", "On the chart", "In the ledger"
	Word     string
	Key      fyne.KeyName
	Modifier fyne.KeyModifier
	Keys     string
	Do       func()
}

// Commands returns everything that can be done in the place. What nobody answers to is absent.
func (s *Screen) Commands() []Command {
	const alt, both = fyne.KeyModifierAlt, fyne.KeyModifierAlt | fyne.KeyModifierShift
	list := []Command{
		{Word: lang.L("Earlier"), Key: fyne.KeyLeft, Modifier: alt, Do: func() { s.Step(-1) }},
		{Word: lang.L("Later"), Key: fyne.KeyRight, Modifier: alt, Do: func() { s.Step(1) }},
		{Word: lang.L("This month"), Key: fyne.KeyHome, Modifier: alt, Do: func() { p := monthOf(s.deps.Now()); s.SetPeriod(p.from, p.to) }},
		{Word: lang.L("Last month"), Key: fyne.KeyHome, Modifier: both, Do: func() { p := monthOf(s.deps.Now()).step(-1); s.SetPeriod(p.from, p.to) }},
		{Word: lang.L("Another time…"), Key: fyne.KeyD, Modifier: alt, Do: s.ShowPeriods},
		{Word: lang.L("Next profile"), Key: fyne.KeyP, Modifier: alt, Do: s.NextProfile},
		{Word: lang.L("To the chart"), Key: fyne.KeyC, Modifier: alt, Do: s.FocusChart},
		{Word: lang.L("Bars, running, table"), Key: fyne.KeyT, Modifier: alt, Do: s.NextFace},
		{Word: lang.L("Group by the next"), Key: fyne.KeyG, Modifier: alt, Do: s.NextGrouping},
		{Word: lang.L("To the ledger"), Key: fyne.KeyL, Modifier: alt, Do: s.FocusLedger},
		{Word: lang.L("Search the ledger"), Key: fyne.KeyS, Modifier: alt, Do: s.FocusSearch},
		{Word: lang.L("Next kind of entry"), Key: fyne.KeyK, Modifier: alt, Do: s.NextKind},
		{Word: lang.L("Filter…"), Key: fyne.KeyF, Modifier: alt, Do: s.ShowFilter},
		{Word: lang.L("Clear the filter"), Key: fyne.KeyBackspace, Modifier: alt, Do: s.ClearFilter},
		{Word: lang.L("Price what has no price…"), Key: fyne.KeyU, Modifier: alt, Do: s.ShowPricing},
		{Word: lang.L("Compare with the console…"), Key: fyne.KeyR, Modifier: alt, Do: s.ShowReconcile},
	}
	if s.deps.ChangeProfile != nil {
		list = append(list, Command{Word: lang.L("Change the budget…"), Key: fyne.KeyB, Modifier: alt, Do: s.ChangeBudget})
	}
	if s.deps.OnNeedsYou != nil {
		list = append(list, Command{Word: lang.L("What is unconfirmed"), Key: fyne.KeyN, Modifier: alt, Do: s.deps.OnNeedsYou})
	}
	if s.deps.OnSaveFile != nil {
		list = append(list, Command{Word: lang.L("Export CSV…"), Key: fyne.KeyE, Modifier: alt, Do: s.ExportCSV},
			Command{Word: lang.L("Save the chart as PNG…"), Key: fyne.KeyE, Modifier: both, Do: s.SaveChart})
	}
	if s.deps.Prices != nil {
		list = append(list, Command{Word: lang.L("To the prices"), Key: fyne.KeyV, Modifier: alt, Do: s.ShowPrices})
	}
	if s.deps.SavePrices != nil {
		list = append(list, Command{Word: lang.L("Save the changed prices"), Key: fyne.KeyV, Modifier: both, Do: s.deps.SavePrices})
	}
	for i := range list {
		list[i].Group = lang.L("In Costs")
	}
	chart, ledger := lang.L("On the chart"), lang.L("In the ledger")
	return append(list,
		Command{ID: "chart/step", Group: chart, Word: lang.L("Earlier bar, later bar"), Keys: lang.L("Left, Right")},
		Command{ID: "chart/ends", Group: chart, Word: lang.L("First bar, last bar"), Keys: "Home, End"},
		Command{ID: "chart/open", Group: chart, Word: lang.L("List its entries; all again"), Keys: "Enter"},
		Command{ID: "ledger/job", Group: ledger, Word: lang.L("Show the job"), Keys: lang.L("%s or %s", "Enter", "J")},
		Command{ID: "ledger/file", Group: ledger, Word: lang.L("Show what it made"), Keys: "F"},
		Command{ID: "ledger/entries", Group: ledger, Word: lang.L("All entries of its job"), Keys: "E"},
	)
}

// NextProfile turns the place to the next profile of the list.
func (s *Screen) NextProfile() {
	all, q := shownProfiles(s.shown.profiles, s.asked.get().profile), s.asked.get()
	for i, p := range all {
		if p.ID == q.profile && len(all) > 1 {
			s.SetProfile(all[(i+1)%len(all)].ID)
			return
		}
	}
}

// NextFace shows the days as bars, as a running sum or as a table, the next of them.
func (s *Screen) NextFace() {
	s.Content()
	if s.asked.get().by != db.ByDay {
		s.group(db.ByDay)
		return
	}
	s.overview.turn((s.overview.face + 1) % (asTable + 1))
}

// NextGrouping parts the ledger by the next thing: day, model, kind, profile, tag, album.
func (s *Screen) NextGrouping() {
	all := groupings()
	for i, g := range all {
		if g.by == s.asked.get().by {
			s.group(all[(i+1)%len(all)].by)
			return
		}
	}
}

// NextKind lists the next kind of entry.
func (s *Screen) NextKind() {
	all := kindChoices()
	for i, k := range all {
		if k.kind == s.asked.get().filter.kind {
			s.filter(func(f *filter) { f.kind = all[(i+1)%len(all)].kind })
			return
		}
	}
}

// FocusChart brings the keyboard to the chart, or to the table in its place.
func (s *Screen) FocusChart() {
	s.Content()
	o := s.overview
	switch {
	case s.asked.get().by != db.ByDay && o.groups != nil:
		s.focus(o.groups.list)
	case o.face == asTable && o.days != nil:
		s.focus(o.days.list)
	default:
		s.focus(o.chart)
	}
}

// FocusLedger brings the keyboard to the entries.
func (s *Screen) FocusLedger() {
	s.Content()
	if s.ledger.list.at < 0 {
		s.ledger.list.choose(0)
	}
	s.focus(s.ledger.list)
}

// FocusSearch brings the keyboard to the search of the ledger.
func (s *Screen) FocusSearch() {
	s.Content()
	s.focus(s.ledger.search)
}
