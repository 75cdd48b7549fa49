package backend_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"path/filepath"
	"testing"

	"viviscope/client/automation"
	"viviscope/gui/backend"
	"viviscope/gui/lang"
)

// Answers to callers are English in any language of the window.
func TestAnswersAreEnglish(t *testing.T) {
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "APPDATA", "HOME"} {
		t.Setenv(name, t.TempDir())
	}
	t.Cleanup(func() {
		if err := lang.Use("en"); err != nil {
			t.Error(err)
		}
	})
	rows := func(kind, request, first string) automation.MakeArgs {
		return automation.MakeArgs{RequestID: "a", MaxCost: "0.01",
			Rows: []automation.Row{{Kind: kind, Request: json.RawMessage(request), First: first}}}
	}
	picture := filepath.Join(t.TempDir(), "none.png")
	calls := []struct {
		call string
		args any
	}{
		{"make", rows("text_to_video", `{"model":"clip-3.0","prompt":"boats"}`, "")},
		{"make", rows("text_to_video", `{"model":"clip-3.0","prompt":"boats","seconds":99}`, "")},
		{"make", rows("text_to_video", `{"model":"none","prompt":"boats"}`, "")},
		{"make", rows("frames_to_video", `{"model":"clip-3.0","prompt":"boats"}`, picture)},
		{"make", rows("frames_to_video", `{"model":"clip-3.0","prompt":"boats"}`, "http://127.0.0.1:1/x.png")},
		{"make", rows("frames_to_video", `{"model":"clip-3.0","prompt":"boats"}`, "0123")},
		{"price", rows("edit_image", `{"model":"genimage-2.5-flare"}`, "")},
		{"models", automation.ModelsArgs{Fits: &automation.Row{Kind: "text_to_video",
			Request: json.RawMessage(`{"seconds":7,"audio":true}`)}}},
		{"find", automation.FindArgs{Query: "kind:sound"}},
		{"costs", automation.CostsArgs{By: "week"}},
		{"track", automation.TrackArgs{Tasks: []string{"nothing"}}},
		{"release", automation.RefsArgs{Refs: []string{"0123"}}},
		{"jobs", automation.JobsArgs{Refs: []string{"x"}}},
		{"nothing", nil},
	}
	said := map[string]map[int]string{}
	for _, tag := range []string{"en", "de"} {
		if err := lang.Use(tag); err != nil {
			t.Fatal(err)
		}
		said[tag] = map[int]string{}
		c := backend.Connect("test", automation.Target{Library: filepath.Join(t.TempDir(), "library"),
			MakeLibrary: true, Log: slog.New(slog.DiscardHandler)})
		for i, call := range calls {
			var answer json.RawMessage
			err := c.Do(t.Context(), call.call, call.args, &answer, nil)
			if f, ok := errors.AsType[*automation.Failure](err); ok {
				f.Message = f.Code + ": " + f.Message
			}
			said[tag][i] = string(answer)
			if err != nil {
				said[tag][i] = err.Error()
			}
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if !maps.Equal(said["en"], said["de"]) {
		t.Errorf("with a German window:\n%v\nwith an English one:\n%v", said["de"], said["en"])
	}
}
