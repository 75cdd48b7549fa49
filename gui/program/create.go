package program

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose"
	"viviscope/gui/editor"
	"viviscope/gui/jobview"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// The room of the composer with text at 100 %, px: beside the session feed, and beside the canvas, which needs more. Whatever shares the
// window with it takes the rest. With larger text the composer grows, up to a share of the window.
const (
	composerWidth       = 416
	composerCanvasWidth = 392
	composerShare       = 0.48
	composerCanvasShare = 0.42
)

// create is the first place: the composer with the session feed at its right, or, while a picture is edited, with the canvas
// at its left. The switch that turns between the two stays where it is. All three are updated together.
type create struct {
	composer *compose.Screen
	session  *jobview.Session
	canvas   *editor.Screen
	layout   *createLayout
	content  *fyne.Container
}

func newCreate(c *compose.Screen, s *jobview.Session, e *editor.Screen) *create {
	l := &createLayout{}
	return &create{composer: c, session: s, canvas: e, layout: l,
		content: stack(l, stack(barLayout{l}, widgets.NewGround(resources.BgPanel), c.TakeSwitch(), widgets.NewRule()),
			c.Content(), widgets.NewVRule(), s.Content(), e.Content())}
}

func stack(l fyne.Layout, objects ...fyne.CanvasObject) *fyne.Container {
	return &fyne.Container{Layout: l, Objects: objects}
}

// turn shows the canvas or the feed beside the composer, as the kind of job asks for. Window's goroutine.
func (c *create) turn(kind db.JobKind) {
	if edit := kind == db.EditImage; edit != c.layout.edit {
		c.layout.edit = edit
		c.content.Refresh()
	}
}

func (c *create) Content() fyne.CanvasObject { return c.content }

func (c *create) Update(ctx context.Context) {
	c.composer.Update(ctx)
	c.session.Update(ctx)
	c.canvas.Update(ctx)
}

// First implements [gui.Keyboarded].
func (c *create) First() fyne.Focusable { return c.composer.First() }

func (c *create) Handle(ev jobs.Event) {
	c.composer.Handle(ev)
	c.session.Handle(ev)
	c.canvas.Handle(ev)
}

// createLayout lays out bar, composer, line, feed and canvas, of which feed and canvas take turns. The bar holds the switch of
// the kinds in the upper left corner: above the composer while the feed is beside it, else above the canvas.
type createLayout struct {
	edit       bool
	besideFeed float32 // width of the composer beside the feed, px, as last laid out
}

// width is the composer's part of a width, px.
func (l *createLayout) width(all float32) float32 { return widthOf(all, l.edit) }

func widthOf(all float32, edit bool) float32 {
	usual, share := float32(composerWidth), float32(composerShare)
	if edit {
		usual, share = composerCanvasWidth, composerCanvasShare
	}
	return max(usual, min(resources.Scaled(usual), float32(int(all*share))))
}

// MinSize is that of what is in sight.
func (l *createLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	bar, form, rest := o[0].MinSize().Height, o[1].MinSize(), o[3].MinSize()
	form.Height += bar
	if l.edit {
		form, rest = o[1].MinSize(), o[4].MinSize()
		rest.Height += bar
	}
	return fyne.NewSize(l.width(0)+o[2].MinSize().Width+rest.Width, max(form.Height, rest.Height))
}

// Layout implements [fyne.Layout].
func (l *createLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	bar, form, line, feed, canvas := o[0], o[1], o[2], o[3], o[4]
	line1, composer, head := line.MinSize().Width, l.width(size.Width), bar.MinSize().Height
	rest := size.Width - composer - line1
	l.besideFeed = widthOf(size.Width, false)
	bar.Move(fyne.NewPos(0, 0))
	put := func(o fyne.CanvasObject, x, y, width float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, size.Height-y))
	}
	if l.edit {
		feed.Hide()
		canvas.Show()
		put(canvas, 0, head, rest)
		put(line, rest, 0, line1)
		put(form, rest+line1, 0, composer)
		bar.Resize(fyne.NewSize(rest, head))
	} else {
		canvas.Hide()
		feed.Show()
		put(form, 0, head, composer)
		put(line, composer, 0, line1)
		put(feed, composer+line1, 0, rest)
		bar.Resize(fyne.NewSize(composer, head))
	}
}

// barLayout lays out the ground of the bar, the switch, which is as wide above the canvas as it is above the composer, and the
// line below, which is drawn above the canvas only.
type barLayout struct{ create *createLayout }

// barFoot is the room below the switch where it stands above the canvas, px.
const barFoot = 8

// MinSize is that of the switch, with the room below it.
func (l barLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := o[1].MinSize()
	if l.create.edit {
		size.Height += barFoot + o[2].MinSize().Height
	}
	return size
}

// Layout implements [fyne.Layout].
func (l barLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	ground, kinds, rule := o[0], o[1], o[2]
	ground.Resize(size)
	width, line := size.Width, rule.MinSize().Height
	if l.create.edit {
		width = min(width, l.create.besideFeed)
		rule.Show()
	} else {
		rule.Hide()
	}
	kinds.Resize(fyne.NewSize(width, kinds.MinSize().Height))
	rule.Move(fyne.NewPos(0, size.Height-line))
	rule.Resize(fyne.NewSize(size.Width, line))
}
