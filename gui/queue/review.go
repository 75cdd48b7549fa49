package queue

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/gui/lang"
	"viviscope/gui/price"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// reviewRows is how many jobs a review shows before it scrolls, and rowHigh the height of one, px.
const (
	reviewRows = 6
	rowHigh    = 40
)

// canvas is the window's; nil where the place is in none.
func (s *Screen) canvas() fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(s.Content())
}

// sendAllHeld sends one held job at once; several go through a review, because one click then costs more than one price.
func (s *Screen) sendAllHeld() {
	held := s.shown.held
	send := func() { s.release(lang.L("Could not send the held jobs."), held.jobs) }
	if len(held.jobs) == 1 {
		send()
		return
	}
	n := len(held.jobs)
	s.review(lang.N("Send %s job?", "Send %s jobs?", n, lang.Number(n)), held, sendWords(held, false), lang.L("Keep them held"), send)
}

// release lets held jobs go, those of one profile after those of another: each of them may be asked about.
func (s *Screen) release(failed string, held []releaseItem) {
	if len(held) == 0 {
		return
	}
	payer := held[0].payer
	var ids []int64
	var others []releaseItem
	for _, j := range held {
		if j.payer == payer {
			ids = append(ids, j.id)
		} else {
			others = append(others, j)
		}
	}
	s.deps.Sender.Release(func(ctx context.Context, how jobs.Terms) error { return s.deps.Engine.Release(ctx, how, ids...) },
		s.deps.Sender.Ended(failed, func() { s.release(failed, others) }))
}

// sendWords is the word of the button that sends all of a releaseBatch, with what that may cost; asks is whether a question follows.
func sendWords(p releaseBatch, asks bool) string {
	n := len(p.jobs)
	switch {
	case n == 1:
		return lang.L("Send it · %s", p.total)
	case n == 2 && asks:
		return lang.L("Send both… · %s", p.total)
	case n == 2:
		return lang.L("Send both · %s", p.total)
	case asks:
		return lang.N("Send all %[1]s… · %[2]s", "Send all %[1]s… · %[2]s", n, lang.Number(n), p.total)
	}
	return lang.N("Send all %[1]s · %[2]s", "Send all %[1]s · %[2]s", n, lang.Number(n), p.total)
}

// makeAgain asks before an expired job is made once more: it is paid for once more.
func (s *Screen) makeAgain(it item) {
	job := it.job
	s.deps.Do(lang.L("Could not look up the price."), func(ctx context.Context) error {
		q, err := s.deps.Engine.PriceJobs(ctx, job.ProfileID, job)
		if err != nil {
			return err
		}
		one := releaseItemOf(job, price.OfQuote(q), it.sandbox)
		s.deps.Post(func() {
			s.review(lang.L("Make it again?"), releaseBatch{[]releaseItem{one}, one.price}, lang.L("Make it again · %s", one.price), lang.L("Not now"), func() {
				s.deps.Sender.Send(func(ctx context.Context, how jobs.Terms) error {
					_, err := s.deps.Engine.SendAgain(ctx, job.ID, how)
					return err
				}, s.deps.Sender.Ended(lang.L("Could not make the job again."), func() {}))
			})
		})
		return nil
	})
}

// reviewWords says what a click in the review means.
func reviewWords(p releaseBatch) string {
	boxed := 0
	for _, j := range p.jobs {
		if j.sandbox {
			boxed++
		}
	}
	switch {
	case boxed == len(p.jobs):
		return lang.L("The sandbox is free: none of these amounts is real.")
	case boxed > 0:
		return lang.L("Each is sent once. Those of the sandbox are free and not in the total.")
	}
	return lang.L("Each is sent once, and the service charges for it.")
}

// review lists what goes out and what it may cost, and sends it after a second click. Doing nothing is the default.
func (s *Screen) review(title string, p releaseBatch, sendLabel, keepLabel string, send func()) {
	c := s.canvas()
	if c == nil || c.Overlays().Top() != nil {
		return // not in the window, or asked twice
	}
	var sheet *widgets.Sheet
	rows := widgets.NewColumn(0)
	for _, j := range p.jobs {
		rows.Add(widgets.NewFixed(0, rowHigh, widgets.NewRow(12,
			widgets.NewColumn(2, widgets.NewText(j.title, resources.SizeBody, resources.Text1, false).Ellipsis(), widgets.NewText(j.about, resources.SizeSM, resources.Text2, false).Ellipsis()),
			widgets.NewText(j.price, resources.SizeSM, resources.Text1, true))))
	}
	var list fyne.CanvasObject = rows
	if len(p.jobs) > reviewRows {
		list = widgets.NewFixed(0, reviewRows*rowHigh, container.NewVScroll(rows))
	}
	keep := widgets.NewButton(keepLabel, nil, widgets.Primary, func() { sheet.Hide() })
	goes := widgets.NewButton(sendLabel, nil, widgets.Plain, func() { sheet.Hide(); send() })
	sheet = widgets.ShowWideSheet(c, 560, widgets.NewColumn(12,
		widgets.NewText(title, resources.SizeH2, resources.Text1, true), list, widgets.NewRule(),
		widgets.NewText(reviewWords(p), resources.SizeSM, resources.Text2, false).Wrap(true),
		widgets.NewRow(8, keep, goes, widgets.NewSpring())), nil)
	c.Focus(keep)
}
