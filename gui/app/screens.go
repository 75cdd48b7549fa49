package app

import (
	"context"

	"viviscope/client/automation"
	"viviscope/client/order/upload"
	"viviscope/gui/boards"
	"viviscope/gui/casting"
	"viviscope/gui/compose"
	"viviscope/gui/costs"
	"viviscope/gui/costs/prices"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/facts"
	"viviscope/gui/gallery"
	joblist "viviscope/gui/jobs"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/settings"
	"viviscope/gui/shell"
	"viviscope/gui/spend"
	"viviscope/gui/viewer"
	"viviscope/gui/wording"
)

// screens makes the places. Each navigates to others through the navigation types and the few interfaces below, once
// all are made. It is called once, while the shell is made.
func (p *program) screens(s *shell.Shell) shell.Screens {
	at, live := &places{}, s.Live().Jobs
	view, create, exchange, choose, navigate := viewing{p}, creating{p}, exchanging{p}, choosing{p}, navigating{p}
	window := around{p}
	p.shell, p.places = s, at // screens ask for the profile while they are made
	p.sender = &spend.Sender{Host: s, Navigator: navigate}
	library := &pictures{upload.Library{Library: p.Library}, p}
	at.cast = casting.New(casting.Deps{Host: s, Chooser: choose, Library: p.Library, Pictures: p.thumbs,
		Import: p.importPicture, ReadOnly: p.readOnly})
	at.composer = compose.New(compose.Deps{Host: s, Exchange: exchange, Chooser: choose, Navigator: navigate,
		Library: library, Cast: at.cast, EditCanvas: composerCanvas{p}, Engine: p.Engine,
		Sender: p.sender, Live: live})
	at.canvas = editor.New(editor.Deps{Host: s, Viewer: view, Creator: create, Exchange: exchange, Chooser: choose,
		Library: p.Library, Files: library, Thumbs: p.thumbs, Live: live, Composer: at.composer,
		Keyframes: keyframes{p}})
	at.film = p.newPlayer()
	judge := facts.JudgeIn(p.Library)
	at.gallery = gallery.New(gallery.Deps{Host: s, Viewer: view, Creator: create, Exchange: exchange,
		Navigator: navigate, Library: p.Library, Pictures: p.thumbs, Player: p.newPlayer(),
		Check: p.Engine.CheckClips, Judge: judge})
	at.jobs = joblist.New(joblist.Deps{Host: s, Window: aroundJobs{window, view, create, exchange, navigate},
		Library: p.Library, Organizer: at.gallery, Engine: p.Engine, Posters: p.thumbs,
		Player: p.newPlayer(), Live: live, Sender: p.sender})
	at.viewer = viewer.New(viewer.Deps{Host: s, Viewer: view, Creator: create, Exchange: exchange, Navigator: navigate,
		Organizer: at.gallery, Library: p.Library, Pictures: p.thumbs,
		Player: p.newPlayer(), Judge: judge,
		NewClips: func(onState func(player.PairState)) viewer.Clips {
			return player.NewPair(player.Options{Post: s.Post, Log: p.options.Log}, onState)
		},
	})
	at.boards = boards.New(boards.Deps{Host: s, Viewer: view, Creator: create, Chooser: choose, Navigator: navigate,
		Window: window, Library: library, Composer: at.composer, Jobs: at.jobs, Organizer: at.gallery, Cast: at.cast,
		Store:  p.Boards,
		Engine: p.Engine, Pictures: p.thumbs,
		Sender: p.sender, Live: live, NewPlayer: p.newPlayer, Filming: filming{p}, ReadOnly: p.readOnly})
	at.prices = prices.New(prices.Deps{Host: s, Chooser: choose, Library: p.Library, Engine: p.Engine})
	at.costs = costs.New(costs.Deps{Host: s, Window: aroundCosts{window, choose, navigate}, Library: p.Library,
		Engine: p.Engine, Prices: at.prices})
	at.settings = settings.New(settings.Deps{Window: s, Profiles: settingsProfiles{p.Profiles, s}, Library: p.Library,
		Program: thisComputer{p.Proxy, p},
		Clients: p.Library, Tokens: automation.OpenTokens(), Engine: p.Engine, Approvals: at.jobs,
		TextScales: shell.TextScales(),
		Refresh:    func() { s.Refresh(shell.Settings) }, ShowPrices: navigate.ShowPrices})
	at.create = newCreate(at.composer, at.jobs.Recent, at.canvas)
	at.create.turn(at.composer.Form().Kind)
	if files := dnd.NewFileClipboard(p.options.Log); files != nil {
		p.OnClose(func() error { files.Close(); return nil })
		at.copyFiles = func(paths []string) error { return files.Copy(paths, pictureFlavours(paths)) }
		at.paste = files.Paste
	}
	at.filesOut = dnd.NewFilesOut(p.options.Log)
	p.OnClose(func() error { at.filesOut.Close(); return nil })
	p.OnClose(func() error { at.composer.Close(); at.gallery.Close(); return at.viewer.Flush(context.Background()) })
	return shell.Screens{
		Places: shell.Places{shell.Create: at.create, shell.Boards: at.boards, shell.Queue: at.jobs.Queue,
			shell.Gallery: galleryPlace{at.gallery, s}, shell.Costs: at.costs,
			shell.Settings: at.settings},
		Packages: screenPackages, Actions: p.actions,
		Save: p.save, Typed: p.typed,
		Undo: p.inPlace(at.boards.Undo, func() {
			if p.shell.Place() != shell.Create || !at.composer.Undo() {
				at.gallery.Undo()
			}
		}), Redo: p.inPlace(at.boards.Redo, at.gallery.Redo),
	}
}

// errNothingDrawn is the error of Bake for a canvas without marks.
var errNothingDrawn = wording.MarkedError(lang.Mark("nothing is on top of it"))
