package feed

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// maxRolledSeed bounds the seeds that One more picks: eight digits can be read, told and typed again.
const maxRolledSeed = 99_999_999

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
		s.command(id, func(ctx context.Context) error { return s.d.Commands.Release(ctx, id) })
	case StopWatching:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.StopWatching(ctx, id) })
	case WatchAgain:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.WatchAgain(ctx, id) })
	case ItWasCharged:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.WasCharged(ctx, id) })
	case ItWasNotCharged:
		s.command(id, func(ctx context.Context) error { return s.d.Commands.NotCharged(ctx, id) })
	case SameAgain:
		s.sendAgain(id)
	case OneMore:
		s.command(id, func(ctx context.Context) error { return s.oneMore(ctx, it.Job) })
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

// command runs off the window's goroutine. The card's buttons are off meanwhile, so that a double click is one
// command; what went wrong is said on the card.
func (s *Screen) command(id int64, run func(context.Context) error) {
	s.busy[id] = true
	s.mark(id, "")
	s.d.Go(func() {
		err := run(context.Background())
		s.d.Post(func() {
			delete(s.busy, id)
			words := ""
			if err != nil {
				s.d.Log.Warn("a command on a job failed", slog.Int64("id", id), slog.Any("err", err))
				words = errorWords(err)
			}
			s.mark(id, words)
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
func (s *Screen) sendAgain(id int64) {
	s.command(id, func(ctx context.Context) error {
		_, err := s.d.Commands.SendAgain(ctx, id)
		return err
	})
}

// oneMore makes a job with the settings of a saved one. A seed is replaced: the same one would be paid for to get the
// very same clip.
func (s *Screen) oneMore(ctx context.Context, job db.Job) error {
	switch job.Kind {
	case db.TextToVideo:
		var r client.VideoRequest
		if err := json.Unmarshal(job.Request, &r); err != nil {
			return fmt.Errorf("read request of job %d: %w", job.ID, err)
		}
		if r.Seed != nil {
			seed := s.d.Random() % (maxRolledSeed + 1)
			r.Seed = &seed
		}
		_, err := s.d.Commands.SubmitVideos(ctx, job.ProfileID, []client.VideoRequest{r}, jobs.SubmitOptions{})
		return err
	case db.TextToImage:
		var r client.ImageRequest
		if err := json.Unmarshal(job.Request, &r); err != nil {
			return fmt.Errorf("read request of job %d: %w", job.ID, err)
		}
		_, err := s.d.Commands.SubmitImages(ctx, job.ProfileID, []client.ImageRequest{r}, jobs.SubmitOptions{})
		return err
	}
	return fmt.Errorf("one more of job %d: not a job made from text alone", job.ID)
}

// shiftHeld reports whether Shift is down: Reuse settings then takes the prompt alone.
func shiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}
