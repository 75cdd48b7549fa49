package boards

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
)

// A command and a button make the same orders of the same board, at the same price, and the same stands against them.
func TestACommandMakesWhatTheButtonMakes(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r, ordered, refused := rand.New(rand.NewPCG(seed, 0)), 0, 0
	d := newDesk(t, 0)
	for range 60 {
		d.renew(1 + r.IntN(6))
		d.scatter(r)
		if r.IntN(3) == 0 { // its address is gone, or soon
			d.Hosting = false
			d.picture(d.Frames[0].ID, []time.Duration{0, time.Minute}[r.IntN(2)])
		}
		d.show()
		for stage, name := range []string{"keyframes", "clips"} {
			button := d.m.offers.again(d.m.prices.figures.stages[stage])
			have, problems, err := planning.Plan(t.Context(), d, d, d.profile, *d.View,
				planning.Request{Stage: name, Send: true, Now: d.now})
			d.must(err)
			for _, p := range button.Problems {
				for _, card := range p.Cards {
					if !slices.ContainsFunc(problems, func(q planning.Problem) bool {
						return slices.Contains(q.Cards, card) && q.Kind == p.Kind && q.Message() != ""
					}) {
						t.Fatalf("%s: %s of %s is not told: %+v", name, p.Kind, card, problems)
					}
				}
			}
			if (len(problems) == 0) != (len(button.Problems) == 0) {
				t.Fatalf("%s: %+v and %+v", name, problems, button.Problems)
			}
			if len(problems) > 0 {
				refused++
				continue
			}
			d.must(button.ExtractFrames(d.LastFrame))
			want, err := button.Orders(t.Context(), d)
			d.must(err)
			if !reflect.DeepEqual(have, want) {
				t.Fatalf("%s: the command orders\n%+v, the button\n%+v", name, have, want)
			}
			q, err := d.engine.Price(t.Context(), d.profile.ID, have)
			d.must(err)
			if shown := button.Quoted(); q.Known && q.Total != shown.Total {
				t.Fatalf("%s: %d, the button says %d", name, q.Total, shown.Total)
			}
			ordered += len(have)
		}
	}
	if ordered < 30 || refused == 0 {
		t.Errorf("%d orders, %d boards with problems", ordered, refused)
	}
}

// A call may name cards, and is told where one is not on the board; a price takes no frame out of a clip.
func TestACommandMakesSomeCards(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	clip := db.Asset{ID: 90, Ref: "cccccccccccccccccccccccccccccccc", Kind: db.Clip, Path: "c.mp4"}
	d.View.Assets[clip.Ref] = clip
	d.Shots[0].Added, d.Shots[1].Continue, d.Shots[1].First, d.Shots[1].Last = []string{clip.Ref}, true, "", ""
	d.Hosting = true
	id := d.Shots[1].ID
	plan := func(stage string, sends bool, cards ...string) ([]jobs.Order, []planning.Problem, error) {
		return planning.Plan(t.Context(), d, d, d.profile, *d.View,
			planning.Request{Stage: stage, Cards: cards, Send: sends, Now: d.now})
	}
	priced, _, err := plan("", false, id)
	d.must(err)
	if len(priced) != 1 || priced[0].Shot != id || len(priced[0].Inputs) != 0 {
		t.Errorf("to be priced: %+v", priced)
	}
	sent, _, err := plan("", true, id)
	d.must(err)
	if len(sent) != 1 || len(sent[0].Inputs) != 1 {
		t.Errorf("to be sent: %+v", sent)
	}
	had, err := d.engine.Price(t.Context(), d.profile.ID, priced)
	d.must(err)
	has, err := d.engine.Price(t.Context(), d.profile.ID, sent)
	d.must(err)
	if had.Total != has.Total || has.Total == 0 || !has.Known {
		t.Errorf("priced %d, sent %d", had.Total, has.Total)
	}
	if _, _, err := plan("", true, "12345678"); !errors.Is(err, planning.ErrNoCard) {
		t.Error(err)
	}
	if _, _, err := plan("films", true); !errors.Is(err, planning.ErrNoCard) {
		t.Error(err)
	}
	d.picture(d.Frames[1].ID, 0)
	d.Hosting = false
	d.Shots[0].First, d.Shots[0].Added = d.Frames[1].ID, nil
	if orders, problems, err := plan("clips", true); err != nil || len(problems) == 0 || orders != nil {
		t.Errorf("%v, %v, %v", orders, problems, err)
	}
	if orders, problems, err := plan("clips", false); err != nil || len(problems) == 0 || orders == nil {
		t.Errorf("to be priced: %v, %v, %v", orders, problems, err)
	}
}

// An edit of the last frame of a clip is priced by the pixels of that clip: of the one that is there, of the one that
// is ordered in the same click, by the resolution of its shot, and not by those of the board's pictures.
func TestAFrameOfAClipIsPricedAsItIsDelivered(t *testing.T) {
	d := newDesk(t, 3)
	d.pictures(9 * time.Hour)
	for i := 1; i < 3; i++ {
		d.SetFrame(d.Shots[i].ID, false, "")
		d.SetFrame(d.Shots[i].ID, true, "")
		d.Shots[i].Continue = true
	}
	d.Settings.Resolution = "1080P"
	d.Shots[1].Resolution = "720P"
	d.show()
	orders, problems, err := planning.Plan(t.Context(), d, d, d.profile, *d.View,
		planning.Request{Stage: "clips", Send: true, Now: d.now})
	d.must(err)
	if len(orders) != 5 || len(problems) != 0 {
		t.Fatalf("%d orders, %+v", len(orders), problems)
	}
	for i, want := range map[int][2]int{1: {1920, 1080}, 3: {1280, 720}} {
		edit, _ := orders[i].Request.(client.EditRequest)
		if w, h := edit.InputSize(0); [2]int{w, h} != want {
			t.Errorf("order %d edits a picture of %dx%d", i+1, w, h)
		}
	}
	q, err := d.engine.Price(t.Context(), d.profile.ID, orders)
	d.must(err)
	if shown := d.m.prices.figures.stages[clips].Quoted(); !q.Known || q.Total != shown.Total {
		t.Errorf("%d, the button says %d", q.Total, shown.Total)
	}
}

// A shot that begins with the last frame of a clip that is lost cannot be ordered, and the plan says why: without a
// file, in the trash, or gone from the library. With a new take of that clip ordered by the same click, it can.
func TestAShotAfterALostClipIsNotOrdered(t *testing.T) {
	for _, name := range []string{"its file is gone", "in the trash", "deleted"} {
		for _, byJob := range []bool{false, true} {
			d := newDesk(t, 2)
			d.pictures(9 * time.Hour)
			clip := db.Asset{ID: 90, Ref: "cccccccccccccccccccccccccccccccc", Kind: db.Clip, Path: "c.mp4", Width: 1280,
				Height: 720}
			d.Shots[1].Continue, d.Shots[1].First, d.Shots[1].Last = true, "", ""
			d.Shots[0].Chosen = clip.Ref
			var made []db.Job
			if byJob {
				made = append(made, *d.job(d.Shots[0].ID, db.Saved))
				clip.JobID = made[0].ID
			} else {
				d.Shots[0].Added = []string{clip.Ref}
			}
			pictures := slices.Collect(maps.Values(d.Assets))
			*d.View = boards.NewView(d.Board, made, nil, append(pictures, clip))
			card := d.Shots[1].ID
			plan := func(cards ...string) []planning.Problem {
				_, problems, err := planning.Plan(t.Context(), d, d, d.profile, *d.View,
					planning.Request{Cards: cards, Now: d.now})
				d.must(err)
				return problems
			}
			if got := plan(card); len(got) != 0 {
				t.Errorf("while it is there: %+v", got)
			}
			switch name {
			case "its file is gone":
				d.Missing = map[string]bool{clip.Ref: true}
			case "in the trash":
				clip.TrashedAt = noon
				*d.View = boards.NewView(d.Board, made, nil, append(pictures, clip))
			default:
				*d.View = boards.NewView(d.Board, made, nil, pictures)
			}
			if got := plan(card); len(got) != 1 || got[0].Kind != "gone" || got[0].Cards[0] != card ||
				!strings.Contains(got[0].Message(), "clip before") {
				t.Errorf("%s, by a job %v: %+v", name, byJob, got)
			}
			if got := plan(card, d.Shots[0].ID); len(got) != 0 {
				t.Errorf("%s, made anew: %+v", name, got)
			}
			d.show()
			if w := d.m.problems.text(planning.Problem{Kind: planning.Gone,
				Cards: []string{card}}, planning.Make); !strings.Contains(w.lead, "Shot 2") || w.rest == "" {
				t.Errorf("%+v", w)
			}
		}
	}
}

// A keyframe that is made by the same click comes into the place of its shot where it is wanted, also as a last frame
// without image hosting.
func TestALastFrameOfTheSameClickIsTheLastFrame(t *testing.T) {
	d := newDesk(t, 1)
	d.picture(d.Frames[0].ID, 9*time.Hour)
	d.Frames[1].Prompt = "the last boat"
	orders, problems, err := planning.Plan(t.Context(), d, d, d.profile, *d.View,
		planning.Request{Cards: []string{d.Frames[1].ID, d.Shots[0].ID}, Send: true, Now: d.now})
	d.must(err)
	if len(orders) != 2 || len(problems) != 0 {
		t.Fatalf("%+v, %+v", orders, problems)
	}
	clip := orders[1].Request.(client.VideoRequest)
	if want := []string{"https://img.example.com/a.png", ""}; !slices.Equal(clip.InputReference, want) ||
		orders[1].After != (jobs.After{Order: 1, Place: 1}) {
		t.Errorf("%q, after %+v", clip.InputReference, orders[1].After)
	}
}

// A chain of 500 shots is planned whatever its first shot is, and in whatever order its cards are named.
func TestALongChainIsPlanned(t *testing.T) {
	d := newDesk(t, 0)
	b := boards.Board{BoardHead: d.BoardHead, Settings: d.Settings}
	var cards []string
	for i := range 500 {
		id := fmt.Sprintf("%08x", i+1)
		b.Shots, cards = append(b.Shots, boards.Shot{ID: id, Continue: i > 0, Prompt: "go on"}), append(cards, id)
	}
	b.Shots[0].Chosen = strings.Repeat("c", 32) // which is not there
	*d.View = boards.NewView(b, nil, nil, nil)
	w, err := planning.ReadContext(t.Context(), d, d.profile, *d.View)
	d.must(err)
	w.Now = d.now
	if c := planning.Missing(*d.View, w, clips); len(c.Cards) != 499 || len(c.Problems) != 1 ||
		c.Problems[0].Kind != planning.Gone {
		t.Errorf("%d cards, %+v", len(c.Cards), c.Problems)
	}
	b.Shots[0].Chosen = ""
	*d.View = boards.NewView(b, nil, nil, nil)
	d.job(cards[0], db.Unconfirmed)
	if c := planning.Missing(*d.View, w, clips); len(c.Cards) != 0 || len(c.Problems) != 0 { // all of them wait for it
		t.Errorf("%d cards, %+v", len(c.Cards), c.Problems)
	}
	slices.Reverse(cards)
	if c := planning.NewClick(*d.View, w, cards...); len(c.Problems) != 0 || len(c.Items) != 999 {
		t.Errorf("%d items, %d problems", len(c.Items), len(c.Problems))
	}
}

// unreadablePictures are pictures of which one cannot be read.
type unreadablePictures struct {
	upload.Reader
	ref string
}

func (u unreadablePictures) ReadPicture(ctx context.Context, of order.Upload) ([]byte, error) {
	if of.Asset == u.ref {
		return nil, client.ErrDamaged
	}
	return u.Reader.ReadPicture(ctx, of)
}

// A picture or a clip whose file cannot be read is a problem of its card, for a price and for a click. A clip in the
// place of a keyframe's picture is one that is missing.
func TestAFileThatCannotBeReadIsAProblemOfItsCard(t *testing.T) {
	d := newDesk(t, 3)
	d.pictures(9 * time.Hour)
	d.Hosting = true
	bad := db.Asset{ID: 91, Ref: strings.Repeat("a", 32), Kind: db.Picture, Path: "a.png", Width: 1536, Height: 864}
	clip := db.Asset{ID: 92, Ref: strings.Repeat("c", 32), Kind: db.Clip, Path: "c.mp4"}
	d.View.Assets[bad.Ref], d.View.Assets[clip.Ref] = bad, clip
	d.Frames[0].Added, d.Frames[0].Chosen = []string{bad.Ref}, bad.Ref
	first, last := d.Shots[0].ID, d.Shots[2].ID
	for _, sends := range []bool{false, true} {
		_, problems, err := planning.Plan(t.Context(), d, unreadablePictures{d, bad.Ref}, d.profile, *d.View,
			planning.Request{Stage: "clips", Send: sends, Now: d.now})
		if err != nil || len(problems) != 1 || problems[0].Cards[0] != first || problems[0].Kind != planning.Damaged ||
			!strings.Contains(problems[0].Message(), d.Frames[0].ID) {
			t.Errorf("sends %v: %+v, %v", sends, problems, err)
		}
	}
	d.Frames[0].Chosen = clip.Ref
	if _, problems, err := planning.Plan(t.Context(), d, d, d.profile, *d.View,
		planning.Request{Stage: "clips", Send: true, Now: d.now}); err != nil || len(problems) != 1 ||
		problems[0].Cards[0] != first || problems[0].Kind != planning.Gone {
		t.Errorf("a clip: %+v, %v", problems, err)
	}
	d.Frames[0].Chosen, d.Frames[0].Added = "", nil
	d.Shots[1].Added, d.Shots[2].Continue, d.Shots[2].First = []string{clip.Ref}, true, ""
	c := planning.NewClick(*d.View, d.m.prices.context(), last)
	if err := c.ExtractFrames(func(db.Asset) (db.Asset, error) {
		return db.Asset{}, client.ErrDamaged
	}); err == nil || len(c.Problems) != 1 ||
		c.Problems[0].Kind != planning.Damaged || c.Problems[0].Cards[0] != last {
		t.Errorf("a damaged clip: %+v, %v", c.Problems, err)
	}
}
