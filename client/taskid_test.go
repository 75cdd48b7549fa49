package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// TestDownloadEscapesTaskIDs submits, polls and downloads with the IDs of gateways and of services behind them.
// The service sees each ID as one escaped segment of the path.
func TestDownloadEscapesTaskIDs(t *testing.T) {
	data := clip(t)
	for id, segment := range map[string]string{
		"task_1":                        "task_1",
		"video_bGl0ZQ==":                "video_bGl0ZQ==",
		"video_68d7512d07848190:openai": "video_68d7512d07848190:openai",
		"models%2Fveo-3.1-generate-preview%2Foperations%2F1:gemini": "models%252Fveo-3.1-generate-preview%252Foperations%252F1:gemini",
		"operations/abc": "operations%2Fabc",
		"projects/p/locations/us-central1/publishers/google/operations/1": "projects%2Fp%2Flocations%2Fus-central1%2Fpublishers%2Fgoogle%2Foperations%2F1",
		"bGl0ZWxsbTpjdXN0b20+/w==":                                        "bGl0ZWxsbTpjdXN0b20%2B%2Fw==",
		"a?b#c d&e":                                                       "a%3Fb%23c%20d&e",
		"../../admin":                                                     "..%2F..%2Fadmin",
		"a/../b/./c//d":                                                   "a%2F..%2Fb%2F.%2Fc%2F%2Fd",
		"...":                                                             "...",
		"%2e%2e":                                                          "%252e%252e",
		`a\b`:                                                             "a%5Cb",
		"-rf":                                                             "-rf",
		"täsk １":                                                          "t%C3%A4sk%20%EF%BC%91",
		strings.Repeat("ab/%", 128):                                       strings.Repeat("ab%2F%25", 128),
	} {
		var asked []string
		// no mux: it would clean the path
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.RequestURI)
			switch {
			case r.Method == http.MethodPost:
				json.NewEncoder(w).Encode(map[string]any{"id": id, "status": "queued"})
			case strings.HasSuffix(r.RequestURI, "/content"):
				w.Write(data)
			default:
				json.NewEncoder(w).Encode(map[string]any{"id": id, "status": "completed"})
			}
		}))
		c := newClient(t, s.URL+"/relay")
		task, err := c.SubmitVideo(context.Background(), goodVideo())
		if err != nil || task.ID != id {
			t.Errorf("%q: submitted as %+v, %v", id, task, err)
			s.Close()
			continue
		}
		if task, err = c.GetVideo(context.Background(), id); err != nil || task.ID != id || !task.Done() {
			t.Errorf("%q: %+v, %v", id, task, err)
		}
		path := filepath.Join(t.TempDir(), "a.mp4")
		if err := c.DownloadVideo(context.Background(), id, path, nil); err != nil {
			t.Errorf("%q: %v", id, err)
		} else {
			landed(t, path, data)
		}
		if got, want := strings.Join(asked, " "), "/relay/v1/videos /relay/v1/videos/"+segment+" /relay/v1/videos/"+
			segment+"/content"; got != want {
			t.Errorf("%q is asked for at\n%s, want\n%s", id, got, want)
		}
		s.Close()
	}
}

// TestShortKeyIsAllowedInTaskID: a key of a few letters, as local services have, is a part of many IDs by chance.
func TestShortKeyIsAllowedInTaskID(t *testing.T) {
	c := newClient(t, "http://127.0.0.1:1", func(conf *Config) { conf.APIKey = "task" })
	if err := c.checkTaskID("task_1"); err != nil {
		t.Error(err)
	}
}
