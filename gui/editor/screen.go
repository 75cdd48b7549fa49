// Package editor is the canvas on which a picture is prepared for an edit. The composer beside it sends the picture,
// and the strip below shows every version that is made of it.
//
// The service takes a picture and a prompt, and no mask. So marks that show where and what to change are drawn into the
// picture that is sent, and the screen informs the user. Marks stay objects until then: [drawing] holds them as
// values, [tool] turns the pointer into edits, [paint] renders them. This package joins them to the window.
//
// The source of a canvas is always an asset of the library or an empty sheet: a file, a link or the frame of a clip
// is imported first. So each canvas is stored as references and vectors, with its history, one for each asset that
// was opened, and comes back after a restart.
//
// Everything here belongs to the window's goroutine, except [Screen.Update], [Screen.Bake] and [Screen.Flush]. Files
// are read, decoded, painted and encoded on other goroutines; strokes reach the painter through a queue that never
// blocks.
//
// The layers, from top to bottom; a file uses only layers below its own:
//
//	screen, commands                     the window's screen; everything that can be done, with keys and menus
//	keyframe, versions, shelf, exporter  for which keyframe it is; versions; unfinished canvases; copies and files
//	open, emptystate, strip, layers, optionsline, label   opening pictures; the parts of the screen
//	options, optiontable, overlay, bar, foot, toolcolumn, canvasinput  one part of the window each
//	tools, baker, sources, unfinishedlist  the tool and its edits; the file that is sent; reading; stored canvases
//	document, store, painter, pictures, page   the open canvas; what is stored; its pixels; decoded pictures
package editor

import (
	"context"
	"image"
	"log/slog"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/viewer/imageview"
	"viviscope/resources"
)

// Screen is the edit canvas in the window. It composes the parts and connects them.
type Screen struct {
	d     *Deps
	begun atomic.Bool // Update was called

	store      *canvasStore
	pictures   *pictureCache
	doc        *document
	unfinished *unfinishedList
	tools      *tools
	baker      *baker
	opener     *opener
	versions   *versions
	exporter   *exporter
	commission *commission
	shelf      *shelf
	commands   *commands

	restored   *typedLabel // was being typed when the last run was killed, until its canvas is open; nil: none
	restoredOn string      // the key of that canvas

	buttons action.Buttons
	view    *imageview.View
	overlay *overlay
	label   *labelField
	input   *canvasInput
	head    fyne.CanvasObject // the line of options; hidden without a canvas
	arrange func()            // lays out the head, the view and the foot
	options *options
	bar     *bar
	column  *toolColumn
	foot    *foot
	strip   *strip
	note    *note
	empty   *emptyState
	cover   *cover
	box     fyne.CanvasObject
}

// New returns an empty canvas. Update opens the canvas of the last session.
func New(d Deps) *Screen {
	s := &Screen{d: &d, buttons: action.Buttons{Stay: true}}
	s.newModel()
	s.newParts()
	s.connect()
	s.layOut()
	s.tools.restore(s.tools.settings)
	s.updateStage()
	s.render()
	return s
}

// newModel makes the parts without widgets.
func (s *Screen) newModel() {
	d := s.d
	s.store = newCanvasStore(d)
	s.pictures = &pictureCache{library: d.Library, files: d.Files}
	s.doc = &document{host: d.Host, store: s.store, painter: &painter{host: d.Host, pictures: s.pictures}}
	s.tools = newTools(s.doc)
	s.baker = newBaker(d, s.doc, s.pictures)
	s.unfinished = &unfinishedList{host: d.Host, library: d.Library, pictures: s.pictures, store: s.store, doc: s.doc}
	s.note = newNote(d.Host)
	sources := &sourceReader{d: d, pictures: s.pictures, store: s.store, unfinished: s.unfinished}
	s.opener = &opener{d: d, doc: s.doc, tools: s.tools, store: s.store, note: s.note, unfinished: s.unfinished,
		sources: sources}
	s.shelf = &shelf{host: d.Host, list: s.unfinished, opener: s.opener, note: s.note}
}

// newParts makes the parts of the window.
func (s *Screen) newParts() {
	d := s.d
	c := &commands{d: d, doc: s.doc, tools: s.tools, opener: s.opener}
	s.commands = c
	s.view = imageview.New(d.Canvas, c.pointed, func() {
		s.overlay.update()
		s.bar.update()
	})
	s.overlay = &overlay{doc: s.doc, tools: s.tools, view: s.view, size: kit.NewTag(kit.ToneOnPicture, nil, "")}
	s.label = &labelField{host: d.Host, tools: s.tools, overlay: s.overlay}
	s.options = newOptions(d.Host, s.tools, &s.buttons, optionsCallbacks{
		onEditText: s.label.editSelected, onPlace: s.opener.choosePart, onBadSize: func(why string) {
			s.note.post(why)
		},
		onDone: func(pointed bool) { s.input.focus(pointed) },
	})
	s.bar = newBar(s.doc, s.view, &s.buttons, c.performID)
	s.column = newToolColumn(s.tools.table, c.performID)
	s.foot = newFoot(d.Host, s.doc)
	s.strip = newStrip(d, &s.buttons, stripCallbacks{
		onVersion:     func(v version) { s.versions.choose(v) },
		onVersionMenu: func(v version, at fyne.Position) { openMenu(d, s.versions.menu(v), at) },
		onDrawing:     s.shelf.open,
		onDrawingMenu: func(u unfinished, at fyne.Position) { openMenu(d, s.shelf.menu(u), at) },
		onDiscard:     s.shelf.discard,
		onMore:        func(at fyne.Position) { openMenu(d, c.moreMenu(), at) },
	})
	s.versions = &versions{d: d, doc: s.doc, tools: s.tools, opener: s.opener, note: s.note, foot: s.foot,
		strip:  s.strip,
		reader: &familyReader{host: d.Host, library: d.Library}, onChanged: s.ShowActions}
	s.exporter = &exporter{d: d, doc: s.doc, baker: s.baker, note: s.note, foot: s.foot, onOpen: s.OpenAsset}
	s.commission = &commission{d: d, doc: s.doc, opener: s.opener, exporter: s.exporter, line: kit.NewColumn(0),
		onChanged: s.storeSession}
	s.empty = &emptyState{doc: s.doc, opener: s.opener, box: container.NewStack()}
	s.input = newCanvasInput(d.Host, c, container.NewStack(s.view, s.empty.box))
	s.empty.width = func() float32 { return s.input.Size().Width - 32 }
}

// connect connects the model to the parts of the window.
func (s *Screen) connect() {
	s.doc.onEdited = func() {
		s.baker.weighLater()
		s.render()
		s.tell()
	}
	s.doc.painter.onDamage = s.view.Changed
	s.doc.painter.onFailed = s.postNotPainted
	s.doc.painter.onOpened = func(surface *paint.Surface) {
		s.doc.surface = surface
		s.view.SetSource(surface)
	}
	s.baker.onWeighed = func(bytes int64) {
		s.foot.weight = bytes
		s.foot.update()
	}
	s.unfinished.onDeleted = s.shelf.postDeleted
	s.unfinished.onListed = func(list []unfinished) {
		s.strip.setUnfinished(list)
		s.ShowActions()
	}
	s.tools.toolCallbacks = toolCallbacks{
		onLeave: s.label.end, onTaken: s.toolTaken, onRevealed: s.render, onWrite: s.label.open,
		onStepped: s.foot.flash,
		onRefused: func(reason string) { s.note.post(reason) },
		onOverlay: s.updateTool,
		onAdjusted: func() {
			s.storeSession()
			s.updateTool()
		},
	}
	s.opener.openCallbacks = openCallbacks{
		onBegin: func() {
			s.label.end()
			s.cover.lift()
		},
		onAnnounced: func() {
			s.updateStage()
			s.tell()
		},
		onOpened: s.opened, onClosed: s.closed, onPlaced: s.render, onSheet: s.commission.resume,
	}
	s.label.onTyped = s.storeSession
	s.label.onClosed = func() { s.input.focus(false) }
	c := s.commands
	c.view, c.overlay, c.label, c.options, c.bar, c.versions = s.view, s.overlay, s.label, s.options, s.bar, s.versions
	c.strip, c.exporter, c.foot, c.input, c.onMoved = s.strip, s.exporter, s.foot, s.input, s.render
}

// layOut arranges the parts: the tools at the left, and beside them from top to bottom the options, the view, the
// foot and the strip. Tab follows this order.
func (s *Screen) layOut() {
	view := container.NewStack(s.input, s.note.over)
	line := newOptionsLine(s.options, s.bar)
	s.options.onResized = func() { line.Layout.Layout(line.Objects, line.Size()) }
	s.head = kit.NewColumn(0, container.NewStack(kit.NewGround(resources.BgPanel), line), kit.NewRule())
	main := kit.NewFilled(0, view, s.commission.line, s.head, view, s.foot.box)
	s.arrange = func() { main.Layout.Layout(main.Objects, main.Size()) }
	s.foot.onShown = s.arrange
	s.cover = newCover(s.d.Viewer, main)
	s.commands.cover = s.cover
	left := kit.NewFrame(nil, nil, kit.NewVRule(), s.column.box)
	stage := kit.NewFilled(0, s.cover.stack, s.cover.stack, s.strip.box)
	s.box = container.NewStack(kit.NewGround(resources.BgScreen), kit.NewFrame(nil, left, nil, stage))
	s.commission.onResized = s.box.Refresh
}

// toolTaken follows a change of the current tool.
func (s *Screen) toolTaken(k tool.Kind) {
	s.commands.holdPan(false)
	s.storeSession()
	s.render()
	s.d.Post(func() { s.input.takeBack(true) })
	if k == tool.Picture && s.doc.isOpen() {
		s.opener.choosePart()
	}
}

// opened shows a canvas that was opened.
func (s *Screen) opened() {
	label := s.restored
	s.restored = nil
	s.versions.forget()
	s.note.Hide()
	s.foot.weight = 0
	s.storeSession()
	s.baker.weighLater()
	s.updateStage()
	s.render()
	s.unfinished.update()
	s.tell()
	if label != nil && s.doc.page.key == s.restoredOn {
		s.tools.toolbox.Written(label.Mark, label.Text)
	}
	s.d.RefreshAll()
}

// closed shows that no canvas is open.
func (s *Screen) closed() {
	s.versions.forget()
	s.baker.stopWeighing()
	s.note.Hide()
	s.updateStage()
	s.render()
	s.tell()
}

// postNotPainted shows a note that a canvas could not be painted, because one of its pictures is missing.
func (s *Screen) postNotPainted(err error) {
	s.d.Log().Warn("cannot paint the canvas", slog.Any("err", err))
	s.note.post(lang.L("One of the pictures on this canvas cannot be shown.")+" "+troubleText(err),
		action.Action{Label: lang.L("Undo"), Do: s.tools.undo})
}

// render shows everything that depends on the drawing and the current tool. It uncovers the picture first.
func (s *Screen) render() {
	s.cover.lift()
	s.updateTool()
	s.bar.update()
	s.foot.update()
	s.versions.update()
	s.ShowActions()
}

// updateTool updates everything that depends on the current tool and the selection.
func (s *Screen) updateTool() {
	selected := s.options.shown.selected
	s.options.update()
	s.overlay.update()
	if s.options.shown.selected != selected {
		s.ShowActions()
	}
}

// updateStage shows the open canvas, or the text about opening one.
func (s *Screen) updateStage() {
	s.empty.update()
	open := s.doc.isOpen()
	if s.head.Visible() != open {
		kit.Show(s.head, open)
		s.arrange() // Fyne does not lay out the neighbours of an object that was shown
	}
	s.foot.update()
}

// tell passes the state of the canvas to the composer.
func (s *Screen) tell() {
	s.d.Composer.SetPicture(s.State())
	s.d.Composer.SetHints(drawing.Hints(s.doc.drawing()))
}

// Content returns the canvas with its tools and versions.
func (s *Screen) Content() fyne.CanvasObject { return s.box }

// First returns the object that gets the focus when the canvas is shown.
func (s *Screen) First() fyne.Focusable { return s.input }

// Cover shows an object in place of the picture, between its tools and its versions; nil shows the picture again.
func (s *Screen) Cover(o fyne.CanvasObject) {
	s.cover.set(o)
	s.ShowActions()
}

// Uncover shows the picture again, if it is covered.
func (s *Screen) Uncover() { s.cover.lift() }

// Actions returns everything that can be done on the canvas, which handles their keys itself.
func (s *Screen) Actions() []action.Action { return s.commands.Actions() }

// ShowActions updates the buttons of the actions. It belongs to the window's goroutine.
func (s *Screen) ShowActions() {
	list := s.commands.Actions()
	s.column.update(list)
	for i, a := range list {
		keys := action.KeyWords(a.Keys, action.OnMac)
		if a.ID == compareID && keys != "" { // its button shows the key
			list[i].Label += "  " + keys
		}
	}
	s.buttons.Show(list)
}

// State returns the canvas for the composer. It is closed while another picture is being opened. Hidden marks do not
// count. It belongs to the window's goroutine.
func (s *Screen) State() order.Canvas { return canvasOf(s.doc) }

// SetWay sets how an unchanged picture is sent. The composer decides it by the profile and the other pictures. It
// belongs to the window's goroutine.
func (s *Screen) SetWay(way order.CanvasDelivery) { s.foot.setWay(way) }

// Bake makes the file that is sent: the flat picture with its marks, or without them if bare is set. If the user has
// undone the last mark meanwhile, it is the file of the asset. It must not be called on the window's goroutine. The
// error is ErrNothing, or implements [wording.Worded].
func (s *Screen) Bake(ctx context.Context, bare bool) (Baked, error) { return s.baker.bake(ctx, bare) }

// Update reads the versions, and the first time it opens the canvas of the last session. It blocks on the library and
// must be called on another goroutine than the window's. The versions are shown by one Post.
func (s *Screen) Update(ctx context.Context) {
	if !s.begun.Swap(true) {
		s.restoreSession(ctx)
		s.d.Go(s.unfinished.read) // separate, because it reads every stored drawing and the versions need not wait
	}
	s.versions.read(ctx)
}

// Unsaved ends the typing of a label, and reports whether anything is not stored yet. It belongs to the window's
// goroutine.
func (s *Screen) Unsaved() bool {
	s.label.end()
	return s.store.saver.Unsaved()
}

// Flush stores everything that is not stored yet. It blocks on the library; it is called when the program ends.
func (s *Screen) Flush(ctx context.Context) error { return s.store.saver.Flush(ctx) }

// OpenAsset opens a picture of the library with its stored marks. For a clip it asks for the frame. All methods that
// open belong to the window's goroutine.
func (s *Screen) OpenAsset(a db.Asset) { s.opener.openAsset(a) }

// ChooseFile asks for a local picture and opens it.
func (s *Screen) ChooseFile() { s.opener.chooseFile() }

// OpenFile imports a local picture and opens it.
func (s *Screen) OpenFile(path string) { s.opener.open(Source{File: path}, nil) }

// OpenFrame imports one frame of a clip and opens it.
func (s *Screen) OpenFrame(clip db.Asset, at time.Duration) {
	s.opener.open(Source{Asset: clip, At: at}, nil)
}

// OpenSeveral asks whether several pictures go on one sheet, because the service takes one file. A single one is
// opened.
func (s *Screen) OpenSeveral(from []Source) {
	if len(from) < 2 {
		s.Assemble(from)
		return
	}
	askSeveral(s.d.Canvas(), len(from), func() { s.opener.open(from[0], nil) }, func() { s.Assemble(from) })
}

// Assemble puts pictures on a new sheet, side by side. A single one is opened.
func (s *Screen) Assemble(from []Source) { s.opener.assemble(from) }

// Join puts pictures beside the one on the canvas, on a new sheet; if something is drawn they are placed on it instead.
func (s *Screen) Join(from []Source) { s.opener.join(from) }

// Restore opens the input picture of a job with the marks that were sent. An undo brings back the drawing before.
func (s *Screen) Restore(job db.Job) { s.versions.restoreMarks(job) }

// Commission opens the picture that a keyframe begins with: an asset, or a sheet of a size in pixels. A keyframe
// always has the same sheet, with its earlier drawing. sentence names the keyframe in a line above the canvas.
func (s *Screen) Commission(k action.Keyframe, sentence string, a db.Asset, size image.Point) {
	s.commission.start(k, sentence, a, size)
}

// restoreSession restores the tools, the canvas and the keyframe of the last session. It blocks on the library.
func (s *Screen) restoreSession(ctx context.Context) {
	last, err := s.store.loadSession(ctx)
	if err != nil {
		s.d.Log().Warn("cannot read the tools of the last session", slog.Any("err", err))
	}
	s.d.Post(func() {
		if !s.doc.isOpen() {
			s.restored, s.restoredOn = last.Typing, last.Open
		}
		s.tools.restore(last.Settings)
		s.commands.holdPan(false)
		s.render()
	})
	if last.Open != "" {
		s.opener.openKey(ctx, last.Open)
	}
	if last.Keyframe != (action.Keyframe{}) {
		s.commission.restore(ctx, last.Keyframe)
	}
}

// storeSession stores the tools, the keyframe, the open canvas and the text that is being typed.
func (s *Screen) storeSession() {
	now := session{Settings: s.tools.settings, Keyframe: s.commission.keyframe, Typing: s.label.typed()}
	if s.doc.isOpen() {
		now.Open = s.doc.page.key
	}
	if now.Typing == nil && s.restored != nil {
		now.Open, now.Typing = s.restoredOn, s.restored
	}
	s.store.putSession(now)
}
