package jobview

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
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Approval is a click of another program that waits for a person, as it was read: what comes later changes nothing of it.
type Approval struct {
	Click string
	Title string // who asks for what: "editor asks to send 3 clips"
	Text  string // its price and what it begins with

	items  []item // in their order
	quote  jobs.Quote
	weight jobs.Weighed
}

// waiting lists the clicks that wait for approval, oldest first, each with its jobs in their order.
func (v *Jobs) waiting(ctx context.Context) (clicks [][]db.Job, err error) {
	rows, err := v.Library.Jobs(ctx, db.JobFilter{States: []db.JobState{db.Held}, Hold: db.HeldApproval})
	if err != nil {
		return nil, fmt.Errorf("read what waits for approval: %w", err)
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

// readApproval reads the jobs of a click with their prices of now.
func (v *Jobs) readApproval(ctx context.Context, rows []db.Job) (a Approval, err error) {
	a.Click = rows[0].Click
	r := reader{Deps: &v.Deps}
	if a.items, err = r.items(ctx, rows); err == nil {
		a.quote, err = v.Engine.PriceJobs(ctx, rows[0].ProfileID, rows...)
	}
	if err == nil {
		a.weight, err = v.Engine.WeighClient(ctx, rows[0].Client, a.quote, rows...)
	}
	if err != nil {
		return a, err
	}
	for i := range a.items {
		a.items[i].again = a.quote.Each[i] // one quote for all that is shown
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

// NewApprovals reads the clicks that wait for approval and were not spoken of yet, oldest first. It is called off the window's goroutine.
func (v *Jobs) NewApprovals(ctx context.Context) (list []Approval, err error) {
	v.approvals.Lock()
	defer v.approvals.Unlock()
	clicks, err := v.waiting(ctx)
	if err != nil {
		return nil, err
	}
	told := map[string]bool{}
	for _, rows := range clicks {
		if told[rows[0].Click] = true; !v.told[rows[0].Click] {
			a, err := v.readApproval(ctx, rows)
			if err != nil {
				return list, err
			}
			list = append(list, a)
		}
	}
	v.told = told
	return list, nil
}

// Offer shows a click that a program asks for just now: at once where a person is not in the middle of something, else with a notice.
func (v *Jobs) Offer(a Approval) {
	_, typing := v.Canvas().Focused().(interface{ SelectedText() string })
	if v.Canvas().Overlays().Top() == nil && !typing {
		v.showApproval(a)
		return
	}
	v.Say(widgets.ToneWarn, a.Title+".", a.Text, action.Action{Label: lang.L("Review…"), Do: func() { v.Review(a.Click) }})
}

// Review asks about a click that waits for approval; "": the oldest.
func (v *Jobs) Review(click string) {
	v.Go(func(ctx context.Context) {
		var a Approval
		clicks, err := v.waiting(ctx)
		at := slices.IndexFunc(clicks, func(of []db.Job) bool { return click == "" || of[0].Click == click })
		if at >= 0 {
			a, err = v.readApproval(ctx, clicks[at])
		}
		v.Post(func() {
			switch {
			case err != nil:
				v.complain(err)
			case at < 0:
				v.Say(widgets.ToneNeutral, lang.L("No such request waits for your approval."), "")
			default:
				v.showApproval(a)
			}
		})
	})
}

// showApproval asks about a click. Not to send it is the default; Esc leaves it waiting.
func (v *Jobs) showApproval(a Approval) {
	v.Window.Unsay(a.Title)
	first := a.items[0]
	q := v.ask(first.ID)
	shown, scroll := v.requests(a.items)
	ids := []int64{}
	for _, it := range a.items {
		ids = append(ids, it.ID)
	}
	line := func(spans ...widgets.Span) *widgets.Text { // none where it says nothing
		t := paragraph(spans...)
		widgets.Show(t, t.Text() != "")
		return t
	}
	tone, play := resources.Warn, ""
	if a.weight.Why == jobs.WhyAlways {
		tone = resources.Text2
	}
	if a.quote.Profile.Sandbox {
		play = lang.L("The sandbox is free: these amounts are play money.")
	}
	not := q.button(lang.L("Do not send"), widgets.Primary, func(ctx context.Context) (err error) {
		for _, id := range ids {
			if e := v.Engine.Discard(ctx, id); !errors.Is(e, db.ErrNotFound) {
				err = errors.Join(err, e)
			}
		}
		return err
	})
	send := q.button(lang.L("Send %[1]s · %[2]s", a.count(), totalOf(a.items)), widgets.Plain, nil)
	send.OnTapped = func() {
		q.settleBy(v.Sender.Release, a.quote.Agreement(), func(ctx context.Context, how jobs.Terms) error { return v.Engine.Release(ctx, how, ids...) })
	}
	later := v.closing(lang.L("Decide later"), widgets.Quiet)
	q.sheet = v.open(reviewWidth, widgets.NewColumn(10, heading(a.Title).Wrap(true),
		line(widgets.Span{Text: lang.L("Waiting since %[1]s · %[2]s", wording.When(first.CreatedAt, v.Now()), a.quote.Profile.Name)}),
		line(widgets.Span{Text: a.why(), Color: tone}), widgets.NewRule(), shown, widgets.NewRule(),
		line(widgets.Span{Text: a.left()}), line(price.BudgetLine(a.quote)...), line(widgets.Span{Text: play}),
		q.trouble, widgets.NewRow(8, not, send, widgets.NewSpring(), later)), not)
	q.sheet.OnKey = func(e *fyne.KeyEvent) { widgets.ScrollBy(scroll, e.Name) }
}

// why says what of the click a person is asked about; "" where a grant would let it go by now.
func (a Approval) why() string {
	g, client := a.weight.Grant, a.items[0].Client
	money := func(micros *int64) string { return wording.Money(*cmp.Or(micros, new(int64)), a.quote.Currency) }
	return map[jobs.Why]string{
		jobs.WhyAlways:      lang.L("All requests of %s need your approval.", client),
		jobs.WhyAbove:       lang.L("That is more than the %s it may spend without asking.", money(g.Above)),
		jobs.WhyCapClick:    lang.L("That is over its limit of %s per request.", money(g.Click)),
		jobs.WhyCapDay:      lang.L("That is over its daily limit of %s.", money(g.Day)),
		jobs.WhyCapTotal:    lang.L("That is over its total limit of %s.", money(g.Total)),
		jobs.WhyNoGrant:     lang.L("%[1]s may not use %[2]s by itself.", client, a.quote.Profile.Name),
		jobs.WhyEnded:       lang.L("What you allowed %s has ended.", client),
		jobs.WhyNoPrice:     lang.L("A price is not known."),
		jobs.WhyCurrency:    lang.L("Its limits are in %[1]s, but the prices are in %[2]s.", g.Currency, a.quote.Currency),
		jobs.WhyStopped:     lang.L("Automation is switched off for %s.", client),
		jobs.WhyBudgetClick: lang.L("You want to be asked before spending more than %s.", money(a.quote.Limits.Click)),
	}[a.weight.Why]
}

// left says what the caps of the client leave without the click; "" where it has none.
func (a Approval) left() string {
	var parts []string
	money := func(micros int64) string { return wording.Money(micros, a.quote.Currency) }
	if day := a.weight.Grant.Day; day != nil {
		parts = append(parts, lang.L("%s of %s today", money(max(*day-a.weight.Day, 0)), money(*day)))
	}
	if total := a.weight.Grant.Total; total != nil {
		parts = append(parts, lang.L("%s of %s in total", money(max(*total-a.weight.Total, 0)), money(*total)))
	}
	if len(parts) == 0 {
		return ""
	}
	return lang.L("Left for %[1]s before this: %[2]s.", a.items[0].Client, wording.Commas(parts...))
}
