package costs

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// filter is what a person looks for. The sums, the chart and the groups follow all of it but kinds and bar, which are the
// list's own: a chart of charges would be empty among the refunds.
type filter struct {
	text     string
	model    string
	jobKind  db.JobKind
	tag      string
	album    string // its ref
	min, max *int64
	unpriced bool
	open     bool
	job      int64     // 0: any
	board    [2]string // its ref and its name
	client   string    // the program that asked

	kind db.EntryKind // "": any
	bar  *period      // a part of the period; nil: all of it
}

// query is all that the place is asked for.
type query struct {
	profile  int64
	period   period
	currency string // of the chart and of the groups where there are several; "": the profile's
	by       grouping
	filter   filter
}

// unit returns what a bar of the chart stands for.
func (q query) unit() unit {
	if q.by == byMonth || q.period.days() > mostDays {
		return oneMonth
	}
	return oneDay
}

// shownBy returns the grouping that is shown: a period that is too long for bars of days has bars of months.
func (q query) shownBy() grouping {
	if q.by == byDay && q.unit() == oneMonth {
		return byMonth
	}
	return q.by
}

// setPeriod turns to another period. A chart has bars of days for a short one, and of months for a long one.
func (q *query) setPeriod(p period) {
	q.period, q.filter.bar = p, nil
	if q.by.charted() {
		if q.by = byDay; p.days() > fewDays {
			q.by = byMonth
		}
	}
}

// sums chooses what sums, chart and groups are made of.
func (q query) sums() ledger.Filter {
	f := q.filter
	l := ledger.Filter{ProfileID: q.profile, From: q.period.from, To: q.period.to, Tag: f.tag, Album: f.album, Text: f.text,
		MinMicros: f.min, MaxMicros: f.max, Unpriced: f.unpriced, OpenOnly: f.open, JobID: f.job, Board: f.board[0], Client: f.client}
	if f.model != "" {
		l.Models = []string{f.model}
	}
	if f.jobKind != "" {
		l.JobKinds = []string{string(f.jobKind)}
	}
	return l
}

// entries chooses what the list holds.
func (q query) entries() ledger.Filter {
	l := q.sums()
	if q.filter.kind != "" {
		l.Kinds = []db.EntryKind{q.filter.kind}
	}
	if b := q.filter.bar; b != nil {
		l.From, l.To = b.from, b.to
	}
	return l
}

// narrowed reports whether anything but the period and the kind of entry is asked for.
func (f filter) narrowed() bool {
	f.kind, f.bar = "", nil
	return f != filter{}
}

// part is one thing that a filter asks for, in words, with how to stop asking for it.
type part struct {
	words string
	clear func(*filter)
}

// parts words a filter, in the currency of a result. What is the list's own stands over the list.
func (f filter) parts(a result, job string) []part {
	var all []part
	add := func(on bool, words string, clear func(*filter)) {
		if on {
			all = append(all, part{words, clear})
		}
	}
	add(f.job != 0, lang.L("Job: %s", job), func(f *filter) { f.job = 0 })
	add(f.board[0] != "", lang.L("Board: %s", f.board[1]), func(f *filter) { f.board = [2]string{} })
	add(f.client != "", lang.L("Program: %s", f.client), func(f *filter) { f.client = "" })
	add(f.model != "", f.model, func(f *filter) { f.model = "" })
	add(f.jobKind != "", wording.Kind(f.jobKind), func(f *filter) { f.jobKind = "" })
	add(f.tag != "", lang.L("Tag: %s", f.tag), func(f *filter) { f.tag = "" })
	add(f.album != "", lang.L("Album: %s", albumName(a.albums, f.album)), func(f *filter) { f.album = "" })
	add(f.min != nil || f.max != nil, amountsWords(f.min, f.max, a.currency), func(f *filter) { f.min, f.max = nil, nil })
	add(f.unpriced, lang.L("Without a price"), func(f *filter) { f.unpriced = false })
	add(f.open, lang.L("Open only"), func(f *filter) { f.open = false })
	add(f.text != "", lang.L("“%s”", f.text), func(f *filter) { f.text = "" })
	return all
}

func amountsWords(low, high *int64, currency string) string {
	amount := func(v int64) string {
		return wording.ExactMoney(client.Micros(v), currency)
	}
	switch {
	case low != nil && high != nil:
		return lang.X("range", "%s to %s", amount(*low), amount(*high))
	case low != nil:
		return lang.X("amount", "From %s", amount(*low))
	case high != nil:
		return lang.L("Up to %s", amount(*high))
	}
	return ""
}

// kindChoice is one of the chips over the list.
type kindChoice struct {
	kind db.EntryKind // "": any
	word string
}

// kindChoices are the chips over the list, in their order. A correction is a void in the ledger.
func kindChoices() []kindChoice {
	return []kindChoice{{"", lang.X("filter", "All")}, {db.Reserve, lang.X("noun", "Reserve")}, {db.Charge, lang.X("noun", "Charge")},
		{db.Refund, lang.X("noun", "Refund")}, {db.UnconfirmedEntry, lang.L("Unconfirmed")}, {db.Void, lang.L("Void, correction")}}
}

// ShowFilter opens the panel that narrows sums, charts and list. What is chosen there holds at once.
func (s *Screen) ShowFilter() {
	a, f := s.shown, s.asked.get().filter
	models := slices.Clone(a.models)
	if f.model != "" && !slices.Contains(models, f.model) {
		models = append(models, f.model)
	}
	slices.Sort(models)
	var kinds, kindWords, tags, refs, albums []string
	for _, k := range []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage, db.EditImage} {
		kinds, kindWords = append(kinds, string(k)), append(kindWords, wording.Kind(k))
	}
	for _, t := range a.tags {
		tags = append(tags, t.Tag)
	}
	for _, b := range a.albums {
		refs, albums = append(refs, b.Ref), append(albums, b.Name)
	}
	model := choice(lang.L("any model"), models, models, f.model, func(v string) { s.filter(func(f *filter) { f.model = v }) })
	kind := choice(lang.L("any kind of job"), kinds, kindWords, string(f.jobKind), func(v string) {
		s.filter(func(f *filter) { f.jobKind = db.JobKind(v) })
	})
	tag := choice(lang.L("any tag"), tags, tags, f.tag, func(v string) { s.filter(func(f *filter) { f.tag = v }) })
	album := choice(lang.L("any album"), refs, albums, f.album, func(v string) { s.filter(func(f *filter) { f.album = v }) })
	program := kit.NewField(lang.L("Program"),
		choice(lang.L("any program"), a.clients, a.clients, f.client, func(v string) { s.filter(func(f *filter) { f.client = v }) }))
	kit.Show(program, len(a.clients) > 0)

	low, high := price.NewAmountField(f.min, a.currency, lang.X("amount", "any")), price.NewAmountField(f.max, a.currency, lang.X("amount", "any"))
	problem := newProblem()
	var panel *kit.Popover
	hide := func() { panel.Hide() }
	for _, e := range []*kit.AmountEntry{low, high} {
		e.OnChanged = func(string) {
			from, err := price.ReadAmount(low, a.currency)
			to, err2 := price.ReadAmount(high, a.currency)
			err = cmp.Or(err, err2)
			complain(problem, err)
			panel.Refresh()
			if now := s.asked.get().filter; err == nil && (!sameAmount(now.min, from) || !sameAmount(now.max, to)) {
				s.filter(func(f *filter) { f.min, f.max = from, to })
			}
		}
		e.OnEscape = hide
		e.OnSubmitted = func(string) { hide() }
	}
	amount := func(e *kit.AmountEntry) fyne.CanvasObject { return kit.NewFixed(resources.Scaled(100), 0, e) }
	check := func(on bool, words string, changed func(*filter, bool)) fyne.CanvasObject {
		box := kit.NewToggle(on, func(on bool) { s.filter(func(f *filter) { changed(f, on) }) })
		label := kit.NewText(words, resources.SizeSM, resources.Text1, false)
		box.SetName(label)
		return kit.NewRow(8, box, label)
	}
	content := kit.NewColumn(8,
		kit.NewField(lang.L("Model"), model), kit.NewField(lang.X("noun", "Kind"), kind), kit.NewField(lang.X("noun", "Tag"), tag),
		kit.NewField(lang.L("Album"), album), program,
		kit.NewField(lang.L("Amount"), kit.NewRow(8, amount(low), small(lang.X("range", "to")), amount(high))),
		check(f.unpriced, lang.L("Without a price only"), func(f *filter, on bool) { f.unpriced = on }),
		check(f.open, lang.L("Open only: reserved or unconfirmed"), func(f *filter, on bool) { f.open = on }),
		kit.NewFixed(308, 0, problem),
		kit.NewRow(8, kit.NewText(lang.L("Applies to sums, chart and list."), resources.SizeXS, resources.Text2, false), kit.NewSpring(),
			kit.NewButton(lang.X("verb", "Clear"), nil, kit.Quiet, func() { hide(); s.ClearFilter() }).Small(),
			kit.NewButton(lang.L("Done"), nil, kit.Plain, hide).Small()))
	panel = s.popover(s.ledger.narrow, -300, content, model)
}

// choice is a picker of a value or none. values and words go together.
func choice(none string, values, words []string, at string, changed func(value string)) *kit.Picker {
	values = append([]string{""}, values...)
	p := kit.NewSimplePicker(append([]string{none}, words...), func(i int) { changed(values[i]) })
	p.SetSelected(slices.Index(values, at))
	return p
}

func sameAmount(a, b *int64) bool {
	return a == b || a != nil && b != nil && *a == *b
}
