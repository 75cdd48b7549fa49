package queue

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// actions are the buttons of a job's row: only what can be done in its state.
func (s *Screen) actions(it item) []fyne.CanvasObject {
	job := it.job
	command := func(label, failed string, f func(context.Context, int64) error) fyne.CanvasObject {
		return widgets.NewButton(label, nil, widgets.Plain, func() {
			s.deps.Do(failed, func(ctx context.Context) error { return f(ctx, job.ID) })
		})
	}
	remove := func() fyne.CanvasObject {
		return widgets.NewIconButton(resources.IconTrash(), lang.L("Remove; nothing was sent"), func() {
			s.deps.Do(lang.L("Could not remove the job."), func(ctx context.Context) error { return s.deps.Engine.Discard(ctx, job.ID) })
		}).SetKind(widgets.Quiet)
	}
	resolve := func() fyne.CanvasObject {
		return widgets.NewButton(lang.L("Resolve…"), nil, widgets.Plain, func() { s.deps.OnResolve(job.ID) })
	}
	_, unknown := jobs.AskedUntil(job)
	ask := func() fyne.CanvasObject { // nil where nothing is to be asked
		if !unknown {
			return nil
		}
		return command(lang.L("Ask again"), lang.L("Could not watch the job again."), s.deps.Engine.WatchAgain)
	}
	reuse := func() fyne.CanvasObject {
		if wording.Tracked(job) {
			return nil // its request is known in part only
		}
		b := widgets.NewIconButton(resources.IconPencil(), lang.L("Reuse settings in Create"), func() { s.deps.OnReuse(job) }).SetKind(widgets.Quiet)
		if s.deps.OnReuseHow != nil {
			b.OnTapped = func() { s.reuseHow(b, job) }
		}
		return b
	}
	tryNow := func() fyne.CanvasObject {
		return command(lang.L("Try now"), lang.L("Could not try the download."), func(ctx context.Context, id int64) error {
			s.deps.Engine.CheckNow(ctx, id)
			return nil
		})
	}
	switch job.State {
	case db.Unconfirmed:
		if wording.Answered(job) != "" { // mostly a refusal before any work
			return row(command(lang.L("It was not charged"), lang.L("Could not settle the job."), s.deps.Engine.NotCharged), resolve())
		}
		return row(resolve())
	case db.Held:
		send := lang.X("verb", "Send")
		if job.EstimateMicros != nil {
			send = lang.L("Send · %s", estimate(job.EstimateMicros, job.Currency, it.sandbox))
		}
		goes := func() {
			s.release(lang.L("Could not send the job."), []releaseItem{{id: job.ID, payer: job.ProfileID}})
		}
		var release fyne.CanvasObject = widgets.NewButton(send, nil, widgets.Plain, goes)
		if job.EstimateMicros != nil {
			short := lang.L("Send · %s", wording.Money(*job.EstimateMicros, job.Currency)) // the column of costs says the rest
			release = &fyne.Container{Layout: longOrShort{}, Objects: []fyne.CanvasObject{release, widgets.NewButton(short, nil, widgets.Plain, goes)}}
		}
		if s.deps.OnEditHeld == nil {
			return row(release, remove())
		}
		edit := widgets.NewIconButton(resources.IconPencil(), lang.L("Edit… in Create"), func() { s.deps.OnEditHeld(job) }).SetKind(widgets.Quiet)
		return row(release, edit, remove())
	case db.Waiting:
		return row(remove())
	case db.Queued, db.InProgress:
		return row(ask(), command(lang.L("Stop watching"), lang.L("Could not stop watching the job."), s.deps.Engine.StopWatching))
	case db.Unwatched:
		return row(command(lang.L("Watch again"), lang.L("Could not watch the job again."), s.deps.Engine.WatchAgain))
	case db.Saved:
		if it.asset.ID == 0 {
			return row(reuse())
		}
		open := resources.IconPlay()
		if it.asset.Kind == db.Picture {
			open = resources.IconPicture()
		}
		return row(widgets.NewIconButton(open, lang.X("verb", "Open"), func() { s.deps.OnOpen(it.asset) }).SetKind(widgets.Quiet),
			widgets.NewIconButton(resources.IconFolderOpen(), lang.L("Show in folder"), func() { s.deps.OnReveal(it.asset) }).SetKind(widgets.Quiet), reuse())
	case db.Expired:
		if wording.Undecided(job) {
			return row(ask(), resolve(), reuse())
		}
		if unknown {
			return row(ask(), reuse())
		}
		if jobs.HasLostLink(job) {
			return row(tryNow(), reuse())
		}
		again := widgets.NewButton(lang.L("Make it again…"), nil, widgets.Plain, func() { s.makeAgain(it) })
		if wording.Tracked(job) {
			return row(reuse())
		}
		return row(again, reuse())
	case db.Completed, db.Downloading, db.Saving:
		if retention(job).Failing {
			return row(tryNow())
		}
	case db.Failed, db.Rejected:
		return row(reuse())
	}
	return nil
}

// reuseHow asks how much of a job is reused. Shift takes the prompt alone, without a question.
func (s *Screen) reuseHow(b *widgets.Button, job db.Job) {
	c := s.canvas()
	driver := fyne.CurrentApp().Driver()
	if d, ok := driver.(desktop.Driver); ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0 {
		s.deps.OnReuseHow(job, form.RecallPrompt)
		return
	}
	if c == nil {
		return
	}
	var items []*fyne.MenuItem
	for _, how := range form.Hows(job.Kind) {
		items = append(items, fyne.NewMenuItem(how.Word(), func() { s.deps.OnReuseHow(job, how) }))
	}
	widgets.ShowMenu(c, fyne.NewMenu("", items...), driver.AbsolutePositionForObject(b).AddXY(0, b.Size().Height+4))
}

// row leaves out what is not offered.
func row(objects ...fyne.CanvasObject) []fyne.CanvasObject {
	return slices.DeleteFunc(objects, func(o fyne.CanvasObject) bool { return o == nil })
}

func manyProfiles(items []item) bool {
	seen := map[int64]bool{}
	for _, it := range items {
		if it.head == "" {
			seen[it.job.ProfileID] = true
		}
	}
	return len(seen) > 1
}
