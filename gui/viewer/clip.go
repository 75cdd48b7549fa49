package viewer

import (
	"errors"
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/facts"
	"viviscope/resources"
)

// clipPanel plays a clip: the picture, the filmstrip and the transport below.
type clipPanel struct {
	s       *Screen
	view    *player.View
	film    *kit.Filmstrip
	bar     *transport
	trouble *troublePanel
	object  *fyne.Container
	foot    *fyne.Container

	path   string // that the player was given; "": none
	state  player.State
	cancel []func() // what is asked for the clip
	broken bool     // the trouble of this clip is shown

	steps   bool          // pictures are gone through faster than the player tells
	stepped time.Duration // where that leads
}

func newClipPanel(s *Screen) *clipPanel {
	c := &clipPanel{s: s, view: player.NewView(s.d.Player), trouble: newTroublePanel(s)}
	c.film = kit.NewFilmstrip(s.d.Player.SeekExact, c.setRange)
	c.bar = newTransport(c)
	c.object = container.NewStack(kit.NewGround(resources.BgScreen),
		kit.NewInset(edge, edge, edge, edge, c.view), newTapper(c), c.trouble.object)
	strip := kit.NewInset(8, edge, 4, edge, c.film)
	c.foot = container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewColumn(0, kit.NewRule(), strip, c.bar.object))
	return c
}

// posterPx is the longer side of the picture that is shown until the player has one.
const posterPx = 1024

// load opens a clip at its beginning.
func (c *clipPanel) load(a db.Asset, play bool) {
	c.clear()
	d := &c.s.d
	poster, _ := d.Pictures.Nearest(a, posterPx)
	c.view.SetPoster(poster)
	c.ask(d.Pictures.Request(a, posterPx, func(im image.Image, err error) {
		if err == nil && !c.state.Loaded {
			c.view.SetPoster(im)
		}
	}))
	c.ask(d.Pictures.Strip(a, func(im image.Image, err error) {
		if err == nil {
			c.film.SetTiles(media.Tiles(im))
		}
	}))
	ctx := c.s.ctx
	c.s.run(func() {
		path, err := d.Library.AbsPath(a.Path)
		d.Post(func() {
			switch {
			case ctx.Err() != nil:
			case err != nil:
				c.fail(a, err)
			default:
				c.path = path
				d.Player.Load(path)
				c.apply()
				if play && !c.s.comparison.on {
					d.Player.Play()
				}
			}
		})
	})
}

func (c *clipPanel) ask(cancel func()) { c.cancel = append(c.cancel, cancel) }

func (c *clipPanel) clear() {
	for _, cancel := range c.cancel {
		cancel()
	}
	c.cancel = nil
	if c.path != "" {
		c.s.d.Player.Unload()
	}
	c.path, c.state, c.broken, c.steps = "", player.State{}, false, false
	c.trouble.hide()
	c.film.SetTiles(nil)
	c.film.Set(0, 0, false, 0, 0)
	c.view.SetPoster(nil)
	c.bar.show()
}

func (c *clipPanel) apply() {
	p, m := c.s.d.Player, c.s.memory
	p.SetVolume(m.Volume)
	p.SetMuted(m.Muted)
	p.SetWords(m.Words)
	p.SetSpeed(m.Speed)
	if m.Loop {
		p.SetLoop(0, 0)
	} else {
		p.NoLoop()
	}
}

// playing takes a new state of the player.
func (c *clipPanel) playing(st player.State) {
	if st.Path != c.path || c.path == "" {
		return
	}
	c.state = st
	c.steps = c.steps && st.Paused && !st.Seeking && (st.Position-c.stepped).Abs() > time.Duration(float64(time.Second)/(2*st.FPS))
	c.film.Set(st.Duration, st.Position, st.Loop.On, st.Loop.From, st.Loop.To)
	c.bar.show()
	if st.Err != nil && !c.broken {
		c.fail(c.s.asset, st.Err)
	}
}

// fail says why a clip is not played. Without a player on this computer the poster stays.
func (c *clipPanel) fail(a db.Asset, err error) {
	c.broken = true
	c.bar.show()
	if player.Lacking(err) {
		c.trouble.noPlayer(err)
		return
	}
	c.view.SetPoster(nil)
	c.trouble.show(lang.L("The clip cannot be played"), facts.Trouble(a, err))
}

// usable reports whether the clip can be played and gone through.
func (c *clipPanel) usable() bool { return c.state.Loaded && c.state.Err == nil }

// plays reports whether the clip goes on.
func (c *clipPanel) plays() bool { return c.usable() && !c.state.Paused && !c.state.Ended }

func (c *clipPanel) toggle() {
	if c.usable() {
		c.s.d.Player.Toggle()
	}
}

// jump goes on by a time, or back.
func (c *clipPanel) jump(by time.Duration) {
	if c.usable() {
		c.s.d.Player.SeekExact(min(max(c.state.Position+by, 0), c.state.Duration))
	}
}

// frames goes some pictures on, or back. The player tells of them one by one, later than keys can be pressed.
func (c *clipPanel) frames(n int) {
	if !c.usable() {
		return
	}
	if fps := c.state.FPS; c.state.Paused && fps > 0 {
		frame := time.Duration(float64(time.Second) / fps)
		c.steps, c.stepped = true, min(max(c.at()+time.Duration(n)*frame, 0), c.state.Duration-frame)
	}
	c.s.d.Player.Step(n)
}

// at is the time of the picture that is shown, or that steps under way lead to.
func (c *clipPanel) at() time.Duration {
	if c.steps {
		return c.stepped
	}
	return c.state.Position
}

// toEnd goes to the first picture, or the last.
func (c *clipPanel) toEnd(last bool) {
	switch {
	case !c.usable():
	case !last:
		c.s.d.Player.SeekExact(0)
	case c.state.Frames() > 0:
		c.s.d.Player.SeekFrame(c.state.Frames() - 1)
	default:
		c.s.d.Player.SeekExact(c.state.Duration)
	}
}

// saveFrame keeps the picture that is shown.
func (c *clipPanel) saveFrame() {
	if c.usable() {
		c.s.d.Player.Pause()
		c.s.d.Creator.SaveFrame(c.s.asset, c.at())
	}
}

// editFrame edits the picture that is shown.
func (c *clipPanel) editFrame() {
	if c.usable() {
		c.s.d.Player.Pause()
		c.s.d.Creator.EditFrame(c.s.asset, c.at())
	}
}

// tapper takes clicks on the clip.
type tapper struct {
	widget.BaseWidget
	kit.ButtonRole
	c *clipPanel
}

func newTapper(c *clipPanel) *tapper {
	t := &tapper{c: c}
	t.ExtendBaseWidget(t)
	return t
}

func (t *tapper) AccessibilityLabel() string { return t.c.bar.play.AccessibilityLabel() }

func (t *tapper) Tapped(*fyne.PointEvent) { t.c.bar.play.OnTapped() }

func (t *tapper) DoubleTapped(*fyne.PointEvent) { t.c.s.setFull(!t.c.s.full) }

// Dragged drags the clip out of the window.
func (t *tapper) Dragged(e *fyne.DragEvent) {
	t.c.s.d.Exchange.Drag(e.AbsolutePosition, t.c.s.asset.ID)
}
func (t *tapper) DragEnd() { t.c.s.d.Exchange.EndDrag() }

func (t *tapper) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

// troublePanel lies over what is shown and says why there is nothing to see, or nothing that plays, with what can be done about it.
type troublePanel struct {
	s      *Screen
	told   bool // that there is no player
	object *fyne.Container
}

func newTroublePanel(s *Screen) *troublePanel {
	p := &troublePanel{s: s, object: container.NewStack()}
	p.object.Hide()
	return p
}

func (p *troublePanel) show(title, words string) {
	var b action.Buttons
	row := kit.NewRow(8, b.Full("viewer/reveal", kit.Plain), b.Full("viewer/outside", kit.Plain))
	b.Show(p.s.forAsset())
	p.set(kit.NewEmpty(resources.IconWarning, title, words, row))
}

// noPlayer offers to open a clip elsewhere, over its poster. What to install is said with the first clip only.
func (p *troublePanel) noPlayer(err error) {
	var rows []fyne.CanvasObject
	if !p.told {
		p.told = true
		banner := kit.NewBanner(resources.IconInfo, kit.ToneNeutral, "")
		banner.SetText(lang.L("Clips cannot be played here."), missingWords(err))
		rows = append(rows, banner)
	}
	var b action.Buttons
	rows = append(rows, kit.NewSpring(), container.NewCenter(b.Full("viewer/outside", kit.Primary)))
	b.Show(p.s.forAsset())
	p.set(kit.NewInset(edge, 72, 32, 72, kit.NewColumn(0, rows...)))
}

func (p *troublePanel) set(o fyne.CanvasObject) {
	p.object.Objects = []fyne.CanvasObject{o}
	p.object.Show()
	// The panel of clips may never have been seen before, as where a picture was opened first: then it has no size yet.
	p.s.shown.Refresh()
	p.s.clip.object.Refresh()
}

func (p *troublePanel) hide() {
	if p.object.Visible() {
		p.object.Hide()
		p.object.Objects = nil
	}
}

// missingWords say what to do.
func missingWords(err error) string {
	var none *player.NotFoundError
	if errors.As(err, &none) {
		return lang.L("Install %s and restart. Until then clips open in the system’s player.", none.Install)
	}
	return lang.L("The player could not start. Clips open in the system’s player.")
}
