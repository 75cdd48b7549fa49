package chart

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func yuan(v int64) string { return wording.Money(v, "CNY") }

// month is November with a bar on most days, the same at every call.
func month() Figures {
	var amounts []Amount
	for d := range 21 {
		for i, of := range []string{"clip-2.6", "clip-3.0", "clip-3.0-turbo", "pictures"} {
			if v := int64((d*7+i*5)%11-3) * 700_000 / int64(i+1); v > 0 {
				amounts = append(amounts, Amount{At: november.AddDate(0, 0, d), Of: of, Micros: v})
			}
		}
	}
	f := Of(amounts, november, december, noon)
	f.Budget = new(int64(150_000_000))
	return f
}

func shown(t *testing.T, v resources.Variant, look Look) (*Chart, fyne.Window) {
	t.Helper()
	apptest.New(t, resources.Theme(v))
	c := New(yuan)
	c.Set(month(), look, yuan, 10_000)
	w := test.NewTempWindow(t, widgets.NewInset(16, 16, 16, 16, c))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(848, 222))
	return c, w
}

func TestKeysWalkTheBars(t *testing.T) {
	c, w := shown(t, resources.Dark, Bars)
	opened := -1
	c.OnOpen = func(i int) { opened = i }
	w.Canvas().Focus(c)
	if c.At() != 20 {
		t.Errorf("the keyboard begins at bar %d, not today", c.At())
	}
	for _, k := range []struct {
		key  fyne.KeyName
		want int
	}{{fyne.KeyLeft, 19}, {fyne.KeyRight, 20}, {fyne.KeyHome, 0}, {fyne.KeyLeft, 0}, {fyne.KeyEnd, 29}, {fyne.KeyRight, 29}} {
		c.TypedKey(&fyne.KeyEvent{Name: k.key})
		if c.At() != k.want {
			t.Errorf("%s: at bar %d, want %d", k.key, c.At(), k.want)
		}
	}
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if opened != 29 {
		t.Errorf("Enter opened %d", opened)
	}
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.At() != -1 {
		t.Errorf("after Esc: at bar %d", c.At())
	}
}

func TestThePointerShowsTheValuesOfItsBar(t *testing.T) {
	c, _ := shown(t, resources.Dark, Bars)
	slot := c.plan().Slots[4]
	c.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(slot.X+2, 20)}})
	f := month()
	want := f.Buckets[4].Name
	for _, v := range valuesOf(f, Bars, 4, yuan) {
		want += ", " + v.name + " " + v.amount
	}
	if got := c.AccessibilityLabel(); got != want || c.At() != 4 {
		t.Errorf("bar %d, values %q, want %q", c.At(), got, want)
	}
	c.MouseOut()
	if c.At() != -1 {
		t.Errorf("without a pointer: bar %d", c.At())
	}
}

func TestWhereTheKeyboardIsStaysWhenTheFiguresChange(t *testing.T) {
	c, w := shown(t, resources.Dark, Bars)
	w.Canvas().Focus(c)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	c.Set(Of(nil, november.AddDate(0, 0, -3), december, noon), Bars, yuan, 10_000)
	if c.At() != 3 {
		t.Errorf("1 November is bar 3, the keyboard is at %d", c.At())
	}
	c.Set(Of(nil, december, december.AddDate(0, 1, 0), noon), Bars, yuan, 10_000)
	if c.At() != -1 {
		t.Errorf("1 November is not shown, the keyboard is at %d", c.At())
	}
}

func TestChartLooksAsItShould(t *testing.T) {
	apptest.Compares(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		for name, look := range map[string]Look{"bars": Bars, "running": Running} {
			t.Run(name+"-"+v.String(), func(t *testing.T) {
				c, w := shown(t, v, look)
				w.Canvas().Focus(c)
				c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
				test.AssertRendersToImage(t, name+"-"+v.String()+".png", w.Canvas())
			})
		}
	}
}

// poster is a picture of the month in light colours.
func poster(look Look) Poster {
	colors := resources.Theme(resources.Light)
	return Poster{Title: "November 2026", Note: "charged", Size: fyne.NewSize(900, 360), Scale: 1, Look: look, Money: yuan, Least: 10_000,
		Color: func(n fyne.ThemeColorName) color.Color { return colors.Color(n, theme.VariantLight) }}
}

func TestPictureLooksAsItShould(t *testing.T) {
	apptest.Compares(t)
	for name, look := range map[string]Look{"poster-bars": Bars, "poster-running": Running} {
		apptest.New(t, resources.Theme(resources.Dark))
		test.AssertImageMatches(t, name+".png", Picture(month(), poster(look)))
	}
}
