package order

import (
	"testing"

	"viviscope/client"
	"viviscope/db"
)

// The library and the client assume the same length of a clip without one.
func TestTheLibraryKnowsTheLengthThatTheServiceAssumes(t *testing.T) {
	job := db.Job{Kind: db.TextToVideo, Request: []byte("{}")}
	if got := job.RequestFields().Seconds; got != client.DefaultSeconds || got != (client.VideoRequest{}).Duration() {
		t.Errorf("the library assumes %d s, the client %d s", got, client.DefaultSeconds)
	}
}
