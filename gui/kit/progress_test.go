package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// A bar shows what the service said, at once: nothing slides, and 0 does not pulse.
func TestTheKeyboardInASliderIsSeen(t *testing.T) {
	studio(t, resources.Dark)
	s := NewSlider(3, 15)
	c := inWindow(t, s, 300, 100).Canvas()
	around := test.WidgetRenderer(s).Objects()[3].(*canvas.Circle)
	c.Focus(s)
	if around.StrokeWidth != ringWidth {
		t.Error("no ring")
	}
	c.Unfocus()
	if around.StrokeWidth != 0 {
		t.Error("the ring stays")
	}
}

func TestABarJumpsToItsValue(t *testing.T) {
	p := NewProgress(6)
	p.Resize(p.MinSize().AddWidthHeight(76, 0))
	for _, part := range []float64{0, 0.25, 0.75, 0.5} {
		p.SetValue(part)
		if len(p.bars) == 0 {
			if part > 0 {
				t.Errorf("at %v: no bar", part)
			}
			continue
		}
		if got, want := p.bars[0].Size().Width, p.Size().Width*float32(part); got != want {
			t.Errorf("at %v: %v px, want %v", part, got, want)
		}
	}
}

// A tag with less room than its word is cut, and whole again where it has the room.
func TestATagIsCutToItsRoom(t *testing.T) {
	test.NewTempApp(t)
	tag := NewTag(ToneNeutral, nil, "No longer matches")
	test.WidgetRenderer(tag)
	least := tag.MinSize()
	tag.Resize(fyne.NewSize(60, least.Height))
	if got := tag.text.MinSize().Width; got > 60-12 || tag.MinSize() != least {
		t.Errorf("%q is %v wide in 60, and needs %v of %v", tag.text.Text, got, tag.MinSize(), least)
	}
	tag.Resize(least)
	if tag.text.Text != "No longer matches" {
		t.Errorf("whole: %q", tag.text.Text)
	}
}
