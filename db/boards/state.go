package boards

import (
	"cmp"
	"slices"
	"time"

	"viviscope/db"
)

// Tag is the state of a card.
type Tag string

// The states of shots and keyframes.
const (
	NeedsFrame Tag = "needs_frame" // of a shot: [State].Frame has no picture; Frame "": only a last frame is set
	Ready      Tag = "ready"       // of a shot: it can be sent
	// [State].Other, or the picture of Frame, must be saved first; with a Job: it is ordered
	WaitsFor  Tag = "waits_for"
	Empty     Tag = "empty"     // of a keyframe: no picture and no prompt
	Described Tag = "described" // of a keyframe: a prompt, but no picture
	Waiting   Tag = "waiting"   // ordered
	Underway  Tag = "underway"  // sent, not saved yet: [State].Job has the progress
	Unwatched Tag = "unwatched" // the user stopped watching it
	Saved     Tag = "saved"     // a shot has its clip, a keyframe its picture
	Expired   Tag = "expired"   // of a keyframe: the picture is saved, but its link has expired
	Stale     Tag = "stale"     // the request of the take has changed since; see [State].Changed
	// of a shot: its first frame differs from its keyframe; see [State].Similarity
	FirstFrameDiffers Tag = "begins_elsewhere"
	LastFrameDiffers  Tag = "ends_elsewhere" // of a shot: the same for its last frame
	Failed            Tag = "failed"         // [State].Job has the reason
	Unconfirmed       Tag = "unconfirmed"    // it may have been charged
	Held              Tag = "held"           // [State].Job has the reason
	Skipped           Tag = "skipped"        // of a shot
	InTrash           Tag = "in_trash"       // the chosen take
	FileMissing       Tag = "file_missing"   // of the chosen take
)

// State is the state of a card, with the details to display.
type State struct {
	Tag      Tag
	Job      db.Job       // the job that Tag is about; zero: none
	Amount   db.EntryKind // NoAmount: none
	Micros   *int64       // nil: not known
	Currency string       // ISO 4217

	Frame      string  // ID of the keyframe that is missing, awaited or changed, or has an expired link
	Other      int     // number of the shot that it waits for, or of the shot with a changed clip
	Changed    Changed // what makes the take stale
	Cast       string  // name of the entry of the cast that was changed
	Similarity float64 // of the frame to its keyframe, 0 to 1

	Expires time.Time // of a keyframe: when its link expires; zero: no link, or not known
	Chosen  Take      // the displayed take; zero: none
}

// minSimilarity is the similarity from which on a frame of a clip counts as its keyframe.
const minSimilarity = 0.9

// State returns the state of a card. It is the only code that decides it.
func (v View) State(card string, now time.Time) State {
	chosen, has := v.Chosen(card)
	s := State{Chosen: chosen}
	shot, frame := v.ShotByID(card), v.FrameByID(card)
	open, failed := v.lastJobs(card, shot >= 0)
	switch {
	case shot >= 0 && v.Shots[shot].Skipped:
		s.Tag = Skipped
	case open.ID != 0:
		v.fillRunning(&s, open, shot)
	case has && (chosen.Asset.ID == 0 || v.Missing[chosen.Asset.Ref]):
		s.Tag = FileMissing
	case has && !chosen.Asset.TrashedAt.IsZero():
		s.Tag = InTrash
	case has && shot >= 0:
		v.fillSaved(&s, card)
	case has:
		lives := false
		s.Expires, lives = v.linkExpiry(frame, chosen.Asset, now)
		s.Changed, s.Frame = v.changedPicture(card, chosen)
		switch {
		case s.Changed != "":
			s.Tag = Stale
		case lives:
			s.Tag = Saved
		default:
			s.Tag = Expired
		}
	case failed.ID != 0:
		s.Tag, s.Job = Failed, failed
		s.Amount, s.Micros, s.Currency = AmountOf(failed, v.Entries[failed.ID])
		return s
	case shot >= 0:
		v.fillUnordered(&s, shot)
	case frame < 0:
		return State{}
	case v.Frames[frame].Link != "":
		s.Tag = Saved
	case v.Frames[frame].Prompt != "":
		s.Tag, s.Amount = Described, Estimate
	default:
		s.Tag = Empty
	}
	if s.Changed == ChangedCast {
		s.Cast, s.Frame = s.Frame, ""
	}
	for _, c := range v.Costs[card] {
		if charged := c.Micros[db.Charge]; charged != 0 && s.Amount == NoAmount && s.Tag != Skipped {
			s.Amount, s.Micros, s.Currency = db.Charge, &charged, c.Currency
		}
	}
	return s
}

// lastJobs returns the newest job of a card that is not finished, and the newest failed one. An unconfirmed job takes
// precedence, unless it was repeated.
func (v View) lastJobs(card string, clips bool) (open, failed db.Job) {
	jobs := v.Jobs[card]
	for _, j := range jobs {
		if j.Kind.IsVideo() != clips && j.State != db.Unconfirmed {
			continue // an edit that produces the clip's first frame
		}
		switch {
		case j.State == db.Unconfirmed && !v.isRepeated(j):
			return j, failed
		case j.State == db.Unconfirmed, j.State == db.Saved:
		case !j.State.Ended():
			open = j
		default:
			failed = j
		}
	}
	return open, failed
}

// fillRunning fills the state of a card with a job that has not ended.
func (v View) fillRunning(s *State, j db.Job, shot int) {
	s.Job = j
	s.Amount, s.Micros, s.Currency = AmountOf(j, v.Entries[j.ID])
	s.Tag = cmp.Or(map[db.JobState]Tag{db.Waiting: Waiting, db.Held: Held, db.Unconfirmed: Unconfirmed,
		db.Unwatched: Unwatched}[j.State], Underway)
	if j.State == db.Held && j.Hold == db.HeldFrameGone && shot >= 0 {
		s.Frame, _ = v.firstExpiry(v.Shots[shot])
	}
	if j.WaitsForJob() {
		v.fillDependency(s, j)
	}
}

// fillDependency fills in what a job waits for. It follows edits for the same card to the job that they wait for. The
// number of steps is limited to the card's jobs, because the rows of a damaged library may form a cycle.
func (v View) fillDependency(s *State, j db.Job) {
	s.Tag = WaitsFor
	for range v.Jobs[s.Job.Shot] {
		at, ok := v.jobIndexes[j.After]
		if !ok {
			return
		}
		before := v.Jobs[at.card][at.index]
		switch {
		case v.FrameByID(at.card) >= 0:
			s.Frame = at.card
			return
		case at.card != s.Job.Shot:
			s.Other = v.ShotByID(at.card) + 1
			return
		case !before.WaitsForJob():
			s.Tag = Waiting
			return
		}
		j = before // the edit that produces the clip's first frame
	}
}

// fillSaved fills the state of a shot with a saved clip.
func (v View) fillSaved(s *State, card string) {
	s.Tag = Saved
	t := s.Chosen
	if t.Job.ID != 0 {
		w, sent := v.Want(card), v.Sent(t.Job)
		if t.Job.FinalOf != 0 {
			w.Audio = sent.Audio // of the final settings
		} else if w.First.After != "" && sent.First.Clip != "" && v.draftClip(w.First) == sent.First.Clip {
			w.First.Clip = sent.First.Clip // a draft follows the draft of the clip before
		}
		s.Changed, s.Frame = w.changed(sent)
		if s.Changed != "" {
			s.Tag = Stale
			if s.Changed == ChangedBefore {
				s.Other = v.ShotByID(w.First.After) + 1
			}
			return
		}
	}
	f, ok := v.Fidelity[t.Asset.Ref]
	switch {
	case !ok:
	case f.First < minSimilarity:
		s.Tag, s.Similarity = FirstFrameDiffers, f.First
	case f.Last < minSimilarity:
		s.Tag, s.Similarity = LastFrameDiffers, f.Last
	}
}

// draftClip returns the ref of the draft of a shot's chosen clip, if that clip is a final; "" otherwise.
func (v View) draftClip(p Picture) string {
	at, ok := v.jobIndexes[v.Assets[p.Clip].JobID]
	if !ok || at.card != p.After {
		return ""
	}
	final := v.Jobs[at.card][at.index]
	for _, t := range v.madeTakes[takeKey{p.After, true}] {
		if final.FinalOf != 0 && t.Job.ID == final.FinalOf {
			return t.Asset.Ref
		}
	}
	return ""
}

// CopyPrompt is the prompt of a job that renews the link of a keyframe's picture: an edit of the picture that returns
// it unchanged.
const CopyPrompt = "Return this picture exactly as it is: same content, composition, colours and size."

// changedPicture returns the first difference between the request that a keyframe would send and the request of a take,
// and its cause, see [Want.changed]; "" if there is none, or if the keyframe could not be sent. A renewed picture has
// the request of the picture that it copies.
func (v View) changedPicture(card string, t Take) (what Changed, cause string) {
	w := v.Want(card)
	// the user gave the address of another copy of the picture
	hasLink := v.Frames[v.FrameByID(card)].Link != ""
	if hasLink || w.Kind == "" || w.Prompt == "" ||
		w.Kind == db.EditImage && w.From == (Picture{}) && len(w.CastPictures()) == 0 {
		return "", ""
	}
	takes := v.Takes(card)
	for range takes { // the rows of a damaged library may form a cycle
		if t.Job.ID == 0 {
			return "", ""
		}
		sent := v.Sent(t.Job)
		copied := slices.IndexFunc(takes, func(t Take) bool { return t.Asset.Ref == sent.From.Asset })
		if sent.Prompt != CopyPrompt || sent.From.Asset == "" || copied < 0 {
			return w.changed(sent)
		}
		t = takes[copied]
	}
	return "", ""
}

// fillUnordered fills the state of a shot without jobs and takes.
func (v View) fillUnordered(s *State, shot int) {
	w := v.Want(v.Shots[shot].ID)
	s.Tag, s.Amount = Ready, Estimate
	for _, p := range []Picture{w.First, w.Last} {
		if p.Frame != "" && p.Asset == "" && p.Link == "" {
			s.Tag, s.Amount, s.Frame = NeedsFrame, NoAmount, p.Frame
			return
		}
	}
	before, _ := v.Chosen(w.First.After)
	switch {
	case w.First == (Picture{}) && w.Last != (Picture{}):
		s.Tag, s.Amount = NeedsFrame, NoAmount
	case w.First.After != "" && !v.Available(before.Asset):
		s.Tag, s.Other = WaitsFor, v.ShotByID(w.First.After)+1
	}
}

// linkExpiry returns when the link of a keyframe's picture expires, and whether the service can fetch the picture. The
// time is zero if it does not matter.
func (v View) linkExpiry(frame int, a db.Asset, now time.Time) (dies time.Time, lives bool) {
	if v.Hosting || v.Frames[frame].Link != "" || a.Link == "" {
		return time.Time{}, v.Hosting || v.Frames[frame].Link != ""
	}
	return a.LinkExpires, a.LinkExpires.IsZero() || a.LinkExpires.After(now)
}

// firstExpiry returns the keyframe of a shot with the link that expires first, and when; "" if none expires.
func (v View) firstExpiry(s Shot) (frame string, dies time.Time) {
	for _, id := range []string{s.First, s.Last} {
		if i := v.FrameByID(id); i >= 0 {
			t, _ := v.Chosen(id)
			if at, _ := v.linkExpiry(i, t.Asset, time.Time{}); !at.IsZero() && (frame == "" || at.Before(dies)) {
				frame, dies = id, at
			}
		}
	}
	return frame, dies
}

// NextExpiry returns the keyframe with the valid link that expires first, and when. It considers only keyframes of
// clips that are still to be sent; "" if there is none.
func (v View) NextExpiry(now time.Time) (frame string, dies time.Time) {
	for _, s := range v.Shots {
		switch v.State(s.ID, now).Tag {
		case NeedsFrame, Ready, WaitsFor, Failed, Waiting, Held:
			if id, at := v.firstExpiry(s); id != "" && at.After(now) && (frame == "" || at.Before(dies)) {
				frame, dies = id, at
			}
		}
	}
	return frame, dies
}
