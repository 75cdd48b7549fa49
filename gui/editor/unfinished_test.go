package editor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/editor/drawing"
)

// blank opens an empty sheet and draws a box on it.
func (e *fixture) blank() (key string) {
	e.t.Helper()
	e.s.opener.openDrawing("Empty sheet", blankSheet(image.Pt(200, 150)))
	e.wait()
	e.box()
	return e.s.doc.page.key
}

// listed are the unfinished canvases of the strip in words.
func (e *fixture) listed() (out []string) {
	for i := range e.s.strip.drawn {
		t := e.s.strip.drawnTiles[i]
		out = append(out, t.what.Text()+" | "+t.cost.Text())
	}
	return out
}

// restarted is the canvas of the next run. Nothing is flushed where the program was killed.
func (e *fixture) restarted(killed bool) *fixture {
	e.t.Helper()
	e.wait()
	if !killed {
		if err := e.s.Flush(context.Background()); err != nil {
			e.t.Fatal(err)
		}
	}
	n := fixtureWith(e.t, e.library)
	n.keyframe = e.keyframe
	n.s.Update(context.Background())
	return n
}

// A drawn sheet, and a picture with marks, are listed once another picture is in front, also after a restart, and come
// back by mouse and by keyboard.
func TestADrawingStaysWithinReach(t *testing.T) {
	e := newFixture(t)
	sheet := e.blank()
	a := e.open(120, 90)
	if got := e.listed(); len(got) != 1 || got[0] != "Drawing | 1 mark · 13:02" {
		t.Fatalf("behind a picture: %q", got)
	}
	if e.s.strip.drawnTiles[0].picture.Image() == nil {
		t.Error("the sheet has no preview")
	}
	e.box()
	last := e.open(60, 60)
	if got := e.listed(); len(got) != 2 || !slices.Contains(got, "vase.png | 1 mark · 13:02") {
		t.Fatalf("behind two pictures: %q", got)
	}
	for _, killed := range []bool{false, true} {
		n := e.restarted(killed)
		if got := n.listed(); len(got) != 2 {
			t.Fatalf("after a restart: %q", got)
		}
		n.tapUnfinished("Drawing")
		if n.s.doc.page.key != sheet || n.s.State().Marks != 1 || len(n.listed()) != 1 {
			t.Errorf("opened %s with %d marks, listed %q", n.s.doc.page.key, n.s.State().Marks, n.listed())
		}
		action.ByID(n.s.Actions(), "canvas/unfinished").Do()
		apptest.PressKey(n.w.Canvas().Focused(), fyne.KeyReturn)
		n.wait()
		if n.s.State().Asset != a.Ref || n.s.State().Marks != 1 {
			t.Errorf("by keyboard: %+v", n.s.State())
		}
		n.s.OpenAsset(last)
		n.wait()
		e = n
	}
}

// tapUnfinished clicks an unfinished canvas by its first line.
func (e *fixture) tapUnfinished(what string) {
	e.t.Helper()
	for i := range e.s.strip.drawn {
		if tile := e.s.strip.drawnTiles[i]; tile.what.Text() == what {
			test.Tap(tile.picture)
			return
		}
	}
	e.t.Fatalf("%q is not among %q", what, e.listed())
}

// An unfinished drawing is deleted by a key, which can be undone. Nothing of it stays in the library.
func TestAnUnfinishedDrawingIsDeleted(t *testing.T) {
	e := newFixture(t)
	key := e.blank()
	e.open(120, 90)
	remove := func() {
		e.s.strip.focusUnfinished()
		e.w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	}
	remove()
	if len(e.listed()) != 0 {
		t.Errorf("it is still listed: %q", e.listed())
	}
	test.Tap(e.s.note.buttons[0])
	if n := e.restarted(false); len(n.listed()) != 1 {
		t.Errorf("after Undo and a restart: %q", n.listed())
	}
	remove()
	if n := e.restarted(false); len(n.listed()) != 0 || e.library.drawings[key] != nil {
		t.Errorf("after a restart: %q, stored %s", n.listed(), e.library.drawings[key])
	}
}

// What was sent with exactly its marks is finished: the job keeps them. A sheet on which nothing was ever drawn is
// nothing.
func TestWhatWasSentIsNotUnfinished(t *testing.T) {
	e := newFixture(t)
	e.s.opener.openDrawing("Empty sheet", blankSheet(image.Pt(200, 150)))
	a := e.open(120, 90)
	e.box()
	b, err := e.s.Bake(context.Background(), false)
	if err != nil {
		t.Fatal(err)
	}
	e.library.edit(a, "red box", db.Saved, picture(120, 90, 0.5), b.Drawing)
	e.open(60, 60)
	if got := e.listed(); len(got) != 0 {
		t.Errorf("listed %q", got)
	}
	e.s.OpenAsset(a)
	e.wait()
	e.letters("w")
	e.drag([2]float64{10, 10}, [2]float64{50, 50})
	e.open(50, 60)
	if n := e.restarted(false); len(n.listed()) != 1 || n.listed()[0] != "vase.png | 2 marks · 13:02" {
		t.Errorf("with one mark more: %q", n.listed())
	}
}

// A picture that is drawn for a keyframe is for it after a restart too, and after a kill; drawing it again brings its
// sheet.
func TestADrawingForAKeyframeKeepsItsTie(t *testing.T) {
	e := newFixture(t)
	e.keyframe = action.Keyframe{Board: strings.Repeat("b", 32), ID: "k-3"}
	e.s.Commission(e.keyframe, "The picture of k-3.", db.Asset{}, image.Pt(200, 150))
	e.wait()
	e.box()
	for _, killed := range []bool{true, false} {
		n := e.restarted(killed)
		if words := apptest.Texts(n.s.commission.line); !slices.Contains(words, "The picture of k-3.") ||
			n.s.State().Marks != 1 {
			t.Fatalf("after a restart: %q, %d marks", words, n.s.State().Marks)
		}
		apptest.Press(t, n.s.commission.line, "Use what is on the canvas")
		if n.taken.ID == 0 || n.said[len(n.said)-1] != "take k-3" {
			t.Errorf("taken %+v, %q", n.taken, n.said)
		}
	}
	n := e.restarted(false)
	apptest.Press(t, n.s.commission.line, "Cancel")
	n.open(120, 90)
	if got := n.listed(); len(got) != 1 || got[0] != "Drawing for a keyframe | 1 mark · 13:02" {
		t.Fatalf("listed %q", got)
	}
	n.s.Commission(e.keyframe, "The picture of k-3.", db.Asset{}, image.Pt(200, 150))
	n.wait()
	if n.s.State().Marks != 1 {
		t.Error("drawing again opens an empty sheet")
	}
	apptest.Press(t, n.s.commission.line, "Cancel")
	n.open(60, 60)
	n.tapUnfinished("Drawing for a keyframe")
	if len(n.s.commission.line.Objects) == 0 {
		t.Error("the sheet has lost its keyframe")
	}
	e.keyframe = action.Keyframe{}
	n.keyframe = e.keyframe // its board was deleted
	gone := n.restarted(false)
	if gone.s.State().Marks != 1 || len(gone.s.commission.line.Objects) > 0 {
		t.Errorf("without the board: %d marks, %q", gone.s.State().Marks, apptest.Texts(gone.s.commission.line))
	}
	gone.open(70, 60)
	if !slices.Contains(gone.listed(), "Drawing for a keyframe | 1 mark · 13:02") {
		t.Errorf("without the board: %q", gone.listed())
	}
}

// A picture in the trash leaves the canvas empty after a restart, with the reason, and its marks are listed with it.
func TestATrashedPictureGivesTheReason(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	e.box()
	e.wait()
	e.library.assets[0].TrashedAt = noon
	n := e.restarted(false)
	if n.s.State().Open || !strings.Contains(n.s.doc.failure, "in the trash. Restore it first.") {
		t.Errorf("open %v, said %q", n.s.State().Open, n.s.doc.failure)
	}
	if got := n.listed(); len(got) != 1 || !strings.Contains(got[0], "trash") {
		t.Errorf("listed %q", got)
	}
}

// A drawing that cannot be read is listed with its reason, never overwritten, and keeps nothing else from opening.
func TestADamagedDrawingIsListedWithItsReason(t *testing.T) {
	e := newFixture(t)
	sheet := e.blank()
	a := e.open(120, 90)
	e.box()
	e.wait()
	newer := []byte(`{"title":"x","history":{"version":99}}`)
	e.library.drawings[a.Ref] = newer
	e.library.drawings[sheet] = []byte(`{"title":"x","history":{"version":2,"draw`)
	n := e.restarted(true)
	if n.s.State().Asset != a.Ref || !strings.Contains(n.notice(), "newer version") {
		t.Fatalf("open %q, said %q", n.s.State().Asset, n.notice())
	}
	n.box()
	n.wait()
	if got := n.listed(); len(got) != 2 || !slices.Contains(got, "Drawing | It is damaged and cannot be read.") {
		t.Errorf("listed %q", got)
	}
	kept := false
	for key, data := range n.library.drawings {
		kept = kept || key != a.Ref && string(data) == string(newer)
	}
	if !kept {
		t.Error("a drawing of a newer program was overwritten")
	}
	n.tapUnfinished("Drawing")
	if !strings.Contains(n.notice(), "damaged") {
		t.Errorf("said %q", n.notice())
	}
	test.Tap(n.s.note.buttons[0])
	n.wait()
	if n.library.drawings[sheet] != nil {
		t.Error("it cannot be deleted")
	}
}

// What is no file of a drawing by its size or kind is listed too.
func TestADrawingThatIsTooLargeIsListed(t *testing.T) {
	for _, err := range []error{&folder.TooLargeError{Limit: 1}, folder.ErrNotRegular} {
		e := newFixture(t)
		e.blank()
		e.open(120, 90)
		e.wait()
		if err := e.s.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		e.library.drawingErr = fmt.Errorf("read drawing: %w", err)
		if got := e.restarted(false).listed(); !slices.Contains(got, "Drawing | It is damaged and cannot be read.") {
			t.Errorf("%v: listed %q", err, got)
		}
	}
}

// A canvas that an older program stored opens with its marks and its steps, and is written anew when it is drawn on.
func TestACanvasOfAnOlderVersionOpens(t *testing.T) {
	old, err := os.ReadFile("drawing/testdata/history1/0.json") // a stroke, and another one that was undone
	if err != nil {
		t.Fatal(err)
	}
	old = bytes.Replace(old, []byte(`"asset":"src",`), nil, 1) // on an empty sheet
	l := newFakeLibrary()
	l.drawings["sheet-5"] = []byte(`{"title":"old","history":` + string(old) + `,"changed":"2026-11-01T10:00:00Z"}`)
	l.settings[sessionName], _ = json.Marshal(session{Open: "sheet-5", Settings: newToolSettings()})
	e := fixtureWith(t, l)
	e.s.Update(context.Background())
	e.wait()
	for i, step := range []func(){func() {}, e.s.tools.redo, e.s.tools.undo, e.s.tools.undo} {
		step()
		if want := []int{1, 2, 1, 0}[i]; e.s.State().Marks != want {
			t.Errorf("step %d: %d marks, want %d", i, e.s.State().Marks, want)
		}
	}
	n := e.restarted(false)
	for i, step := range []func(){func() {}, n.s.tools.redo, n.s.tools.redo} {
		step()
		if n.s.State().Marks != i || !strings.Contains(string(l.drawings["sheet-5"]), `"history":{"version":2,`) {
			t.Errorf("after a restart, step %d: %d marks of %s", i, n.s.State().Marks, l.drawings["sheet-5"])
		}
	}
}

// Whatever is stored, the canvas starts, lists it or leaves it, opens what it lists, and takes marks.
func TestNoStoredDrawingTakesTheCanvasDown(t *testing.T) {
	h := drawing.NewHistory(blankSheet(image.Pt(100, 80)), historyMemory)
	for range 3 {
		h.Do("box", h.Now().Add(drawing.Mark{Kind: drawing.Box, Points: []drawing.Point{{X: 1, Y: 1}, {X: 9, Y: 9}},
			Style: drawing.Style{Opacity: 1, Width: 2}}))
	}
	h.Undo()
	whole, err := json.Marshal(snapshot{"sheet", h.Snapshot(), noon})
	if err != nil {
		t.Fatal(err)
	}
	deep := `{"title":"d","history":` + strings.Repeat(`[`, 9000) + strings.Repeat(`]`, 9000) + `}`
	rapid.Check(t, func(rt *rapid.T) {
		data := slices.Clone(whole)
		switch rapid.IntRange(0, 3).Draw(rt, "how") {
		case 0:
			data = []byte(deep)
		case 1:
			data, _ = json.Marshal(rapid.String().Draw(rt, "text"))
		default:
			random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
			for range rapid.IntRange(1, 6).Draw(rt, "bytes") {
				at := random.IntN(len(data))
				switch random.IntN(3) {
				case 0:
					data[at] = "0123456789-.eE[]{},:\"tfn"[random.IntN(24)]
				case 1:
					data = slices.Delete(data, at, min(at+1+random.IntN(8), len(data)))
				default:
					data = slices.Insert(data, at, data[at])
				}
			}
		}
		l := newFakeLibrary()
		key := rapid.SampledFrom([]string{"sheet-5", "sheet-keyframe-x", "sheet-keyframe-a-b", damagedPrefix + "1-x",
			strings.Repeat("0", 32)}).Draw(rt, "key")
		l.drawings[key] = data
		l.settings[sessionName], _ = json.Marshal(session{Open: key, Settings: newToolSettings()})
		e := fixtureWith(t, l)
		e.s.Update(context.Background())
		e.wait()
		for i := range e.s.strip.drawn {
			if i < len(e.s.strip.drawn) {
				test.Tap(e.s.strip.drawnTiles[i].picture)
				e.wait()
			}
		}
		e.blank()
		if e.s.State().Marks != 1 {
			rt.Fatalf("the canvas takes no marks: %+v", e.s.State())
		}
	})
}

// The number of a sheet is its own, however fast sheets are opened.
func TestTwoSheetsOfOneMomentAreTwo(t *testing.T) {
	e := newFixture(t)
	a, b := e.blank(), e.blank()
	if a == b {
		t.Error("the second sheet takes the place of the first")
	}
	e.library.now = noon.Add(-time.Hour)
	if e.blank() == b {
		t.Error("the clock was set back, and a sheet takes the place of another one")
	}
}

// A label that is being typed is on its canvas after a kill, a signal and a restart, and once only.
func TestALabelThatIsBeingTypedSurvivesAKill(t *testing.T) {
	for _, killed := range []bool{true, false} {
		e := newFixture(t)
		e.open(120, 90)
		e.letters("t")
		e.click(30, 30)
		e.s.label.field.SetText("lemons here")
		n := e.restarted(killed)
		if d := n.s.doc.drawing(); len(d.Marks) != 1 || d.Marks[0].Text != "lemons here" {
			t.Fatalf("killed %v: %+v", killed, d.Marks)
		}
		n = n.restarted(true)
		if d := n.s.doc.drawing(); len(d.Marks) != 1 {
			t.Errorf("a second time: %+v", d.Marks)
		}
	}
}

// The picture is restored from the trash by a button, both in place of the canvas and in its note, and opens with its
// marks.
func TestATrashedPictureIsRestored(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.box()
	e.wait()
	e.library.assets[0].TrashedAt = noon
	n := e.restarted(false)
	n.tap("Restore the picture")
	n.wait()
	if n.s.State().Asset != a.Ref || n.s.State().Marks != 1 || !e.library.assets[0].TrashedAt.IsZero() {
		t.Errorf("restored in place of the canvas: %+v", n.s.State())
	}
	e.library.assets[0].TrashedAt = noon
	n = n.restarted(false)
	n.open(60, 60)
	n.tapUnfinished("vase.png")
	test.Tap(n.s.note.buttons[0])
	n.wait()
	if n.s.State().Asset != a.Ref || n.s.State().Marks != 1 {
		t.Errorf("restored by its note: %+v", n.s.State())
	}
}
