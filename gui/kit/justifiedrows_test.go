package kit

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

func gallery(t *testing.T, n int) (*JustifiedRows, *int) {
	t.Helper()
	studio(t, resources.Dark)
	made := new(int)
	j := NewJustifiedRows(func() fyne.CanvasObject { *made++; return canvas.NewRectangle(nil) })
	inWindow(t, j, 814, 600)
	j.ShowWall(NewTileWall(squares(1, n), []TileGroup{{Title: "Today", Count: n}}))
	return j, made
}

func squares(first, n int) []Tile {
	tiles := make([]Tile, n)
	for i := range tiles {
		tiles[i] = Tile{ID: int64(first + i), Aspect: 1}
	}
	return tiles
}

func TestGalleryBindsWhatIsInSightOnly(t *testing.T) {
	j, made := gallery(t, 100_000)
	if *made == 0 || *made > 45 {
		t.Errorf("%d cells", *made)
	}
	bound := 0
	j.OnBind = func(fyne.CanvasObject, int) { bound++ }
	j.SetOffset(200)
	if bound == 0 || bound > 15 {
		t.Errorf("a scroll by one row bound %d cells", bound)
	}
	j.SetOffset(500_000)
	if *made > 60 {
		t.Errorf("%d cells made", *made)
	}
	if from, to := j.VisibleRange(); from >= to || j.Cell(j.wall.tiles[from].ID) == nil {
		t.Errorf("nothing in sight: %d to %d", from, to)
	}
}

func press(j *JustifiedRows, index int, mods fyne.KeyModifier) *tileFrame {
	f := j.body.cells[j.wall.tiles[index].ID].object.(*tileFrame)
	f.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, 60)},
		Button: desktop.MouseButtonPrimary, Modifier: mods})
	return f
}

// A press on one of several leaves them selected, because they may be dragged together. Let go without a drag it
// selects that one alone.
func TestGalleryDragsWhatIsSelected(t *testing.T) {
	j, _ := gallery(t, 30)
	dragged, ended := -1, 0
	j.OnDrag, j.OnDragEnd = func(index int, at fyne.Position) { dragged = index + int(at.X) }, func() { ended++ }
	j.SelectThese([]int{1, 2})
	up := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	f := press(j, 2, 0)
	f.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(100, 0)}})
	f.MouseUp(up)
	f.DragEnd()
	if dragged != 102 || ended != 1 || j.SelectedCount() != 2 {
		t.Errorf("dragged %d, ended %d times, %d selected", dragged, ended, j.SelectedCount())
	}
	press(j, 2, 0).MouseUp(up)
	if !slices.Equal(j.Selected(), []int{2}) {
		t.Errorf("selected %v", j.Selected())
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(j)
	c.Unfocus() // as a drag does, for Esc
	FocusByPointer(c, j)
	if c.Focused() != j || !j.pointed {
		t.Errorf("after a drag %T has the keyboard, without a ring: %v", c.Focused(), j.pointed)
	}
}

func TestGallerySelectsByPointer(t *testing.T) {
	j, _ := gallery(t, 30)
	changes, opened := 0, -1
	j.OnSelect = func() { changes++ }
	j.OnOpen = func(i int) { opened = i }
	for _, tc := range []struct {
		index int
		mods  fyne.KeyModifier
		want  int
	}{{2, 0, 1}, {5, fyne.KeyModifierShift, 4}, {7, fyne.KeyModifierShortcutDefault, 5},
		{3, fyne.KeyModifierShortcutDefault, 4}, {1, 0, 1}} {
		press(j, tc.index, tc.mods)
		if j.SelectedCount() != tc.want {
			t.Errorf("tile %d: %d selected, want %d", tc.index, j.SelectedCount(), tc.want)
		}
	}
	if changes != 5 || opened != -1 {
		t.Errorf("%d changes, opened %d", changes, opened)
	}
	press(j, 4, 0).DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(60, 60)})
	if opened != 4 {
		t.Errorf("a double click opened %d", opened)
	}
}

func TestGalleryByKeyboard(t *testing.T) {
	j, _ := gallery(t, 30) // five squares to a row
	opened := -1
	j.OnOpen = func(i int) { opened = i }
	j.FocusGained()
	perRow := int(j.lay.rows[1].to)
	for _, tc := range []struct {
		key  fyne.KeyName
		want int
	}{{fyne.KeyRight, 1}, {fyne.KeyDown, 1 + perRow}, {fyne.KeyLeft, perRow}, {fyne.KeyUp, 0}, {fyne.KeyLeft, 0},
		{fyne.KeyEnd, 29}, {fyne.KeyHome, 0}} {
		j.TypedKey(key(tc.key))
		if j.Current() != tc.want || j.SelectedCount() != 1 {
			t.Errorf("%s: at %d with %d selected, want %d with 1", tc.key, j.Current(), j.SelectedCount(), tc.want)
		}
	}
	release := apptest.HoldModifiers(fyne.KeyModifierShift)
	j.TypedKey(key(fyne.KeyRight))
	j.TypedKey(key(fyne.KeyRight))
	release()
	if j.SelectedCount() != 3 {
		t.Errorf("Shift and arrows: %d selected, want 3", j.SelectedCount())
	}
	apptest.PressKey(j, fyne.KeySpace)
	if j.SelectedCount() != 2 {
		t.Errorf("Space: %d selected, want 2", j.SelectedCount())
	}
	j.TypedKey(key(fyne.KeyReturn))
	if opened != 2 {
		t.Errorf("Enter opened %d", opened)
	}
	j.TypedShortcut(&fyne.ShortcutSelectAll{})
	if j.SelectedCount() != 30 {
		t.Errorf("Ctrl+A: %d", j.SelectedCount())
	}
	apptest.PressKey(j, fyne.KeyEscape)
	if j.SelectedCount() != 0 {
		t.Errorf("Esc: %d", j.SelectedCount())
	}
	told, at := "", j.Current()
	j.OnShortcut = func(s fyne.Shortcut) { told = s.ShortcutName() }
	j.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyEnd,
		Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierAlt})
	if told == "" || j.Current() != at {
		t.Errorf("Ctrl+Alt+End, which somebody may have chosen for something else: at %d, told %q", j.Current(), told)
	}
}

func TestGalleryKeepsSelectionAndPlaceWhenTilesArrive(t *testing.T) {
	j, _ := gallery(t, 400)
	j.Select(200)
	before := j.Offset()
	top := j.wall.tiles[first(j)].ID
	id := j.wall.tiles[200].ID
	perRow := int(j.lay.rows[1].to)
	tiles := append(squares(1000, 3*perRow), j.wall.tiles...)
	j.ShowWall(NewTileWall(tiles, []TileGroup{{Title: "Today", Count: len(tiles)}}))
	if got := j.Selected(); len(got) != 1 || j.wall.tiles[got[0]].ID != id || j.Current() != got[0] {
		t.Errorf("selected %v, current %d", got, j.Current())
	}
	if j.Offset() <= before || j.wall.tiles[first(j)].ID != top {
		t.Errorf("the view moved: %v to %v, tile %d on top, want %d", before, j.Offset(), j.wall.tiles[first(j)].ID,
			top)
	}
}

func TestGalleryGoesToTheNextTileWhenTheCurrentOneGoes(t *testing.T) {
	j, _ := gallery(t, 10)
	j.Select(4)
	tiles := append(append([]Tile{}, j.wall.tiles[:4]...), j.wall.tiles[5:]...)
	j.ShowWall(NewTileWall(tiles, nil))
	if j.Current() != 4 || j.wall.tiles[4].ID != 6 || j.SelectedCount() != 0 {
		t.Errorf("current %d (tile %d), %d selected", j.Current(), j.wall.tiles[j.Current()].ID, j.SelectedCount())
	}
}

func TestGalleryZoomKeepsTheTopTileInSight(t *testing.T) {
	j, _ := gallery(t, 400)
	j.SetOffset(2000)
	top := first(j)
	j.SetTargetHeight(9999)
	if j.TargetHeight() != TileHeightMax {
		t.Errorf("height %v", j.TargetHeight())
	}
	from, to := j.VisibleRange()
	if top < from || top >= to {
		t.Errorf("tile %d is not within %d to %d", top, from, to)
	}
}

func first(j *JustifiedRows) int { from, _ := j.VisibleRange(); return from }

func TestSuccessorIsTheNextThatIsStillThere(t *testing.T) {
	old := NewTileWall(squares(1, 6), nil)
	left := NewTileWall([]Tile{{ID: 2}, {ID: 5}}, nil)
	for index, want := range map[int]int{-1: -1, 0: 0, 1: 0, 2: 1, 4: 1, 5: 1, 6: -1} {
		if got := left.Successor(old, index); got != want {
			t.Errorf("of %d: %d, want %d", index, got, want)
		}
	}
	if got := NewTileWall(nil, nil).Successor(old, 3); got != -1 {
		t.Errorf("of nothing: %d", got)
	}
}

func TestKeysToTheEndWaitForTheRest(t *testing.T) {
	j, _ := gallery(t, 10)
	j.Waiting = true
	j.TypedKey(key(fyne.KeyRight))
	if j.Current() != 1 {
		t.Errorf("Right went to %d", j.Current())
	}
	j.TypedKey(key(fyne.KeyEnd))
	if j.Current() != 1 {
		t.Errorf("End went to %d of the beginning", j.Current())
	}
	j.Waiting = false
	j.ShowWall(NewTileWall(squares(1, 50), nil))
	if j.Current() != 49 {
		t.Errorf("when all is there End went to %d", j.Current())
	}
}

// The label beside the scroll bar follows the thumb while the user scrolls, and no other change of the rows shows it.
func TestTheScrollLabelFollowsTheThumb(t *testing.T) {
	j, _ := gallery(t, 4000)
	l, pending := j.label, func() {}
	j.LabelOf = func(i int) string { return fmt.Sprint("tile ", i) }
	j.Later = func(_ time.Duration, f func()) func() bool { pending = f; return func() bool { return true } }
	j.SetOffset(0)
	if l.box.Visible() {
		t.Error("shown before a scroll")
	}
	var last float32
	for _, part := range []float32{0.01, 0.3, 0.7, 1} {
		j.SetOffset(part * (j.height() - j.Size().Height))
		first, _ := j.VisibleRange()
		y := l.box.Position().Y
		if !l.box.Visible() || l.text.Text() != fmt.Sprint("tile ", first) || y <= last && part > 0.01 {
			t.Errorf("at %v: shown %v, %q at %v px after %v", part, l.box.Visible(), l.text.Text(), y, last)
		}
		if end := l.box.Position().Add(l.box.Size()); end.X > j.Size().Width || end.Y > j.Size().Height {
			t.Errorf("at %v: it ends at %v of %v", part, end, j.Size())
		}
		last = y
	}
	pending()
	if l.box.Visible() {
		t.Error("shown after a pause")
	}
	for of, change := range map[string]func(){
		"zoom":      func() { j.SetTargetHeight(j.TargetHeight() + 40) },
		"new tiles": func() { j.ShowWall(NewTileWall(squares(1, 4010), nil)) },
		"resize":    func() { j.Resize(j.Size().SubtractWidthHeight(60, 30)) },
	} {
		j.SetOffset(j.Offset() / 2)
		if !l.box.Visible() {
			t.Errorf("before %s: not shown", of)
		}
		change()
		if l.box.Visible() {
			t.Errorf("after %s: shown", of)
		}
	}
}

// The label takes no clicks: the tile below it gets them.
func TestTheScrollLabelIsNoControl(t *testing.T) {
	j, _ := gallery(t, 4000)
	j.LabelOf = func(int) string { return "November" }
	j.SetOffset(1000)
	var visit func(o fyne.CanvasObject)
	visit = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case fyne.Tappable, fyne.Draggable, fyne.Scrollable, fyne.Focusable, desktop.Hoverable:
			t.Errorf("%T takes the pointer or the keyboard", o)
		case *fyne.Container:
			for _, child := range o.Objects {
				visit(child)
			}
		}
	}
	visit(j.label.box)
}

func TestTheWheelWithCtrlChangesTheSizeOfTiles(t *testing.T) {
	studio(t, resources.Dark)
	j := NewJustifiedRows(func() fyne.CanvasObject { return NewText("", resources.SizeSM, resources.Text1, false) })
	inWindow(t, j, 400, 300)
	var larger []bool
	j.OnZoom = func(on bool) { larger = append(larger, on) }
	held := fyne.KeyModifierShortcutDefault
	j.body.modifiers = func() fyne.KeyModifier { return held }
	wheel := func(by float32) { j.body.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, by)}) }
	wheel(10)
	wheel(-10)
	held = 0
	wheel(10)
	if !slices.Equal(larger, []bool{true, false}) {
		t.Errorf("%v", larger)
	}
}

// A screen that opens gives its rows the focus before their tiles are read.
func TestFirstTileIsCurrentOnceTilesArrive(t *testing.T) {
	j, _ := gallery(t, 0)
	j.FocusGained()
	j.ShowWall(NewTileWall(squares(1, 9), []TileGroup{{Title: "Today", Count: 9}}))
	if j.Current() != 0 {
		t.Errorf("the current tile is %d", j.Current())
	}
	frame := j.body.cells[1].object.(*tileFrame)
	if ring := frame.ring; !ring.Visible() {
		t.Error("the first tile has no focus ring")
	}
}
