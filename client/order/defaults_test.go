package order

import (
	"encoding/json"
	"testing"

	"viviscope/client"
	"viviscope/db"
)

// The library and the client assume the same length of a clip without one.
func TestLibraryDefaultDurationMatchesClient(t *testing.T) {
	job := db.Job{Kind: db.TextToVideo, Request: []byte("{}")}
	if got := job.RequestFields().Seconds; got != client.DefaultSeconds || got != (client.VideoRequest{}).Duration() {
		t.Errorf("the library assumes %d s, the client %d s", got, client.DefaultSeconds)
	}
}

// The library files clips under the tier that the client sends and prices.
func TestLibraryTierMatchesClient(t *testing.T) {
	for _, r := range []client.VideoRequest{
		{}, {Resolution: client.Resolution720P}, {Resolution: client.Resolution1080P}, {Size: "1280x720"},
		{Size: "720x1280"},
		{Size: "1920x1080"}, {Size: "1080x1080"}, {Size: "722x722"}, {Size: "2048x718"},
		{Size: "1920x1080", Resolution: client.Resolution720P},
	} {
		request, err := json.Marshal(map[string]string{"size": r.Size, "resolution": r.Resolution})
		if err != nil {
			t.Fatal(err)
		}
		if got := (db.Job{Kind: db.TextToVideo, Request: request}).RequestFields().Tier(); got != r.Tier() {
			t.Errorf("%s: the library has %s, the client %s", request, got, r.Tier())
		}
	}
}
