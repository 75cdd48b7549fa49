package feed

import (
	"context"
	"log/slog"
	"viviscope/client/jobs"
	"viviscope/gui/price"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/compose/form"
)

// do carries out what a button of a card says.
func (s *Screen) do(a Action, id int64) {
	i, ok := s.index[id]
	if !ok || s.busy[id] {
		return
	}
	it := s.items[i]
	switch a {
	case Remove:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.Discard(ctx, id) })
	case Send:
		s.approved(it, func() {
			s.command(id, func(ctx context.Context) error {
				return price.Agreed(jobs.Terms{}, func(how jobs.Terms) error { return s.d.Commands.Release(ctx, how, id) })
			})
		})
	case EditHeld:
		s.d.OnEditHeld(it.Job)
	case UseFirst:
		s.d.OnFrame(it.Asset, form.FirstFrame)
	case UseLast:
		s.d.OnFrame(it.Asset, form.LastFrame)
	case EditPicture:
		s.d.OnEdit(it.Asset)
	case Compare:
		s.d.OnCompare(it.Asset, it.Twin)
	case More:
		s.showMore(it)
	case StopWatching:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.StopWatching(ctx, id) })
	case WatchAgain, AskAgain:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.WatchAgain(ctx, id) })
	case TryNow:
		s.command(id, func(ctx context.Context) error { s.d.Commands.CheckNow(ctx, id); return nil })
	case ItWasCharged:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.WasCharged(ctx, id) })
	case ItWasNotCharged:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.NotCharged(ctx, id) })
	case OtherForm:
		form, _ := it.otherForm()
		s.command(id, func(ctx context.Context) error { return s.d.SetForm(ctx, it.Job.ProfileID, form) })
	case SameAgain:
		s.approved(it, func() { s.sendAgain(id) })
	case OneMore:
		s.approved(it, func() { s.command(id, func(ctx context.Context) error { return s.oneMore(ctx, it.Job) }) })
	case HaveTaskID:
		s.showResolver(it)
	case SendAgain:
		s.showSendAgain(it)
	case RawAnswer:
		s.showRawAnswer(it)
	case CopyTaskID:
		s.d.Copy(it.Job.TaskID)
	case Reuse:
		if s.d.OnReuse != nil {
			s.d.OnReuse(it.Job, shiftHeld())
		}
	case Reveal:
		if s.d.OnReveal != nil {
			s.d.OnReveal(it.Asset)
		}
	}
}

// approved lets what spends as much as the request of a card go on once nothing stands against it.
func (s *Screen) approved(it Item, goes func()) {
	if s.d.Approve == nil {
		goes()
		return
	}
	s.d.Approve(it.Profile, form.Quote{Jobs: 1, Known: it.Again.Known, Total: it.Again.Amount, Each: it.Again.Amount}, func() {
		if !s.busy[it.Job.ID] {
			goes()
		}
	})
}

// command runs off the window's goroutine. The card's buttons are off meanwhile, so that a double click is one
// command; what went wrong is said on the card.
func (s *Screen) command(id int64, run func(context.Context) error) {
	s.begin(id, run, func(trouble string) { s.mark(id, trouble) })
}

// begin runs a command off the window's goroutine with the card's buttons off, and then says on the window's goroutine what
// went wrong; "" where nothing did.
func (s *Screen) begin(id int64, run func(context.Context) error, ended func(trouble string)) {
	s.busy[id] = true
	s.mark(id, "")
	s.d.Go(func() {
		err := run(context.Background())
		s.d.Post(func() {
			delete(s.busy, id)
			trouble := ""
			if err != nil {
				s.d.Log.Warn("a command on a job failed", slog.Int64("id", id), slog.Any("err", err))
				trouble = errorWords(err)
			}
			ended(trouble)
		})
		s.schedule()
	})
}

// mark says on a card what a command came to; "" takes the words away.
func (s *Screen) mark(id int64, words string) {
	if words == "" {
		delete(s.trouble, id)
	} else {
		s.trouble[id] = words
	}
	if i, ok := s.index[id]; ok {
		s.items[i].Trouble = words
		s.view.list.Update(id)
	}
}

// sendAgain makes a second job with the exact request of the first.
func (s *Screen) sendAgain(id int64) { s.command(id, s.sendingAgain(id)) }

func (s *Screen) sendingAgain(id int64) func(context.Context) error {
	return func(ctx context.Context) error {
		return price.Agreed(jobs.Terms{}, func(how jobs.Terms) error {
			_, err := s.d.Commands.SendAgain(ctx, id, how)
			return err
		})
	}
}

// shiftHeld reports whether Shift is down: Reuse settings then takes the prompt alone.
func shiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}
