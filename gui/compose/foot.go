package compose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// footView is the part of the composer that never scrolls: what it costs, the button that spends it, and why the
// button is off when it is.
type footView struct {
	Deps
	*draft
	clicks  *clicks
	profile *profileReader
	charges *charges
	actions func() []action.Action // of its menu

	line   *kit.Text
	table  *kit.Link // to the prices
	button *kit.Button
	more   *kit.Button
	was    *kit.Button // sends the picture on the canvas without its marks
	wasRow *fyne.Container
	why    *kit.Text
	addKey *kit.Link
	budget *kit.Text // what is left of the month's budget, if no reason is shown
	box    *fyne.Container
}

func newFootView(s *submission, profile *profileReader, charges *charges, actions func() []action.Action) *footView {
	small := func(s string, c fyne.ThemeColorName) *kit.Text {
		return kit.NewText(s, resources.SizeSM, c, false)
	}
	withoutMarks := keyWords(fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift, fyne.KeyReturn)
	v := &footView{
		Deps: s.Deps, draft: s.draft, clicks: s.clicks, profile: profile, charges: charges, actions: actions,
		line:   small("", resources.Text2).Wrap(true),
		table:  kit.NewLink(lang.L("Price table"), s.Navigator.ShowPrices),
		button: kit.NewButton("", nil, kit.Primary, s.Generate).Large(),
		why:    small("", resources.Text2).Wrap(true),
		addKey: kit.NewLink(lang.L("Add key…"), s.Navigator.ShowSettings),
		budget: small("", resources.Text2).Wrap(true),
	}
	v.more = kit.NewIconButton(resources.IconChevronDown, lang.L("Hold for later, Copy request, Batch"),
		v.openMore).Large()
	v.was = kit.NewButton("", nil, kit.Plain, s.SendWithoutMarks)
	v.was.SetWord(withoutMarks)
	v.wasRow = kit.NewRow(8, v.was, kit.NewSpring())
	v.wasRow.Hide()
	v.box = kit.NewColumn(8, // the button is the last row: texts above it may grow, and it stays in place
		v.wasRow,
		kit.NewColumn(0, kit.NewRow(8, v.line, v.table), kit.NewRow(8, v.why, v.budget, kit.NewSpring(), v.addKey)),
		container.NewBorder(nil, nil, nil, kit.NewInset(0, 0, 0, 4, v.more), v.button),
	)
	return v
}

// show shows what the order costs that a click would send, and reports whether the foot is of another height by that.
func (v *footView) show() (grew bool) {
	o, problems := v.order, v.problems
	quote, why := v.tariff.Quote(o), v.reason(problems)
	high := v.box.MinSize().Height
	priced := v.account.ID != 0 && order.Priceable(problems)
	button, line, own := wording.OrderVerb(o), "", [3]string{}
	if priced {
		button, line = v.tariff.Button(o, quote), v.tariff.Line(o, quote)
		own = v.charges.line(v.charges.key(v.account, o), o.Jobs())
	}
	if v.held != nil {
		button = v.buttonWord(o, false, false)
	}
	if own[1] != "" {
		v.line.SetSpans(kit.Span{Text: own[0]}, kit.Span{Text: own[1], Color: resources.Text1}, kit.Span{Text: own[2]})
	} else {
		v.line.SetText(line)
	}
	can := v.clicks.free(problems) && !v.account.ReadOnly
	v.button.SetText(button)
	v.button.SetWord(sendHint(v.form))
	kit.Enable(v.button, can && !v.account.NoKey)
	kit.Enable(v.more, can) // holding a job needs no key
	word := lang.L("Price table")
	if priced && !quote.Known {
		word = lang.L("Enter prices…")
	}
	if v.table.Text() != word {
		v.table.SetText(word)
		v.box.Refresh()
	}
	v.showWithoutMarks()
	v.showBudget(quote, priced && why.words == "")

	v.why.SetText(why.words)
	v.why.SetColor(toneOf(why.wrong, resources.Text2))
	kit.Show(v.why, why.words != "" || !v.budget.Visible())
	kit.Show(v.addKey, why.noKey)
	return v.box.MinSize().Height != high
}

// sendHint returns the tooltip of the button: its key, and that the answer of a picture call must be waited for.
func sendHint(f order.Form) string {
	key := keyWords(fyne.KeyModifierShortcutDefault, fyne.KeyReturn)
	if isStill(f) {
		return wording.Dotted(key, lang.L("Keep Viviscope open until the picture arrives."))
	}
	return key
}

// reason is why the button is off, or what went wrong. The zero value is neither.
type reason struct {
	words string
	wrong bool // it is about an error
	noKey bool
}

func (v *footView) reason(problems []client.ValidationError) (r reason) {
	switch {
	case v.failure != "":
		r.words, r.wrong = v.failure, true
	case v.clicks.gate.waiting != nil:
		r.words = lang.L("Next: %s, sent as soon as the previous click is saved.", v.clicks.gate.waiting.word)
	case v.held != nil && v.held.gone != "":
		r.words = lang.L("Job %s is no longer held.", v.held.name())
	case v.held != nil && v.held.job.ProfileID != v.account.ID:
		r.words = lang.L("Job %s belongs to another profile. Switch back to that profile to save it.", v.held.name())
	case v.account.ReadOnly:
		r.words = readOnlyWords()
	case v.account.NoKey:
		r.words, r.noKey = lang.L("No key for %s, so nothing can be sent. Your library works as usual.",
			v.account.Name), true
	case len(problems) > 0:
		r.words = wording.Rule(problems[0].Message)
	case v.profile.paused.Load():
		r.words = lang.L("Sending is paused. This waits in the queue until you resume.")
	}
	return r
}

// showBudget shows what is left of the tightest budget, where one is watched and there is room for it.
func (v *footView) showBudget(quote order.Quote, room bool) {
	var line []kit.Span
	if room && v.profile.budgets != nil {
		q := *v.profile.budgets
		q.Each, q.Known = []*int64{new(int64(quote.Total))}, quote.Known
		line = spend.BudgetLine(q)
	}
	v.budget.SetSpans(line...)
	kit.Show(v.budget, len(line) > 0)
}

// showWithoutMarks shows the button of a click without the marks on the canvas.
func (v *footView) showWithoutMarks() {
	f, drawn := v.withoutMarks()
	kit.Show(v.wasRow, drawn)
	if !drawn {
		return
	}
	o, problems := f.Build(v.env())
	word := lang.L("Send without marks")
	if v.account.ID != 0 && order.Priceable(problems) {
		word = v.buttonWord(o, false, true)
	}
	if word != v.was.Text() {
		v.was.SetText(word)
		v.wasRow.Refresh()
	}
	kit.Enable(v.was, v.clicks.free(problems) && !v.account.NoKey)
}

// openMore opens the menu of what else can be done with the form, above its arrow: below there is only the end of the
// window.
func (v *footView) openMore() {
	menu := action.Menu(v.actions(), v.Post)
	size := widget.NewMenu(menu).MinSize()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.more)
	kit.ShowMenu(v.Canvas(), menu, fyne.NewPos(at.X+v.more.Size().Width-size.Width, at.Y-size.Height-6))
}
