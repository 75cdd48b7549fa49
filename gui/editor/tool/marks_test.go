package tool

import (
	"errors"
	"math"
	"slices"
	"testing"

	"viviscope/gui/editor/drawing"
)

type pt = drawing.Point

func TestShapesAreDrawnFromPlaceToPlace(t *testing.T) {
	for _, c := range []struct {
		name     string
		kind     Kind
		from, to Pointer
		want     [2]pt
	}{
		{"line", Line, at(10, 20), at(110, 70), [2]pt{{X: 10, Y: 20}, {X: 110, Y: 70}}},
		{"arrow back", Arrow, at(110, 70), at(10, 20), [2]pt{{X: 110, Y: 70}, {X: 10, Y: 20}}},
		{"level line", Line, at(10, 20), at(110, 25, Shift), [2]pt{{X: 10, Y: 20}, {X: 110, Y: 20}}},
		{"box backwards", Box, at(110, 70), at(10, 20), [2]pt{{X: 10, Y: 20}, {X: 110, Y: 70}}},
		{"square", Box, at(10, 20), at(110, 70, Shift), [2]pt{{X: 10, Y: 20}, {X: 110, Y: 120}}},
		{"square backwards", Box, at(110, 120), at(10, 70, Shift), [2]pt{{X: 10, Y: 20}, {X: 110, Y: 120}}},
		{"from the middle", Ellipse, at(60, 60), at(80, 90, Alt), [2]pt{{X: 40, Y: 30}, {X: 80, Y: 90}}},
		{"circle from the middle", Ellipse, at(60, 60), at(80, 90, Alt, Shift), [2]pt{{X: 30, Y: 30}, {X: 90, Y: 90}}},
		{"region", Region, at(10, 20), at(110, 70), [2]pt{{X: 10, Y: 20}, {X: 110, Y: 70}}},
		{"blur", Blur, at(10, 20), at(110, 70), [2]pt{{X: 10, Y: 20}, {X: 110, Y: 70}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, k := newCanvas(t, 400, 300)
			k.Take(c.kind)
			k.Down(c.from)
			k.Drag(c.to)
			if len(h.shown.Marks) != 1 || len(h.Drawing().Marks) != 0 {
				t.Fatalf("a drag shows %d marks and draws %d", len(h.shown.Marks), len(h.Drawing().Marks))
			}
			k.Up(c.to)
			m := h.top()
			for i, want := range c.want {
				if math.Hypot(m.Points[i].X-want.X, m.Points[i].Y-want.Y) > 1e-9 {
					t.Errorf("%v, want %v", m.Points, c.want)
				}
			}
			if sel := k.Selection(); len(sel) != 1 || sel[0].ID != m.ID {
				t.Errorf("selected: %v", sel)
			}
			if len(k.Overlay(1).Handles) == 0 {
				t.Error("no handles at what was drawn")
			}
		})
	}
}

func TestAClickWithAShapeSelectsInsteadOfDrawingASpeck(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Box)
	drag(k, at(50, 50), at(150, 150))
	drag(k, at(300, 200), at(301, 201))
	if len(h.Drawing().Marks) != 1 || len(k.Selection()) != 0 {
		t.Fatalf("%d marks, %d selected", len(h.Drawing().Marks), len(k.Selection()))
	}
	drag(k, at(50, 100), at(50, 100))
	if len(k.Selection()) != 1 {
		t.Fatal("the box was not selected")
	}
	drag(k, at(150, 150), at(200, 180))
	if b := h.top().Rect(); b != (drawing.Rect{X0: 50, Y0: 50, X1: 200, Y1: 180}) || len(h.Drawing().Marks) != 1 {
		t.Errorf("its corner did not follow: %v", b)
	}
	if w := h.words(); !slices.Equal(w, []string{"box", "reshape"}) {
		t.Errorf("words %q", w)
	}
}

func TestEscLeavesADragAndThenTheSelection(t *testing.T) {
	for _, kind := range []Kind{Move, Brush, Erase, Line, Box, Number, Text, Region, Crop, Extend, Rotate} {
		h, k := newCanvas(t, 400, 300)
		k.Take(Box)
		drag(k, at(50, 50), at(150, 150))
		before := h.Drawing()
		k.Take(kind)
		k.Down(at(0, 100))
		k.Drag(at(-90, 120))
		if !k.Cancel() {
			t.Errorf("%s: nothing to leave", kind)
		}
		if !h.shown.Equal(before) || h.drawing {
			t.Errorf("%s: something is still shown", kind)
		}
		k.Drag(at(100, 130))
		k.Up(at(100, 130))
		if !h.Drawing().Equal(before) {
			t.Errorf("%s: drawn after Esc", kind)
		}
		k.Cancel()
		if k.Cancel() {
			t.Errorf("%s: Esc never ends", kind)
		}
	}
}

func TestABrushPaintsWhereThePointerWas(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	for _, kind := range []Kind{Brush, Erase} {
		k.Take(kind)
		var places []Pointer
		for i := range 200 {
			s, c := math.Sincos(float64(i) / 30)
			places = append(places, at(200+100*c, 150+100*s))
		}
		drag(k, places...)
		m := h.top()
		if m.Kind != drawing.MarkKind(kind) || len(m.Points) > 120 || len(m.Points) < 20 {
			t.Errorf("%s of %d points", m.Kind, len(m.Points))
		}
		if len(h.stroke) < len(places)-1 {
			t.Errorf("the live stroke has %d of %d places", len(h.stroke), len(places))
		}
		m.Style.Width = 2 * drawing.Exact
		for _, p := range places {
			if !m.Hit(p.At, 1e-9) {
				t.Fatalf("%v is not on the stroke", p.At)
			}
		}
	}
	if w := h.words(); !slices.Equal(w, []string{"brush", "erase"}) {
		t.Errorf("words %q", w)
	}
}

func TestAQuickStrokeIsKeptAsItWasShown(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Brush)
	var places []Pointer
	for i := range 40 {
		places = append(places, at(10+9.3*float64(i), 150+100*math.Sin(float64(i)/3)))
	}
	drag(k, places...)
	if m := h.top(); !slices.Equal(m.Points, h.stroke) {
		t.Errorf("shown %v, kept %v", h.stroke, m.Points)
	}
	places = places[:0]
	for i := range 400 {
		places = append(places, at(10+float64(i)/2, 20))
	}
	drag(k, places...)
	if m := h.top(); len(m.Points) > 20 {
		t.Errorf("a slow straight stroke keeps %d points", len(m.Points))
	}
}

func TestAnEndlessStrokeGoesOnAsAnother(t *testing.T) {
	h, k := newCanvas(t, 3840, 2160)
	k.Take(Brush)
	k.Down(at(0, 0))
	for i := range drawing.MaxPoints + 100 {
		k.Drag(at(float64(i%3000), float64(i%7*100)))
	}
	k.Up(at(1, 1))
	if n := len(h.Drawing().Marks); n != 2 {
		t.Errorf("%d strokes", n)
	}
}

func TestABrushWithShiftIsStraight(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Brush)
	drag(k, at(10, 10, Shift), at(60, 40, Shift), at(200, 14, Shift))
	if m := h.top(); !slices.Equal(m.Points, []pt{{X: 10, Y: 10}, {X: 200, Y: 10}}) {
		t.Errorf("%v", m.Points)
	}
	drag(k, at(10, 10, Shift), at(10, 10, Shift))
	if m := h.top(); len(m.Points) != 1 {
		t.Errorf("a dot has %v", m.Points)
	}
	o := k.Overlay(1)
	if o.Pen == nil || o.Pen.Edge != 4 || o.Pen.Solid != 2 || o.Cursor != Hidden {
		t.Errorf("pen %+v", o.Pen)
	}
}

func TestNumbersCountByThemselves(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Number)
	for i := range 3 {
		drag(k, at(float64(50+100*i), 50))
		if m := h.top(); m.Number != i+1 {
			t.Fatalf("number %d at click %d", m.Number, i+1)
		}
	}
	k.Select(2)
	k.Delete()
	drag(k, at(50, 200))
	if m := h.top(); m.Number != 2 {
		t.Errorf("2 is free, the next is %d", m.Number)
	}
	drag(k, at(50, 50), at(80, 90))
	if m, _ := h.Drawing().Mark(1); m.At.Apply(m.Points[0]) != (pt{X: 80, Y: 90}) || len(h.Drawing().Marks) != 3 {
		t.Errorf("a number that is dragged goes to %v", m.At.Apply(m.Points[0]))
	}
	k.Select(1)
	k.Duplicate()
	if m := h.top(); m.Number != 4 {
		t.Errorf("a copied number is %d", m.Number)
	}
}

func TestTextsAreTypedAndMeasured(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Text)
	drag(k, at(40, 50))
	if h.wrote == nil || h.wrote.ID != 0 {
		t.Fatalf("typing into %v", h.wrote)
	}
	k.Written(*h.wrote, "  \n")
	if len(h.Drawing().Marks) != 0 || h.history.CanUndo() {
		t.Fatal("an empty label was drawn")
	}
	k.Written(*h.wrote, "lemons here ")
	m := h.top()
	if m.Text != "lemons here" || m.Size != (pt{X: 44, Y: 12}) || m.Points[0] != (pt{X: 40, Y: 50}) {
		t.Fatalf("%+v", m)
	}
	drag(k, at(60, 55))
	if h.wrote.ID != m.ID {
		t.Fatal("a click on a label does not type into it")
	}
	k.Written(*h.wrote, "limes")
	m = h.top()
	if m.Text != "limes" || m.Size.X != 20 {
		t.Errorf("%+v", m)
	}
	k.Take(Move)
	if len(k.Selection()) != 1 {
		t.Fatal("Move does not keep the selection")
	}
	k.Restyle("size", func(m drawing.Mark) drawing.Mark { m.Style.Width = 20; return m })
	k.Restyle("size", func(m drawing.Mark) drawing.Mark { m.Style.Width = 24; return m })
	m = h.top()
	if m.Size != (pt{X: 60, Y: 36}) {
		t.Errorf("larger letters in a label of %v", m.Size)
	}
	k.Written(m, "")
	if len(h.Drawing().Marks) != 0 {
		t.Error("a label that was emptied is still there")
	}
	if w := h.words(); !slices.Equal(w, []string{"text", "text", "style", "delete"}) {
		t.Errorf("words %q", w)
	}
	k.Written(drawing.Mark{Kind: drawing.Text, Points: []pt{{}}, Style: h.style}, string(make([]byte, 5000)))
	for _, bad := range []string{"\xff\xfe words", string(slices.Repeat([]rune{'é'}, drawing.MaxText))} {
		k.Written(drawing.Mark{Kind: drawing.Text, Points: []pt{{}}, Style: h.style}, bad)
	}
}

func TestMoveSelectsAndMoves(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Box)
	h.style.Filled = true
	drag(k, at(50, 50), at(100, 100))
	drag(k, at(200, 50), at(250, 100))
	k.Take(Move)
	k.Select()
	ids := func(want ...int64) {
		t.Helper()
		if got := k.ids(); !slices.Equal(got, want) {
			t.Errorf("selected %v, want %v", got, want)
		}
	}
	drag(k, at(75, 75))
	ids(1)
	drag(k, at(225, 75, Shift))
	ids(1, 2)
	drag(k, at(225, 75, Shift))
	ids(1)
	drag(k, at(30, 30), at(120, 120))
	ids(1)
	drag(k, at(30, 30), at(80, 80), at(270, 120))
	ids(1, 2)
	drag(k, at(75, 75), at(85, 78), at(95, 80))
	for id, x := range map[int64]float64{1: 70, 2: 220} {
		if m, _ := h.Drawing().Mark(id); m.Box().X0 != x || m.Box().Y0 != 55 {
			t.Errorf("%d is at %v", id, m.Box())
		}
	}
	drag(k, at(75, 75), at(100, 80, Shift))
	if m, _ := h.Drawing().Mark(1); m.Box().X0 != 95 || m.Box().Y0 != 55 {
		t.Errorf("along one axis: %v", m.Box())
	}
	drag(k, at(120, 75))
	ids(1)
	drag(k, at(380, 280))
	ids()
	k.Key(Key{Name: All})
	ids(1, 2)
}

func TestASelectedBoxIsTakenAtItsInside(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Box)
	drag(k, at(50, 50), at(150, 150))
	k.Take(Move)
	k.Hover(at(100, 75))
	if k.Overlay(1).Cursor != Moving {
		t.Error("the pointer does not show it")
	}
	drag(k, at(100, 75), at(110, 95))
	if b := h.top().Box(); b.X0 != 60 || b.Y0 != 70 {
		t.Errorf("%v", b)
	}
	k.Select()
	drag(k, at(110, 110), at(120, 120))
	if b := h.top().Box(); b.X0 != 60 || len(k.Selection()) != 0 {
		t.Errorf("the inside of a box that is not selected: %v", b)
	}
}

func TestKeysOfTheSelection(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	h.style.Filled = true
	k.Take(Box)
	for x := range 4 {
		drag(k, at(float64(50+60*x), 50), at(float64(90+60*x), 100))
	}
	k.Take(Move)
	order := func(want ...int64) {
		t.Helper()
		var got []int64
		for _, m := range h.Drawing().Marks {
			got = append(got, m.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("order %v, want %v", got, want)
		}
	}
	k.Select(1, 2)
	k.Raise(false)
	order(3, 1, 2, 4)
	k.Raise(false)
	k.Raise(false)
	order(3, 4, 1, 2)
	k.Lower(false)
	order(3, 1, 2, 4)
	k.Lower(true)
	order(1, 2, 3, 4)
	k.Raise(true)
	order(3, 4, 1, 2)

	k.Select(1)
	steps := len(h.words())
	k.Key(Key{Name: Left})
	k.Key(Key{Name: Down, Hold: Shift})
	if m := k.Selection()[0]; m.Box().X0 != 49 || m.Box().Y0 != 60 || len(h.words()) != steps+1 {
		t.Errorf("nudged to %v in %d steps", m.Box(), len(h.words())-steps)
	}
	k.Duplicate()
	if got := h.top(); got.Box().X0 != 65 || !slices.Equal(k.ids(), []int64{5}) {
		t.Errorf("a copy at %v, selected %v", got.Box(), k.ids())
	}
	k.Delete()
	order(3, 4, 1, 2)
	if k.Key(Key{Name: Left}) {
		t.Error("a key without a selection did something")
	}
}

func TestAnUndoLeavesNothingSelectedThatIsGone(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	k.Take(Arrow)
	drag(k, at(50, 50), at(150, 150))
	h.history.Undo()
	k.Replaced()
	if len(k.Selection()) != 0 || len(k.Overlay(1).Handles) != 0 {
		t.Error("handles without a mark")
	}
	drag(k, at(150, 150), at(200, 100))
	if len(h.Drawing().Marks) != 1 {
		t.Error("drawing did not go on")
	}
}

func TestAFullCanvasSaysSo(t *testing.T) {
	h, k := newCanvas(t, 400, 300)
	d := h.Drawing()
	for i := range drawing.MaxMarks {
		d.Marks = append(d.Marks, drawing.Mark{ID: int64(i + 1), Kind: drawing.Number, Points: []pt{{}}, Number: 1,
			Style: h.style})
	}
	h.Commit("many", d)
	for i, kind := range []Kind{Brush, Box, Number, Text} {
		k.Take(kind)
		drag(k, at(300, 200), at(350, 250))
		if len(h.refused) != i+1 || !errors.Is(h.refused[i], ErrFull) {
			t.Fatalf("%s: refused %v", kind, h.refused)
		}
	}
	if !h.Drawing().Equal(d) || !h.shown.Equal(d) {
		t.Error("the canvas shows what it does not hold")
	}
}

func TestMarksByKeysDoNotCoverEachOther(t *testing.T) {
	seen := drawing.Rect{X1: 400, Y1: 300}
	for _, kind := range []Kind{Brush, Erase, Line, Arrow, Box, Ellipse, Number, Blur, Region} {
		h, k := newCanvas(t, 400, 300)
		k.Take(kind)
		for range 3 {
			k.Select()
			k.Draw(seen)
		}
		marks := h.Drawing().Marks
		for i, m := range marks {
			from, at := marks[0].Points[0], m.At.Apply(m.Points[0])
			if by := float64(i * copyOffset); at != (pt{X: from.X + by, Y: from.Y + by}) {
				t.Errorf("%s %d is at %v, the first at %v", kind, i, at, from)
			}
		}
		k.Key(Key{Name: Right})
		k.Select()
		k.Draw(seen)
		if m := h.top(); m.At.Apply(m.Points[0]).X != marks[0].Points[0].X+2*copyOffset {
			t.Errorf("%s does not use the free place: %v", kind, m.At)
		}
	}
	h, k := newCanvas(t, 400, 300)
	k.Take(Text)
	for range 2 {
		k.Select()
		k.Draw(seen)
		k.Written(*h.wrote, "lemons")
	}
	if m := h.top(); m.At.Apply(m.Points[0]) != (pt{X: 200 + copyOffset, Y: 150 + copyOffset}) {
		t.Errorf("the second label is at %v", m.At.Apply(m.Points[0]))
	}
}
