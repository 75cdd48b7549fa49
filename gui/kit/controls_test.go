package kit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// studio is a test app in the program's own look.
func studio(t *testing.T, v resources.Variant) fyne.App {
	t.Helper()
	return apptest.New(t, resources.Theme(v))
}

func key(name fyne.KeyName) *fyne.KeyEvent { return &fyne.KeyEvent{Name: name} }

func inWindow(t *testing.T, o fyne.CanvasObject, w, h float32) fyne.Window {
	t.Helper()
	win := test.NewTempWindow(t, o)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(w, h))
	return win
}

func TestTapsByPointerSpaceAndEnterUnlessOff(t *testing.T) {
	studio(t, resources.Dark)
	taps := 0
	tap := func() { taps++ }
	change := func(bool) { taps++ }
	type tappable interface {
		fyne.Tappable
		fyne.Focusable
		fyne.Disableable
	}
	for name, w := range map[string]tappable{
		"button": NewButton("Go", nil, Plain, tap), "icon button": NewIconButton(resources.IconStar, "Star", tap),
		"chip": NewChip("All", tap), "link": NewLink("Why?", tap),
		"toggle": NewToggle(false, change),
	} {
		taps = 0
		w.Tapped(&fyne.PointEvent{})
		apptest.PressKey(w, fyne.KeySpace)
		apptest.PressKey(w, fyne.KeyReturn)
		apptest.PressKey(w, fyne.KeyEnter)
		apptest.PressKey(w, fyne.KeyA)
		if taps != 4 {
			t.Errorf("%s: %d taps, want 4", name, taps)
		}
		w.Disable()
		w.Tapped(&fyne.PointEvent{})
		apptest.PressKey(w, fyne.KeySpace)
		if taps != 4 {
			t.Errorf("%s: a control that is off was tapped", name)
		}
	}
}

// A key that is held down repeats: on the button that may cost money it is one tap, and the next press is another.
func TestAHeldKeyTapsAPrimaryButtonOnce(t *testing.T) {
	studio(t, resources.Dark)
	for kind, want := range map[ButtonKind]int{Primary: 2, Plain: 6} {
		taps := 0
		b := NewButton("Generate", nil, kind, func() { taps++ })
		inWindow(t, b, 200, 40)
		for range 2 {
			b.KeyDown(key(fyne.KeySpace))
			for range 3 {
				b.TypedKey(key(fyne.KeySpace))
			}
			b.KeyUp(key(fyne.KeySpace))
		}
		if taps != want {
			t.Errorf("kind %v: %d taps", kind, taps)
		}
	}
}

func TestTargetsAreLargeEnoughAndGrowWithTheText(t *testing.T) {
	app := studio(t, resources.Dark)
	all := map[string]fyne.CanvasObject{
		"button": NewButton("Go", nil, Primary, nil), "small button": NewButton("Go", nil, Plain, nil).Small(),
		"icon button": NewIconButton(resources.IconDice, "New seed", nil), "chip": NewChip("All", nil),
		"link":      NewLink("Why?", nil),
		"segmented": NewSegmented([]string{"a", "b"}, nil), "stepper": NewStepper(1, 4, 1, nil),
		"toggle": NewToggle(true, nil),
		"picker": NewSimplePicker([]string{"a"}, nil), "place": NewPlaceButton(resources.IconQueue, "Queue", nil),
		"entry": NewEntry(),
	}
	before := map[string]fyne.Size{}
	for name, o := range all {
		m := o.MinSize()
		before[name] = m
		if m.Height < 28 || m.Width < 12 {
			t.Errorf("%s: %v is too small to hit", name, m)
		}
	}
	app.Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(1.5))
	for name, o := range all {
		o.Refresh()
		if m := o.MinSize(); m.Height < before[name].Height || m.Width < before[name].Width {
			t.Errorf("%s: %v with larger text, %v before", name, m, before[name])
		}
	}
	if w := all["button"].MinSize().Width; w <= before["button"].Width {
		t.Errorf("a label is not wider with larger text: %v", w)
	}
}

func TestSegmentedMovesByKeyAndSkipsWhatIsOff(t *testing.T) {
	studio(t, resources.Dark)
	var got []int
	s := NewSegmented([]string{"a", "b", "c", "d"}, func(i int) { got = append(got, i) })
	s.SetOff(1, true)
	for _, k := range []fyne.KeyName{fyne.KeyRight, fyne.KeyRight, fyne.KeyRight, fyne.KeyLeft, fyne.KeyHome,
		fyne.KeyEnd} {
		s.TypedKey(key(k))
	}
	want := []int{2, 3, 2, 0, 3}
	if !slices.Equal(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	s.SetSelected(0)
	if len(got) != len(want) {
		t.Error("a value that was set counted as a choice")
	}
	s.Disable()
	s.TypedKey(key(fyne.KeyRight))
	if s.Selected() != 0 || len(got) != len(want) {
		t.Error("a control that is off moved")
	}
}

func TestSegmentedGivesTheWidestWhatTheOthersLeave(t *testing.T) {
	studio(t, resources.Dark)
	s := NewSegmented([]string{"Aus", "Mit einem langen Namen", "Kürzer gesagt"}, nil)
	s.Resize(fyne.NewSize(300, 30))
	test.WidgetRenderer(s)
	for i, o := range s.options {
		if s.isCut(i) {
			t.Errorf("%q is cut", o)
		}
	}
	s.Resize(fyne.NewSize(600, 30))
	if c := s.cells(s.Size()); c[0].w != c[1].w || c[1].w != c[2].w {
		t.Errorf("with room for all the options are %v wide", c)
	}
}

func TestSegmentedTakesTheOptionUnderThePointer(t *testing.T) {
	studio(t, resources.Dark)
	s := NewSegmented([]string{"a", "b", "c"}, nil)
	inWindow(t, s, 300, 32)
	for i, x := range []float32{20, 150, 280} {
		s.Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, 16)})
		if s.Selected() != i {
			t.Errorf("at %v: %d, want %d", x, s.Selected(), i)
		}
	}
}

func TestStepperStaysInItsBounds(t *testing.T) {
	studio(t, resources.Dark)
	calls := 0
	s := NewStepper(1, 4, 1, func(int) { calls++ })
	for _, tc := range []struct {
		key  fyne.KeyName
		want int
	}{{fyne.KeyDown, 1}, {fyne.KeyUp, 2}, {fyne.KeyEnd, 4}, {fyne.KeyUp, 4}, {fyne.KeyLeft, 3}, {fyne.KeyHome, 1}} {
		s.TypedKey(key(tc.key))
		if s.Value() != tc.want {
			t.Errorf("%s: %d, want %d", tc.key, s.Value(), tc.want)
		}
	}
	s.TypedRune('3')
	s.TypedRune('9')
	if s.Value() != 3 || calls != 5 {
		t.Errorf("value %d after %d changes, want 3 after 5", s.Value(), calls)
	}
}

func TestChipIsClearedByBackspaceWhileItIsOn(t *testing.T) {
	studio(t, resources.Dark)
	cleared := 0
	c := NewChip("Since 1 Nov", nil)
	c.OnClear = func() { cleared++ }
	c.TypedKey(key(fyne.KeyBackspace))
	c.SetOn(true)
	c.TypedKey(key(fyne.KeyBackspace))
	c.TypedKey(key(fyne.KeyDelete))
	if cleared != 2 {
		t.Errorf("cleared %d times, want 2", cleared)
	}
}

func TestFocusRingIsDrawnOnlyWithTheFocus(t *testing.T) {
	studio(t, resources.Dark)
	b := NewButton("Go", nil, Plain, nil)
	win := inWindow(t, b, 100, 32)
	ring := test.WidgetRenderer(b).Objects()[0]
	if ring.Visible() {
		t.Error("a ring without the focus")
	}
	win.Canvas().Focus(b)
	if !ring.Visible() {
		t.Error("no ring with the focus")
	}
	win.Canvas().Unfocus()
	if ring.Visible() {
		t.Error("the ring stayed")
	}
}

func TestTabFollowsTheOrderOfARow(t *testing.T) {
	studio(t, resources.Dark)
	a, b, c := NewButton("a", nil, Plain, nil), NewChip("b", nil), NewLink("c", nil)
	b.Disable()
	win := inWindow(t, NewRow(8, a, b, c), 300, 40)
	for _, want := range []fyne.Focusable{a, c, a} {
		win.Canvas().FocusNext()
		if win.Canvas().Focused() != want {
			t.Errorf("focus on %v, want %v", win.Canvas().Focused(), want)
		}
	}
}

func TestPictureWithoutAnActionTakesNoFocus(t *testing.T) {
	studio(t, resources.Dark)
	p := NewPicture(fyne.NewSize(10, 10))
	if !p.Disabled() {
		t.Error("a picture that does nothing stands in Tab's way")
	}
	p.OnTapped = func() {}
	if p.Disabled() {
		t.Error("a picture that opens cannot be reached")
	}
}

func TestTextIsCutOrWrapped(t *testing.T) {
	studio(t, resources.Dark)
	words := "Slow dolly towards the lighthouse at dusk"
	cut := NewText(words, resources.SizeBody, resources.Text1, false).Ellipsis()
	cut.Resize(fyne.NewSize(120, 20))
	if got := cut.lines(120); len(got) != 1 || got[0][0].span.Text == words {
		t.Errorf("not cut: %v", got)
	}
	if cut.Text() != words {
		t.Errorf("the words were lost: %q", cut.Text())
	}
	wrapped := NewText(words, resources.SizeBody, resources.Text1, false).Wrap(true)
	if one, many := wrapped.HeightFor(1000), wrapped.HeightFor(100); many < 3*one {
		t.Errorf("height %v in 1000 px, %v in 100 px", one, many)
	}
	wrapped.MaxLines(2)
	if got := wrapped.HeightFor(100); got != 2*wrapped.lineHeight() {
		t.Errorf("two lines: %v", got)
	}
}

func TestLooksFollowTheTheme(t *testing.T) {
	app := studio(t, resources.Dark)
	text := NewText("x", resources.SizeBody, resources.Text1, false)
	tag := NewTag(ToneWarn, resources.IconUnconfirmed, "Unconfirmed")
	win := inWindow(t, NewRow(8, text, tag), 200, 40)
	dark := win.Canvas().Capture()
	app.Settings().SetTheme(resources.Theme(resources.Light))
	text.Refresh()
	tag.Refresh()
	light := win.Canvas().Capture()
	if dark.At(1, 1) == light.At(1, 1) {
		t.Error("the ground did not change")
	}
	want := resources.Theme(resources.Light).Color(resources.Text1, 0)
	if text.texts[0].Color != want {
		t.Errorf("words in %v, want %v", text.texts[0].Color, want)
	}
}

func TestARingIsDrawnForTheKeyboardNotForThePointer(t *testing.T) {
	studio(t, resources.Dark)
	chosen, tapped := -1, 0
	s := NewSegmented([]string{"720P", "1080P"}, func(i int) { chosen = i })
	s.OnTapped = func() { tapped++ }
	w := inWindow(t, s, 200, 32)
	test.TapAt(s, fyne.NewPos(150, 16))
	if w.Canvas().Focused() != fyne.Focusable(s) || chosen != 1 || tapped != 1 {
		t.Fatalf("after a click: focus %v, chosen %d, tapped %d", w.Canvas().Focused(), chosen, tapped)
	}
	if s.hasRing() {
		t.Error("a click draws the ring")
	}
	s.TypedKey(key(fyne.KeyLeft))
	if chosen != 0 || !s.hasRing() {
		t.Errorf("after an arrow: chosen %d, ring %v", chosen, s.hasRing())
	}
	w.Canvas().Unfocus()
	w.Canvas().Focus(s)
	if !s.hasRing() {
		t.Error("the focus of the keyboard draws no ring")
	}
}

func TestAFrameLeavesNoGaps(t *testing.T) {
	studio(t, resources.Dark)
	top, left, right, centre := NewFixed(0, 40, NewGround(resources.BgPanel)),
		NewFixed(100, 0, NewGround(resources.BgPanel)), NewVRule(), NewGround(resources.BgWindow)
	f := NewFrame(top, left, right, centre)
	inWindow(t, f, 400, 300)
	if got, want := centre.Position(), fyne.NewPos(100, 40); got != want {
		t.Errorf("centre at %v, want %v", got, want)
	}
	if got, want := centre.Size(), fyne.NewSize(299, 260); got != want {
		t.Errorf("centre %v, want %v", got, want)
	}
	top.Hide()
	f.Refresh()
	if got := centre.Size(); got != fyne.NewSize(299, 300) {
		t.Errorf("centre %v without the top", got)
	}
}

func TestAChoiceCardIsChosenByPointerAndKeyboard(t *testing.T) {
	studio(t, resources.Dark)
	n := 0
	c := NewChoiceCard("Sandbox", NewText("Sandbox", resources.SizeBody, resources.Text1, true), func() { n++ })
	w := inWindow(t, c, 200, 60)
	test.Tap(c)
	w.Canvas().Focus(c)
	c.TypedKey(key(fyne.KeySpace))
	c.TypedKey(key(fyne.KeyReturn))
	if n != 3 || c.AccessibilityLabel() != "Sandbox" {
		t.Errorf("chosen %d times, called %q", n, c.AccessibilityLabel())
	}
}

var _ = []fyne.Accessible{(*Button)(nil), (*ChoiceCard)(nil), (*Picker)(nil), (*ChoiceList)(nil),
	(*Link)(nil), (*Text)(nil), (*Tag)(nil), (*Amount)(nil), (*slotFrame)(nil),
	(*Toggle)(nil), (*Stepper)(nil), (*Segmented)(nil), (*Slider)(nil), (*Entry)(nil), (*AmountEntry)(nil),
	(*Picture)(nil),
	(*List)(nil), (*listLine)(nil), (*JustifiedRows)(nil), (*tileFrame)(nil), (*Meter)(nil), (*Sheet)(nil),
	(*Popover)(nil), (*Card)(nil), (*tableRow)(nil)}

// A recycled cell keeps its size when its tag gets another word.
func TestTagIsAsWideAsItsWord(t *testing.T) {
	studio(t, resources.Dark)
	tag := NewTag(ToneAccent, resources.IconProgress, "Waiting to be sent")
	inWindow(t, container.NewWithoutLayout(tag), 300, 40)
	tag.Resize(tag.MinSize())
	tag.Set(ToneOK, resources.IconCheckCircle, "Held")
	if got, want := tag.background.Size().Width, tag.MinSize().Width; got != want {
		t.Errorf("%v wide, want %v", got, want)
	}
}

func TestWhatIsSwitchedAndWrittenOnPicturesGrowsWithTheText(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark).WithTextScale(1.5))
	toggle, search, p := NewToggle(true, nil), NewSearchEntry("Search"), NewPicture(fyne.NewSize(160, 90))
	p.SetCenter(resources.IconPlay)
	p.SetCorner(BottomLeft, "5 s · 720P", nil)
	inWindow(t, NewColumn(8, NewRow(8, toggle), search, NewRow(8, p)), 400, 300)
	if w, icon := toggle.track.Size().Width, apptest.Find[*canvas.Image](search)[0].Size(); w != toggleWidth*1.5 ||
		icon.Width != iconControl*1.5 {
		t.Errorf("a toggle is %v wide, the icon of a search is %v", w, icon)
	}
	if button, words := p.face.disc.Position().Y+p.face.disc.Size().Height,
		p.face.tags[BottomLeft].Position().Y; button > words || p.face.disc.Size().Width < 32 {
		t.Errorf("the button, %v, ends at %v, the words begin at %v", p.face.disc.Size(), button, words)
	}
}

// Where a tag has no room for all its words it shows those that fit as a whole, and an ellipsis.
func TestATagIsCutBetweenWords(t *testing.T) {
	studio(t, resources.Dark)
	tag := NewTag(ToneAccent, resources.IconProgress, "Generating 62%")
	inWindow(t, container.NewWithoutLayout(tag), 300, 40)
	tag.Resize(fyne.NewSize(tag.MinSize().Width-1, 20))
	if tag.text.Text != "Generating…" {
		t.Errorf("1 px too narrow it says %q", tag.text.Text)
	}
	if !tag.cut {
		t.Error("it is not known as cut")
	}
	tag.Resize(tag.MinSize())
	if tag.cut || tag.text.Text != "Generating 62%" {
		t.Errorf("with room it says %q", tag.text.Text)
	}
	tag.Resize(fyne.NewSize(60, 20))
	if !strings.HasSuffix(tag.text.Text, "…") {
		t.Errorf("where no word fits it says %q", tag.text.Text)
	}
}

// A line that is longer than its field has no bar over its words, whatever is typed; the text cursor is in sight.
func TestAFieldOfOneLineHasNoBar(t *testing.T) {
	studio(t, resources.Dark)
	e := NewEntry()
	inWindow(t, e, 120, 40)
	e.SetText("Evening. The boats come home. The lamps are lit one by one.")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	for _, o := range test.LaidOutObjects(e) {
		if strings.HasSuffix(fmt.Sprintf("%T", o), "scrollBarArea") && o.Visible() {
			t.Error("a bar is shown")
		}
	}
	if s := apptest.Find[*container.Scroll](e)[0]; s.Offset.X == 0 {
		t.Error("the end is not in sight")
	}
}

// A tag that was in no window while the text was made larger, or the look changed, follows when it is shown again.
func TestATagFollowsTheLookThatCameWhileItWasAway(t *testing.T) {
	app := studio(t, resources.Dark)
	tag := NewTag(ToneErr, resources.IconErrorCircle, "Failed")
	before := tag.MinSize()
	app.Settings().SetTheme(resources.Theme(resources.Light).WithTextScale(1.5))
	tag.Set(ToneErr, resources.IconErrorCircle, "Failed")
	if tag.MinSize().Width <= before.Width*1.2 || tag.text.Color != themeColor(resources.Err) {
		t.Errorf("it is %v, was %v", tag.MinSize(), before)
	}
}
