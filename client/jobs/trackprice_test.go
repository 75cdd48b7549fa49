package jobs_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/mp4"
	"viviscope/db"
)

// The amount comes from the answer "completed", or from the clip, at the prices of the time of tracking. If neither has
// the length, there is no amount.
func TestTrackedTaskIsPricedByLength(t *testing.T) {
	const clip = "../mp4/testdata/x264.mp4"
	body, err := os.ReadFile(clip)
	if err != nil {
		t.Fatal(err)
	}
	info, err := mp4.CheckFile(clip)
	if err != nil {
		t.Fatal(err)
	}
	seconds := int64(info.Seconds + 0.5)
	if seconds < 1 {
		t.Fatalf("the clip has %v s", info.Seconds)
	}
	done := func(v *client.VideoTask) bool { return v.Status == client.StatusCompleted }
	for name, c := range map[string]struct {
		tell    func(*client.VideoTask)
		body    []byte
		entries []string
	}{
		"the answer says it at the end": {func(v *client.VideoTask) {
			v.Model, v.Size = "clip-2.5", "1280x720"
			if !done(v) {
				v.Seconds = ""
			}
		}, nil, []string{"reserve ?", "charge 2000000"}},
		"the answer says it in parts": {func(v *client.VideoTask) {
			v.Model, v.Size, v.Seconds = "clip-2.5", "1280x720", ""
			if done(v) {
				v.Model, v.Size, v.Seconds = "", "", "10"
			}
		}, nil, []string{"reserve ?", "charge 4000000"}},
		"the clip says it": {func(v *client.VideoTask) { v.Model, v.Seconds = "clip-2.5", "" },
			body, []string{"reserve ?", fmt.Sprint("charge ", seconds*400_000)}},
		"nothing says it": {func(v *client.VideoTask) {
			v.Model, v.Seconds = "clip-2.5", ""
		}, nil, []string{"reserve ?", "charge ?"}},
		"a model without a price": {func(v *client.VideoTask) {
			v.Model = "clip-9"
		}, body, []string{"reserve ?", "charge ?"}},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.addRate(client.VideoRate{Model: "clip-2.5", Resolution: "720P", Audio: info.HasAudio,
					PerSecond: 400_000})
				w.svc.body = c.body
				w.start()
				w.elsewhere("task_else", time.Second, c.tell)
				j, err := w.engine.Track(w.ctx, w.profile.ID, "task_else")
				w.must(err)
				w.wantEntries(j.ID, "reserve ?")
				w.pass(20 * time.Second)
				// not the price of then
				w.addRate(client.VideoRate{Model: "clip-2.5", Resolution: "720P", Audio: info.HasAudio, PerSecond: 999})
				w.until(j.ID, db.Saved)
				w.wantEntries(j.ID, c.entries...)
				assets := w.assets(j.ID)
				if len(assets) != 1 {
					t.Fatalf("%d assets", len(assets))
				}
				if costs := w.sidecarOf(assets[0]).Costs; len(costs) != 2 || costs[1].Kind != db.Charge &&
					costs[0].Kind != db.Charge {
					t.Errorf("cost in the sidecar: %+v", costs)
				}
			})
		})
	}
}

// sidecarOf reads the sidecar of an asset.
func (w *world) sidecarOf(a db.Asset) (made db.Provenance) {
	w.t.Helper()
	path, err := w.lib.AbsPath(a.Path)
	w.must(err)
	raw, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".json")
	w.must(err)
	var s db.Sidecar
	w.must(json.Unmarshal(raw, &s))
	w.must(json.Unmarshal(s.Made, &made))
	return made
}

// A restart at any point between the answer and the file neither loses nor doubles the charge.
func TestTrackedTaskIsChargedOnceAcrossRestarts(t *testing.T) {
	inWorld(t, func(w *world) {
		fail := true
		w.svc.load = func(string) error {
			if fail {
				return noAnswer()
			}
			return nil
		}
		w.start()
		w.elsewhere("task_else", time.Second, func(v *client.VideoTask) { v.Model, v.Seconds = "clip-2.5", "" })
		j, err := w.engine.Track(w.ctx, w.profile.ID, "task_else")
		w.must(err)
		w.until(j.ID, db.Downloading)
		w.wantEntries(j.ID, "reserve ?")
		w.restart()
		w.pass(time.Minute)
		w.wantEntries(j.ID, "reserve ?")
		fail = false
		w.until(j.ID, db.Saved)
		w.restart()
		w.pass(time.Minute)
		w.wantEntries(j.ID, "reserve ?", "charge ?")
	})
}

// A clip that was deleted before its price was known was still charged.
func TestExpiredTrackedTaskIsCharged(t *testing.T) {
	inWorld(t, func(w *world) {
		w.svc.load = func(string) error { return refused(410, "artifact_gone", 0) }
		w.start()
		w.elsewhere("task_else", time.Second, func(v *client.VideoTask) { v.Model, v.Seconds = "clip-2.5", "" })
		j, err := w.engine.Track(w.ctx, w.profile.ID, "task_else")
		w.must(err)
		w.until(j.ID, db.Expired)
		w.wantEntries(j.ID, "reserve ?", "charge ?")
	})
}
