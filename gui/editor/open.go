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

// fail says why something could not be opened. What was on the canvas stays there.
func (s *Screen) fail(what string, err error) {
	s.opening = ""
	s.d.Log.Warn("cannot open a picture on the canvas", slog.Any("err", err))
	s.failure = what + " cannot be opened. " + troubleWords(err)
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
	what := assetWords(a)
	current := s.begin("Opening " + what + "…")
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
				s.fail(what, err)
			default:
				size := read.Image.Rect.Size()
				if h == nil && max(size.X, size.Y) > client.MaxSide {
					s.askSmaller(a, size, then)
					return
				}
				if h == nil {
					title = what
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
	s.kit.Select()
	s.page, s.peeking = p, false
	s.mu.Lock()
	s.ref = p.asset.Ref
	s.mu.Unlock()
	s.family, s.thumb, s.weight = family{}, nil, 0
	s.changes++
	d := s.drawing()
	s.standing.Store(&standing{d, p.asset.Ref})
	s.painter.write(letter{open: true, draw: s.visible(d)})
	s.kit.Replaced()
	s.keepDesk()
	s.weigh()
	s.showStage()
	s.render()
	s.tell()
	s.schedule()
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
	s.bring(quoted(name), "", func(context.Context) (string, []byte, error) {
		data, err := readFile(path)
		return name, data, err
	})
}

// OpenLink fetches a picture from the web, imports and opens it.
func (s *Screen) OpenLink(url string) {
	s.bring("the picture behind the address", "", func(ctx context.Context) (string, []byte, error) { return s.d.Fetch(ctx, url) })
}

// OpenBytes imports a picture that is in memory and opens it. name is what it is called, such as "vase.jpg".
func (s *Screen) OpenBytes(name string, data []byte) {
	s.bring(quoted(name), "", func(context.Context) (string, []byte, error) { return name, data, nil })
}

// OpenFrame imports one frame of a clip and opens it.
func (s *Screen) OpenFrame(clip db.Asset, at time.Duration) {
	name := "Frame at " + wording.Elapsed(at) + " of " + assetWords(clip)
	s.bring(name, clip.Ref, func(ctx context.Context) (string, []byte, error) {
		data, err := s.d.Frame(ctx, clip, at)
		return name + ".png", data, err
	})
}

// bring gets a picture from somewhere, imports and opens it. parent is the ref of what it was taken from; "" for none.
func (s *Screen) bring(what, parent string, get func(context.Context) (string, []byte, error)) {
	current := s.begin("Bringing in " + what + "…")
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
				s.fail(capital(what), err)
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
func (s *Screen) takeIn(what string, in incoming, smaller bool) {
	current := s.begin("Bringing in " + what + "…")
	s.d.Go(func() {
		data, name := in.data, in.name
		var err error
		if smaller {
			name = strings.TrimSuffix(name, filepath.Ext(name)) + ".png"
			data, err = shrunk(in.read)
		}
		var a db.Asset
		if err == nil {
			a, _, err = s.d.Library.Import(context.Background(), name, bytes.NewReader(data), db.ImportMeta{Parent: in.parent})
		}
		s.d.Post(func() {
			switch {
			case !current():
			case err != nil:
				s.fail(capital(what), err)
			default:
				s.openAsset(a, nil)
			}
		})
	})
}

// askSmaller asks whether a copy of an asset may be made that the service takes.
func (s *Screen) askSmaller(a db.Asset, size image.Point, then func()) {
	s.opening = ""
	s.showStage()
	s.consent(size, func() {
		what := assetWords(a)
		current := s.begin("Making " + what + " smaller…")
		s.d.Go(func() {
			read, err := s.album.open(context.Background(), a.Ref)
			var data []byte
			if err == nil {
				data, err = shrunk(read)
			}
			var made db.Asset
			if err == nil {
				made, _, err = s.d.Library.Import(context.Background(), what+".png", bytes.NewReader(data), db.ImportMeta{Parent: a.Ref})
			}
			s.d.Post(func() {
				switch {
				case !current():
				case err != nil:
					s.fail(capital(what), err)
				default:
					s.openAsset(made, then)
				}
			})
		})
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
