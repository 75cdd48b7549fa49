package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/resources"
)

// rowsSource counts what a list asks for. Rows of kind 1 are twice as high.
type rowsSource struct {
	made, bound int
	tall        map[int64]float32
	shows       map[fyne.CanvasObject]int64
}

func (s *rowsSource) NewCell(int) fyne.CanvasObject { s.made++; return canvas.NewRectangle(nil) }

func (s *rowsSource) Bind(c fyne.CanvasObject, r Row) { s.bound++; s.shows[c] = r.ID }

func (s *rowsSource) Height(r Row, _ float32) float32 {
	if h := s.tall[r.ID]; h > 0 {
		return h
	}
	return float32(40 * (r.Kind + 1))
}

func rowsFrom(first, n int64) []Row {
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{ID: first + int64(i)}
	}
	return rows
}

func listOf(t *testing.T, rows []Row) (*List, *rowsSource) {
	t.Helper()
	studio(t, resources.Dark)
	src := &rowsSource{tall: map[int64]float32{}, shows: map[fyne.CanvasObject]int64{}}
	l := NewFeed(src, 0, 0)
	inWindow(t, l, 300, 400)
	l.SetRows(rows)
	return l, src
}

func TestListMakesCellsForWhatIsInSightOnly(t *testing.T) {
	l, src := listOf(t, rowsFrom(1, 100_000))
	if src.made > 12 {
		t.Errorf("%d cells for 10 rows in sight", src.made)
	}
	for y := float32(0); y < 100_000; y += 397 {
		l.SetOffset(y)
	}
	if src.made > 12 {
		t.Errorf("%d cells after scrolling", src.made)
	}
	l.SetOffset(400)
	if l.Cell(1) != nil || l.Cell(11) == nil || l.Cell(20) == nil || l.Cell(22) != nil {
		t.Error("the cells do not belong to the rows in sight")
	}
}

func TestWhatIsInSightStaysWhenRowsArriveAbove(t *testing.T) {
	l, _ := listOf(t, rowsFrom(100, 100))
	l.SetOffset(410) // row 110 is cut by 10
	l.SetRows(append(rowsFrom(1, 5), rowsFrom(100, 100)...))
	if got := l.Offset(); got != 610 {
		t.Errorf("offset %v, want 610", got)
	}
	l.UpdateRow(1)
	if got := l.Offset(); got != 610 {
		t.Errorf("offset %v after a row above was read again", got)
	}
	l.SetOffset(0)
	l.SetRows(append(rowsFrom(50, 1), l.Rows()...))
	if !l.AtTop() {
		t.Error("at the very top new rows are to be seen")
	}
}

func TestWhatIsInSightStaysWhenARowAboveGrows(t *testing.T) {
	l, src := listOf(t, rowsFrom(1, 100))
	l.SetOffset(800)
	src.tall[3] = 140
	l.UpdateRow(3)
	if got := l.Offset(); got != 900 {
		t.Errorf("offset %v, want 900", got)
	}
}

func TestUpdateTouchesOneCell(t *testing.T) {
	l, src := listOf(t, rowsFrom(1, 1000))
	src.bound = 0
	l.UpdateRow(4)
	if src.bound != 1 {
		t.Errorf("%d cells were filled for one row", src.bound)
	}
	l.UpdateRow(900)
	l.UpdateRow(5555)
	if src.bound != 1 {
		t.Error("a row out of sight filled a cell")
	}
}

func TestARowThatChangesItsKindGetsAnotherCell(t *testing.T) {
	l, src := listOf(t, rowsFrom(1, 5))
	old := l.Cell(2)
	rows := rowsFrom(1, 5)
	rows[1].Kind = 1
	l.SetRows(rows)
	if l.Cell(2) == old {
		t.Error("a cell of another kind shows the row")
	}
	if src.shows[l.Cell(2)] != 2 {
		t.Errorf("the cell shows row %d", src.shows[l.Cell(2)])
	}
	if got := l.Cell(3).Position().Y; got != 120 {
		t.Errorf("the row below stands at %v, want 120", got)
	}
}

func TestListWithoutKeysScrolls(t *testing.T) {
	l, _ := listOf(t, rowsFrom(1, 100))
	l.TypedKey(key(fyne.KeyEnd))
	if got := l.Offset(); got != 100*40-400 {
		t.Errorf("End: %v", got)
	}
	l.TypedKey(key(fyne.KeyHome))
	if !l.AtTop() {
		t.Error("Home did not go to the top")
	}
}

func TestAFeedWithTheFocusHasARing(t *testing.T) {
	l, _ := listOf(t, rowsFrom(1, 3))
	c := fyne.CurrentApp().Driver().CanvasForObject(l)
	c.Focus(l)
	if !l.ring.Visible() || l.ring.Size() != l.Size() {
		t.Errorf("with the focus: ring %v of %v, list %v", l.ring.Visible(), l.ring.Size(), l.Size())
	}
	c.Unfocus()
	if l.ring.Visible() {
		t.Error("the ring stays without the focus")
	}
}
