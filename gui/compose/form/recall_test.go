package form

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form/formtest"
)

// What a job asked for comes back as it was: the form then makes the same request again.
func TestRecallMakesTheSameRequestAgain(t *testing.T) {
	seed := int64(48210773)
	for _, want := range []any{
		client.VideoRequest{Model: "clip-3.0", Prompt: "boats", Seconds: 12, Resolution: "1080P", AspectRatio: "9:16", Audio: true, NegativePrompt: "text", Seed: &seed},
		client.VideoRequest{Model: "clip-2.5", Prompt: "boats", Seconds: 10, Size: "640x360"},
		client.ImageRequest{Model: "genimage-2.5-sunburst", Prompt: "a bowl", Size: "1536x1024", Quality: "max", OutputFormat: "jpeg"},
		client.ImageRequest{Model: "genimage-2.5-flare", Prompt: "a bowl", Size: "333x444", Quality: "low", OutputFormat: "png"},
	} {
		stored, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		job := db.Job{Kind: db.TextToVideo, Request: stored}
		if _, picture := want.(client.ImageRequest); picture {
			job.Kind = db.TextToImage
		}
		f, err := New().Recall(job, RecallAll)
		if err != nil {
			t.Fatal(err)
		}
		order, problems := f.Build(Env{})
		if len(problems) > 0 || order.Jobs() != 1 {
			t.Fatalf("%d jobs, %v", order.Jobs(), problems)
		}
		var got any
		if job.Kind.IsVideo() {
			got = formtest.Videos(order.Requests)[0]
		} else {
			got = formtest.Images(order.Requests)[0]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestRecallOfThePromptAlone(t *testing.T) {
	before := New()
	before.Image.Prompt = "kept"
	before.Text.Seconds = "12"
	f, err := before.Recall(db.Job{Kind: db.TextToVideo, Prompt: "boats", Request: []byte(`{"seconds":5}`)}, RecallPrompt)
	want := before
	want.Text.Prompt = "boats"
	if err != nil || f != want {
		t.Error(err, cmp.Diff(want, f))
	}
	if got, err := before.Recall(db.Job{Kind: "sing"}, RecallAll); err == nil || got != before {
		t.Errorf("a song was recalled: %+v, %v", got, err)
	}
	if _, err := before.Recall(db.Job{Kind: db.TextToVideo, Request: []byte(`{`)}, RecallAll); err == nil {
		t.Error("a damaged request was recalled")
	}
}
