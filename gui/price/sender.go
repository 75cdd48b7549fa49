package price

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// ErrDeclined is the result of a question that the user answered with no.
var ErrDeclined = errors.New("the user decided against sending")

// Sender sends jobs that cost money, for all screens of the window. Only the engine decides whether a limit of the
// profile is exceeded. Then the user is asked, in a sheet over the screen in front. Its methods belong to the window's
// goroutine.
type Sender struct {
	Host      action.Host
	Navigator action.Navigator

	question *kit.Sheet        // the last one
	presses  map[any]time.Time // time of the last press by its key; see Press
}

// samePress is longer than a double click, and longer than the delay before a held key repeats.
const samePress = time.Second

// Press reports whether a press on a control that spends counts. what is a comparable key of the control. A press
// within a second of the last one does not count: a held key repeats, and a double click is two clicks.
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

// Unpress forgets a press that sent nothing, so that the next one counts at once.
func (s *Sender) Unpress(what any) { delete(s.presses, what) }

// Send calls send off the window's goroutine with the amount that the button showed (zero if it showed none). If send
// fails with a *jobs.AdmissionError, the user is asked and send is called again with the terms of the answer. Prices or
// usage may change while the question is open: send then fails again, and the question opens with the new amounts. done
// is called once, with the result of the last call or with ErrDeclined.
func (s *Sender) Send(shown jobs.Agreement, send func(ctx context.Context, agreed jobs.Terms) error, done func(error)) {
	s.attempt(&attempt{shown: shown, send: send, done: done}, jobs.Terms{Agreed: shown})
}

// SendListed is Send with a question that contains list, which shows the jobs one by one.
func (s *Sender) SendListed(
	list func() fyne.CanvasObject, shown jobs.Agreement, send func(ctx context.Context, agreed jobs.Terms) error,
	done func(error),
) {
	s.attempt(&attempt{list: list, shown: shown, send: send, done: done}, jobs.Terms{Agreed: shown})
}

// Release is Send for held jobs. The question does not offer to hold them.
func (s *Sender) Release(
	shown jobs.Agreement, send func(ctx context.Context, agreed jobs.Terms) error, done func(error),
) {
	s.attempt(&attempt{shown: shown, send: send, done: done, held: true}, jobs.Terms{Agreed: shown})
}

// Ended returns a done function for Send. It calls sent, or shows an error after the sentence failed.
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

// attempt is one call of Send until it ends.
type attempt struct {
	list  func() fyne.CanvasObject // nil: the jobs are not listed
	shown jobs.Agreement           // the amount that the button showed
	send  func(ctx context.Context, agreed jobs.Terms) error
	done  func(error)
	held  bool
	asked *jobs.Quote // of the last question; nil: none was asked
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

// The width of the question, px: with its answers in one line, and with a list of the jobs.
const (
	askWidth  = 544
	ListWidth = 760
)

// ask opens the question. Its default answer, and that of Esc, is not to send.
func (s *Sender) ask(a *attempt, q jobs.Quote) {
	canvas := s.Host.Canvas()
	if canvas == nil {
		a.done(ErrDeclined) // there is no window to ask in
		return
	}
	if slices.Contains(canvas.Overlays().List(), fyne.CanvasObject(s.question)) {
		a.done(ErrDeclined) // a second press: the question is open already
		return
	}
	changed := q.Asks() == jobs.ScopeNone && q.Shown() != a.shown || a.asked != nil &&
		a.asked.Profile.ID == q.Profile.ID
	a.asked = &q
	var sheet *kit.Sheet
	declined := func() { a.done(ErrDeclined) }
	answer := func(label string, kind kit.ButtonKind, then func()) *kit.Button {
		return kit.NewButton(label, nil, kind, func() {
			sheet.Hide()
			then()
		})
	}
	again := func(t jobs.Terms) func() { return func() { s.attempt(a, t) } }
	not := answer(lang.L("Do not send"), kit.Plain, declined)
	send := answer(sendLabel(q), kit.Plain, again(jobs.Terms{Agreed: q.Agreement()})).Spends()
	var others []fyne.CanvasObject
	title, text := questionText(q)
	if q.Asks() == jobs.ScopeNone && !changed { // no limit is exceeded: the list is a preview and shows the cost
		text = BudgetLine(q)
		send.SetKind(kit.Primary)
	}
	if budgeted(q) {
		if label := holdLabel(q, a.held); label != "" {
			others = append(others, answer(label, kit.Plain,
				again(jobs.Terms{Agreed: q.Agreement(), Fit: true})).Spends())
		}
		others = append(others, answer(lang.L("Change budget…"), kit.Quiet, func() {
			declined()
			s.Navigator.ShowBudget(q.Profile.ID)
		}))
	}
	sheetWidth := float32(askWidth)
	if a.list != nil {
		sheetWidth = ListWidth
	}
	rows := []fyne.CanvasObject{kit.NewText(title, resources.SizeH2, resources.Text1, true)}
	if changed {
		words := lang.L("Prices or usage have changed. These are the current amounts.")
		rows = append(rows, kit.NewText(words, resources.SizeSM, resources.Warn, false).Wrap(true))
	}
	if a.list != nil {
		rows = append(rows, a.list())
	}
	if len(text) > 0 {
		rows = append(rows, kit.NewRichText(resources.SizeSM, resources.Text2, text...).Wrap(true))
	}
	rows = append(rows, kit.NewAnswers(not, send, others...))
	sheet = kit.ShowWideSheet(canvas, sheetWidth, kit.NewColumn(12, rows...), declined)
	s.question = sheet
	canvas.Focus(not)
}
