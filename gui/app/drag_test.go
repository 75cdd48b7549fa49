package app

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/shell"
)

// A picture of the gallery is dragged to the button of Create, which comes to the front, and on into the form; Esc lets
// go of it anywhere.
func TestAPictureIsDraggedFromPlaceToPlace(t *testing.T) {
	var picture db.Asset
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		var data bytes.Buffer
		s.must(png.Encode(&data, image.NewRGBA(image.Rect(0, 0, 64, 48))))
		var err error
		picture, _, err = s.p.Library.Import(s.Context(), "boat.png", &data, db.ImportMeta{})
		s.must(err)
	})
	p, ghost := s.p, s.p.shell.DragImage()
	viewing{p}.ViewIn([]db.Asset{picture}, picture)
	exchanging{p}.Drag(fyne.NewPos(600, 300), picture.ID)
	s.until("the ghost over the viewer", ghost.Visible)
	p.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	exchanging{p}.EndDrag()
	if ghost.Visible() || !p.places.viewer.Shown() || p.window.Canvas().Focused() != p.places.viewer.First() {
		t.Errorf("after Esc in the viewer: ghost %v, viewer %v, keyboard in %T", ghost.Visible(),
			p.places.viewer.Shown(), p.window.Canvas().Focused())
	}
	p.places.viewer.Back()
	p.shell.Show(shell.Gallery)
	rows := p.window.Canvas().Focused()
	lift := func() {
		exchanging{p}.Drag(fyne.NewPos(600, 300), picture.ID)
		s.until("the ghost", ghost.Visible)
	}
	lift()
	p.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	exchanging{p}.Drag(fyne.NewPos(610, 300), picture.ID) // the button is still held
	if ghost.Visible() || p.window.Canvas().Focused() != rows {
		t.Errorf("after Esc: ghost %v, keyboard in %T", ghost.Visible(), p.window.Canvas().Focused())
	}
	exchanging{p}.EndDrag()

	lift()
	for _, o := range apptest.Visible(p.window.Content()) {
		if b, ok := o.(*kit.Button); ok && b.Text() == "Create" {
			exchanging{p}.Drag(fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(9, 9), picture.ID)
		}
	}
	if ghost.Words() != "Hold here to open Create" || p.shell.Place() != shell.Gallery {
		t.Errorf("says %q in %v", ghost.Words(), p.shell.Place())
	}
	p.dragged.open(shell.Create) // the pointer has rested there
	form := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.places.composer.Content()).AddXY(20, 20)
	exchanging{p}.Drag(form, picture.ID)
	if ghost.Words() != "Drop to open on the canvas" {
		t.Errorf("over the form it says %q", ghost.Words())
	}
	exchanging{p}.EndDrag()
	s.until("the canvas", func() bool { return s.p.places.composer.Form().Edit.Canvas.Open })
	if ghost.Visible() || p.shell.Place() != shell.Create {
		t.Errorf("ghost %v, %v", ghost.Visible(), p.shell.Place())
	}
}

// No drag spends: whatever is let go wherever in Create, the gallery, boards and the queue, no job is made and nothing
// is sent. Each drop is made with a prompt that could be sent and a price in sight.
func TestNoDragSpends(t *testing.T) {
	var clip, picture db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
		picture = s.job(db.TextToImage, db.Saved)
		s.job(db.TextToVideo, db.Held)
	})
	p := s.p
	test.Type(p.places.composer.First(), "boats")
	known, drops := len(s.rows()), 0
	file := filepath.Join(t.TempDir(), "boat.png")
	var data bytes.Buffer
	s.must(png.Encode(&data, image.NewRGBA(image.Rect(0, 0, 640, 480))))
	s.must(os.WriteFile(file, data.Bytes(), 0o600))
	spent := func(what string) {
		t.Helper()
		s.until(what, s.still)
		if rows, came := len(s.rows()), s.came.Load(); rows != known || came != 0 {
			t.Fatalf("%s: %d new jobs, %d requests", what, rows-known, came)
		}
		s.closeSheets()
	}
	places := map[string]func(){
		"text to video":  func() { p.shell.Show(shell.Create); p.places.composer.SetKind(db.TextToVideo) },
		"image to video": func() { p.shell.Show(shell.Create); p.places.composer.SetKind(db.FramesToVideo) },
		"text to image":  func() { p.shell.Show(shell.Create); p.places.composer.SetKind(db.TextToImage) },
		"the canvas":     func() { p.shell.Show(shell.Create); p.places.composer.SetKind(db.EditImage) },
		"the gallery":    func() { p.shell.Show(shell.Gallery) },
		"boards":         func() { p.shell.Show(shell.Boards) },
		"the queue":      func() { p.shell.Show(shell.Queue) },
	}
	size, assets, next := p.window.Canvas().Size(), []db.Asset{s.asset(picture), s.asset(clip)}, 0
	for name, show := range places {
		for row := range 9 {
			// eleven times, so that the two assets alternate along both axes
			for x := float32(20); x < size.Width; x += 140 {
				at := fyne.NewPos(x, 20+float32(row)*120)
				next = 1 - next
				show()
				exchanging{p}.Drag(at, assets[next].ID)
				s.until("the drag", func() bool { return len(p.dragged.assets) > 0 })
				exchanging{p}.Drag(at, assets[next].ID)
				if p.dragged.accepted {
					drops++
				}
				exchanging{p}.EndDrag()
			}
		}
		spent("assets let go over " + name)
		show()
		for _, d := range []dnd.Drop{{Files: []string{file}}, {Text: "other boats"},
			{Links: []string{"https://x.test/boat.png"}}} {
			d.At, d.Placed = fyne.NewPos(300, 300), true
			if name == "the gallery" {
				p.places.gallery.Dropped(d)
			} else {
				p.places.composer.Dropped(d)
			}
		}
		spent("files, words and links let go over " + name)
	}
	if drops < 20 {
		t.Errorf("only %d drops were accepted: the test reaches too little", drops)
	}
	dragged := 0
	for _, name := range []string{"the queue", "boards", "image to video"} { // what in a place can be dragged itself
		places[name]()
		for _, o := range apptest.Visible(s.front()) {
			if d, ok := o.(fyne.Draggable); ok {
				d.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(3, 60)})
				d.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(3, 60)})
				d.DragEnd()
				dragged++
			}
		}
		spent("a drag within " + name)
	}
	if dragged == 0 {
		t.Error("nothing was dragged")
	}
}

// Esc goes back to where a picture is wanted, wherever the keyboard is: where no picture can be a frame there is none
// to hold it.
func TestEscGoesBackFromChoosingAFrame(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	choosing{s.p}.ChooseAsset("Choose a picture for the last frame", true, func(db.Asset) { t.Error("picked") })
	s.until("the gallery", func() bool { return s.says("Nothing found") || s.says("Nothing matches") })
	esc := &fyne.KeyEvent{Name: fyne.KeyEscape}
	if f := s.p.window.Canvas().Focused(); f != nil {
		f.TypedKey(esc)
	} else {
		s.p.window.Canvas().OnTypedKey()(esc)
	}
	if s.p.shell.Place() != shell.Create {
		t.Errorf("Esc leads to %v", s.p.shell.Place())
	}
	s.p.shell.Show(shell.Gallery)
	if s.says("Choose a picture for the last frame") {
		t.Error("it still waits for a picture")
	}
}
