package db

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
)

// leftovers creates the files that a killed program leaves, one of each kind, and returns the useless ones.
func leftovers(t *testing.T, l *Library) (useless, ofEnded []string) {
	t.Helper()
	p := newProfile(t, l)
	running, ended, edit, framed, unsure := videoJob(p.ID, "r"), videoJob(p.ID, "e"), videoJob(p.ID, "i"),
		videoJob(p.ID, "f"), videoJob(p.ID, "u")
	running.State, ended.State, edit.State, framed.State, unsure.State = Downloading, Saved, Expired, Saved, Unconfirmed
	kept := func(words string) string {
		rel, err := l.SaveInput(t.Context(), []byte(words), "png")
		if err != nil {
			t.Fatal(err)
		}
		return rel
	}
	edit.InputPath = kept("of an edit that may be made again")
	framed.Inputs, _ = json.Marshal([]map[string]string{{"path": kept("of a frame")}})
	if err := l.SetSetting(t.Context(), "draft", map[string]string{"file": kept("of a draft")}); err != nil {
		t.Fatal(err)
	}
	idle := kept("of a click that never came")
	running, ended, _, _, unsure = newJob(t, l, running), newJob(t, l, ended), newJob(t, l, edit), newJob(t, l, framed),
		newJob(t, l, unsure)

	for _, name := range []string{
		IncomingName(running.Ref, 0, "mp4") + ".part", IncomingName(running.Ref, 0, "mp4") + ".part.json",
		IncomingName(unsure.Ref, 0, "img"), IncomingName(unsure.Ref, 1, "img") + ".part",
		IncomingName(ended.Ref, 1, "img"),           // complete: perhaps the only copy of a paid result
		IncomingName("0123456789abcdef", 0, "mp4"),  // complete, of a job in another database
		IncomingName(ended.Ref, 0, "mp4") + ".part", // incomplete, and the job has its file
		IncomingName(ended.Ref, 0, "mp4") + ".part.json",
		IncomingName("0123456789abcdef", 0, "mp4") + ".part.json.tmp",
	} {
		putIncoming(t, l, name, "x")
	}
	ofEnded = []string{"incoming/" + IncomingName(ended.Ref, 0, "mp4") + ".part",
		"incoming/" + IncomingName(ended.Ref, 0, "mp4") + ".part.json"}
	half := idle + ".part"
	if err := os.WriteFile(filepath.Join(l.Dir(), half), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	useless = append([]string{"incoming/" + IncomingName("0123456789abcdef", 0, "mp4") + ".part.json.tmp", idle, half},
		ofEnded...)
	slices.Sort(useless)
	return useless, ofEnded
}

func TestClearLeftovers(t *testing.T) {
	l := newLibrary(t)
	filed(t, l, "whole")
	useless, _ := leftovers(t, l)
	before := everyFile(t, l)
	removed, err := clearLeftovers(t, l)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(useless, removed); d != "" {
		t.Errorf("removed (-want +got):\n%s", d)
	}
	want := slices.DeleteFunc(before, func(p string) bool { return slices.Contains(useless, p) })
	if d := cmp.Diff(want, everyFile(t, l)); d != "" {
		t.Errorf("in the folder (-want +got):\n%s", d)
	}
	if again, err := clearLeftovers(t, l); err != nil || len(again) != 0 {
		t.Errorf("a second time: %v, %v", again, err)
	}
}

// A restored or new database may not contain everything in its folder, so unknown files are kept.
func TestClearLeftoversKeepsFilesUnknownToDatabase(t *testing.T) {
	l := newLibrary(t)
	_, ofEnded := leftovers(t, l)
	if err := os.WriteFile(filepath.Join(l.Dir(), "files", "2026-11-21 boats [7f3a].mp4"), []byte("x"),
		0o600); err != nil {
		t.Fatal(err)
	}
	removed, err := clearLeftovers(t, l)
	if d := cmp.Diff(ofEnded, removed); d != "" || err != nil {
		t.Errorf("%v; removed (-want +got):\n%s", err, d)
	}
}

func everyFile(t *testing.T, l *Library) []string {
	t.Helper()
	there, err := l.FilesIn(t.Context(), folder.Files, folder.Trash, folder.Incoming, folder.Inputs)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(there))
}

func clearLeftovers(t *testing.T, l *Library) ([]string, error) {
	t.Helper()
	found, err := l.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return l.ClearLeftovers(t.Context(), found)
}
