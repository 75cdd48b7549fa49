package price

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// ErrDeclined says that a person was asked and decided against sending.
var ErrDeclined = errors.New("a person decided against sending")

// Sender sends what costs money, for all places of the window. The engine alone decides whether a limit of the profile stands in
// the way; then the person is asked, over whatever is in front. Its methods belong to the window's goroutine.
type Sender struct {
	Host      action.Host
	Navigator action.Navigator

	question *kit.Sheet        // the last one
	presses  map[any]time.Time // when what spends was pressed last; see Press
}

// samePress is longer than a double click takes, and longer than a key that is held down takes to repeat, the first
// time too.
const samePress = time.Second

// Press reports whether a press on something that spends counts. what tells it from others, and is comparable. A press
// within a second of the last one is the same press: a key that is held down repeats, and a double click is two clicks.
func (s *Sender) Press(what any) bool {
	now := s.Host.Now()
	last, pressed := s.presses[what]
	if s.presses == nil {
		s.presses = map[any]time.Time{}
	}
	maps.DeleteFunc(s.presses, func(_ any, at time.Time) bool { return now.Sub(at).Abs() >= samePress })
	s.presses[what] = now
	return !pressed || now.Sub(last).Abs() >= samePress
}

// Unpress forgets a press that sent nothing: the next one counts, however soon it comes.
func (s *Sender) Unpress(what any) { delete(s.presses, what) }

// Send calls send away from the window's goroutine, with what a button showed agreed to (zero where it showed no price), and where it is
// refused with a *jobs.AdmissionError, again with what the person agreed to. Prices or use may change while the question stands: then
// send is refused again, and so is what was agreed to, and the question is asked anew. done is called once, with what the last call
// returned, or ErrDeclined.
func (s *Sender) Send(shown jobs.Agreement, send func(ctx context.Context, agreed jobs.Terms) error, done func(error)) {
	s.attempt(&attempt{shown: shown, send: send, done: done}, jobs.Terms{Agreed: shown})
}

// SendListed is Send of a click whose jobs list shows one by one: it stands in the question.
func (s *Sender) SendListed(list func() fyne.CanvasObject, shown jobs.Agreement, send func(ctx context.Context, agreed jobs.Terms) error, done func(error)) {
	s.attempt(&attempt{list: list, shown: shown, send: send, done: done}, jobs.Terms{Agreed: shown})
}

// Release is Send for jobs that are held already: to hold one of them is not offered as another answer than not to send it.
func (s *Sender) Release(shown jobs.Agreement, send func(ctx context.Context, agreed jobs.Terms) error, done func(error)) {
	s.attempt(&attempt{shown: shown, send: send, done: done, held: true}, jobs.Terms{Agreed: shown})
}

// Ended is the end of Send for a place without words of its own for what goes wrong: failed is the whole sentence for it.
func (s *Sender) Ended(failed string, sent func()) func(error) {
	return func(err error) {
		switch {
		case err == nil:
			sent()
		case !errors.Is(err, ErrDeclined):
			s.Host.Do(failed, func(context.Context) error { return err })
		}
	}
}

// attempt is something that is to be sent.
type attempt struct {
	list  func() fyne.CanvasObject // nil: the jobs are not listed
	shown jobs.Agreement           // what a button showed
	send  func(ctx context.Context, agreed jobs.Terms) error
	done  func(error)
	held  bool
	asked *jobs.Quote // what was shown last; nil: nothing was
}

func (s *Sender) attempt(a *attempt, agreed jobs.Terms) {
	s.Host.Go(func(context.Context) {
		err := a.send(context.Background(), agreed)
		s.Host.Post(func() {
			var refused *jobs.AdmissionError
			if !errors.As(err, &refused) {
				a.done(err)
				return
			}
			s.ask(a, refused.Quote)
		})
	})
}

// The width of the question in px: its answers in one line, and with a list of the jobs.
const (
	askWidth  = 544
	ListWidth = 760
)

// ask opens a sheet whose safe answer is not to send. Esc gives it too.
func (s *Sender) ask(a *attempt, q jobs.Quote) {
	canvas := s.Host.Canvas()
	if canvas == nil {
		a.done(ErrDeclined) // nobody can be asked
		return
	}
	if slices.Contains(canvas.Overlays().List(), fyne.CanvasObject(s.question)) {
		a.done(ErrDeclined) // a press that slipped: it is asked already
		return
	}
	changed := q.Asks() == jobs.ScopeNone && q.Shown() != a.shown || a.asked != nil && a.asked.Profile.ID == q.Profile.ID
	a.asked = &q
	var sheet *kit.Sheet
	declined := func() { a.done(ErrDeclined) }
	answer := func(word string, kind kit.ButtonKind, then func()) *kit.Button {
		return kit.NewButton(word, nil, kind, func() {
			sheet.Hide()
			then()
		})
	}
	again := func(t jobs.Terms) func() { return func() { s.attempt(a, t) } }
	not := answer(lang.L("Do not send"), kit.Primary, declined)
	send := answer(sendWords(q), kit.Plain, again(jobs.Terms{Agreed: q.Agreement()})).Spends()
	buttons := []fyne.CanvasObject{not, send}
	title, words := askWords(q)
	if q.Asks() == jobs.ScopeNone && !changed { // nothing stands in the way: the list is to be looked at, and says what it costs
		words = BudgetLine(q)
		not.SetKind(kit.Plain)
		send.SetKind(kit.Primary)
	}
	if budgeted(q) {
		if word := holdWords(q.Hold(), a.held); word != "" {
			buttons = append(buttons, answer(word, kit.Plain, again(jobs.Terms{Agreed: q.Agreement(), Fit: true})).Spends())
		}
		buttons = append(buttons, answer(lang.L("Change budget…"), kit.Quiet, func() {
			declined()
			s.Navigator.ShowBudget(q.Profile.ID)
		}))
	}
	sheetWidth := float32(askWidth)
	if a.list != nil {
		sheetWidth = ListWidth
	}
	row := kit.NewFlow(8, buttons...)
	if last := len(buttons) - 1; last > 1 {
		wide := kit.NewRow(8, slices.Concat(buttons[:last], []fyne.CanvasObject{kit.NewSpring(), buttons[last]})...)
		if wide.MinSize().Width <= sheetWidth-2*askInset {
			row = wide
		}
	}
	rows := []fyne.CanvasObject{kit.NewText(title, resources.SizeH2, resources.Text1, true)}
	if changed {
		words := lang.L("Prices or usage have changed. These are the current amounts.")
		rows = append(rows, kit.NewText(words, resources.SizeSM, resources.Warn, false).Wrap(true))
	}
	if a.list != nil {
		rows = append(rows, a.list())
	}
	if len(words) > 0 {
		rows = append(rows, kit.NewRichText(resources.SizeSM, resources.Text2, words...).Wrap(true))
	}
	rows = append(rows, row)
	sheet = kit.ShowWideSheet(canvas, sheetWidth, kit.NewColumn(12, rows...), declined)
	s.question = sheet
	canvas.Focus(not)
}

// askInset is the room at each side of a sheet, px.
const askInset = 16

// budgeted reports whether the budget of a day or a month is what stands in the way.
func budgeted(q jobs.Quote) bool {
	scope := q.Asks()
	return scope == jobs.ScopeDay || scope == jobs.ScopeMonth
}

// askWords are the title of a question, and what it says.
func askWords(q jobs.Quote) (title string, words []kit.Span) {
	if budgeted(q) {
		over := q.Verdict().Over
		words = append([]kit.Span{{Text: usedWords(q, over) + " "}}, adds(q)...)
		return overWords(over.Scope), append(words, kit.Span{Text: " " + overBy(q, over)})
	}
	title = lang.L("Send this one?")
	if n := len(q.Each); n > 1 {
		title = lang.N("Send these %s?", "Send these %s?", n, lang.Number(n))
	}
	left := BudgetLine(q)
	if len(left) > 0 {
		left = append([]kit.Span{{Text: " "}}, left...)
	}
	if q.Asks() != jobs.ScopeClick { // the jobs are to be looked at, or the price is another one than was agreed to
		return title, append(adds(q), left...)
	}
	limit := wording.Money(*q.Limits.Click, q.Currency)
	if !q.Known {
		unknown := lang.L("The price is not known, so it may exceed your limit of %s.", limit)
		return title, []kit.Span{{Text: unknown}}
	}
	return title, slices.Concat(adds(q), []kit.Span{{Text: " " + lang.L("Your confirmation limit is %s.", limit)}}, left)
}

// overWords say that a limit is passed.
func overWords(s jobs.Scope) string {
	if s == jobs.ScopeDay {
		return lang.L("Over today’s budget")
	}
	return lang.L("Over this month’s budget")
}

// usedWords say how much of a budget is used, and how much of that may still change.
func usedWords(q jobs.Quote, limit jobs.Left) string {
	money := func(micros int64) string { return wording.Money(micros, q.Currency) }
	spent := q.Spent.Month
	if limit.Scope == jobs.ScopeDay {
		spent = q.Spent.Today
	}
	var open []string
	add := func(micros int64, first, next string) {
		if micros != 0 {
			if len(open) > 0 {
				first = next
			}
			open = append(open, first)
		}
	}
	add(spent.Reserved, lang.L("%s of it reserved", money(spent.Reserved)), "")
	add(spent.Unconfirmed, lang.L("%s of it unconfirmed", money(spent.Unconfirmed)), lang.L("%s unconfirmed", money(spent.Unconfirmed)))
	add(spent.Outgoing, lang.L("%s of it waiting or being sent", money(spent.Outgoing)),
		lang.L("%s waiting or being sent", money(spent.Outgoing)))
	used, of := money(spent.Used()), money(limit.Limit)
	switch {
	case limit.Scope == jobs.ScopeDay && len(open) == 0:
		return lang.L("%s of %s is used today.", used, of)
	case limit.Scope == jobs.ScopeDay:
		return lang.L("%s of %s is used today (%s).", used, of, wording.Commas(open...))
	case len(open) == 0:
		return lang.L("%s of %s is used.", used, of)
	}
	return lang.L("%s of %s is used (%s).", used, of, wording.Commas(open...))
}

// adds says what is to be paid: the amount stands out. A single job is "this job" in a sentence of its own: that is no matter of its
// number alone.
func adds(q jobs.Quote) []kit.Span {
	n := len(q.Each)
	switch {
	case !q.Known && n == 1:
		return []kit.Span{{Text: lang.L("The price of this job is not known.")}}
	case !q.Known:
		unknown := lang.N("The price of these %s jobs is not known.", "The price of these %s jobs is not known.", n, lang.Number(n))
		return []kit.Span{{Text: unknown}}
	}
	words := lang.L("This job adds %s.", hole)
	if n > 1 {
		words = lang.N("These %s jobs add %s.", "These %s jobs add %s.", n, lang.Number(n), hole)
	}
	before, after, _ := strings.Cut(words, hole)
	return []kit.Span{{Text: before}, {Text: wording.Money(q.Total, q.Currency), Bold: true, Color: resources.Text1}, {Text: after}}
}

// overBy says how far a budget is passed with that.
func overBy(q jobs.Quote, over jobs.Left) string {
	amount := wording.Money(-over.Micros, q.Currency)
	switch {
	case q.Known:
		return lang.L("That is %s over.", amount)
	case over.Micros < 0:
		return lang.L("That is at least %s over.", amount)
	}
	return lang.L("The budget is used up.")
}

// sendWords is the word of the button that sends: it says how much.
func sendWords(q jobs.Quote) string {
	amount := wording.MoneyFormat{Currency: q.Currency}.Price(q.Total, q.Known)
	if n := len(q.Each); n > 1 {
		return lang.N("Send these %s", "Send these %s", n, lang.Number(n)) + " · " + amount
	}
	return lang.L("Send this one") + " · " + amount
}

// holdWords is the word of the button that sends what fits a budget and holds the rest; "" where that is no other answer than not
// to send.
func holdWords(hold []bool, held bool) string {
	n := 0
	for _, h := range hold {
		if h {
			n++
		}
	}
	switch sent := len(hold) - n; {
	case sent > 0:
		return lang.L("Send %s, hold %s", lang.Number(sent), lang.Number(n))
	case held:
		return ""
	case n > 1:
		return lang.L("Hold them")
	}
	return lang.L("Hold it")
}
