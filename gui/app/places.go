package app

import (
	"context"

	"viviscope/gui/boards"
	"viviscope/gui/casting"
	"viviscope/gui/compose"
	"viviscope/gui/costs"
	"viviscope/gui/costs/prices"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/gallery"
	joblist "viviscope/gui/jobs"
	"viviscope/gui/media/player"
	"viviscope/gui/settings"
	"viviscope/gui/viewer"
)

// places holds the screens that others navigate to.
type places struct {
	create   *create
	composer *compose.Screen
	canvas   *editor.Screen
	boards   *boards.Screen
	cast     *casting.Cast
	jobs     *joblist.Lists
	gallery  *gallery.Gallery
	viewer   *viewer.Screen
	costs    *costs.Screen
	prices   *prices.Pane
	settings *settings.Screen
	film     *player.Player // of a film before it is made

	copyFiles func(paths []string) error // nil: it cannot be done here
	// nil: the clipboard is read as text
	paste    func(ctx context.Context, pictures bool, keep dnd.Keep) (dnd.Drop, error)
	filesOut *dnd.FilesOut
}
