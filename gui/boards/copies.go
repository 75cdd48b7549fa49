package boards

import (
	"slices"

	"viviscope/client"
	"viviscope/db/boards"
	"viviscope/gui/lang"
)

// copyOf returns a new board of a profile with the pictures of another board; clips: also with its clips.
func copyOf(v boards.View, profile int64, name string, clips bool) boards.Board {
	b := v.Board.Clone()
	b.Ref, b.Version, b.ProfileID, b.Name, b.Films = "", 0, profile, name, nil
	brought := func(card string) (refs []string, chosen string) {
		for _, t := range v.Takes(card) {
			if t.Asset.ID != 0 {
				refs = append(refs, t.Asset.Ref)
			}
		}
		t, _ := v.Chosen(card)
		return refs, t.Asset.Ref
	}
	for i := range b.Frames {
		f := &b.Frames[i]
		f.Added, f.Chosen = brought(f.ID)
		f.Next = ""
	}
	for i := range b.Shots {
		s := &b.Shots[i]
		s.Added, s.Chosen, s.Next, s.Draft = nil, "", "", false // the copy has no jobs, so no take is a draft
		if clips {
			s.Added, s.Chosen = brought(s.ID)
		}
	}
	return b
}

// rehearsalOf returns a copy of a board for the sandbox, without its clips. Models of the profile of the board are
// replaced by the models that they are like.
func rehearsalOf(v boards.View, models []client.Alias) boards.Board {
	x := copyOf(v, 0, lang.L("%s (rehearsal)", v.Name), false)
	replace := func(model *string) {
		i := slices.IndexFunc(models, func(a client.Alias) bool { return a.ID == *model })
		if i >= 0 {
			*model = models[i].Like
		}
	}
	replace(&x.Settings.Model)
	replace(&x.Settings.PictureModel)
	if x.Settings.Final != nil {
		final := *x.Settings.Final
		replace(&final.Model)
		x.Settings.Final = &final
	}
	for i := range x.Frames {
		replace(&x.Frames[i].Model)
	}
	for i := range x.Shots {
		replace(&x.Shots[i].Model)
	}
	return x
}

// exampleBoard returns the example board: with seams of all three kinds, and a keyframe that is an edit of another one.
func exampleBoard() boards.Board {
	settings := boards.Settings{Size: "1536x864", PictureModel: client.ImageModels()[0].ID, Quality: "medium",
		Model:      "clip-2.6",
		Resolution: client.DefaultResolution, Seconds: client.DefaultSeconds,
		Style: lang.L("paper cut, warm evening light, soft grain")}
	frame := func(id, from, words string) boards.Frame {
		f := boards.Frame{ID: id, Source: boards.Describe, Prompt: words}
		if from != "" {
			f.Source, f.From = boards.FromKeyframe, from
		}
		return f
	}
	return boards.Board{Name: lang.L("Harbour at dusk (example)"), Settings: settings,
		Frames: []boards.Frame{
			frame("e1a00001", "", lang.L("A small harbour, sailing boats at the pier, the sun low above the sea")),
			frame("e1a00002", "e1a00001", lang.L("The same harbour a little later: the sun touches the sea")),
			frame("e1a00003", "", lang.L("The bay at night, lanterns along the quay, the moon above the water")),
		},
		Shots: []boards.Shot{
			{ID: "e1b00001", First: "e1a00001", Last: "e1a00002",
				Prompt: lang.L("The sun sinks slowly, the boats rock at the pier")},
			{ID: "e1b00002", First: "e1a00002",
				Prompt: lang.L("The boats turn for the open sea, slow pan to the right")},
			{ID: "e1b00003", Continue: true, Prompt: lang.L("The fleet passes the lighthouse in a loose line")},
			{ID: "e1b00004", First: "e1a00003", Prompt: lang.L("Lanterns are lit one by one, ripples on the water")},
		}}
}
