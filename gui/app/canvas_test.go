package app

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/shell"
)

// sheet puts a picture of one colour into the library.
func (s *spending) sheet(parent string, c color.Color) db.Asset {
	s.Helper()
	im := image.NewRGBA(image.Rect(0, 0, 160, 120))
	draw.Draw(im, im.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	var data bytes.Buffer
	s.must(png.Encode(&data, im))
	a, _, err := s.p.Library.Import(s.Context(), "boat.png", &data, db.ImportMeta{Parent: parent})
	s.must(err)
	return a
}

// Two versions are compared where the canvas is, with its tools, its versions and the form around them. Esc, a tool,
// and a version that is opened bring the canvas back, and the keyboard to it.
func TestVersionsAreComparedOnTheCanvas(t *testing.T) {
	var first, second db.Asset
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		first = s.sheet("", color.White)
		second = s.sheet(first.Ref, color.Black)
	})
	p := s.p
	p.window.Resize(fyne.NewSize(1120, 720))
	canvas, viewer := p.places.canvas, p.places.viewer
	do := func(id string) { action.ByID(canvas.Actions(), id).Do() }
	shown := func(o fyne.CanvasObject) bool { return slices.Contains(apptest.Visible(p.window.Content()), o) }
	opened := func() bool { // and not only the earlier one still there, while this one is being opened
		return canvas.State().Asset == second.Ref && action.ByID(canvas.Actions(), "canvas/compare").Can()
	}
	creating{p}.Edit(second)
	s.until("the versions", opened)
	compare := func() {
		t.Helper()
		s.press("Compare  |")
		s.until("the comparison", func() bool { return viewer.Shown() && s.says("Both 160 × 120") })
		if !shown(viewer.Content()) || shown(canvas.First().(fyne.CanvasObject)) ||
			!shown(p.places.composer.Content()) || !s.says("All versions are kept here") {
			t.Errorf("comparison %v, picture %v, form %v", shown(viewer.Content()),
				shown(canvas.First().(fyne.CanvasObject)), shown(p.places.composer.Content()))
		}
		if !p.shell.InFront(shell.Create) {
			t.Error("Create is not in front")
		}
	}
	for name, leave := range map[string]func(){
		"Esc":             func() { p.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) },
		"C":               func() { p.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyC}) },
		"the button":      func() { do("canvas/compare") },
		"a tool":          func() { do("canvas/tool/arrow") },
		"another version": func() { canvas.OpenAsset(first) },
	} {
		compare()
		leave()
		s.until("the canvas after "+name, func() bool { return !viewer.Shown() })
		if shown(viewer.Content()) || p.window.Canvas().Focused() != canvas.First() {
			t.Errorf("after %s: comparison %v, %T has the keyboard", name, shown(viewer.Content()),
				p.window.Canvas().Focused())
		}
		canvas.OpenAsset(second)
		s.until("the canvas", func() bool {
			return shown(canvas.First().(fyne.CanvasObject)) && opened()
		})
	}
	compare()
	p.places.composer.SetKind(db.TextToImage)
	if viewer.Shown() {
		t.Error("the comparison stands where no canvas is")
	}
}

// What a message offers to take back is taken back by its keys wherever it is shown, not in the gallery alone.
func TestUndoIsHeardInTheViewer(t *testing.T) {
	var a db.Asset
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) { a = s.sheet("", color.White) })
	p := s.p
	starred := func() bool {
		now, err := p.Library.Asset(t.Context(), a.ID)
		s.must(err)
		return now.Starred
	}
	chosen := func(label string) {
		for _, menu := range p.window.MainMenu().Items {
			for _, item := range menu.Items {
				if strings.HasPrefix(item.Label, label) {
					item.Action()
				}
			}
		}
	}
	viewing{p}.View(a.ID)
	s.until("the viewer", func() bool { return p.places.viewer.Shown() && s.says("160 × 120") })
	apptest.PressKey(p.window.Canvas().Focused(), fyne.KeyS)
	s.until("the star", starred)
	chosen("Undo")
	s.until("the star taken back", func() bool { return !starred() })
	chosen("Redo")
	s.until("the star again", starred)
	chosen("Undo")
	s.until("the star taken back again", func() bool { return !starred() })
	viewing{p}.LeaveViewer()
	s.p.shell.Show(shell.Gallery)
	s.chord(action.Chord{Key: fyne.KeyZ, Mod: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift})
	s.until("the star by the second keys of Redo", starred)
}
