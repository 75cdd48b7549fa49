package costs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// ledgerEvents are the callbacks of the ledger.
type ledgerEvents struct {
	ask      asker
	onClear  func()                         // clear the filter
	onFilter func(button fyne.CanvasObject) // open the filter below a button
	onMore   func(entries int)              // read more entries

	// What the user does with the chosen row.
	onJob, onResults, onEntries, onCorrect func(r row)
}

// followUp is something that the user can do with the chosen row, with a link below the table.
type followUp struct {
	id       string // of its command; "" if it has no key in the table
	word     string
	possible func(r row) bool
	do       func(r row)
}

// ledgerList is the table of the screen: its head, the entries of the ledger or the sums of their groups, and below
// them the sums and the links of the chosen row.
type ledgerList struct {
	ledgerEvents
	follow []followUp
	shown  result
	query  query

	head    *ledgerHead
	table   *ledgerTable
	groups  *groupTable     // nil: none was shown yet
	body    *fyne.Container // table or groups, and empty
	empty   *fyne.Container // why the list is empty
	sums    *kit.Text
	details *kit.Text
	links   []*kit.Link // of follow
	foot    *fyne.Container
	object  fyne.CanvasObject
}

// footHeight is the height of the line below the table, px.
const footHeight = 30

func newLedgerList(host action.Host, events ledgerEvents) *ledgerList {
	l := &ledgerList{ledgerEvents: events, empty: container.NewStack(), sums: small("").Ellipsis(),
		details: small("").Ellipsis()}
	l.follow = []followUp{
		{idJob, lang.L("Show the job"), func(r row) bool { return r.job != 0 }, events.onJob},
		{idResults, lang.L("Show its results"), func(r row) bool { return r.asset != 0 }, events.onResults},
		{idEntries, lang.L("All its entries"), func(r row) bool {
			return r.job != 0 && l.query.filter.job.id == 0
		}, events.onEntries},
		{"", lang.L("Correct…"), func(r row) bool { return r.id != 0 && !r.open }, events.onCorrect},
	}
	l.table = newLedgerTable(l.showChosen, func(o order) { events.ask(func(q *query) { q.order = o }) })
	l.table.list.OnShown = l.readMore
	l.table.list.OnOpen = func(int) { l.do(0) }
	l.table.list.OnKey = l.key
	l.head = newLedgerHead(host, events.ask, func() { events.onFilter(l.head.narrow) }, l.focus)
	l.foot = kit.NewRow(12, l.sums, kit.NewSpring(), l.details)
	for i, f := range l.follow {
		link := kit.NewLink(f.word, func() { l.do(i) })
		link.Hide()
		l.links = append(l.links, link)
		l.foot.Add(link)
	}
	l.body = container.NewStack(l.table.list.Object(), kit.NewInset(headHeight, 0, 0, 0, l.empty))
	l.object = kit.NewFilled(0, l.body, kit.NewRule(), kit.NewInset(6, 12, 6, 16, l.head.object), l.body,
		kit.NewFixed(0, footHeight, container.NewStack(kit.NewGround(resources.BgPanel),
			kit.NewInset(0, 16, 0, 16, l.foot))))
	return l
}

// show shows a result. While another query is read, its rows stay.
func (l *ledgerList) show(a result, q query) {
	l.shown, l.query = a, q
	l.head.show(q, a.counts)
	words := lang.L("Reading")
	if q == a.query {
		words = listedText(a)
	}
	l.sums.SetText(words)
	if a.query.by == ungrouped {
		l.put(l.table.list.Object())
		l.table.setRows(a.query, a.folded)
	} else {
		l.showGroups(a)
	}
	l.showChosen()
	l.empty.Objects = nil
	if len(a.rows) == 0 && a.ready && a.err == nil {
		l.empty.Objects = []fyne.CanvasObject{l.emptyState(a.query)}
	}
	l.empty.Refresh()
}

// showGroups shows the sums of groups.
func (l *ledgerList) showGroups(a result) {
	if l.groups == nil || l.groups.by != a.query.by {
		l.groups = newGroupTable(a.query.by, l.ask)
	}
	l.groups.set(a.groups)
	l.put(l.groups.table.Object())
}

// put shows one of the tables.
func (l *ledgerList) put(table fyne.CanvasObject) {
	if l.body.Objects[0] != table {
		l.body.Objects[0] = table
		l.body.Refresh()
	}
}

// emptyState returns why the list of a query is empty.
func (l *ledgerList) emptyState(q query) fyne.CanvasObject {
	if q.filter.narrowed() || q.filter.kind != "" || q.filter.bar != nil {
		return kit.NewEmpty(resources.IconFilter, lang.L("No matching entries"),
			lang.L("Remove the filter to see all entries in %s.", q.period.title()),
			kit.NewButton(lang.L("Clear the filter"), nil, kit.Plain, l.onClear))
	}
	text := lang.L("Reserves, charges and refunds of each job appear here. Entries are never changed or deleted.")
	return kit.NewEmpty(resources.IconCosts, lang.L("No entries in %s", q.period.title()), text, nil)
}

// readMore asks for twice as many entries when a row near the end becomes visible.
func (l *ledgerList) readMore(i int) {
	if l.query.order == (order{}) && i >= len(l.table.list.Rows)-page/3 && l.shown.more {
		l.onMore(2 * len(l.shown.rows))
	}
}

// focus moves the keyboard to the table, and chooses the first entry if none is chosen.
func (l *ledgerList) focus() {
	if l.query.by != ungrouped && l.groups != nil {
		kit.CanvasOf(l.groups.table.List).Focus(l.groups.table.List)
		return
	}
	if l.table.list.At() < 0 {
		l.table.list.Choose(0)
	}
	kit.CanvasOf(l.table.list.List).Focus(l.table.list.List)
}

// chosen returns the chosen row of the ledger; nil if there is none, or while a table of groups is shown or asked for.
func (l *ledgerList) chosen() *row {
	if l.query.by != ungrouped || l.shown.query.by != ungrouped {
		return nil
	}
	return l.table.chosen()
}

// showChosen shows the details of the chosen row and its links.
func (l *ledgerList) showChosen() {
	var r row
	if chosen := l.chosen(); chosen != nil {
		r = *chosen
	}
	l.details.SetText(r.exact)
	for i, f := range l.follow {
		kit.Show(l.links[i], f.possible(r))
	}
	relayout(l.foot)
}

// do does something with the chosen row, if that is possible.
func (l *ledgerList) do(i int) bool {
	r := l.chosen()
	if r == nil || !l.follow[i].possible(*r) {
		return false
	}
	l.follow[i].do(*r)
	return true
}

// key handles the keys of the chosen row, and reports whether it did.
func (l *ledgerList) key(e *fyne.KeyEvent) bool {
	a, _ := action.Find(ledgerActions(), action.PressedChord(e))
	i := slices.IndexFunc(l.follow, func(f followUp) bool { return f.id != "" && f.id == a.ID })
	if i < 0 {
		return l.table.foldKey(e.Name)
	}
	return l.do(i)
}

// The commands of the chosen row.
const (
	idJob     = "costs/ledger/job"
	idResults = "costs/ledger/file"
	idEntries = "costs/ledger/entries"
)

// ledgerActions describes the keys of the table.
func ledgerActions() []action.Action {
	const part = "ledger"
	group := lang.L("Costs: ledger")
	move := newKeyActions(part, group, "costs/ledger/move", lang.L("Move between entries"),
		fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd)
	move.KeyHint = lang.X("key", "arrows, Home, End")
	return []action.Action{
		newKeyAction(part, group, idJob, lang.L("Show the job"), fyne.KeyJ),
		newKeyAction(part, group, idResults, lang.L("Show its results"), fyne.KeyF),
		newKeyAction(part, group, idEntries, lang.L("All entries of its job"), fyne.KeyE),
		newKeyActions(part, group, "costs/ledger/open", lang.L("Show the job"), fyne.KeyReturn, fyne.KeySpace),
		move,
		newKeyActions(part, group, "costs/ledger/fold", lang.L("Show the entries of a job, hide them"),
			fyne.KeyRight, fyne.KeyLeft),
	}
}
