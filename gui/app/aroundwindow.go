package app

import (
	"context"

	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
)

// aroundWindow is the program as its window sees it. It implements [shell.Program].
type aroundWindow struct{ *program }

// Announce shows a desktop notification for an ended job, with its poster. A click shows the job.
func (a aroundWindow) Announce(ctx context.Context, job db.Job, title, text string) {
	a.notify(ctx, title, text, a.notePicture(ctx, job), func() { navigating(a).ShowJob(job.ID) })
}

func (a aroundWindow) Post(f func()) { a.post(f) }

func (a aroundWindow) Reached(ctx context.Context, p db.Profile) error {
	return a.Profiles.MarkReached(ctx, p)
}

func (a aroundWindow) Personal() shell.Personal { return a.device.get().Personal }

func (a aroundWindow) ChangePersonal(f func(*shell.Personal)) {
	a.device.apply(func(m *deviceValues) { f(&m.Personal) })
}

func (a aroundWindow) KeepPersonal() error {
	return a.device.keep(func(m *deviceValues) { m.Personal = a.Personal() })
}

func (a aroundWindow) Waiting(ctx context.Context) string {
	words, err := a.places.jobs.Forecast(ctx)
	if err != nil {
		a.options.Log.Warn("what waits cannot be read", "err", err)
	}
	return words
}

func (a aroundWindow) KeyWords(ctx context.Context, profile db.Profile) string {
	return map[keys.Location]string{
		keys.Nowhere:       lang.L("no key yet"),
		keys.InKeychain:    lang.L("key in keychain"),
		keys.InSession:     lang.L("key for this session"),
		keys.InFile:        lang.L("key in a file"),
		keys.InEnvironment: lang.L("key from environment"),
		keys.InSandbox:     lang.L("play money"),
	}[a.Keys.Place(ctx, profile)]
}
