package costs

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// row is one entry in words.
type row struct {
	id, job, asset int64
	kind           db.EntryKind
	correction     bool
	unpriced       bool // its amount counts and nobody knows it
	open           bool // it has no end yet
	entry          db.LedgerRow

	children        []row // entries of a job with several, newest first; nil: it is one entry
	child, unfolded bool  // it is one of these; they are shown

	when, word, what, amount string
	facts                    string // behind what: "· clip-2.6 · 5 s · 720P"
	quantity                 string // with the price of one: "5 s × ¥0.56"
	exact                    string // for its details: moment and note
}

// rowOf words an entry.
func rowOf(r db.LedgerRow, now time.Time) row {
	e := r.Entry
	out := row{entry: r, open: r.Open, id: e.ID, job: r.Job.ID, asset: r.AssetID, kind: e.Kind, correction: e.Correction != "",
		unpriced: e.AmountMicros == nil && (e.Kind == db.Charge && !r.Priced || r.Open),
		when:     wording.Stamp(e.At, now), word: kindWord(e), quantity: quantity(e), amount: amountWords(e),
		exact: wording.Exact(e.At, now)}
	if e.UnitMicros != nil && *e.UnitMicros > 0 && out.quantity != "" {
		out.quantity += " × " + wording.MoneyFormat{Currency: e.Currency}.Of(*e.UnitMicros)
	}
	if r.Priced {
		out.amount = lang.L("priced later")
	}
	switch {
	case r.Job.ID == 0 || e.Correction != "" && e.Note != "" && e.Prices == 0:
		out.what = e.Note
	default:
		out.what = wording.Title(r.Job)
		if facts := wording.ModelAndParameters(r.Job); facts != "" {
			out.facts = "· " + facts
		}
		if e.Correction != "" {
			out.what = e.Note + " · " + out.what
		}
	}
	if e.Note != "" {
		out.exact += " · " + e.Note
	}
	return out
}

// amountWords words an entry's amount as its kind means it.
func amountWords(e db.Entry) string {
	if e.AmountMicros == nil {
		return lang.L("price not known")
	}
	m := wording.MoneyFormat{Currency: e.Currency}
	switch {
	case e.Correction != "":
		return m.Signed(*e.AmountMicros)
	case e.Kind == db.Refund:
		return m.Of(-*e.AmountMicros)
	case e.Kind == db.UnconfirmedEntry:
		return lang.L("up to %s", m.Of(*e.AmountMicros))
	}
	return m.Of(*e.AmountMicros)
}

// kindWord is the word of an entry's kind.
func kindWord(e db.Entry) string {
	if e.Correction != "" {
		return lang.L("correction")
	}
	return map[db.EntryKind]string{
		db.Reserve:          lang.X("noun", "reserve"),
		db.Charge:           lang.X("noun", "charge"),
		db.Refund:           lang.X("noun", "refund"),
		db.UnconfirmedEntry: lang.L("unconfirmed"),
		db.Void:             lang.X("noun", "void"),
	}[e.Kind]
}

// quantity words what an entry counts: "5 s", "1 picture", "1,512 tokens"; "" where the entry does not say.
func quantity(e db.Entry) string {
	var q struct {
		Seconds          int   `json:"seconds"`
		Clips            int   `json:"clips"`
		Pictures         int   `json:"pictures"`
		InputTextTokens  int64 `json:"input_text_tokens"`
		InputImageTokens int64 `json:"input_image_tokens"`
		OutputTokens     int64 `json:"output_tokens"`
	}
	if len(e.Quantity) == 0 || json.Unmarshal(e.Quantity, &q) != nil {
		return ""
	}
	if q.Clips > 0 { // charged whatever their length
		return lang.N("%s clip", "%s clips", q.Clips, lang.Number(q.Clips))
	}
	if q.Seconds > 0 {
		return strconv.Itoa(q.Seconds) + " s"
	}
	if q.Pictures > 0 {
		return lang.N("%s picture", "%s pictures", q.Pictures, lang.Number(q.Pictures))
	}
	if tokens := q.InputTextTokens + q.InputImageTokens + q.OutputTokens; tokens > 0 {
		return lang.N("%s token", "%s tokens", int(tokens), lang.Number(tokens))
	}
	return ""
}

// The heights of the rows of tables with their lines, px.
const (
	lowRow    = 26
	rowHeight = 32
)

// widest is a moment whose words are as wide as any.
var widest = time.Date(2000, time.September, 28, 20, 48, 0, 0, time.UTC)

// widestDays words days of the months whose names or numbers are the longest: which of them is depends on the language.
func widestDays() (words []string) {
	for _, m := range []time.Month{time.September, time.November, time.December} {
		day := time.Date(widest.Year(), m, widest.Day(), widest.Hour(), widest.Minute(), 0, 0, time.UTC)
		words = append(words, wording.Stamp(day, day), lang.Day(day))
	}
	return words
}

// ledgerColumns are those of the ledger.
func ledgerColumns() []kit.TableColumn[row] {
	unconfirmed, correction := kindWord(db.Entry{Kind: db.UnconfirmedEntry}), kindWord(db.Entry{Correction: "-"})
	return []kit.TableColumn[row]{
		foldColumn(),
		{Head: lang.X("column", "When"), Width: 84, Words: func(r row) string { return r.when }, Longest: widestDays(), Color: resources.Text2},
		{Head: lang.X("column", "Entry"), Width: 78, Words: func(r row) string { return r.word },
			Longest: []string{unconfirmed, correction}, Icons: true, Look: look},
		{Head: lang.X("column", "Job"), Width: 110, Grow: true, Color: resources.Text2,
			Words: func(r row) string { return r.what }, Rest: func(r row) string { return r.facts }},
		{Head: lang.L("Quantity"), Width: 88, Number: true, Words: func(r row) string { return r.quantity }},
		{Head: lang.L("Amount"), Width: 104, Number: true, Bold: true, Words: func(r row) string { return r.amount },
			Longest: []string{amountWords(db.Entry{})}, Look: amountLook},
	}
}

// amountLook is how the amount of an entry is drawn.
func amountLook(r row) (fyne.Resource, fyne.ThemeColorName) {
	_, color := look(r)
	switch {
	case r.unpriced:
		color = resources.Warn
	case r.kind == db.Reserve:
		color = resources.Text1 // quiet is the word; the number is read
	}
	return nil, color
}

// look says how an entry is drawn; the word beside it says the same.
func look(r row) (fyne.Resource, fyne.ThemeColorName) {
	icon, tone := action.EntryIcon(r.kind)
	switch {
	case r.correction:
		return resources.IconPencil, resources.Text1
	case r.kind == db.Void:
		return resources.IconClose, resources.Text2
	case r.kind == db.Charge:
		return icon, resources.Text1
	}
	return icon, tone.Color()
}

// entryList is the list of entries with its chips above and what it adds up to below.
type entryList struct {
	s        *Screen
	chips    map[db.EntryKind]*kit.Button
	bar      *kit.Button // the part of the period that is listed; hidden while all of it is
	search   *kit.Entry
	narrow   *kit.Button
	list     *kit.Table[row]
	unfolded map[int64]bool // jobs whose entries are shown
	empty    *fyne.Container
	sums     *kit.Text
	details  *kit.Text
	links    [4]*kit.Link    // job, what it made, its entries
	title    *fyne.Container // chips and search
	foot     *fyne.Container
	object   fyne.CanvasObject
}

// footHeight is the height of the line under the list, px.
const footHeight = 30

func newEntryList(s *Screen) *entryList {
	l := &entryList{s: s, chips: map[db.EntryKind]*kit.Button{}, unfolded: map[int64]bool{}}
	chips := kit.NewFlow(chipGap,
		kit.NewFixed(0, chipHeight, kit.NewInset(0, 4, 0, 0, kit.NewText(lang.L("Ledger"), resources.SizeH2, resources.Text1, true))))
	for _, k := range kindChoices() {
		l.chips[k.kind] = kit.NewChip(k.word, func() { s.filter(func(f *filter) { f.kind = k.kind }) })
		chips.Add(l.chips[k.kind])
	}
	l.bar = clearable("", func() { s.filter(func(f *filter) { f.bar = nil }) })
	l.bar.Hide()
	chips.Add(l.bar)
	l.search = kit.NewSearchEntry(lang.X("verb", "Search"))
	l.search.OnChanged = func(text string) { s.filter(func(f *filter) { f.text = text }) }
	l.search.OnEscape = func() { l.search.SetText("") }
	l.search.OnKey = func(e *fyne.KeyEvent) bool {
		if e.Name == fyne.KeyDown {
			s.FocusLedger()
		}
		return e.Name == fyne.KeyDown
	}
	l.narrow = kit.NewIconButton(resources.IconFilter, lang.L("Filter…"), s.ShowFilter)
	l.narrow.SetKind(kit.Quiet)
	l.title = kit.NewBeside(8, 200, chips, kit.NewRow(4, kit.NewFixed(150, 0, l.search), l.narrow))

	l.list = kit.NewTable(footHeight, rowHeight, ledgerColumns())
	l.list.OnShown = l.shown
	l.list.OnChosen = func(int) { l.showChosen() }
	l.list.OnTapped = l.toggle
	l.list.Label = foldLabel
	l.list.OnOpen = func(int) { l.follow(0) }
	l.list.OnKey = l.key
	l.empty = container.NewStack()
	l.sums, l.details = small("").Ellipsis(), small("").Ellipsis()
	l.foot = kit.NewRow(12, l.sums, kit.NewSpring(), l.details)
	for i, word := range []string{lang.L("Show the job"), lang.L("Show its results"), lang.L("All its entries"), lang.L("Correct…")} {
		l.links[i] = kit.NewLink(word, func() { l.follow(i) })
		l.links[i].Hide()
		l.foot.Add(l.links[i])
	}
	body := container.NewStack(l.list.Object(), kit.NewInset(footHeight, 0, 0, 0, l.empty))
	l.object = kit.NewFilled(0, body, kit.NewRule(), kit.NewInset(6, 12, 6, 16, l.title), body,
		kit.NewFixed(0, footHeight, container.NewStack(kit.NewGround(resources.BgPanel), kit.NewInset(0, 16, 0, 16, l.foot))))
	return l
}

// shown has twice as many entries read where one near the end comes into sight.
func (l *entryList) shown(i int) {
	n := len(l.list.Rows)
	if more := int64(2 * len(l.s.shown.rows)); i >= n-page/3 && l.s.shown.more && l.s.wanted.Swap(more) < more {
		l.s.deps.Window.Refresh()
	}
}

// chosen is the chosen entry; nil for none.
func (l *entryList) chosen() *row {
	if i := l.list.At(); i >= 0 && i < len(l.list.Rows) {
		return &l.list.Rows[i]
	}
	return nil
}

// showChosen shows what can be done with the chosen entry.
func (l *entryList) showChosen() {
	var r row
	if chosen := l.chosen(); chosen != nil {
		r = *chosen
	}
	l.details.SetText(r.exact)
	kit.Show(l.links[0], r.job != 0)
	kit.Show(l.links[1], r.asset != 0)
	kit.Show(l.links[2], r.job != 0 && l.s.asked.get().filter.job == 0)
	kit.Show(l.links[3], r.id != 0 && !r.open)
	lay(l.foot)
}

// follow leads from the chosen entry to its job (0), to what the job made (1), to all entries of the job (2), or to the
// dialog that corrects it (3).
func (l *entryList) follow(where int) {
	switch r := l.chosen(); {
	case r == nil:
	case where == 0 && r.job != 0:
		l.s.deps.Window.ShowJob(r.job)
	case where == 1 && r.asset != 0:
		l.s.deps.Window.ShowAsset(r.asset)
	case where == 2 && r.job != 0:
		l.s.ShowJob(r.job)
	case where == 3:
		l.s.ShowCorrect()
	}
}

// key takes the keys that follow the chosen entry.
func (l *entryList) key(e *fyne.KeyEvent) bool {
	a, _ := action.Find(ledgerActions(), action.PressedChord(e))
	i := slices.Index(followIDs[:], a.ID)
	if i < 0 && l.foldKey(e.Name) {
		return true
	}
	if i < 0 || !l.links[i].Visible() {
		return false
	}
	l.follow(i)
	return true
}

// keepPlace takes over the rows of a result: of another query from the top on, else with the same row chosen, and where it was read.
func (l *entryList) keepPlace(a result, chosen int64, anew bool) {
	old := l.list.Rows
	l.list.Rows = unfold(a.jobs, l.unfolded)
	l.list.SetAt(l.place(chosen))
	switch offset := l.list.Offset(); {
	case anew:
		l.list.Choose(-1)
		if offset > 0 {
			l.list.SetOffset(0)
		}
	case offset > 0 && len(l.list.Rows) > len(old) && len(old) > 0:
		l.list.SetOffset(offset + float32(max(l.place(old[0].id), 0))*rowHeight)
	}
}

// set shows a result.
func (l *entryList) set(a result) {
	q := l.s.asked.get()
	for _, k := range kindChoices() {
		chip, words := l.chips[k.kind], k.word
		if n := a.counts[k.kind]; n > 0 {
			words += " " + lang.Number(n)
		}
		chip.SetText(words)
		chip.SetOn(q.filter.kind == k.kind)
		kit.Show(chip, k.kind != db.Void || a.counts[k.kind] > 0 || q.filter.kind == k.kind)
	}
	kit.Show(l.bar, q.filter.bar != nil)
	if b := q.filter.bar; b != nil {
		l.bar.SetText(b.words())
	}
	lay(l.title)
	lay(l.title.Objects[0].(*fyne.Container))
	l.narrow.SetOn(q.filter.narrowed())
	if l.search.Text != q.filter.text && l.s.deps.Canvas().Focused() != l.search {
		l.search.SetText(q.filter.text)
	}
	l.sums.SetText(listedWords(a, q))
	l.list.Set(unfold(a.jobs, l.unfolded))
	l.showChosen()
	l.empty.Objects = nil
	if len(a.rows) == 0 && a.ready && a.err == nil {
		l.empty.Objects = []fyne.CanvasObject{l.nothing(a)}
	}
	l.empty.Refresh()
}

// nothing says why the list is empty.
func (l *entryList) nothing(a result) fyne.CanvasObject {
	f := a.query.filter
	if f.narrowed() || f.kind != "" || f.bar != nil {
		return kit.NewEmpty(resources.IconFilter, lang.L("No matching entries"),
			lang.L("Remove the filter to see all entries in %s.", a.query.period.words()),
			kit.NewButton(lang.L("Clear the filter"), nil, kit.Plain, l.s.ClearFilter))
	}
	text := lang.L("Reserves, charges and refunds of each job appear here. Entries are never changed or deleted.")
	return kit.NewEmpty(resources.IconCosts, lang.L("No entries in %s", a.query.period.words()), text, nil)
}

// listedWords say what the listed entries add up to, each currency for itself.
func listedWords(a result, q query) string {
	if q != a.query {
		return lang.L("Reading")
	}
	n := 0
	for _, s := range a.listed {
		n += s.Entries
	}
	facts := []string{lang.N("%s entry", "%s entries", n, lang.Number(n))}
	for _, s := range a.listed {
		m := wording.MoneyFormat{Currency: s.Currency}
		if s.Charged != 0 || s.Jobs > 0 {
			facts = append(facts, lang.L("%s charged", m.Of(s.Charged)))
		}
		if s.Reserved != 0 {
			facts = append(facts, lang.L("%s reserved", m.Of(s.Reserved)))
		}
		if s.AtRisk != 0 {
			facts = append(facts, lang.L("up to %s unconfirmed", m.Of(s.AtRisk)))
		}
		if s.Refunded != 0 {
			facts = append(facts, lang.L("%s refunded", m.Of(s.Refunded)))
		}
	}
	if n > 0 {
		facts = append(facts, lang.L("entries are never changed or deleted"))
	}
	return strings.Join(facts, " · ")
}
