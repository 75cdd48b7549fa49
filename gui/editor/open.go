package editor

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

const (
	maxFile     = 64 << 20 // bytes, of a picture from elsewhere
	mostSources = 24       // put on one sheet at once
)

// Source is a picture that can come onto the canvas: an asset, of a clip the frame at a time, an asset by its ref, a file of
// this computer, or the picture behind an address. The first that is set counts.
type Source struct {
	Asset           db.Asset
	At              time.Duration
	Ref, File, Link string
}

// words speak of the source before it was read.
func (f Source) words() pictureWords {
	switch {
	case f.File != "":
		return wordsOfName(lang.L("“%s”", filepath.Base(f.File)))
	case f.Asset.Kind == db.Clip || f.Link != "":
		return wordsOfAsset(db.Asset{})
	}
	return wordsOfAsset(f.Asset)
}

// sourcePicture is what was read from a source.
type sourcePicture struct {
	words  pictureWords
	asset  db.Asset // ID 0: it is not in the library yet
	parent string   // ref of the asset that it was taken from; "" for none
	name   string   // of its file; "" of an asset
	data   []byte   // of its file, as the library takes it; nil of an asset
	read   picturefile.Picture

	stored     storedCanvas // what its canvas was left with; its history is nil: it has none
	unreadable error        // why that cannot be read; nil: it can
}

func (p *sourcePicture) size() image.Point { return p.read.Image.Rect.Size() }

// tooLarge reports whether the service does not take the picture.
func (p *sourcePicture) tooLarge() bool {
	size := p.size()
	return p.stored.history == nil && max(size.X, size.Y) > client.MaxSide
}

// read reads a picture. What is in the library comes with what its canvas was left with.
func (s *Screen) read(ctx context.Context, from Source) (p sourcePicture, err error) {
	p.words = from.words()
	switch {
	case from.Asset.Kind == db.Clip:
		p.name, p.parent = fmt.Sprintf("Frame at %s of %s.png", wording.Elapsed(from.At), fileTitle(from.Asset)), from.Asset.Ref
		p.data, err = s.d.Files.Frame(ctx, from.Asset, from.At)
	case from.File != "":
		p.name = filepath.Base(from.File)
		p.data, err = folder.ReadFile(from.File, maxFile)
	case from.Link != "":
		p.name, p.data, err = s.d.Files.Fetch(ctx, from.Link)
	default:
		if p.asset, err = s.d.Library.AssetByRef(ctx, cmp.Or(from.Asset.Ref, from.Ref)); err == nil {
			p.words = wordsOfAsset(p.asset)
			err = s.readAsset(ctx, &p)
		}
		return p, err
	}
	if err == nil {
		p.read, err = picturefile.Read(bytes.NewReader(p.data))
	}
	if err != nil {
		return p, err
	}
	switch p.read.Format {
	case "png", "jpeg", "webp":
		if !p.read.Rare {
			return p, nil
		}
	}
	// What the library does not take, BMP and GIF, and what a service may refuse becomes a PNG with the same pixels.
	return p, p.encode(p.read.Image)
}

func (s *Screen) readAsset(ctx context.Context, p *sourcePicture) (err error) {
	if p.read, err = s.pictures.open(ctx, p.asset.Ref); err != nil {
		return err
	}
	p.stored, err = s.loadCanvas(ctx, p.asset.Ref)
	if errors.Is(err, errUnreadable) {
		s.d.Log().Warn("cannot read what was on a canvas", slog.Any("err", err))
		p.unreadable = err
		s.setAside(ctx, p.asset.Ref, err)
		return nil
	}
	return err
}

// encode makes a PNG the file of the picture.
func (p *sourcePicture) encode(im *image.RGBA) error {
	var b bytes.Buffer
	if err := picturefile.EncodePNG(&b, im, p.read.Profile); err != nil {
		return err
	}
	p.name, p.data = strings.TrimSuffix(p.name, filepath.Ext(p.name))+".png", b.Bytes()
	return nil
}

// include makes an asset of a picture that is none yet.
func (s *Screen) include(ctx context.Context, p *sourcePicture) (err error) {
	if p.asset.ID != 0 {
		return nil
	}
	p.asset, _, err = s.d.Library.Import(ctx, p.name, bytes.NewReader(p.data), db.ImportMeta{Parent: p.parent})
	if err != nil {
		return err
	}
	return s.readAsset(ctx, p)
}

// shrink makes an asset of a copy of the picture that the service takes.
func (s *Screen) shrink(ctx context.Context, p *sourcePicture) error {
	if p.asset.ID != 0 {
		p.name, p.parent, p.asset = fileTitle(p.asset)+".png", p.asset.Ref, db.Asset{}
	}
	if err := p.encode(picturefile.Smaller(p.read.Image, client.MaxSide)); err != nil {
		return err
	}
	return s.include(ctx, p)
}

// begin says what is being opened, and returns whether that is still wanted when it is there: the last thing that was asked
// for wins.
func (s *Screen) begin(words string) (current func() bool) {
	s.endTyping()
	s.Uncover()
	s.opens++
	number := s.opens
	s.opening, s.failure = words, ""
	s.showStage()
	s.tell()
	return func() bool { return number == s.opens }
}

// fail says that something could not be opened, which is a sentence of its own, and why. What was on the canvas before would be taken
// for it, and sent: it is one click away.
func (s *Screen) fail(said string, err error) {
	s.d.Log().Warn("cannot open a picture on the canvas", slog.Any("err", err))
	if s.page != nil {
		s.lastPage = s.page
		s.leave(s.page)
	}
	s.opening, s.failure = "", said+" "+troubleWords(err)
	s.toolbox.Select()
	s.page, s.peeking, s.family = nil, false, family{}
	s.sendable.Store(nil)
	s.stopWeighing()
	s.note.Hide()
	s.toolbox.Replaced()
	s.showStage()
	s.render()
	s.tell()
}

// open brings a picture onto the canvas, with the marks that it was left with. then is called once it is there; nil: nothing.
func (s *Screen) open(from Source, then func()) {
	if from.Asset.Kind != db.Clip && s.page != nil && s.page.key == cmp.Or(from.Asset.Ref, from.Ref) {
		s.begin("") // what was on its way is not wanted any more
		if then != nil {
			then()
		}
		return
	}
	s.bring(from.words(), then, func(ctx context.Context) (sourcePicture, error) {
		p, err := s.read(ctx, from)
		if err == nil && !p.tooLarge() {
			err = s.include(ctx, &p)
		}
		return p, err
	})
}

// bring opens the picture that read gives, or asks whether a copy may be made that the service takes.
func (s *Screen) bring(words pictureWords, then func(), read func(ctx context.Context) (sourcePicture, error)) {
	current := s.begin(words.opening)
	s.d.Go(func(ctx context.Context) {
		p, err := read(ctx)
		s.d.Post(func() {
			switch {
			case !current():
			case err != nil:
				s.fail(p.words.cannotBeOpened, err)
			case p.tooLarge():
				s.begin("")
				s.askSmaller(p.size(), func() {
					s.bring(words, then, func(ctx context.Context) (sourcePicture, error) { return p, s.shrink(ctx, &p) })
				})
			default:
				if p.stored.history == nil {
					p.stored.title = fileTitle(p.asset)
					p.stored.history = drawing.NewHistory(drawing.Drawing{Source: drawing.Source{Asset: p.asset.Ref, Size: p.size()}}, historyMemory)
				}
				s.turnTo(&page{key: p.asset.Ref, title: p.stored.title, asset: p.asset, history: p.stored.history, changed: p.stored.changed})
				if p.unreadable != nil {
					s.notice(lang.L("The earlier drawing is kept under Unfinished.") + " " + unreadableWords(p.unreadable))
				}
				if then != nil {
					then()
				}
			}
		})
	})
}

// gather brings pictures into the library that are not in it yet. then is called with those that could be read and with why
// others could not, unless something else was opened meanwhile or there is none.
func (s *Screen) gather(from []Source, then func(got []sourcePicture, missed string)) {
	from = from[:min(len(from), mostSources)]
	if len(from) == 0 {
		return
	}
	current := s.begin(lang.N("Importing %d picture…", "Importing %d pictures…", len(from), len(from)))
	s.d.Go(func(ctx context.Context) {
		var got []sourcePicture
		var missed string
		var last error
		for _, f := range from {
			p, err := s.read(ctx, f)
			if err == nil {
				err = s.include(ctx, &p)
			}
			if err != nil {
				s.d.Log().Warn("cannot put a picture on a sheet", slog.Any("err", err))
				missed, last = missed+" "+p.words.isLeftOut+" "+troubleWords(err), err
				continue
			}
			got = append(got, p)
		}
		s.d.Post(func() {
			switch {
			case !current():
			case len(got) == 0 && s.page != nil:
				s.begin("")
				s.notice(lang.L("The selected file cannot be opened.") + " " + troubleWords(last))
			case len(got) == 0:
				s.fail(lang.L("The selected file cannot be opened."), last)
			default:
				s.begin("")
				then(got, missed)
			}
		})
	})
}

// OpenAsset opens a picture of the library with the marks that it was left with. Of a clip it asks which frame. Window's
// goroutine, as all that opens.
func (s *Screen) OpenAsset(a db.Asset) {
	if a.Kind == db.Clip {
		s.askFrame(a)
		return
	}
	s.open(Source{Asset: a}, nil)
}

// OpenFile imports a picture of this computer and opens it.
func (s *Screen) OpenFile(path string) { s.open(Source{File: path}, nil) }

// OpenFrame imports one frame of a clip and opens it.
func (s *Screen) OpenFrame(clip db.Asset, at time.Duration) { s.open(Source{Asset: clip, At: at}, nil) }

// Assemble puts pictures on a new sheet, side by side. A single one is opened.
func (s *Screen) Assemble(from []Source) {
	if len(from) == 1 {
		s.open(from[0], nil)
		return
	}
	s.gather(from, func(got []sourcePicture, missed string) {
		var sizes []image.Point
		var refs []string
		for _, p := range got {
			sizes, refs = append(sizes, p.size()), append(refs, p.asset.Ref)
		}
		s.openDrawing("Sheet of pictures", drawing.Assemble(sizes, refs))
		s.setTool(tool.Move)
		s.notice(lang.L("The pictures are placed on one sheet and sent as one file. Each can be moved and scaled.") + missed)
	})
}

// Join puts pictures beside the one on the canvas: both on a new sheet while nothing is drawn, and otherwise placed upon it,
// so that no mark loses its place.
func (s *Screen) Join(from []Source) {
	switch {
	case s.page == nil:
		s.Assemble(from)
	case s.drawing().Untouched() && s.page.asset.ID != 0:
		s.Assemble(append([]Source{{Asset: s.page.asset}}, from...))
	default:
		s.place(from)
	}
}

func (s *Screen) place(from []Source) {
	page := s.page
	s.gather(from, func(got []sourcePicture, missed string) {
		if s.page != page {
			return
		}
		for _, p := range got {
			s.toolbox.Place(p.asset.Ref, p.size())
		}
		s.settings.Tool = s.toolbox.Tool().Kind()
		s.render()
		s.notice(lang.N("%d picture placed. Drag it into position.", "%d pictures placed. Drag them into position.",
			len(got), len(got)) + missed)
	})
}

// show shows which keyframe the picture on the canvas is for.
func (s *Screen) show(k action.Keyframe, words string) {
	s.keyframe = k
	end := func() {
		s.keyframe = action.Keyframe{}
		s.wanted.RemoveAll()
		s.storeSession()
	}
	taken := func(a db.Asset) {
		end()
		s.d.Keyframes.Take(k, a)
	}
	take := kit.NewButton(lang.L("Use what is on the canvas"), nil, kit.Primary, func() {
		switch {
		case s.page == nil:
		case s.page.asset.ID != 0 && s.drawing().Untouched():
			taken(s.page.asset)
		default:
			s.copied(taken)
		}
	})
	cancel := kit.NewButton(lang.X("verb", "Cancel"), nil, kit.Plain, func() {
		end()
		s.d.Keyframes.Show(k)
	})
	s.wanted.Objects = []fyne.CanvasObject{kit.NewBanner(resources.IconBoards, kit.ToneNeutral, words, take.Small(), cancel.Small())}
	s.wanted.Refresh()
	s.box.Refresh()
	s.storeSession()
}

// blankSheet is a white sheet of a size in pixels.
func blankSheet(size image.Point) drawing.Drawing {
	return drawing.Drawing{Source: drawing.Source{Size: size, Fill: color.NRGBA{255, 255, 255, 255}}}
}

// openDrawing opens a drawing that is no asset's.
func (s *Screen) openDrawing(title string, d drawing.Drawing) {
	s.openDrawingAs(s.newSheetKey(sheetPrefix), title, d)
}

// openDrawingAs opens a drawing that is no asset's, and stores it under a key.
func (s *Screen) openDrawingAs(key, title string, d drawing.Drawing) {
	s.begin("")
	s.turnTo(&page{key: key, title: title, history: drawing.NewHistory(d, historyMemory), changed: s.d.Now()})
	s.store(s.page)
}

// openKey opens the canvas that was in front when the program ended last, or shows why it cannot be opened. Off the
// window's goroutine.
func (s *Screen) openKey(ctx context.Context, key string) {
	var a db.Asset
	var err error
	if !isSheet(key) {
		if a, err = s.d.Library.AssetByRef(ctx, key); err == nil && !a.TrashedAt.IsZero() {
			err = errTrashed
		}
	}
	s.d.Post(func() {
		switch {
		case s.page != nil || s.opening != "": // something else was asked for meanwhile
		case err != nil:
			s.fail(wordsOfAsset(a).cannotBeOpened, err)
		case isSheet(key):
			s.openSheet(key, func() {})
		default:
			s.open(Source{Asset: a}, nil)
		}
	})
}

// turnTo puts another canvas in front. What was on the one before is stored.
func (s *Screen) turnTo(p *page) {
	s.opening, s.failure = "", ""
	s.toolbox.Select()
	s.leave(s.page)
	s.page, s.lastPage, s.peeking = p, nil, false
	s.family, s.weight = family{}, 0
	s.note.Hide()
	s.changes++
	label := s.restored
	s.restored = nil
	d := s.drawing()
	s.sendable.Store(&sendable{d, p.asset.Ref})
	s.painter.request(paintRequest{open: true, draw: s.visible(d)})
	s.toolbox.Replaced()
	s.storeSession()
	s.weigh()
	s.showStage()
	s.render()
	s.showUnfinished()
	s.tell()
	if label != nil && p.key == s.restoredOn {
		s.toolbox.Written(label.Mark, label.Text)
	}
	s.d.RefreshAll()
}

// PictureEndings are the names of files that the canvas reads. It reads more than the service takes: what it sends is always
// one of the service's own formats.
func PictureEndings() []string { return []string{".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif"} }

// ChooseFile asks for a picture of this computer and opens it.
func (s *Screen) ChooseFile() { s.d.Chooser.ChooseFile(PictureEndings(), s.OpenFile) }

func (s *Screen) chooseAsset() {
	s.d.Chooser.ChooseAsset(lang.L("Choose a picture for the canvas"), false, s.OpenAsset)
}

func (s *Screen) choosePart() {
	s.d.Chooser.ChooseAsset(lang.L("Choose a picture for the canvas"), false, func(a db.Asset) {
		if a.Kind != db.Picture {
			s.notice(lang.L("Only pictures can be placed. Save a frame of the clip as a picture first."))
			return
		}
		s.place([]Source{{Asset: a}})
	})
}

func (s *Screen) paste() {
	s.d.Exchange.Paste(true, func(d dnd.Drop) {
		switch {
		case len(d.Files) > 0:
			s.OpenFile(d.Files[0])
		case len(d.Links) > 0:
			s.open(Source{Link: d.Links[0]}, nil)
		case strings.TrimSpace(d.Text) == "":
			s.notice(lang.L("The clipboard has nothing to paste. Copy a picture, its address or a file."))
		default:
			s.notice(lang.L("The clipboard contains no picture, no picture’s address and no file."))
		}
	})
}

// OpenSeveral takes several pictures that came at once: the service takes one file, so it asks whether they go on one sheet.
func (s *Screen) OpenSeveral(from []Source) {
	if len(from) < 2 {
		s.Assemble(from)
		return
	}
	kit.Ask(s.d.Canvas(), lang.N("%d picture for the canvas", "%d pictures for the canvas", len(from), len(from)),
		lang.L("The service accepts one file. On a sheet the pictures are side by side and can be moved; the files do not change."), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("First only"), Kind: kit.Plain, Do: func() { s.open(from[0], nil) }},
		kit.Answer{Word: lang.L("Place on one sheet"), Kind: kit.Primary, Enter: true, Do: func() { s.Assemble(from) }})
}

// askSmaller asks whether a picture may be made smaller. The file that it comes from stays as it is.
func (s *Screen) askSmaller(size image.Point, agreed func()) {
	kit.Ask(s.d.Canvas(), lang.L("This picture is too large for the service"),
		lang.L("It has %s px. The service accepts at most %d px on the longest side. A smaller copy is made for the canvas; the file does not change.",
			sizeWords(size), client.MaxSide), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Scale down to %d px", client.MaxSide), Kind: kit.Primary, Enter: true, Do: agreed})
}

func (s *Screen) askFrame(clip db.Asset) {
	end := time.Duration(clip.Seconds * float64(time.Second))
	if clip.FPS > 0 { // the last frame begins one frame before the end
		end = max(end-time.Duration(float64(time.Second)/clip.FPS), 0)
	}
	kit.Ask(s.d.Canvas(), lang.L("Which frame?"),
		lang.L("The frame is saved as a picture in the library. To use another frame, open it from the player."), nil,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Last frame"), Kind: kit.Plain, Do: func() { s.OpenFrame(clip, end) }},
		kit.Answer{Word: lang.L("First frame"), Kind: kit.Primary, Enter: true, Do: func() { s.OpenFrame(clip, 0) }})
}

// sheetSizes are the sizes of empty sheets that are offered: the ratios that pictures are mostly asked for in, near 1.5
// megapixels.
func sheetSizes() []image.Point {
	return []image.Point{{1024, 1024}, {1536, 1024}, {1024, 1536}, {1920, 1080}, {1080, 1920}, {3840, 2160}}
}

func (s *Screen) askSheet() {
	fill := drawing.Colours()[4].Color
	var sheet *kit.Sheet
	size := newSizeFields(false, func() {}, func() { sheet.Default() })
	size.set(sheetSizes()[1])
	presets := kit.NewFlow(6)
	for _, p := range sheetSizes() {
		presets.Add(kit.NewChip(sizeWords(p), func() {
			size.set(p)
			size.check()
		}))
	}
	colour := newSwatches(func(c color.NRGBA) { fill = c }, nil)
	colour.onOther = func() {
		s.askColour(fill, func(c color.NRGBA) {
			fill = c
			colour.set(c)
		})
	}
	colour.set(fill)
	sheet = kit.Ask(s.d.Canvas(), lang.L("An empty sheet"), lang.L("Draw on it, or place several pictures on it."),
		kit.NewColumn(12, presets, kit.NewField(lang.L("Size"), size.box), kit.NewField(lang.L("Colour"), colour), size.trouble),
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Plain},
		kit.Answer{Word: lang.L("Open the sheet"), Kind: kit.Primary, Enter: true, Check: size.check, Do: func() {
			s.openDrawing("Empty sheet", drawing.Drawing{Source: drawing.Source{Size: size.size(), Fill: fill}})
		}})
}
