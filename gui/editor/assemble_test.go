package editor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/editor/drawing"
	"viviscope/gui/editor/tool"
)

// Pictures of the library, of the disk and of the web come onto one sheet; what is none is left out in words.
func TestSeveralPicturesOnOneSheet(t *testing.T) {
	e := newFixture(t)
	file := filepath.Join(t.TempDir(), "cup.png")
	broken := filepath.Join(t.TempDir(), "notes.txt")
	for name, data := range map[string][]byte{file: picture(300, 200, 0.2), broken: []byte("no picture")} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	vase := e.open(400, 300)
	e.s.Assemble([]Source{{Ref: vase.Ref}, {File: file}, {File: broken}, {Link: "https://x.test/plate.png"}})
	words := e.notice()
	e.wait()
	st := e.s.State()
	if !st.Open || st.Asset != "" || len(e.parts()) != 3 || e.parts()[0] != vase.Ref {
		t.Fatalf("on the canvas: %+v", st)
	}
	if !strings.Contains(words, "“notes.txt” was skipped") || e.notice() != "" {
		t.Errorf("said %q", words)
	}
	if got := e.lines(); len(got) != 0 || !e.s.strip.text.Visible() {
		t.Errorf("a new sheet has the versions %q", got)
	}
	if im := e.baked(); im.Rect.Dx() != st.Width || im.Rect.Dy() != st.Height {
		t.Errorf("sent as %v, the canvas is %d × %d", im.Rect, st.Width, st.Height)
	}
	e.s.Assemble([]Source{{File: broken}})
	e.tap("Back to the last picture")
	if e.s.State() != st || len(e.parts()) != 3 {
		t.Error("what could not be read took the sheet away")
	}
}

// What comes beside an untouched picture makes a sheet of both; beside one that is drawn upon it is placed on it.
func TestJoinKeepsMarksInPlace(t *testing.T) {
	e := newFixture(t)
	a := e.open(400, 300)
	b := e.library.add("cup.png", picture(200, 200, 0.5), db.Asset{})
	e.s.Join([]Source{{Ref: b.Ref}})
	e.wait()
	if parts := e.parts(); len(parts) != 2 || parts[0] != a.Ref || parts[1] != b.Ref {
		t.Fatalf("on the sheet: %v", parts)
	}
	e.s.OpenAsset(a)
	e.wait()
	e.s.tools.take(tool.Box)
	e.drag([2]float64{40, 40}, [2]float64{200, 160})
	e.s.Join([]Source{{Ref: b.Ref}})
	e.wait()
	d := e.s.doc.drawing()
	if d.Source.Asset != a.Ref || len(d.Marks) != 2 || d.Marks[0].Kind != drawing.Box || d.Marks[1].Asset != b.Ref {
		t.Errorf("on the canvas: %+v", d)
	}
}

// Of several pictures it is asked whether they go on one sheet.
func TestSeveralAsksFirst(t *testing.T) {
	e := newFixture(t)
	a, b := e.library.add("a.png", picture(90, 60, 0), db.Asset{}),
		e.library.add("b.png", picture(60, 90, 0.4), db.Asset{})
	e.s.OpenSeveral([]Source{{Ref: a.Ref}, {Ref: b.Ref}})
	top := e.w.Canvas().Overlays().Top()
	if top == nil || e.s.State().Open {
		t.Fatal("nothing is asked")
	}
	apptest.PressKey(e.w.Canvas().Focused(), fyne.KeyReturn)
	e.wait()
	if len(e.parts()) != 2 {
		t.Errorf("on the canvas: %+v", e.s.State())
	}
	e.s.OpenSeveral([]Source{{Ref: a.Ref}})
	e.wait()
	if e.s.State().Asset != a.Ref {
		t.Error("a single picture is not opened")
	}
}
