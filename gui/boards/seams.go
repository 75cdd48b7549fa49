package boards

import (
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// seamEditor changes the seams between shots. n is the index of the earlier shot.
type seamEditor struct {
	doc   *document
	hints *shotHints
}

// nextSeam changes a seam to the next kind.
func (s *seamEditor) nextSeam(n int) { s.setSeam(n, s.doc.view.Seam(n).Next()) }

func (s *seamEditor) setSeam(n int, to boards.Seam) {
	word, _, _ := seamWords(to, n+1)
	next := s.doc.view.Shots[n+1].ID
	s.doc.edit(lang.L("%[1]s before shot %[2]d", word, n+2), func(x *boards.Board) {
		if i := x.ShotByID(next); i > 0 { // the undo that the edit waited for may have removed it
			x.SetSeam(i-1, to)
		}
	})
}

// seamMenu returns the kinds of a seam, and the cures of the hint about it. The tooltip of the seam's button explains
// the kind and has the hint.
func (s *seamEditor) seamMenu(n int) (list []action.Action) {
	for _, to := range boards.Seams() {
		name, _, _ := seamWords(to, n+1)
		list = append(list, action.Action{Label: name, On: s.doc.view.Seam(n) == to, Do: func() { s.setSeam(n, to) }})
	}
	_, cures := s.hints.seamHint(n)
	if len(cures) > 0 {
		cures[0].Line = true
	}
	return append(list, cures...)
}
