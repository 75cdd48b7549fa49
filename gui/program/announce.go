package program

import (
	"context"
	"image"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/notify"
)

// notePixels is the size of the picture on a notification.
const notePixels = 256

// announce shows on the desktop that a job ended, with its poster; a click brings the window to the front at what was made.
// It reports whether the desktop took it. Off the window's goroutine.
func (p *program) announce(ctx context.Context, job db.Job, title, text string) bool {
	err := p.notes.Send(ctx, notify.Note{
		Title: title, Text: text, Picture: p.notePicture(ctx, job),
		Button: lang.X("verb", "Show"), Activate: func() {
			p.post(func() {
				p.bringToFront()
				p.showJob(p.shell, job.ID)
			})
		},
	})
	if err != nil {
		p.options.Log.Debug("the desktop takes no notification", "err", err)
	}
	return err == nil
}

// notePicture is the poster of the first thing that a job made; nil where there is none.
func (p *program) notePicture(ctx context.Context, job db.Job) image.Image {
	made, err := p.lib.AssetsOfJob(ctx, job.ID)
	if err != nil || len(made) == 0 {
		return nil
	}
	im, err := p.thumbs.Image(ctx, made[0], notePixels)
	if err != nil {
		p.options.Log.Debug("no poster for a notification", "job", job.ID, "err", err)
		return nil
	}
	return im
}
