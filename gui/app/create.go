package app

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose"
	"viviscope/gui/editor"
	joblist "viviscope/gui/jobs"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// The room of the composer with text at 100 %, px: beside the recent jobs, and beside the canvas, which needs more.
// Whatever shares the window with it takes the rest. With larger text the composer grows, up to a share of the window.
const (
	composerWidth       = 416
	composerCanvasWidth = 392
	composerShare       = 0.48
	composerCanvasShare = 0.42
)

// create is the first place: the composer with the recent jobs at its right, or, while a picture is edited, with the
// canvas at its left. The switch between the two keeps its position. All three are updated together.
type create struct {
	composer *compose.Screen
	recent   *joblist.Recent
	canvas   *editor.Screen
	layout   *createLayout
	content  *fyne.Container
}

// turn shows the canvas or the feed beside the composer, as the kind of job asks for. Window's goroutine.
func (c *create) turn(kind db.JobKind) {
	if edit := kind == db.EditImage; edit != c.layout.edit {
		c.canvas.Uncover()
		c.layout.edit = edit
		c.content.Refresh()
		c.recent.Left()
	}
}

func (c *create) Content() fyne.CanvasObject { return c.content }

func (c *create) Left() { c.recent.Left() }

func (c *create) Update(ctx context.Context) {
	c.composer.Update(ctx)
	c.recent.Update(ctx)
	c.canvas.Update(ctx)
}

func (c *create) First() fyne.Focusable { return c.composer.First() }

func (c *create) Handle(ev jobs.Event) {
	c.composer.Handle(ev)
	c.recent.Handle(ev) // which asks for an update of all three
}

func newCreate(c *compose.Screen, s *joblist.Recent, e *editor.Screen) *create {
	l := &createLayout{}
	return &create{composer: c, recent: s, canvas: e, layout: l,
		content: container.New(l, kit.NewGround(resources.BgPanel),
			c.TakeSwitch(), kit.NewRule(),
			c.Content(), kit.NewVRule(), s.Content(), e.Content())}
}

// createLayout lays out a bar (background, switch of the kinds, and a line below it that only the canvas shows),
// composer, line, feed and canvas. Either the feed or the canvas is visible. The bar is in the upper left corner: above
// the composer while the feed is beside it, otherwise above the canvas. The switch has the same width in both.
type createLayout struct{ edit bool }

// width is the composer's part of a width, px, beside the canvas or the feed.
func (*createLayout) width(all float32, edit bool) float32 {
	usual, share := float32(composerWidth), float32(composerShare)
	if edit {
		usual, share = composerCanvasWidth, composerCanvasShare
	}
	return max(usual, min(resources.Scaled(usual), float32(int(all*share))))
}

// barHeight is that of the switch, with the room below it.
func (l *createLayout) barHeight(o []fyne.CanvasObject) float32 {
	if l.edit {
		return o[1].MinSize().Height + barFoot + o[2].MinSize().Height
	}
	return o[1].MinSize().Height
}

func (l *createLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	bar, form, rest := l.barHeight(o), o[3].MinSize().Height, o[5].MinSize()
	if l.edit {
		rest = o[6].MinSize()
		rest.Height += bar
	} else {
		form += bar
	}
	return fyne.NewSize(l.width(0, l.edit)+o[4].MinSize().Width+rest.Width, max(form, rest.Height))
}

func (l *createLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	ground, kinds, rule, form, line, feed, canvas := o[0], o[1], o[2], o[3], o[4], o[5], o[6]
	wide, height := line.MinSize().Width, size.Height
	composer, bar := l.width(size.Width, l.edit), l.barHeight(o)
	rest, left := size.Width-composer-wide, composer
	kit.Show(feed, !l.edit)
	kit.Show(canvas, l.edit)
	kit.Show(rule, l.edit)
	if l.edit {
		left = rest
		kit.Place(canvas, 0, bar, rest, height-bar)
		kit.Place(form, rest+wide, 0, composer, height)
	} else {
		kit.Place(form, 0, bar, composer, height-bar)
		kit.Place(feed, composer+wide, 0, rest, height)
	}
	kit.Place(line, left, 0, wide, height)
	kit.Place(ground, 0, 0, left, bar)
	kit.Place(kinds, 0, 0, min(left, l.width(size.Width, false)), kinds.MinSize().Height)
	kit.Place(rule, 0, bar-rule.MinSize().Height, left, rule.MinSize().Height)
}

// barFoot is the padding below the switch while it is above the canvas, px.
const barFoot = 8
