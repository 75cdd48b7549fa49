package backend

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"viviscope/client/automation"
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
