package costs

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// show swaps in an answer, unless something else is asked for by now.
func (s *Screen) show(a answer) {
	q := s.asked.get()
	if a.question != q {
		return
	}
	old := s.shown
	anew := old.question != q
	chosen := int64(0)
	if s.built && !anew && s.ledger.list.At() >= 0 && s.ledger.list.At() < len(old.rows) {
		chosen = old.rows[s.ledger.list.At()].id
	}
	if !anew && a.err == nil {
		a.rows, a.more = joined(a.rows, a.more, old.rows, old.more)
	}
	if err := a.err; err != nil && !anew {
		a = old // what was read before stays readable
		a.err = err
	}
	s.shown = a
	s.loaded.set(len(a.rows))
	if !s.built {
		return
	}
	list := s.ledger.list
	list.SetAt(slices.IndexFunc(a.rows, func(r row) bool { return r.id == chosen }))
	switch offset := list.Offset(); {
	case anew:
		list.Choose(-1)
		if offset > 0 {
			list.SetOffset(0)
		}
	case offset > 0 && len(a.rows) > len(old.rows) && len(old.rows) > 0:
		list.SetOffset(offset + float32(newer(a.rows, old.rows))*rowHeight) // what is read stays where it is
	}
	s.render()
	s.readRates()
}

// joined puts what was read anew before what was known of further pages. The ledger is append-only, so from an entry that is
// in both on, what was known is still true; where there is none, what was known is left out and read again when it is
// looked for.
func joined(anew []row, more bool, old []row, oldMore bool) ([]row, bool) {
	if !more || len(anew) == 0 {
		return anew, more
	}
	last := anew[len(anew)-1]
	i := slices.IndexFunc(old, func(r row) bool { return r.id == last.id })
	if i < 0 || old[i] != last {
		return anew, more
	}
	return append(slices.Clip(anew), old[i+1:]...), oldMore
}

// newer counts the entries that came before what was the first one.
func newer(rows, old []row) int {
	return max(slices.IndexFunc(rows, func(r row) bool { return r.id == old[0].id }), 0)
}

// render shows what was read, and what is asked for.
func (s *Screen) render() {
	if !s.built {
		return
	}
	a, q := s.shown, s.asked.get()
	s.head.set(a, q)
	height := s.main.Objects[0].MinSize().Height
	grown := s.strip.set(a)
	s.parts.set(a, q)
	s.setBanners(a)
	widgets.Show(s.waiting, !a.ready)
	widgets.Show(s.overview.object, a.ready)
	widgets.Show(s.ledger.object, a.ready)
	s.overview.set(a)
	s.ledger.set(a, s.ledger.list.At())
	if grown {
		lay(s.frame)
	}
	if grown || height != s.main.Objects[0].MinSize().Height {
		s.scroll.Refresh()
		lay(s.main)
	}
}

func (s *Screen) setBanners(a answer) {
	bar := func(b *widgets.Banner, on bool) {
		widgets.Show(s.main.Objects[0].(*fyne.Container).Objects[map[bool]int{true: 1, false: 2}[b == s.problem]], on)
	}
	bar(s.problem, a.err != nil)
	if a.err != nil {
		s.problem.SetText(lang.L("The ledger cannot be read."), " "+a.err.Error())
	}
	bar(s.unpriced, a.unpriced > 0 && a.err == nil)
	if a.unpriced > 0 {
		s.unpriced.SetText(lang.N("%s entry has no price.", "%s entries have no price.", a.unpriced, lang.Number(a.unpriced)), " "+lang.N("What it cost is in no sum.", "What they cost is in no sum.", a.unpriced))
	}
}

// readMore reads the next page of the list, once at a time.
func (s *Screen) readMore() {
	if s.reading || len(s.shown.rows) == 0 {
		return
	}
	s.reading = true
	q, last := s.shown.question, s.shown.rows[len(s.shown.rows)-1].id
	several, now := len(s.shown.currencies) > 1, s.deps.Now()
	s.deps.Go(func(ctx context.Context) {
		rows, more, err := readRows(ctx, s.deps.Library, q, last, page, several, now)
		s.deps.Post(func() {
			s.reading = false
			n := len(s.shown.rows)
			if s.shown.question != q || n == 0 || s.shown.rows[n-1].id != last {
				return
			}
			if err != nil {
				s.shown.err, s.shown.more = err, false
				s.render()
				return
			}
			s.shown.rows, s.shown.more = append(s.shown.rows, rows...), more
			s.loaded.set(len(s.shown.rows))
			s.ledger.list.Update()
		})
	})
}

// groupRates are the rates of the groups that are shown. They need a look at every file of the library, so they come after
// the groups.
type groupRates struct {
	of      question
	entries int // of the ledger when they were read: the same question may have another answer by now
	whole   rates
	groups  []rates
}

// mostRates is for how many groups rates are read.
const mostRates = 16

// readRates reads the rates of the groups that are shown, unless they are known.
func (s *Screen) readRates() {
	a := s.shown
	if a.question.by == db.ByDay || a.err != nil {
		return
	}
	if s.rates.of != a.question {
		s.rates = groupRates{}
	}
	next := groupRates{of: a.question, entries: a.counts[""], groups: make([]rates, min(len(a.groups), mostRates))}
	if s.rates.of == next.of && s.rates.entries == next.entries {
		return
	}
	whole := a.question.sums()
	whole.Currency = a.currency
	s.rates.of, s.rates.entries = next.of, next.entries
	s.deps.Go(func(ctx context.Context) {
		var err error
		if next.whole, err = readRates(ctx, s.deps.Library, whole); err != nil {
			return // said where the sums are read; without rates their places stay empty
		}
		for i := range next.groups {
			if s.asked.get() != next.of || ctx.Err() != nil {
				return
			}
			if a.groups[i].narrow == nil {
				continue // what has no name cannot be asked for alone
			}
			if next.groups[i], err = readRates(ctx, s.deps.Library, a.groups[i].filter); err != nil {
				return
			}
		}
		s.deps.Post(func() {
			if s.shown.question == next.of {
				s.rates = next
				s.overview.set(s.shown)
			}
		})
	})
}
