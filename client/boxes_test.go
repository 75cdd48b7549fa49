package client

import (
	"bytes"
	"os"
	"testing"
)

// A fragmented clip counts when it is whole, and not when it is cut anywhere.
func TestDownloadFragmentedClip(t *testing.T) {
	whole, err := os.ReadFile("mp4/testdata/fragmented.mp4")
	if err != nil {
		t.Fatal(err)
	}
	passes := func(b []byte) bool { return checkClip(bytes.NewReader(b), int64(len(b))) == nil }
	if !passes(whole) {
		t.Error("the whole clip was refused")
	}
	index := bytes.LastIndex(whole, []byte("mfra")) - 4 // a player can do without it
	for n := range index {
		if passes(whole[:n]) && !endsWithFragment(whole[:n]) {
			t.Errorf("%d of %d bytes passed", n, len(whole))
		}
	}
	open := append(bytes.Clone(whole[:index]), 0, 0, 0, 0, 'm', 'd', 'a', 't', 1, 2)
	if passes(open) {
		t.Error("a box to the end of the file may have been cut")
	}
}

// endsWithFragment reports whether the last box of a fragmented file ends at the end of b and contains media data.
func endsWithFragment(b []byte) bool {
	at, last := 0, ""
	for at+8 <= len(b) {
		last = string(b[at+4 : at+8])
		at += int(b[at])<<24 | int(b[at+1])<<16 | int(b[at+2])<<8 | int(b[at+3])
	}
	return at == len(b) && last == "mdat"
}
