package spend

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

// ErrDeclined means that the user decided not to send.
var ErrDeclined = errors.New("the user decided against sending")

// Sender sends jobs that cost money, for all screens. The engine checks the limits of the profile; if one is exceeded,
// Sender asks the user in a sheet. Use it on the window goroutine only.
type Sender struct {
	Host      action.Host
	Navigator action.Navigator

	question *kit.Sheet        // the last opened one
	presses  map[any]time.Time // time of the last counted press by key; see Press
}

// debounceInterval is the debounce interval. It exceeds a double click and the delay of key repeat.
const debounceInterval = time.Second

// Press reports whether a press on a control that spends counts. what is a comparable key of the control. Presses
// within a second of the last one are ignored: key repeat and double clicks.
func (s *Sender) Press(what any) bool {
	now := s.Host.Now()
	last, pressed := s.presses[what]
	if s.presses == nil {
		s.presses = map[any]time.Time{}
	}
	maps.DeleteFunc(s.presses, func(_ any, at time.Time) bool { return now.Sub(at).Abs() >= debounceInterval })
	s.presses[what] = now
	return !pressed || now.Sub(last).Abs() >= debounceInterval
}

// Unpress forgets a press that sent nothing, so that the next one counts immediately.
func (s *Sender) Unpress(what any) { delete(s.presses, what) }

// Send calls send in the background with the amount that the button showed, or zero. If send fails with a
// *jobs.AdmissionError, the user is asked and send is called again with the confirmed terms. Prices or usage may change
// while the question is open: send then fails again, and the question opens with the new amounts. done is called once,
// with the last result or ErrDeclined.
func (s *Sender) Send(shown jobs.Agreement, send func(ctx context.Context, agreed jobs.Terms) error, done func(error)) {
	s.attempt(&attempt{shown: shown, send: send, done: done}, jobs.Terms{Agreed: shown})
}

// SendListed is Send with a list of the jobs in the question.
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

// Ended returns a done callback for Send. It calls sent, or shows the error after the sentence failed.
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

// attempt is a pending call of Send.
type attempt struct {
	list  func() fyne.CanvasObject // nil: the jobs are not listed
	shown jobs.Agreement           // the amount that the button showed
	send  func(ctx context.Context, agreed jobs.Terms) error
	done  func(error)
	held  bool
	asked *jobs.Quote // quote of the last question; nil: none
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

// Width of the question, px: with its answers in one line, and with a list of jobs.
const (
	askWidth  = 544
	ListWidth = 760
)

// ask opens the question. Its default answer and Esc do not send.
func (s *Sender) ask(a *attempt, q jobs.Quote) {
	canvas := s.Host.Canvas()
	if canvas == nil {
		a.done(ErrDeclined) // no window
		return
	}
	if slices.Contains(canvas.Overlays().List(), fyne.CanvasObject(s.question)) {
		a.done(ErrDeclined) // second press: the question is already open
		return
	}
	changed := q.ConfirmScope() == jobs.ScopeNone && q.PriceAgreement() != a.shown || a.asked != nil &&
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
	if q.ConfirmScope() == jobs.ScopeNone && !changed { // no limit is exceeded: the list is a preview with the cost
		text = BudgetLine(q)
		send.SetKind(kit.Primary)
	}
	if budgeted(q) {
		if label := holdLabel(q, a.held); label != "" {
			others = append(others, answer(label, kit.Plain,
				again(jobs.Terms{Agreed: q.Agreement(), HoldExcess: true})).Spends())
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
