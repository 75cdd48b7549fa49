package app

import (
	"context"
	"slices"
	"strings"
	"testing"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
)

// idle is an engine that does nothing.
type idle struct{}

func (idle) Start(context.Context) error              { return nil }
func (idle) Stop(context.Context) error               { return nil }
func (idle) Subscribe(func(jobs.Event)) (stop func()) { return func() {} }
func (idle) Status() jobs.PoolStatus                  { return jobs.PoolStatus{} }
func (idle) PauseSending(context.Context, bool) error { return nil }
func (idle) StopSending(bool)                         {}
func (idle) OpenPictureCalls() int                    { return 0 }
func (idle) Price(context.Context, int64, []jobs.Order) (jobs.Quote, error) {
	return jobs.Quote{}, nil
}

// newLibrary is an empty library.
func newLibrary(t *testing.T) *db.Library {
	t.Helper()
	lib, err := db.Open(t.Context(), t.TempDir(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	})
	return lib
}

// meet reports whether actions of two scopes could both be meant by the same keys.
func meet(a, b action.Scope) bool {
	switch {
	case a.In == b.In:
		return a.When == 0 || b.When == 0 || a.When&b.When != 0
	case len(a.In) > len(b.In):
		a, b = b, a
	}
	return a.In == "" || strings.HasPrefix(b.In, a.In+"/")
}

// No key means two actions that are possible at once, other than those of every text: the menu hands them to the
// control that has the focus, and the canvas, the gallery and the boards have their own meaning for them.
func TestNoKeyMeansTwoActions(t *testing.T) {
	all := newSpending(t, func(*db.Profile) {}, func(*spending) {}).p.shell.Actions()
	ids := map[string]bool{}
	counts := map[string]int{}
	for i, a := range all {
		if ids[a.ID] {
			t.Errorf("two actions are %s", a.ID)
		}
		if a.Label == "" {
			t.Errorf("%s has no label", a.ID)
		}
		ids[a.ID] = true
		if len(a.Keys) > 0 {
			counts[a.Scope.In]++
		}
		for _, o := range all[:i] {
			text := strings.HasPrefix(o.ID, "edit.") && o.Scope.In == "" && a.Scope.In != ""
			for _, c := range a.Keys {
				if meet(a.Scope, o.Scope) && slices.Contains(o.Keys, c) && !text {
					t.Errorf("%s means %s and %s", c.Words(false), o.ID, a.ID)
				}
			}
		}
	}
	for _, want := range []string{
		"Job: Generate Ctrl+Enter", "Job: Hold for later Ctrl+Shift+H", "Job: Copy request Ctrl+Shift+C",
		"Job: Batch… Ctrl+Shift+B", "Job: Which model can do this? Ctrl+M",
		"Job: Preview variations Ctrl+Shift+M", "Job: New seed Ctrl+R", "Job: Keep the seed Ctrl+Shift+R",
		"Job: Swap first and last frame Ctrl+Shift+X",
		"Job: More clips per click Ctrl+Shift+Up", "Job: Fewer clips per click Ctrl+Shift+Down",
		"Edit: Older prompt Ctrl+Up", "Edit: Newer prompt Ctrl+Down",
		"Edit: Snippets… Ctrl+Shift+E", "Help: Keyboard shortcuts F1 or ?", "Job: Notify when done ",
		"View: Dark colours ",
	} {
		if !slices.ContainsFunc(all, func(a action.Action) bool {
			return a.Group+": "+a.Label+" "+a.KeyWords() == want
		}) {
			t.Errorf("there is no %q", want)
		}
	}
	for in, least := range map[string]int{"": 35, "boards": 25, "gallery": 17, "viewer": 50, "create": 1,
		"create/canvas": 55, "costs/ledger": 3} {
		if counts[in] < least {
			t.Errorf("%q: %d actions have keys, want %d or more", in, counts[in], least)
		}
	}
}

// Letters, digits and signs are typed everywhere else: they are keys only of what has the focus, or of the viewer,
// which covers all.
func TestALetterIsAKeyOfWhatHasTheFocus(t *testing.T) {
	for _, a := range newSpending(t, func(*db.Profile) {}, func(*spending) {}).p.shell.Actions() {
		for _, c := range a.Keys {
			if c.Types() && !a.Own && a.Scope.In != "viewer" && c.Key != "?" {
				t.Errorf("%s does %s in all of %q", c.Words(false), a.ID, a.Scope.In)
			}
		}
	}
}
