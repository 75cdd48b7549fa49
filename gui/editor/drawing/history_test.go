package drawing

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func written(t interface{ Fatal(...any) }, d Drawing) []byte {
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Any edits and their reverse give the same drawing, value by value, and the edits again give what they gave, also
// after the history was written and read.
func TestUndoIsTheReverseOfAnyEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := NewHistory(sheet(600, 400), 1<<30)
		states := [][]byte{written(t, h.Now())}
		at := 0
		for range rapid.IntRange(1, 30).Draw(t, "edits") {
			switch rapid.IntRange(0, 6).Draw(t, "do") {
			case 0:
				word, ok := h.Undo()
				if ok != (at > 0) || ok && word == "" {
					t.Fatalf("undo says %q, %v at %d", word, ok, at)
				}
				if ok {
					at--
				}
			case 1:
				if _, ok := h.Redo(); ok != (at < len(states)-1) {
					t.Fatalf("redo says %v at %d of %d", ok, at, len(states))
				} else if ok {
					at++
				}
			case 2:
				data, err := h.Encode(MaxHistory)
				if err != nil {
					t.Fatal(err)
				}
				if h, err = DecodeHistory(data, 1<<30); err != nil {
					t.Fatalf("%v\n%s", err, data)
				}
				again, err := h.Encode(MaxHistory)
				if err != nil || !bytes.Equal(data, again) {
					t.Fatalf("%v, written again:\n%s\n%s", err, data, again)
				}
			default:
				word, d := anyEdit(t, h.Now())
				if d.Equal(h.Now()) {
					continue
				}
				h.Do(word, d)
				states, at = append(states[:at+1], written(t, d)), at+1
			}
			if got := written(t, h.Now()); !bytes.Equal(got, states[at]) {
				t.Fatalf("at %d:\n%s\nwant\n%s", at, got, states[at])
			}
		}
		for h.CanRedo() {
			h.Redo()
			at++
		}
		for ; h.CanUndo(); h.Undo() {
			if !bytes.Equal(written(t, h.Now()), states[at]) {
				t.Fatalf("on the way back at %d", at)
			}
			at--
		}
		if at != 0 || !bytes.Equal(written(t, h.Now()), states[0]) {
			t.Fatalf("came back to %d", at)
		}
	})
}

func TestTheMemoryOfAHistoryIsCountedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := NewHistory(sheet(600, 400), 1<<30)
		for range rapid.IntRange(1, 30).Draw(t, "edits") {
			switch rapid.IntRange(0, 5).Draw(t, "do") {
			case 0:
				h.Undo()
			case 1:
				word, d := anyEdit(t, h.Now())
				h.Continue("slider", word, d)
			default:
				word, d := anyEdit(t, h.Now())
				h.Do(word, d)
			}
		}
		anew := memoryCount{}
		for _, list := range [][]change{h.done, h.undone} {
			for _, c := range list {
				anew.add(c)
			}
		}
		if anew.bytes != h.memoryCount.bytes || len(anew.shared) != len(h.memoryCount.shared) {
			t.Fatalf("%d bytes in %d strokes, counted as %d in %d", anew.bytes, len(anew.shared), h.memoryCount.bytes,
				len(h.memoryCount.shared))
		}
	})
}

func stroke(points int) Mark {
	m := Mark{Kind: Brush, Style: Style{Width: 40, Opacity: 1}}
	for i := range points {
		m.Points = append(m.Points, Point{float64(i), float64(i % 7)})
	}
	return m
}

func TestAHistoryKeepsItsBound(t *testing.T) {
	const bound = 1 << 20
	h := NewHistory(sheet(3840, 2160), bound)
	for range 400 {
		h.Do("brush", h.Now().Add(stroke(100)))
		if m, ok := h.Now().Top(); ok {
			h.Do("delete", h.Now().Remove(m.ID))
		}
		if h.Bytes() > bound {
			t.Fatalf("%d bytes", h.Bytes())
		}
	}
	if steps := len(h.done); steps < 200 || steps == 800 {
		t.Errorf("%d steps fit into the bound", steps)
	}
	h = NewHistory(sheet(3840, 2160), 1)
	h.Do("brush", h.Now().Add(stroke(100)))
	if _, ok := h.Undo(); !ok {
		t.Error("the newest step cannot be taken back")
	}
}

func TestADragIsOneStep(t *testing.T) {
	h := NewHistory(sheet(600, 400).Add(stroke(3)), 1<<20)
	first := h.Now()
	for i := range 20 {
		m := first.Marks[0]
		m.Style.Width = float64(i + 1)
		h.Continue("width", "style", h.Now().Replace(m))
	}
	if len(h.done) != 1 || newest(h.done).word != "style" {
		t.Fatalf("%d steps, %q", len(h.done), newest(h.done).word)
	}
	m := h.Now().Marks[0]
	m.Style.Opacity = 0.5
	h.Continue("opacity", "style", h.Now().Replace(m))
	h.Continue("width", "style", h.Now().Replace(first.Marks[0]))
	if len(h.done) != 3 {
		t.Fatalf("%d steps with three sliders", len(h.done))
	}
	for h.CanUndo() {
		h.Undo()
	}
	if !h.Now().Equal(first) || newest(h.undone).word != "style" {
		t.Fatal("not where it began")
	}
	h.Continue("width", "style", first.Replace(m))
	if h.CanRedo() || len(h.done) != 1 {
		t.Fatal("a new step leaves what was undone")
	}
	h.Amend("style", first)
	if h.CanUndo() {
		t.Fatal("a drag back to where it began is a step")
	}
}

func TestAFrozenHistoryStaysWhatItWas(t *testing.T) {
	h := NewHistory(sheet(600, 400), 1<<20)
	h.Do("brush", h.Now().Add(stroke(3)))
	h.Do("brush", h.Now().Add(stroke(4)))
	h.Undo()
	want, err := h.Encode(MaxHistory)
	if err != nil {
		t.Fatal(err)
	}
	frozen := h.Snapshot()
	h.Undo()
	h.Do("delete", sheet(600, 400).Add(stroke(9)))
	if got, err := frozen.Encode(MaxHistory); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

func TestALongHistoryIsWrittenWithoutItsOldestSteps(t *testing.T) {
	h := NewHistory(sheet(3840, 2160), 1<<30)
	for range 300 {
		h.Do("brush", h.Now().Add(stroke(50)))
		top, _ := h.Now().Top()
		h.Do("delete", h.Now().Remove(top.ID))
	}
	h.Do("brush", h.Now().Add(stroke(50)))
	full, err := h.Encode(MaxHistory)
	if err != nil {
		t.Fatal(err)
	}
	data, err := h.Encode(len(full) / 3)
	if err != nil || len(data) > len(full)/3 {
		t.Fatalf("%d bytes of %d: %v", len(data), len(full), err)
	}
	less, err := DecodeHistory(data, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if !less.Now().Equal(h.Now()) || len(less.done) < 50 || newest(less.done).word != "brush" {
		t.Fatalf("%d of %d steps came back", len(less.done), len(h.done))
	}
	if _, err := h.Encode(200); !errors.Is(err, ErrTooLarge) {
		t.Fatalf("200 bytes: %v", err)
	}
}
