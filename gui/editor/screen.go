// Package editor is the canvas of an edit: a picture is prepared here, sent by the composer beside it, and every version
// that comes back is in the strip below.
//
// The service takes a picture and a prompt and knows no mask. So whatever shows it where and what to change is drawn into
// the picture that is sent, and the screen says so. Marks stay objects until then: [drawing] holds them as values, [tool]
// turns the pointer into edits, [paint] makes pixels of them. This package joins them to the window.
//
// What lies at the bottom of a canvas is always an asset of the library or an empty sheet: a file, a link or the frame of
// a clip is imported first. So each canvas is stored as references and vectors alone, with its history, one for each asset
// that was opened, and comes back after a restart.
//
// Everything here belongs to the window's goroutine, but for [Screen.Update], [Screen.Bake] and [Screen.Flush]. Files are read,
// decoded, painted and encoded on others; strokes reach the painter through a queue that never makes the window wait.
package editor

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/viewer/facts"
	"viviscope/gui/viewer/imageview"
	"viviscope/resources"
)

// Library is what the canvas reads and writes. *db.Library is one. Its methods are called off the window's goroutine.
type Library interface {
	facts.Library
	action.Settings
	AssetByRef(ctx context.Context, ref string) (db.Asset, error)
	LostEdits(ctx context.Context, ref string, limit int) ([]db.Job, error)
	Drawings
	Import(ctx context.Context, name string, data io.Reader, m db.ImportMeta) (a db.Asset, known bool, err error)
}

// Drawings are the canvases that are stored, by their keys.
type Drawings interface {
	DrawingKeys(ctx context.Context) ([]string, error)
	Drawing(ctx context.Context, key string) ([]byte, error)     // its content, which may be damaged; nil: there is none
	SetDrawing(ctx context.Context, key string, value any) error // bytes as they are, others as JSON; nil deletes it
	RenameDrawing(ctx context.Context, key, to string) error
}

// Files brings the bytes of pictures. Its methods are called off the window's goroutine.
type Files interface {
	Read(ctx context.Context, a db.Asset) ([]byte, error)                                // the file of an asset
	Fetch(ctx context.Context, url string) (name string, data []byte, err error)         // from the web, capped and checked
	Frame(ctx context.Context, clip db.Asset, at time.Duration) (data []byte, err error) // of a clip, as a PNG
}

// Composer sends what is on the canvas. *compose.Screen is one. Its methods belong to the window's goroutine.
type Composer interface {
	SetPicture(c order.Canvas)
	SetHints(words []string) // by which a prompt can speak of the marks
	Focus()                  // brings the keyboard to the prompt
	Generate()
	SendWithoutMarks() // without its marks
}

// Deps is what the canvas needs.
type Deps struct {
	action.Host
	Viewer    action.Viewer
	Creator   action.Creator
	Exchange  action.Exchange
	Chooser   action.Chooser
	Library   Library
	Files     Files
	Thumbs    media.Pictures
	Live      *live.Jobs
	Composer  Composer
	Keyframes Keyframes
}

// Screen is the edit canvas in the window.
type Screen struct {
	d        Deps
	saver    *action.Saver
	pictures *pictureCache
	painter  *painter
	sendable atomic.Pointer[sendable] // what Bake takes; nil: nothing
	begun    atomic.Bool              // the state of the last session was asked for

	// What follows belongs to the window's goroutine.
	page       *page
	lastPage   *page           // was on the canvas before something could not be opened; nil: nothing
	keyframe   action.Keyframe // that the picture on the canvas is for; zero: none
	unfinished []unfinished    // stored canvases, also that in front
	seen       []string        // the keys of those that were in front in this run and left
	sheets     int64           // the number of the newest sheet
	toolTable  []toolEntry
	toolRows   map[string]*toolRow // by the action
	toolbox    *tool.Toolbox
	settings   toolSettings
	before     tool.Kind // the current tool before a colour was picked
	hidden     bool      // the marks are not shown
	peeking    bool      // the original is shown, while its key is held
	changes    int       // counts what was done to drawings
	opens      int       // counts what was asked to be opened
	opening    string    // what is being opened, in words; "": nothing
	failure    string    // why nothing could be opened, in words
	family     family
	surface    *paint.Surface  // nil before the first was painted
	weight     int64           // bytes of what would be sent; 0: not known
	way        order.CanvasWay // how the picture is sent while nothing is drawn
	typing     *typing         // nil: no label is being typed
	restored   *typedLabel     // was being typed when the last run was killed, until its canvas is open; nil: none
	restoredOn string          // the key of that canvas

	stopWeighing func() bool
	stopBrief    func() bool

	buttons action.Buttons
	view    *imageview.View
	overlay *overlay
	input   *canvasInput
	options *options
	bar     *bar
	foot    *foot
	strip   *strip
	note    *note
	over    *fyne.Container // holds the note, over the canvas
	empty   *fyne.Container // in place of a picture
	line    *fyne.Container // the options line
	main    *fyne.Container // the options, the view and the foot
	stage   *fyne.Container // holds main, and what covers it
	wanted  *fyne.Container // says for which other place the picture is; empty: for none
	box     fyne.CanvasObject
}

// New makes a canvas with nothing on it. Update brings what was on it when the program ended last.
func New(d Deps) *Screen {
	s := &Screen{d: d, settings: newToolSettings(), toolTable: newToolTable(), buttons: action.Buttons{Stay: true}}
	s.stopWeighing = func() bool { return false }
	s.stopBrief = s.stopWeighing
	s.saver = &action.Saver{Host: d.Host, Settings: store{d.Library}}
	s.pictures = &pictureCache{library: d.Library, files: d.Files}
	s.painter = &painter{s: s}
	s.toolbox = tool.NewToolbox(toolHost{s})
	s.build()
	s.toolbox.Take(s.settings.Tool)
	s.showStage()
	s.render()
	return s
}

// build makes the parts and lays them out: the tools at the left, and beside them from top to bottom the options, the view,
// the foot and the strip. Tab follows this order.
func (s *Screen) build() {
	s.view = imageview.New(s.d.Canvas, s.pointed, func() {
		s.showOverlay()
		s.showBar()
	})
	s.overlay = &overlay{view: s.view}
	s.options, s.bar, s.foot, s.strip = newOptions(s), newBar(s), newFoot(), newStrip(s)
	s.empty = container.NewStack()
	s.note = newNote()
	s.over = container.New(noteLayout{}, s.note)
	s.input = newCanvasInput(s, container.NewStack(s.view, s.empty))
	view := container.NewStack(s.input, s.over)

	s.line = container.New(lineLayout{s.bar}, s.options.title, s.options.row, s.bar.box)
	line := container.NewStack(kit.NewGround(resources.BgPanel), s.line)
	head := kit.NewColumn(0, line, kit.NewRule())
	s.wanted = kit.NewColumn(0)
	s.main = kit.NewFilled(0, view, s.wanted, head, view, container.NewStack(kit.NewGround(resources.BgScreen), s.foot.box))
	s.stage = container.NewStack(s.main)
	left := kit.NewFrame(nil, nil, kit.NewVRule(), s.newToolColumn())
	s.box = container.NewStack(kit.NewGround(resources.BgScreen), kit.NewFrame(nil, left, nil, kit.NewFilled(0, s.stage, s.stage, s.strip.box)))
}

// pointed hands the pointer to the current tool. The second button has no tool: it opens the menu of a mark.
func (s *Screen) pointed(p imageview.Pointer) {
	if p.Event == imageview.Down {
		s.focusCanvas(true)
	}
	if s.page == nil || s.peeking {
		return
	}
	if p.Button == desktop.MouseButtonSecondary {
		if p.Event == imageview.Down {
			s.pointerMenu(p)
		}
		return
	}
	t := tool.Pointer{At: drawing.Point{X: p.X, Y: p.Y}, Zoom: s.view.Scale(), Hold: holdOf(p.Modifier)}
	switch p.Event {
	case imageview.Down:
		s.toolbox.Down(t)
	case imageview.Drag:
		s.toolbox.Drag(t)
	case imageview.Up:
		s.toolbox.Up(t)
	case imageview.Hover:
		s.toolbox.Hover(t)
	case imageview.Double:
		t.Double = true
		s.toolbox.Down(t)
		s.toolbox.Up(t)
	}
}

// Cover shows something in place of the picture, between its tools and its versions; nil shows the picture again.
func (s *Screen) Cover(o fyne.CanvasObject) {
	s.stage.Objects = s.stage.Objects[:1]
	if o != nil {
		s.stage.Add(o)
	}
	kit.Show(s.main, o == nil)
	s.stage.Refresh()
	s.ShowActions()
}

// Uncover shows the picture again, where something covers it.
func (s *Screen) Uncover() {
	if !s.main.Visible() {
		s.d.Viewer.LeaveViewer()
	}
}

// Content returns the canvas with its tools and versions.
func (s *Screen) Content() fyne.CanvasObject { return s.box }

// First returns what has the keyboard when the canvas comes to the front.
func (s *Screen) First() fyne.Focusable { return s.input }

// Update reads the strip of versions, and the first time what was on the canvas when the program ended last. It blocks on
// the library and is called off the window's goroutine. The strip is shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	if !s.begun.Swap(true) {
		s.restoreSession(ctx)
		s.d.Go(s.readUnfinished) // every stored drawing is read: the strip need not wait for that
	}
	on := s.sendable.Load()
	if on == nil || on.asset == "" {
		return
	}
	ref := on.asset
	f, err := s.readFamily(ctx, ref)
	if err != nil {
		s.d.Log().Warn("cannot read the versions of a picture", slog.Any("err", err))
	}
	s.d.Post(func() {
		switch {
		case s.page == nil || s.page.asset.Ref != ref:
		case err != nil:
			s.strip.show(s.family, ref, lang.L("The versions could not be read. The canvas is safe."))
		default:
			s.showVersions(f)
		}
	})
}

// Unsaved takes in what is being typed and reports whether anything is not yet stored. Window's goroutine.
func (s *Screen) Unsaved() bool {
	s.endTyping()
	return s.saver.Unsaved()
}

// Flush writes what is not yet stored. It blocks on the library; it is called when the program ends.
func (s *Screen) Flush(ctx context.Context) error { return s.saver.Flush(ctx) }

// restoreSession brings the tools of the last session, and what was on the canvas.
func (s *Screen) restoreSession(ctx context.Context) {
	last, err := s.loadSession(ctx)
	if err != nil {
		s.d.Log().Warn("cannot read the tools of the last session", slog.Any("err", err))
	}
	s.d.Post(func() {
		s.settings = last.Settings
		if s.page == nil {
			s.restored, s.restoredOn = last.Typing, last.Open
		}
		s.toolbox.Take(s.settings.Tool)
		s.holdPan(false)
		s.render()
	})
	if last.Open != "" {
		s.openKey(ctx, last.Open)
	}
	if last.Keyframe == (action.Keyframe{}) {
		return
	}
	words, err := s.d.Keyframes.Words(ctx, last.Keyframe)
	if err != nil { // it was deleted: the drawing stays
		s.d.Log().Info("what was drawn for a keyframe is for none any more", slog.Any("err", err))
		return
	}
	s.d.Post(func() {
		if s.keyframe == (action.Keyframe{}) {
			s.show(last.Keyframe, words)
		}
	})
}

// storeSession stores the tools and which canvas is open.
func (s *Screen) storeSession() {
	d := session{Settings: s.settings, Keyframe: s.keyframe}
	d.Settings.Styles, d.Settings.Round = maps.Clone(s.settings.Styles), maps.Clone(s.settings.Round) // it is written on another goroutine
	if s.page != nil {
		d.Open = s.page.key
	}
	switch {
	case s.typing != nil:
		d.Typing = &typedLabel{s.typing.mark, s.typing.field.Text}
	case s.restored != nil:
		d.Open, d.Typing = s.restoredOn, s.restored
	}
	s.saver.Put(sessionName, d)
}

// render shows everything that follows from the drawing and the current tool. Who draws or takes a tool wants to see the picture.
func (s *Screen) render() {
	s.Uncover()
	s.showOptions()
	s.showOverlay()
	s.showBar()
	s.showFoot()
	s.showStrip()
	s.ShowActions()
}
