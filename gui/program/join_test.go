package program

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"viviscope/client/mp4"
)

func TestJoinCommand(t *testing.T) {
	own, other := filepath.Join("../../client/mp4/testdata", "own.mp4"), filepath.Join("../../client/mp4/testdata", "x264.mp4")
	bad, dir := filepath.Join(t.TempDir(), "page.mp4"), t.TempDir()
	if err := os.WriteFile(bad, []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "film.mp4")
	var answer bytes.Buffer
	if err := JoinCommand(t.Context(), []string{"--cut", "4", out, own, own, own}, &answer, io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := answer.String(); got != `{"how":"copied","frames":64,"seconds":2.6666666666666665}`+"\n" {
		t.Errorf("it says %s", got)
	}
	if info, err := mp4.CheckFile(out); err != nil || info.Frames != 64 || !info.HasAudio || !info.FastStart {
		t.Errorf("the film is %+v, %v", info, err)
	}
	before, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	next := filepath.Join(dir, "next.mp4")
	for _, args := range [][]string{{next, own}, {out, own, own}, {next, own, bad}, {next, own, own, other}, {"-cut", "-1", next, own, own}, {filepath.Join(dir, "no", "film.mp4"), own, own}} {
		answer.Reset()
		if err := JoinCommand(t.Context(), args, &answer, io.Discard); err == nil || answer.Len() > 0 {
			t.Errorf("%v: %v %s", args, err, answer.Bytes())
		}
	}
	if err := JoinCommand(t.Context(), []string{out, own, own}, io.Discard, io.Discard); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there: %v", err)
	}
	after, err := os.ReadFile(out)
	left, e := os.ReadDir(dir)
	if err = errors.Join(err, e); err != nil || !bytes.Equal(before, after) || len(left) != 1 {
		t.Errorf("%d files are left, or the first has changed: %v", len(left), err)
	}
}
