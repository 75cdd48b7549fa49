package editor

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/editor/drawing"
)

// lines are the versions of the strip in words: tags, what and cost.
func (e *easel) lines() []string {
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
func (e *easel) branched() (original, second db.Asset) {
	o := e.shelf.add("vase.jpg", picture(120, 90, 0), db.Asset{})
	_, first := e.shelf.edit(o, "warmer light", db.Saved, picture(120, 90, 0.5), nil)
	_, second = e.shelf.edit(first, "remove the cup", db.Saved, picture(120, 90, 0.2), nil)
	e.shelf.edit(o, "a red vase", db.Saved, picture(120, 90, 1), nil)
	e.shelf.edit(second, "softer shadow", db.Sending, nil, nil)
	e.shelf.edit(second, "a cat", db.Unconfirmed, nil, nil)
	return o, second
}

func TestTheStripShowsEveryVersionOfTheFamily(t *testing.T) {
	e := newEasel(t)
	o, second := e.branched()
	e.shelf.now = noon.Add(4*time.Minute + 21*time.Second)
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
	e.shelf.now = e.shelf.now.Add(10 * time.Second)
	e.s.d.Live.Flush(true)()
	if got := e.lines()[4]; !strings.Contains(got, "| 0:31 |") {
		t.Errorf("after ten seconds: %q", got)
	}
	if got := e.s.family.find(o.Ref); got != 0 {
		t.Errorf("the original is at %d", got)
	}
	e.letters("[")
	if e.s.State().Asset != e.s.family.versions[1].asset.Ref {
		t.Error("[ does not open the version before")
	}
	e.letters("]]]")
	if e.s.State().Asset != e.s.family.versions[3].asset.Ref {
		t.Error("] does not stop at the last that is there")
	}
	e.s.chooseVersion(e.s.family.versions[5])
	if words := e.s.notes.words.Text(); !strings.Contains(words, "Unconfirmed") || !strings.Contains(words, "will not send it again") {
		t.Errorf("said %q", words)
	}
}

func TestAResultIsOfferedAndNothingIsTakenFromTheCanvas(t *testing.T) {
	e := newEasel(t)
	a := e.open(120, 90)
	job, _ := e.shelf.edit(a, "bluer", db.Sending, nil, nil)
	e.s.Handle(jobs.JobChanged{ID: job.ID, Kind: db.EditImage, State: db.Sending})
	e.box()
	e.shelf.jobs[0].State = db.Saved
	made := e.shelf.add("", picture(120, 90, 0.4), db.Asset{JobID: job.ID, Prompt: "bluer"})
	e.s.Handle(jobs.AssetAdded{ID: made.ID, JobID: job.ID})
	if st := e.s.State(); st.Asset != a.Ref || st.Marks != 1 {
		t.Fatalf("the canvas was taken away: %+v", st)
	}
	if words := e.s.notes.words.Text(); words != "“bluer” is done." || !e.s.notes.box.Visible() {
		t.Errorf("said %q", words)
	}
	e.s.EditResult()
	if st := e.s.State(); st.Asset != made.Ref || st.Marks != 0 {
		t.Errorf("%+v", st)
	}
	e.letters("[")
	if st := e.s.State(); st.Asset != a.Ref || st.Marks != 1 {
		t.Errorf("the marks of the first did not stay: %+v", st)
	}
	e.s.Compare()
	if got := e.said[len(e.said)-1]; got != "compare 1 2" {
		t.Errorf("%q", got)
	}
}

func TestAFailedEditStaysInTheStrip(t *testing.T) {
	e := newEasel(t)
	a := e.open(120, 90)
	job, _ := e.shelf.edit(a, "a dog", db.Sending, nil, nil)
	e.shelf.jobs[0].State, e.shelf.jobs[0].ErrorMessage = db.Rejected, "image too small"
	e.s.Handle(jobs.JobChanged{ID: job.ID, Kind: db.EditImage, State: db.Rejected})
	for _, e := range []*easel{e, easelWith(t, e.shelf, e.notes)} { // and after a restart
		e.s.OpenAsset(a)
		e.wait()
		if got := e.lines(); len(got) != 2 || got[1] != "“a dog” | not charged | Rejected" {
			t.Errorf("%q", got)
		}
	}
}

func TestMarksAreRestoredFromTheJob(t *testing.T) {
	e := newEasel(t)
	a := e.open(120, 90)
	e.box()
	drawn, err := drawing.Encode(e.s.drawing())
	if err != nil {
		t.Fatal(err)
	}
	_, made := e.shelf.edit(a, "no box", db.Saved, picture(120, 90, 0.6), drawn)
	e.undo()
	e.letters("b")
	e.drag([2]float64{10, 80}, [2]float64{90, 80})
	e.s.OpenAsset(made)
	e.s.RestoreMarks()
	marks := e.s.drawing().Marks
	if e.s.State().Asset != a.Ref || len(marks) != 1 || marks[0].Kind != drawing.Box {
		t.Fatalf("%+v", marks)
	}
	e.undo()
	if marks := e.s.drawing().Marks; len(marks) != 1 || marks[0].Kind != drawing.Brush {
		t.Errorf("what was there before did not come back: %+v", marks)
	}
	e.s.OpenAsset(a)
	e.s.RestoreMarks()
	if words := e.s.notes.words.Text(); !strings.Contains(words, "no marks to restore") {
		t.Errorf("said %q", words)
	}
}

func TestMakeAClipNeedsALivingLink(t *testing.T) {
	e := newEasel(t)
	o, second := e.branched()
	e.s.OpenAsset(o)
	e.s.Use()
	if words := e.s.notes.words.Text(); !strings.Contains(words, "never had one") {
		t.Errorf("said %q", words)
	}
	e.s.OpenAsset(second)
	e.s.Use()
	if got := e.said[len(e.said)-1]; got != "use 3" {
		t.Errorf("%q", got)
	}
	e.shelf.now = noon.Add(30 * time.Hour)
	e.s.Use()
	if words := e.s.notes.words.Text(); !strings.Contains(words, "expired") {
		t.Errorf("said %q", words)
	}
}

func TestSessionComesBackWithItsUndoList(t *testing.T) {
	e := newEasel(t)
	a := e.open(120, 90)
	e.box()
	e.letters("w")
	e.drag([2]float64{30, 30}, [2]float64{60, 60})
	e.undo()
	b := e.shelf.add("other.png", picture(60, 60, 0.5), db.Asset{})
	e.s.OpenAsset(b)
	e.letters("b")
	e.drag([2]float64{10, 10}, [2]float64{50, 50})
	if err := e.s.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	again := easelWith(t, e.shelf, e.notes)
	again.s.Update(context.Background())
	if st := again.s.State(); st.Asset != b.Ref || st.Marks != 1 || again.s.hand.Tool != "brush" {
		t.Fatalf("%+v, %s", st, again.s.hand.Tool)
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
	again.s.Redo()
	if marks := again.s.drawing().Marks; len(marks) != 2 || marks[1].Kind != drawing.Ellipse {
		t.Errorf("%+v", marks)
	}
}
