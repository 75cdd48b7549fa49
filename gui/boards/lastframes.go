package boards

import (
	"context"
	"image"

	"viviscope/db"
)

// lastFrames loads the last frames of clips for shots with a Continue seam. Window's goroutine.
type lastFrames struct {
	d        *Deps
	frames   map[string]image.Image // by the ref of the clip; nil: it is being loaded
	onLoaded func()
}

// of returns the last frame of a clip; nil while it is not loaded. onLoaded is called when it is.
func (l *lastFrames) of(clip db.Asset) image.Image {
	if clip.ID == 0 || clip.Path == "" || !clip.TrashedAt.IsZero() {
		return nil
	}
	im, known := l.frames[clip.Ref]
	if known {
		return im
	}
	l.frames[clip.Ref] = nil
	l.d.Go(func(ctx context.Context) {
		frame, err := l.d.Pictures.End(ctx, clip, true)
		if err != nil {
			return // the frame is shown as not made yet
		}
		l.d.Post(func() {
			l.frames[clip.Ref] = frame
			l.onLoaded()
		})
	})
	return nil
}
