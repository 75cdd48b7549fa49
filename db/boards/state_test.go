package boards

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/db"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// fixture is a board with jobs and assets.
type fixture struct {
	Board
	jobs    []db.Job
	assets  []db.Asset
	entries []db.Entry
	hosting bool
}

func (s *fixture) view() View {
	v := NewView(s.Board, s.jobs, s.entries, s.assets)
	v.Hosting = s.hosting
	return v
}

// newFixture returns three shots, a to c, and four keyframes with Shared seams.
func newFixture() *fixture {
	s := &fixture{Board: Board{Settings: Settings{Size: "1536x864", Model: "clip", PictureModel: "picture",
		Resolution: "720P", Seconds: 5}}}
	s.AddLines([]string{"a", "b", "c"})
	for i := range s.Frames {
		s.Frames[i].Prompt = fmt.Sprint("picture ", i+1)
	}
	return s
}

// order adds the job for a card's current request.
func (s *fixture) order(card string, state db.JobState) *db.Job {
	w := s.view().Want(card)
	j := db.Job{ID: int64(len(s.jobs) + 1), Kind: w.Kind, State: state, Model: w.Model, Prompt: w.Prompt, Shot: card,
		Currency: "CNY", EstimateMicros: new(int64(2_800_000))}
	request := map[string]any{"model": w.Model, "prompt": w.Prompt}
	var inputs []db.Input
	put := func(name string, pictures ...Picture) {
		links := []string{}
		for place, p := range pictures {
			if p != (Picture{}) {
				links = append(links, p.Link+"?signature=x")
				if p.Clip != "" {
					s.assets = append(s.assets, db.Asset{ID: int64(len(s.assets) + 1), Ref: "frame of " + p.Clip,
						Kind: db.Picture, Parent: p.Clip})
					p.Asset = "frame of " + p.Clip
				}
				inputs = append(inputs, db.Input{Place: place, Asset: p.Asset})
			}
		}
		request[name] = links
	}
	if w.Kind.IsVideo() {
		request["negative_prompt"], request["audio"] = w.Negative, w.Audio
		if w.Seconds != 5 {
			request["seconds"] = w.Seconds
		}
		put("input_reference", w.First, w.Last)
	} else {
		put("image_urls", w.From)
	}
	j.Request, _ = json.Marshal(request)
	j.Inputs, _ = json.Marshal(inputs)
	s.jobs = append(s.jobs, j)
	return &s.jobs[len(s.jobs)-1]
}

// save adds a saved job of a card and returns its asset.
func (s *fixture) save(card string) *db.Asset {
	j := s.order(card, db.Saved)
	a := db.Asset{ID: int64(len(s.assets) + 1), Ref: fmt.Sprint("asset ", len(s.assets)+1), JobID: j.ID,
		Kind: db.Picture, Link: "https://x/" + card, LinkExpires: now.Add(7 * time.Hour)}
	if j.Kind.IsVideo() {
		a.Kind = db.Clip
	}
	s.assets = append(s.assets, a)
	s.entries = append(s.entries, db.Entry{ID: int64(len(s.entries) + 1), JobID: j.ID, Kind: db.Charge,
		AmountMicros: new(int64(2_800_000)), Currency: "CNY"})
	return &s.assets[len(s.assets)-1]
}

// final saves a take of a shot that is the final of its chosen take, and returns its asset.
func (s *fixture) final(card string) *db.Asset {
	draft, _ := s.view().Chosen(card)
	a := s.save(card)
	s.jobs[len(s.jobs)-1].FinalOf = draft.Job.ID
	return a
}

// renew saves a copy of a keyframe's picture.
func (s *fixture) renew(card string) {
	chosen, _ := s.view().Chosen(card)
	s.save(card)
	j := &s.jobs[len(s.jobs)-1]
	j.Kind, j.Prompt, j.Inputs = db.EditImage, CopyPrompt, json.RawMessage(`[{"asset":"`+chosen.Asset.Ref+`"}]`)
}

// pictures saves a picture for every keyframe.
func (s *fixture) pictures() {
	for _, f := range s.Frames {
		s.save(f.ID)
	}
}

// The table has a row for each state, its details, and the precedence between two states.
func TestStates(t *testing.T) {
	type want struct {
		tag    Tag
		amount db.EntryKind
		more   string
	}
	shot := func(n int) func(*fixture) string { return func(s *fixture) string { return s.Shots[n-1].ID } }
	frame := func(n int) func(*fixture) string { return func(s *fixture) string { return s.Frames[n-1].ID } }
	entry := func(s *fixture, kind db.EntryKind) {
		s.entries = append(s.entries, db.Entry{ID: 99, JobID: s.jobs[len(s.jobs)-1].ID, Kind: kind,
			AmountMicros: new(int64(2_800_000)), Currency: "CNY"})
	}
	in := func(n int, state db.JobState) func(*fixture) {
		return func(s *fixture) { s.pictures(); s.order(s.Shots[n-1].ID, state) }
	}
	saved := func(after func(s *fixture, clip *db.Asset)) func(*fixture) {
		return func(s *fixture) { s.pictures(); after(s, s.save(s.Shots[0].ID)) }
	}
	for name, c := range map[string]struct {
		card  func(*fixture) string
		given func(*fixture)
		know  func(*View)
		want
	}{
		"frames missing": {shot(1), func(s *fixture) {}, nil, want{NeedsFrame, NoAmount, "K1"}},
		"last frame missing": {shot(1), func(s *fixture) {
			s.save(s.Frames[0].ID)
		}, nil, want{NeedsFrame, NoAmount, "K2"}},
		"last without a first": {shot(1), func(s *fixture) {
			s.pictures()
			s.Shots[0].First = ""
		}, nil, want{NeedsFrame, NoAmount, ""}},
		"can be sent": {shot(1), (*fixture).pictures, nil, want{Ready, Estimate, ""}},
		"words alone": {shot(1), func(s *fixture) {
			s.Shots[0].First, s.Shots[0].Last = "", ""
		}, nil, want{Ready, Estimate, ""}},
		"a pasted address": {shot(1), func(s *fixture) {
			s.save(s.Frames[1].ID)
			s.Frames[0].Link = "https://x/1"
		}, nil, want{Ready, Estimate, ""}},
		"Continue": {shot(2), func(s *fixture) {
			s.pictures()
			s.SetSeam(0, Continue)
		}, nil, want{WaitsFor, Estimate, "shot 1"}},
		"Continue after a skipped one": {shot(3), func(s *fixture) {
			s.pictures()
			s.SetSeam(1, Continue)
			s.Shots[1].Skipped = true
		}, nil, want{WaitsFor, Estimate, "shot 1"}},
		"Continue after a saved one": {shot(2), saved(func(s *fixture, _ *db.Asset) {
			s.SetSeam(0, Continue)
		}), nil, want{Ready, Estimate, ""}},
		"Continue after trash": {shot(2), saved(func(s *fixture, a *db.Asset) {
			a.TrashedAt = now
			s.SetSeam(0, Continue)
		}), nil, want{WaitsFor, Estimate, "shot 1"}},
		"Continue at the beginning": {shot(1), func(s *fixture) {
			s.pictures()
			s.Shots[0].Continue, s.Shots[0].First, s.Shots[0].Last = true, "", ""
		}, nil, want{Ready, Estimate, ""}},
		"Continue, ordered": {shot(2), func(s *fixture) {
			in(1, db.Queued)(s)
			s.SetSeam(0, Continue)
			j := s.order(s.Shots[1].ID, db.Held)
			j.Hold, j.After = db.HeldAfter, j.ID-1
		}, nil, want{WaitsFor, Planned, "shot 1"}},
		"Continue, in vain": {shot(2), func(s *fixture) {
			in(1, db.Failed)(s)
			s.SetSeam(0, Continue)
			j := s.order(s.Shots[1].ID, db.Held)
			j.Hold, j.After, j.ErrorCode = db.HeldAfter, j.ID-1, "after_failed"
		}, nil, want{Held, Ordered, ""}},
		"a picture is ordered before": {shot(1), func(s *fixture) {
			s.order(s.Frames[0].ID, db.Sending)
			j := s.order(s.Shots[0].ID, db.Held)
			j.Hold, j.After = db.HeldAfter, 1
		}, nil, want{WaitsFor, Planned, "shot 0 K1"}},
		"K of a picture before": {frame(2), func(s *fixture) {
			s.order(s.Frames[0].ID, db.Sending)
			j := s.order(s.Frames[1].ID, db.Held)
			j.Hold, j.After = db.HeldAfter, 1
		}, nil, want{WaitsFor, Planned, "shot 0 K1"}},
		"Continue by an edit": {shot(2), func(s *fixture) {
			in(1, db.Queued)(s)
			s.SetSeam(0, Continue)
			edit := s.order(s.Shots[1].ID, db.Held)
			edit.Kind, edit.Hold, edit.After = db.EditImage, db.HeldAfter, edit.ID-1
			j := s.order(s.Shots[1].ID, db.Held)
			j.Hold, j.After = db.HeldAfter, j.ID-1
		}, nil, want{WaitsFor, Planned, "shot 1"}},
		"its edit is made": {shot(2), func(s *fixture) {
			in(1, db.Saved)(s)
			s.SetSeam(0, Continue)
			edit := s.order(s.Shots[1].ID, db.Sending)
			edit.Kind = db.EditImage
			j := s.order(s.Shots[1].ID, db.Held)
			j.Hold, j.After = db.HeldAfter, j.ID-1
		}, nil, want{Waiting, Planned, ""}},
		"waiting": {shot(1), in(1, db.Waiting), nil, want{Waiting, Ordered, ""}},
		"sending": {shot(1), in(1, db.Sending), nil, want{Underway, Ordered, ""}},
		"queued": {shot(1), func(s *fixture) {
			in(1, db.Queued)(s)
			entry(s, db.Reserve)
		}, nil, want{Underway, db.Reserve, ""}},
		"generating": {shot(1), func(s *fixture) {
			in(1, db.InProgress)(s)
			entry(s, db.Reserve)
		}, nil, want{Underway, db.Reserve, ""}},
		"completed": {shot(1), func(s *fixture) {
			in(1, db.Completed)(s)
			entry(s, db.Charge)
		}, nil, want{Underway, db.Charge, ""}},
		"downloading": {shot(1), in(1, db.Downloading), nil, want{Underway, NoAmount, ""}},
		"unwatched":   {shot(1), in(1, db.Unwatched), nil, want{Unwatched, NoAmount, ""}},
		"held":        {shot(1), in(1, db.Held), nil, want{Held, Ordered, ""}},
		"its address died": {shot(1), func(s *fixture) {
			in(1, db.Held)(s)
			s.jobs[len(s.jobs)-1].Hold = db.HeldFrameGone
			s.assets[1].LinkExpires = now.Add(-time.Hour)
		}, nil, want{Held, Ordered, "K2"}},
		"unconfirmed": {shot(1), func(s *fixture) {
			in(1, db.Unconfirmed)(s)
			entry(s, db.UnconfirmedEntry)
		}, nil, want{Unconfirmed, db.UnconfirmedEntry, ""}},
		"unconfirmed beside a clip": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.order(s.Shots[0].ID, db.Unconfirmed)
			entry(s, db.UnconfirmedEntry)
			s.order(s.Shots[0].ID, db.Queued)
		}), nil, want{Unconfirmed, db.UnconfirmedEntry, ""}},
		"unconfirmed and sent again": {shot(1), func(s *fixture) {
			in(1, db.Unconfirmed)(s)
			again := s.order(s.Shots[0].ID, db.Queued)
			again.ResendOf = again.ID - 1
		}, nil, want{Underway, NoAmount, ""}},
		"failed": {shot(1), func(s *fixture) {
			in(1, db.Failed)(s)
			entry(s, db.Refund)
		}, nil, want{Failed, db.Refund, ""}},
		"rejected": {shot(1), in(1, db.Rejected), nil, want{Failed, NoAmount, ""}},
		"expired there": {shot(1), func(s *fixture) {
			in(1, db.Expired)(s)
			entry(s, db.Charge)
		}, nil, want{Failed, db.Charge, ""}},
		"failed beside a clip": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.order(s.Shots[0].ID, db.Failed)
		}), nil, want{Saved, db.Charge, ""}},
		"saved": {shot(1), saved(func(*fixture, *db.Asset) {}), nil, want{Saved, db.Charge, ""}},
		"saved at an unknown price": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.entries[len(s.entries)-1].AmountMicros = nil
		}), nil, want{Saved, NoAmount, ""}},
		"another take runs": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.order(s.Shots[0].ID, db.InProgress)
		}), nil, want{Underway, db.Charge, ""}},
		"another keyframe": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.SetFrame(s.Shots[0].ID, true, s.Frames[3].ID)
		}), nil, want{Stale, db.Charge, "last K4"}},
		"keyframe changed": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.save(s.Frames[1].ID)
		}), nil, want{Stale, db.Charge, "last K2"}},
		"an older take chosen": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.save(s.Frames[1].ID)
			s.Frames[1].Chosen = s.assets[1].Ref
		}), nil, want{Saved, db.Charge, ""}},
		"words changed": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Shots[0].Prompt = "z"
		}), nil, want{Stale, db.Charge, "words"}},
		"blanks are no words": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Shots[0].Prompt += " \n"
		}), nil, want{Saved, db.Charge, ""}},
		"negative changed": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Settings.Negative = "blur"
		}), nil, want{Stale, db.Charge, "negative"}},
		"seconds changed": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Shots[0].Seconds = 8
		}), nil, want{Stale, db.Charge, "seconds"}},
		"sound changed, in a format without sound": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Shots[0].Audio, s.Shots[0].Negative = new(true), new("rain")
			for i := range s.jobs {
				s.jobs[i].Request = json.RawMessage(strings.Replace(string(s.jobs[i].Request), "{",
					`{"own":{"form":"openai"},`, 1))
			}
		}), nil, want{Saved, db.Charge, ""}},
		"sound changed": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Shots[0].Audio = new(true)
		}), nil, want{Stale, db.Charge, "sound"}},
		"seed and model are none of it": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Settings.Seed, s.Settings.Model, s.Settings.Resolution = new(int64(7)), "other", "1080P"
		}), nil, want{Saved, db.Charge, ""}},
		"the clip before changed": {shot(2), func(s *fixture) {
			s.pictures()
			s.SetSeam(0, Continue)
			s.save(s.Shots[0].ID)
			s.save(s.Shots[1].ID)
			s.save(s.Shots[0].ID)
		}, nil, want{Stale, db.Charge, "before 1"}},
		"Continue set on a clip that began with a keyframe": {shot(2), func(s *fixture) {
			s.pictures()
			s.save(s.Shots[0].ID)
			s.save(s.Shots[1].ID)
			s.SetSeam(0, Continue)
		}, nil, want{Stale, db.Charge, "first"}},
		"Continue set after a shot that is not made": {shot(2), func(s *fixture) {
			s.pictures()
			s.save(s.Shots[1].ID)
			s.SetSeam(0, Continue)
		}, nil, want{Stale, db.Charge, "first"}},
		"begins elsewhere": {shot(1), saved(func(*fixture, *db.Asset) {}), func(v *View) {
			v.Fidelity = map[string]Fidelity{"asset 5": {0.5, 0.4}}
		}, want{FirstFrameDiffers, db.Charge, "50 %"}},
		"ends elsewhere": {shot(1), saved(func(*fixture, *db.Asset) {}), func(v *View) {
			v.Fidelity = map[string]Fidelity{"asset 5": {0.95, 0.62}}
		}, want{LastFrameDiffers, db.Charge, "62 %"}},
		"alike": {shot(1), saved(func(*fixture, *db.Asset) {}), func(v *View) {
			v.Fidelity = map[string]Fidelity{"asset 5": {0.9, 1}}
		}, want{Saved, db.Charge, ""}},
		"skipped": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Shots[0].Skipped = true
		}), nil, want{Skipped, NoAmount, ""}},
		"in the trash": {shot(1), saved(func(s *fixture, a *db.Asset) {
			a.TrashedAt = now
		}), nil, want{InTrash, db.Charge, ""}},
		"file missing": {shot(1), saved(func(*fixture, *db.Asset) {}), func(v *View) {
			v.Missing = map[string]bool{"asset 5": true}
		}, want{FileMissing, db.Charge, ""}},
		"file deleted": {shot(1), func(s *fixture) {
			s.Shots[0].Chosen = "gone"
		}, nil, want{FileMissing, NoAmount, ""}},
		"brought": {shot(1), func(s *fixture) {
			s.assets = []db.Asset{{ID: 1, Ref: "mine"}}
			s.Shots[0].Added = []string{"mine"}
		}, nil, want{Saved, NoAmount, ""}},
		"K empty":     {frame(1), func(s *fixture) { s.Frames[0].Prompt = "" }, nil, want{Empty, NoAmount, ""}},
		"K described": {frame(1), func(s *fixture) {}, nil, want{Described, Estimate, ""}},
		"K generating": {frame(1), func(s *fixture) {
			s.order(s.Frames[0].ID, db.Sending)
		}, nil, want{Underway, Ordered, ""}},
		"K saved": {frame(1), (*fixture).pictures, nil, want{Saved, db.Charge, "7h"}},
		"K expired": {frame(1), func(s *fixture) {
			s.pictures()
			s.assets[0].LinkExpires = now
		}, nil, want{Expired, db.Charge, ""}},
		"K hosted": {frame(1), func(s *fixture) {
			s.pictures()
			s.assets[0].LinkExpires = now
			s.hosting = true
		}, nil, want{Saved, db.Charge, "0s"}},
		"K pasted": {frame(1), func(s *fixture) {
			s.pictures()
			s.assets[0].LinkExpires, s.Frames[0].Link = now, "https://x/k"
		}, nil, want{Saved, db.Charge, "0s"}},
		"K address alone": {frame(1), func(s *fixture) {
			s.Frames[0].Link = "https://x/k"
		}, nil, want{Saved, NoAmount, "0s"}},
		"K of the gallery": {frame(1), func(s *fixture) {
			s.assets = []db.Asset{{ID: 1, Ref: "mine"}}
			s.Frames[0].Added = []string{"mine"}
		}, nil, want{Expired, NoAmount, ""}},
		"K words changed": {frame(1), func(s *fixture) {
			s.pictures()
			s.Frames[0].Prompt = "z"
		}, nil, want{Stale, db.Charge, "words"}},
		"K style changed, expired": {frame(1), func(s *fixture) {
			s.pictures()
			s.assets[0].LinkExpires, s.Settings.Style = now, "paper"
		}, nil, want{Stale, db.Charge, "words"}},
		"K plain": {frame(1), func(s *fixture) {
			s.pictures()
			s.Frames[0].Plain, s.Settings.Style = true, "paper"
		}, nil, want{Saved, db.Charge, "7h"}},
		"K of another picture": {frame(2), func(s *fixture) {
			s.Frames[1].Source, s.Frames[1].From = FromKeyframe, s.Frames[0].ID
			s.pictures()
			s.save(s.Frames[0].ID)
		}, nil, want{Stale, db.Charge, "picture K1"}},
		"K of another keyframe": {frame(2), func(s *fixture) {
			s.Frames[1].Source, s.Frames[1].From = FromKeyframe, s.Frames[0].ID
			s.pictures()
			s.Frames[1].From = s.Frames[2].ID
		}, nil, want{Stale, db.Charge, "picture K3"}},
		"K is no edit any more": {frame(2), func(s *fixture) {
			s.Frames[1].Source, s.Frames[1].From = FromKeyframe, s.Frames[0].ID
			s.pictures()
			s.Frames[1].Source = Describe
		}, nil, want{Stale, db.Charge, "picture"}},
		"K without words":            {frame(1), func(s *fixture) { s.pictures(); s.Frames[0].Prompt = "" }, nil, want{Saved, db.Charge, "7h"}},
		"K of the gallery after all": {frame(1), func(s *fixture) { s.pictures(); s.Frames[0].Source = Gallery }, nil, want{Saved, db.Charge, "7h"}},
		"K renewed": {frame(1), func(s *fixture) {
			s.pictures()
			s.renew(s.Frames[0].ID)
			s.renew(s.Frames[0].ID)
		}, nil, want{Saved, db.Charge, "7h"}},
		"K renewed, then words changed": {frame(1), func(s *fixture) {
			s.pictures()
			s.renew(s.Frames[0].ID)
			s.Frames[0].Prompt = "z"
		}, nil, want{Stale, db.Charge, "words"}},
		"final": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.final(s.Shots[0].ID)
		}), nil, want{Saved, db.Charge, ""}},
		"final with sound": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.Settings.Audio = true
			s.final(s.Shots[0].ID)
			s.Settings.Audio = false
		}), nil, want{Saved, db.Charge, ""}},
		"final, words changed": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.final(s.Shots[0].ID)
			s.Shots[0].Prompt = "z"
		}), nil, want{Stale, db.Charge, "words"}},
		"a draft behind a final": {shot(2), func(s *fixture) {
			s.pictures()
			s.SetSeam(0, Continue)
			s.save(s.Shots[0].ID)
			s.save(s.Shots[1].ID)
			s.final(s.Shots[0].ID)
		}, nil, want{Saved, db.Charge, ""}},
		"a final behind a draft": {shot(2), func(s *fixture) {
			s.pictures()
			s.SetSeam(0, Continue)
			s.save(s.Shots[0].ID)
			s.save(s.Shots[1].ID)
			s.final(s.Shots[1].ID)
			s.final(s.Shots[0].ID)
		}, nil, want{Stale, db.Charge, "before 1"}},
		"final in the trash": {shot(1), saved(func(s *fixture, _ *db.Asset) {
			s.final(s.Shots[0].ID).TrashedAt = now
		}), nil, want{Saved, db.Charge, ""}},
		"K failed": {frame(1), func(s *fixture) {
			s.order(s.Frames[0].ID, db.Rejected)
		}, nil, want{Failed, NoAmount, ""}},
		"K unconfirmed": {frame(1), func(s *fixture) {
			s.order(s.Frames[0].ID, db.Unconfirmed)
		}, nil, want{Unconfirmed, NoAmount, ""}},
		"no card": {func(*fixture) string { return "00000000" }, func(s *fixture) {}, nil, want{"", NoAmount, ""}},
	} {
		s := newFixture()
		c.given(s)
		v := s.view()
		if c.know != nil {
			c.know(&v)
		}
		got := v.State(c.card(s), now)
		more := map[Tag]string{NeedsFrame: "", WaitsFor: fmt.Sprint("shot ", got.Other),
			FirstFrameDiffers: fmt.Sprintf("%.0f %%", got.Similarity*100),
			LastFrameDiffers:  fmt.Sprintf("%.0f %%", got.Similarity*100), Stale: string(got.Changed)}[got.Tag]
		if got.Changed == ChangedBefore {
			more += fmt.Sprint(" ", got.Other)
		}
		if i := v.FrameByID(got.Frame); i >= 0 {
			more += fmt.Sprint(map[bool]string{true: " "}[more != ""], "K", i+1)
		}
		if got.Tag == Saved && v.FrameByID(c.card(s)) >= 0 {
			more = "0s"
			if !got.Expires.IsZero() {
				more = fmt.Sprint(int(got.Expires.Sub(now).Hours()), "h")
			}
		}
		if got.Tag != c.tag || got.Amount != c.amount || more != c.more {
			t.Errorf("%s: %s, %q, %q; wanted %+v", name, got.Tag, got.Amount, more, c.want)
		}
		if got.Job.ID != 0 && got.Job.Shot != c.card(s) {
			t.Errorf("%s: of the job of another card", name)
		}
		// other cards depend on its result
		if got.Job.ID != 0 && got.Tag != Unconfirmed && got.Job.Kind.IsVideo() != (v.ShotByID(got.Job.Shot) >= 0) {
			t.Errorf("%s: of a job that makes no take", name)
		}
	}
}

// A take matches the request from which it was made, whatever that was. Only a change of a compared field makes it
// stale.
func TestNewTakeIsNotStale(t *testing.T) {
	r := random(t)
	for range 200 {
		s := newFixture()
		for range 20 {
			anyEdit(r, &s.Board)
		}
		for i := range s.Frames {
			s.Frames[i].Source = []Source{Describe, FromKeyframe}[r.IntN(2)]
			s.Frames[i].Plain = r.IntN(2) == 0
		}
		s.Settings.Style, s.Settings.Audio, s.Settings.Seconds = []string{"", " paper cut "}[r.IntN(2)], r.IntN(2) == 0,
			[]int{0, 5, 8}[r.IntN(3)]
		for i := range s.Shots {
			s.Shots[i].Seconds, s.Shots[i].Negative = []int{0, 3, 5}[r.IntN(3)],
				[]*string{nil, new(""), new(" blur")}[r.IntN(3)]
		}
		for range 2 { // an edit has its picture in the second round
			for _, f := range s.Frames {
				s.save(f.ID)
			}
		}
		for _, shot := range s.Shots {
			s.save(shot.ID)
			v := s.view()
			take, _ := v.Chosen(shot.ID)
			if what, frame := v.Want(shot.ID).changed(v.Sent(take.Job)); what != "" {
				t.Fatalf("%s of %q is other than was sent (keyframe %s):\n%+v\n%+v\n%s", what, shot.ID, frame,
					v.Want(shot.ID), v.Sent(take.Job), take.Job.Request)
			}
		}
	}
}

// NextExpiry is the earliest expiry among the frames of clips that are still to be sent.
func TestNextExpiry(t *testing.T) {
	s := newFixture()
	s.pictures()
	for i := range s.Frames {
		s.assets[i].LinkExpires = now.Add(time.Duration(i) * time.Hour) // K1 is dead
	}
	clock := func(want int) {
		t.Helper()
		frame, dies := s.view().NextExpiry(now)
		if want < 0 && frame == "" {
			return
		}
		if want < 0 || frame != s.Frames[want].ID || !dies.Equal(now.Add(time.Duration(want)*time.Hour)) {
			t.Errorf("K%d until %s", s.FrameByID(frame)+1, dies)
		}
	}
	clock(1)
	s.save(s.Shots[0].ID)
	clock(1) // shot 2 begins with it
	s.save(s.Shots[1].ID)
	clock(2)
	s.Shots[2].Skipped = true
	clock(-1)
	s.Shots[2].Skipped, s.hosting = false, true
	clock(-1)
}

// A picture that the user adds comes after earlier takes and before later ones, so that takes keep their numbers.
func TestTakesAreOrderedByCreation(t *testing.T) {
	s := newFixture()
	card := s.Frames[0].ID
	s.save(card)
	drawn := db.Asset{ID: 90, Ref: "drawn", Kind: db.Picture, CreatedAt: now.Add(time.Minute)}
	s.jobs[0].CreatedAt = now
	s.assets, s.Frames[0].Added = append(s.assets, drawn), []string{drawn.Ref}
	s.save(card)
	s.jobs[1].CreatedAt = now.Add(time.Hour)
	var refs []string
	for _, take := range s.view().Takes(card) {
		refs = append(refs, take.Asset.Ref)
	}
	if want := []string{"asset 1", "drawn", "asset 3"}; !slices.Equal(refs, want) {
		t.Errorf("%q, want %q", refs, want)
	}
}

// A card uses the user's choice or its newest take, and the final of that draft. A remade take replaces the choice only
// once it is saved, and no third take is used meanwhile.
func TestChosenTake(t *testing.T) {
	s := newFixture()
	s.pictures()
	card := s.Shots[0].ID
	uses := func(what string, a *db.Asset) {
		t.Helper()
		if got, ok := s.view().Chosen(card); !ok || got.Asset.Ref != a.Ref {
			t.Errorf("%s: the shot uses %q, want %q", what, got.Asset.Ref, a.Ref)
		}
	}
	choose := func(a *db.Asset) { s.view().Choose(&s.Board, card, a.Ref) }
	first := *s.save(card)
	second := *s.save(card)
	uses("newest", &second)
	choose(&first)
	uses("explicit", &first)
	final := *s.final(card)
	uses("final of the choice", &final)
	choose(&first)
	uses("draft of a final", &first)
	choose(&second)
	uses("draft without a final", &second)
	choose(&final)
	uses("explicit final", &final)
	choose(&first)
	s.Shots[0].Draft = false // as a document may have it
	uses("draft that was not chosen over its final", &final)
	s.Shots[0].Chosen, s.Shots[0].Draft = "", true
	uses("no choice, but a draft", &second)
	s.Shots[0].Draft = false
	uses("no choice", &final)

	trash := func(a db.Asset, at time.Time) {
		i := slices.IndexFunc(s.assets, func(b db.Asset) bool { return b.Ref == a.Ref })
		s.assets[i].TrashedAt = at
	}
	trash(final, now)
	uses("no choice, final in the trash", &second)
	if saved, open := s.view().FinalOf(s.jobs[s.assetJob(first)]); saved.Asset.ID != 0 || open.ID != 0 {
		t.Error("a final in the trash counts")
	}
	choose(&first)
	if s.Shots[0].Draft {
		t.Error("a draft whose final is in the trash is chosen over it")
	}
	uses("final in the trash", &first)
	trash(final, time.Time{})
	uses("final is back", &final)

	// a remade take
	choose(&first)
	ordered := db.Job{Ref: strings.Repeat("a", 32), Kind: db.TextToVideo, Shot: card}
	if frame := (db.Job{Kind: db.EditImage, Shot: card}); s.Board.AwaitTakes([]db.Job{frame}) ||
		!s.Board.AwaitTakes([]db.Job{ordered}) || s.Shots[0].Next != db.AssetRef(ordered.Ref, 0) {
		t.Errorf("the shot awaits %q", s.Shots[0].Next)
	}
	s.Shots[0].Next = "asset " + fmt.Sprint(len(s.assets)+2)
	s.order(card, db.Queued)
	uses("the remade take runs", &first)
	other := *s.save(card)
	uses("another take is saved first", &first)
	remade := *s.save(card)
	uses("the remade take is saved", &remade)
	if s.Shots[0].Next != remade.Ref || other.Ref == remade.Ref {
		t.Fatalf("the test awaited %q, not %q", s.Shots[0].Next, remade.Ref)
	}
	remadeFinal := *s.final(card)
	uses("final of the remade take", &remadeFinal)
	choose(&second)
	uses("chosen after all", &second)
	if s.Shots[0].Next != "" {
		t.Error("a choice still awaits a take")
	}
}

// assetJob returns the index of the job that made an asset.
func (s *fixture) assetJob(a db.Asset) int {
	return slices.IndexFunc(s.jobs, func(j db.Job) bool { return j.ID == a.JobID })
}

// A draft has an open final while a job makes it, and none after that job failed.
func TestOpenFinal(t *testing.T) {
	s := newFixture()
	s.pictures()
	card := s.Shots[0].ID
	s.save(card)
	draft := s.jobs[len(s.jobs)-1]
	for state, want := range map[db.JobState]bool{db.Held: true, db.Waiting: true, db.Queued: true, db.Saving: true,
		db.Unconfirmed: true, db.Unwatched: true, db.Failed: false, db.Rejected: false, db.Expired: false} {
		s.order(card, state).FinalOf = draft.ID
		if _, open := s.view().FinalOf(draft); (open.ID != 0) != want {
			t.Errorf("%s: open final %v", state, open.ID != 0)
		}
		s.jobs = s.jobs[:len(s.jobs)-1]
	}
	if saved, open := s.view().FinalOf(db.Job{Shot: card}); saved.Job.ID != 0 || open.ID != 0 {
		t.Error("an unknown draft has a final")
	}
}
