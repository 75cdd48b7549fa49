package boards

import (
	"slices"
	"time"

	"viviscope/db/boards"
)

// The stages of a board: the pictures of its keyframes, the clips of its shots, and the finals of these. The last one
// makes the takes again that no longer match the board.
const (
	Keyframes = iota
	Clips
	Final
	Outdated

	Stages // their number
)

// Stage returns the click of a stage.
func Stage(v boards.View, w Context, stage int) *Click {
	switch stage {
	case Final:
		return Finals(v, w)
	case Outdated:
		return Remakes(v, w)
	}
	return Missing(v, w, stage)
}

// Missing returns the click that makes the keyframes without a picture, or the shots without a clip. A card also counts
// as missing if its job failed, or waits for a job that cannot deliver. It does not count if it is ordered, unconfirmed
// or skipped, or if it is made from such a card. A card with a result that no longer matches the board does not count
// either.
func Missing(v boards.View, w Context, stage int) *Click {
	var cards []string
	seen := map[string]bool{} // a keyframe may appear twice
	for _, c := range v.Strip() {
		card := c.ID
		if (c.Frame >= 0) != (stage == Keyframes) || seen[card] || v.Want(card).Kind == "" {
			continue
		}
		seen[card] = true
		switch s := v.State(card, w.Now); s.Tag {
		case boards.Described, boards.Ready, boards.Failed:
			cards = append(cards, card)
		case boards.WaitsFor, boards.Held:
			if s.Job.ID == 0 || cannotDeliver(s.Job) && s.Job.FinalOf == 0 {
				cards = append(cards, card)
			}
		}
	}
	return NewClick(v, w, (&Click{}).WithMakers(v, w, cards)...)
}

// EditsOf returns the click that makes missing keyframes as edits of frame's picture: those that are edits of it
// already, and the following ones that have a prompt. The click is planned on a copy of the board that [MakeEditsOf]
// changed. It has no cards if there is no such keyframe.
func EditsOf(v boards.View, w Context, frame string) *Click {
	frames := frameIDs(v)
	following := frames[slices.Index(frames, frame)+1:]
	_, made := v.Chosen(frame)
	cards := slices.DeleteFunc(Missing(v, w, Keyframes).Cards, func(card string) bool {
		return v.Want(card).From.Frame != frame && !(made && slices.Contains(following, card))
	})
	v.Board = v.Board.Clone()
	MakeEditsOf(&v.Board, frame, cards)
	return NewClick(v, w, cards...)
}

// frameIDs returns the keyframes of a board in the order of the strip, each once.
func frameIDs(v boards.View) (all []string) {
	for _, c := range v.Strip() {
		if c.Frame >= 0 && !slices.Contains(all, c.ID) {
			all = append(all, c.ID)
		}
	}
	return all
}

// MakeEditsOf turns keyframes into edits of another one.
func MakeEditsOf(b *boards.Board, frame string, cards []string) {
	for i := range b.Frames {
		if k := &b.Frames[i]; slices.Contains(cards, k.ID) {
			k.Source, k.From = boards.FromKeyframe, frame
		}
	}
}

// GroupUnmade groups cards by the reason why a click does not make them. Several states share a tag, so that one
// message can describe them: Saved, Stale, Held, Skipped, Unconfirmed, NeedsFrame, WaitsFor, and Waiting for all
// others.
func GroupUnmade(v boards.View, now time.Time, strip []boards.Card) map[boards.Tag][]string {
	groups := map[boards.Tag][]string{}
	for _, c := range strip {
		tag := v.State(c.ID, now).Tag
		switch tag {
		case boards.Expired, boards.FirstFrameDiffers, boards.LastFrameDiffers, boards.InTrash, boards.FileMissing:
			tag = boards.Saved
		case boards.Saved, boards.Stale, boards.Held, boards.Skipped, boards.Unconfirmed:
		case boards.NeedsFrame, boards.Empty, boards.Described, boards.Failed, boards.WaitsFor:
			tag = boards.NeedsFrame
			if v.Want(c.ID).First.After != "" {
				tag = boards.WaitsFor
			}
		default:
			tag = boards.Waiting
		}
		if !slices.Contains(groups[tag], c.ID) {
			groups[tag] = append(groups[tag], c.ID)
		}
	}
	return groups
}
