package compose

import (
	"context"
	"log/slog"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/lang"
)

// reuse recalls the settings of an earlier job into the form, from the job or from a file that contains them. It
// belongs to the window's goroutine.
type reuse struct {
	Deps
	*draft
	canvas *canvas
}

// Recall puts the request of a job into the form, or the part of it that how names, and offers for 10 s to undo that.
// Window's goroutine.
func (r *reuse) Recall(job db.Job, how order.RecallMode) {
	name := shortRef(job)
	if r.keptByHeld() {
		return
	}
	before := r.form
	f, err := r.form.Recall(job, how)
	if err != nil {
		r.Log().Warn("cannot reuse settings", slog.Int64("id", job.ID), slog.Any("err", err))
		r.notices.say(lang.L("The settings of job %s cannot be loaded. Nothing was changed.", name))
		return
	}
	if f.Edit.PromptOf == order.NextCanvas {
		r.keepPrompt()
	}
	r.set(f)
	if how == order.RecallAll {
		r.canvas.restoreFrom(job)
	}
	r.notices.undoable(recalledWords(how, name), recallShown, func() {
		before.Edit.PromptOf = r.form.Edit.PromptOf
		r.set(before)
	})
	r.focusPrompt()
}

func recalledWords(how order.RecallMode, name string) string {
	switch how {
	case order.RecallPrompt:
		return lang.L("Prompt of job %s loaded. It replaced the previous one.", name)
	case order.RecallAllButSeed:
		return lang.L("Settings of job %s loaded without the seed. They replaced the previous ones.", name)
	}
	return lang.L("Settings of job %s loaded. They replaced the previous ones.", name)
}

// chooseSettings lets the user choose a file that contains settings.
func (r *reuse) chooseSettings() {
	r.Chooser.ChooseFile([]string{".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".mp4", ".m4v", ".json"},
		r.recallFile)
}

// recallFile recalls the settings in a file.
func (r *reuse) recallFile(file string) {
	r.readSettings(file, func(job db.Job, err error) {
		if err != nil {
			r.Log().Info("no settings in a file", slog.Any("err", err))
			r.notices.say(lang.L("%s contains no settings.", order.BaseName(file)))
			return
		}
		r.Recall(job, order.RecallAll)
	})
}

// offerSettings offers to recall the settings in a picture that was just used, if it contains any. A notice that is
// already shown stays, because it offers undo.
func (r *reuse) offerSettings(files []string) {
	if len(files) != 1 {
		return
	}
	r.readSettings(files[0], func(job db.Job, err error) {
		if err != nil || r.notices.up() || r.held != nil {
			return
		}
		r.notices.offer(lang.L("It contains the settings that made it."), lang.L("Reuse its settings"), recallShown,
			func() {
				r.Recall(job, order.RecallAll)
			})
	})
}

// readSettings reads a file away from the window's goroutine.
func (r *reuse) readSettings(file string, use func(db.Job, error)) {
	r.Go(func(ctx context.Context) {
		job, err := r.Library.Recalled(ctx, file)
		r.Post(func() { use(job, err) })
	})
}
