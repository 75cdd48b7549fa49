package boards

import (
	"context"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// copyOf is a board of another profile with the pictures of this one, and with its clips where they count there.
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
		f.Brought, f.Chosen = brought(f.ID)
	}
	for i := range b.Shots {
		s := &b.Shots[i]
		if s.Brought, s.Chosen = nil, ""; clips {
			s.Brought, s.Chosen = brought(s.ID)
		}
	}
	return b
}

// copyHere makes a copy of the board for the profile in front, and opens it.
func (f *foot) copyHere() {
	x := copyOf(f.b.view, f.known.account.ID, f.b.view.Name, true)
	f.b.screen.make(x, func(context.Context) (int64, error) { return x.ProfileID, nil })
}

// rehearse makes a copy of the board for the sandbox, where its clips are free, and opens it there.
func (f *foot) rehearse() {
	x := copyOf(f.b.view, 0, lang.L("%s (rehearsal)", f.b.view.Name), false)
	own := f.orderContext().Models
	known := func(model *string) { // what only this service calls a model
		if i := slices.IndexFunc(own, func(a client.Alias) bool { return a.ID == *model }); i >= 0 {
			*model = own[i].Like
		}
	}
	known(&x.Settings.Model)
	known(&x.Settings.PictureModel)
	for i := range x.Frames {
		known(&x.Frames[i].Model)
	}
	for i := range x.Shots {
		known(&x.Shots[i].Model)
	}
	f.b.screen.make(x, f.b.Window.Sandbox)
}

// make keeps a new board for a profile, brings that to the front and opens the board.
func (s *Screen) make(x boards.Board, profile func(ctx context.Context) (int64, error)) {
	s.Do(lang.L("The board could not be created."), func(ctx context.Context) (err error) {
		if x.ProfileID, err = profile(ctx); err == nil {
			x, err = s.Store.New(ctx, x)
		}
		if err == nil {
			s.Post(func() {
				if x.ProfileID != s.Profile().ID {
					s.Window.UseProfile(x.ProfileID)
				}
				s.Open(x.Ref)
			})
		}
		return err
	})
}

// example is a board to try everything with: seams of all three kinds, and a keyframe that is an edit of another one.
func example() boards.Board {
	settings := boards.Settings{Size: "1536x864", PictureModel: client.ImageModels()[0].ID, Quality: "medium", Model: "clip-2.6",
		Resolution: client.DefaultResolution, Seconds: client.DefaultSeconds, Style: lang.L("paper cut, warm evening light, soft grain")}
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
			{ID: "e1b00001", First: "e1a00001", Last: "e1a00002", Prompt: lang.L("The sun sinks slowly, the boats rock at the pier")},
			{ID: "e1b00002", First: "e1a00002", Prompt: lang.L("The boats turn for the open sea, slow pan to the right")},
			{ID: "e1b00003", Continue: true, Prompt: lang.L("The fleet passes the lighthouse in a loose line")},
			{ID: "e1b00004", First: "e1a00003", Prompt: lang.L("Lanterns are lit one by one, ripples on the water")},
		}}
}

// paste asks for an address at which a keyframe's picture can be fetched.
func (f *foot) paste(frame string) {
	address := kit.NewEntry()
	address.SetName(kit.NewText(lang.L("Address"), resources.SizeSM, resources.Text2, false))
	address.SetPlaceHolder("https://")
	kit.Ask(f.b.Canvas(), lang.L("Address of %s", f.b.cardName(frame)),
		lang.L("Put the picture where the service can download it, and paste its address here."), address,
		kit.Answer{Word: lang.L("Cancel"), Kind: kit.Quiet},
		kit.Answer{Word: lang.L("Use this address"), Kind: kit.Primary,
			Check: func() bool {
				wrong := !client.IsHTTPURL(strings.TrimSpace(address.Text))
				address.SetFailed(wrong)
				return !wrong
			},
			Do: func() {
				f.b.edit(lang.L("Address of %s", f.b.cardName(frame)), func(b *boards.Board) {
					if i := b.FrameByID(frame); i >= 0 {
						b.Frames[i].Link = strings.TrimSpace(address.Text)
					}
				})
			}})
	f.b.Canvas().Focus(address)
}
