package jobs

import (
	"context"
	"image"
	"time"

	"viviscope/db"
	"viviscope/gui/media/player"
)

// film plays one clip in the place of its picture.
type film struct {
	*Deps
	view  *player.View
	frame frame // where it plays; nil: nothing plays
	path  string
	from  time.Duration // where it starts once it is loaded
	state player.State
}

// frame is a place where a clip can play.
type frame interface {
	poster() image.Image
	file() db.Asset
	open() // the viewer, which shows why a clip cannot be played
	Refresh()
}

func newFilm(d *Deps) *film {
	f := &film{Deps: d, view: player.NewView(d.Player)}
	d.Player.OnState(f.changed)
	return f
}

// play plays the clip of a frame from a time, with the volume of the viewer. If it plays already, it seeks there, or
// toggles if from is 0.
func (f *film) play(in frame, from time.Duration) {
	switch {
	case f.frame != in:
		f.start(in)
		f.from = from
	case from == 0:
		f.Player.Toggle()
	default:
		f.Player.SeekExact(from)
		f.Player.Play()
	}
}

func (f *film) start(in frame) {
	f.stop()
	f.frame = in
	f.view.SetPoster(in.poster())
	in.Refresh()
	a := in.file()
	f.Go(func(ctx context.Context) {
		path, err := f.Library.AbsPath(a.Path)
		volume, muted := f.Window.Sound(ctx)
		f.Post(func() {
			switch {
			case f.frame != in || in.file().ID != a.ID:
			case err != nil:
				in.open()
			default:
				f.path = path
				f.Player.Load(path)
				f.Player.SetVolume(volume)
				f.Player.SetMuted(muted)
				f.Player.Play()
			}
		})
	})
}

// stop ends what plays.
func (f *film) stop() {
	in := f.frame
	if in == nil {
		return
	}
	f.frame, f.path, f.from, f.state = nil, "", 0, player.State{}
	f.Player.Unload()
	f.view.SetPoster(nil)
	in.Refresh()
}

// stopIn ends what plays in a frame.
func (f *film) stopIn(in frame) {
	if f.frame == in {
		f.stop()
	}
}

// changed takes a new state of the player.
func (f *film) changed(st player.State) {
	switch {
	case f.frame == nil || st.Path != f.path || f.path == "":
	case st.Err != nil:
		f.frame.open()
	default:
		f.state = st
		if st.Loaded && f.from > 0 {
			f.Player.SeekExact(f.from)
			f.from = 0
		}
		f.frame.Refresh()
	}
}
