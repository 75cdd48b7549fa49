//lint:file-ignore SA1019 OpenAI has announced the end of its own video service; the protocol lives on in others, and the SDK still speaks it.

// Package sdktest proves that the official SDKs of this protocol work against the sandbox unchanged. It holds tests
// only.
package sdktest_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"viviscope/client/mp4"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

// start runs a sandbox with very short tasks.
func start(t *testing.T, content sandboxtest.ContentMode) *sandboxtest.Box {
	t.Helper()
	s, err := sandboxtest.New(sandboxtest.Options{Content: content,
		Options: sandbox.Options{Seconds: 0.2, Renderer: &sandboxtest.Renderer{}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestGoSDK(t *testing.T) {
	for name, mode := range map[string]sandboxtest.ContentMode{"redirect": sandboxtest.ContentRedirect,
		"direct": sandboxtest.ContentDirect} {
		t.Run(name, func(t *testing.T) {
			s := start(t, mode)
			c := openai.NewClient(option.WithBaseURL(s.BaseURL()+"/v1/"), option.WithAPIKey(s.Key()))
			goVideo(t, c)
			goImages(t, c)
			if n := len(s.Tasks()); n != 2 {
				t.Errorf("%d tasks", n)
			}
		})
	}
}

func goVideo(t *testing.T, c openai.Client) {
	t.Helper()
	ctx := t.Context()
	made, err := c.Videos.New(ctx,
		openai.VideoNewParams{Model: "clip-3.0", Prompt: "boats", Seconds: "4", Size: "1280x720"})
	if err != nil {
		t.Fatal(err)
	}
	if made.Status != openai.VideoStatusQueued || made.Seconds != "4" || made.Size != "1280x720" {
		t.Errorf("made %+v", made)
	}
	if _, err := c.Videos.Get(ctx, made.ID); err != nil {
		t.Fatal(err)
	}
	done, err := c.Videos.PollStatus(ctx, made.ID, 50)
	if err != nil || done.Status != openai.VideoStatusCompleted || done.Progress != 100 || done.CompletedAt == 0 ||
		done.ExpiresAt == 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	resp, err := c.Videos.DownloadContent(ctx, made.ID, openai.VideoDownloadContentParams{})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	clip, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := mp4.Check(bytes.NewReader(clip), int64(len(clip))); err != nil || info.Seconds != 4 {
		t.Errorf("clip: %+v %v", info, err)
	}
	refused := func(what string, status int, err error) {
		t.Helper()
		var e *openai.Error
		if !errors.As(err, &e) || e.StatusCode != status || e.Message == "" || e.Code == "" || e.Type == "" {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = c.Videos.New(ctx, openai.VideoNewParams{Model: "clip-3.0", Prompt: "boats", Seconds: "2"})
	refused("a broken rule", http.StatusBadRequest, err)
	_, err = c.Videos.New(ctx, openai.VideoNewParams{Model: "clip-3.0", Prompt: "boats",
		InputReference: openai.VideoNewParamsInputReferenceUnion{
			OfFile: bytes.NewReader([]byte("a picture")),
		}})
	refused("a file as reference", http.StatusBadRequest, err)
	_, err = c.Videos.Get(ctx, "task_none")
	refused("an unknown task", http.StatusNotFound, err)
	_, err = c.Videos.Get(ctx, made.ID, option.WithAPIKey("wrong"))
	refused("a wrong key", http.StatusUnauthorized, err)

	// A link in the form that the SDK sends.
	framed, err := c.Videos.New(ctx,
		openai.VideoNewParams{Model: "clip-3.0", Prompt: "boats",
			InputReference: openai.VideoNewParamsInputReferenceUnion{
				OfImageInputReference: &openai.ImageInputReferenceParam{ImageURL: openai.String("http://127.0.0.1:1/none.png")},
			}})
	if err != nil {
		t.Fatal(err)
	}
	failed, err := c.Videos.PollStatus(ctx, framed.ID, 50)
	if failed == nil || failed.Status != openai.VideoStatusFailed || failed.Error.Message == "" {
		t.Errorf("a frame that is not there: %+v, %v", failed, err)
	}
}

func goImages(t *testing.T, c openai.Client) {
	t.Helper()
	ctx := t.Context()
	made, err := c.Images.Generate(ctx,
		openai.ImageGenerateParams{Model: "genimage-2.5-flare", Prompt: "a fox", Size: "512x512", Quality: "low"})
	if err != nil {
		t.Fatal(err)
	}
	if len(made.Data) != 1 || made.Data[0].URL == "" || made.Usage.TotalTokens == 0 ||
		made.Usage.InputTokensDetails.TextTokens == 0 || made.Created == 0 {
		t.Errorf("made %s", made.RawJSON())
	}
	resp, err := http.Get(made.Data[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	picture, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", resp.StatusCode, err)
	}
	edited, err := c.Images.Edit(ctx, openai.ImageEditParams{
		Model: "genimage-2.5-flare", Prompt: "at night",
		Image: openai.ImageEditParamsImageUnion{OfFile: openai.File(bytes.NewReader(picture), "fox.png", "image/png")},
	})
	if err != nil || len(edited.Data) != 1 || edited.Data[0].URL == "" ||
		edited.Usage.InputTokensDetails.ImageTokens == 0 {
		t.Fatalf("edited %+v, %v", edited, err)
	}
	several, err := c.Images.Edit(ctx, openai.ImageEditParams{
		Model: "genimage-2.5-flare", Prompt: "both", Image: openai.ImageEditParamsImageUnion{OfFileArray: []io.Reader{
			openai.File(bytes.NewReader(picture), "a.png", "image/png"),
			openai.File(bytes.NewReader(picture), "b.png", "image/png"),
		}}, ResponseFormat: "b64_json",
	})
	if err != nil || several.Data[0].B64JSON == "" ||
		several.Usage.InputTokensDetails.ImageTokens != 2*edited.Usage.InputTokensDetails.ImageTokens {
		t.Fatalf("several %v", err)
	}
}
