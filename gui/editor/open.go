package editor

import (
	"cmp"
	"context"
	"errors"
	"image"
	"image/color"
	"log/slog"
	"strings"
	"time"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/lang"
)

// mostSources is how many pictures go on one sheet at once.
const mostSources = 24

// opener opens pictures, sheets and stored canvases. Only the last request is opened. It belongs to the window's
// goroutine.
type opener struct {
	d          *Deps
	doc        *document
	tools      *tools
	store      *canvasStore
	unfinished *unfinishedList
	sources    *sourceReader
	note       *note

	openCallbacks
}

// openCallbacks connect the opener to the window.
type openCallbacks struct {
	onBegin     func()           // something is about to be opened
	onAnnounced func()           // doc.opening or doc.failure changed
	onOpened    func()           // another canvas is open
	onClosed    func()           // no canvas is open
	onPlaced    func()           // pictures were placed
	onSheet     func(key string) // a stored sheet is open
}

// begin announces that something is being opened. The returned function reports whether it is still wanted.
func (o *opener) begin(opening string) (current func() bool) {
	o.onBegin()
	current = o.doc.begin(opening)
	o.onAnnounced()
	return current
}

// fail shows what cannot be opened and why. It closes the canvas: the user would take the old one for the new one and
// send it. A button opens it again.
func (o *opener) fail(sentence string, err error) { o.failWith(sentence, err, action.Action{}) }

// failWith is fail with an action that may help.
func (o *opener) failWith(sentence string, err error, remedy action.Action) {
	o.d.Log().Warn("cannot open a picture on the canvas", slog.Any("err", err))
	o.unfinished.leave(o.doc.page)
	o.tools.toolbox.Select()
	o.doc.fail(sentence+" "+troubleText(err), remedy)
	o.tools.toolbox.Replaced()
	o.onClosed()
}

// restoring returns the action that restores a picture from the trash and opens it.
func (o *opener) restoring(a db.Asset) action.Action {
	return action.Action{Label: lang.L("Restore the picture"), Do: func() {
		o.d.Do(lang.L("The picture could not be restored."), func(ctx context.Context) error {
			_, err := o.d.Library.RestoreAll(ctx, []int64{a.ID})
			if err == nil {
				o.d.Post(func() {
					o.openAsset(a)
					o.d.RefreshAll()
				})
			}
			return err
		})
	}}
}

// show opens a page. The last page must be stored already.
func (o *opener) show(p *page) {
	o.tools.toolbox.Select()
	o.unfinished.leave(o.doc.page)
	o.doc.show(p)
	o.tools.toolbox.Replaced()
	o.onOpened()
}

// back opens the canvas that was closed because another one could not be opened.
func (o *opener) back() { o.show(o.doc.lastPage) }

// open opens a picture with its stored marks. then is called once it is open; nil: nothing.
func (o *opener) open(from Source, then func()) {
	if from.Asset.Kind != db.Clip && o.doc.isOpen() && o.doc.page.key == cmp.Or(from.Asset.Ref, from.Ref) {
		o.begin("") // drops what is being opened
		if then != nil {
			then()
		}
		return
	}
	o.bring(from.words(), then, func(ctx context.Context) (sourcePicture, error) {
		return o.sources.readIncluded(ctx, from)
	})
}

// bring opens the picture that read returns. If it must be scaled down, it asks the user first.
func (o *opener) bring(words pictureWords, then func(), read func(ctx context.Context) (sourcePicture, error)) {
	current := o.begin(words.opening)
	o.d.Go(func(ctx context.Context) {
		p, err := read(ctx)
		o.d.Post(func() {
			switch {
			case !current():
			case err != nil:
				o.fail(p.words.cannotBeOpened, err)
			case p.tooLarge():
				o.begin("")
				askSmaller(o.d.Canvas(), p.size(), func() {
					o.bring(words, then, func(ctx context.Context) (sourcePicture, error) {
						return p, o.sources.shrink(ctx, &p)
					})
				})
			default:
				o.showPicture(p)
				if then != nil {
					then()
				}
			}
		})
	})
}

// showPicture opens a picture that was read.
func (o *opener) showPicture(p sourcePicture) {
	if p.stored.history == nil {
		p.stored.title = fileTitle(p.asset)
		source := drawing.Source{Asset: p.asset.Ref, Size: p.size()}
		p.stored.history = drawing.NewHistory(drawing.Drawing{Source: source}, historyMemory)
	}
	o.show(&page{
		key: p.asset.Ref, title: p.stored.title, asset: p.asset, history: p.stored.history, changed: p.stored.changed,
	})
	if p.unreadable != nil {
		o.postSetAside(p.unreadable)
	}
}

// postSetAside shows a note that a drawing could not be read and is kept under Unfinished.
func (o *opener) postSetAside(unreadable error) {
	o.note.post(lang.L("The earlier drawing is kept under Unfinished.") + " " + unreadableText(unreadable))
}

// gather imports pictures that are not in the library. then is called with those that could be read and with why
// others could not, unless something else was opened meanwhile or none could be read.
func (o *opener) gather(from []Source, then func(got []sourcePicture, missed string)) {
	from = from[:min(len(from), mostSources)]
	if len(from) == 0 {
		return
	}
	current := o.begin(lang.N("Importing %d picture…", "Importing %d pictures…", len(from), len(from)))
	o.d.Go(func(ctx context.Context) {
		var got []sourcePicture
		var missed string
		var last error
		for _, f := range from {
			p, err := o.sources.read(ctx, f)
			if err == nil {
				err = o.sources.include(ctx, &p)
			}
			if err != nil {
				o.d.Log().Warn("cannot put a picture on a sheet", slog.Any("err", err))
				missed, last = missed+" "+p.words.isLeftOut+" "+troubleText(err), err
				continue
			}
			got = append(got, p)
		}
		o.d.Post(func() {
			switch {
			case !current():
			case len(got) == 0 && o.doc.isOpen():
				o.begin("")
				o.note.post(lang.L("The selected file cannot be opened.") + " " + troubleText(last))
			case len(got) == 0:
				o.fail(lang.L("The selected file cannot be opened."), last)
			default:
				o.begin("")
				then(got, missed)
			}
		})
	})
}

// openAsset opens a picture of the library with its stored marks. For a clip it asks for the frame.
func (o *opener) openAsset(a db.Asset) {
	if a.Kind == db.Clip {
		askFrame(o.d.Canvas(), a, func(at time.Duration) { o.open(Source{Asset: a, At: at}, nil) })
		return
	}
	o.open(Source{Asset: a}, nil)
}

// assemble puts pictures on a new sheet, side by side. A single one is opened.
func (o *opener) assemble(from []Source) {
	if len(from) == 1 {
		o.open(from[0], nil)
		return
	}
	o.gather(from, func(got []sourcePicture, missed string) {
		var sizes []image.Point
		var refs []string
		for _, p := range got {
			sizes, refs = append(sizes, p.size()), append(refs, p.asset.Ref)
		}
		o.openDrawing("Sheet of pictures", drawing.Assemble(sizes, refs))
		o.tools.take(tool.Move)
		o.note.post(lang.L("The pictures are placed on one sheet and sent as one file. Each can be moved and scaled.") +
			missed)
	})
}

// join puts pictures beside the one on the canvas, on a new sheet. If something is drawn they are placed on it
// instead, so that no mark loses its place.
func (o *opener) join(from []Source) {
	switch {
	case !o.doc.isOpen():
		o.assemble(from)
	case o.doc.drawing().Untouched() && o.doc.page.asset.ID != 0:
		o.assemble(append([]Source{{Asset: o.doc.page.asset}}, from...))
	default:
		o.place(from)
	}
}

// place places pictures on the open canvas.
func (o *opener) place(from []Source) {
	page := o.doc.page
	o.gather(from, func(got []sourcePicture, missed string) {
		if o.doc.page != page {
			return
		}
		for _, p := range got {
			o.tools.toolbox.Place(p.asset.Ref, p.size())
		}
		o.tools.settings.Tool = o.tools.toolbox.Tool().Kind()
		o.onPlaced()
		o.note.post(lang.N("%d picture placed. Drag it into position.", "%d pictures placed. Drag them into position.",
			len(got), len(got)) + missed)
	})
}

// blankSheet returns a white sheet of a size in pixels.
func blankSheet(size image.Point) drawing.Drawing {
	return drawing.Drawing{Source: drawing.Source{Size: size, Fill: color.NRGBA{255, 255, 255, 255}}}
}

// openDrawing opens a drawing as a new sheet.
func (o *opener) openDrawing(title string, d drawing.Drawing) {
	o.openDrawingAs(o.store.newSheetKey(), title, d)
}

// openDrawingAs opens a drawing as a sheet with a key.
func (o *opener) openDrawingAs(key, title string, d drawing.Drawing) {
	o.begin("")
	o.show(&page{key: key, title: title, history: drawing.NewHistory(d, historyMemory), changed: o.d.Now()})
	o.store.put(o.doc.page)
}

// openKey opens a stored canvas, or shows why it cannot be opened, unless something else is open by then. It blocks
// on the library and belongs to other goroutines than the window's.
func (o *opener) openKey(ctx context.Context, key string) {
	var a db.Asset
	var err error
	if !isSheet(key) {
		a, err = o.d.Library.AssetByRef(ctx, key)
	}
	o.d.Post(func() {
		switch {
		case o.doc.isOpen() || o.doc.opening != "":
		case err != nil:
			o.fail(wordsOfAsset(a).cannotBeOpened, err)
		case !a.TrashedAt.IsZero():
			o.failWith(wordsOfAsset(a).cannotBeOpened, errTrashed, o.restoring(a))
		case isSheet(key):
			o.openSheet(key, func() {})
		default:
			o.open(Source{Asset: a}, nil)
		}
	})
}

// openSheet opens a stored sheet. none is called if it does not exist or cannot be read.
func (o *opener) openSheet(key string, none func()) {
	if o.doc.isOpen() && o.doc.page.key == key {
		o.begin("")
		return
	}
	current := o.begin(lang.L("Opening the picture…"))
	o.d.Go(func(ctx context.Context) {
		p, err := o.sources.readSheet(ctx, key)
		o.d.Post(func() {
			switch {
			case !current():
			case errors.Is(err, errUnreadable):
				o.begin("")
				none()
				o.postSetAside(err)
			case err != nil:
				o.fail(lang.L("The picture cannot be opened."), err)
			case p == nil:
				o.begin("")
				none()
			default:
				o.show(p)
				o.onSheet(key)
			}
		})
	})
}

// chooseFile asks for a local picture and opens it.
func (o *opener) chooseFile() {
	o.d.Chooser.ChooseFile(PictureEndings(), func(path string) { o.open(Source{File: path}, nil) })
}

// chooseAsset asks for a picture of the library and opens it.
func (o *opener) chooseAsset() {
	o.d.Chooser.ChooseAsset(lang.L("Choose a picture for the canvas"), false, o.openAsset)
}

// choosePart asks for a picture of the library and places it on the canvas.
func (o *opener) choosePart() {
	o.d.Chooser.ChooseAsset(lang.L("Choose a picture for the canvas"), false, func(a db.Asset) {
		if a.Kind != db.Picture {
			o.note.post(lang.L("Only pictures can be placed. Save a frame of the clip as a picture first."))
			return
		}
		o.place([]Source{{Asset: a}})
	})
}

// chooseSheet asks for the size of an empty sheet and opens it.
func (o *opener) chooseSheet() {
	var pick func()
	if o.doc.isOpen() {
		pick = func() { o.tools.take(tool.Pick) }
	}
	askSheet(o.d.Canvas(), pick, func(size image.Point, fill color.NRGBA) {
		o.openDrawing("Empty sheet", drawing.Drawing{Source: drawing.Source{Size: size, Fill: fill}})
	})
}

// paste opens the picture on the clipboard.
func (o *opener) paste() {
	o.d.Exchange.Paste(true, func(d dnd.Drop) {
		switch {
		case len(d.Files) > 0:
			o.open(Source{File: d.Files[0]}, nil)
		case len(d.Links) > 0:
			o.open(Source{Link: d.Links[0]}, nil)
		case strings.TrimSpace(d.Text) == "":
			o.note.post(lang.L("The clipboard has nothing to paste. Copy a picture, its address or a file."))
		default:
			o.note.post(lang.L("The clipboard contains no picture, no picture’s address and no file."))
		}
	})
}
