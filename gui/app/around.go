package app

import (
	"context"
	"errors"
	"fmt"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/compose"
	"viviscope/gui/editor"
	"viviscope/gui/gallery"
	"viviscope/gui/shell"
	"viviscope/gui/viewer"
)

// around is the window around the screens, beside its [action.Host].
type around struct{ *program }

// Refresh updates the current place if it shows jobs or money.
func (a around) Refresh() {
	for _, p := range []shell.Place{shell.Create, shell.Boards, shell.Queue, shell.Costs} {
		a.shell.Refresh(p)
	}
}

func (a around) Notify() bool { return a.shell.Notify() }

func (a around) SetNotify(on bool) { a.shell.SetNotify(on) }

func (a around) Unsay(lead string) { a.shell.Unsay(lead) }

func (a around) UseProfile(id int64) { a.shell.UseProfile(id) }

func (a around) Sound(ctx context.Context) (volume float64, muted bool) {
	return viewer.SoundOf(ctx, a.Library, a.options.Log)
}

func (a around) SetForm(ctx context.Context, id int64, f client.RequestFormat) error {
	return a.Profiles.ChangeProfile(ctx, id, func(p *db.Profile) { p.Form = string(f) })
}

func (a around) Sandbox(ctx context.Context) (int64, error) { return a.Profiles.Sandbox(ctx) }

// aroundJobs implements [joblist.Window].
type aroundJobs struct {
	around
	viewing
	creating
	exchanging
	navigating
}

// aroundCosts implements [costs.Window].
type aroundCosts struct {
	around
	choosing
	navigating
}

// composerCanvas is the edit canvas for the composer. It implements [compose.EditCanvas].
type composerCanvas struct{ *program }

func (c composerCanvas) ShowKind(kind db.JobKind) {
	if c.places.create != nil { // the composer is made before the panel beside it
		c.places.create.turn(kind)
	}
}

func (c composerCanvas) OpenAsset(a db.Asset) {
	c.shell.Show(shell.Create)
	c.places.canvas.OpenAsset(a)
}

func (c composerCanvas) Open(pictures []order.Slot) {
	c.withSources(pictures, c.places.canvas.OpenSeveral)
}

func (c composerCanvas) Restore(job db.Job) { c.places.canvas.Restore(job) }

func (c composerCanvas) ChooseFile() { c.places.canvas.ChooseFile() }

func (c composerCanvas) Place(pictures []order.Slot) { c.withSources(pictures, c.places.canvas.Join) }

func (c composerCanvas) SetWay(way order.CanvasDelivery) { c.places.canvas.SetWay(way) }

func (c composerCanvas) Bake(ctx context.Context, bare bool) (compose.Baked, error) {
	b, err := c.places.canvas.Bake(ctx, bare)
	if errors.Is(err, editor.ErrNothing) {
		return compose.Baked{}, errNothingDrawn
	}
	return compose.Baked(b), err
}

// keyframes are those of the boards for the canvas. It implements [editor.Keyframes].
type keyframes struct{ *program }

func (k keyframes) Words(ctx context.Context, of action.Keyframe) (string, error) {
	return k.places.boards.KeyframeWords(ctx, of)
}

func (k keyframes) Take(of action.Keyframe, a db.Asset) {
	k.shell.Show(shell.Boards)
	k.places.boards.TakeDrawing(of, a)
}

func (k keyframes) Show(of action.Keyframe) {
	k.shell.Show(shell.Boards)
	k.places.boards.Open(of.Board)
}

// settingsProfiles implements [settings.Profiles].
type settingsProfiles struct {
	*profiles
	shell *shell.Shell
}

// Use implements [settings.Profiles].
func (s settingsProfiles) Use(ctx context.Context, id int64) error {
	if _, err := s.Ready(ctx, id); err != nil {
		return fmt.Errorf("use profile %d: %w", id, err)
	}
	s.shell.UseProfile(id)
	return nil
}

type profiles = backend.Profiles // under a name that does not hide its method Profiles

// galleryPlace is the gallery as one of the window's places.
type galleryPlace struct {
	*gallery.Gallery
	shell *shell.Shell
}

// Handle schedules an update when an asset was added or its costs changed. Any goroutine.
func (g galleryPlace) Handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.AssetAdded, jobs.LedgerChanged:
		g.shell.Refresh(shell.Gallery)
	}
}

var _ shell.Leaving = galleryPlace{}
