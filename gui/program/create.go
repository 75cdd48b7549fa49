package program

import (
	"context"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/gui/compose"
	"viviscope/gui/feed"
	"viviscope/gui/widgets"
)

// composerWidth is the fixed room of the composer, px; the session feed takes the rest.
const composerWidth = 416

// create is the first place: the composer and beside it the session feed, which are updated together.
type create struct {
	composer *compose.Screen
	feed     *feed.Screen
	content  fyne.CanvasObject
}

func newCreate(c *compose.Screen, f *feed.Screen) *create {
	left := widgets.NewFrame(nil, nil, widgets.NewVRule(), widgets.NewFixed(composerWidth, 0, c.Content()))
	return &create{composer: c, feed: f, content: widgets.NewFrame(nil, left, nil, f.Content())}
}

func (c *create) Content() fyne.CanvasObject { return c.content }

func (c *create) Update(ctx context.Context) {
	c.composer.Update(ctx)
	c.feed.Update(ctx)
}

// First implements [gui.Keyboarded].
func (c *create) First() fyne.Focusable { return c.composer.First() }

func (c *create) Handle(ev jobs.Event) {
	c.composer.Handle(ev)
	c.feed.Handle(ev)
}
