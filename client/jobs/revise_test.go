package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/cast"
)

func TestReviseHeldJob(t *testing.T) {
	inWorld(t, func(w *world) {
		w.hosts = newFakeHost()
		w.start()
		made, err := w.engine.Submit(w.ctx, w.profile.ID,
			[]jobs.Order{{Request: videoOf("before"), Template: "{before|later}"}}, jobs.Terms{Hold: true})
		w.must(err)
		id := made[0].ID
		r := videoOf("before")
		r.Seconds = 10
		w.must(w.engine.Revise(w.ctx, id, jobs.Order{Request: r}))
		if got := w.job(id); got.Template != "{before|later}" {
			t.Errorf("it is a variation of %q", got.Template)
		}
		r.Prompt = "after"
		w.must(w.engine.Revise(w.ctx, id, jobs.Order{Request: r}))
		j := w.job(id)
		var stored client.VideoRequest
		w.must(json.Unmarshal(j.Request, &stored))
		if j.State != db.Held || j.Prompt != "after" || j.Template != "" || stored.Seconds != 10 ||
			j.EstimateMicros == nil || *j.EstimateMicros != 7_000_000 {
			t.Errorf("%+v, %v", j, j.EstimateMicros)
		}
		frames, inputs := localFrames("frames")
		for name, err := range map[string]error{
			"with frames": w.engine.Revise(w.ctx, id, jobs.Order{Request: frames, Inputs: inputs}),
			"a picture":   w.engine.Revise(w.ctx, id, jobs.Order{Request: imageOf("p")}),
		} {
			if !errors.Is(err, jobs.ErrOtherKind) {
				t.Errorf("%s: %v", name, err)
			}
		}
		var v *client.ValidationError
		if err := w.engine.Revise(w.ctx, id, jobs.Order{Request: client.VideoRequest{}}); !errors.As(err, &v) {
			t.Errorf("a request that breaks the rules: %v", err)
		}
		if got := w.job(id); got.Prompt != "after" {
			t.Errorf("a refused revision changed it to %q", got.Prompt)
		}
		w.must(w.engine.Release(w.ctx, jobs.Terms{}, id))
		w.until(id, db.Saved)
		w.wantPosts("after", 1)
		w.wantPosts("before", 0)
		var m *jobs.MoveError
		if err := w.engine.Revise(w.ctx, id, jobs.Order{Request: r}); !errors.As(err, &m) {
			t.Errorf("revising what was sent: %v", err)
		}
	})
}

// The sent request is the one in the row at that moment, even if it was revised during an upload.
func TestReviseDuringUploadIsSent(t *testing.T) {
	inWorld(t, func(w *world) {
		host := newFakeHost()
		entered, go_ := make(chan struct{}, 1), make(chan struct{})
		host.put = func(context.Context) error {
			select {
			case entered <- struct{}{}:
				<-go_
			default:
			}
			return nil
		}
		w.hosts = host
		w.start()
		job := w.frames("before", jobs.Terms{})
		<-entered
		w.must(w.engine.PauseSending(w.ctx, true))
		r, inputs := localFrames("after")
		w.must(w.engine.Revise(w.ctx, job.ID, jobs.Order{Request: r, Inputs: inputs}))
		w.must(w.engine.PauseSending(w.ctx, false))
		close(go_)
		w.until(job.ID, db.Saved)
		w.wantPosts("before", 0)
		w.wantPosts("after", 1)
		w.pass(time.Minute)
		if host.objects() != 0 {
			t.Errorf("%d pictures are left at the host", host.objects())
		}
	})
}

// A revised job keeps the entries of the cast that are still in it, and gets those that its new prompt mentions.
func TestReviseKeepsCastThatIsStillUsed(t *testing.T) {
	mara := cast.Used{Name: "Mara", Words: "a woman", Pictures: []string{strings.Repeat("a", 32)}}
	dusk := cast.Used{Name: "dusk", Words: "warm"}
	tom := cast.Used{Name: "Tom", Pictures: []string{strings.Repeat("b", 32)}}
	inWorld(t, func(w *world) {
		w.start()
		edit := func(prompt string, pictures ...string) jobs.Order {
			r := client.EditRequest{ImageRequest: imageOf(prompt)}
			o := jobs.Order{}
			for i, ref := range pictures {
				r.ImageURLs = append(r.ImageURLs, "https://img.example.com/"+ref)
				o.Inputs = append(o.Inputs, jobs.Input{Place: i, Asset: ref})
			}
			o.Request = r
			return o
		}
		first := edit("Mara (picture 1): a woman. dusk: warm. Mara at dusk", mara.Pictures[0])
		first.Cast = []cast.Used{mara, dusk}
		made, err := w.engine.Submit(w.ctx, w.profile.ID, []jobs.Order{first}, jobs.Terms{Hold: true})
		w.must(err)
		withTom := edit("Mara (picture 1): a woman. Tom (picture 2). Mara and Tom", mara.Pictures[0], tom.Pictures[0])
		withTom.Cast = []cast.Used{tom}
		for _, step := range []struct {
			order jobs.Order
			want  []cast.Used
		}{
			{edit("Mara (picture 1): a woman. dusk: warm. Mara runs at dusk", mara.Pictures[0]), []cast.Used{mara, dusk}},
			{edit("Mara (picture 1): a woman. Mara runs", mara.Pictures[0]), []cast.Used{mara}},
			{withTom, []cast.Used{mara, tom}},
			{edit("Mara and Tom without their pictures", strings.Repeat("c", 32)), nil},
		} {
			w.must(w.engine.Revise(w.ctx, made[0].ID, step.order))
			if got := w.job(made[0].ID).UsedCast(); !slices.EqualFunc(got, step.want, cast.Used.Equal) {
				t.Errorf("%q: %+v, want %+v", step.order.Request.PromptText(), got, step.want)
			}
		}
	})
}
