package program

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
)

// A picture of the gallery is dragged to the button of Create, which comes to the front, and on into the form; Esc lets go of it anywhere.
func TestAPictureIsDraggedFromPlaceToPlace(t *testing.T) {
	var picture db.Asset
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		var data bytes.Buffer
		s.must(png.Encode(&data, image.NewRGBA(image.Rect(0, 0, 64, 48))))
		var err error
		picture, _, err = s.p.Library.Import(s.Context(), "boat.png", &data, db.ImportMeta{})
		s.must(err)
	})
	p, n, ghost := s.p, nav{s.p}, s.p.shell.Ghost()
	n.ViewIn([]db.Asset{picture}, picture)
	n.Drag(fyne.NewPos(600, 300), picture.ID)
	s.until("the ghost over the viewer", ghost.Visible)
	p.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if n.EndDrag(); ghost.Visible() || !p.places.viewer.Shown() || p.window.Canvas().Focused() != p.places.viewer.First() {
		t.Errorf("after Esc in the viewer: ghost %v, viewer %v, keyboard in %T", ghost.Visible(), p.places.viewer.Shown(), p.window.Canvas().Focused())
	}
	p.places.viewer.Back()
	p.shell.Show(gui.Gallery)
	rows := p.window.Canvas().Focused()
	lift := func() {
		n.Drag(fyne.NewPos(600, 300), picture.ID)
		s.until("the ghost", ghost.Visible)
	}
	lift()
	p.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	n.Drag(fyne.NewPos(610, 300), picture.ID) // the button is still held
	if ghost.Visible() || p.window.Canvas().Focused() != rows {
		t.Errorf("after Esc: ghost %v, keyboard in %T", ghost.Visible(), p.window.Canvas().Focused())
	}
	n.EndDrag()

	lift()
	for _, o := range apptest.Seen(p.window.Content()) {
		if b, ok := o.(*widgets.Button); ok && b.Text() == "Create" {
			n.Drag(fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(9, 9), picture.ID)
		}
	}
	if ghost.Words() != "Hold here to open Create" || p.shell.Place() != gui.Gallery {
		t.Errorf("says %q in %v", ghost.Words(), p.shell.Place())
	}
	p.dragged.open(gui.Create) // the pointer has rested there
	form := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.places.composer.Content()).AddXY(20, 20)
	n.Drag(form, picture.ID)
	if ghost.Words() != "Drop to open on the canvas" {
		t.Errorf("over the form it says %q", ghost.Words())
	}
	n.EndDrag()
	s.until("the canvas", func() bool { return s.p.places.composer.Form().Edit.Canvas.Open })
	if ghost.Visible() || p.shell.Place() != gui.Create {
		t.Errorf("ghost %v, %v", ghost.Visible(), p.shell.Place())
	}
}

// Esc goes back to where a picture is wanted, wherever the keyboard is: where no picture can be a frame there is none to hold it.
func TestEscGoesBackFromChoosingAFrame(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	nav{s.p}.ChooseAsset("Choose a picture for the last frame", true, func(db.Asset) { t.Error("picked") })
	s.until("the gallery", func() bool { return s.says("Nothing found") || s.says("Nothing matches") })
	esc := &fyne.KeyEvent{Name: fyne.KeyEscape}
	if f := s.p.window.Canvas().Focused(); f != nil {
		f.TypedKey(esc)
	} else {
		s.p.window.Canvas().OnTypedKey()(esc)
	}
	if s.p.shell.Place() != gui.Create {
		t.Errorf("Esc leads to %v", s.p.shell.Place())
	}
	s.p.shell.Show(gui.Gallery)
	if s.says("Choose a picture for the last frame") {
		t.Error("it still waits for a picture")
	}
}
