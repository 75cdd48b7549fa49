package jobs

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/db"
)

func TestSidecarsContainNoSignedLinks(t *testing.T) {
	for name, c := range map[string]struct{ request, want any }{
		"a clip": {
			client.VideoRequest{Model: "clip-2.6", Prompt: "a ?sig=1",
				InputReference: []string{"https://u:p@h.example/a%2Fb.png?sig=x%2B#f", ""}},
			client.VideoRequest{Model: "clip-2.6", Prompt: "a ?sig=1",
				InputReference: []string{"https://h.example/a%2Fb.png", ""}},
		},
		"an edit": {
			client.EditRequest{ImageRequest: client.ImageRequest{Model: "m", Prompt: "p"},
				ImageURLs: []string{"https://h.example/a?X-Amz-Signature=1"}},
			client.EditRequest{ImageRequest: client.ImageRequest{Model: "m", Prompt: "p"},
				ImageURLs: []string{"https://h.example/a"}},
		},
		"no links": {client.ImageRequest{Model: "m", Prompt: "https://h.example/a?sig=1"},
			client.ImageRequest{Model: "m", Prompt: "https://h.example/a?sig=1"}},
		"not a link": {client.VideoRequest{InputReference: []string{"http://%zz?sig=1"}},
			client.VideoRequest{InputReference: []string{""}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(decoded(t, c.want),
				decoded(t, json.RawMessage(db.WithoutSignatures(encoded(t, c.request))))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func encoded(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func decoded(t *testing.T, v any) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(encoded(t, v), &out); err != nil {
		t.Fatal(err)
	}
	return out
}
