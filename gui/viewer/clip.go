package viewer

import (
	"context"
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/resources"
)

// clipPanel plays a clip: the picture, the filmstrip and the transport below.
type clipPanel struct {
	d       *Deps
	now     *subject
	memory  *preferences
	view    *player.View
	film    *kit.Filmstrip
	bar     *transport
	trouble *troublePanel
	object  *fyne.Container
	foot    *fyne.Container

	path   string // of the clip in the player; "": none
	state  player.State
	cancel []func() // of the requests for posters and frames
	broken bool     // the reason why it cannot be played is shown

	steps   bool          // the user steps through frames faster than the player reports them
	stepped time.Duration // time of the frame that the steps lead to

	clipCallbacks
}

// clipCallbacks connect the panel to the viewer.
type clipCallbacks struct {
	onResized    func()      // the transport may need another height
	onFullScreen func()      // the clip was double-clicked
	mayPlay      func() bool // a clip that is loaded may start to play
}

func newClipPanel(
	d *Deps, now *subject, memory *preferences, focus focuser, trouble *troublePanel, on clipCallbacks,
) *clipPanel {
	c := &clipPanel{d: d, now: now, memory: memory, view: player.NewView(d.Player), trouble: trouble, clipCallbacks: on}
	c.film = kit.NewFilmstrip(d.Player.SeekExact, c.setRange)
	c.bar = newTransport(c, focus, on.onResized)
	c.object = container.NewStack(kit.NewGround(resources.BgScreen),
		kit.NewInset(edge, edge, edge, edge, c.view), newClickArea(c), c.trouble.object)
	strip := kit.NewInset(8, edge, 4, edge, c.film)
	c.foot = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewColumn(0, kit.NewRule(), strip, c.bar.object))
	return c
}

// posterPx is the longer side of the picture that is shown before the player has one.
const posterPx = 1024

// load opens a clip at its beginning.
func (c *clipPanel) load(a db.Asset, play bool) {
	c.unload()
	d := c.d
	poster, _ := d.Pictures.Nearest(a, posterPx)
	c.view.SetPoster(poster)
	c.track(d.Pictures.Request(a, posterPx, func(im image.Image, err error) {
		if err == nil && !c.state.Loaded {
			c.view.SetPoster(im)
		}
	}))
	c.track(d.Pictures.Strip(a, func(im image.Image, err error) {
		if err == nil {
			c.film.SetTiles(media.Tiles(im))
		}
	}))
	ctx := c.now.ctx
	d.Go(func(context.Context) {
		path, err := d.Library.AbsPath(a.Path)
		d.Post(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				c.fail(a, err)
			default:
				c.path = path
				d.Player.Load(path)
				c.applyPreferences()
				if play && c.mayPlay() {
					d.Player.Play()
				}
			}
		})
	})
}

func (c *clipPanel) track(cancel func()) { c.cancel = append(c.cancel, cancel) }

// unload shows nothing.
func (c *clipPanel) unload() {
	for _, cancel := range c.cancel {
		cancel()
	}
	c.cancel = nil
	if c.path != "" {
		c.d.Player.Unload()
	}
	c.path, c.state, c.broken, c.steps = "", player.State{}, false, false
	c.trouble.hide()
	c.film.SetTiles(nil)
	c.film.Set(0, 0, false, 0, 0)
	c.view.SetPoster(nil)
	c.updateBar()
}

// applyPreferences sets the player to the preferences.
func (c *clipPanel) applyPreferences() {
	p, m := c.d.Player, c.memory
	p.SetVolume(m.Volume)
	p.SetMuted(m.Muted)
	p.SetSubtitles(m.Words)
	p.SetSpeed(m.Speed)
	if m.Loop {
		p.SetLoop(0, 0)
	} else {
		p.NoLoop()
	}
}

func (c *clipPanel) updateBar() { c.bar.update(c.state, c.memory.preferenceValues, c.usable()) }

// setState shows a new state of the player.
func (c *clipPanel) setState(st player.State) {
	if st.Path != c.path || c.path == "" {
		return
	}
	c.state = st
	halfFrame := time.Duration(float64(time.Second) / (2 * st.FPS))
	c.steps = c.steps && st.Paused && !st.Seeking && (st.Position-c.stepped).Abs() > halfFrame
	c.film.Set(st.Duration, st.Position, st.Loop.On, st.Loop.From, st.Loop.To)
	c.updateBar()
	if st.Err != nil && !c.broken {
		c.fail(c.now.asset, st.Err)
	}
}

// fail shows why a clip is not played. Without a player on this computer the poster stays.
func (c *clipPanel) fail(a db.Asset, err error) {
	c.broken = true
	c.updateBar()
	if player.IsUnavailable(err) {
		c.trouble.noPlayer(err)
		return
	}
	c.view.SetPoster(nil)
	c.trouble.explain(lang.L("The clip cannot be played"), facts.Trouble(a, err))
}

// usable reports whether the clip can be played and sought.
func (c *clipPanel) usable() bool { return c.state.Loaded && c.state.Err == nil }

// plays reports whether the clip is playing.
func (c *clipPanel) plays() bool { return c.usable() && !c.state.Paused && !c.state.Ended }

func (c *clipPanel) toggle() {
	if c.usable() {
		c.d.Player.Toggle()
	}
}

func (c *clipPanel) pause() {
	if c.usable() {
		c.d.Player.Pause()
	}
}

// jump seeks by a time.
func (c *clipPanel) jump(by time.Duration) {
	if c.usable() {
		c.d.Player.SeekExact(min(max(c.state.Position+by, 0), c.state.Duration))
	}
}

// stepFrames steps by a number of frames. The player reports them later than keys can be pressed.
func (c *clipPanel) stepFrames(n int) {
	if !c.usable() {
		return
	}
	if fps := c.state.FPS; c.state.Paused && fps > 0 {
		frame := time.Duration(float64(time.Second) / fps)
		c.steps, c.stepped = true, min(max(c.at()+time.Duration(n)*frame, 0), c.state.Duration-frame)
	}
	c.d.Player.Step(n)
}

// at returns the time of the frame that is shown, or that steps under way lead to.
func (c *clipPanel) at() time.Duration {
	if c.steps {
		return c.stepped
	}
	return c.state.Position
}

// toEnd seeks to the first frame, or the last.
func (c *clipPanel) toEnd(last bool) {
	switch {
	case !c.usable():
	case !last:
		c.d.Player.SeekExact(0)
	case c.state.Frames() > 0:
		c.d.Player.SeekFrame(c.state.Frames() - 1)
	default:
		c.d.Player.SeekExact(c.state.Duration)
	}
}

// saveFrame saves the frame that is shown.
func (c *clipPanel) saveFrame() {
	if c.usable() {
		c.d.Player.Pause()
		c.d.Creator.SaveFrame(c.now.asset, c.at())
	}
}

// editFrame opens the frame that is shown on the canvas.
func (c *clipPanel) editFrame() {
	if c.usable() {
		c.d.Player.Pause()
		c.d.Creator.EditFrame(c.now.asset, c.at())
	}
}

// setVolume sets and stores the volume, 0 to 100. A louder volume ends muting.
func (c *clipPanel) setVolume(to float64) {
	to = min(max(to, 0), 100)
	if to > c.memory.Volume && c.memory.Muted {
		c.toggleMute()
	}
	c.memory.Volume = to
	c.d.Player.SetVolume(to)
	c.remember()
}

func (c *clipPanel) toggleMute() {
	c.memory.Muted = !c.memory.Muted
	c.d.Player.SetMuted(c.memory.Muted)
	c.remember()
}

// toggleWords shows or hides subtitles.
func (c *clipPanel) toggleWords() {
	c.memory.Words = !c.memory.Words
	c.d.Player.SetSubtitles(c.memory.Words)
	c.remember()
}

func (c *clipPanel) setSpeed(to float64) {
	c.memory.Speed = to
	c.d.Player.SetSpeed(to)
	c.remember()
}

// stepSpeed sets the next faster speed, or the next slower.
func (c *clipPanel) stepSpeed(by int) {
	i := min(max(speedIndex(c.memory.Speed)+by, 0), len(speeds)-1)
	c.setSpeed(speeds[i])
}

// remember stores the preferences and shows them.
func (c *clipPanel) remember() {
	c.memory.save()
	c.updateBar()
}

// setRange loops a part of the clip, or all of it.
func (c *clipPanel) setRange(from, to time.Duration) {
	if !c.usable() {
		return
	}
	if from <= 0 && to >= c.state.Duration {
		from, to = 0, 0
	}
	c.d.Player.SetLoop(from, to)
	c.rememberLoop(true)
}

// toggleLoop starts or stops looping.
func (c *clipPanel) toggleLoop() {
	on := !c.memory.Loop
	if c.usable() {
		on = !c.state.Loop.On
		if on {
			c.d.Player.SetLoop(0, 0)
		} else {
			c.d.Player.NoLoop()
		}
	}
	c.rememberLoop(on)
}

// markLoop sets the start of the looped range to the frame that is shown, or its end. The other edge moves out of the
// way.
func (c *clipPanel) markLoop(end bool) {
	if !c.usable() {
		return
	}
	from, to := rangeOf(c.state)
	at := c.at()
	if end {
		to = max(at, kit.LeastLoop)
		if from > to-kit.LeastLoop {
			from = 0
		}
	} else {
		from = min(at, c.state.Duration-kit.LeastLoop)
		if to < from+kit.LeastLoop {
			to = c.state.Duration
		}
	}
	c.setRange(from, to)
}

func (c *clipPanel) rememberLoop(on bool) {
	if c.memory.Loop != on {
		c.memory.Loop = on
		c.memory.save()
	}
	c.updateBar()
}

// clickArea takes clicks on the clip.
type clickArea struct {
	widget.BaseWidget
	kit.ButtonRole
	c *clipPanel
}

func newClickArea(c *clipPanel) *clickArea {
	t := &clickArea{c: c}
	t.ExtendBaseWidget(t)
	return t
}

func (t *clickArea) AccessibilityLabel() string { return t.c.bar.play.AccessibilityLabel() }

func (t *clickArea) Tapped(*fyne.PointEvent) { t.c.bar.play.OnTapped() }

func (t *clickArea) DoubleTapped(*fyne.PointEvent) { t.c.onFullScreen() }

// Dragged drags the clip out of the window.
func (t *clickArea) Dragged(e *fyne.DragEvent) {
	t.c.d.Exchange.Drag(e.AbsolutePosition, t.c.now.asset.ID)
}

func (t *clickArea) DragEnd() { t.c.d.Exchange.EndDrag() }

func (t *clickArea) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}
