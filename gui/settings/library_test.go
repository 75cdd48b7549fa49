package settings

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/apptest"
)

// shownIn returns the words that are shown in an object.
func shownIn(o fyne.CanvasObject) string { return strings.Join(apptest.Texts(o), "|") }

func TestTheLibrarySaysWhatItTakesUp(t *testing.T) {
	h := newHouse()
	h.usage = folder.Usage{Files: folder.PartUsage{Files: 3284, Bytes: 12_400_000_000},
		Thumbs: folder.PartUsage{Files: 100, Bytes: 5_000_000}, Database: folder.PartUsage{Files: 1, Bytes: 9_000_000}}
	h.trashDays = 30
	s := newScreen(t, h)
	s.goTo(libraryIndex)
	got := s.library.folder.Text() + shownIn(s.library.content)
	for _, want := range []string{"/home/someone/Pictures/Viviscope", "3,284 items, 12.4 GB, 211 GB free",
		"Clips and pictures|3,284 files|12.4 GB",
		"Thumbnails|100 files|5.0 MB|can be recreated", "Total|3,385 files|12.4 GB", "in it: 12 items, 300 MB"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if strings.Contains(got, "Downloading") {
		t.Error("a kind of which there is nothing")
	}
	if s.library.trash.picker.Selected() != 1 {
		t.Errorf("trash: %d", s.library.trash.picker.Selected())
	}
}

// The folder is measured whenever the page is opened, and not with every update. The old figures stay meanwhile.
func TestTheFolderIsMeasuredWhenThePageOpens(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	shows := func(when, want string) {
		t.Helper()
		if got := shownIn(s.library.figures); !strings.Contains(got, want) {
			t.Errorf("%s: %q is not in %q", when, want, got)
		}
	}
	measured := func(files int) { h.usage.Files = folder.PartUsage{Files: files, Bytes: 1_000_000} }
	measured(10)
	s.Update(t.Context())
	shows("another page is shown", "Measuring …")
	s.goTo(libraryIndex)
	shows("opened", "10 files")
	measured(21)
	s.Update(t.Context())
	shows("still shown", "10 files")
	s.Left()
	shows("left", "10 files")
	s.Update(t.Context())
	shows("the screen is shown again", "21 files")
	s.goTo(profilesIndex)
	measured(22)
	s.goTo(libraryIndex)
	shows("the page is shown again", "22 files")
	s.library.measure.Disable() // as while it is measured
	measured(23)
	s.goTo(libraryIndex)
	shows("while it is measured", "22 files")
}

// Thumbnails and trashed items are deleted only after a question. Its safe answer deletes the least.
func TestCleanUpAsks(t *testing.T) {
	h := newHouse()
	h.usage.Thumbs = folder.PartUsage{Files: 100, Bytes: 5_000_000}
	s := newScreen(t, h)
	s.goTo(libraryIndex)
	answer := func(word string) { apptest.Press(t, s.canvas().Overlays().Top(), word) }
	test.Tap(s.library.cleanUp)
	answer("Cancel")
	if len(h.done) != 0 {
		t.Fatalf("without an answer: %v", h.done)
	}
	test.Tap(s.library.cleanUp)
	answer("Only unused ones")
	test.Tap(s.library.cleanUp)
	answer("All")
	if !slices.Equal(h.done, []string{"clear thumbs, idle true", "clear thumbs, idle false"}) ||
		!strings.Contains(s.library.cleaned.Text(), "40 thumbnails deleted, 2.0 MB freed") {
		t.Errorf("%v, %q", h.done, s.library.cleaned.Text())
	}
	test.Tap(s.library.empty)
	answer("Cancel")
	test.Tap(s.library.empty)
	answer("Delete 12 items permanently")
	if len(h.done) != 3 || h.done[2] != "empty trash" {
		t.Errorf("%v", h.done)
	}
}

func TestACheckIsSaidInWords(t *testing.T) {
	for _, c := range []struct {
		r    db.SweepReport
		want string
		good bool
	}{
		{db.SweepReport{}, "No problems found: no file is missing or unknown.", true},
		{db.SweepReport{Leftovers: []string{"incoming/x.mp4.part", "incoming/x.mp4.refused"}},
			"No problems found: no file is missing or unknown. " +
				"1 download is kept in the folder incoming, as it was delivered (.refused: damaged). 1 leftover of interrupted work is removed at the next start.", true},
		{db.SweepReport{Repaired: []int64{1, 2}, Missing: []int64{3}},
			"2 files left half-moved by a crash were restored. 1 file is missing from the folder. Put it back, or delete the item.", false},
		{db.SweepReport{Files: []string{"a", "b", "c", "d"}},
			"4 files in the folder are not in the library: a, b, c and 1 more. Rebuild to add them.", false},
	} {
		if got, good := sweepWords(c.r); got != c.want || good != c.good {
			t.Errorf("%v %q", good, got)
		}
	}
	h := newHouse()
	h.sweep = db.SweepReport{Missing: []int64{1}}
	s := newScreen(t, h)
	test.Tap(s.library.check.button)
	if !strings.Contains(s.library.checked.Text(), "1 file is missing") {
		t.Error(s.library.checked.Text())
	}
}

func TestTheTrashKeepsAsLongAsIsChosen(t *testing.T) {
	h := newHouse()
	h.trashDays = 45
	s := newScreen(t, h)
	if got := s.library.trash.picker.AccessibilityLabel(); got != "Empty trash after, 45 days" {
		t.Errorf("another number of days is shown as %q", got)
	}
	s.library.keepTrash(0)
	if h.trashDays != 0 || s.library.trash.picker.AccessibilityLabel() != "Empty trash after, never" {
		t.Errorf("%d, %d", h.trashDays, s.library.trash.picker.Selected())
	}
}
