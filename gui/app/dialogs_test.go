package app

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/shell"
)

// cancels are the words of buttons that leave everything as it is.
var cancels = []string{"Cancel", "Close", "Stay", "Decide later", "Keep them", "Keep them held",
	"Keep this library", "Do not send",
	"Keep this database", "Done"}

// checkAnswers checks that the button that cancels a dialog is at the right end, or left of the one that acts.
func checkAnswers(t *testing.T, name string, sheet *kit.Sheet) {
	t.Helper()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	buttons := apptest.Find[*kit.Button](sheet)
	i := slices.IndexFunc(buttons, func(b *kit.Button) bool {
		return b.Visible() && slices.Contains(cancels, b.Text())
	})
	if i < 0 {
		t.Errorf("%s: no button closes it", name)
		return
	}
	var right []string
	for _, b := range buttons {
		middle := at(b).Y + b.Size().Height/2
		if b.Visible() && at(b).X > at(buttons[i]).X && middle > at(buttons[i]).Y &&
			middle < at(buttons[i]).Y+buttons[i].Size().Height {
			right = append(right, b.Text())
		}
	}
	if len(right) > 1 {
		t.Errorf("%s: right of %q are %q", name, buttons[i].Text(), right)
	}
}

// Every sheet that an action opens can be left by Esc, has its answers in one order, and gives the focus back to where
// it was. No control of a place or a sheet is covered by another one.
func TestEverySheetIsLeftByEscAndGivesTheFocusBack(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // nothing is opened in other programs
	var clip, picture db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
		picture = s.job(db.TextToImage, db.Saved)
	})
	canvas, sh := s.p.window.Canvas(), s.p.shell
	opened := map[string]bool{}
	// to other programs
	leads := []string{"file.quit", "library.use", "library.import", "library.importFolder", "library.folder"}
	for _, at := range []struct {
		name, in string
		show     func()
	}{
		{"create", "create", func() { sh.Show(shell.Create); canvas.Focus(s.p.places.composer.First()) }},
		{"queue", "queue", func() { sh.Show(shell.Queue); canvas.Focus(s.p.places.jobs.Queue.First()) }},
		{"a clip", "gallery", func() { s.selectPriced(s.asset(clip)) }},
		{"a picture", "gallery", func() { s.selectPriced(s.asset(picture)) }},
		{"boards", "boards", func() { sh.Show(shell.Boards) }},
		{"costs", "costs", func() { sh.Show(shell.Costs) }},
	} {
		at.show()
		s.until("still", s.still)
		for _, covered := range apptest.CoveredControls(canvas) {
			t.Errorf("%s: %s", at.name, covered)
		}
		for _, a := range sh.Actions() {
			asks := strings.HasSuffix(a.Label, "…") || strings.HasPrefix(a.ID, "help.")
			in, _, _ := strings.Cut(a.Scope.In, "/")
			if in != "" && in != at.in || !a.Can() || !asks || a.Spends || slices.Contains(leads, a.ID) ||
				strings.HasPrefix(a.ID, "canvas/") {
				continue
			}
			at.show()
			now := action.ByID(sh.Actions(), a.ID)
			if !now.Can() {
				continue
			}
			place, before := sh.Place(), canvas.Focused()
			now.Do()
			stayed := sh.Place() == place
			s.until("still", s.still)
			if top := canvas.Overlays().Top(); top != nil {
				opened[a.ID] = true
				for _, covered := range apptest.CoveredControls(canvas) {
					t.Errorf("%s: %s: %s", at.name, a.ID, covered)
				}
				if sheet, ok := top.(*kit.Sheet); ok && a.ID != "help.find" {
					checkAnswers(t, at.name+": "+a.ID, sheet)
				}
				focused := canvas.Focused()
				if focused == nil {
					t.Errorf("%s: %s: nothing in the sheet has the focus", at.name, a.ID)
				} else {
					apptest.PressKey(focused, fyne.KeyEscape)
				}
				if canvas.Overlays().Top() == top {
					t.Errorf("%s: %s stays after Esc", at.name, a.ID)
				} else if stayed && sh.Place() == place && canvas.Focused() != before {
					t.Errorf("%s: %s: %T had the focus, then %T", at.name, a.ID, before, canvas.Focused())
				}
			}
			s.closeSheets()
			viewing{s.p}.LeaveViewer()
		}
	}
	for _, id := range []string{"help.keys", "help.find", "help.guide", "job.track", "job.batch", "gallery/tags"} {
		if !opened[id] {
			t.Errorf("%s opened no sheet; these did: %v", id, opened)
		}
	}
}

// Plain letters are commands of the control with the selection, of the viewer, which covers all fields, and of nothing
// else: typed with the focus elsewhere they do nothing.
func TestPlainLettersBelongToASelection(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	letters := 0
	for _, a := range s.p.shell.Actions() {
		in, _, _ := strings.Cut(a.Scope.In, "/")
		for _, c := range a.Keys {
			if !c.Types() {
				continue
			}
			letters++
			if help := c.Key == "?"; !a.Own && in != "viewer" && !help {
				t.Errorf("%s takes %s wherever the focus is", a.ID, c.Words(false))
			}
		}
	}
	if letters < 10 {
		t.Errorf("only %d letters are commands", letters)
	}
}
