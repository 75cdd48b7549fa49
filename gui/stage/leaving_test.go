package stage

import (
	"image"
	"testing"

	"fyne.io/fyne/v2/canvas"
)

// seen are the images on a stage that show something.
func seen(s *Stage) (images []*canvas.Image) {
	for _, o := range s.tiles.box.Objects {
		if im := o.(*canvas.Image); im.Visible() && im.Image != nil {
			images = append(images, im)
		}
	}
	return images
}

// A picture of another size does not begin with an empty stage.
func TestAnotherSizeDoesNotFlash(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Fit)
	e.all()
	before := seen(s)
	if len(before) == 0 {
		t.Fatal("nothing is seen to begin with")
	}
	for _, size := range []image.Point{{2160, 3840}, {1080, 1920}} { // the second comes before the first was drawn
		src.mu.Lock()
		src.size = size
		src.mu.Unlock()
		s.Changed()
		now := seen(s)
		if len(now) != len(before) {
			t.Fatalf("%d images are seen of %d before anything of %v is drawn", len(now), len(before), size)
		}
		x0, y0 := s.view.FromPicture(0, 0)
		x1, y1 := s.view.FromPicture(float64(size.X), float64(size.Y))
		for _, im := range now {
			at, far := im.Position(), im.Position().Add(im.Size())
			if float64(at.X) < x0-1 || float64(at.Y) < y0-1 || float64(far.X) > x1+20 || float64(far.Y) > y1+20 {
				t.Errorf("an old image reaches from %v to %v, the picture from %g,%g to %g,%g", at, far, x0, y0, x1, y1)
			}
		}
	}
	for first := true; len(e.away)+len(e.posts) > 0; first = false {
		e.turn()
		if len(seen(s)) == 0 {
			t.Fatal("nothing is seen while the new picture comes")
		}
		if first && s.tiles.leaving != nil && s.tiles.coarse.drawn {
			t.Error("the old picture stays after the new one has something to show")
		}
	}
	if s.tiles.leaving != nil || len(s.tiles.box.Objects) != len(s.tiles.all) {
		t.Errorf("%d objects for %d tiles", len(s.tiles.box.Objects), len(s.tiles.all))
	}
}

// A stage that gets another picture, or none, keeps nothing of the one before.
func TestAnotherPictureKeepsNothing(t *testing.T) {
	e, src, s := viewing(t, (*Stage).Fit)
	e.all()
	src.mu.Lock()
	src.size = image.Pt(1000, 1000)
	src.mu.Unlock()
	s.Changed()
	s.SetSource(placed(500, 900))
	if n := len(seen(s)); n != 0 {
		t.Errorf("%d images of the picture before are seen", n)
	}
	s.SetSource(nil)
	e.all()
	if len(s.tiles.box.Objects) != 0 || s.tiles.leaving != nil {
		t.Errorf("an empty stage holds %d objects", len(s.tiles.box.Objects))
	}
}
