package boards

import (
	"fmt"
	"strings"
	"testing"

	"viviscope/db/boards"
)

// BenchmarkLongBoard measures what a board of 500 shots, of which each continues the one before, costs the window's goroutine: a
// letter that is typed, and the sheet that leaves out what waits for a shot with a problem.
func BenchmarkLongBoard(b *testing.B) {
	s := newSample(b, 1272, 844)
	s.AddLines(strings.Split(strings.Repeat("a shot\n", 500), "\n")[:500])
	for n := range 499 {
		s.SetSeam(n, boards.Continue)
	}
	view := boards.NewView(s.Board, nil, nil, nil)
	s.s.Open(s.Ref)
	s.s.board.foot.read(b.Context(), view, 0)()
	s.s.board.take(s.Ref, view, nil)
	b.Run("letter", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			s.s.board.change("", func(x *boards.Board) { x.Shots[250].Prompt = fmt.Sprint("a boat ", n) }, nil)
			s.s.board.show()
		}
	})
	b.Run("stages", func(b *testing.B) {
		for b.Loop() {
			missing(s.s.board.view, s.s.board.foot.orderContext(), clips)
		}
	})
}
