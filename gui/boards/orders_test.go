package boards

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/db/boards"
)

// What the engine keeps of an order is what its card wants: no take is born so that it no longer matches, whatever the
// board says.
func TestNoTakeIsBornStale(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r, tried := rand.New(rand.NewPCG(seed, 0)), 0
	d := newDesk(t, 0)
	for range 300 {
		if tried >= 30 {
			break
		}
		d.renew(1 + r.IntN(6))
		d.scatter(r)
		d.pictures(9 * time.Hour)
		d.Settings.Negative = []string{"", "blur,\r\n text "}[r.IntN(2)]
		d.Settings.Audio, d.Settings.Seconds = r.IntN(2) == 0, []int{3, 5, 8}[r.IntN(3)]
		var made []db.Job
		assets := slices.Collect(maps.Values(d.Assets))
		for _, c := range d.Board.Strip() {
			if c.Shot < 0 {
				continue
			}
			s := &d.Shots[c.Shot]
			s.Prompt, s.Skipped, s.Negative = fmt.Sprintf("shot {%d|x}\n  and\ttabs ", c.Number), false,
				[]*string{nil, new(""), new(" grain")}[r.IntN(3)]
			click := planning.NewClick(*d.View, d.m.prices.context(), s.ID)
			orders, err := click.Orders(t.Context(), d)
			d.must(err)
			for i, o := range orders {
				if o.After != (jobs.After{}) || len(click.Items) > 1 || len(click.Problems) > 0 {
					continue // what another job delivers is not known yet
				}
				rows, err := d.engine.Submit(t.Context(), d.profile.ID, orders[i:i+1], jobs.Terms{Hold: true})
				if err != nil {
					continue // it breaks a rule, or asks a person
				}
				j := rows[0]
				j.State = db.Saved
				a := db.Asset{ID: int64(1000 + len(assets)), Ref: db.AssetRef(j.Ref, 0), JobID: j.ID, Kind: db.Clip,
					Path: "b.mp4"}
				made, assets = append(made, j), append(assets, a)
			}
		}
		v := boards.NewView(d.Board, made, nil, assets)
		v.Hosting = d.Hosting
		for _, j := range made {
			tried++
			if s := v.State(j.Shot, d.now); s.Tag != boards.Saved {
				t.Fatalf("it is %s: %s\nwanted %+v\nsent %+v\n%s\n%s", s.Tag, s.Changed, v.Want(j.Shot), v.Sent(j),
					j.Request, j.Inputs)
			}
		}
	}
	if tried < 30 {
		t.Errorf("only %d takes were looked at", tried)
	}
}

// A clip that a person brought has no job to wait for: the shot behind it begins with its last frame at once, which is
// hosted, or goes along with an edit.
func TestAShotGoesOnFromAClipThatWasBrought(t *testing.T) {
	for _, hosting := range []bool{true, false} {
		d := newDesk(t, 2)
		d.pictures(9 * time.Hour)
		clip := db.Asset{ID: 90, Ref: strings.Repeat("c", 32), Kind: db.Clip, Path: "c.mp4"}
		d.View.Assets[clip.Ref] = clip
		d.Shots[0].Added, d.Shots[1].Continue, d.Shots[1].First, d.Shots[1].Last = []string{clip.Ref}, true, "", ""
		assets := slices.Collect(maps.Values(d.Assets))
		*d.View = boards.NewView(d.View.Board, nil, nil, assets)
		d.View.Hosting = hosting
		id := d.Shots[1].ID
		if c := planning.Missing(*d.View, d.m.prices.context(), clips); len(c.Problems) > 0 ||
			!slices.Equal(c.Cards, []string{id}) {
			t.Fatalf("hosting %v: the stage makes %v, %+v", hosting, c.Cards, c.Problems)
		}
		c := planning.NewClick(*d.View, d.m.prices.context(), id)
		d.must(c.ExtractFrames(d.LastFrame))
		orders, err := c.Orders(t.Context(), d)
		d.must(err)
		frame := strings.Repeat("e", 32)
		first := orders[0].Inputs
		if len(first) != 1 || first[0].Asset != frame || first[0].Place != 0 || orders[0].After != (jobs.After{}) {
			t.Errorf("hosting %v: it begins with %+v after %+v", hosting, first, orders[0].After)
		}
		if last := orders[len(orders)-1]; hosting == (len(orders) != 1) || !hosting &&
			last.After != (jobs.After{Order: 1}) {
			t.Errorf("hosting %v: %d orders, after %+v", hosting, len(orders), last.After)
		}
		made, err := d.engine.Submit(t.Context(), d.profile.ID, orders, jobs.Terms{Hold: true})
		d.must(err)
		end, _ := d.LastFrame(clip)
		made[0].State = db.Saved
		assets = append(assets, end, db.Asset{ID: 2000, Ref: db.AssetRef(made[0].Ref, 0), JobID: made[0].ID,
			Kind: db.Clip, Path: "b.mp4"})
		if v := boards.NewView(d.Board, made[:1], nil, assets); hosting && v.State(id, d.now).Tag != boards.Saved {
			t.Errorf("its take is %s", v.State(id, d.now).Tag)
		}
	}
}

// A shot whose price nobody knows says so in its place, also where a part of it is known: the edit of the frame that it
// goes on from.
func TestACardWhosePriceIsNotKnownSaysSo(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	d.SetSeam(0, boards.Continue)
	says := func(want ...string) {
		t.Helper()
		d.show()
		for i, s := range d.Shots {
			if w := d.s.board.state(s, d.State(s.ID, d.now)); w.tag+", "+w.line != want[i] {
				t.Errorf("shot %d says %s, %q, wanted %q", i+1, w.tag, w.line, want[i])
			}
		}
	}
	says("Ready, ¥2.80 est.", "Waits for shot 1, about ¥2.91 est.")
	table, err := json.Marshal(client.PriceTable{Currency: "CNY", Tokens: ordertest.Prices().Tokens})
	d.must(err)
	_, err = d.lib.AddPrices(t.Context(), db.Prices{ProfileID: d.profile.ID, Table: table})
	d.must(err)
	says("Price not known, clip-2.6", "Waits for shot 1, ")
}

// A rehearsal needs no network: the pictures that a board brings into the sandbox are hosted there, though they have
// addresses elsewhere.
func TestARehearsalFetchesNothingFromElsewhere(t *testing.T) {
	d := newDesk(t, 1)
	d.pictures(9 * time.Hour)
	d.View.Hosting = true
	for _, sandbox := range []bool{false, true} {
		w := d.m.prices.context()
		w.Sandbox = sandbox
		c := planning.NewClick(*d.View, w, d.Shots[0].ID)
		orders, err := c.Orders(t.Context(), d)
		d.must(err)
		if linked := strings.Contains(fmt.Sprint(orders[0].Request), "http"); len(c.Problems) > 0 || linked == sandbox {
			t.Errorf("sandbox %v: %+v, %v", sandbox, orders[0].Request, c.Problems)
		}
	}
}
