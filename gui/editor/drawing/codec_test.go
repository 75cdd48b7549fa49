package drawing

import (
	"bytes"
	"errors"
	"image"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestADrawingIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := sheet(600, 400)
		for range rapid.IntRange(0, 12).Draw(t, "edits") {
			_, d = anyEdit(t, d)
		}
		data, err := Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(data)
		if err != nil || !back.Equal(d) {
			t.Fatalf("%v\n%s\n%v", err, data, back)
		}
	})
}

func TestALongSessionFitsIntoItsJob(t *testing.T) {
	d := sheet(3840, 2160)
	for i := range 200 {
		m := Mark{Kind: Brush, Style: Style{Color: Colours()[0].Color, Width: 40, Hardness: 0.9, Opacity: 1}}
		for k := range 200 {
			m.Points = append(m.Points, Point{float64(k)*19.2 + 0.625, 1000 + 900*math.Sin(float64(i+k)/9)}.Round())
		}
		d = d.Add(m)
	}
	data, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := Decode(data); err != nil || !back.Equal(d) {
		t.Fatal(err)
	}
}

func TestWhatCouldNotHaveBeenDrawnIsRefused(t *testing.T) {
	two := []Point{{1, 1}, {5, 5}}
	with := func(change func(*Drawing)) Drawing {
		d := sheet(100, 100).Add(Mark{Kind: Box, Points: two, Style: Style{Opacity: 1}})
		change(&d)
		return d
	}
	if err := with(func(*Drawing) {}).Check(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Drawing){
		"no number":        func(d *Drawing) { d.Marks[0].Points = []Point{{math.NaN(), 0}, {}} },
		"endless":          func(d *Drawing) { d.Marks[0].Style.Width = math.Inf(1) },
		"matrix":           func(d *Drawing) { d.Marks[0].At.A = math.NaN() },
		"opacity":          func(d *Drawing) { d.Marks[0].Style.Opacity = 1.5 },
		"kind":             func(d *Drawing) { d.Marks[0].Kind = "virus" },
		"points":           func(d *Drawing) { d.Marks[0].Points = two[:1] },
		"no ID":            func(d *Drawing) { d.Marks[0].ID = 0 },
		"ID twice":         func(d *Drawing) { d.Marks = append(d.Marks, d.Marks[0]) },
		"no source":        func(d *Drawing) { d.Source.Size = image.Pt(0, 5) },
		"endless source":   func(d *Drawing) { d.Source.Size = image.Pt(1<<30, 5) },
		"step":             func(d *Drawing) { d.Steps = []Step{{Kind: "explode"}} },
		"too large a step": func(d *Drawing) { d.Steps = []Step{{Kind: Resize, Size: image.Pt(1<<20, 1<<20)}} },
		"a picture of nothing": func(d *Drawing) {
			d.Marks[0].Kind, d.Marks[0].Points = Picture, nil
		},
	} {
		if err := with(change).Check(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]error{
		`{"version":2}`: ErrVersion,
		`{}`:            ErrInvalid,
		`{"version":1,"source":{"asset":"a","size":{"X":9,"Y":9},"fill":{}},"marks":[{"id":1,"kind":"brush","path":[1,2,3]}]}`:             ErrInvalid,
		`{"version":1,"source":{"asset":"a","size":{"X":9,"Y":9},"fill":{}},"marks":[{"id":1,"kind":"brush","path":[1,2],"points":[{}]}]}`: ErrInvalid,
		`{"version":1,"source":{"asset":"a","size":{"X":9,"Y":9},"fill":{}},"marks":[` +
			string(bytes.Repeat([]byte("{},"), MaxMarks)) + `{}]}`: ErrInvalid,
		string(bytes.Repeat([]byte(" "), MaxEncoded+1)): ErrTooLarge,
	} {
		if _, err := Decode([]byte(name)); !errors.Is(err, want) {
			t.Errorf("%.40s: %v, want %v", name, err, want)
		}
	}
}

// refusesChanged replaces parts of a written history one by one, after which it could not have been done.
func refusesChanged(t *testing.T, data []byte, parts [][2]string) {
	t.Helper()
	if _, err := DecodeHistory(data, 1<<20); err != nil {
		t.Fatal(err)
	}
	for _, c := range parts {
		bad := bytes.Replace(data, []byte(c[0]), []byte(c[1]), 1)
		if bytes.Equal(bad, data) {
			t.Errorf("%s is not in %s", c[0], data)
		}
		if _, err := DecodeHistory(bad, 1<<20); err == nil {
			t.Errorf("%s was taken for %s", c[1], c[0])
		}
	}
}

func TestAHistoryThatDoesNotFitTogetherIsRefused(t *testing.T) {
	h := NewHistory(sheet(100, 100), 1<<20)
	h.Do("brush", h.Now().Add(stroke(3)))
	h.Do("brush", h.Now().Add(stroke(4)))
	h.Do("delete", h.Now().Remove(1))
	flipped, _ := h.Now().Do(Step{Kind: Flip})
	h.Do("flip", flipped)
	h.Undo()
	data, err := h.Encode(MaxHistory)
	if err != nil {
		t.Fatal(err)
	}
	refusesChanged(t, data, [][2]string{
		{`"at":1`, `"at":9`}, {`"at":1`, `"at":-1`}, {`"removed":1`, `"removed":3`}, {`"removed":1`, `"removed":-1`},
		{`"removed":1`, `"removed":9223372036854775807`}, {`{"id":2`, `{"id":1`}, {`{"id":2`, `{"id":0`},
		{`"next":2`, `"next":-1`},
		{`"undone":1`, `"undone":9`}, {`"undone":1`, `"undone":-1`}, {`"version":2`, `"version":0`},
		{`"version":2`, `"version":3`},
		{`"kind":"flip"`, `"kind":"explode"`}, {`[0,0,1,1,2,2]`, `[0,0,1,1,2]`}, {`[0,0,1,1,2,2]`, `[0,0,1,1,2,1e300]`},
		{`"drawing":{"version":1`, `"drawing":{"version":2`},
	})
}

// Histories of version 1 were written by older programs, and are not written any more.
func TestHistoriesOfVersion1AreRead(t *testing.T) {
	for name, data := range version1(t) {
		h, err := DecodeHistory(data, 1<<30)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again, err := h.Encode(MaxHistory)
		if err != nil || !bytes.HasPrefix(again, []byte(`{"version":2,`)) {
			t.Fatalf("%s is written as %.40s, %v", name, again, err)
		}
		other, err := DecodeHistory(again, 1<<30)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, again)
		}
		steps := 0
		for _, walk := range []func(*History) (string, bool){(*History).Redo, (*History).Undo} {
			for {
				if !h.Now().Equal(other.Now()) {
					t.Fatalf("%s: after %d steps", name, steps)
				}
				word, ok := walk(h)
				if same, also := walk(other); same != word || also != ok {
					t.Fatalf("%s: %q and %q", name, word, same)
				}
				if !ok {
					break
				}
				steps++
			}
		}
		if steps < 2 || len(h.Now().Marks) != 0 {
			t.Errorf("%s: %d steps back to %d marks", name, steps, len(h.Now().Marks))
		}
	}
}

// version1 returns histories as programs wrote them that knew version 1, by their names in testdata.
func version1(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/history1/*.json")
	if err != nil || len(names) < 6 {
		t.Fatalf("%d histories, %v", len(names), err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = data
	}
	return all
}

func TestAHistoryOfVersion1ThatDoesNotFitTogetherIsRefused(t *testing.T) {
	refusesChanged(t, version1(t)["0.json"], [][2]string{
		{`"after":[0]`, `"after":[1]`}, {`"after":[0]`, `"after":[7]`}, {`"after":[0]`, `"after":[-1]`},
		{`"at":1`, `"at":9`},
		{`"next":[2,3]`, `"next":[4,3]`}, {`"path":1`, `"path":2`}, {`"path":1`, `"path":-1`},
		{`"version":1`, `"version":0`},
		{`"after":[1]`, `"after":[0]`}, {`[0,0,1,1]`, `[0,0,1]`}, {`[0,0,1,1]`, `[0,0,1,1e300]`},
	})
}

func FuzzDecode(f *testing.F) {
	d := sheet(100, 100).Add(stroke(3)).Add(Mark{Kind: Text, Points: []Point{{}}, Text: "a"})
	d, _ = d.Do(Step{Kind: Flip})
	data, err := Encode(d)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err != nil {
			return
		}
		tryOut(t, d)
		again, err := Encode(d)
		if errors.Is(err, ErrTooLarge) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if back, err := Decode(again); err != nil || !back.Equal(d) {
			t.Fatalf("%v\n%s", err, again)
		}
	})
}

// tryOut does with a drawing what the canvas does.
func tryOut(t *testing.T, d Drawing) {
	t.Helper()
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	Hints(d)
	d.Pick(Point{5, 5}, 3)
	for _, m := range d.Marks {
		if b := m.Bounds(); b.Dx() < 0 || b.Dy() < 0 {
			t.Fatalf("bounds %v", b)
		}
		m.Handles(1)
	}
	if s := d.Size(); len(d.Steps) > 0 && (s.X < 1 || s.Y < 1 || max(s.X, s.Y) > maxSource) {
		t.Fatalf("canvas of %v", s)
	}
}

func FuzzDecodeHistory(f *testing.F) {
	h := NewHistory(sheet(100, 100), 1<<20)
	h.Do("brush", h.Now().Add(stroke(2)))
	h.Do("brush", h.Now().Add(stroke(3)))
	flipped, _ := h.Now().Do(Step{Kind: Flip})
	h.Do("flip", flipped)
	h.Do("delete", h.Now().Remove(1))
	h.Undo()
	data, err := h.Encode(MaxHistory)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	for _, old := range version1(f) {
		f.Add(old)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := DecodeHistory(data, 1<<20)
		if err != nil {
			return
		}
		for ; h.CanRedo(); h.Redo() {
			tryOut(t, h.Now())
		}
		for ; h.CanUndo(); h.Undo() {
			tryOut(t, h.Now())
		}
		tryOut(t, h.Now())
	})
}

// A step that moves marks does not repeat their points, and all steps come back.
func TestMovesOfMarksStaySmall(t *testing.T) {
	h := NewHistory(Drawing{Source: Source{Asset: "a", Size: image.Pt(1000, 1000)}}, 48<<20)
	for i := range 50 {
		points := make([]Point, 400)
		for k := range points {
			points[k] = Point{X: 500 + float64((k*7+i)%400), Y: 100 + float64(k*i%700)}
		}
		stroke := Mark{Kind: Brush, Points: points, Style: Style{Width: 5, Opacity: 1, Hardness: 1}}
		h.Do("brush", h.Now().Add(stroke))
	}
	for i := range 6 {
		moved := h.Now()
		moved.Marks = slices.Clone(moved.Marks)
		for k := range moved.Marks {
			moved.Marks[k].At.A, moved.Marks[k].At.D, moved.Marks[k].At.E = 1, 1, float64(i+1)
		}
		h.Do("move", moved)
	}
	data, err := h.Encode(2 << 20)
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeHistory(data, 48<<20)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 56 {
		if _, ok := back.Undo(); !ok {
			t.Fatalf("%d of 56 steps came back", i)
		}
	}
}
