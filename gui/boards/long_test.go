package boards

import (
	"context"
	"fmt"
	"strings"
	"testing"

	planning "viviscope/client/boards"
	"viviscope/client/order"
	"viviscope/db/boards"
)

// longBoard opens a board of shots of which each continues the one before. What it does away from the window's
// goroutine waits in works, what comes back in posts; next runs both.
func longBoard(t testing.TB, shots int) (s *sample, next func() (works, posts int)) {
	s = newSample(t, 1272, 844)
	s.AddLines(strings.Split(strings.Repeat("a shot\n", shots), "\n")[:shots])
	for n := range shots - 1 {
		s.SetSeam(n, boards.Continue)
	}
	for n := range s.Shots {
		s.Shots[n].First, s.Shots[n].Last = "", "" // the first is made of words alone
	}
	view := boards.NewView(s.Board, nil, nil, nil)
	s.s.Open(s.Ref)
	s.s.board.reread(t.Context(), view, 0)
	var works []func(context.Context)
	var posts []func()
	s.host.Worker = func(f func(context.Context)) { works = append(works, f) }
	s.host.Poster = func(f func()) { posts = append(posts, f) }
	s.s.board.take(s.Ref, view, nil)
	return s, func() (int, int) {
		doing := works
		works = nil
		for _, f := range doing {
			f(t.Context())
		}
		back := posts
		posts = nil
		for _, f := range back {
			f()
		}
		return len(doing), len(back)
	}
}

// The price of a long board is worked out away from the window's goroutine. Until it belongs to what is shown the
// button is closed and shows no price; an edit that comes meanwhile supersedes what is being worked out.
func TestALongBoardHasNoPriceUntilItIsWorkedOut(t *testing.T) {
	s, next := longBoard(t, maxAtOnce+1)
	b := s.s.board
	button := b.foot.buttons[clips]
	closed := func(when string) {
		t.Helper()
		if button.Visible() && !button.Disabled() || strings.Contains(button.Text(), "¥") {
			t.Errorf("%s: %q, disabled %v", when, button.Text(), button.Disabled())
		}
		if words := b.foot.lines[0].Text(); words != "The price is being worked out." {
			t.Errorf("%s: the line reads %q", when, words)
		}
	}
	open := func(when, label string) {
		t.Helper()
		if button.Text() != label || button.Disabled() || !button.Visible() || b.prices.pending() {
			t.Errorf("%s: %q, disabled %v, want %q", when, button.Text(), button.Disabled(), label)
		}
	}
	closed("at first")
	next()
	open("worked out", "Make 101 clips · about ¥293.92 est.")

	edit := func(seconds int) {
		b.change("", func(x *boards.Board) { x.Shots[3].Seconds = seconds }, nil)
		b.show()
	}
	edit(10)
	closed("after an edit")
	b.orders.press("Make 101 clips · …", b.prices.figures.stages[clips])
	b.orders.press("Make 101 clips · about ¥293.92 est.", b.prices.figures.stages[clips])
	if b.orders.sent != 0 {
		t.Fatal("a click without a price is sent")
	}
	b.foot.pressStage() // gets the keyboard with its price, and no more
	edit(15)
	next()
	closed("superseded")
	if b.Canvas().Focused() == button {
		t.Error("a button without a price has the keyboard")
	}
	next()
	open("after both edits", "Make 101 clips · about ¥299.52 est.")
	if b.Canvas().Focused() != button || b.orders.sent != 0 {
		t.Errorf("the keyboard is at %T, %d sent", b.Canvas().Focused(), b.orders.sent)
	}
}

// BenchmarkLongBoard measures what a board of 500 shots, of which each continues the one before, costs the window's
// goroutine: a letter that is typed, what follows when typing rests, and the figures that come in then.
func BenchmarkLongBoard(b *testing.B) {
	s, next := longBoard(b, 500)
	next()
	board := s.s.board
	board.choose(s.Shots[250].ID)
	b.Run("letter", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			board.inspector.card.fields.Edit(func(f *order.Form) { f.SetPrompt(fmt.Sprint("a boat ", n)) })
		}
	})
	b.Run("rest", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			board.change("", func(x *boards.Board) { x.Shots[250].Prompt = fmt.Sprint("a boat ", n) }, nil)
			board.show()
		}
	})
	b.Run("figures", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			b.StopTimer()
			board.edition++
			board.show()
			g := board.prices.computation(board.prices.figures.minute)()
			b.StartTimer()
			board.prices.take(g)
			board.show()
		}
	})
	b.Run("stages", func(b *testing.B) {
		for b.Loop() {
			planning.Missing(board.view, board.prices.context(), clips)
		}
	})
}
