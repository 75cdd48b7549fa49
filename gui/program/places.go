package program

import (
	"context"
	"image"
	"math/rand/v2"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/compare"
	"viviscope/gui/compose"
	"viviscope/gui/compose/form"
	"viviscope/gui/editor"
	"viviscope/gui/feed"
	"viviscope/gui/gallery"
	"viviscope/gui/queue"
	"viviscope/gui/settings"
	"viviscope/gui/viewer"
	"viviscope/gui/welcome"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// places are the screens that others lead to.
type places struct {
	composer *compose.Screen
	feed     *feed.Screen
	gallery  *gallery.Gallery
	queue    *queue.Screen
	canvas   *editor.Screen
	viewer   *viewer.Screen
	costs    *costsPlace
}

// screens makes the places and connects what leads from one to another. It is called once, while the shell is made.
func (p *program) screens(s *gui.Shell) gui.Screens {
	p.shell = s // screens ask for the profile while they are made
	run := func(f func()) { s.Go(func(context.Context) { f() }) }
	after := func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	random := func() int64 { return rand.Int64N(1 << 31) } // services take seeds of 31 bits
	copyText := func(text string) { p.app.Clipboard().SetContent(text) }
	current := func() int64 { return s.Profile().ID }

	var toPrices func()          // the price table, once it is made
	var toLedger func(job int64) // the entries of a job, once there are places
	sources := &slotSources{accounts: accounts{s, p.lib, p.keys}, lib: p.lib, thumbs: p.thumbs, proxy: p.way.route.Proxy}
	var composer *compose.Screen
	var place *create
	composer = compose.New(compose.Deps{
		Profile: accounts{s, p.lib, p.keys}.front, Prices: p.engine, Submitter: p.engine, Drafts: p.lib,
		Post: s.Post, Go: run, After: after, Now: time.Now, Random: random, Copy: copyText, Log: p.options.Log,
		Canvas:       func() fyne.Canvas { return s.Window().Canvas() },
		Prompts:      p.lib.Prompts,
		OnSubmitted:  func([]db.Job) { s.Refresh(gui.Create) },
		OnPriceTable: func() { toPrices() },
		OnAddKey:     func() { s.Show(gui.Settings) },

		File: sources.file, Look: sources.look, Asset: sources.asset, Thumb: sources.thumb,
		Pasted:       func() string { return p.app.Clipboard().Content() },
		OnGallery:    func(place int) { p.chooseForSlot(s, composer, place) },
		OnAsset:      func(ref string) { p.showAsset(s, ref) },
		OnHost:       func() { s.Show(gui.Settings) },
		OnChooseFile: func(picked func(path string)) { p.chooseFile(s, slotPictures, picked) },
		OnDropped:    func() { s.Show(gui.Create) },
		Recalled:     p.recalled,
		OfLibrary:    p.ofLibrary,

		Picture:       &compose.PictureSource{Bake: p.bake},
		OnCanvas:      func(a db.Asset) { s.Show(gui.Create); p.places.canvas.OpenAsset(a) },
		OnCanvasDrop:  p.openOnCanvas,
		OnAssemble:    p.joinOnCanvas,
		OnRestore:     func(job db.Job) { p.places.canvas.Restore(job) },
		OnOpenPicture: func() { p.places.canvas.ChooseFile() },
		OnKind: func(kind db.JobKind) {
			if place != nil {
				place.turn(kind)
			}
		},
		Samples: func(ctx context.Context, id int64, kind db.JobKind, size, quality, currency string, limit int) ([]int64, error) {
			return p.lib.PictureCharges(ctx, id, kind, size, quality, currency, limit)
		},

		Held: p.engine,
		Month: func(ctx context.Context, id int64) (compose.Month, error) {
			return compose.ReadMonth(ctx, p.lib, id, time.Now())
		},
		OnEnterPrices:  func() { toPrices() },
		OnChangeBudget: func() { s.Show(gui.Settings) },
		OnChooseBatch:  func() { p.chooseBatch(s, composer) },
	})
	useFrame := func(a db.Asset, place int) {
		s.Show(gui.Create)
		composer.UseAsset(a, place)
		composer.Focus()
	}
	editAsset := func(a db.Asset) {
		s.Show(gui.Create)
		composer.EditAsset(a)
		composer.Focus()
	}
	reuse := func(job db.Job) {
		s.Show(gui.Create)
		composer.Recall(job, false)
	}
	pair := compare.New(compare.Deps{
		Rows: p.lib, Pictures: p.thumbs, Post: s.Post, Go: run, Now: time.Now, Log: p.options.Log,
		Canvas:  func() fyne.Canvas { return s.Window().Canvas() },
		OnReuse: reuse, OnFrame: useFrame, Hosting: p.hostsPictures,
	})
	reuseHow := func(job db.Job, how form.How) {
		s.Show(gui.Create)
		composer.RecallHow(job, how)
	}
	editHeld := func(job db.Job) {
		s.Show(gui.Create)
		composer.EditHeld(job)
	}
	session := feed.New(feed.Deps{
		Rows: p.lib, Commands: p.engine, Posters: p.thumbs, Started: p.started, Now: time.Now,
		Post: s.Post, Go: run, After: after, Random: random, Copy: copyText, Log: p.options.Log,
		Canvas: func() fyne.Canvas { return s.Window().Canvas() },
		Notify: s.Notify(), OnNotify: s.SetNotify,
		OnOpen: func(a db.Asset) { p.viewAlone(s, a) }, OnReveal: p.reveal,
		OnReuse: func(job db.Job, promptOnly bool) { composer.Recall(job, promptOnly) },

		OnReuseHow: reuseHow, OnEditHeld: editHeld, OnSister: func(job db.Job) { composer.OnSister(job) },
		Approve: composer.Approve,
		OnFrame: useFrame, OnEdit: editAsset, OnCompare: pair.Show, Hosting: p.hostsPictures,
	})
	grid := gallery.New(gallery.Options{
		Library: p.lib, Thumbs: p.thumbs, Post: s.Post, Run: run, Log: p.options.Log,
		AbsPath: p.lib.AbsPath, OnView: func(id int64) { p.view(s, id) }, OnOpen: p.open, OnReveal: p.reveal, OnReuse: reuse,
		OnPlay:      func(a db.Asset) (fyne.CanvasObject, func()) { return p.playInPane(s, a) },
		OnLastFrame: func(a db.Asset) { p.askLastFrame(s, a) },
		OnLedger:    func(job db.Job) { toLedger(job.ID) },
		OnSeed:      func(seed int64) { s.Show(gui.Create); composer.UseSeed(seed) },
		OnComparing: func(a, b db.Asset) { p.viewPair(s, a, b) },
		OnChanged:   func() { p.places.viewer.SequenceChanged() },
		OnCreate:    func() { s.Show(gui.Create); composer.Focus() },
		OnReuseHow:  reuseHow,
		OnSheet:     func(ids []int64) { p.sheetOf(s, composer, ids) },
		OnFrame:     useFrame, OnEdit: editAsset, OnCompare: pair.Show, OnAgain: p.makeAgain, Again: p.againPrice, OnExport: p.exportAssets,
		Hosting: p.hostsPictures, ReduceMotion: s.ReduceMotion,
	})
	waiting := queue.New(queue.Deps{
		Library: p.lib, Engine: p.engine, Post: s.Post, Do: s.Do, Now: time.Now,
		Refresh: func() { s.Refresh(gui.Queue) }, Poster: p.poster,
		OnOpen: func(a db.Asset) { p.viewAlone(s, a) }, OnReveal: p.reveal, OnReuse: reuse,
		OnResolve: session.Resolve,
		Front:     s.Profile,

		OnReuseHow: reuseHow, OnEditHeld: editHeld, Approve: composer.Approve,
	})
	ledger := newCostsPlace(p, s, s.RefreshAll)
	toPrices = func() { s.Show(gui.Costs); ledger.enterPrices() }
	toLedger = func(job int64) { s.Show(gui.Costs); ledger.ShowJob(job) }
	preferences := settings.New(settings.Deps{
		Profiles: p.profiles, Library: p.lib, Post: s.Post, Do: s.Do, Go: s.Go, Now: time.Now, Current: current,
		Refresh: func() { s.Refresh(gui.Settings) }, Look: s.Look, OnLook: s.SetLook,
		OnFolder: p.showFolder, OnMove: p.askMove, OnRebuild: p.askRebuild, Version: p.options.About.Version, Playback: p.playback,
		Program: thisComputer{p.way, p}, OnLog: p.showLog, OnDiagnose: p.diagnose,
		Access: settings.Access{
			TextScales: gui.TextScales(), TextScale: s.TextScale, OnTextScale: s.SetTextScale,
			ReduceMotion: s.ReduceMotion, OnReduceMotion: s.SetReduceMotion, Shortcuts: s.Shortcuts(),
		},
	})
	var kinds []gui.Kind
	for _, kind := range compose.Kinds() {
		kinds = append(kinds, gui.Kind{Word: wording.Kind(kind), Choose: func() { composer.SetKind(kind) }})
	}
	canvas := p.newCanvas(s, composer, sources, pair.Show)
	place = newCreate(composer, session, canvas)
	place.turn(composer.Form().Kind)
	p.places = &places{composer: composer, feed: session, gallery: grid, queue: waiting, canvas: canvas, costs: ledger}
	p.places.viewer = p.newViewer(s, viewing{
		reuse: reuse, frame: useFrame, edit: editAsset,
		ledger: func(job db.Job) { toLedger(job.ID) },
	})
	return gui.Screens{
		Places: map[gui.Place]gui.Screen{
			gui.Create: place,
			gui.Queue:  waiting,
			gui.Gallery: &galleryPlace{Gallery: grid, refresh: func() { s.Refresh(gui.Gallery) }, failed: func(err error) {
				p.options.Log.Warn("update gallery", "err", err)
			}},
			gui.Costs:    ledger,
			gui.Settings: preferences,
		},
		Kinds:       kinds,
		NewRequest:  func() { s.Show(gui.Create); composer.NewRequest() },
		Generate:    inSight(s, composer.Generate),
		Hold:        inSight(s, composer.HoldForLater),
		CopyRequest: func() { s.Show(gui.Create); composer.CopyRequest() },
		Batch:       func() { s.Show(gui.Create); composer.ShowBatch() },
		TrackTask:   waiting.TrackTask,
		FocusPrompt: composer.Focus,
		Prompt: gui.Prompt{
			Earlier: composer.ShowHistory, Older: composer.OlderPrompt, Newer: composer.NewerPrompt,
			Snippets: composer.ShowSnippets, Save: composer.SaveSnippet,
			Variations: composer.PreviewVariations, Which: composer.ShowWhich,
		},
		Form: gui.Form{
			NewSeed: composer.NewSeed, KeepSeed: composer.KeepSeed, SwapFrames: composer.SwapFrames,
			OneMore: composer.OneMore, OneLess: composer.OneLess,
		},
		Search:     grid.FocusSearch,
		AsItWas:    inSight(s, composer.SendAsItWas),
		OpenFolder: p.showFolder,
		ImportFile: p.importFile, ImportFolder: p.importFolder,
		ShowLog:  p.showLog,
		Diagnose: p.diagnose,
		Commands: func() []gui.PlaceCommand { return p.placeCommands(s) },
	}
}

// inSight does something that spends only where the price is in sight: elsewhere it brings Create to the front, and the
// next time does it.
func inSight(s *gui.Shell, do func()) func() {
	return func() {
		if s.Place() != gui.Create {
			s.Show(gui.Create)
			return
		}
		do()
	}
}

// accounts tells the composer who pays.
type accounts struct {
	shell *gui.Shell
	lib   *db.Library
	keys  *keyring
}

// profile is the row of the profile in front. Off the window's goroutine.
func (a accounts) profile(ctx context.Context) (db.Profile, error) {
	return a.lib.Profile(ctx, a.shell.Profile().ID)
}

// front is the profile in front. Off the window's goroutine.
func (a accounts) front(ctx context.Context) (compose.Account, error) {
	front := a.shell.Profile()
	if front.ID == 0 {
		return compose.Account{}, nil
	}
	profile, err := a.lib.Profile(ctx, front.ID)
	if err != nil {
		return compose.Account{}, err
	}
	return compose.Account{Profile: profile, NoKey: a.keys.Place(ctx, profile) == keys.Nowhere}, nil
}

// poster hands a picture of an asset to the window, when there is one.
func (p *program) poster(a db.Asset, px int, done func(image.Image)) (cancel func()) {
	if img, ok := p.thumbs.Cached(a, px); ok {
		done(img)
		return func() {}
	}
	return p.thumbs.Request(a, px, func(img image.Image, err error) {
		if err == nil {
			done(img)
		}
	})
}

func (p *program) open(a db.Asset) { p.withFile(a, "open the file", openFile) }

func (p *program) reveal(a db.Asset) { p.withFile(a, "show the file", reveal) }

func (p *program) withFile(a db.Asset, what string, f func(path string) error) {
	p.shell.Do(what, func(context.Context) error {
		path, err := p.lib.AbsPath(a.Path)
		if err != nil {
			return err
		}
		return f(path)
	})
}

func (p *program) showFolder() {
	p.shell.Do("show the library’s folder", func(context.Context) error { return openFile(p.lib.Dir()) })
}

// chooseFolder lets a person pick another folder for the library, from the next start on. The one in use stays as it is.
func (p *program) chooseFolder() { p.pickFolder(p.openNextTime) }

// playback says what makes the posters of clips on this computer. It may take a moment: off the window's goroutine.
func (p *program) playback() string {
	name, err := p.decoder.Name()
	if err != nil {
		return err.Error()
	}
	return name
}

// welcome covers the window at the first start, until a profile is ready. What it returns must be called once the window runs.
func (p *program) welcome() (start func()) {
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
	return func() { screen.Start(p.shell.Window().Canvas()) }
}
