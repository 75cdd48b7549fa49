package costs

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// filterPanel narrows the sums, the chart and the list. Each choice applies at once.
type filterPanel struct {
	change    func(func(*filter))
	currency  string // of the amounts
	min, max  *int64 // as they were last typed
	low, high *kit.AmountEntry
	problem   *kit.Text
	panel     *kit.Popover
}

// openFilter opens the panel below a button. onClear clears the filter.
func openFilter(c fyne.Canvas, under fyne.CanvasObject, f filter, n names, currency string, ask asker, onClear func()) {
	p := &filterPanel{currency: currency, min: f.min, max: f.max, problem: newProblem()}
	p.change = func(change func(*filter)) { ask(func(q *query) { change(&q.filter) }) }
	model := p.newModels(f.model, n.models)
	p.panel = openPopover(c, under, -300, kit.NewColumn(8,
		kit.NewField(lang.L("Model"), model), kit.NewField(lang.X("noun", "Kind"), p.newKinds(f.jobKind)),
		kit.NewField(lang.X("noun", "Tag"), p.newTags(f.tag, n)),
		kit.NewField(lang.L("Album"), p.newAlbums(f.album, n)),
		p.newPrograms(f.client, n.clients), kit.NewField(lang.L("Amount"), p.newAmounts()),
		p.newToggle(f.unpriced, lang.L("Without a price only"), func(f *filter, on bool) { f.unpriced = on }),
		p.newToggle(f.open, lang.L("Open only: reserved or unconfirmed"), func(f *filter, on bool) { f.open = on }),
		kit.NewFixed(308, 0, p.problem),
		kit.NewRow(8,
			kit.NewText(lang.L("Applies to sums, chart and list."), resources.SizeXS, resources.Text2, false),
			kit.NewSpring(),
			kit.NewButton(lang.X("verb", "Clear"), nil, kit.Quiet, func() { p.close(); onClear() }).Small(),
			kit.NewButton(lang.L("Done"), nil, kit.Plain, p.close).Small())), model)
}

func (p *filterPanel) close() { p.panel.Hide() }

// newPicker returns a picker of a value or none. titles are those of the values.
func (p *filterPanel) newPicker(
	none string, values, titles []string, at string, set func(f *filter, value string),
) *kit.Picker {
	values = append([]string{""}, values...)
	picker := kit.NewSimplePicker(append([]string{none}, titles...), func(i int) {
		p.change(func(f *filter) { set(f, values[i]) })
	})
	picker.SetSelected(slices.Index(values, at))
	return picker
}

func (p *filterPanel) newModels(at string, used []string) *kit.Picker {
	models := slices.Clone(used)
	if at != "" && !slices.Contains(models, at) {
		models = append(models, at)
	}
	slices.Sort(models)
	return p.newPicker(lang.L("any model"), models, models, at, func(f *filter, v string) { f.model = v })
}

func (p *filterPanel) newKinds(at db.JobKind) *kit.Picker {
	var kinds, titles []string
	for _, k := range []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage, db.EditImage} {
		kinds, titles = append(kinds, string(k)), append(titles, wording.Kind(k))
	}
	set := func(f *filter, v string) { f.jobKind = db.JobKind(v) }
	return p.newPicker(lang.L("any kind of job"), kinds, titles, string(at), set)
}

func (p *filterPanel) newTags(at string, n names) *kit.Picker {
	var tags []string
	for _, t := range n.tags {
		tags = append(tags, t.Tag)
	}
	return p.newPicker(lang.L("any tag"), tags, tags, at, func(f *filter, v string) { f.tag = v })
}

func (p *filterPanel) newAlbums(at string, n names) *kit.Picker {
	var refs, titles []string
	for _, a := range n.albums {
		refs, titles = append(refs, a.Ref), append(titles, a.Name)
	}
	return p.newPicker(lang.L("any album"), refs, titles, at, func(f *filter, v string) { f.album = v })
}

// newPrograms returns the field of programs, which is hidden if no program uses the library.
func (p *filterPanel) newPrograms(at string, clients []string) fyne.CanvasObject {
	set := func(f *filter, v string) { f.client = v }
	field := kit.NewField(lang.L("Program"), p.newPicker(lang.L("any program"), clients, clients, at, set))
	kit.Show(field, len(clients) > 0)
	return field
}

func (p *filterPanel) newToggle(on bool, words string, set func(*filter, bool)) fyne.CanvasObject {
	box := kit.NewToggle(on, func(on bool) { p.change(func(f *filter) { set(f, on) }) })
	label := kit.NewText(words, resources.SizeSM, resources.Text1, false)
	box.SetName(label)
	return kit.NewRow(8, box, label)
}

func (p *filterPanel) newAmounts() fyne.CanvasObject {
	none := lang.X("amount", "any")
	p.low, p.high = spend.NewAmountField(p.min, p.currency, none), spend.NewAmountField(p.max, p.currency, none)
	for _, e := range []*kit.AmountEntry{p.low, p.high} {
		e.OnChanged = func(string) { p.readAmounts() }
		e.OnEscape = p.close
		e.OnSubmitted = func(string) { p.close() }
	}
	fixed := func(e *kit.AmountEntry) fyne.CanvasObject { return kit.NewFixed(resources.Scaled(100), 0, e) }
	return kit.NewRow(8, fixed(p.low), small(lang.X("range", "to")), fixed(p.high))
}

// readAmounts applies the typed amounts, or shows what is wrong with them.
func (p *filterPanel) readAmounts() {
	from, err := spend.ReadAmount(p.low, p.currency)
	to, err2 := spend.ReadAmount(p.high, p.currency)
	err = cmp.Or(err, err2)
	complain(p.problem, err)
	p.panel.Refresh()
	if err != nil || sameAmount(p.min, from) && sameAmount(p.max, to) {
		return
	}
	p.min, p.max = from, to
	p.change(func(f *filter) { f.min, f.max = from, to })
}

func sameAmount(a, b *int64) bool {
	return a == b || a != nil && b != nil && *a == *b
}
