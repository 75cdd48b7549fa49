package backend

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"viviscope/client/automation"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// What a command waits for, that another one has open, does not keep the other one: it ends, and whoever still waits has the library then.
func TestACommandEndsWhileAnotherWaitsOnIt(t *testing.T) {
	target := automation.Target{Library: t.TempDir(), MakeLibrary: true, SandboxSeconds: 1, Log: slog.New(slog.DiscardHandler)}
	first, second := Connect("", target), Connect("", target)
	var made automation.JobsAnswer
	row := automation.Row{Kind: "text_to_image", Request: json.RawMessage(`{"model":"genimage-2.5-flare","prompt":"boats","size":"1024x1024"}`)}
	if err := first.Do(t.Context(), "make", automation.MakeArgs{RequestID: "one", Hold: true, Rows: []automation.Row{row}}, &made, nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	told, waited := make(chan struct{}, 8), make(chan error, 1)
	go func() {
		var answer automation.JobsAnswer
		waited <- second.Do(ctx, "jobs", automation.JobsArgs{Follow: true}, &answer, func(json.RawMessage) { told <- struct{}{} })
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

// A command that names a profile by its address hands its key over, whatever it does: it releases a detached order and
// waits for it. Without the key the clip that is paid is not polled; the wait ends and reports it.
func TestTheKeyOfACommandIsUsedByWhateverItDoes(t *testing.T) {
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
	with := automation.Target{Library: t.TempDir(), MakeLibrary: true, BaseURL: box.BaseURL(), Key: box.Key(), Log: slog.New(slog.DiscardHandler)}
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
	refs := []string{do(with, "make", automation.MakeArgs{RequestID: "one", Hold: true, Rows: []automation.Row{row}}).Jobs[0].Ref}

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
		if lost.Exit != automation.ExitRunning || lost.Jobs[0].Code != string(db.HeldNoKey) || lost.Jobs[0].Message == "" {
			t.Errorf("without a key: exit %d, %+v", lost.Exit, lost.Jobs[0])
		}
	}
	if end := do(with, "wait", automation.WaitArgs{Refs: refs}); end.Exit != automation.ExitDone || end.Jobs[0].State != "saved" || end.Jobs[0].Code != "" {
		t.Errorf("with the key: exit %d, %+v", end.Exit, end.Jobs[0])
	}
}
