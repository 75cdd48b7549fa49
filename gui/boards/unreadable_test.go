package boards

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
)

// rowAction returns an action of the row that is chosen in the list.
func (s *sample) rowAction(id string) action.Action {
	s.t.Helper()
	for _, a := range s.s.list.boardActions() {
		if a.ID == id {
			return a
		}
	}
	s.t.Fatalf("there is no action %s", id)
	return action.Action{}
}

// A board whose document cannot be read is listed with its reason; opening it shows the reason, its file can be shown
// and it can be put into the trash. The other boards stay as they are.
func TestABoardThatCannotBeReadIsListed(t *testing.T) {
	s := newSample(t, 1280, 800)
	s.harbour()
	s.keep()
	good := s.Ref
	bad, err := s.s.Store.New(t.Context(), s.Board)
	s.must(err)
	lib := s.s.Library.(bookcase).Library
	_, err = lib.WriteBoard(t.Context(), bad.Ref, db.AnyVersion, func(tx *db.BoardTx) error {
		tx.Row.Doc = json.RawMessage(`{"name":"x","shots":7}`)
		return nil
	})
	s.must(err)
	s.s.showList()
	s.s.Update(t.Context())
	l := s.s.list
	if len(l.shown) != 2 || l.index(bad.Ref) < 0 || l.index(good) < 0 {
		t.Fatalf("%+v", l.shown)
	}
	l.rows.Choose(l.index(bad.Ref))
	r := newBoardRow(l.Deps, nil, nil)
	r.bind(l.chosen(), true)
	r.Resize(fyne.NewSize(1200, rowHeight()))
	if shown := texts(r); !strings.Contains(shown, "cannot be read") || !strings.Contains(shown, "shots") ||
		r.bar.Visible() {
		t.Errorf("the row shows %q", shown)
	}
	r.bind(l.shown[l.index(good)], false)
	if shown := texts(r); strings.Contains(shown, "cannot be read") || !r.bar.Visible() {
		t.Errorf("the row of the other board shows %q", shown)
	}
	l.open(l.chosen())
	if said := s.host.Said; s.s.page != pageList || len(said) == 0 ||
		!strings.Contains(said[len(said)-1], "cannot be read") {
		t.Errorf("page %v, %q", s.s.page, said)
	}
	if s.rowAction("boards.rename").Disabled == "" || s.rowAction("boards.trash").Disabled != "" ||
		s.rowAction("boards.reveal").Hidden {
		t.Error("its actions are those of another board")
	}
	s.rowAction("boards.reveal").Do()
	if told := s.s.Chooser.(*actiontest.Nav).Told; len(told) == 0 || !strings.Contains(told[len(told)-1], bad.Ref[:8]) {
		t.Errorf("%q", told)
	}
	s.rowAction("boards.trash").Do()
	s.s.Update(t.Context())
	if len(l.shown) != 1 || l.shown[0].Ref != good {
		t.Errorf("%+v", l.shown)
	}
	l.rows.Choose(0)
	l.open(l.chosen())
	if s.s.page != pageBoard || s.s.board.view.Ref != good {
		t.Error("the other board cannot be opened")
	}
}

// texts returns the words that a widget shows.
func texts(o fyne.CanvasObject) string {
	var words []string
	for _, o := range test.LaidOutObjects(o) {
		if t, ok := o.(*canvas.Text); ok && t.Visible() {
			words = append(words, t.Text)
		}
	}
	return strings.Join(words, " ")
}

// A panic while a board is shown closes that board and not the program, and the board can be opened when the cause is
// gone.
func TestAPanicClosesTheBoardAlone(t *testing.T) {
	s := newSample(t, 1280, 800)
	s.harbour()
	s.keep()
	for range 2 {
		v, clock := s.s.board.view, s.host.Clock
		s.host.Clock = func() time.Time {
			s.host.Clock = clock
			panic("no time")
		}
		s.s.board.edition++
		s.s.board.take(s.Ref, v, nil)
		if said := s.host.Said; s.s.page != pageList || s.s.open.Load() != nil || len(said) == 0 ||
			!strings.Contains(said[len(said)-1], "no time") {
			t.Fatalf("page %v, %q", s.s.page, said)
		}
		s.s.Open(s.Ref)
		if s.s.page != pageBoard || s.s.board.view.Ref != s.Ref || len(s.s.board.cards) == 0 {
			t.Fatal("it cannot be opened any more")
		}
	}
}
