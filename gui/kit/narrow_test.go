package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/resources"
)

func TestSegmentedTakesASecondRowWhereItsWordsHaveNoRoom(t *testing.T) {
	studio(t, resources.Dark)
	words := []string{"Text to video", "Frames to video", "Text to image", "Edit image"}
	s := NewSegmented(words, nil).Tight()
	wide := s.MinSize().Width
	line := HeightFor(s, wide)
	if line != heightControl {
		t.Errorf("one row is %v high", line)
	}
	narrow := wide / 2
	if got, want := HeightFor(s, narrow), 2*line-2*segmentInset; got != want {
		t.Errorf("two rows are %v high, want %v", got, want)
	}
	s.Resize(fyne.NewSize(narrow, HeightFor(s, narrow)))
	for i, c := range s.cells(s.Size()) {
		if s.isCut(i) {
			t.Errorf("%s is cut", words[i])
		}
		if got := s.at(fyne.NewPos(c.x+c.w/2, c.y+c.h/2)); got != i {
			t.Errorf("the middle of %s belongs to %d", words[i], got)
		}
	}
	if three := NewSegmented(words[:3], nil).Tight(); HeightFor(three, 40) != line {
		t.Error("three options took a second row")
	}
	half := NewSegmented(words, nil).Halved()
	if w := half.MinSize().Width; w > wide*0.6 || HeightFor(half, w) == line || HeightFor(half, wide) != line {
		t.Errorf("halved it asks for %v of %v", w, wide)
	}
}

func TestAmountWrapsWhereOneLineHasNoRoom(t *testing.T) {
	studio(t, resources.Dark)
	a := NewAmount()
	a.Set("", "", "price not known, unconfirmed (play money)", resources.IconUnconfirmed, ToneWarn)
	one := a.MinSize()
	if HeightFor(a, one.Width) != one.Height {
		t.Errorf("%v high in one line of %v", HeightFor(a, one.Width), one)
	}
	half := one.Width * 0.6
	if got := HeightFor(a, half); got < 2*a.words.lineHeight() {
		t.Errorf("%v high in %v of %v px", got, half, one.Width)
	}
	a.Resize(fyne.NewSize(half, HeightFor(a, half)))
	if a.words.Size().Width > half {
		t.Errorf("the lines are %v wide", a.words.Size().Width)
	}
}

func TestACaptionThatStandsAloneWraps(t *testing.T) {
	studio(t, resources.Dark)
	c := newSlotCaption(nil)
	c.set(SlotValue{State: SlotEmpty, Caption: strings.Repeat("address ", 5)}, "")
	if got := c.text.HeightFor(176); got < 2*c.text.lineHeight() {
		t.Errorf("its words are %v high", got)
	}
	c.set(SlotValue{State: SlotFilled, Caption: strings.Repeat("address ", 5), Life: "21 h left"}, "")
	if got := c.text.HeightFor(80); got != c.text.lineHeight() {
		t.Errorf("beside a life its words are %v high", got)
	}
}
func TestIconsGrowWithTheTextInWholePixels(t *testing.T) {
	app := studio(t, resources.Dark)
	icon := NewIcon(resources.IconClock, 14, resources.Text2)
	for factor, want := range map[float32]float32{1: 14, 1.15: 16, 1.5: 21} {
		app.Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(factor))
		if got := icon.MinSize().Width; got != want {
			t.Errorf("at %v it is %v, want %v", factor, got, want)
		}
	}
}

func TestALinkIsCutInItsRoom(t *testing.T) {
	studio(t, resources.Dark)
	l := NewLink("1 job needs you", nil)
	whole := l.MinSize().Width
	l.Resize(fyne.NewSize(whole/2, 28))
	if got := l.caption.MinSize().Width; got > whole/2+1 || !strings.HasSuffix(l.caption.Text, "…") {
		t.Errorf("%q is %v wide in %v", l.caption.Text, got, whole/2)
	}
	if l.MinSize().Width != whole {
		t.Error("a cut link needs less room than its words")
	}
}
