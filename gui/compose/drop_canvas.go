package compose

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
)

// canvasPictures are the files that the canvas opens. It reads more formats than the service takes, because what it sends is
// always one of those.
func canvasPictures(files []string) []string {
	pictures, others := picturesOf(files)
	for _, f := range others {
		switch strings.ToLower(filepath.Ext(f)) {
		case ".bmp", ".gif":
			pictures = append(pictures, f)
		}
	}
	return pictures
}

// placed is the slot over which something was let go; -1: none.
func (s *Screen) placed(d dnd.Drop) int {
	if !d.Placed {
		return -1
	}
	return s.slots.placeAt(d.At)
}

// toCanvas reports whether what is let go at a place of the window is opened on the canvas: a picture that came to no slot,
// unless a clip is made, whose frames take links, and files too where there is a host for them. What is not known yet may be
// one while an edit is in front.
func (s *Screen) toCanvas(at fyne.Position, placed bool, kind dnd.Kind, files []string) bool {
	if !s.drawing.here() || (placed && s.slots.placeAt(at) >= 0) {
		return false
	}
	edit := s.form.Kind == db.EditImage
	switch kind {
	case dnd.KindFile:
		return len(canvasPictures(files)) > 0 && (s.form.Kind != db.FramesToVideo || !s.hosting())
	case dnd.KindLink:
		return s.form.Clip() == nil
	case dnd.KindText:
		return false
	}
	return edit
}

// ontoCanvas opens what was dropped, and brings the edit to the front.
func (s *Screen) ontoCanvas(files, links []string) {
	s.edit(func(f *form.Form) { f.Kind = db.EditImage })
	s.drawing.OnCanvasDrop(files, links)
}

// offerCanvas offers to open on the canvas what became a frame because it came to no slot. What is already said goes first:
// it offers to take something back.
func (s *Screen) offerCanvas(files, links []string) {
	if s.notices.up() || len(files)+len(links) == 0 {
		return
	}
	s.notices.offer(lang.L("Used as a frame."), lang.L("Open on the canvas"), correctionShown, func() { s.ontoCanvas(files, links) })
}
