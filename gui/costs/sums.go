package costs

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// open is how many entries of a currency have no end yet, and how many were given back.
type open struct{ reserved, unconfirmed, refunded int }

// sum is one of the sums at the top in words.
type sum struct{ amount, note string }

// figures are the sums of one currency in words.
type figures struct {
	currency string // named where there are several; else ""
	charged, reserved,
	unconfirmed, refunded sum
	atRisk bool // something is unconfirmed
}

// figuresOf words sums. unpriced are the charges among them whose amount nobody knows.
func figuresOf(s ledger.Sums, o open, unpriced int) figures {
	m := wording.MoneyFormat{Currency: s.Currency}
	f := figures{
		charged:     sum{m.Of(s.Charged), lang.N("%s completed job", "%s completed jobs", s.Jobs, lang.Number(s.Jobs))},
		reserved:    sum{m.Of(s.Reserved), lang.L("nothing is running")},
		unconfirmed: sum{m.Of(0), lang.L("nothing is open")},
		refunded:    sum{m.Of(s.Refunded), lang.L("nothing was refunded")},
		atRisk:      o.unconfirmed > 0 || s.AtRisk > 0,
	}
	if s.Corrected != 0 {
		f.charged.note = wording.Commas(f.charged.note, lang.L("%s corrected", m.Signed(s.Corrected)))
	}
	if unpriced > 0 {
		f.charged.note = wording.Commas(f.charged.note, lang.N("%s without a price", "%s without a price", unpriced, lang.Number(unpriced)))
	}
	if o.reserved > 0 {
		f.reserved.note = lang.N("%s task running", "%s tasks running", o.reserved, lang.Number(o.reserved))
	}
	if f.atRisk {
		f.unconfirmed = sum{lang.L("up to %s", m.Of(s.AtRisk)),
			lang.N("%s job needs you", "%s jobs need you", o.unconfirmed, lang.Number(o.unconfirmed))}
		if s.AtRisk == 0 {
			f.unconfirmed.amount = lang.L("not known")
		}
	}
	if o.refunded > 0 {
		f.refunded.note = lang.N("%s failed, not in the sums", "%s failed, not in the sums", o.refunded, lang.Number(o.refunded))
	}
	return f
}

// sumsIn returns the sums of a currency; empty ones where there are none.
func sumsIn(all []ledger.Sums, currency string) ledger.Sums {
	for _, s := range all {
		if s.Currency == currency {
			return s
		}
	}
	return ledger.Sums{Currency: currency}
}

// sumsOf adds up groups, each currency for itself and in the order of their codes; of one kind,
// or of all where kind is "".
func sumsOf(groups []ledger.Group, kind db.EntryKind) (all []ledger.Sums) {
	for _, g := range groups {
		if kind != "" && g.Entry != kind {
			continue
		}
		i, known := slices.BinarySearchFunc(all, g.Currency, func(s ledger.Sums, c string) int { return strings.Compare(s.Currency, c) })
		if !known {
			all = slices.Insert(all, i, ledger.Sums{Currency: g.Currency})
		}
		s := &all[i]
		s.Charged += g.Charged
		s.Corrected += g.Corrected
		s.Reserved += g.Reserved
		s.AtRisk += g.AtRisk
		s.Refunded += g.Refunded
		s.Jobs += g.Jobs
		s.Unpriced += g.Unpriced
		s.Entries += g.Entries
	}
	return all
}

// sums is the row of sums: a block for each currency, and the budget at the right.
type sums struct {
	s      *Screen
	blocks []*block
	column *fyne.Container
	budget *budgetBox
	object fyne.CanvasObject
}

func newSums(s *Screen) *sums {
	first := newBlock(s)
	t := &sums{s: s, blocks: []*block{first}, column: kit.NewFilled(0, first.object, first.object), budget: newBudgetBox(s)}
	t.object = kit.NewColumn(0, container.New(sumsLayout{}, t.column, kit.NewVRule(), t.budget.object), kit.NewRule())
	return t
}

// set shows the sums of a result.
func (t *sums) set(a result) {
	for len(t.blocks) < len(a.blocks) {
		b := newBlock(t.s)
		t.column.Add(b.object)
		t.blocks = append(t.blocks, b)
	}
	for i, b := range t.blocks {
		kit.Show(b.object, i < max(len(a.blocks), 1))
		if i < len(a.blocks) {
			b.set(a.blocks[i])
		}
	}
	t.budget.set(a.budget)
}

// budgetShare is the part of the width that the budget has where no pane of prices stands below it.
const budgetShare = 0.28

// sumsLayout puts the budget over the price table where that has its place beside the rest.
type sumsLayout struct{}

func (sumsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	a, b := o[0].MinSize(), o[2].MinSize()
	return fyne.NewSize(a.Width+b.Width, max(a.Height, b.Height))
}

func (sumsLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := float32(pricesWidth)
	if s.Width < pricesWidth*3 {
		w = float32(int(s.Width * budgetShare))
	}
	rest := max(s.Width-w-1, 0)
	kit.Place(o[0], 0, 0, rest, s.Height)
	kit.Place(o[1], rest, 0, 1, s.Height)
	kit.Place(o[2], rest+1, 0, w, s.Height)
}

// block is the four sums of one currency, side by side.
type block struct {
	charged, reserved, unconfirmed, refunded *figure
	object                                   *fyne.Container
}

func newBlock(s *Screen) *block {
	b := &block{object: kit.NewEven(0)}
	for _, of := range []struct {
		to    **figure
		word  string
		icon  fyne.Resource
		color fyne.ThemeColorName
	}{
		{&b.charged, lang.L("Charged"), resources.IconCheck, resources.Text1},
		{&b.reserved, lang.L("Reserved"), resources.IconLock, resources.Text1},
		{&b.unconfirmed, lang.L("Unconfirmed"), resources.IconUnconfirmed, resources.Warn},
		{&b.refunded, lang.L("Refunded"), resources.IconRefund, resources.OK},
	} {
		f := newFigure(of.word, of.icon, of.color)
		if *of.to = f; len(b.object.Objects) > 0 {
			f.object = kit.NewFrame(nil, kit.NewVRule(), nil, f.object)
		}
		b.object.Add(f.object)
	}
	b.unconfirmed.link.OnTapped = s.deps.Window.ShowQueue
	return b
}

// set shows the sums. What is unconfirmed leads to the queue.
func (b *block) set(f figures) {
	b.charged.set(f, f.charged, resources.Text1)
	b.reserved.set(f, f.reserved, resources.Text1)
	b.refunded.set(f, f.refunded, resources.OK)
	tone := resources.Text1
	if f.atRisk {
		tone = resources.Warn
	}
	b.unconfirmed.set(f, f.unconfirmed, tone)
	kit.Show(b.unconfirmed.link, f.atRisk)
	kit.Show(b.unconfirmed.note, !f.atRisk)
	lay(b.unconfirmed.line)
}

// figure is one of the sums at the top: what it is, how much, what it rests on.
type figure struct {
	word                      string
	head, number, small, note *kit.Text       // small is the number where it has no room
	link                      *kit.Link       // in the place of the note where it leads somewhere
	row, line                 *fyne.Container // of number and small, and of note and link
	object                    fyne.CanvasObject
}

func newFigure(word string, icon fyne.Resource, color fyne.ThemeColorName) *figure {
	words := color
	if color == resources.Text1 {
		words = resources.Text2
	}
	f := &figure{
		word:   word,
		head:   kit.NewText(word, resources.SizeSM, words, false).Ellipsis(),
		number: kit.NewText("", resources.SizeNumber, color, true),
		small:  kit.NewText("", resources.SizeSM, color, true).Ellipsis(),
		note:   kit.NewText("", resources.SizeXS, resources.Text2, false).Ellipsis(),
		link:   kit.NewLink("", nil),
	}
	f.link.Hide()
	f.line, f.row = lineOf(f.note, f.link), container.New(longOrShort{}, f.number, f.small)
	f.object = kit.NewInset(10, 16, 8, 16, kit.NewColumn(2,
		kit.NewRow(6, kit.NewIcon(icon, 14, words), f.head), f.row, f.line))
	return f
}

// set shows a sum.
func (f *figure) set(of figures, s sum, tone fyne.ThemeColorName) {
	head := f.word
	if of.currency != "" {
		head = wording.Commas(head, of.currency)
	}
	f.head.SetText(head)
	for _, number := range []*kit.Text{f.number, f.small} {
		number.SetText(s.amount)
		number.SetColor(tone)
	}
	lay(f.row)
	f.note.SetText(s.note)
	f.link.SetText(s.note)
}

// longOrShort shows the first of two objects where it has room, else the second, in the height of the first.
type longOrShort struct{}

func (longOrShort) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, o[0].MinSize().Height)
}

func (longOrShort) Layout(o []fyne.CanvasObject, s fyne.Size) {
	long := o[0].MinSize().Width <= s.Width
	for i, x := range o {
		kit.Show(x, long == (i == 0))
		kit.Place(x, 0, 0, s.Width, s.Height)
	}
}

// lineOf gives words and a link one line as high as the words: the larger target of the link takes no more room. The link stands behind the
// words, or in their place where they are hidden.
func lineOf(words, link fyne.CanvasObject) *fyne.Container {
	return container.New(lineLayout{}, words, link)
}

type lineLayout struct{}

func (lineLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (lineLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	link, x := o[1].MinSize(), float32(0)
	if link.Width = min(link.Width, s.Width); !o[1].Visible() {
		link.Width = -8
	}
	if o[0].Visible() {
		x = s.Width - link.Width
	}
	kit.Place(o[0], 0, 0, max(x-8, 0), s.Height)
	kit.Place(o[1], x, (s.Height-link.Height)/2, max(link.Width, 0), link.Height)
}

// budget is what a month and a day may cost, and what counts against it.
type budget struct {
	title, used, of string
	parts           []kit.MeterPart
	today           string // "" where there is no budget for a day
	warned          bool   // a limit is used up to the share from which a person is warned
	set             bool   // there is a budget
}

// budgetOf words how the budgets of a profile stand in the month that begins at at; looked is whether that is
// the one which the place is about.
func budgetOf(q jobs.Quote, at time.Time, looked bool) budget {
	m, spent := wording.MoneyFormat{Currency: q.Currency}, q.Spent.Month
	b := budget{title: lang.L("Used in %s", lang.MonthName(at)), used: m.Of(spent.Used()), of: lang.L("no budget"),
		set: q.Limits.Watched()}
	left := q.Left(jobs.ScopeMonth)
	if left.Scope != jobs.ScopeNone {
		b.title = lang.L("Budget of %s", lang.MonthName(at))
		if looked {
			b.title = lang.L("Budget")
		}
		b.warned = left.Warn
		if b.of = lang.L("of %[1]s · %[2]s left", m.Of(left.Limit), m.Of(left.Micros)); left.Micros < 0 {
			b.of = lang.L("of %[1]s · %[2]s over", m.Of(left.Limit), m.Of(-left.Micros))
		}
	}
	b.parts = price.Parts(spent, left.Limit)
	if left := q.Left(jobs.ScopeDay); left.Scope != jobs.ScopeNone {
		used := m.Of(q.Spent.Today.Used())
		b.warned = b.warned || left.Warn
		if b.today = lang.L("Today %[1]s of %[2]s · %[3]s left", used, m.Of(left.Limit), m.Of(left.Micros)); left.Micros < 0 {
			b.today = lang.L("Today %[1]s of %[2]s · %[3]s over", used, m.Of(left.Limit), m.Of(-left.Micros))
		}
	}
	return b
}

// budgetBox shows what counts against the budget of a month and of a day.
type budgetBox struct {
	title, number, of, today *kit.Text
	change                   *kit.Link
	meter                    *kit.Meter
	head, row                *fyne.Container
	object                   fyne.CanvasObject
}

func newBudgetBox(s *Screen) *budgetBox {
	tiny := func(words string) *kit.Text {
		return kit.NewText(words, resources.SizeXS, resources.Text2, false).Ellipsis()
	}
	b := &budgetBox{
		title:  small("").Ellipsis(),
		number: kit.NewText("", resources.SizeNumber, resources.Text1, true),
		of:     small("").Ellipsis(),
		today:  tiny(""),
		change: kit.NewLink("", s.changeBudget),
		meter:  kit.NewMeter(),
	}
	b.meter.SetName(b.title)
	b.head, b.row = lineOf(b.title, b.change), kit.NewRow(8, b.number, b.of)
	b.object = kit.NewInset(10, 16, 8, 16, kit.NewColumn(2, b.head, b.row, b.meter,
		tiny(lang.L("Includes charged, reserved, unconfirmed and waiting amounts.")), b.today))
	return b
}

// set shows a budget.
func (b *budgetBox) set(v budget) {
	b.title.SetText(v.title)
	b.number.SetText(v.used)
	b.of.SetText(v.of)
	b.meter.Set(v.parts...)
	kit.ShowText(b.today, v.today)
	tone := resources.Text2
	if v.warned {
		tone = resources.Warn
	}
	b.of.SetColor(tone)
	b.today.SetColor(tone)
	b.change.SetText(lang.L("Change…"))
	if !v.set {
		b.change.SetText(lang.L("Set a budget…"))
	}
	lay(b.head)
	lay(b.row)
}
