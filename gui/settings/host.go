package settings

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// host is what the parts of the screen share: the rest of the program, and the page that they are on.
type host struct {
	Deps
	scroll *kit.Scroll       // around the page in front
	screen fyne.CanvasObject // nil until Content is called
}

// work is a function that runs off the window's goroutine.
type work = func(ctx context.Context) error

// run does work off the window's goroutine and then calls done on it. After work without an error, all screens are
// updated.
func (h *host) run(do work, done func(err error)) {
	h.Go(func(ctx context.Context) {
		err := do(ctx)
		h.Post(func() {
			done(err)
			if err == nil {
				h.RefreshAll()
			}
		})
	})
}

// changeProfile stores a change of a profile at once.
func (h *host) changeProfile(id int64, f func(*db.Profile)) {
	h.Do(lang.L("The settings could not be saved."), func(ctx context.Context) error {
		return h.Profiles.ChangeProfile(ctx, id, f)
	})
}

// ask opens a question unless another sheet is open. The default is the primary answer, else the first one. Esc gives
// none.
func (h *host) ask(title, words string, answers ...kit.Answer) {
	c := h.Canvas()
	if c.Overlays().Top() != nil {
		return
	}
	primary := slices.IndexFunc(answers, func(a kit.Answer) bool { return a.Kind == kit.Primary })
	answers[max(primary, 0)].Enter = true
	kit.Ask(c, title, words, nil, answers...)
}

// relayout lays the screen out again after a part of it changed its height.
func (h *host) relayout() { h.screen.Refresh() }
