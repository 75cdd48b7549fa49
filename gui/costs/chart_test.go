package costs

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db/ledger"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/wording"
	"viviscope/resources"
)

var yuan = wording.MoneyFormat{Currency: "CNY"}

// month is November with a bar on most days, the same at every call.
func month() chartData {
	var days []ledger.Group
	for d := range 21 {
		v := func(i int) int64 { return max(int64((d*7+i*5)%11-3)*700_000/int64(i+1), 0) }
		days = append(days, ledger.Group{Day: november.AddDate(0, 0, d),
			Sums: ledger.Sums{Charged: v(0), Reserved: v(1), Refunded: v(2)}})
	}
	return chartOf(days, monthOf(november), noon, yuan)
}

func shownChart(t *testing.T, v resources.Variant) (*chart, fyne.Window) {
	t.Helper()
	apptest.New(t, resources.Theme(v))
	c := newChart(func(int) {})
	c.setData(month(), -1)
	w := test.NewTempWindow(t, kit.NewInset(16, 16, 16, 16, c))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(848, 222))
	return c, w
}

func TestKeysWalkTheBars(t *testing.T) {
	c, w := shownChart(t, resources.Dark)
	opened := -1
	c.onOpen = func(i int) { opened = i }
	w.Canvas().Focus(c)
	if c.highlighted() != 20 {
		t.Errorf("the keyboard begins at bar %d, not today", c.highlighted())
	}
	for _, k := range []struct {
		key  fyne.KeyName
		want int
	}{{fyne.KeyLeft, 19}, {fyne.KeyRight, 20}, {fyne.KeyHome, 0}, {fyne.KeyLeft, 0}, {fyne.KeyEnd, 29},
		{fyne.KeyRight, 29}} {
		c.TypedKey(&fyne.KeyEvent{Name: k.key})
		if c.highlighted() != k.want {
			t.Errorf("%s: at bar %d, want %d", k.key, c.highlighted(), k.want)
		}
	}
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if opened != 29 {
		t.Errorf("Enter opened %d", opened)
	}
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.highlighted() != -1 {
		t.Errorf("after Esc: at bar %d", c.highlighted())
	}
}

func TestThePointerShowsTheValuesOfItsBar(t *testing.T) {
	c, _ := shownChart(t, resources.Dark)
	slot := c.layout().slots[4]
	c.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(slot.x+2, 20)}})
	f := month()
	want := f.buckets[4].name
	for _, v := range f.values(4) {
		want += ", " + v.name + " " + v.amount
	}
	if got := c.AccessibilityLabel(); got != want || c.highlighted() != 4 {
		t.Errorf("bar %d, values %q, want %q", c.highlighted(), got, want)
	}
	c.MouseOut()
	if c.highlighted() != -1 {
		t.Errorf("without a pointer: bar %d", c.highlighted())
	}
}

func TestWhereTheKeyboardIsStaysWhenTheFiguresChange(t *testing.T) {
	c, w := shownChart(t, resources.Dark)
	w.Canvas().Focus(c)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	c.setData(chartOf(nil, period{november.AddDate(0, 0, -3), december}, noon, yuan), -1)
	if c.highlighted() != 3 {
		t.Errorf("1 November is bar 3, the keyboard is at %d", c.highlighted())
	}
	c.setData(chartOf(nil, monthOf(december), noon, yuan), -1)
	if c.highlighted() != -1 {
		t.Errorf("1 November is not shown, the keyboard is at %d", c.highlighted())
	}
}

func TestChartLooksAsItShould(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		t.Run(v.String(), func(t *testing.T) {
			c, w := shownChart(t, v)
			w.Canvas().Focus(c)
			c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
			test.AssertRendersToImage(t, "chart-bars-"+v.String()+".png", w.Canvas())
		})
	}
}
