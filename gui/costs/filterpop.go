package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// ShowFilter opens the panel that narrows sums, charts and list. What is chosen there holds at once.
func (s *Screen) ShowFilter() {
	c := s.deps.Canvas()
	a, f := s.shown, s.asked.get().filter
	models := slices.Clone(a.models)
	if f.model != "" && !slices.Contains(models, f.model) {
		models = append(models, f.model)
	}
	slices.Sort(models)
	model := choice(lang.L("any model"), models, models, f.model, func(v string) { s.filter(func(f *filter) { f.model = v }) })

	var kinds, kindWords []string
	for _, k := range []db.JobKind{db.TextToVideo, db.FramesToVideo, db.TextToImage, db.EditImage} {
		kinds, kindWords = append(kinds, string(k)), append(kindWords, wording.Kind(k))
	}
	kind := choice(lang.L("any kind of job"), kinds, kindWords, string(f.jobKind), func(v string) { s.filter(func(f *filter) { f.jobKind = db.JobKind(v) }) })

	var tags []string
	for _, t := range a.tags {
		tags = append(tags, t.Tag)
	}
	tag := choice(lang.L("any tag"), tags, tags, f.tag, func(v string) { s.filter(func(f *filter) { f.tag = v }) })

	var refs, albums []string
	for _, b := range a.albums {
		refs, albums = append(refs, b.Ref), append(albums, b.Name)
	}
	album := choice(lang.L("any album"), refs, albums, f.album, func(v string) { s.filter(func(f *filter) { f.album = v }) })

	low, high := amountField(f.min, a.currency, lang.X("amount", "any")), amountField(f.max, a.currency, lang.X("amount", "any"))
	problem := widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	say(problem, "")
	var panel *widgets.Popover
	keep := func(string) {
		from, err := readAmount(low, a.currency)
		to, err2 := readAmount(high, a.currency)
		if err == nil {
			err = err2
		}
		say(problem, mistake(err))
		panel.Refresh()
		if err != nil {
			return
		}
		if now := s.asked.get().filter; !sameAmount(now.min, from) || !sameAmount(now.max, to) {
			s.filter(func(f *filter) { f.min, f.max = from, to })
		}
	}
	low.OnChanged, high.OnChanged = keep, keep

	unpriced := widgets.NewCheck(f.unpriced, func(on bool) { s.filter(func(f *filter) { f.unpriced = on }) })
	open := widgets.NewCheck(f.open, func(on bool) { s.filter(func(f *filter) { f.open = on }) })
	check := func(b *widgets.Check, words string) fyne.CanvasObject {
		return widgets.NewRow(4, b, widgets.NewText(words, resources.SizeSM, resources.Text1, false))
	}
	amounts := widgets.NewRow(8, widgets.NewFixed(resources.Scaled(100), 0, low), widgets.NewText(lang.X("range", "to"), resources.SizeSM, resources.Text2, false), widgets.NewFixed(resources.Scaled(100), 0, high))
	fields := labelled(8, 72, 228, resources.SizeSM, resources.Text2,
		field{lang.L("Model"), model}, field{lang.X("noun", "Kind"), kind}, field{lang.X("noun", "Tag"), tag}, field{lang.L("Album"), album}, field{lang.L("Amount"), amounts})
	content := widgets.NewColumn(8, append(fields,
		check(unpriced, lang.L("Only what has no price")), check(open, lang.L("Only what is open: reserved or unconfirmed")),
		widgets.NewFixed(308, 0, problem),
		widgets.NewRow(8, widgets.NewText(lang.L("Sums, chart and list follow."), resources.SizeXS, resources.Text2, false), widgets.NewSpring(),
			widgets.NewButton(lang.X("verb", "Clear"), nil, widgets.Quiet, func() { panel.Hide(); s.ClearFilter() }).Small(),
			widgets.NewButton(lang.L("Done"), nil, widgets.Plain, func() { panel.Hide() }).Small()))...)
	for _, e := range []*widgets.AmountEntry{low, high} {
		e.OnEscape = func() { panel.Hide() }
		e.OnSubmitted = func(string) { panel.Hide() }
	}
	panel = widgets.ShowPopover(c, content, below(s.ledger.narrow).SubtractXY(300, 0), nil)
	c.Focus(model)
}

// choice is a picker of a value or none. values and words go together.
func choice(none string, values, words []string, at string, changed func(value string)) *widgets.Picker {
	p := widgets.NewSimplePicker(append([]string{none}, words...), func(i int) {
		if i == 0 {
			changed("")
		} else {
			changed(values[i-1])
		}
	})
	p.SetSelected(slices.Index(values, at) + 1)
	return p
}

// amountField is a field for an amount; none stands in it while it is empty.
func amountField(v *int64, currency, none string) *widgets.AmountEntry {
	e := widgets.NewAmountEntry()
	e.SetPlaceHolder(none)
	if v != nil {
		e.SetText(exact(*v, currency))
	}
	return e
}

// readAmount reads a field, nil where it is empty, and outlines it where it cannot be read.
func readAmount(e *widgets.AmountEntry, currency string) (*int64, error) {
	amount, given, err := wording.ParseAmount(e.Text, currency)
	e.SetFailed(err != nil)
	if err != nil || !given {
		return nil, err
	}
	return new(int64(amount)), nil
}

func sameAmount(a, b *int64) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// field is a control with the words before it.
type field struct {
	label   string
	control fyne.CanvasObject
}

// labelled are fields under each other, whose controls begin at one line: behind the widest words and at least least px
// from the left. room is the width of the
// controls, px at 100 %.
func labelled(gap, least, room float32, size fyne.ThemeSizeName, color fyne.ThemeColorName, fields ...field) (rows []fyne.CanvasObject) {
	least, room = resources.Scaled(least), resources.Scaled(room)
	var words []*widgets.Text
	for _, f := range fields {
		t := widgets.NewText(f.label, size, color, false)
		least = max(least, t.MinSize().Width)
		words = append(words, t)
	}
	for i, f := range fields {
		rows = append(rows, widgets.NewRow(gap, widgets.NewFixed(least, 0, words[i]), widgets.NewFixed(room, 0, f.control)))
	}
	return rows
}
