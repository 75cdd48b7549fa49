package boards

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"viviscope/client/automation"
	"viviscope/client/jobs"
	"viviscope/db"
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
			button := d.f.again(d.f.stages[stage])
			have, problems, err := Plan(t.Context(), d, d, d.profile, *d.View, d.now, name, nil, true)
			d.must(err)
			for _, p := range button.problems {
				for _, card := range p.cards {
					if !slices.ContainsFunc(problems, func(q automation.Problem) bool { return q.Card == card && q.Kind == string(p.kind) && q.Message != "" }) {
						t.Fatalf("%s: %s of %s is not told: %+v", name, p.kind, card, problems)
					}
				}
			}
			if (len(problems) == 0) != (len(button.problems) == 0) {
				t.Fatalf("%s: %+v and %+v", name, problems, button.problems)
			}
			if len(problems) > 0 {
				refused++
				continue
			}
			d.must(button.cut(d.LastFrame))
			want, err := button.orders(t.Context(), d)
			d.must(err)
			if !reflect.DeepEqual(have, want) {
				t.Fatalf("%s: the command orders\n%+v, the button\n%+v", name, have, want)
			}
			q, err := d.engine.Price(t.Context(), d.profile.ID, have)
			d.must(err)
			if shown := button.quoted(); q.Known && q.Total != shown.Total {
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
	d.Shots[0].Brought, d.Shots[1].Continue, d.Shots[1].First, d.Shots[1].Last = []string{clip.Ref}, true, "", ""
	d.Hosting = true
	id := d.Shots[1].ID
	plan := func(stage string, sends bool, cards ...string) ([]jobs.Order, []automation.Problem, error) {
		return Plan(t.Context(), d, d, d.profile, *d.View, d.now, stage, cards, sends)
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
	if _, _, err := plan("", true, "12345678"); !errors.Is(err, ErrNoCard) {
		t.Error(err)
	}
	if _, _, err := plan("films", true); !errors.Is(err, ErrNoCard) {
		t.Error(err)
	}
	d.picture(d.Frames[1].ID, 0)
	d.Hosting = false
	d.Shots[0].First, d.Shots[0].Brought = d.Frames[1].ID, nil
	if orders, problems, err := plan("clips", true); err != nil || len(problems) == 0 || orders != nil {
		t.Errorf("%v, %v, %v", orders, problems, err)
	}
	if orders, problems, err := plan("clips", false); err != nil || len(problems) == 0 || orders == nil {
		t.Errorf("to be priced: %v, %v, %v", orders, problems, err)
	}
}
