package feed

import (
	"context"
	"errors"
	"log/slog"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/jobs"
	"viviscope/gui/compose/form"
	"viviscope/gui/price"
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
		s.run(s.d.Sender.Release, id, func(ctx context.Context, how jobs.Terms) error { return s.d.Commands.Release(ctx, how, id) }, s.onCard(id))
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
		s.run(s.d.Sender.Send, id, s.sendingAgain(id), s.onCard(id))
	case OneMore:
		s.run(s.d.Sender.Send, id, s.oneMore(it.Job), s.onCard(id))
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

// spending is what a command on a job does that may cost something.
type spending = func(ctx context.Context, how jobs.Terms) error

// command runs what costs nothing off the window's goroutine. The card's buttons are off meanwhile, so that a double click is one
// command; what went wrong is said on the card.
func (s *Screen) command(id int64, do func(context.Context) error) {
	s.run(s.d.Sender.Send, id, free(do), s.onCard(id))
}

// free is a command that costs nothing.
func free(do func(context.Context) error) spending {
	return func(ctx context.Context, _ jobs.Terms) error { return do(ctx) }
}

// onCard says on a card what went wrong with a command.
func (s *Screen) onCard(id int64) func(err error) {
	return func(err error) { s.mark(id, errorWords(err)) }
}

// run runs a command off the window's goroutine with the card's buttons off, over the questions of what it costs.
func (s *Screen) run(send func(spending, func(error)), id int64, do spending, ended func(error)) {
	s.busy[id] = true
	s.mark(id, "")
	send(do, func(err error) {
		delete(s.busy, id)
		if err != nil && !errors.Is(err, price.ErrDeclined) {
			s.d.Log.Warn("a command on a job failed", slog.Int64("id", id), slog.Any("err", err))
		}
		ended(err)
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

// sendingAgain makes a second job with the exact request of the first.
func (s *Screen) sendingAgain(id int64) spending {
	return func(ctx context.Context, how jobs.Terms) error {
		_, err := s.d.Commands.SendAgain(ctx, id, how)
		return err
	}
}

// shiftHeld reports whether Shift is down: Reuse settings then takes the prompt alone.
func shiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}
