package program

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/compose"
	"viviscope/gui/editor"
	"viviscope/gui/feed"
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
// at its left. All three are updated together.
type create struct {
	composer *compose.Screen
	feed     *feed.Screen
	canvas   *editor.Screen
	layout   *createLayout
	content  *fyne.Container
}

func newCreate(c *compose.Screen, f *feed.Screen, e *editor.Screen) *create {
	l := &createLayout{}
	return &create{composer: c, feed: f, canvas: e, layout: l,
		content: stack(l, c.Content(), widgets.NewVRule(), f.Content(), e.Content())}
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
	c.feed.Update(ctx)
	c.canvas.Update(ctx)
}

// First implements [gui.Keyboarded].
func (c *create) First() fyne.Focusable { return c.composer.First() }

func (c *create) Handle(ev jobs.Event) {
	c.composer.Handle(ev)
	c.feed.Handle(ev)
	c.canvas.Handle(ev)
}

// createLayout lays out composer, line, feed and canvas, of which feed and canvas take turns.
type createLayout struct{ edit bool }

// width is the composer's part of a width, px.
func (l *createLayout) width(all float32) float32 {
	usual, share := float32(composerWidth), float32(composerShare)
	if l.edit {
		usual, share = composerCanvasWidth, composerCanvasShare
	}
	return max(usual, min(resources.Scaled(usual), float32(int(all*share))))
}

// MinSize is that of what is in sight.
func (l *createLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	beside := o[2]
	if l.edit {
		beside = o[3]
	}
	form, rest := o[0].MinSize(), beside.MinSize()
	return fyne.NewSize(l.width(0)+o[1].MinSize().Width+rest.Width, max(form.Height, rest.Height))
}

// Layout implements [fyne.Layout].
func (l *createLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	form, line, feed, canvas := o[0], o[1], o[2], o[3]
	beside, hidden, line1 := feed, canvas, line.MinSize().Width
	composer := l.width(size.Width)
	formAt, besideAt, lineAt := float32(0), composer+line1, composer
	if l.edit {
		beside, hidden = canvas, feed
		formAt, besideAt = size.Width-composer, 0
		lineAt = formAt - line1
	}
	hidden.Hide()
	beside.Show()
	put := func(o fyne.CanvasObject, x, width float32) {
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(width, size.Height))
	}
	put(form, formAt, composer)
	put(line, lineAt, line1)
	put(beside, besideAt, size.Width-composer-line1)
}
