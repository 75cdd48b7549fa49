package spend

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

func micros(v int64) *int64 { return &v }

// clicked is a quote of jobs with these prices; 0: unknown.
func clicked(limits jobs.Limits, spent db.Spent, prices ...int64) jobs.Quote {
	q := jobs.Quote{Profile: db.Profile{ID: 7}, Currency: "CNY", Known: true, Limits: limits,
		Spent: jobs.Spent{Today: spent, Month: spent}}
	for _, p := range prices {
		if p == 0 {
			q.Each, q.Known = append(q.Each, nil), false
			continue
		}
		q.Each, q.Total = append(q.Each, micros(p)), q.Total+p
	}
	return q
}

// asking is a sender in a window, with a send function that checks the agreement.
type asking struct {
	*Sender
	t      *testing.T
	canvas fyne.Canvas
	quote  jobs.Quote
	terms  []jobs.Terms
	ended  []error
	nav    actiontest.Nav
}

func newAsking(t *testing.T, q jobs.Quote) *asking {
	apptest.New(t, resources.Theme(resources.Dark))
	w := test.NewTempWindow(t, container.NewStack())
	w.Resize(fyne.NewSize(1120, 720))
	a := &asking{t: t, canvas: w.Canvas(), quote: q}
	a.Sender = &Sender{Host: &actiontest.Host{On: w.Canvas()}, Navigator: &a.nav}
	return a
}

func (a *asking) send(_ context.Context, how jobs.Terms) error {
	a.terms = append(a.terms, how)
	if a.quote.ConfirmScope() != jobs.ScopeNone && how.Agreed != a.quote.Agreement() ||
		how.Agreed != (jobs.Agreement{}) &&
			how.Agreed != a.quote.Agreement() {
		return &jobs.AdmissionError{Quote: a.quote}
	}
	return nil
}

func (a *asking) done(err error) { a.ended = append(a.ended, err) }

// question returns the text of the top sheet and its buttons.
func (a *asking) question() (words, buttons []string) {
	for _, o := range apptest.Visible(a.canvas.Overlays().Top()) {
		switch o := o.(type) {
		case *kit.Button:
			buttons = append(buttons, o.Text())
		case *kit.Text:
			words = append(words, o.Text())
		}
	}
	return words, buttons
}

func (a *asking) press(word string) {
	a.t.Helper()
	apptest.Press(a.t, a.canvas.Overlays().Top(), word)
}

var month = jobs.Limits{Month: micros(600_000_000)}

func TestQuestionShowsUsageAndCost(t *testing.T) {
	const budget, not = "Change budget…", "Do not send"
	full := db.Spent{Charged: 585_300_000, Reserved: 8_400_000, Unconfirmed: 4_500_000}
	for name, c := range map[string]struct {
		quote   jobs.Quote
		held    bool
		words   []string
		buttons []string
	}{
		"a month": {quote: clicked(month, full, 2_800_000),
			words: []string{"Over this month’s budget",
				"¥598.20 of ¥600.00 is used (¥8.40 of it reserved, ¥4.50 unconfirmed). This job adds ¥2.80. That is ¥1.00 over."},
			buttons: []string{"Hold it", budget, not, "Send this one · ¥2.80 est."}},
		"a day, and what goes out": {quote: clicked(jobs.Limits{Day: micros(20_000_000)},
			db.Spent{Charged: 15_000_000, Outgoing: 3_000_000}, 2_800_000),
			words: []string{"Over today’s budget",
				"¥18.00 of ¥20.00 is used today (¥3.00 of it waiting or being sent). This job adds ¥2.80. That is ¥0.80 over."},
			buttons: []string{"Hold it", budget, not, "Send this one · ¥2.80 est."}},
		"several": {quote: clicked(jobs.Limits{Month: micros(6_000_000)}, db.Spent{}, 2_800_000, 2_800_000, 2_800_000),
			words: []string{"Over this month’s budget",
				"¥0.00 of ¥6.00 is used. These 3 jobs add ¥8.40. That is ¥2.40 over."},
			buttons: []string{"Send 2, hold 1 · ¥5.60 est.", budget, not, "Send these 3 · ¥8.40 est."}},
		"none of several fits": {quote: clicked(month, db.Spent{Charged: 600_000_000}, 2_800_000, 2_800_000),
			words: []string{"Over this month’s budget",
				"¥600.00 of ¥600.00 is used. These 2 jobs add ¥5.60. That is ¥5.60 over."},
			buttons: []string{"Hold them", budget, not, "Send these 2 · ¥5.60 est."}},
		"held already": {held: true, quote: clicked(month, db.Spent{Charged: 600_000_000}, 2_800_000),
			words: []string{"Over this month’s budget",
				"¥600.00 of ¥600.00 is used. This job adds ¥2.80. That is ¥2.80 over."},
			buttons: []string{budget, not, "Send this one · ¥2.80 est."}},
		"no price, and nothing left": {quote: clicked(month, db.Spent{Charged: 600_000_000}, 0),
			words: []string{"Over this month’s budget",
				"¥600.00 of ¥600.00 is used. The price of this job is not known. The budget is used up."},
			buttons: []string{"Hold it", budget, not, "Send this one · price not known"}},
		"one price of two": {quote: clicked(month, db.Spent{Charged: 599_000_000}, 2_800_000, 0),
			words: []string{"Over this month’s budget",
				"¥599.00 of ¥600.00 is used. The price of these 2 jobs is not known. That is at least ¥1.80 over."},
			buttons: []string{"Send 1, hold 1 · price not known", budget, not, "Send these 2 · price not known"}},
		"above the amount of a click": {quote: clicked(jobs.Limits{Click: micros(2_000_000)}, full, 2_800_000),
			words:   []string{"Send this one?", "This job adds ¥2.80. Your confirmation limit is ¥2.00."},
			buttons: []string{not, "Send this one · ¥2.80 est."}},
		"several above it": {quote: clicked(jobs.Limits{Click: micros(5_000_000)}, full, 2_800_000, 2_800_000),
			words:   []string{"Send these 2?", "These 2 jobs add ¥5.60. Your confirmation limit is ¥5.00."},
			buttons: []string{not, "Send these 2 · ¥5.60 est."}},
		"no price": {quote: clicked(jobs.Limits{Click: micros(2_000_000)}, full, 0),
			words:   []string{"Send this one?", "The price is not known, so it may exceed your limit of ¥2.00."},
			buttons: []string{not, "Send this one · price not known"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAsking(t, c.quote)
			if c.held {
				a.Release(jobs.Agreement{}, a.send, a.done)
			} else {
				a.Send(jobs.Agreement{}, a.send, a.done)
			}
			words, buttons := a.question()
			if diff := cmp.Diff(c.words, words) + cmp.Diff(c.buttons, buttons); diff != "" {
				t.Error(diff)
			}
			if b, ok := a.canvas.Focused().(*kit.Button); !ok || b.Text() != not || len(a.terms) != 1 ||
				len(a.ended) != 0 {
				t.Errorf("not sending is not the default, or it went on: %+v, %v", a.terms, a.ended)
			}
			langtest.Use(t, lang.Pseudo)
			title, spans := questionText(c.quote)
			for _, s := range append(spans, kit.Span{Text: title}, kit.Span{Text: sendLabel(c.quote)},
				kit.Span{Text: holdLabel(c.quote, c.held)}) {
				if left := langtest.UntranslatedWords(s.Text, ""); left != "" {
					t.Errorf("%q is not translated", left)
				}
			}
		})
	}
}

func TestEachAnswerEndsQuestionOnce(t *testing.T) {
	full := clicked(month, db.Spent{Charged: 600_000_000}, 2_800_000)
	for _, c := range []struct {
		answer string
		terms  jobs.Terms
		err    error
		budget int
	}{
		{answer: "Do not send", err: ErrDeclined},
		{answer: "Change budget…", err: ErrDeclined, budget: 1},
		{answer: "", err: ErrDeclined}, // Esc
		{answer: "Send this one · ¥2.80 est.", terms: jobs.Terms{Agreed: full.Agreement()}},
		{answer: "Hold it", terms: jobs.Terms{Agreed: full.Agreement(), HoldExcess: true}},
	} {
		a := newAsking(t, full)
		a.Send(jobs.Agreement{}, a.send, a.done)
		if c.answer == "" {
			a.canvas.Overlays().Top().(*kit.Sheet).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		} else {
			a.press(c.answer)
		}
		if !slices.Equal(a.ended, []error{c.err}) || len(a.nav.Told) != c.budget || a.canvas.Overlays().Top() != nil ||
			a.terms[len(a.terms)-1] != c.terms {
			t.Errorf("%q: %v, %+v, %d to the budgets", c.answer, a.ended, a.terms, len(a.nav.Told))
		}
	}
}

// Two presses before the question opens ask once.
func TestSecondPressIsIgnored(t *testing.T) {
	a := newAsking(t, clicked(month, db.Spent{Charged: 600_000_000}, 2_800_000))
	a.Send(jobs.Agreement{}, a.send, a.done)
	a.Send(jobs.Agreement{}, a.send, a.done)
	if !slices.Equal(a.ended, []error{ErrDeclined}) || len(a.canvas.Overlays().List()) != 1 {
		t.Errorf("%v, %d sheets", a.ended, len(a.canvas.Overlays().List()))
	}
	a.press("Do not send")
	a.Send(jobs.Agreement{}, a.send, a.done)
	if len(a.ended) != 2 || a.canvas.Overlays().Top() == nil {
		t.Errorf("%v after the answer", a.ended)
	}
}

// Without a budget the meter is hidden.
func TestNoMeterWithoutBudget(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	m, spent := kit.NewMeter(), db.Spent{Charged: 3_000_000}
	ShowBudget(m, spent, jobs.Left{})
	if m.Visible() {
		t.Error("a meter without a budget")
	}
	ShowBudget(m, spent, jobs.Left{Scope: jobs.ScopeMonth, Limit: 6_000_000})
	if !m.Visible() || m.Value() != 0.5 {
		t.Errorf("half a budget: %v, visible %v", m.Value(), m.Visible())
	}
}

// Only what the user agreed to is sent: if prices or usage change while the question is open, it is asked again and
// shows the change.
func TestChangedAmountsAreAskedAgain(t *testing.T) {
	a := newAsking(t, clicked(month, db.Spent{Charged: 598_000_000}, 2_800_000))
	a.Send(jobs.Agreement{}, a.send, a.done)
	words, _ := a.question()
	if strings.Contains(strings.Join(words, " "), "have changed") {
		t.Errorf("the first question says %q", words)
	}
	a.quote = clicked(month, db.Spent{Charged: 600_000_000}, 2_800_000)
	a.press("Send this one · ¥2.80 est.")
	a.quote = clicked(jobs.Limits{}, db.Spent{}, 3_000_000) // the budget is gone, and the price rises
	for i, want := range []string{"¥600.00 of ¥600.00 is used. This job adds ¥2.80. That is ¥2.80 over.",
		"This job adds ¥3.00."} {
		words, buttons := a.question()
		if len(words) != 3 || words[1] != "Prices or usage have changed. These are the current amounts." ||
			words[2] != want || len(a.ended) != 0 {
			t.Fatalf("question %d says %q", i+2, words)
		}
		a.press(buttons[len(buttons)-1])
	}
	if !slices.Equal(a.ended, []error{nil}) || len(a.terms) != 4 {
		t.Errorf("%v after %+v", a.ended, a.terms)
	}
}

func TestFailureIsShownExceptDecline(t *testing.T) {
	a := newAsking(t, clicked(month, db.Spent{Charged: 600_000_000}, 2_800_000))
	host := a.Host.(*actiontest.Host)
	sent := 0
	for _, err := range []error{errors.New("disk"), nil} {
		a.Send(jobs.Agreement{}, func(context.Context, jobs.Terms) error {
			return err
		}, a.Ended("Not made.", func() { sent++ }))
	}
	host.On = nil
	a.Send(jobs.Agreement{}, a.send, a.Ended("Not made.", func() { sent++ }))
	if !slices.Equal(host.Said, []string{"Not made. disk"}) || sent != 1 || len(a.terms) != 1 {
		t.Errorf("said %q, %d sent, %+v", host.Said, sent, a.terms)
	}
}
