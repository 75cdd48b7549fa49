package boards

import (
	"encoding/json"
	"slices"
	"testing"

	"viviscope/db"
	"viviscope/db/cast"
)

// A take made with other words or pictures of an entry no longer matches, and the label names the entry.
func TestChangedCastMakesTakesStale(t *testing.T) {
	mara := cast.Entry{Name: "Mara", Kind: cast.Person, Words: "a woman", Pictures: []string{"p1", "p2"}}
	tom := cast.Entry{Name: "Tom", Kind: cast.Person, Words: "a man"}
	for _, c := range []struct {
		name    string
		change  func(s *fixture, all []cast.Entry) []cast.Entry
		changed Changed
		entry   string
	}{
		{"nothing", func(_ *fixture, all []cast.Entry) []cast.Entry { return all }, "", ""},
		{"words", func(_ *fixture, all []cast.Entry) []cast.Entry {
			all[0].Words = "an old woman"
			return all
		}, ChangedCast, "Mara"},
		{"order of pictures", func(_ *fixture, all []cast.Entry) []cast.Entry {
			all[0].Pictures = []string{"p2", "p1"}
			return all
		}, ChangedCast, "Mara"},
		{"kind", func(_ *fixture, all []cast.Entry) []cast.Entry {
			all[0].Kind = cast.Thing
			return all
		}, "", ""},
		{"removed", func(_ *fixture, all []cast.Entry) []cast.Entry { return all[1:] }, ChangedCast, "Mara"},
		{"another entry", func(_ *fixture, all []cast.Entry) []cast.Entry {
			return append(all, cast.Entry{Name: "boat", Kind: cast.Thing, Words: "wood"})
		}, "", ""},
		{"an entry that was mentioned before it existed", func(_ *fixture, all []cast.Entry) []cast.Entry {
			return append(all, cast.Entry{Name: "quay", Kind: cast.Place, Words: "stone"})
		}, ChangedCast, "quay"},
		{"prompt", func(s *fixture, all []cast.Entry) []cast.Entry {
			s.Frames[0].Prompt, s.Shots[0].Prompt = "@Mara and @Tom sit", "@Mara and @Tom sit"
			return all
		}, ChangedPrompt, ""},
	} {
		for _, ofShot := range []bool{true, false} {
			s := newFixture()
			s.hosting = true
			s.Frames[0].Prompt, s.Shots[0].Prompt = "@Mara waits at the @quay", "@Mara waits at the @quay"
			if ofShot && c.name == "order of pictures" {
				continue // a clip takes no pictures of the cast
			}
			all := []cast.Entry{mara, tom}
			card := s.Shots[0].First
			if ofShot {
				card = s.Shots[0].ID
			}
			v := s.view()
			v.Cast = all
			w := v.Want(card)
			a := s.save(card)
			j := &s.jobs[len(s.jobs)-1]
			j.Kind, j.Prompt = w.Kind, w.Prompt
			j.SetUsedCast(w.Cast)
			var inputs []db.Input
			for place, ref := range w.CastPictures() {
				inputs = append(inputs, db.Input{Place: place, Asset: ref})
			}
			if !ofShot {
				j.Inputs, _ = json.Marshal(inputs)
				j.Request, _ = json.Marshal(map[string]any{"prompt": w.Prompt, "image_urls": w.CastPictures()})
			}
			all = c.change(s, slices.Clone(all))
			v = s.view()
			v.Cast = all
			state := v.State(card, now)
			if state.Changed != c.changed || state.Cast != c.entry || state.Chosen.Asset.Ref != a.Ref {
				t.Errorf("%s (shot %v): %s %s %q\nwants %+v\nsent %+v", c.name, ofShot, state.Tag, state.Changed,
					state.Cast, v.Want(card), v.Sent(*j))
			}
		}
	}
}
