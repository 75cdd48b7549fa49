package boards

import (
	"slices"
	"strings"
	"testing"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/findings"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// checks sets the result of the check of the chosen clip of a shot.
func (s *sample) checks(shot int, r findings.Result) {
	s.t.Helper()
	for i, a := range slices.Backward(s.assets) {
		if slices.ContainsFunc(s.jobs, func(j db.Job) bool { return j.ID == a.JobID && j.Shot == s.Shots[shot].ID }) {
			s.assets[i].Checks = &r
			return
		}
	}
	s.t.Fatalf("shot %d has no clip", shot+1)
}

func TestCardShowsFindings(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.harbour()
	look := func(contrast, sharpness float64) findings.Look {
		return findings.Look{Contrast: contrast, Sharpness: sharpness}
	}
	s.checks(0, findings.Result{End: look(50, 6), Findings: []findings.Finding{
		{Kind: findings.Cut, From: 1, To: 1}, {Kind: findings.Black, From: 3.2, To: 4}}})
	s.checks(1, findings.Result{Start: look(48, 2), End: look(50, 6)}) // blurred; shares a keyframe with shot 1
	s.checks(2, findings.Result{Start: look(10, 1)})                   // after a hard cut
	s.show()
	for shot, want := range []struct{ tag, all string }{
		{"black 0:03", "cut 0:01.0 · black 0:03.2–0:04.0"}, {"less sharp", "less sharp than shot 1"}, {}, {}} {
		if got := s.s.board.found(shot); got.tag != want.tag || got.sentence() != want.all {
			t.Errorf("shot %d: %q, %q; want %+v", shot+1, got.tag, got.sentence(), want)
		}
	}
	cell := newShotCell(s.s.board.boardModel, s.s.board.strip)
	first := slices.IndexFunc(s.s.board.cards, func(c boards.Card) bool { return c.Shot == 0 })
	cell.bind(piece{Card: s.s.board.cards[first]})
	if label := cell.AccessibilityLabel(); !strings.Contains(label, "black 0:03.2–0:04.0") {
		t.Errorf("the card is called %q", label)
	}
	if foundMark(cell.found).Text != "black 0:03" {
		t.Errorf("the mark is %+v", foundMark(cell.found))
	}
	s.s.board.choose(s.Shots[0].ID)
	takes := s.s.board.inspector.card.takes
	if got := takes.found.Text(); got != "cut 0:01.0 · black 0:03.2–0:04.0" || !takes.found.Visible() {
		t.Errorf("the inspector shows %q", got)
	}
	if a, b := takes.cells[0].found, takes.cells[1].found; a.Visible() || !b.Visible() || b.Word() != "black 0:03" {
		t.Errorf("the takes show %q and %q", a.Word(), b.Word())
	}
}

// The tag of every finding fits on the picture of a card in every language.
func TestFindingsFitOnCards(t *testing.T) {
	newSample(t, 1272, 844)
	const room = pictureWide - 2*6
	for _, l := range lang.Languages() {
		langtest.Use(t, l.Tag)
		words := []string{lang.L("less contrast"), lang.L("less sharp")}
		for _, k := range findings.Kinds() {
			words = append(words, wording.CheckTag(db.Asset{Kind: db.Clip, Seconds: 10.1, Checks: &findings.Result{
				Findings: []findings.Finding{{Kind: k, From: 9.6, To: 10.1}}}}))
		}
		for _, word := range words {
			tag := kit.NewTag(kit.ToneWarn, resources.IconWarning, word)
			if wide := tag.MinSize().Width; wide > room || word == "" {
				t.Errorf("%s: %q takes %.0f px of %d", l.Tag, word, wide, room)
			}
		}
	}
}
