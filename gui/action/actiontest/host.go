package actiontest

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
)

// Host is an [action.Host] for tests, which may set its parts. By default everything runs at once, on the calling
// goroutine.
type Host struct {
	Poster    func(f func())
	Worker    func(f func(ctx context.Context))
	Timer     func(d time.Duration, f func()) (stop func() bool)
	Clock     func() time.Time
	Logger    *slog.Logger
	On        fyne.Canvas
	Clipboard string
	Front     db.Profile
	Still     bool // the result of ReduceMotion

	Said      []string        // the notices of Say, and of Do after a failure
	Links     []action.Action // of the last notice of Say
	Works     []*Work         // all works that were started, running or ended
	Refreshed int

	mu      sync.Mutex
	failing map[any]error // by source; guarded by mu
}

var _ action.Host = (*Host)(nil)

func (h *Host) Post(f func()) {
	if h.Poster == nil {
		f()
		return
	}
	h.Poster(f)
}

func (h *Host) Go(f func(ctx context.Context)) {
	if h.Worker == nil {
		f(context.Background())
		return
	}
	h.Worker(f)
}

func (h *Host) After(d time.Duration, f func()) (stop func() bool) {
	if h.Timer == nil {
		return time.AfterFunc(d, f).Stop
	}
	return h.Timer(d, f)
}

func (h *Host) Do(failed string, f func(ctx context.Context) error) {
	h.Go(func(ctx context.Context) {
		if err := f(ctx); err != nil {
			h.Post(func() { h.Said = append(h.Said, failed+" "+wording.Fault(err)) })
		}
	})
}

func (h *Host) Say(_ kit.Tone, lead, rest string, links ...action.Action) {
	words := lead + " " + rest
	for _, l := range links {
		words += " [" + l.Label + "]"
	}
	h.Said, h.Links = append(h.Said, words), links
}

// Work records the arguments of [Host.Working].
type Work struct {
	Title, Progress string
	Open            func()
	Ended           bool
}

func (h *Host) Working(title string, open func()) (step func(progress string), end func()) {
	w := &Work{Title: title, Open: open}
	h.Works = append(h.Works, w)
	return func(progress string) { w.Progress = progress }, func() { w.Ended = true }
}

// Failing returns why changes cannot be saved, of all sources; nil: they can.
func (h *Host) Failing() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return errors.Join(slices.Collect(maps.Values(h.failing))...)
}

func (h *Host) Unsaved(source any, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failing == nil {
		h.failing = map[any]error{}
	}
	h.failing[source] = err
	if err == nil {
		delete(h.failing, source)
	}
}

func (h *Host) Now() time.Time {
	if h.Clock == nil {
		return time.Now()
	}
	return h.Clock()
}

func (h *Host) Log() *slog.Logger {
	if h.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return h.Logger
}

func (h *Host) Canvas() fyne.Canvas { return h.On }
func (h *Host) Copy(text string)    { h.Clipboard = text }
func (h *Host) Pasted() string      { return h.Clipboard }
func (h *Host) ReduceMotion() bool  { return h.Still }
func (h *Host) Profile() db.Profile { return h.Front }
func (h *Host) RefreshAll()         { h.Refreshed++ }
