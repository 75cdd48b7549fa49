package program

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// mender is the window's content while the library's database is damaged: what that means, and the two ways out. Its
// commands run off the window's goroutine.
type mender struct {
	dir    string
	backup *db.Backup // nil: there is none
	now    func() time.Time
	log    *slog.Logger
	post   func(func())
	run    func(func(context.Context)) // off the window's goroutine; its context ends with the window
	mended func(context.Context)       // opens the library again; on the goroutine of run
	quit   func()

	content fyne.CanvasObject
	status  *widgets.Text
	buttons []*widgets.Button
	first   fyne.Focusable
}

// errBackupGone: what the window offered cannot be used any more.
var errBackupGone = errors.New("the backup cannot be read any more")

// progressPause is the least time between two words of progress.
const progressPause = 100 * time.Millisecond

func (m *mender) build() {
	m.status = widgets.NewText("", resources.SizeBody, resources.Text2, false).Wrap(true)
	rows := problemRows(db.ErrDamaged, m.dir)
	way := func(word, means string, kind widgets.ButtonKind, do func(context.Context, db.Options) (string, error)) {
		b := widgets.NewButton(word, nil, kind, func() { m.start(do) })
		m.buttons = append(m.buttons, b)
		rows = append(rows, widgets.NewRow(8, b), widgets.NewText(means, resources.SizeSM, resources.Text2, false).Wrap(true))
	}
	rebuild := widgets.Primary
	if m.backup != nil {
		rebuild = widgets.Plain
		way(lang.L("Use the last backup"), lang.L("Takes the database of %s, with its profiles, prices and jobs, and adds the files that were saved since. "+
			"Jobs that waited are held: look whether they were made meanwhile before you release them.", backupAge(*m.backup, m.now())),
			widgets.Primary, m.restore)
	}
	way(lang.L("Rebuild from the folder"), lang.L("Makes a new database out of the files and what is written beside each of them: prompts, costs, stars. "+
		"Jobs without a file, prices and settings are not in the folder; look at the service for tasks that were under way."), rebuild, m.rebuild)
	quit := widgets.NewButton(lang.L("Quit"), nil, widgets.Quiet, m.quit)
	m.buttons = append(m.buttons, quit)
	rows = append(rows, m.status, widgets.NewRow(8, quit))
	m.first = m.buttons[0]
	m.content = problemFrame(rows...)
}

func backupAge(b db.Backup, now time.Time) string {
	if b.At.IsZero() {
		return lang.L("the backup")
	}
	return wording.When(b.At, now)
}

// start runs one of the two ways, once at a time. Window's goroutine.
func (m *mender) start(do func(context.Context, db.Options) (string, error)) {
	for _, b := range m.buttons {
		b.Disable()
	}
	m.status.SetColor(resources.Text2)
	m.status.SetText(lang.L("Reading the folder …"))
	m.run(func(ctx context.Context) {
		words, err := do(ctx, db.Options{Now: m.now, Log: m.log, Progress: m.progress(), Probe: jobs.Probe})
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			m.log.Error("mend the library", "err", err)
			m.post(func() { m.failed(err) })
			return
		}
		m.log.Info("library mended")
		m.post(func() { m.status.SetText(words) })
		m.mended(ctx)
	})
}

// failed gives the choice back. Window's goroutine.
func (m *mender) failed(err error) {
	m.status.SetColor(resources.Err)
	m.status.SetText(lang.L("That did not work, and nothing was lost: %s", faultWords(err)))
	for _, b := range m.buttons {
		b.Enable()
	}
}

// progress returns a function that shows how far the work is, now and then.
func (m *mender) progress() func(done, total int) {
	say := m.nowAndThen()
	return func(done, total int) {
		say(func() string { return lang.L("Reading file %s of %s …", lang.Number(done+1), lang.Number(total)) })
	}
}

// nowAndThen returns a function that shows what it is given, unless it did so just before. Any goroutine.
func (m *mender) nowAndThen() func(words func() string) {
	var (
		mu   sync.Mutex
		last time.Time
	)
	return func(words func() string) {
		mu.Lock()
		defer mu.Unlock()
		now := m.now()
		if now.Sub(last) < progressPause {
			return
		}
		last = now
		text := words()
		m.post(func() { m.status.SetText(text) })
	}
}

func (m *mender) restore(ctx context.Context, o db.Options) (string, error) {
	_, report, err := db.RestoreBackup(ctx, m.dir, o)
	if errors.Is(err, db.ErrNotFound) {
		return "", errBackupGone
	}
	return lang.L("Added to the backup: %s", reportWords(report)), err
}

func (m *mender) rebuild(ctx context.Context, o db.Options) (string, error) {
	report, err := db.Rebuild(ctx, m.dir, o)
	return lang.L("Rebuilt: %s", reportWords(report)), err
}

// offerMending fills the window with the ways out of a damaged database. Off the window's goroutine.
func (p *program) offerMending(ctx context.Context, dir string, err error) {
	p.failure = err
	p.options.Log.Error("the library’s database is damaged", "err", err)
	m := &mender{dir: dir, now: time.Now, log: p.options.Log, post: p.handOver,
		quit: func() { p.over.Store(true); p.app.Quit() },
		run:  func(f func(context.Context)) { p.opening.Go(func() { f(p.life) }) },
		mended: func(context.Context) {
			p.failure = nil
			p.load(ctx)
		},
	}
	if b, err := db.LastBackup(ctx, dir); err == nil {
		m.backup = &b
	} else if !errors.Is(err, db.ErrNotFound) {
		p.options.Log.Warn("look for a backup", "err", err)
	}
	p.handOver(func() {
		m.build()
		p.window.SetContent(m.content)
		p.window.Canvas().Focus(m.first)
	})
}
