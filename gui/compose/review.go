package compose

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/price/budget"
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
	s.review(click{account: Account{Profile: p}, quote: q}, goes, func() {})
}

// review asks before anything is sent, where a click goes over the budget of the day or the month, or costs more than the amount from which
// a person wants to be asked. Not sending is the default. Exactly one of goes and stays is called, on the window's goroutine.
// The month is read anew, because jobs may have been charged since it was shown.
func (s *Screen) review(c click, goes, stays func()) {
	a := c.account
	if c.hold || a.Sandbox {
		goes()
		return
	}
	if !s.watched(a) {
		s.confirm(c, goes, stays)
		return
	}
	s.d.Go(func() {
		m, err := s.d.Month(context.Background(), a.ID)
		s.d.Post(func() {
			if err != nil {
				s.d.Log.Warn("cannot read the month", slog.Int64("profile", a.ID), slog.Any("err", err))
				l := budget.Of(a.Profile)
				limit := l.Month
				if limit == nil {
					limit = l.Day
				}
				s.ask("This month’s amounts cannot be read", []widgets.Span{{Text: "So it is not known whether this stays within the budget of " +
					wording.Money(*limit, a.Currency) + ". "}, adds(c)}, c, nil, goes, stays)
				return
			}
			switch v := judged(a, m, c.quote); v.Over.Scope {
			case budget.Month, budget.Day:
				words := append(budgetWords(m, v.Over, a.Currency), adds(c))
				title, _ := scopeWords(v.Over.Scope)
				s.ask(title, words, c, &m, goes, stays)
			default:
				s.confirm(c, goes, stays)
			}
		})
	})
}

// confirm asks where a click costs more than the limit that the person set.
func (s *Screen) confirm(c click, goes, stays func()) {
	if !aboveLimit(c.account.ConfirmMicros, c.quote) {
		goes()
		return
	}
	limit := wording.Money(*c.account.ConfirmMicros, c.account.Currency)
	words := []widgets.Span{adds(c), {Text: " You want to be asked above " + limit + "."}}
	if !c.quote.Known {
		words = []widgets.Span{{Text: "No price is known for this, so it may cost more than the " + limit + " above which you want to be asked."}}
	}
	s.ask("Send "+these(c.quote.Jobs, "this one", "these %d")+"?", words, c, nil, goes, stays)
}

// budgetWords says how much of a budget is used, and how much of that may still change.
func budgetWords(m Month, limit budget.Left, currency string) []widgets.Span {
	if limit.Scope == budget.Day {
		used := wording.Money(m.used().Day, currency) + " of " + wording.Money(limit.Limit, currency) + " is used today"
		if m.Waiting > 0 {
			used += " (" + wording.Money(m.Waiting, currency) + " of it waiting to be sent)"
		}
		return []widgets.Span{{Text: used + ". "}}
	}
	var open []string
	for _, part := range []struct {
		micros int64
		word   string
	}{{m.Reserved, "reserved"}, {m.Unconfirmed, "unconfirmed"}, {m.Waiting, "waiting to be sent"}} {
		if part.micros == 0 {
			continue
		}
		word := part.word
		if len(open) == 0 {
			word = "of it " + word
		}
		open = append(open, wording.Money(part.micros, currency)+" "+word)
	}
	used := wording.Money(m.Used(), currency) + " of " + wording.Money(limit.Limit, currency) + " is used"
	if len(open) > 0 {
		used += " (" + strings.Join(open, ", ") + ")"
	}
	return []widgets.Span{{Text: used + ". "}}
}

// adds says what a click costs.
func adds(c click) widgets.Span {
	if !c.quote.Known {
		return widgets.Span{Text: these(c.quote.Jobs, "The price of this job", "The price of these %d jobs") + " is not known."}
	}
	return widgets.Span{Text: these(c.quote.Jobs, "This job adds", "These %d jobs add") + " " +
		wording.Money(int64(c.quote.Total), c.account.Currency) + ".", Bold: true, Color: resources.Text1}
}

// these words a number of jobs: one for a single one, else many with the number.
func these(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

// sendWords is the word of a button that sends after a question: it says how much.
func sendWords(c click) string {
	price := form.Tariff{Currency: c.account.Currency, Sandbox: c.account.Sandbox}.Price(c.quote)
	return these(c.quote.Jobs, "Send this one", "Send these %d") + " · " + price
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
		return fmt.Sprintf("Send %d, hold %d", sent, n)
	}
	return these(n, "Hold it", "Hold them")
}

// ask opens a sheet whose safe answer is not to send. Esc gives it too. over is what was used where a budget is the reason: then
// the jobs that do not fit can be held instead, and the budget be changed.
func (s *Screen) ask(title string, words []widgets.Span, c click, over *Month, goes, stays func()) {
	canvas := s.canvas()
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
	not := widgets.NewButton("Do not send", nil, widgets.Primary, answer(stays))
	buttons := []fyne.CanvasObject{not, widgets.NewButton(sendWords(c), nil, widgets.Plain, answer(goes))}
	if over != nil && c.part != nil {
		hold := budget.Of(c.account.Profile).Plan(over.used(), c.prices())
		buttons = append(buttons, widgets.NewButton(holdWords(hold), nil, widgets.Plain, answer(func() { c.part(hold) })))
	}
	if over != nil && s.d.OnChangeBudget != nil {
		buttons = append(buttons, widgets.NewButton("Change budget…", nil, widgets.Quiet, answer(func() {
			stays()
			s.d.OnChangeBudget()
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
