package editor

import (
	"context"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/editor/drawing"
)

// lines are the versions of the strip in words: tags, what and cost.
func (e *fixture) lines() []string {
	var out []string
	for i, t := range e.s.strip.tiles {
		if i >= len(e.s.strip.shown) {
			break
		}
		words := []string{t.what.Text(), t.cost.Text()}
		if t.middle.Visible() {
			words = append(words, t.state.Word(), t.usual.Text())
		}
		if t.on {
			words = append(words, "on the canvas")
		}
		out = append(out, strings.TrimRight(strings.Join(words, " | "), " |"))
	}
	return out
}

// branched is an original with two edits in a row, one beside them and one that runs.
func (e *fixture) branched() (original, second db.Asset) {
	o := e.library.add("vase.jpg", picture(120, 90, 0), db.Asset{})
	_, first := e.library.edit(o, "warmer light", db.Saved, picture(120, 90, 0.5), nil)
	_, second = e.library.edit(first, "remove the cup", db.Saved, picture(120, 90, 0.2), nil)
	e.library.edit(o, "a red vase", db.Saved, picture(120, 90, 1), nil)
	e.library.edit(second, "softer shadow", db.Sending, nil, nil)
	e.library.edit(second, "a cat", db.Unconfirmed, nil, nil)
	return o, second
}

// The gallery calls such a picture "Saved from" its clip. It is no import.
func TestAFrameOfAClipIsNoImport(t *testing.T) {
	e := newFixture(t)
	clip := e.library.add("reel.jpg", picture(120, 90, 0), db.Asset{})
	e.library.assets[clip.ID-1].Kind = db.Clip
	frame := e.library.add("frame.jpg", picture(120, 90, 0), db.Asset{Parent: clip.Ref})
	e.s.OpenAsset(frame)
	if got := e.lines()[0]; !strings.HasPrefix(got, "From a clip, 13:02") {
		t.Errorf("it is called %q", got)
	}
}

func TestTheStripShowsEveryVersionOfTheFamily(t *testing.T) {
	e := newFixture(t)
	o, second := e.branched()
	e.library.now = noon.Add(4*time.Minute + 21*time.Second)
	e.s.OpenAsset(second)
	want := []string{
		"Imported, 13:02",
		"“warmer light” | ¥0.07 charged",
		"“remove the cup” | ¥0.07 charged | on the canvas",
		"“a red vase” | ¥0.07 charged",
		"“softer shadow” | ¥0.07 est. | 0:21 | usually 0:34",
		"“a cat” | price not known | Unconfirmed",
	}
	if diff := cmp.Diff(want, e.lines()); diff != "" {
		t.Error(diff)
	}
	e.library.now = e.library.now.Add(10 * time.Second)
	e.s.d.Live.Flush(true)()
	if got := e.lines()[4]; !strings.Contains(got, "| 0:31 |") {
		t.Errorf("after ten seconds: %q", got)
	}
	if got := e.s.versions.family.find(o.Ref); got != 0 {
		t.Errorf("the original is at %d", got)
	}
	e.letters("[")
	if e.s.State().Asset != e.s.versions.family.versions[1].asset.Ref {
		t.Error("[ does not open the version before")
	}
	e.letters("]]]")
	if e.s.State().Asset != e.s.versions.family.versions[3].asset.Ref {
		t.Error("] does not stop at the last that is there")
	}
	e.s.versions.choose(e.s.versions.family.versions[5])
	if words := e.notice(); !strings.Contains(words, "Unconfirmed") || !strings.Contains(words, "never re-sends") {
		t.Errorf("said %q", words)
	}
}

// A note over the canvas disappears after a while, because it covers handles.
func TestWhatIsOfferedOverTheCanvasGoes(t *testing.T) {
	e := newFixture(t)
	e.open(120, 90)
	e.s.note.post("Done.", action.Action{Label: "Compare"})
	e.wait()
	if e.notice() != "" {
		t.Errorf("%q stays", e.notice())
	}
}

func TestAResultIsOfferedAndNothingIsTakenFromTheCanvas(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	job, _ := e.library.edit(a, "bluer", db.Sending, nil, nil)
	e.s.Update(context.Background())
	e.box()
	e.library.jobs[0].State = db.Saved
	zoom, room := e.s.view.Scale(), e.s.view.Size()
	made := e.library.add("", picture(120, 90, 0.4), db.Asset{JobID: job.ID, Prompt: "bluer"})
	e.s.Update(context.Background())
	if st := e.s.State(); st.Asset != a.Ref || st.Marks != 1 {
		t.Fatalf("the canvas was taken away: %+v", st)
	}
	if words := e.notice(); words != "“bluer” is done." {
		t.Errorf("said %q", words)
	}
	if e.s.view.Scale() != zoom || e.s.view.Size() != room {
		t.Errorf("the picture moves: zoom %v, %v, was %v, %v", e.s.view.Scale(), e.s.view.Size(), zoom, room)
	}
	test.Tap(e.s.note.buttons[1])
	if got := e.told(); got != "compare1 2" || !e.s.note.buttons[0].Visible() || e.notice() == "" {
		t.Errorf("%q, and then the offer to edit the result is gone", got)
	}
	test.Tap(e.s.note.buttons[0])
	if e.notice() != "" {
		t.Error("the offer stays on the result")
	}
	if st := e.s.State(); st.Asset != made.Ref || st.Marks != 0 {
		t.Errorf("%+v", st)
	}
	e.letters("[")
	if st := e.s.State(); st.Asset != a.Ref || st.Marks != 1 {
		t.Errorf("the marks of the first did not stay: %+v", st)
	}
	e.command("Compare")
	if got := e.told(); got != "compare1 2" {
		t.Errorf("%q", got)
	}
}

// A menu may be open while another picture comes onto the canvas.
func TestWhatWasOfferedOfAVersionIsAboutThatVersion(t *testing.T) {
	e := newFixture(t)
	_, second := e.branched()
	e.s.OpenAsset(second)
	menu, before := e.s.versions.menu(e.s.versions.family.versions[2]), action.ByID(e.s.Actions(), "canvas/before")
	alone := e.library.add("alone.png", picture(60, 60, 0.5), db.Asset{})
	e.s.OpenAsset(alone)
	menu[1].Do()
	if got := e.told(); menu[1].Label != "Compare with version 2" || got != "compare2 3" {
		t.Errorf("%s: %q", menu[1].Label, got)
	}
	before.Do()
	if e.s.State().Asset != alone.Ref {
		t.Error("the version before that of another picture was opened")
	}
}

func TestAFailedEditStaysInTheStrip(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.library.edit(a, "a dog", db.Sending, nil, nil)
	e.library.jobs[0].State, e.library.jobs[0].ErrorMessage = db.Rejected, "image too small"
	e.s.Update(context.Background())
	for _, e := range []*fixture{e, fixtureWith(t, e.library)} { // and after a restart
		e.s.OpenAsset(a)
		e.wait()
		if got := e.lines(); len(got) != 2 || got[1] != "“a dog” | not charged | Rejected" {
			t.Errorf("%q", got)
		}
	}
}

func TestMarksAreRestoredFromTheJob(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.box()
	drawn, err := drawing.Encode(e.s.doc.drawing())
	if err != nil {
		t.Fatal(err)
	}
	_, made := e.library.edit(a, "no box", db.Saved, picture(120, 90, 0.6), drawn)
	e.undo()
	e.letters("b")
	e.drag([2]float64{10, 80}, [2]float64{90, 80})
	e.s.OpenAsset(made)
	e.command("Restore marks")
	marks := e.s.doc.drawing().Marks
	if e.s.State().Asset != a.Ref || len(marks) != 1 || marks[0].Kind != drawing.Box {
		t.Fatalf("%+v", marks)
	}
	e.undo()
	if marks := e.s.doc.drawing().Marks; len(marks) != 1 || marks[0].Kind != drawing.Brush {
		t.Errorf("what was there before did not come back: %+v", marks)
	}
	e.s.OpenAsset(a)
	if why := action.ByID(e.s.Actions(), "canvas/restore").Disabled; !strings.Contains(why, "no marks to restore") {
		t.Errorf("said %q", why)
	}
}

func TestMakeAClipNeedsALivingLink(t *testing.T) {
	e := newFixture(t)
	o, second := e.branched()
	e.s.OpenAsset(o)
	e.s.commands.performID("canvas/use")
	if words := e.s.foot.sent.Text(); !strings.Contains(words, "this picture has none") {
		t.Errorf("said %q", words)
	}
	e.s.OpenAsset(second)
	e.s.commands.performID("canvas/use")
	if got := e.told(); got != "use3 0" {
		t.Errorf("%q", got)
	}
	e.library.now = noon.Add(30 * time.Hour)
	e.s.commands.performID("canvas/use")
	if words := e.s.foot.sent.Text(); !strings.Contains(words, "expired") {
		t.Errorf("said %q", words)
	}
}

func TestSessionComesBackWithItsUndoList(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.box()
	e.letters("w")
	e.drag([2]float64{30, 30}, [2]float64{60, 60})
	e.undo()
	b := e.library.add("other.png", picture(60, 60, 0.5), db.Asset{})
	e.s.OpenAsset(b)
	e.letters("b")
	e.drag([2]float64{10, 10}, [2]float64{50, 50})
	if err := e.s.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	again := fixtureWith(t, e.library)
	again.s.Update(context.Background())
	if st := again.s.State(); st.Asset != b.Ref || st.Marks != 1 || again.s.tools.settings.Tool != "brush" {
		t.Fatalf("%+v, %s", st, again.s.tools.settings.Tool)
	}
	if diff := cmp.Diff(e.baked().Pix, again.baked().Pix); diff != "" {
		t.Error("the same marks give another picture")
	}
	again.undo()
	if n := again.s.State().Marks; n != 0 {
		t.Errorf("%d marks after an undo", n)
	}
	again.s.OpenAsset(a)
	if n := again.s.State().Marks; n != 1 {
		t.Errorf("%d marks on the first", n)
	}
	again.s.tools.redo()
	if marks := again.s.doc.drawing().Marks; len(marks) != 2 || marks[1].Kind != drawing.Ellipse {
		t.Errorf("%+v", marks)
	}
}
