package editor

import (
	"bytes"
	"context"
	"image"
	"log/slog"
	"path/filepath"
	"strings"

	"viviscope/db"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/lang"
	"viviscope/gui/wholefile"
	"viviscope/gui/widgets"
)

// mostParts bounds what is put on one sheet at once.
const mostParts = 24

// Part is a picture that is put on a sheet with others: one of the library by its ref, a file of this computer, or one behind
// an address. The first that is set counts.
type Part struct{ Ref, File, Link string }

// OpenSeveral takes several pictures that came at once: the service takes one file, so it asks whether they go on one sheet.
// Window's goroutine, as all that opens.
func (s *Screen) OpenSeveral(parts []Part) {
	c := s.d.Canvas()
	switch {
	case len(parts) == 0:
		return
	case len(parts) == 1 || c == nil:
		s.openPart(parts[0])
		return
	}
	widgets.Ask(c, lang.N("%d picture for one canvas", "%d pictures for one canvas", len(parts), len(parts)),
		lang.L("The service takes one file. On one sheet they stand side by side and stay movable; the pictures themselves stay as they are."), nil,
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Only the first"), Kind: widgets.Plain, Do: func() { s.openPart(parts[0]) }},
		widgets.Answer{Word: lang.L("Put them on one sheet"), Kind: widgets.Primary, Enter: true, Do: func() { s.Assemble(parts) }})
}

func (s *Screen) openPart(p Part) {
	switch {
	case p.File != "":
		s.OpenFile(p.File)
	case p.Link != "":
		s.OpenLink(p.Link)
	default:
		s.Assemble([]Part{p})
	}
}

// Join puts pictures beside the one on the canvas: both on a new sheet while nothing is drawn, and otherwise placed upon it,
// so that no mark loses its place.
func (s *Screen) Join(parts []Part) {
	d := s.drawing()
	switch {
	case s.page == nil || d.Same() && s.page.asset.ID != 0:
		if s.page != nil {
			parts = append([]Part{{Ref: s.page.asset.Ref}}, parts...)
		}
		s.Assemble(parts)
	default:
		page := s.page
		s.gather(parts, func(g gathered) {
			if s.page != page {
				return
			}
			for i, ref := range g.refs {
				s.toolbox.Place(ref, g.sizes[i], nil)
			}
			s.hand.Tool = s.toolbox.Tool().Kind()
			s.render()
			s.notice(lang.N("%d picture was placed. Drag it to where it belongs.", "%d pictures were placed. Drag them to where they belong.",
				len(g.refs), len(g.refs)) + g.missedWords())
		})
	}
}

// Assemble puts pictures on a new sheet, side by side. A single one is opened.
func (s *Screen) Assemble(parts []Part) {
	s.gather(parts, func(g gathered) {
		if len(g.refs) == 1 && len(parts) == 1 {
			s.openAsset(g.assets[0], nil)
			return
		}
		s.openDrawing("Sheet of pictures", drawing.Assemble(g.sizes, g.refs))
		s.setTool(entryOf("").id)
		s.notice(lang.L("The pictures stand on one sheet, which is sent as one file. Each can be moved and scaled.") + g.missedWords())
	})
}

// gathered are pictures that are in the library, with their sizes.
type gathered struct {
	assets []db.Asset
	refs   []string
	sizes  []image.Point
	missed []string // why others are not among them
}

func (g gathered) missedWords() string {
	if len(g.missed) == 0 {
		return ""
	}
	return " " + strings.Join(g.missed, " ")
}

// gather brings pictures into the library that are not in it yet; then is called unless something else was opened meanwhile
// or there is none.
func (s *Screen) gather(parts []Part, then func(gathered)) {
	parts = parts[:min(len(parts), mostParts)]
	current := s.begin(lang.N("Bringing in %d picture…", "Bringing in %d pictures…", len(parts), len(parts)))
	s.d.Go(func() {
		var g gathered
		var last error
		for _, p := range parts {
			what, a, size, err := s.takePart(context.Background(), p)
			if err != nil {
				s.d.Log.Warn("cannot put a picture on a sheet", slog.Any("err", err))
				g.missed, last = append(g.missed, what.isLeftOut()+" "+troubleWords(err)), err
				continue
			}
			g.assets, g.refs, g.sizes = append(g.assets, a), append(g.refs, a.Ref), append(g.sizes, size)
		}
		s.d.Post(func() {
			switch {
			case !current():
			case len(g.refs) == 0 && last != nil:
				s.fail(lang.L("What was chosen cannot be opened."), last)
			default:
				s.opening = ""
				s.showStage()
				then(g)
			}
		})
	})
}

// takePart finds a picture in the library, or imports it.
func (s *Screen) takePart(ctx context.Context, p Part) (what subject, a db.Asset, size image.Point, err error) {
	what.kind = aPicture
	if p.Ref == "" {
		var called string
		var data []byte
		if p.File != "" {
			called = filepath.Base(p.File)
			what = fileSubject(called)
			data, err = wholefile.Read(p.File, maxFile)
		} else {
			what.kind = addressed
			called, data, err = s.d.Fetch(ctx, p.Link)
		}
		var in incoming
		if err == nil {
			in, err = prepare(called, data)
		}
		if err == nil {
			a, _, err = s.d.Library.Import(ctx, in.name, bytes.NewReader(in.data), db.ImportMeta{})
		}
		return what, a, in.size, err
	}
	if a, err = s.d.Library.AssetByRef(ctx, p.Ref); err != nil {
		return what, a, size, err
	}
	read, err := s.album.open(ctx, p.Ref)
	if err != nil {
		return subjectOf(a), a, size, err
	}
	return subjectOf(a), a, read.Image.Rect.Size(), nil
}
