package feed

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
)

// sheetTexts are the words and the buttons of the sheet on top.
func sheetTexts(t *testing.T, s *Screen) (words string, buttons map[string]apptest.Button) {
	t.Helper()
	if s.sheet == nil || !s.sheet.Shown() {
		t.Fatal("no sheet is open")
	}
	return strings.Join(apptest.Words(s.sheet), "\n"), apptest.Buttons(s.sheet)
}

// From the Queue too an unconfirmed job is decided with all that can be decided, wherever the window is.
func TestTheResolverOfAClipAndOfAPicture(t *testing.T) {
	g := newStage(t)
	g.s.d.Canvas = func() fyne.Canvas { return g.w.Canvas() }
	clip := g.add(db.Unconfirmed)
	clip.ErrorCode = "timeout"
	picture := g.add(db.Unconfirmed)
	picture.Kind, picture.TaskID = db.TextToImage, ""
	for id := range int64(2) {
		g.entries[id+1] = []db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY"}}
	}
	g.update()
	g.w.SetContent(test.NewTempWindow(t, nil).Content()) // another place is in front

	g.s.Resolve(1)
	g.finish()
	words, buttons := sheetTexts(t, g.s)
	for _, want := range []string{"no answer came in time", "may have accepted and charged it", "up to ¥4.50", "I have the task ID", "you pay for both"} {
		if !strings.Contains(words, want) {
			t.Errorf("clip: no %q in %q", want, words)
		}
	}
	if buttons["Find it"] == nil || buttons["It was not charged"] == nil || buttons["Send again · ¥2.80 more…"] == nil || buttons["It was charged"] != nil {
		t.Errorf("clip: %v", buttons)
	}

	entry, ok := g.w.Canvas().Focused().(*widgets.Entry)
	if !ok || entry == nil {
		t.Fatalf("clip: the focus is in %T, not in the field", g.w.Canvas().Focused())
	}
	entry.SetText(" \t")
	if !buttons["Find it"].Disabled() {
		t.Error("clip: blanks count as a task ID")
	}
	entry.SetText("  task_7 \n")
	g.err = errors.New("not yet")
	test.Tap(buttons["Find it"])
	g.finish()
	if !slices.Equal(g.did, []string{"adopt 1 task_7"}) {
		t.Errorf("clip: did %q", g.did)
	}
	g.did, g.err = nil, nil

	g.s.Resolve(2)
	g.finish()
	words, buttons = sheetTexts(t, g.s)
	if strings.Contains(words, "task ID") || buttons["Find it"] != nil || buttons["It was not charged"] == nil || buttons["It was charged"] == nil {
		t.Errorf("picture: %q, %v", words, buttons)
	}
	g.err = errors.New("the disk is full")
	test.Tap(buttons["It was not charged"])
	if !buttons["It was charged"].Disabled() {
		t.Error("a second decision can be made while the first is under way")
	}
	g.finish()
	if words, _ = sheetTexts(t, g.s); !strings.Contains(words, "the disk is full") || buttons["It was not charged"].Disabled() {
		t.Errorf("what went wrong is not said: %q", words)
	}
	g.err = nil
	test.Tap(buttons["It was not charged"])
	g.finish()
	if !slices.Equal(g.did, []string{"not charged 2", "not charged 2"}) || g.s.sheet != nil {
		t.Errorf("did %v, sheet %v", g.did, g.s.sheet)
	}
}

// A task that the service says it does not know may be there all the same: nothing calls it lost, and it can be asked for.
func TestTheResolverOfATaskThatTheServiceDoesNotKnow(t *testing.T) {
	g := newStage(t)
	j := g.add(db.Expired)
	j.ErrorCode, j.TaskID, j.ExpiresAt = jobs.CodeTaskUnknown, "task", noon.Add(time.Hour)
	g.update()
	g.s.Resolve(1)
	g.finish()
	words, buttons := sheetTexts(t, g.s)
	for _, want := range []string{"It may still be there.", "comes by itself", "may still be at the service"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
	if strings.Contains(words, "lost") || buttons["It was charged"] == nil || buttons["It was not charged"] == nil {
		t.Errorf("%q, %v", words, buttons)
	}
	test.Tap(buttons["Ask again"])
	g.finish()
	if !slices.Equal(g.did, []string{"watch 1"}) || g.s.sheet != nil {
		t.Errorf("did %v", g.did)
	}
}

// A job that was settled meanwhile asks nothing.
func TestOnlyAnUnconfirmedJobIsResolved(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	g.update()
	g.s.Resolve(1)
	g.s.Resolve(99)
	g.finish()
	if g.s.sheet != nil {
		t.Error("a sheet is open")
	}
}
