package compose

import (
	"context"
	"log/slog"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// askWidth is the width of a question in px: three answers with an amount in one line.
const askWidth = 480

// Approve asks the questions of every click for jobs that another place sends, such as a held job or one more of a saved
// one: goes is called, on the window's goroutine, only where nothing needs to be asked or the person said so. p is the
// profile that pays. Window's goroutine.
func (s *Screen) Approve(p db.Profile, q form.Quote, goes func()) {
	s.clicks.questions.review(click{account: Account{Profile: p}, quote: q}, goes, func() {})
}

// questions asks a person before something is sent that costs more than was agreed. It knows the click alone, not the form that
// it came from. Its methods belong to the window's goroutine.
type questions struct {
	Runtime
	Money
	canvas       func() fyne.Canvas // nil from it: nobody can be asked
	changeBudget func()             // nil: it cannot be changed from here
}

// review asks before anything is sent, where a click goes over the budget of the day or the month, or costs more than the amount from which
// a person wants to be asked. Not sending is the default. Exactly one of goes and stays is called, on the window's goroutine.
// The month is read anew, because jobs may have been charged since it was shown.
func (q questions) review(c click, goes, stays func()) {
	a := c.account
	if c.hold || a.Sandbox {
		goes()
		return
	}
	if !q.watched(a) {
		q.confirm(c, goes, stays)
		return
	}
	q.Go(func() {
		m, err := q.Month(context.Background(), a.ID)
		q.Post(func() {
			if err != nil {
				q.Log.Warn("cannot read the month", slog.Int64("profile", a.ID), slog.Any("err", err))
				l := jobs.LimitsOf(a.Profile)
				limit := l.Month
				if limit == nil {
					limit = l.Day
				}
				unknown := lang.L("So it is not known whether this stays within the budget of %s.", wording.Money(*limit, a.Currency))
				q.ask(lang.L("This month’s amounts cannot be read"), []widgets.Span{{Text: unknown + " "}, adds(c)}, c, nil, goes, stays)
				return
			}
			switch v := judged(a, m, c.quote); v.Over.Scope {
			case jobs.ScopeMonth, jobs.ScopeDay:
				words := []widgets.Span{{Text: budgetWords(m, v.Over, a.Currency) + " "}, adds(c)}
				q.ask(overWords(v.Over.Scope), words, c, &m, goes, stays)
			default:
				q.confirm(c, goes, stays)
			}
		})
	})
}

// confirm asks where a click costs more than the limit that the person set.
func (q questions) confirm(c click, goes, stays func()) {
	if !aboveLimit(c.account.ConfirmMicros, c.quote) {
		goes()
		return
	}
	limit := wording.Money(*c.account.ConfirmMicros, c.account.Currency)
	words := []widgets.Span{adds(c), {Text: " " + lang.L("You want to be asked above %s.", limit)}}
	if !c.quote.Known {
		words = []widgets.Span{{Text: lang.L("No price is known for this, so it may cost more than the %s above which you want to be asked.", limit)}}
	}
	title := lang.L("Send this one?")
	if n := c.quote.Jobs; n > 1 {
		title = lang.N("Send these %s?", "Send these %s?", n, lang.Number(n))
	}
	q.ask(title, words, c, nil, goes, stays)
}

// budgetWords says how much of a budget is used, and how much of that may still change.
func budgetWords(m Month, limit jobs.Left, currency string) string {
	money := func(micros int64) string { return wording.Money(micros, currency) }
	if limit.Scope == jobs.ScopeDay {
		used := money(m.used().Day)
		if m.Waiting > 0 {
			return lang.L("%s of %s is used today (%s of it waiting to be sent).", used, money(limit.Limit), money(m.Waiting))
		}
		return lang.L("%s of %s is used today.", used, money(limit.Limit))
	}
	var open []string
	if m.Reserved != 0 {
		open = append(open, lang.L("%s of it reserved", money(m.Reserved)))
	}
	switch {
	case m.Unconfirmed == 0:
	case len(open) == 0:
		open = append(open, lang.L("%s of it unconfirmed", money(m.Unconfirmed)))
	default:
		open = append(open, lang.L("%s unconfirmed", money(m.Unconfirmed)))
	}
	switch {
	case m.Waiting == 0:
	case len(open) == 0:
		open = append(open, lang.L("%s of it waiting to be sent", money(m.Waiting)))
	default:
		open = append(open, lang.L("%s waiting to be sent", money(m.Waiting)))
	}
	if len(open) == 0 {
		return lang.L("%s of %s is used.", money(m.Used()), money(limit.Limit))
	}
	return lang.L("%s of %s is used (%s).", money(m.Used()), money(limit.Limit), wording.Commas(open))
}

// adds says what a click costs. A single job is "this job" in a sentence of its own: that is no matter of its number alone.
func adds(c click) widgets.Span {
	n := c.quote.Jobs
	if !c.quote.Known {
		if n == 1 {
			return widgets.Span{Text: lang.L("The price of this job is not known.")}
		}
		return widgets.Span{Text: lang.N("The price of these %s jobs is not known.", "The price of these %s jobs is not known.", n, lang.Number(n))}
	}
	price := wording.Money(int64(c.quote.Total), c.account.Currency)
	words := lang.L("This job adds %s.", price)
	if n > 1 {
		words = lang.N("These %s jobs add %s.", "These %s jobs add %s.", n, lang.Number(n), price)
	}
	return widgets.Span{Text: words, Bold: true, Color: resources.Text1}
}

// sendWords is the word of a button that sends after a question: it says how much.
func sendWords(c click) string {
	price := form.Tariff{Currency: c.account.Currency, Sandbox: c.account.Sandbox}.Price(c.quote)
	if n := c.quote.Jobs; n > 1 {
		return lang.N("Send these %s", "Send these %s", n, lang.Number(n)) + " · " + price
	}
	return lang.L("Send this one") + " · " + price
}

// holdWords is the word of the button that sends what fits a budget and holds the rest.
func holdWords(hold []bool) string {
	n := 0
	for _, h := range hold {
		if h {
			n++
		}
	}
	if sent := len(hold) - n; sent > 0 {
		return lang.L("Send %s, hold %s", lang.Number(sent), lang.Number(n))
	}
	if n > 1 {
		return lang.L("Hold them")
	}
	return lang.L("Hold it")
}

// ask opens a sheet whose safe answer is not to send. Esc gives it too. over is what was used where a budget is the reason: then
// the jobs that do not fit can be held instead, and the budget be changed.
func (q questions) ask(title string, words []widgets.Span, c click, over *Month, goes, stays func()) {
	canvas := q.canvas()
	if canvas == nil {
		stays() // nobody can be asked
		return
	}
	var sheet *widgets.Sheet
	answer := func(then func()) func() {
		return func() {
			sheet.Hide()
			then()
		}
	}
	not := widgets.NewButton(lang.L("Do not send"), nil, widgets.Primary, answer(stays))
	buttons := []fyne.CanvasObject{not, widgets.NewButton(sendWords(c), nil, widgets.Plain, answer(goes))}
	if over != nil && c.part != nil {
		hold := jobs.LimitsOf(c.account.Profile).Plan(over.used(), c.prices())
		buttons = append(buttons, widgets.NewButton(holdWords(hold), nil, widgets.Plain, answer(func() { c.part(hold) })))
	}
	if over != nil && q.changeBudget != nil {
		buttons = append(buttons, widgets.NewButton(lang.L("Change budget…"), nil, widgets.Quiet, answer(func() {
			stays()
			q.changeBudget()
		})))
	}
	row := widgets.NewFlow(8, buttons...)
	if last := len(buttons) - 1; last > 1 {
		wide := widgets.NewRow(8, slices.Concat(buttons[:last], []fyne.CanvasObject{widgets.NewSpring(), buttons[last]})...)
		if wide.MinSize().Width <= askWidth-2*inset {
			row = wide
		}
	}
	sheet = widgets.ShowWideSheet(canvas, askWidth, widgets.NewColumn(12,
		widgets.NewText(title, resources.SizeH2, resources.Text1, true),
		widgets.NewRichText(resources.SizeSM, resources.Text2, words...).Wrap(true),
		row,
	), stays)
	canvas.Focus(not)
}
