package backend

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"syscall"
	"testing"

	"viviscope/client/automation"
)

// Commands can read a library on a read-only disk; changes are rejected.
func TestCommandsReadALibraryThatCannotBeWritten(t *testing.T) {
	target := automation.Target{Library: t.TempDir(), MakeLibrary: true, SandboxSeconds: 1,
		Log: slog.New(slog.DiscardHandler)}
	row := automation.Row{Kind: "text_to_image",
		Request: json.RawMessage(`{"model":"genimage-2.5-flare","prompt":"boats","size":"1024x1024"}`)}
	order := automation.MakeArgs{RequestID: "one", Hold: true, Rows: []automation.Row{row}}
	c := Connect("", target)
	var made automation.JobsAnswer
	var in, out automation.FilesAnswer
	clip := automation.ImportArgs{Paths: []string{absolute(t, "../../client/mp4/testdata/own.mp4")}}
	if err := errors.Join(c.Do(t.Context(), "make", order, &made, nil), c.Do(t.Context(), "import", clip, &in, nil),
		c.Close()); err != nil {
		t.Fatal(err)
	}
	if !made.Headless {
		t.Error("no window has the library, and the answer does not say so")
	}
	dir := target.Library
	if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	if err := syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	c = Connect("", target)
	var there automation.JobsAnswer
	if err := c.Do(t.Context(), "jobs", automation.JobsArgs{}, &there, nil); err != nil || len(there.Jobs) != 1 ||
		there.Jobs[0].Ref != made.Jobs[0].Ref {
		t.Errorf("%+v, %v", there, err)
	}
	to := t.TempDir()
	if err := c.Do(t.Context(), "export", automation.ExportArgs{Refs: in.Refs, Folder: to, Name: "out"}, &out,
		nil); err != nil || names(t, out.Path) != 1 {
		t.Errorf("%+v, %v", out, err)
	}
	order.RequestID = "two"
	var f *automation.Failure
	if err := c.Do(t.Context(), "make", order, &made, nil); !errors.As(err, &f) || f.Code != automation.CodeReadOnly ||
		f.Exit != automation.ExitInvalid {
		t.Errorf("%v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
