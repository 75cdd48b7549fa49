package costs

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// sheetWide is the width of a sheet that holds a list, px.
const sheetWide = 640

// ShowPricing offers to give prices to the charges of the time that have none.
func (s *Screen) ShowPricing() {
	q, now := s.asked.get(), s.deps.Now()
	s.deps.Go(func(ctx context.Context) {
		p, err := propose(ctx, s.deps.Library, q, now)
		s.deps.Post(func() {
			if err != nil {
				s.fail(err)
				return
			}
			s.askPrices(p)
		})
	})
}

// fail says why something was not done, in the banner at the top.
func (s *Screen) fail(err error) {
	s.shown.err = err
	s.render()
}

// askPrices shows what each entry would cost. Nothing is written before a person says so.
func (s *Screen) askPrices(p proposals) {
	if len(p.all) == 0 || s.open() {
		return
	}
	late := true
	var sheet *widgets.Sheet
	sum := widgets.NewText("", resources.SizeBody, resources.Text1, true).Wrap(true)
	rest := widgets.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true)
	write := widgets.NewButton("", nil, widgets.Plain, nil)
	list := newTable([]column{{head: lang.X("column", "When"), width: 92}, {head: lang.X("column", "Job"), width: 200, grow: true}, {head: lang.L("Would cost"), width: 230, grow: true, numbers: true}})
	refresh := func() {
		sums, n, without := p.sum(late)
		var amounts []string
		for _, currency := range slices.Sorted(maps.Keys(sums)) {
			amounts = append(amounts, wording.MoneyFormat{Currency: currency, Sandbox: s.shown.profile.Sandbox}.Alone(sums[currency]))
		}
		words := lang.L("No entry gets a price.")
		if n > 0 {
			words = lang.N("%[1]s entry gets a price: %[2]s charged more than was known", "%[1]s entries get a price: %[2]s charged more than was known",
				n, lang.Number(n), wording.List(amounts))
		}
		sum.SetText(words)
		say(rest, restWords(without, p.more))
		write.SetText(lang.N("Price %s entry", "Price %s entries", n, lang.Number(n)))
		if n == 0 {
			write.Disable()
		} else {
			write.Enable()
		}
		rows := make([][]cell, len(p.all))
		for i, one := range p.all {
			r := rowOf(one.entry, false, s.deps.Now())
			rows[i] = []cell{{words: r.when}, {words: r.what + " " + r.quantity}, {words: one.words(late)}}
		}
		list.set(rows)
		if sheet != nil {
			sheet.Refresh()
		}
	}
	today := widgets.NewCheck(late, func(on bool) { late = on; refresh() })
	anyLate := slices.ContainsFunc(p.all, func(one proposal) bool { return one.known && one.today })
	choice := widgets.NewRow(4, today, widgets.NewText(lang.L("Use the prices of today where none were known at the time"), resources.SizeSM, resources.Text1, false))
	widgets.Show(choice, anyLate)
	leave := widgets.NewButton(lang.L("Leave them"), nil, widgets.Primary, nil)
	content := widgets.NewColumn(12,
		widgets.NewText(lang.L("Price the entries without a price"), resources.SizeH1, resources.Text1, true),
		widgets.NewText(lang.L("Each gets a new entry beside it, with the price and a note. Nothing that stands in the ledger is changed."), resources.SizeSM, resources.Text2, false).Wrap(true),
		widgets.NewFixed(0, 220, list.object), choice, sum, rest,
		widgets.NewRow(8, widgets.NewSpring(), write, leave))
	refresh()
	sheet = s.openSheet(sheetWide, content)
	leave.OnTapped = sheet.Hide
	sheet.Default = sheet.Hide
	write.OnTapped = func() {
		sheet.Hide()
		prices := p.prices(late)
		s.deps.Go(func(ctx context.Context) {
			written, _, err := s.deps.Library.PriceLater(ctx, prices)
			if len(written) > 0 {
				s.added(written[0].ProfileID)
			}
			s.deps.Post(func() {
				if err != nil {
					s.fail(err)
				}
				s.deps.Window.Refresh()
			})
		})
	}
}

// added tells that a profile's ledger grew: what a job cost is shown in other places too. Off the window's goroutine.
func (s *Screen) added(profile int64) {
	s.deps.Engine.LedgerCorrected(profile)
}

func restWords(without int, more bool) string {
	var words []string
	if without > 0 {
		words = append(words, lang.N("%s stays without: enter the price at the right first.", "%s stay without: enter the price at the right first.", without, lang.Number(without)))
	}
	if more {
		words = append(words, lang.L("There are more; they come next."))
	}
	return strings.Join(words, " ")
}

// open reports whether a sheet of the place is open.
func (s *Screen) open() bool { return s.sheet != nil && s.sheet.Shown() }

// openSheet shows a sheet of a width in px.
func (s *Screen) openSheet(width float32, content fyne.CanvasObject) *widgets.Sheet {
	s.sheet = widgets.ShowWideSheet(s.deps.Canvas(), width, content, nil)
	return s.sheet
}
