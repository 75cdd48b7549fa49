package program

import (
	"context"
	"errors"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/compare"
	"viviscope/gui/compose"
	"viviscope/gui/editor"
	"viviscope/gui/gallery"
	"viviscope/gui/jobview"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/price"
	"viviscope/gui/settings"
	"viviscope/gui/viewer"
	"viviscope/gui/welcome"
	"viviscope/resources"
)

// places are the screens that others lead to.
type places struct {
	composer *compose.Screen
	pair     *compare.Screen
	gallery  *gallery.Gallery
	jobs     *jobview.Jobs
	canvas   *editor.Screen
	viewer   *viewer.Screen
	costs    *costsPlace
	settings *settings.Screen

	copyFiles func(paths []string) error // nil: it cannot be done here
}

// screens makes the places and connects what leads from one to another. It is called once, while the shell is made.
func (p *program) screens(s *gui.Shell) gui.Screens {
	p.shell = s // screens ask for the profile while they are made
	w := &wires{p: p, s: s, sources: &composerLibrary{Library: p.lib, p: p}}
	p.sender = &price.Sender{Host: s, Nav: nav{p}}
	w.composer = w.newComposer()
	w.pair = w.newPair()
	w.jobs = w.newJobs()
	w.grid = w.newGallery()
	w.ledger = newCostsPlace(p, s)
	canvas := p.newCanvas(s, w.composer, w.sources)
	w.place = newCreate(w.composer, w.jobs.Session, canvas)
	w.place.turn(w.composer.Form().Kind)
	p.places = &places{copyFiles: p.copyFiles(), composer: w.composer, pair: w.pair, gallery: w.grid, jobs: w.jobs, canvas: canvas, costs: w.ledger, settings: w.newSettings()}
	p.onClose(func() error { w.composer.Close(); w.grid.Close(); return nil })
	p.places.viewer = p.newViewer(s)
	return w.screens()
}

// frontProfile is the row of the profile in front. Off the window's goroutine.
func (p *program) frontProfile(ctx context.Context) (db.Profile, error) {
	return p.lib.Profile(ctx, p.shell.Profile().ID)
}

func (p *program) withFile(a db.Asset, failed string, f func(path string) error) {
	p.shell.Do(failed, func(context.Context) error {
		path, err := p.lib.AbsPath(a.Path)
		if err != nil {
			return err
		}
		return f(path)
	})
}

func (p *program) showFolder() {
	p.shell.Do(lang.L("Could not show the library’s folder."), func(context.Context) error { return openFile(p.lib.Dir()) })
}

// chooseFolder lets a person pick another folder for the library, from the next start on. The one in use stays as it is.
func (p *program) chooseFolder() { nav{p}.ChooseFolder(p.openNextTime) }

// playback says what makes the posters of clips on this computer. It may take a moment: off the window's goroutine.
func (p *program) playback() string {
	name, err := p.decoder.Name()
	var none *media.NoDecoderError
	switch {
	case errors.As(err, &none):
		return lang.L("no video decoder on this computer: install %s", none.Install)
	case err != nil:
		return err.Error()
	}
	return name
}

// welcome covers the window at the first start, until a profile is ready.
func (p *program) welcome() {
	var screen *welcome.Screen
	create := func() {
		p.shell.HideWelcome()
		p.places.composer.Focus()
		p.openWaiting()
	}
	screen = welcome.New(welcome.Deps{
		Post: p.shell.Post, Go: p.shell.Go, Pictures: resources.WelcomePictures,
		Folder: p.lib.Dir(), OnFolder: p.chooseFolder,
		OnStart: create,
		OnBack:  func() { p.shell.ShowWelcome(screen.Content()) },
		OnReady: func(id int64) {
			p.shell.UseProfile(id)
			create()
		},
		Sandbox: p.profiles.Sandbox,
		Connect: p.profiles.Connect,
		Report:  settings.NewReport,
	})
	p.shell.ShowWelcome(screen.Content())
	screen.Start(p.shell.Canvas())
}

// wires are the places while they are made, and the ways between them: what one place calls is made when it is called for, so
// that places which lead to one another can be made in any order. All of it belongs to the window's goroutine.
type wires struct {
	p       *program
	s       *gui.Shell
	sources *composerLibrary

	composer *compose.Screen
	pair     *compare.Screen
	jobs     *jobview.Jobs
	grid     *gallery.Gallery
	ledger   *costsPlace
	place    *create // nil while what stands in it is made
}

func (w *wires) run(f func())        { w.s.Go(func(context.Context) { f() }) }
func (w *wires) canvas() fyne.Canvas { return w.s.Window().Canvas() }

func after(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

func (w *wires) newPair() *compare.Screen {
	return compare.New(compare.Deps{
		Host: w.s, Nav: nav{w.p}, Rows: w.p.lib, Pictures: w.p.thumbs,
	})
}

// screens are the places for the shell, and what can be done in them.
func (w *wires) screens() gui.Screens {
	return gui.Screens{
		Places: gui.Places{
			gui.Create: w.place,
			gui.Queue:  w.jobs.Queue,
			gui.Gallery: &galleryPlace{Gallery: w.grid, refresh: func() { w.s.Refresh(gui.Gallery) }, failed: func(err error) {
				w.p.options.Log.Warn("update gallery", "err", err)
			}},
			gui.Costs:    w.ledger,
			gui.Settings: w.p.places.settings,
		},
		Actions:     w.p.actions,
		KeysChanged: w.p.keysChanged,
	}
}
