package boards_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/cast"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

type noKeys struct{}

func (noKeys) Key(context.Context, db.Profile) (string, error) { return "", errors.New("no key") }

// studio is a library with pictures, and an engine that sends nothing.
type studio struct {
	*testing.T
	lib      *db.Library
	engine   *jobs.Engine
	profile  db.Profile
	pictures []db.Asset
}

func newStudio(t *testing.T) *studio {
	lib, err := db.Open(t.Context(), t.TempDir(), db.Options{})
	s := &studio{T: t, lib: lib}
	s.must(err)
	t.Cleanup(func() { s.must(lib.Close()) })
	s.profile, err = lib.SaveProfile(t.Context(), db.Profile{Name: "Gateway", BaseURL: "https://api.example.com",
		Saved: true, Currency: "CNY", MaxTasks: 4, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10})
	s.must(err)
	table, err := json.Marshal(ordertest.Prices())
	s.must(err)
	_, err = lib.AddPrices(t.Context(), db.Prices{ProfileID: s.profile.ID, Table: table})
	s.must(err)
	s.engine, err = jobs.New(jobs.Options{Library: lib, Keys: noKeys{}})
	s.must(err)
	for i := range 5 {
		im := image.NewRGBA(image.Rect(0, 0, 64+i*8, 48))
		for p := range im.Rect.Dx() {
			im.Set(p, i, color.RGBA{uint8(40 * i), 80, 120, 255})
		}
		var b bytes.Buffer
		s.must(png.Encode(&b, im))
		a, _, err := lib.Import(t.Context(), fmt.Sprintf("picture %d.png", i), &b, db.ImportMeta{At: noon})
		s.must(err)
		s.pictures = append(s.pictures, a)
	}
	return s
}

func (s *studio) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// context returns the context of a click at noon.
func (s *studio) context(hosting bool) planning.Context {
	quote, err := s.engine.Price(s.T.Context(), s.profile.ID, nil)
	s.must(err)
	return planning.Context{Env: order.Env{Now: noon, Hosting: hosting, BaseURL: s.profile.BaseURL}, Quote: quote}
}

// board returns a board with one shot. The last keyframe is an edit of the first one, which has a picture.
func (s *studio) board(prompt string, all []cast.Entry, live func(i int) bool) boards.View {
	b := boards.Board{BoardHead: db.BoardHead{Ref: strings.Repeat("b", 32), ProfileID: s.profile.ID}, Name: "Harbour",
		Settings: boards.Settings{Size: "1536x864", PictureModel: "genimage-2.5-flare", Quality: "medium",
			Model: "clip-2.6", Resolution: "720P", Seconds: 5, Style: "oil"}}
	b.AddLines([]string{prompt})
	for i := range b.Frames {
		b.Frames[i].Prompt = prompt
	}
	assets := slices.Clone(s.pictures)
	for i := range assets {
		if live(i) {
			assets[i].Link, assets[i].LinkExpires = "https://img.example.com/"+assets[i].Ref, noon.Add(20*time.Hour)
		}
	}
	v := boards.NewView(b, nil, nil, assets)
	v.Cast = all
	return v
}

func (s *studio) first(v boards.View) *boards.Frame { return &v.Frames[v.FrameByID(v.Shots[0].First)] }
func (s *studio) last(v boards.View) *boards.Frame  { return &v.Frames[v.FrameByID(v.Shots[0].Last)] }

// The job of a keyframe stores the request of its card, with each mentioned picture: as links, on a sheet, or as one
// file. The price of the click is the sum of its jobs.
func TestRandomMentionsAreSentWhole(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	s := newStudio(t)
	sheets, linked := 0, 0
	for n := range 120 {
		var all []cast.Entry
		for _, name := range []string{"Mara", "Harbour", "dusk"} {
			e := cast.Entry{Name: name, Kind: cast.Person, Words: "words {of|x} " + name}
			for _, p := range r.Perm(len(s.pictures))[:r.IntN(4)] {
				e.Pictures = append(e.Pictures, s.pictures[p].Ref)
			}
			all = append(all, e)
		}
		chance := r.IntN(3)
		v := s.board([]string{"@Mara waits", "@Harbour with @Mara {and}", "@dusk, @mara"}[r.IntN(3)], all,
			func(int) bool { return r.IntN(2) < chance })
		if r.IntN(2) == 0 {
			s.first(v).Source, s.first(v).Added = boards.Gallery, []string{s.pictures[0].Ref}
			s.last(v).Source, s.last(v).From = boards.FromKeyframe, v.Shots[0].First
		}
		card := v.Shots[0].Last
		want := v.Want(card)
		click := planning.NewClick(v, s.context(r.IntN(2) == 0), card)
		if len(click.Problems) > 0 {
			t.Fatalf("board %d: %+v", n, click.Problems)
		}
		orders, err := click.Orders(t.Context(), upload.Library{Library: s.lib})
		s.must(err)
		quote, err := s.engine.Price(t.Context(), s.profile.ID, orders)
		s.must(err)
		if shown := click.Quoted(); !quote.Known || quote.Total != shown.Total {
			t.Fatalf("board %d: the click shows %d, its jobs cost %d", n, shown.Total, quote.Total)
		}
		rows, err := s.engine.Submit(t.Context(), s.profile.ID, orders, jobs.Terms{Hold: true})
		s.must(err)
		j := rows[0]
		j.State = db.Saved
		pictures := len(want.CastPictures())
		if want.From != (boards.Picture{}) {
			pictures++
		}
		inputs, err := jobs.InputsOf(j)
		s.must(err)
		parts := 0
		for _, in := range inputs {
			if in.Part {
				parts++
			}
		}
		request, err := jobs.RequestOf(j)
		s.must(err)
		edit, isEdit := request.(client.EditRequest)
		switch {
		case !isEdit:
			if pictures > 0 {
				t.Fatalf("board %d: %d pictures, sent as %s", n, pictures, j.Kind)
			}
		case parts > 0:
			sheets++
			if parts != pictures || j.InputPath == "" || len(edit.ImageURLs) > 0 {
				t.Fatalf("board %d: %d pictures, %d on the sheet", n, pictures, parts)
			}
		case j.InputPath != "":
			if pictures != 1 {
				t.Fatalf("board %d: %d pictures, sent as one file", n, pictures)
			}
		default:
			linked++
			if len(edit.ImageURLs) != pictures {
				t.Fatalf("board %d: %d pictures, %d links", n, pictures, len(edit.ImageURLs))
			}
		}
		if j.Prompt != want.Prompt || strings.Contains(j.Prompt, "@") {
			t.Fatalf("board %d: %q is sent, not %q", n, j.Prompt, want.Prompt)
		}
		sent := v.Sent(j)
		if !slices.EqualFunc(sent.Cast, want.Cast, cast.Used.Equal) || sent.From.Asset != want.From.Asset {
			t.Fatalf("board %d:\nsent %+v\nwanted %+v", n, sent, want)
		}
	}
	if sheets == 0 || linked == 0 {
		t.Errorf("%d sheets, %d jobs with links", sheets, linked)
	}
}

func TestMissingOrTooManyPicturesOfTheCastRefuse(t *testing.T) {
	s := newStudio(t)
	var refs []string
	for _, a := range s.pictures {
		refs = append(refs, a.Ref)
	}
	live := func(int) bool { return true }
	for _, c := range []struct {
		prompt string
		all    []cast.Entry
		rule   string
	}{
		{"@Mara", []cast.Entry{{Name: "Mara", Pictures: []string{refs[0], strings.Repeat("f", 32)}}},
			order.CastGone("Mara")},
		{"@a @b @c @d @e", []cast.Entry{{Name: "a", Pictures: refs[:4]}, {Name: "b", Pictures: refs[:4]},
			{Name: "c", Pictures: refs[:4]}, {Name: "d", Pictures: refs[:4]}, {Name: "e", Pictures: refs[:1]}},
			order.MsgCastTooMany},
		{"@a @b @c @d", []cast.Entry{{Name: "a", Pictures: refs[:4]}, {Name: "b", Pictures: refs[:4]},
			{Name: "c", Pictures: refs[:4]}, {Name: "d", Pictures: refs[:4]}}, ""},
	} {
		v := s.board(c.prompt, c.all, live)
		click := planning.NewClick(v, s.context(false), v.Shots[0].Last)
		var rules []string
		for _, p := range click.Problems {
			rules = append(rules, p.Rule)
		}
		if c.rule == "" && len(rules) > 0 || c.rule != "" && !slices.Contains(rules, c.rule) {
			t.Errorf("%s: %q", c.prompt, rules)
		}
	}
}

// A keyframe that is an edit of one that is made in the same click needs addresses for its other pictures.
func TestSheetWaitsForItsFirstPicture(t *testing.T) {
	s := newStudio(t)
	all := []cast.Entry{{Name: "Mara", Kind: cast.Person, Pictures: []string{s.pictures[0].Ref}}}
	for _, c := range []struct {
		live, hosting, waits bool
	}{{true, false, false}, {false, true, false}, {false, false, true}} {
		v := s.board("@Mara", all, func(int) bool { return c.live })
		s.first(v).Prompt = "a quay"
		s.last(v).Source, s.last(v).From = boards.FromKeyframe, v.Shots[0].First
		click := planning.NewClick(v, s.context(c.hosting), v.Shots[0].First, v.Shots[0].Last)
		waits := slices.ContainsFunc(click.Problems, func(p planning.Problem) bool { return p.Kind == planning.Waits })
		if waits != c.waits || !c.waits && len(click.Problems) > 0 {
			t.Errorf("%+v: %+v", c, click.Problems)
		}
		if c.waits {
			if left := planning.Missing(v, s.context(c.hosting), planning.Keyframes).Cards; len(left) != 1 {
				t.Errorf("%+v: the stage makes %d cards", c, len(left))
			}
			continue
		}
		orders, err := click.Orders(t.Context(), upload.Library{Library: s.lib})
		s.must(err)
		edit := orders[1].Request.(client.EditRequest)
		if len(edit.ImageURLs) != 2 || edit.ImageURLs[0] != "" || orders[1].After.Order != 1 {
			t.Errorf("%+v: %q after %d", c, edit.ImageURLs, orders[1].After.Order)
		}
		rows, err := s.engine.Submit(t.Context(), s.profile.ID, orders, jobs.Terms{Hold: true})
		s.must(err)
		if len(rows) != 2 || rows[1].After != rows[0].ID {
			t.Errorf("%+v: %d jobs", c, len(rows))
		}
	}
}

// In the prompt of a clip, a mention stands for the words of its entry.
func TestMentionsInClipsStandForWords(t *testing.T) {
	s := newStudio(t)
	all := []cast.Entry{{Name: "Mara", Kind: cast.Person, Words: "a woman", Pictures: []string{s.pictures[0].Ref}}}
	v := s.board("@Mara walks", all, func(int) bool { return true })
	w := v.Want(v.Shots[0].ID)
	if w.Prompt != "Mara: a woman. Mara walks" || !w.Kind.IsVideo() || len(w.CastPictures()) > 0 || len(w.Cast) != 1 {
		t.Errorf("%+v", w)
	}
}
