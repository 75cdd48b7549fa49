package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The measures of the window, in px.
const (
	minWidth   = 960 // of a screen of 1024 x 600 the bars of a desktop leave this much
	minHeight  = 476 // 506 with the menu bar, which Fyne draws above the content
	railWide   = 168
	railNarrow = 56
	railTurn   = 1240 // under this width of the window the rail is narrow; both grow with the text
	statusHigh = 28
)

// root lays out rail, place, notices and status bar.
type root struct {
	content *fyne.Container
	layout  *rootLayout
	stage   *fyne.Container             // holds the place in front
	made    dress                       // the look at the start, which places are made for
	looks   map[fyne.CanvasObject]dress // the look that each place was last shown in
}

// rootLayout holds the pieces of the window; notice lies between the header of the window and the place.
type rootLayout struct {
	ground, rail, line, top, place, notice, status, cover fyne.CanvasObject
	covered                                               bool
	bare                                                  bool // nothing but what covers the places is shown
}

func newRoot(rail, status, notice fyne.CanvasObject) *root {
	r := &root{stage: container.NewStack(), made: dressNow(), looks: map[fyne.CanvasObject]dress{}}
	l := &rootLayout{
		ground: widgets.NewGround(resources.BgWindow), rail: rail, line: widgets.NewVRule(), top: widgets.NewRule(),
		place: r.stage, notice: notice, status: status, cover: container.NewStack(),
	}
	l.cover.Hide()
	r.layout = l
	// The order is the one that Tab follows: rail, place, notice.
	r.content = &fyne.Container{Layout: l, Objects: []fyne.CanvasObject{l.ground, l.rail, l.line, l.place, l.notice, l.status, l.cover, l.top}}
	return r
}

// show puts a place into the window. The others are taken out, so that neither Tab nor a repaint reaches them.
func (r *root) show(o fyne.CanvasObject) {
	if len(r.stage.Objects) == 1 && r.stage.Objects[0] == o {
		return
	}
	r.stage.Objects = []fyne.CanvasObject{o}
	r.stage.Refresh()
	r.catchUp(o)
}

// catchUp paints a place anew that was out of the window when colours or text sizes changed: Fyne repaints only what is in it.
func (r *root) catchUp(o fyne.CanvasObject) {
	now := dressNow()
	last, known := r.looks[o]
	if !known {
		last = r.made
	}
	r.looks[o] = now
	if last != now {
		settings := fyne.CurrentApp().Settings()
		settings.SetTheme(settings.Theme())
		if last.text != now.text {
			r.reflow()
		}
	}
}

// reflow lays everything out again that is in the window: texts of another size need other room.
func (r *root) reflow() {
	size := r.content.Size()
	if size.IsZero() {
		return
	}
	r.content.Resize(size.SubtractWidthHeight(1, 1))
	r.content.Resize(size)
}

// dress is what a place is painted for.
type dress struct {
	ground color.Color
	text   float32 // px
}

// dressNow is the colour of the window's ground and the size of its texts as they are now.
func dressNow() dress {
	settings := fyne.CurrentApp().Settings()
	look := settings.Theme()
	return dress{look.Color(resources.BgWindow, settings.ThemeVariant()), look.Size(resources.SizeBody)}
}

// cover shows one thing instead of rail and place; nil shows them again.
func (r *root) cover(o fyne.CanvasObject) {
	c := r.layout.cover.(*fyne.Container)
	c.Objects = nil
	if o != nil {
		c.Objects = []fyne.CanvasObject{o}
	}
	for _, under := range []fyne.CanvasObject{r.layout.rail, r.layout.line, r.layout.place} {
		if o != nil {
			under.Hide()
		} else {
			under.Show()
		}
	}
	r.layout.covered = o != nil
	if o != nil {
		c.Show()
	} else {
		c.Hide()
	}
	r.content.Refresh()
}

// bare shows what covers the places without the status bar, or with it again.
func (r *root) bare(on bool) {
	r.layout.bare = on
	if on {
		r.layout.status.Hide()
	} else {
		r.layout.status.Show()
	}
	r.content.Refresh()
}

// covered reports whether something stands in front of rail and places.
func (r *root) covered() bool { return r.layout.covered }

// MinSize is the least size of the window's content.
func (l *rootLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(minWidth, minHeight)
}

// Layout places the pieces; the rail is narrow in a narrow window.
func (l *rootLayout) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	rail := resources.Scaled(railWide)
	if s.Width < resources.Scaled(railTurn) {
		rail = resources.Scaled(railNarrow)
	}
	status := max(statusHigh, l.status.MinSize().Height)
	if l.bare {
		status = 0
	}
	h := s.Height - status
	widgets.Place(l.ground, 0, 0, s.Width, s.Height)
	widgets.Place(l.rail, 0, 0, rail, h)
	widgets.Place(l.line, rail, 0, 1, h)
	widgets.Place(l.top, 0, 0, s.Width, 1) // the menu bar ends here
	widgets.Place(l.status, 0, h, s.Width, status)
	widgets.Place(l.cover, 0, 0, s.Width, h)
	x, y := rail+1, float32(0)
	if l.covered {
		x = 0
	}
	if l.notice.Visible() {
		y = widgets.HeightFor(l.notice, s.Width-x)
		widgets.Place(l.notice, x, h-y, s.Width-x, y)
	}
	widgets.Place(l.place, x, 0, s.Width-x, h-y)
}
