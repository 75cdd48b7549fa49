package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/boards"
	"viviscope/gui/compose"
	"viviscope/gui/costs"
	"viviscope/gui/costs/prices"
	"viviscope/gui/dnd"
	"viviscope/gui/editor"
	"viviscope/gui/gallery"
	joblist "viviscope/gui/jobs"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/price"
	"viviscope/gui/settings"
	"viviscope/gui/shell"
	"viviscope/gui/viewer"
	"viviscope/gui/viewer/facts"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// places are the screens that others lead to.
type places struct {
	create   *create
	composer *compose.Screen
	canvas   *editor.Screen
	boards   *boards.Screen
	jobs     *joblist.Jobs
	gallery  *gallery.Gallery
	viewer   *viewer.Screen
	costs    *costs.Screen
	prices   *prices.Pane
	settings *settings.Screen
	film     *player.Player // of a film before it is made

	copyFiles func(paths []string) error                                                // nil: it cannot be done here
	paste     func(ctx context.Context, pictures bool, keep dnd.Keep) (dnd.Drop, error) // nil: the clipboard is read as text
	filesOut  *dnd.FilesOut
}

// screens makes the places. Each leads to others through the types of navigation and the few interfaces below, once all are made. It is called once, while
// the shell is made.
func (p *program) screens(s *shell.Shell) shell.Screens {
	at, live := &places{}, s.Live().Jobs
	view, create, exchange, choose, navigate := viewing{p}, creating{p}, exchanging{p}, choosing{p}, navigating{p}
	window := around{p}
	p.shell, p.places = s, at // screens ask for the profile while they are made
	p.sender = &price.Sender{Host: s, Navigator: navigate}
	library := &pictures{upload.Library{Library: p.Library}, p}
	at.composer = compose.New(compose.Deps{Host: s, Exchange: exchange, Chooser: choose, Navigator: navigate, Library: library, EditCanvas: composerCanvas{p}, Engine: p.Engine,
		Sender: p.sender, Live: live})
	at.canvas = editor.New(editor.Deps{Host: s, Viewer: view, Creator: create, Exchange: exchange, Chooser: choose, Library: p.Library, Files: library, Thumbs: p.thumbs, Live: live, Composer: at.composer,
		Keyframes: keyframes{p}})
	at.film = p.newPlayer()
	judge := facts.JudgeIn(p.Library)
	at.gallery = gallery.New(gallery.Deps{Host: s, Viewer: view, Creator: create, Exchange: exchange, Navigator: navigate, Library: p.Library, Pictures: p.thumbs, Player: p.newPlayer(),
		Judge: judge})
	at.jobs = joblist.New(joblist.Deps{Host: s, Window: aroundJobs{window, view, create, exchange, navigate}, Library: p.Library, Organizer: at.gallery, Engine: p.Engine, Posters: p.thumbs,
		Player: p.newPlayer(), Live: live, Sender: p.sender})
	at.viewer = viewer.New(viewer.Deps{Host: s, Viewer: view, Creator: create, Exchange: exchange, Navigator: navigate, Organizer: at.gallery, Library: p.Library, Pictures: p.thumbs,
		Player: p.newPlayer(), Judge: judge,
		NewClips: func(onState func(player.PairState)) viewer.Clips {
			return player.NewPair(player.Options{Post: s.Post, Log: p.options.Log}, onState)
		},
	})
	at.boards = boards.New(boards.Deps{Host: s, Viewer: view, Creator: create, Chooser: choose, Navigator: navigate, Window: window, Library: library, Composer: at.composer, Jobs: at.jobs, Organizer: at.gallery, Store: p.Boards, Engine: p.Engine, Pictures: p.thumbs,
		Sender: p.sender, Live: live, NewPlayer: p.newPlayer, Transfer: p.transferDeps, ReadOnly: p.readOnly})
	at.prices = prices.New(prices.Deps{Host: s, Chooser: choose, Library: p.Library, Engine: p.Engine})
	at.costs = costs.New(costs.Deps{Host: s, Window: aroundCosts{window, choose, navigate}, Library: p.Library, Engine: p.Engine, Prices: at.prices})
	at.settings = settings.New(settings.Deps{Window: s, Profiles: settingsProfiles{p.Profiles, s}, Library: p.Library, Program: thisComputer{p.Proxy, p},
		Clients: p.Library, Tokens: automation.OpenTokens(), Engine: p.Engine, Approvals: at.jobs, TextScales: shell.TextScales(),
		Refresh: func() { s.Refresh(shell.Settings) }, ShowPrices: navigate.ShowPrices})
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
		Places: shell.Places{shell.Create: at.create, shell.Boards: at.boards, shell.Queue: at.jobs.Queue, shell.Gallery: galleryPlace{at.gallery, s}, shell.Costs: at.costs,
			shell.Settings: at.settings},
		Packages: screenPackages, Actions: p.actions,
		Save: p.save,
		Undo: p.inPlace(at.boards.Undo, func() {
			if p.shell.Place() != shell.Create || !at.composer.Undo() {
				at.gallery.Undo()
			}
		}), Redo: p.inPlace(at.boards.Redo, at.gallery.Redo),
	}
}

// inPlace does the one in the place of boards, and the other elsewhere.
func (p *program) inPlace(boards, other func()) func() {
	return func() {
		if p.shell.Place() == shell.Boards {
			boards()
		} else {
			other()
		}
	}
}

// inBoards has actions of boards bring their place to the front; where it is not there, most do no more than that.
func (p *program) inBoards(list []action.Action) []action.Action {
	for i, a := range list {
		if a.Do != nil {
			list[i].Do = func() {
				seen := p.shell.InFront(shell.Boards)
				if !seen {
					p.shell.Show(shell.Boards)
				}
				if seen || a.ID == "board.new" {
					a.Do()
				}
			}
		}
	}
	return list
}

// newPlayer makes a player, whose engine starts with its first clip.
func (p *program) newPlayer() *player.Player {
	film := player.New(player.Options{Post: p.shell.Post, Log: p.options.Log})
	p.OnClose(func() error { film.Close(); return nil })
	return film
}

var _ shell.Leaving = galleryPlace{}

// galleryPlace is the gallery as one of the window's places.
type galleryPlace struct {
	*gallery.Gallery
	shell *shell.Shell
}

// Handle asks for an update where an asset came or its costs changed. Any goroutine.
func (g galleryPlace) Handle(ev jobs.Event) {
	switch ev.(type) {
	case jobs.AssetAdded, jobs.LedgerChanged:
		g.shell.Refresh(shell.Gallery)
	}
}

// composerCanvas is the edit canvas for the composer. It implements [compose.EditCanvas].
type composerCanvas struct{ *program }

func (c composerCanvas) ShowKind(kind db.JobKind) {
	if c.places.create != nil { // the composer is made before what stands beside it
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
func (c composerCanvas) Restore(job db.Job)          { c.places.canvas.Restore(job) }
func (c composerCanvas) ChooseFile()                 { c.places.canvas.ChooseFile() }
func (c composerCanvas) Place(pictures []order.Slot) { c.withSources(pictures, c.places.canvas.Join) }
func (c composerCanvas) SetWay(way order.CanvasWay)  { c.places.canvas.SetWay(way) }

// errNothingDrawn is the error of Bake for a canvas without marks.
var errNothingDrawn = wording.MarkedError(lang.Mark("nothing is on top of it"))

func (c composerCanvas) Bake(ctx context.Context, bare bool) (compose.Baked, error) {
	b, err := c.places.canvas.Bake(ctx, bare)
	if errors.Is(err, editor.ErrNothing) {
		return compose.Baked{}, errNothingDrawn
	}
	return compose.Baked(b), err
}

// around is the window around the screens, beside its [action.Host].
type around struct{ *program }

// Refresh updates the place in front, where that is one of jobs or money.
func (a around) Refresh() {
	for _, p := range []shell.Place{shell.Create, shell.Boards, shell.Queue, shell.Costs} {
		a.shell.Refresh(p)
	}
}

func (a around) Notify() bool        { return a.shell.Notify() }
func (a around) SetNotify(on bool)   { a.shell.SetNotify(on) }
func (a around) Unsay(lead string)   { a.shell.Unsay(lead) }
func (a around) UseProfile(id int64) { a.shell.UseProfile(id) }

func (a around) Sound(ctx context.Context) (volume float64, muted bool) {
	return viewer.SoundOf(ctx, a.Library, a.options.Log)
}

func (a around) SetForm(ctx context.Context, id int64, f client.Form) error {
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

// actions are what can be done in the places and with the program.
func (p *program) actions() []action.Action {
	at := p.places
	canvas := at.canvas.Actions()
	if at.composer.Form().Kind != db.EditImage {
		for i := range canvas {
			canvas[i].Hidden = true
		}
	}
	list := slices.Concat(p.inBoards(at.boards.Actions()), at.gallery.Actions(), at.viewer.Actions(), canvas, at.costs.Actions(),
		at.settings.Actions(func() { p.shell.Show(shell.Settings) }),
		p.languageActions(), p.programActions())
	for _, a := range at.composer.Actions() {
		list = append(list, p.inCreate(a))
	}
	return list
}

// inCreate has an action of the composer bring it to the front. One that spends does no more than that where the price
// is not in sight.
func (p *program) inCreate(a action.Action) action.Action {
	do := a.Do
	a.Hidden = a.Hidden || p.shell.InFront(shell.Boards) && (a.Spends || a.ID == "edit.save") // whose keys mean something else there
	a.Do = func() {
		seen := p.shell.InFront(shell.Create)
		p.shell.Show(shell.Create)
		if seen || !a.Spends {
			do()
		}
	}
	return a
}

// programActions lead to what several places have to do with, or none.
func (p *program) programActions() []action.Action {
	const ctrl, shift = fyne.KeyModifierShortcutDefault, fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
	library, help := lang.X("menu", "Library"), lang.X("menu", "Help")
	return []action.Action{
		{ID: "job.track", Group: lang.X("menu", "Job"), Label: lang.L("Track a task ID…"), Keys: action.KeysWith(shift, fyne.KeyT), Do: func() {
			p.shell.Show(shell.Queue)
			p.places.jobs.TrackTask()
		}},
		{ID: "job.approve", Group: lang.X("menu", "Job"), Label: lang.L("Review request for approval…"), Keys: action.KeysWith(shift, fyne.KeyA),
			Do: func() { p.places.jobs.Review("") }},
		{ID: "library.search", Group: library, Label: lang.L("Search the gallery"), Keys: action.KeysWith(ctrl, fyne.KeyF), Do: func() {
			p.shell.Show(shell.Gallery)
			p.shell.Canvas().Focus(p.places.gallery.SearchField())
		}},
		{ID: "library.import", Group: library, Label: lang.L("Import files…"), Keys: action.KeysWith(ctrl, fyne.KeyI), Do: p.importFile},
		{ID: "library.importFolder", Group: library, Label: lang.L("Import a folder…"), Keys: action.KeysWith(shift, fyne.KeyI),
			Do: p.importFolder},
		{ID: "library.folder", Group: library, Label: lang.L("Show in folder"), Icon: resources.IconFolderOpen,
			Keys: action.KeysWith(shift, fyne.KeyO), Do: p.showFolder},
		{ID: "library.use", Group: library, Label: lang.L("Use another folder…"), Do: p.askFolder},
		{ID: "library.rebuild", Group: library, Label: lang.L("Rebuild the database from the files…"), Do: p.askRebuild},
		{ID: "help.guide", Group: help, Label: lang.L("User guide"), Keys: action.KeysWith(ctrl, fyne.KeyF1), Do: p.showGuide},
		{ID: "help.log", Group: help, Label: lang.L("Show log"), Do: p.showLog},
		{ID: "help.diagnostics", Group: help, Label: lang.L("Copy diagnostics"), Do: p.copyDiagnostics},
	}
}

// The room of the composer with text at 100 %, px: beside the recent jobs, and beside the canvas, which needs more. Whatever shares the
// window with it takes the rest. With larger text the composer grows, up to a share of the window.
const (
	composerWidth       = 416
	composerCanvasWidth = 392
	composerShare       = 0.48
	composerCanvasShare = 0.42
)

// create is the first place: the composer with the recent jobs at its right, or, while a picture is edited, with the canvas
// at its left. The switch that turns between the two stays where it is. All three are updated together.
type create struct {
	composer *compose.Screen
	recent   *joblist.Recent
	canvas   *editor.Screen
	layout   *createLayout
	content  *fyne.Container
}

func newCreate(c *compose.Screen, s *joblist.Recent, e *editor.Screen) *create {
	l := &createLayout{}
	return &create{composer: c, recent: s, canvas: e, layout: l, content: container.New(l, kit.NewGround(resources.BgPanel),
		c.TakeSwitch(), kit.NewRule(),
		c.Content(), kit.NewVRule(), s.Content(), e.Content())}
}

// turn shows the canvas or the feed beside the composer, as the kind of job asks for. Window's goroutine.
func (c *create) turn(kind db.JobKind) {
	if edit := kind == db.EditImage; edit != c.layout.edit {
		c.canvas.Uncover()
		c.layout.edit = edit
		c.content.Refresh()
		c.recent.Left()
	}
}

func (c *create) Content() fyne.CanvasObject { return c.content }

func (c *create) Left() { c.recent.Left() }

func (c *create) Update(ctx context.Context) {
	c.composer.Update(ctx)
	c.recent.Update(ctx)
	c.canvas.Update(ctx)
}

func (c *create) First() fyne.Focusable { return c.composer.First() }

func (c *create) Handle(ev jobs.Event) {
	c.composer.Handle(ev)
	c.recent.Handle(ev) // which asks for an update of all three
}

// createLayout lays out a bar (its ground, the switch of the kinds, and a line below it, drawn above the canvas only), composer, line, feed
// and canvas, of which feed and canvas take turns. The bar stands in the upper left corner: above the composer while the feed is beside it,
// else above the canvas, with the switch as wide as it is above the composer.
type createLayout struct{ edit bool }

// barFoot is the room below the switch where it stands above the canvas, px.
const barFoot = 8

// width is the composer's part of a width, px, beside the canvas or the feed.
func (*createLayout) width(all float32, edit bool) float32 {
	usual, share := float32(composerWidth), float32(composerShare)
	if edit {
		usual, share = composerCanvasWidth, composerCanvasShare
	}
	return max(usual, min(resources.Scaled(usual), float32(int(all*share))))
}

// barHeight is that of the switch, with the room below it.
func (l *createLayout) barHeight(o []fyne.CanvasObject) float32 {
	if l.edit {
		return o[1].MinSize().Height + barFoot + o[2].MinSize().Height
	}
	return o[1].MinSize().Height
}

func (l *createLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	bar, form, rest := l.barHeight(o), o[3].MinSize().Height, o[5].MinSize()
	if l.edit {
		rest = o[6].MinSize()
		rest.Height += bar
	} else {
		form += bar
	}
	return fyne.NewSize(l.width(0, l.edit)+o[4].MinSize().Width+rest.Width, max(form, rest.Height))
}

func (l *createLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	ground, kinds, rule, form, line, feed, canvas := o[0], o[1], o[2], o[3], o[4], o[5], o[6]
	wide, height := line.MinSize().Width, size.Height
	composer, bar := l.width(size.Width, l.edit), l.barHeight(o)
	rest, left := size.Width-composer-wide, composer
	kit.Show(feed, !l.edit)
	kit.Show(canvas, l.edit)
	kit.Show(rule, l.edit)
	if l.edit {
		left = rest
		kit.Place(canvas, 0, bar, rest, height-bar)
		kit.Place(form, rest+wide, 0, composer, height)
	} else {
		kit.Place(form, 0, bar, composer, height-bar)
		kit.Place(feed, composer+wide, 0, rest, height)
	}
	kit.Place(line, left, 0, wide, height)
	kit.Place(ground, 0, 0, left, bar)
	kit.Place(kinds, 0, 0, min(left, l.width(size.Width, false)), kinds.MinSize().Height)
	kit.Place(rule, 0, bar-rule.MinSize().Height, left, rule.MinSize().Height)
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

type profiles = backend.Profiles // under a name that does not hide its method Profiles

// Use implements [settings.Profiles].
func (s settingsProfiles) Use(ctx context.Context, id int64) error {
	if _, err := s.Ready(ctx, id); err != nil {
		return fmt.Errorf("use profile %d: %w", id, err)
	}
	s.shell.UseProfile(id)
	return nil
}
