package boards

import (
	"image"

	planning "viviscope/client/boards"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/lang"
)

// shareLittle is the share of common colours below which models tend to dissolve between two keyframes.
const shareLittle = 0.3

// shotHints warn about shots that may not come out as intended, and offer cures. They block nothing.
type shotHints struct {
	doc      *document
	fidelity *fidelityMeter
}

// hint returns the hint about a shot, by its index, and what can be done; "": there is none.
func (h *shotHints) hint(shot int) (words string, cures []action.Action) {
	s := h.doc.view.Shots[shot]
	pixels := func(p image.Point) string { return lang.L("%[1]d × %[2]d", p.X, p.Y) }
	first, last := h.doc.picture(s.First), h.doc.picture(s.Last)
	common, known := h.fidelity.known[likeness{comparedPicture{first.SHA256, wholePicture},
		comparedPicture{last.SHA256, wholePicture}}]
	if known && common < shareLittle && s.First != s.Last {
		return lang.L("%[1]s and %[2]s share little: models tend to dissolve between them.", h.doc.cardName(s.First),
			h.doc.cardName(s.Last)), h.closerFrames(s.ID)
	}
	if n := planning.UnanchoredRun(h.doc.view.Board, shot); n > 2 {
		return lang.L("%s shots without a keyframe: colours tend to wander.", lang.Number(n)), h.anchor(s.ID)
	}
	clip, _ := h.doc.view.Chosen(s.ID)
	sizes, own, usual := h.fidelity.sizes, image.Pt(clip.Asset.Width, clip.Asset.Height), h.fidelity.usual
	if !s.Skipped && sizes[own] > 0 && sizes[own] < sizes[usual] {
		return lang.L("Shot %[1]s came as %[2]s, the others as %[3]s: the film is encoded.", lang.Number(shot+1),
			pixels(own), pixels(usual)), nil
	}
	return "", nil
}

// seamHint returns the hint about the seam behind a shot, and what can be done; "": there is none.
func (h *shotHints) seamHint(n int) (words string, cures []action.Action) {
	next := h.doc.view.Shots[n+1]
	switch {
	case h.doc.view.Seam(n) == boards.Cut:
		return "", nil // a hint about the shot before is not about the seam
	case !next.Continue:
		words, cures = h.hint(n)
		if len(cures) == 0 && n+2 == len(h.doc.view.Shots) { // no seam follows the last shot
			words, cures = h.hint(n + 1)
		}
	case h.doc.view.Hosting:
		words, cures = h.hint(n + 1)
	default:
		step := lang.L("change %s", h.doc.cardName(next.ID))
		words = lang.L("Without image hosting, the frame is passed on by an edit, which is charged and may change it.")
		return words, []action.Action{
			{Label: lang.L("Set up image hosting…"), Do: h.doc.Navigator.ShowHosting},
			{Label: lang.L("Choose the frame yourself…"), Do: func() {
				question := lang.L("Choose a picture for shot %s", lang.Number(n+2))
				h.doc.Chooser.ChooseAsset(question, false,
					h.doc.bringer(boards.Gallery, step, func(x *boards.Board) string {
						id := x.AddFrame("")
						x.SetFrame(next.ID, false, id)
						return id
					}))
			}}}
	}
	if len(cures) == 0 { // it is not about the seam
		words = ""
	}
	return words, cures
}

// closerFrames returns the actions that give a shot keyframes with more in common.
func (h *shotHints) closerFrames(shot string) []action.Action {
	step := lang.L("change %s", h.doc.cardName(shot))
	cut := func() { h.doc.edit(step, func(x *boards.Board) { x.SetFrame(shot, true, "") }) }
	between := func() { h.doc.addEmpty(step, func(x *boards.Board) string { return x.SplitShot(shot) }) }
	return []action.Action{{Label: lang.L("Make it a Cut"), Do: cut},
		{Label: lang.L("Picture in between"), Do: between}}
}

// anchor returns the action that gives a shot a keyframe of its own.
func (h *shotHints) anchor(shot string) []action.Action {
	return []action.Action{{Label: lang.L("End it with a keyframe"), Do: func() {
		h.doc.addEmpty(lang.L("change %s", h.doc.cardName(shot)), func(x *boards.Board) string {
			id := x.AddFrame("")
			x.SetFrame(shot, true, id)
			return id
		})
	}}}
}
