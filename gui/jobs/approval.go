package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/spend"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// approvals shows the clicks of other programs that wait for the user's approval.
type approvals struct {
	*sheets
	mu        sync.Mutex
	announced map[string]bool // clicks that were shown to the user; guarded by mu
}

// Approval is a click that waits for approval, at the time it was read. Later jobs of the click are not part of it.
type Approval struct {
	Click string
	Title string // the program and its request: "editor asks to send 3 clips"
	Text  string // the price and the first prompt

	items []*item // in the order of the click
	quote jobs.Quote
	check jobs.GrantCheck // of the program's permission
}

// pending lists the clicks that wait for approval, the oldest first, each as its jobs in order.
func (s *approvals) pending(ctx context.Context) (clicks [][]db.Job, err error) {
	rows, err := s.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval})
	if err != nil {
		return nil, fmt.Errorf("read jobs that wait for approval: %w", err)
	}
	slices.SortFunc(rows, func(a, b db.Job) int { return cmp.Compare(a.ID, b.ID) })
	for _, j := range rows {
		at := slices.IndexFunc(clicks, func(of []db.Job) bool { return of[0].Click == j.Click })
		switch {
		case !jobs.CanRelease(j):
		case at < 0:
			clicks = append(clicks, []db.Job{j})
		default:
			clicks[at] = append(clicks[at], j)
		}
	}
	return clicks, nil
}

// read reads the jobs of a click with their current prices.
func (s *approvals) read(ctx context.Context, rows []db.Job) (a Approval, err error) {
	first := rows[0]
	a.Click = first.Click
	a.items, err = (&reader{Deps: s.Deps}).items(ctx, rows)
	if err != nil {
		return a, err
	}
	a.quote, err = s.Engine.PriceJobs(ctx, first.ProfileID, rows...)
	if err != nil {
		return a, err
	}
	a.check, err = s.Engine.CheckGrant(ctx, first.Client, a.quote, rows...)
	if err != nil {
		return a, err
	}
	for i, it := range a.items {
		it.again = a.quote.Each[i] // so that the rows and the button show prices of one quote
	}
	a.Title = lang.L("%[1]s asks to send %[2]s", first.Client, a.count())
	a.Text = totalOf(a.items) + " · " + wording.InNotice(first)
	return a, nil
}

// count returns what the click makes: "3 clips".
func (a Approval) count() string {
	n, clips := len(a.items), filter(a.items, func(it *item) bool { return it.Kind.IsVideo() })
	switch len(clips) {
	case n:
		return lang.N("%s clip", "%s clips", n, lang.Number(n))
	case 0:
		return lang.N("%s picture", "%s pictures", n, lang.Number(n))
	}
	return lang.N("%s job", "%s jobs", n, lang.Number(n))
}

// NewApprovals reads the clicks that wait for approval and that no earlier call returned, the oldest first. It is
// called off the window's goroutine.
func (s *approvals) NewApprovals(ctx context.Context) (list []Approval, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	clicks, err := s.pending(ctx)
	if err != nil {
		return nil, err
	}
	announced := map[string]bool{}
	for _, rows := range clicks {
		announced[rows[0].Click] = true
		if s.announced[rows[0].Click] {
			continue
		}
		a, err := s.read(ctx, rows)
		if err != nil {
			return list, err
		}
		list = append(list, a)
	}
	s.announced = announced
	return list, nil
}

// ShowNewApproval opens the sheet of a new click, or shows a notice while the user types or another sheet is open.
func (s *approvals) ShowNewApproval(a Approval) {
	_, typing := s.Canvas().Focused().(interface{ SelectedText() string })
	if s.Canvas().Overlays().Top() == nil && !typing {
		s.showApproval(a)
		return
	}
	reviewLink := action.Action{Label: lang.L("Review…"), Do: func() { s.Review(a.Click) }}
	s.Say(kit.ToneWarn, a.Title+".", a.Text, reviewLink)
}

// Review opens the sheet of a click that waits for approval; "" means the oldest.
func (s *approvals) Review(click string) {
	s.Go(func(ctx context.Context) {
		var a Approval
		clicks, err := s.pending(ctx)
		at := slices.IndexFunc(clicks, func(of []db.Job) bool { return click == "" || of[0].Click == click })
		if at >= 0 {
			a, err = s.read(ctx, clicks[at])
		}
		s.Post(func() {
			switch {
			case err != nil:
				s.report(err)
			case at < 0:
				s.Say(kit.ToneNeutral, lang.L("Nothing waits for your approval."), "")
			default:
				s.showApproval(a)
			}
		})
	})
}

// showApproval opens the sheet of a click. The default is not to send. Escape leaves the click waiting.
func (s *approvals) showApproval(a Approval) {
	s.Window.Unsay(a.Title)
	first, ids := a.items[0], jobIDs(a.items)
	q := s.newQuestion(first.ID)
	not := q.answer(lang.L("Do not send"), kit.Plain, func(ctx context.Context) (err error) {
		for _, id := range ids {
			failed := s.Engine.Discard(ctx, id)
			if !errors.Is(failed, db.ErrNotFound) {
				err = errors.Join(err, failed)
			}
		}
		return err
	})
	release := func(ctx context.Context, how jobs.Terms) error { return s.Engine.Release(ctx, how, ids...) }
	send := q.payingAnswer(lang.L("Send %[1]s · %[2]s", a.count(), totalOf(a.items)), s.Sender.Release,
		a.quote.Agreement(), release)
	later := s.closeButton(lang.L("Decide later"), kit.Plain)
	line := func(spans ...kit.Span) *kit.Text {
		t := paragraph(spans...)
		kit.Show(t, t.Text() != "")
		return t
	}
	tone, play := resources.Warn, ""
	if a.check.Reason == jobs.ReasonAlways {
		tone = resources.Text2
	}
	if a.quote.Profile.Sandbox {
		play = lang.L("The sandbox is free: these amounts are play money.")
	}
	since := lang.L("Waiting since %[1]s · %[2]s", wording.When(first.CreatedAt, s.Now()), a.quote.Profile.Name)
	shown, scroll := s.requests(a.items)
	q.show(reviewWidth, not, kit.NewColumn(10, heading(a.Title).Wrap(true),
		line(kit.Span{Text: since}), line(kit.Span{Text: a.reason(), Color: tone}), kit.NewRule(), shown, kit.NewRule(),
		line(kit.Span{Text: a.remaining()}), line(spend.BudgetLine(a.quote)...), line(kit.Span{Text: play}),
		q.problem, kit.NewAnswers(later, send, not)))
	q.sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
}

// reason returns why the click needs approval; "" if a budget is the reason, which has a line of its own, or if there
// is no reason any more.
func (a Approval) reason() string {
	g, client, currency, limits := a.check.Grant, a.items[0].Client, a.quote.Currency, a.quote.Limits
	money := func(micros *int64) string { return wording.Money(*cmp.Or(micros, new(int64)), currency) }
	return map[jobs.ApprovalReason]string{
		jobs.ReasonAlways:      lang.L("All requests from %s need your approval.", client),
		jobs.ReasonAbove:       lang.L("It may spend only %s without asking.", money(g.Above)),
		jobs.ReasonCapClick:    lang.L("Over its limit of %s per request.", money(g.Click)),
		jobs.ReasonCapDay:      lang.L("Over its limit of %s per day.", money(g.Day)),
		jobs.ReasonCapTotal:    lang.L("Over its limit of %s in total.", money(g.Total)),
		jobs.ReasonNoGrant:     lang.L("%[1]s has no permission for %[2]s.", client, a.quote.Profile.Name),
		jobs.ReasonEnded:       lang.L("The permission of %s has ended.", client),
		jobs.ReasonNoPrice:     lang.L("The price is not known."),
		jobs.ReasonCurrency:    lang.L("Its limits are in %[1]s, but the prices are in %[2]s.", g.Currency, currency),
		jobs.ReasonStopped:     lang.L("%s is switched off or was removed.", client),
		jobs.ReasonBudgetClick: lang.L("You want to be asked before spending more than %s.", money(limits.Click)),
	}[a.check.Reason]
}

// remaining returns what is left of the program's limits before the click; "" if it has none.
func (a Approval) remaining() string {
	var parts []string
	money := func(micros int64) string { return wording.Money(micros, a.quote.Currency) }
	if day := a.check.Grant.Day; day != nil {
		parts = append(parts, lang.L("%s of %s today", money(max(*day-a.check.Day, 0)), money(*day)))
	}
	if total := a.check.Grant.Total; total != nil {
		parts = append(parts, lang.L("%s of %s in total", money(max(*total-a.check.Total, 0)), money(*total)))
	}
	if len(parts) == 0 {
		return ""
	}
	return lang.L("Left for %[1]s before this: %[2]s.", a.items[0].Client, wording.Commas(parts...))
}
