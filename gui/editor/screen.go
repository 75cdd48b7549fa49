package editor

import (
	"context"
	"image"
	"log/slog"
	"sync"
	"sync/atomic"

	"fyne.io/fyne/v2"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/editor/paint"
	"viviscope/gui/editor/tool"
	"viviscope/gui/imageview"
	"viviscope/gui/lang"
)

// Screen is the edit canvas in the window.
type Screen struct {
	d        Deps
	sessions *sessions
	album    *album
	painter  *painter
	standing atomic.Pointer[standing] // what Bake takes; nil: nothing
	begun    atomic.Bool              // the desk of the last session was asked for

	mu  sync.Mutex
	ref string // of the picture whose strip is read; locked by mu

	// What follows belongs to the window's goroutine.
	page    *page
	toolbox *tool.Toolbox
	hand    hand
	before  tool.Kind // the tool that was in the hand before a colour was picked
	hidden  bool      // the marks are not shown
	peeking bool      // the original is shown, while its key is held
	changes int       // counts what was done to drawings
	opens   int       // counts what was asked to be opened
	opening string    // what is being opened, in words; "": nothing
	failure string    // why nothing could be opened, in words
	family  family
	surface *paint.Surface // nil before the first was painted
	shown   image.Point    // the size of the canvas on the stage
	thumb   image.Image
	weight  int64 // bytes of what would be sent; 0: not known
	sentBy  SentBy
	typing  *typing // nil: no label is being typed

	stopWeighing func() bool
	stopThumb    func() bool
	stopNotice   func() bool

	stage   *imageview.View
	overlay *overlay
	pad     *pad
	tools   *toolColumn
	options *options
	bar     *bar
	foot    *foot
	strip   *strip
	notes   *notes
	empty   *emptyView
	said    optionsKey
	line    *fyne.Container // the options line
	main    *fyne.Container // the options, the stage and what is below it
	box     fyne.CanvasObject
}

// New makes a canvas with nothing on it. Update brings what stood on it when the program ended last.
func New(d Deps) *Screen {
	s := &Screen{d: d, hand: newHand()}
	s.sessions = &sessions{drafts: d.Drafts, after: d.After, log: d.Log}
	s.album = newAlbum(d.Library, d.Read)
	s.painter = &painter{pictures: s.album, run: d.Go, post: d.Post, opened: s.painted, changed: s.repainted, failed: s.notPainted}
	s.build()
	s.toolbox = tool.NewToolbox(host{s})
	s.toolbox.Take(s.hand.Tool)
	s.showStage()
	s.render()
	return s
}

// Content returns the canvas with its tools and versions.
func (s *Screen) Content() fyne.CanvasObject { return s.box }

// First returns what has the keyboard when the canvas comes to the front.
func (s *Screen) First() fyne.Focusable { return s.pad }

// Update reads the strip of versions, and the first time what stood on the canvas when the program ended last. It blocks on
// the library and is called off the window's goroutine. The strip is shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	if !s.begun.Swap(true) {
		s.restoreDesk(ctx)
	}
	s.mu.Lock()
	ref := s.ref
	s.mu.Unlock()
	if ref == "" {
		return
	}
	f, err := s.readFamily(ctx, ref)
	if err != nil {
		s.d.Log.Warn("cannot read the versions of a picture", slog.Any("err", err))
	}
	s.d.Post(func() {
		switch {
		case s.page == nil || s.page.asset.Ref != ref:
		case err != nil:
			s.strip.show(s, s.family, ref, lang.L("The versions could not be read. What is on the canvas is safe."))
		default:
			s.showFamily(f)
		}
	})
}

// Handle takes an event of the engine. It is cheap and may be called on any goroutine.
func (s *Screen) Handle(ev jobs.Event) {
	switch ev := ev.(type) {
	case jobs.JobChanged:
		if ev.Kind == db.EditImage {
			s.d.Refresh()
		}
	case jobs.AssetAdded, jobs.LedgerChanged:
		s.d.Refresh()
	}
}

// Flush writes what is not yet kept. It blocks on the library; it is called when the program ends.
func (s *Screen) Flush(ctx context.Context) error { return s.sessions.flush(ctx) }

// restoreDesk brings the tools of the last session, and what was on the canvas.
func (s *Screen) restoreDesk(ctx context.Context) {
	last, err := s.sessions.desk(ctx)
	if err != nil {
		s.d.Log.Warn("cannot read the tools of the last session", slog.Any("err", err))
	}
	s.d.Post(func() {
		s.hand = last.Hand
		s.toolbox.Take(s.hand.Tool)
		s.holdPan(false)
		s.render()
	})
	if last.Open != "" {
		s.openKey(ctx, last.Open)
	}
}

// keepDesk keeps the tools and which canvas is open.
func (s *Screen) keepDesk() {
	d := desk{Hand: s.hand.copied()}
	if s.page != nil {
		d.Open = s.page.key
	}
	s.sessions.keep(deskName, d)
}

// showFamily swaps a strip in, and says when a picture came that was waited for.
func (s *Screen) showFamily(f family) {
	before := s.family
	s.family = f
	s.strip.show(s, f, s.page.asset.Ref, "")
	s.enableStrip()
	if len(before.versions) == 0 {
		s.strip.reveal(f.find(s.page.asset.Ref))
		return
	}
	for i, v := range f.versions {
		if v.made() && before.find(v.asset.Ref) < 0 && v.job.Kind == db.EditImage && v.parent == s.page.asset.Ref {
			s.strip.reveal(i)
			s.arrived(v)
		}
	}
}

// devicePx turns a length on the canvas into pixels of the screen.
func (s *Screen) devicePx(length float32) int {
	scale := float32(1)
	if c := s.d.Canvas(); c != nil {
		scale = c.Scale()
	}
	return int(length*scale + 0.5)
}

// render shows everything that follows from the drawing and the tool in the hand.
func (s *Screen) render() {
	var canUndo, canRedo bool
	if s.page != nil {
		canUndo, canRedo = s.page.history.CanUndo(), s.page.history.CanRedo()
	}
	s.tools.show(s.hand.Tool, s.page != nil, canUndo, canRedo)
	s.showOptions()
	s.showOverlay()
	s.showBar()
	s.showFoot()
	s.enableStrip()
}
