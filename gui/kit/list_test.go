package kit

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/resources"
)

// placeCell is a cell that remembers which row it shows.
type placeCell struct {
	canvas.Rectangle
	row int
}

// placesList is a list of n rows of 25 px, of which ten are in sight. made counts its cells.
func placesList(t *testing.T, n *int) (l *List, made *int) {
	t.Helper()
	studio(t, resources.Dark)
	made = new(int)
	l = NewList(func() int { return *n }, func() fyne.CanvasObject {
		*made++
		c := &placeCell{}
		c.SetMinSize(fyne.NewSize(40, 25))
		return c
	}, func(i int, c fyne.CanvasObject) { c.(*placeCell).row = i })
	inWindow(t, l, 300, 250)
	return l, made
}

// shownBy lists the rows that the cells in sight show, from top to bottom.
func shownBy(l *List) (rows []int) {
	for _, o := range l.body.drawn.objects {
		rows = append(rows, o.(*listLine).cell.(*placeCell).row)
	}
	return rows
}

// What changes rows in a window that is open for days must leave nothing behind: no cell, and no theme of its own.
func TestListMakesNoCellsWhenItsRowsChange(t *testing.T) {
	n := 10_000
	l, made := placesList(t, &n)
	for i := range 1000 {
		n = 10_000 - i
		l.SetOffset(float32(i * 7))
		l.Update()
	}
	if *made > 13 {
		t.Errorf("%d cells for 10 rows in sight", *made)
	}
}

func TestListShowsTheRowsInSight(t *testing.T) {
	n := 100
	l, _ := placesList(t, &n)
	l.SetOffset(80 * 25)
	if got := shownBy(l); !slices.Equal(got, []int{80, 81, 82, 83, 84, 85, 86, 87, 88, 89}) {
		t.Errorf("rows %v", got)
	}
	n = 4
	l.Update()
	if got := shownBy(l); !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("rows of a short list: %v", got)
	}
	n = 0
	l.Update()
	if got := shownBy(l); len(got) != 0 {
		t.Errorf("rows of an empty list: %v", got)
	}
	n = 40
	l.Height = func(i int, _ float32) float32 { return float32(25 + 25*(i%2)) }
	l.Update()
	l.SetOffset(75)
	if got := shownBy(l); !slices.Equal(got, []int{2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("uneven rows %v", got)
	}
}

func TestListIsUsedByKeyAndByPointer(t *testing.T) {
	n := 100
	l, _ := placesList(t, &n)
	var chosen, opened, tapped []int
	l.OnChosen = func(i int) { chosen = append(chosen, i) }
	l.OnOpen = func(i int) { opened = append(opened, i) }
	l.OnTapped = func(i int) { tapped = append(tapped, i) }
	test.Tap(l.body.cells[3].object.(*listLine))
	if fyne.CurrentApp().Driver().CanvasForObject(l).Focused() != l {
		t.Error("a click on a row leaves the keys elsewhere")
	}
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyEnd, fyne.KeyUp, fyne.KeyHome, fyne.KeyPageDown,
		fyne.KeyReturn} {
		l.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if !slices.Equal(chosen, []int{3, 4, 99, 98, 0, 8}) || !slices.Equal(opened, []int{8}) ||
		!slices.Equal(tapped, []int{3}) {
		t.Errorf("chosen %v, opened %v, clicked %v", chosen, opened, tapped)
	}
	if !slices.Contains(shownBy(l), 8) {
		t.Errorf("the chosen row is out of sight: %v", shownBy(l))
	}
	for _, c := range l.body.cells {
		r := c.object.(*listLine)
		if (r.i == 8) != r.ground.Visible() {
			t.Errorf("row %d is marked: %v", r.i, r.ground.Visible())
		}
	}
}
