package boards

import (
	"slices"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/boards"
)

// Finals returns the click that repeats the chosen takes of shots with the final settings. Without cards it considers
// all shots. The click has no cards if the board has no final settings. Left out are:
//
//   - shots without a saved take, and those with another job under way;
//   - takes that are a final, have one, or get one;
//   - takes that the user added, because they have no request;
//   - takes that no longer match their shot, and those made from such takes, unless the shot is given: they are remade
//     first.
func Finals(v boards.View, w Context, cards ...string) *Click {
	var all []string
	_, _, outdated := withOutdated(v, w)
	for _, s := range v.Shots {
		if (len(cards) == 0 && !outdated[s.ID] || slices.Contains(cards, s.ID)) && canMakeFinal(v, w, s.ID) {
			all = append(all, s.ID)
		}
	}
	return newClick(v, w, MakeFinal, all)
}

// canMakeFinal reports whether the chosen take of a shot can be made final.
func canMakeFinal(v boards.View, w Context, card string) bool {
	s := v.State(card, w.Now)
	draft := s.Chosen.Job
	if v.Settings.Final == nil || !draft.Kind.IsVideo() || draft.FinalOf != 0 || !v.Available(s.Chosen.Asset) {
		return false
	}
	switch s.Tag {
	case boards.Saved, boards.Stale, boards.FirstFrameDiffers, boards.LastFrameDiffers:
	case boards.WaitsFor, boards.Held:
		if s.Job.FinalOf != draft.ID || !cannotDeliver(s.Job) {
			return false
		}
	default:
		return false
	}
	saved, open := v.FinalOf(draft)
	want, ok := finalWant(v, card)
	if !ok || saved.Job.ID != 0 || open.ID != 0 && !cannotDeliver(open) {
		return false
	}
	// the clip before may be replaced by the one that is being made, and the final would begin with the wrong frame
	before := v.State(want.First.After, w.Now).Job
	if before.FinalOf != 0 && (jobs.CanFollow(before) || cannotDeliver(before)) {
		return true
	}
	return !isBeingMade(v, w, want.First.After)
}

// isBeingMade reports whether a job makes a take of a card.
func isBeingMade(v boards.View, w Context, card string) bool {
	j := v.State(card, w.Now).Job
	return j.ID != 0 && (j.State == db.Unconfirmed || !j.State.Ended())
}

// finalWant returns the request that makes the chosen take of a shot final: as it was sent, with the final settings. If
// the take continued the clip before, it begins with the last frame of that shot's chosen clip. It returns false if the
// request of the take cannot be read.
func finalWant(v boards.View, card string) (boards.Want, bool) {
	chosen, _ := v.Chosen(card)
	request, err := jobs.RequestOf(chosen.Job)
	r, ok := request.(client.VideoRequest)
	final := v.Settings.Final
	if err != nil || !ok || final == nil {
		return boards.Want{}, false
	}
	now, sent := v.Want(card), v.Sent(chosen.Job)
	w := boards.Want{Card: card, Kind: db.TextToVideo, Model: final.Model, Resolution: final.Resolution,
		Audio: final.Audio, Prompt: r.Prompt, Cast: sent.Cast, Negative: r.NegativePrompt, Seconds: r.Duration(),
		Seed:  r.Seed,
		First: sentAgain(sent.First, now.First), Last: sentAgain(sent.Last, now.Last)}
	if w.First != (boards.Picture{}) || w.Last != (boards.Picture{}) {
		w.Kind = db.FramesToVideo
	}
	return w, true
}

// sentAgain returns a picture of a request that was sent, to send it once more. now is the present picture in the same
// place: it has the link that the user gave it, and its keyframe is named in problems.
func sentAgain(sent, now boards.Picture) boards.Picture {
	switch {
	case sent == (boards.Picture{}):
		return sent
	case sent.After != "":
		return boards.Picture{After: sent.After, Clip: now.Clip}
	case sent.Equal(now):
		return now
	case sent.Asset != "":
		sent.Link = "" // a job's link may have expired; the asset has the one that works
	}
	sent.Frame = now.Frame
	return sent
}
