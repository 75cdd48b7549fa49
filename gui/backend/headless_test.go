package backend

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"viviscope/client/automation"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// A command that owns the library can end while others wait on it; a waiting one then takes over.
func TestClosingDoesNotWaitForOtherCommands(t *testing.T) {
	target := automation.Target{Library: t.TempDir(), MakeLibrary: true, SandboxSeconds: 1,
		Log: slog.New(slog.DiscardHandler)}
	first, second := Connect("", target), Connect("", target)
	var made automation.JobsAnswer
	row := automation.Row{Kind: "text_to_image",
		Request: json.RawMessage(`{"model":"genimage-2.5-flare","prompt":"boats","size":"1024x1024"}`)}
	if err := first.Do(t.Context(), "make",
		automation.MakeArgs{RequestID: "one", Hold: true, Rows: []automation.Row{row}}, &made, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	told, waited := make(chan struct{}, 8), make(chan error, 1)
	go func() {
		var answer automation.JobsAnswer
		waited <- second.Do(ctx, "jobs", automation.JobsArgs{Follow: true}, &answer, func(json.RawMessage) {
			told <- struct{}{}
		})
	}()
	<-told
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	select {
	case <-told: // by itself now
	case err := <-waited:
		t.Fatalf("the wait: %v", err)
	}
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

// Without a library, reading calls answer like a new library, with the models and prices of the sandbox. They leave no
// files behind.
func TestReadingWithoutLibraryLeavesNoFiles(t *testing.T) {
	home := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(home, "tmp"))
	if err := os.Mkdir(filepath.Join(home, "tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	state, config := xdg.StateHome, xdg.ConfigHome
	xdg.StateHome, xdg.ConfigHome = filepath.Join(home, "state"), filepath.Join(home, "config")
	t.Cleanup(func() { xdg.StateHome, xdg.ConfigHome = state, config })
	target := automation.Target{Library: filepath.Join(home, "library"), ReadEmpty: true, SandboxSeconds: 1,
		Log: slog.New(slog.DiscardHandler)}
	clip := automation.Row{Kind: "text_to_video",
		Request: json.RawMessage(`{"model":"clip-3.0","prompt":"boats","seconds":"5","resolution":"720P"}`)}
	for call, args := range map[string]any{"models": automation.ModelsArgs{},
		"price": automation.MakeArgs{Rows: []automation.Row{clip}},
		"costs": automation.CostsArgs{}, "find": automation.FindArgs{Query: "boats"}, "jobs": automation.JobsArgs{},
		"board_show": automation.BoardArgs{}} {
		c := Connect("", target)
		var answer json.RawMessage
		if err := errors.Join(c.Do(t.Context(), call, args, &answer, nil), c.Close()); err != nil {
			t.Errorf("%s: %v", call, err)
		}
		if priced := strings.Contains(string(answer), `"amount"`); priced != (call == "models" || call == "price") {
			t.Errorf("%s: %s", call, answer)
		}
		err := filepath.WalkDir(home, func(path string, _ fs.DirEntry, err error) error {
			if err == nil && path != home && path != filepath.Join(home, "tmp") {
				t.Errorf("%s leaves %s", call, path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// A command that names a profile by its address passes its key, for every call: here it releases a detached order and
// waits for it. Without the key a paid clip is not polled; the wait ends with an error.
func TestEveryCallUsesTheKey(t *testing.T) {
	box, err := sandbox.New(sandbox.Options{Dir: t.TempDir(), Seconds: 0.01, Renderer: &sandboxtest.Renderer{}})
	if err == nil {
		err = box.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	with := automation.Target{Library: t.TempDir(), MakeLibrary: true, BaseURL: box.BaseURL(), Key: box.Key(),
		Log: slog.New(slog.DiscardHandler)}
	without := with
	without.BaseURL, without.Key = "", ""
	do := func(target automation.Target, call string, args any) (answer automation.JobsAnswer) {
		t.Helper()
		c := Connect("", target)
		if err := errors.Join(c.Do(ctx, call, args, &answer, nil), c.Close()); err != nil || len(answer.Jobs) != 1 {
			t.Fatalf("%s: %+v, %v", call, answer, err)
		}
		return answer
	}
	row := automation.Row{Kind: "text_to_video", Request: json.RawMessage(`{"model":"clip-3.0","prompt":"boats"}`)}
	refs := []string{do(with, "make",
		automation.MakeArgs{RequestID: "one", Hold: true, Rows: []automation.Row{row}}).Jobs[0].Ref}

	var answer automation.JobsAnswer
	c := Connect("", with)
	err = errors.Join(c.Do(ctx, "release", automation.RefsArgs{Refs: refs}, &answer, nil))
	for err == nil && answer.Jobs[0].TaskID == "" { // until the service has accepted it
		err = c.Do(ctx, "jobs", automation.JobsArgs{Refs: refs}, &answer, nil)
	}
	if err = errors.Join(err, c.Close()); err != nil {
		t.Fatal(err)
	}
	if state := answer.Jobs[0].State; state != "saved" { // else it was faster than the command
		lost := do(without, "wait", automation.WaitArgs{Refs: refs})
		if lost.Exit != automation.ExitRunning || lost.Jobs[0].Code != string(db.HeldNoKey) ||
			lost.Jobs[0].Message == "" {
			t.Errorf("without a key: exit %d, %+v", lost.Exit, lost.Jobs[0])
		}
	}
	if end := do(with, "wait", automation.WaitArgs{Refs: refs}); end.Exit != automation.ExitDone ||
		end.Jobs[0].State != "saved" || end.Jobs[0].Code != "" {
		t.Errorf("with the key: exit %d, %+v", end.Exit, end.Jobs[0])
	}
}
