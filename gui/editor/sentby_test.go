package editor

import (
	"strings"
	"testing"
)

func TestTheFootSaysHowTheComposerSendsThePicture(t *testing.T) {
	e := newEasel(t)
	e.open(400, 300)
	file := e.s.foot.sent.Text()
	for by, want := range map[SentBy]string{
		ByAddress: "Will be sent by its web address",
		ByHost:    "Will be put on your image host and sent by its address there",
		AsFile:    file,
	} {
		e.s.SetSentBy(by)
		if got := e.s.foot.sent.Text(); got != want {
			t.Errorf("%d: %q, want %q", by, got, want)
		}
	}
	if !strings.HasPrefix(file, "Will be sent as its own file, ") {
		t.Errorf("before it was told it says %q", file)
	}
}
