package costs

import (
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// filterChips shows what the sums, the chart and the list are narrowed to: a chip for each condition, which a click
// removes. It is hidden while there is no condition.
type filterChips struct {
	ask     asker
	onClear func() // clear all of the filter
	words   []string
	flow    *fyne.Container
	object  *fyne.Container
}

func newFilterChips(ask asker, onClear func()) *filterChips {
	c := &filterChips{ask: ask, onClear: onClear, flow: kit.NewFlow(chipGap)}
	c.object = kit.NewInset(8, 16, 0, 16, c.flow)
	return c
}

// setFilter shows the conditions of a filter. Amounts are in a currency.
func (c *filterChips) setFilter(f filter, n names, currency string) {
	all := conditionsOf(f, n, currency)
	var words []string
	for _, one := range all {
		words = append(words, one.words)
	}
	kit.Show(c.object, len(all) > 0)
	if slices.Equal(words, c.words) {
		return
	}
	c.words = words
	c.flow.Objects = []fyne.CanvasObject{kit.NewFixed(0, chipHeight, small(lang.L("Show")))}
	for _, one := range all {
		c.flow.Add(newClearable(shorten(one.words), func() { c.ask(func(q *query) { one.clear(&q.filter) }) }))
	}
	c.flow.Add(kit.NewLink(lang.X("verb", "Clear"), c.onClear))
	c.object.Refresh()
}

// condition is one condition of a filter in words.
type condition struct {
	words string
	clear func(*filter)
}

// conditionsOf returns the conditions of a filter. Those of the list only are shown above the list.
func conditionsOf(f filter, n names, currency string) (all []condition) {
	add := func(on bool, words string, clear func(*filter)) {
		if on {
			all = append(all, condition{words, clear})
		}
	}
	add(f.job.id != 0, lang.L("Job: %s", f.job.title), func(f *filter) { f.job = jobRef{} })
	add(f.board.ref != "", lang.L("Board: %s", f.board.name), func(f *filter) { f.board = boardRef{} })
	add(f.client != "", lang.L("Program: %s", f.client), func(f *filter) { f.client = "" })
	add(f.model != "", f.model, func(f *filter) { f.model = "" })
	add(f.jobKind != "", wording.Kind(f.jobKind), func(f *filter) { f.jobKind = "" })
	add(f.tag != "", lang.L("Tag: %s", f.tag), func(f *filter) { f.tag = "" })
	add(f.album != "", lang.L("Album: %s", n.albumName(f.album)), func(f *filter) { f.album = "" })
	add(f.min != nil || f.max != nil, amountRange(f.min, f.max, currency), func(f *filter) { f.min, f.max = nil, nil })
	add(f.unpriced, lang.L("Without a price"), func(f *filter) { f.unpriced = false })
	add(f.open, lang.L("Open only"), func(f *filter) { f.open = false })
	add(f.text != "", lang.L("“%s”", f.text), func(f *filter) { f.text = "" })
	return all
}

// amountRange returns a range of amounts in words; "" for no limits.
func amountRange(low, high *int64, currency string) string {
	amount := func(v *int64) string { return wording.ExactMoney(client.Micros(*v), currency) }
	switch {
	case low != nil && high != nil:
		return lang.X("range", "%s to %s", amount(low), amount(high))
	case low != nil:
		return lang.X("amount", "From %s", amount(low))
	case high != nil:
		return lang.L("Up to %s", amount(high))
	}
	return ""
}
