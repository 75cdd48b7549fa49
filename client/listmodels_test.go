package client

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
)

func TestListModels(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		status     int
		want       []string
		err        error
	}{
		{"new-api", `{"data":[{"id":"sora-2","object":"model","created":1,"owned_by":"openai","supported_endpoint_types":["openai-video"]},{"id":"kling-v2-6"}],"object":"list","success":true}`, 200, []string{"kling-v2-6", "sora-2"}, nil},
		{"names alone", `["b","a","a"]`, 200, []string{"a", "b"}, nil},
		{"no models", `{"object":"list","data":[]}`, 200, nil, nil},
		{"odd items", `{"data":[{"id":7},{"name":"x"},null,"",{"id":"a\u202eb"},{"id":"key sk-secret-123"}]}`, 200,
			[]string{"x"}, nil},
		{"no list", `{"ok":true}`, 200, nil, ErrUnreadable},
		{"a page", `<html></html>`, 200, nil, ErrUnreadable},
		{"not offered", `{"error":{"message":"Invalid URL (GET /v1/models)"}}`, 404, nil, ErrNotFound},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet || r.URL.Path != "/v1/models" ||
				r.Header.Get("Authorization") != "Bearer sk-secret-123" {
				t.Errorf("%s %s", r.Method, r.URL)
			}
			w.WriteHeader(tc.status)
			w.Write([]byte(tc.body))
		}))
		c, err := New(Config{BaseURL: s.URL, APIKey: "sk-secret-123"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.ListModels(t.Context())
		if !slices.Equal(got, tc.want) || (tc.err == nil) != (err == nil) || !errors.Is(err, tc.err) {
			t.Errorf("%s: %q, %v", tc.name, got, err)
		}
		c.CloseIdle()
		s.Close()
	}
}

func TestClosestModel(t *testing.T) {
	ids := []string{"kling-v2-6", "kling-v1", "sora-2", "sora-2-pro"}
	for id, want := range map[string]string{"kling-v26": "kling-v2-6", "Sora2": "sora-2", "veo-3": "",
		"sora-2-por": "sora-2-pro", "": ""} {
		if got := ClosestModel(id, ids); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}
