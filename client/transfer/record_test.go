package transfer

import (
	"strings"
	"testing"

	"viviscope/db"
)

func TestParametersNameTheKind(t *testing.T) {
	got := parameters(db.Provenance{Kind: db.TextToVideo, Model: "m", Prompt: "boats"})
	if !strings.Contains(got, "Kind: Text to video") {
		t.Errorf("%q", got)
	}
}
