package editor

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/gui/apptest"
	"viviscope/gui/editor/tool"
	"viviscope/gui/kit"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// inWindow returns the visible objects of a type, in the window and the overlays over it.
func inWindow[T fyne.CanvasObject](e *fixture) (found []T) {
	for _, root := range append([]fyne.CanvasObject{e.w.Content()}, e.w.Canvas().Overlays().List()...) {
		found = append(found, apptest.Find[T](root)...)
	}
	return found
}

// sliders returns the numbers of all options by their names.
func (e *fixture) sliders() map[string]*numberSlider {
	all := map[string]*numberSlider{}
	var collect func(o fyne.CanvasObject)
	collect = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *pointerSlider:
			all[o.of.label.Text()] = o.of
		case *fyne.Container:
			for _, part := range o.Objects {
				collect(part)
			}
		}
	}
	for _, table := range e.s.options.tables {
		for _, c := range table {
			collect(c.object)
		}
	}
	return all
}

// slider returns the visible number of a name; nil if there is none.
func (e *fixture) slider(name string) *numberSlider {
	n := e.sliders()[name]
	if n == nil || !slices.Contains(inWindow[fyne.CanvasObject](e), fyne.CanvasObject(n.field)) {
		return nil
	}
	return n
}

// colours returns the visible colours of marks.
func (e *fixture) colours() *swatches { return inWindow[*swatches](e)[0] }

// The sizes are those that the canvas has in windows of 1120 x 720 and 1440 x 900.
func TestEveryOptionIsShown(t *testing.T) {
	for _, c := range []struct {
		tag           string
		scale         float32
		width, height float32
		tight         bool // some options have no room
	}{
		{"en", 1, 671, 600, false}, {"de", 1, 671, 600, false}, {"en", 1, 879, 780, false}, {"de", 1, 879, 780, false},
		{"en", 1.5, 617, 600, true}, {"de", 1.5, 617, 600, true}, {"en", 1.5, 800, 780, false},
		{"de", 1.5, 800, 780, false},
	} {
		langtest.Use(t, c.tag)
		e := newFixture(t)
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
		e.w.Resize(fyne.NewSize(c.width, c.height))
		e.open(120, 90)
		e.s.Content().Refresh()
		check := func(state string) {
			t.Helper()
			o := e.s.options
			if o.more.Visible() && !c.tight {
				t.Errorf("%s at %v in %s and %v: %d of %d options are not shown, %v wide",
					state, c.width, c.tag, c.scale, len(o.rows.dropped), len(o.rows.list), o.row.Size().Width)
			}
			for _, p := range o.rows.list {
				at, size := p.object.Position(), p.object.Size()
				if p.object.Visible() && (at.X+size.Width > o.row.Size().Width+0.5 ||
					at.Y+size.Height > o.row.Size().Height+0.5) {
					t.Errorf("%s at %v in %s and %v: an option of %v at %v in %v", state, c.width, c.tag, c.scale, size,
						at, o.row.Size())
				}
			}
		}
		head := e.s.head.Size()
		for _, entry := range newToolTable() {
			if entry.kind == tool.Picture {
				continue
			}
			e.s.tools.take(entry.kind)
			check(string(entry.kind))
			if e.s.head.Size() != head {
				t.Errorf("%s moves the canvas: the line has %v instead of %v", entry.kind, e.s.head.Size(), head)
			}
		}
		for letter, kind := range map[string]tool.Kind{"r": tool.Box, "a": tool.Arrow, "b": tool.Brush,
			"n": tool.Number, "m": tool.Region} {
			e.letters(letter)
			e.drag([2]float64{20, 20}, [2]float64{60, 40})
			e.key(fyne.KeyEscape)
			e.letters("v")
			e.click(20, 30)
			check("selected " + string(kind))
			e.key(fyne.KeyDelete)
		}
	}
}

// No message, selection or tool moves the canvas.
func TestTheCanvasKeepsItsPlace(t *testing.T) {
	e := newFixture(t)
	e.w.Resize(fyne.NewSize(671, 640))
	e.open(400, 300)
	place := func() [2]float32 {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(e.s.view)
		return [2]float32{at.Y, e.s.view.Size().Height}
	}
	before := place()
	check := func(state string) {
		t.Helper()
		if got := place(); got != before {
			t.Errorf("%s: the view has %v instead of %v", state, got, before)
		}
	}
	e.box()
	check("a mark")
	e.letters("v")
	e.click(20, 30)
	check("a selected mark")
	e.letters("c")
	check("another tool")
	e.s.foot.flash("Frames need a web address, and a blank canvas has none. Send it first: the result has one for 24 h.")
	check("a long message")
	driver := fyne.CurrentApp().Driver()
	bottom := driver.AbsolutePositionForObject(e.s.foot.sent).Y + e.s.foot.sent.Size().Height
	if e.s.foot.sent.Size().Height < 30 || bottom > driver.AbsolutePositionForObject(e.s.strip.box).Y {
		t.Errorf("the message has %v and ends at %v", e.s.foot.sent.Size(), bottom)
	}
}

// The frame of a crop shows its size and the thirds, also while nothing is dragged.
func TestACropShowsItsSizeAndThirds(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	e.letters("c")
	e.drag([2]float64{20, 10}, [2]float64{320, 210})
	if got := e.s.overlay.size.Word(); got != "300 × 200 px" ||
		!slices.Contains(e.s.overlay.objects, fyne.CanvasObject(e.s.overlay.size)) {
		t.Errorf("the frame shows %q", got)
	}
	thin := 0
	for _, o := range e.s.overlay.objects {
		if line, ok := o.(*canvas.Line); ok && line.StrokeWidth == 0.5 {
			thin++
		}
	}
	if thin != 4 {
		t.Errorf("%d lines of thirds", thin)
	}
	e.letters("b")
	if slices.Contains(e.s.overlay.objects, fyne.CanvasObject(e.s.overlay.size)) {
		t.Error("the size stays without a frame")
	}
}

// Nothing of a badge in the strip is cut, in any language.
func TestBadgesInTheStripAreWhole(t *testing.T) {
	for _, tag := range []string{"en", "de", "es", "ja", "zh-CN"} {
		langtest.Use(t, tag)
		e := newFixture(t)
		_, second := e.branched()
		e.s.OpenAsset(second)
		e.wait()
		for _, tag := range apptest.Find[*kit.Tag](e.s.strip.row) {
			if tag.MinSize().Width > tag.Size().Width+0.5 {
				t.Errorf("%q needs %v and has %v", tag.Word(), tag.MinSize(), tag.Size())
			}
		}
	}
}

// The buttons of a selected mark can be pressed as soon as it is selected by a click.
func TestButtonsOfASelectedMarkAreOn(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	e.box()
	e.letters("v")
	e.key(fyne.KeyEscape)
	e.click(20, 40)
	for _, c := range e.s.options.behind {
		if b := c.object.(*kit.Button); !b.Visible() || b.Disabled() {
			t.Errorf("%s: visible %v, disabled %v", b.AccessibilityLabel(), b.Visible(), b.Disabled())
		}
	}
}
