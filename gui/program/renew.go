package program

import (
	"context"
	"errors"
	"fmt"
	"time"

	"viviscope/db"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// errJobsOpen: a job was sent between the question and the answer.
var errJobsOpen = errors.New("a job is under way now; let it be saved first")

// renew closes the library, makes a new database out of its files, and opens it again in the same window. Window's goroutine.
func (p *program) renew() {
	dir, look, notify := p.lib.Dir(), p.shell.Look(), p.shell.Notify()
	p.renewing.Store(true)
	m := &mender{dir: dir, now: time.Now, log: p.options.Log, post: p.handOver,
		quit: func() { p.over.Store(true); p.app.Quit() },
		run:  func(f func(context.Context)) { p.opening.Go(func() { f(p.life) }) },
	}
	said := ""
	m.mended = func(ctx context.Context) {
		p.renewing.Store(false)
		p.greet = func() {
			p.shell.SetLook(look) // settings are in no file
			p.shell.SetNotify(notify)
			if said != "" {
				p.shell.Say(widgets.ToneOK, lang.L("The database was rebuilt."), said)
			}
		}
		p.load(ctx)
	}
	m.buildRebuild()
	p.window.SetMainMenu(nil) // its commands are those of the library that is being closed
	p.window.Canvas().SetOnTypedKey(nil)
	p.window.SetCloseIntercept(m.quit)
	p.window.SetContent(m.content)
	m.start(func(ctx context.Context, o db.Options) (string, error) {
		words, err := p.rebuildClosed(ctx, dir, o)
		said = words
		return words, err
	})
}

// rebuildClosed ends all work, gives the library back and rebuilds it. Where it fails after that, nothing in the folder has changed.
func (p *program) rebuildClosed(ctx context.Context, dir string, o db.Options) (string, error) {
	var accounts []account
	if p.lib != nil {
		p.shell.End()
		// Nothing is sent any more: what is counted now stays as it is.
		n, countErr := countLeftBehind(ctx, p.lib)
		known, readErr := readAccounts(ctx, p.lib, o.Now())
		if err := errors.Join(p.takeDown(), countErr, readErr); err != nil {
			return "", fmt.Errorf("close the library: %w", err)
		}
		accounts = known
		if n.open > 0 {
			return "", errJobsOpen
		}
	}
	report, err := db.Rebuild(ctx, dir, o)
	if err != nil {
		return "", err
	}
	if err := bringAccounts(ctx, dir, accounts, db.Options{Now: o.Now, Log: o.Log}); err != nil {
		p.options.Log.Error("bring the profiles over", "err", err) // the rebuild itself is done
	}
	words := reportWords(report)
	if report.Aside != "" {
		words += " " + lang.L("The old database is kept in %s.", report.Aside)
	}
	return words, nil
}

// buildRebuild makes the content of the window while a rebuild works that a person has asked for: what happens, and after a
// failure the ways on.
func (m *mender) buildRebuild() {
	m.status = widgets.NewText("", resources.SizeBody, resources.Text2, false).Wrap(true)
	open := widgets.NewButton(lang.L("Open the library as it is"), nil, widgets.Primary, func() {
		m.start(func(context.Context, db.Options) (string, error) { return "", nil })
	})
	quit := widgets.NewButton(lang.L("Quit"), nil, widgets.Quiet, m.quit)
	m.buttons, m.first = []*widgets.Button{open, quit}, open
	m.content = problemFrame(
		widgets.NewText(lang.L("The database is rebuilt"), resources.SizeH1, resources.Text1, true),
		widgets.NewText(lang.L("Out of the files in the folder and what is written beside each of them. Until the new one is whole and on the disk nothing changes: closing the window keeps the old one."), resources.SizeBody, resources.Text1, false).Wrap(true),
		widgets.NewText(m.dir, resources.SizeSM, resources.Text2, false).Mono().Wrap(true),
		m.status, widgets.NewRow(8, open, quit))
}
