package editor

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
	"viviscope/resources"
)

// The pictures hold how the screen looks as a whole.
func TestTheCanvasLooksAsItShould(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for name, fill := range map[string]func(*fixture){
			"empty": func(*fixture) {}, "marks": drawn, "narrow": narrow} {
			t.Run(name+"-"+v.String(), func(t *testing.T) {
				e := newFixture(t)
				fyne.CurrentApp().Settings().SetTheme(resources.Theme(v))
				fill(e)
				e.wait()
				e.s.Content().Refresh()
				test.AssertRendersToImage(t, name+"-"+v.String()+".png", e.w.Canvas())
			})
		}
	}
}

// drawn prepares a canvas with versions and marks, one of them selected.
func drawn(e *fixture) {
	_, second := e.branched()
	e.library.now = noon.Add(4*time.Minute + 21*time.Second)
	e.s.OpenAsset(second)
	e.letters("r")
	e.drag([2]float64{70, 30}, [2]float64{110, 70})
	e.letters("a")
	e.drag([2]float64{20, 20}, [2]float64{60, 40})
}

// narrow is the screen in the smallest window, with a frame that cuts.
func narrow(e *fixture) {
	drawn(e)
	e.w.Resize(fyne.NewSize(672, 640))
	e.letters("c")
	e.drag([2]float64{10, 10}, [2]float64{90, 60})
}

func TestNoCommandFallsOverAnEmptyCanvas(t *testing.T) {
	e := newFixture(t)
	for _, c := range e.s.Actions() {
		if (c.Do == nil) != (c.ID == "canvas/pan") {
			t.Errorf("%s", c.ID)
		}
		if c.Can() {
			c.Do()
			e.closeAll()
		}
	}
}

func TestKeysReachTheCanvas(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	e.w.Canvas().Focus(e.s.First())
	for letter, want := range map[string]string{"V": "move", "b": "brush", "E": "erase", "h": "pan", "o": "rotate"} {
		e.letters(letter)
		if string(e.s.tools.settings.Tool) != want || !e.s.column.rows[toolID(e.s.tools.settings.Tool)].button.On() {
			t.Errorf("%s takes %s", letter, e.s.tools.settings.Tool)
		}
	}
	e.letters("b")
	e.drag([2]float64{20, 20}, [2]float64{90, 20})
	width := e.s.tools.settings.Styles["brush"].Width
	e.letters(".")
	if got := e.s.tools.settings.Styles["brush"].Width; got <= width {
		t.Errorf("width %v after %v", got, width)
	}
	e.s.input.TypedShortcut(&fyne.ShortcutUndo{})
	e.s.input.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyZ,
		Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift})
	if e.s.State().Marks != 1 {
		t.Error("Ctrl+Shift+Z does not do it again")
	}
	e.s.input.TypedShortcut(&fyne.ShortcutUndo{})
	e.s.input.TypedShortcut(&fyne.ShortcutRedo{})
	if e.s.State().Marks != 1 {
		t.Error("Ctrl+Y does not do it again")
	}
	e.s.input.KeyDown(&fyne.KeyEvent{Name: fyne.KeyBackslash})
	if !e.s.doc.peeking {
		t.Error("\\ does not show the original")
	}
	e.s.input.KeyUp(&fyne.KeyEvent{Name: fyne.KeyBackslash})
	if e.s.doc.peeking {
		t.Error("it does not come back")
	}
	e.letters("q")
	if !e.s.doc.hidden || e.s.bar.marks.On() {
		t.Error("Q does not hide the marks")
	}
	e.drag([2]float64{20, 60}, [2]float64{90, 60})
	if e.s.doc.hidden {
		t.Error("what is drawn is not seen")
	}
}

func TestOptionsThatHaveNoRoomAreInAPanelAndComeBack(t *testing.T) {
	e := newFixture(t)
	e.w.Resize(fyne.NewSize(430, 640))
	e.open(120, 90)
	e.letters("x")
	left := e.s.options.rows.dropped
	if len(left) == 0 || !e.s.options.more.Visible() {
		t.Fatal("all fits")
	}
	test.Tap(e.s.options.more)
	top := e.w.Canvas().Overlays().Top()
	for _, c := range left {
		if !slices.Contains(apptest.Visible(top), c.object) {
			t.Errorf("a %T is not in the panel", c.object)
		}
	}
	e.s.options.edges.entries[3].SetText("40")
	if got := e.s.tools.state().frame.Max.Y; got != 130 {
		t.Errorf("the frame ends at %d", got)
	}
	top.(fyne.Focusable).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	e.w.Resize(fyne.NewSize(1300, 640))
	e.letters("b")
	for _, name := range []string{"Width", "Opacity", "Hardness"} {
		if e.slider(name) == nil {
			t.Errorf("%s did not come back", name)
		}
	}
}

func TestMeasuresTakeWhatIsTyped(t *testing.T) {
	newFixture(t) // the colours
	var got []float64
	width := widthOf(tool.Brush)
	width.set = func(v float64) { got = append(got, v) }
	m := newNumberSlider(width)
	for _, text := range []string{"12", "12 px", "999", "twelve", "0,4"} {
		m.field.SetText(text)
		m.field.OnSubmitted(text)
	}
	if len(got) != 3 || got[0] != 12 || got[1] != 200 || got[2] != 1 {
		t.Errorf("%v", got)
	}
	for at := 0.0; at <= sliderSteps; at++ {
		if v := m.valueAt(at); v < 1 || v > 200 {
			t.Errorf("%v gives %v", at, v)
		}
	}
}

func TestColoursAreReadAsPeopleWriteThem(t *testing.T) {
	red := drawing.Colours()[0].Color
	for text, ok := range map[string]bool{"#2F74E0": true, "27e": true, " 2f74e0 ": true, "": false, "#12": false,
		"#12345g": false, "+1+2+3": false} {
		if _, got := parseHex(text); got != ok {
			t.Errorf("%q: %v", text, got)
		}
	}
	if c, ok := parseHex(hexOf(red)); !ok || c != red {
		t.Errorf("%v", c)
	}
}

// The line under the picture has its place as soon as the first picture is open.
func TestTheFootHasItsPlaceOnceAPictureIsOpen(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	if height := e.s.foot.box.Size().Height; height < e.s.foot.box.MinSize().Height || height == 0 {
		t.Errorf("the foot is %g px high", height)
	}
}
