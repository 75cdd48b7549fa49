package shell

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"viviscope/db/folder"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// answer presses a button of the question before quitting.
func (h *house) answer(t *testing.T, word string) {
	t.Helper()
	top := h.window.Canvas().Overlays().Top()
	if top == nil {
		t.Fatalf("nothing is asked, so %q cannot be answered", word)
	}
	for _, b := range apptest.Find[*kit.Button](top) {
		if b.Text() == word {
			test.Tap(b)
			return
		}
	}
	t.Fatalf("no answer %q", word)
}

// question returns the words of the question before quitting; "": nothing is asked.
func (h *house) question() string {
	if top := h.window.Canvas().Overlays().Top(); top != nil {
		return strings.Join(apptest.Texts(top), " | ")
	}
	return ""
}

// Quitting writes what is unsaved first. It asks only where that fails, and never twice at once.
func TestQuittingAsksBeforeUnsavedChangesAreLost(t *testing.T) {
	h := newHouse(t, nil)
	full, dirty, quits := fmt.Errorf("write setting: %w", folder.ErrDiskFull), true, 0
	h.Shell.screens.Save = func() func(context.Context) error {
		if !dirty {
			return nil
		}
		return func(context.Context) error { return full }
	}
	quit := func() {
		h.QuitWith(func() { quits++ })
		h.settle()
	}
	quit()
	quit()
	if q := h.question(); quits != 0 || !strings.Contains(q, "not saved. The disk is full. Free some space.") ||
		len(h.window.Canvas().Overlays().List()) != 1 {
		t.Fatalf("%d quits, asks %q", quits, q)
	}
	h.answer(t, "Stay")
	if quits != 0 {
		t.Error("it quits though the user stays")
	}
	quit()
	h.answer(t, "Quit anyway")
	if quits != 1 {
		t.Errorf("%d quits", quits)
	}
	full = nil
	quit()
	if quits != 2 || h.question() != "" {
		t.Errorf("with room: %d quits, asks %q", quits, h.question())
	}
	dirty = false
	h.QuitWith(func() { quits++ })
	if quits != 3 {
		t.Error("with nothing unsaved it waits")
	}
}

// A failed write is shown at once and as long as it lasts, in every place.
func TestUnsavedChangesAreShown(t *testing.T) {
	h := newHouse(t, nil)
	source, other := new(int), new(int)
	says := func() string {
		h.settle()
		return strings.Join(apptest.Texts(h.window.Content()), " | ")
	}
	h.Unsaved(source, fmt.Errorf("write setting: %w", folder.ErrDiskFull))
	h.Unsaved(other, fmt.Errorf("write setting: %w", folder.ErrDiskFull))
	for _, want := range []string{"Changes are not saved",
		"Your last changes are not saved. The disk is full. Free some space. Saving is tried again automatically."} {
		if got := says(); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	h.Show(Gallery)
	if !strings.Contains(says(), "Your last changes are not saved.") {
		t.Error("it is not shown in another place")
	}
	h.Unsaved(source, nil)
	if !strings.Contains(says(), "Changes are not saved") {
		t.Error("it is gone while another source has unsaved changes")
	}
	h.Unsaved(other, nil)
	if got := says(); strings.Contains(got, "not saved") {
		t.Errorf("after all is saved: %q", got)
	}
}

// Work that ends with the program is shown in the status bar. Quitting asks about it and about picture calls in one
// question.
func TestQuittingAsksBeforeWorkIsCut(t *testing.T) {
	h := newHouse(t, nil)
	quits, opened := 0, 0
	high := h.status.content.MinSize().Height
	step, end := h.Working("Joining 3 clips", func() { opened++ })
	step("40 %")
	links := apptest.Find[*kit.Link](h.status.content)
	if len(links) != 1 || links[0].Text() != "Joining 3 clips · 40 %" || !links[0].Visible() {
		t.Fatalf("the status bar has %v", apptest.Texts(h.status.content))
	}
	if now := h.status.content.MinSize().Height; now != high {
		t.Errorf("the status bar grows from %v to %v, and moves what is above it", high, now)
	}
	test.Tap(links[0])
	if opened != 1 {
		t.Error("a click does not open the work")
	}
	quit := func() { h.QuitWith(func() { quits++ }) }
	h.engine.calls = 1
	quit()
	if q := h.question(); !strings.Contains(q, "1 picture is being made.") ||
		!strings.Contains(q, "Not finished yet: Joining 3 clips.") {
		t.Errorf("asks %q", q)
	}
	h.answer(t, "Stay")
	h.engine.calls = 0
	quit()
	h.answer(t, "Quit when it is done")
	done := func() {
		h.live.next.counts = true
		h.live.flush(t.Context())
		h.run()
	}
	done()
	if quits != 0 {
		t.Error("it quits while the work goes on")
	}
	end()
	done()
	if quits != 1 || slices.Contains(apptest.Texts(h.status.content), links[0].Text()) &&
		links[0].Text() != "" {
		t.Errorf("%d quits when the work is done, shown %q", quits, links[0].Text())
	}
	h.Working("Exporting 2 files", func() {})
	quit()
	h.answer(t, "Quit now")
	if quits != 2 {
		t.Errorf("%d quits at once", quits)
	}
}

// A setting of the window itself that cannot be stored is shown, tried again, and asked about before quitting.
func TestASettingOfTheWindowIsNotLost(t *testing.T) {
	h := newHouse(t, nil)
	h.settle()
	full := fmt.Errorf("write setting: %w", folder.ErrDiskFull)
	h.lib.setFault(full)
	h.keep(settingNotify, false)
	h.settle()
	if !strings.Contains(strings.Join(apptest.Texts(h.window.Content()), " | "), "Changes are not saved") {
		t.Error("it is not shown")
	}
	quits := 0
	h.QuitWith(func() { quits++ })
	h.settle()
	if q := h.question(); quits != 0 || !strings.Contains(q, "not saved. The disk is full.") {
		t.Fatalf("%d quits, asks %q", quits, q)
	}
	h.answer(t, "Stay")
	h.lib.setFault(nil)
	h.QuitWith(func() { quits++ })
	h.settle()
	if quits != 1 || h.question() != "" {
		t.Errorf("with room: %d quits, asks %q", quits, h.question())
	}
}
