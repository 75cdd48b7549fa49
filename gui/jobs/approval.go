package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Approval is a click of another program that waits for a person. It is a snapshot: jobs that the click gets later are not part of it.
type Approval struct {
	Click string
	Title string // who asks for what: "editor asks to send 3 clips"
	Text  string // the price and the first prompt

	items []item // in their order
	quote jobs.Quote
	check jobs.GrantCheck // of the grant of the client
}

// pendingClicks lists the clicks that wait for approval, the oldest first, each as its jobs in their order.
func (v *Jobs) pendingClicks(ctx context.Context) (clicks [][]db.Job, err error) {
	rows, err := v.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval})
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

// readApproval reads the jobs of a click with their current prices.
func (v *Jobs) readApproval(ctx context.Context, rows []db.Job) (a Approval, err error) {
	a.Click = rows[0].Click
	r := reader{Deps: &v.Deps}
	if a.items, err = r.items(ctx, rows); err == nil {
		a.quote, err = v.Engine.PriceJobs(ctx, rows[0].ProfileID, rows...)
	}
	if err == nil {
		a.check, err = v.Engine.CheckGrant(ctx, rows[0].Client, a.quote, rows...)
	}
	if err != nil {
		return a, err
	}
	for i := range a.items {
		a.items[i].again = a.quote.Each[i] // so that the rows and the button show prices of one quote
	}
	a.Title = lang.L("%[1]s asks to send %[2]s", rows[0].Client, a.count())
	a.Text = totalOf(a.items) + " · " + wording.InNotice(rows[0])
	return a, nil
}

// count words what a click makes: "3 clips".
func (a Approval) count() string {
	n, clips := len(a.items), where(a.items, func(it *item) bool { return it.Kind.IsVideo() })
	switch len(clips) {
	case n:
		return lang.N("%s clip", "%s clips", n, lang.Number(n))
	case 0:
		return lang.N("%s picture", "%s pictures", n, lang.Number(n))
	}
	return lang.N("%s job", "%s jobs", n, lang.Number(n))
}

// NewApprovals reads the clicks that came to wait for approval since the last call, the oldest first. It is called off the window's
// goroutine.
func (v *Jobs) NewApprovals(ctx context.Context) (list []Approval, err error) {
	v.approvals.Lock()
	defer v.approvals.Unlock()
	clicks, err := v.pendingClicks(ctx)
	if err != nil {
		return nil, err
	}
	announced := map[string]bool{}
	for _, rows := range clicks {
		if announced[rows[0].Click] = true; !v.announced[rows[0].Click] {
			a, err := v.readApproval(ctx, rows)
			if err != nil {
				return list, err
			}
			list = append(list, a)
		}
	}
	v.announced = announced
	return list, nil
}

// ShowNewApproval shows a new request for approval: its sheet, or only a notice where the person types or another sheet is open.
func (v *Jobs) ShowNewApproval(a Approval) {
	_, typing := v.Canvas().Focused().(interface{ SelectedText() string })
	if v.Canvas().Overlays().Top() == nil && !typing {
		v.showApproval(a)
		return
	}
	v.Say(kit.ToneWarn, a.Title+".", a.Text, action.Action{Label: lang.L("Review…"), Do: func() { v.Review(a.Click) }})
}

// Review opens the sheet of a click that waits for approval; "" means the oldest.
func (v *Jobs) Review(click string) {
	v.Go(func(ctx context.Context) {
		var a Approval
		clicks, err := v.pendingClicks(ctx)
		at := slices.IndexFunc(clicks, func(of []db.Job) bool { return click == "" || of[0].Click == click })
		if at >= 0 {
			a, err = v.readApproval(ctx, clicks[at])
		}
		v.Post(func() {
			switch {
			case err != nil:
				v.complain(err)
			case at < 0:
				v.Say(kit.ToneNeutral, lang.L("Nothing waits for your approval."), "")
			default:
				v.showApproval(a)
			}
		})
	})
}

// showApproval opens the sheet of a click. "Do not send" is the default, and Esc leaves the click waiting.
func (v *Jobs) showApproval(a Approval) {
	v.Window.Unsay(a.Title)
	first := a.items[0]
	q := v.ask(first.ID)
	shown, scroll := v.requests(a.items)
	ids := []int64{}
	for _, it := range a.items {
		ids = append(ids, it.ID)
	}
	line := func(spans ...kit.Span) *kit.Text { // takes no room where it has no words
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
	not := q.button(lang.L("Do not send"), kit.Primary, func(ctx context.Context) (err error) {
		for _, id := range ids {
			if e := v.Engine.Discard(ctx, id); !errors.Is(e, db.ErrNotFound) {
				err = errors.Join(err, e)
			}
		}
		return err
	})
	send := q.button(lang.L("Send %[1]s · %[2]s", a.count(), totalOf(a.items)), kit.Plain, nil).Spends()
	send.OnTapped = func() {
		q.settleBy(v.Sender.Release, a.quote.Agreement(), func(ctx context.Context, how jobs.Terms) error { return v.Engine.Release(ctx, how, ids...) })
	}
	later := v.closing(lang.L("Decide later"), kit.Quiet)
	q.sheet = v.open(reviewWidth, kit.NewColumn(10, heading(a.Title).Wrap(true),
		line(kit.Span{Text: lang.L("Waiting since %[1]s · %[2]s", wording.When(first.CreatedAt, v.Now()), a.quote.Profile.Name)}),
		line(kit.Span{Text: a.reason(), Color: tone}), kit.NewRule(), shown, kit.NewRule(),
		line(kit.Span{Text: a.remaining()}), line(price.BudgetLine(a.quote)...), line(kit.Span{Text: play}),
		q.trouble, kit.NewRow(8, not, send, kit.NewSpring(), later)), not)
	q.sheet.OnKey = func(e *fyne.KeyEvent) { kit.ScrollBy(scroll, e.Name) }
}

// reason says why the click needs approval; "" where a budget is the reason, which has a line of its own, or where none is left.
func (a Approval) reason() string {
	g, client := a.check.Grant, a.items[0].Client
	money := func(micros *int64) string { return wording.Money(*cmp.Or(micros, new(int64)), a.quote.Currency) }
	return map[jobs.ApprovalReason]string{
		jobs.ReasonAlways:      lang.L("All requests from %s need your approval.", client),
		jobs.ReasonAbove:       lang.L("It may spend only %s without asking.", money(g.Above)),
		jobs.ReasonCapClick:    lang.L("Over its limit of %s per request.", money(g.Click)),
		jobs.ReasonCapDay:      lang.L("Over its limit of %s per day.", money(g.Day)),
		jobs.ReasonCapTotal:    lang.L("Over its limit of %s in total.", money(g.Total)),
		jobs.ReasonNoGrant:     lang.L("%[1]s has no permission for %[2]s.", client, a.quote.Profile.Name),
		jobs.ReasonEnded:       lang.L("The permission of %s has ended.", client),
		jobs.ReasonNoPrice:     lang.L("The price is not known."),
		jobs.ReasonCurrency:    lang.L("Its limits are in %[1]s, but the prices are in %[2]s.", g.Currency, a.quote.Currency),
		jobs.ReasonStopped:     lang.L("%s is switched off or was removed.", client),
		jobs.ReasonBudgetClick: lang.L("You want to be asked before spending more than %s.", money(a.quote.Limits.Click)),
	}[a.check.Reason]
}

// remaining says what is left of the client's limits before the click; "" where it has none.
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
