package editor

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/paint"
	"viviscope/gui/wholefile"
	"viviscope/gui/wording"
)

// begin says what is being opened, and returns whether that is still wanted when it is there: the last thing that was asked
// for wins.
func (s *Screen) begin(words string) (current func() bool) {
	s.endTyping()
	s.opens++
	number := s.opens
	s.opening, s.failure = words, ""
	s.showStage()
	return func() bool { return number == s.opens }
}

// fail says that something could not be opened, which is a sentence of its own, and why. What was on the canvas stays there.
func (s *Screen) fail(said string, err error) {
	s.opening = ""
	s.d.Log.Warn("cannot open a picture on the canvas", slog.Any("err", err))
	s.failure = said + " " + troubleWords(err)
	s.showStage()
}

// OpenAsset opens a picture of the library with the marks that it was left with. Of a clip it asks which frame. Window's
// goroutine, as all that opens.
func (s *Screen) OpenAsset(a db.Asset) {
	if a.Kind == db.Clip {
		s.askFrame(a)
		return
	}
	s.openAsset(a, nil)
}

// openAsset opens a picture; then is called once it is on the canvas.
func (s *Screen) openAsset(a db.Asset, then func()) {
	if s.page != nil && s.page.key == a.Ref {
		s.opens++ // what was on its way is not wanted any more
		s.opening, s.failure = "", ""
		s.showStage()
		if then != nil {
			then()
		}
		return
	}
	what := subjectOf(a)
	current := s.begin(what.opening())
	s.d.Go(func() {
		ctx := context.Background()
		read, err := s.album.open(ctx, a.Ref)
		var title string
		var h *drawing.History
		if err == nil {
			if title, h, err = s.sessions.load(ctx, a.Ref); err != nil {
				s.d.Log.Warn("cannot read what was on a canvas", slog.Any("err", err))
				h, err = nil, nil
			}
		}
		s.d.Post(func() {
			switch {
			case !current():
			case err != nil:
				s.fail(what.cannotBeOpened(), err)
			default:
				size := read.Image.Rect.Size()
				if h == nil && max(size.X, size.Y) > client.MaxSide {
					s.askSmaller(a, size, then)
					return
				}
				if h == nil {
					title = fileTitle(a)
					h = drawing.NewHistory(drawing.Drawing{Source: drawing.Source{Asset: a.Ref, Size: size}}, historyMemory)
				}
				s.turnTo(&page{key: a.Ref, title: title, asset: a, history: h})
				if then != nil {
					then()
				}
			}
		})
	})
}

// openKey opens the canvas that was in front when the program ended last.
func (s *Screen) openKey(ctx context.Context, key string) {
	title, h, err := s.sessions.load(ctx, key)
	if err != nil {
		s.d.Log.Warn("cannot read what was on the canvas", slog.Any("err", err))
	}
	ref := key
	if h != nil {
		ref = h.Now().Source.Asset
	}
	var a db.Asset
	if ref != "" {
		if a, err = s.d.Library.AssetByRef(ctx, ref); err != nil || !a.TrashedAt.IsZero() {
			return // it was put into the trash since
		}
	}
	s.d.Post(func() {
		switch {
		case s.page != nil || s.opening != "": // something else was asked for meanwhile
		case a.ID != 0:
			s.openAsset(a, nil)
		case h != nil:
			s.turnTo(&page{key: key, title: title, history: h})
		}
	})
}

// turnTo puts another canvas in front. What was on the one before is kept.
func (s *Screen) turnTo(p *page) {
	s.opening, s.failure = "", ""
	s.toolbox.Select()
	s.page, s.peeking = p, false
	s.mu.Lock()
	s.ref = p.asset.Ref
	s.mu.Unlock()
	s.family, s.thumb, s.weight = family{}, nil, 0
	s.changes++
	d := s.drawing()
	s.standing.Store(&standing{d, p.asset.Ref})
	s.painter.write(letter{open: true, draw: s.visible(d)})
	s.toolbox.Replaced()
	s.keepDesk()
	s.weigh()
	s.showStage()
	s.render()
	s.tell()
	s.d.Refresh()
}

// openSheet opens an empty sheet.
func (s *Screen) openSheet(size image.Point, fill color.NRGBA) {
	s.openDrawing("Empty sheet", drawing.Drawing{Source: drawing.Source{Size: size, Fill: fill}})
}

// openDrawing opens a drawing that is no asset's.
func (s *Screen) openDrawing(title string, d drawing.Drawing) {
	s.begin("")
	key := fmt.Sprintf("%s%d", sheetPrefix, s.d.Now().UnixMilli())
	s.turnTo(&page{key: key, title: title, history: drawing.NewHistory(d, historyMemory)})
	s.sessions.keep(canvasPrefix+key, frozen{title, s.page.history.Frozen()})
}

// OpenFile imports a picture of this computer and opens it.
func (s *Screen) OpenFile(path string) {
	name := filepath.Base(path)
	s.bring(fileSubject(name), "", func(context.Context) (string, []byte, error) {
		data, err := wholefile.Read(path, maxFile)
		return name, data, err
	})
}

// OpenLink fetches a picture from the web, imports and opens it.
func (s *Screen) OpenLink(url string) {
	s.bring(subject{kind: addressed}, "", func(ctx context.Context) (string, []byte, error) { return s.d.Fetch(ctx, url) })
}

// OpenFrame imports one frame of a clip and opens it.
func (s *Screen) OpenFrame(clip db.Asset, at time.Duration) {
	name := fmt.Sprintf("Frame at %s of %s.png", wording.Elapsed(at), fileTitle(clip))
	s.bring(frameSubject(clip, at), clip.Ref, func(ctx context.Context) (string, []byte, error) {
		data, err := s.d.Frame(ctx, clip, at)
		return name, data, err
	})
}

// bring gets a picture from somewhere, imports and opens it. parent is the ref of what it was taken from; "" for none.
func (s *Screen) bring(what subject, parent string, get func(context.Context) (string, []byte, error)) {
	current := s.begin(what.bringingIn())
	s.d.Go(func() {
		ctx := context.Background()
		name, data, err := get(ctx)
		var in incoming
		if err == nil {
			in, err = prepare(name, data)
			in.parent = parent
		}
		s.d.Post(func() {
			switch {
			case !current():
			case err != nil:
				s.fail(what.cannotBeOpened(), err)
			case max(in.size.X, in.size.Y) > client.MaxSide:
				s.opening = ""
				s.showStage()
				s.consent(in.size, func() { s.takeIn(what, in, true) })
			default:
				s.takeIn(what, in, false)
			}
		})
	})
}

// takeIn makes an asset of a picture and opens it; smaller brings it to what the service takes.
func (s *Screen) takeIn(what subject, in incoming, smaller bool) {
	s.bringIn(what, what.bringingIn(), in.parent, func() (string, []byte, error) {
		if !smaller {
			return in.name, in.data, nil
		}
		data, err := shrunk(in.read)
		return strings.TrimSuffix(in.name, filepath.Ext(in.name)) + ".png", data, err
	}, nil)
}

// bringIn makes an asset of what read gives, off the window's goroutine, and opens it; meanwhile the screen says doing.
func (s *Screen) bringIn(what subject, doing, parent string, read func() (name string, data []byte, err error), then func()) {
	current := s.begin(doing)
	s.d.Go(func() {
		name, data, err := read()
		var a db.Asset
		if err == nil {
			a, _, err = s.d.Library.Import(context.Background(), name, bytes.NewReader(data), db.ImportMeta{Parent: parent})
		}
		s.d.Post(func() {
			switch {
			case !current():
			case err != nil:
				s.fail(what.cannotBeOpened(), err)
			default:
				s.openAsset(a, then)
			}
		})
	})
}

// askSmaller asks whether a copy of an asset may be made that the service takes.
func (s *Screen) askSmaller(a db.Asset, size image.Point, then func()) {
	s.opening = ""
	s.showStage()
	s.consent(size, func() {
		what := subjectOf(a)
		s.bringIn(what, what.makingSmaller(), a.Ref, func() (string, []byte, error) {
			picture, err := s.album.open(context.Background(), a.Ref)
			if err != nil {
				return "", nil, err
			}
			data, err := shrunk(picture)
			return fileTitle(a) + ".png", data, err
		}, then)
	})
}

// shrunk encodes a picture at the largest size that the service takes.
func shrunk(r paint.Read) ([]byte, error) {
	var b bytes.Buffer
	if err := paint.EncodePNG(&b, paint.Smaller(r.Image, client.MaxSide), r.Profile); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
