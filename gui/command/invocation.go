package command

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"time"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/guard"
)

// Program is the environment of a command: its version, key, connection and streams.
type Program struct {
	Name, Version string
	Key           string // VIVISCOPE_API_KEY
	Connect       func(automation.Target) *automation.Conn
	Stdin         io.ReadCloser
	Stdout        io.WriteCloser
	Stderr        io.Writer
}

// codeInterrupted is the error code of a command that a signal ended before its answer.
const codeInterrupted = "interrupted"

// invocation is one run of a command.
type invocation struct {
	Program
	parsed
	command Command
	ctx     context.Context
	conn    *automation.Conn // nil before the first call
	bar     progressBar
	percent map[string]int       // progress by job ref, for the bar
	form    client.RequestFormat // request format of the profile, once its models were read
}

// connect finds the owner of the library, or makes this process the owner.
func (r *invocation) connect(client string) {
	level := slog.LevelWarn
	switch {
	case r.on("v"):
		level = slog.LevelInfo
	case r.on("json"):
		level = slog.LevelError
	}
	call := r.command.Name
	reads := slices.Contains([]string{"models", "price", "costs", "find", "jobs", "board show", "cast list"}, call) &&
		!r.on("follow") || r.on("dry-run")
	r.conn = r.Connect(automation.Target{Library: r.text("library"), Profile: r.text("profile"),
		BaseURL: r.text("base-url"),
		Form:    r.text("form"), Key: r.Key, Client: client, Version: r.Version,
		SandboxSeconds: r.seconds("sandbox-seconds"),
		MakeLibrary:    slices.Contains([]string{"generate", "batch", "import", "mcp", "board apply", "cast add"}, call) && !reads,
		ReadEmpty:      reads,
		Log: slog.New(slog.NewTextHandler(guard.RedactingWriter{Writer: r.Stderr},
			&slog.HandlerOptions{Level: level}))})
}

// call makes one call. The first call connects.
func (r *invocation) call(name string, args, into any) error {
	if r.conn == nil {
		r.connect(r.text("client"))
	}
	ctx, stop := context.WithCancel(r.ctx)
	defer stop()
	err := r.conn.Do(ctx, name, args, into, func(event json.RawMessage) {
		if !r.on("follow") {
			r.showProgress(event)
		} else if r.printJSON(event) != nil {
			stop()
		}
	})
	if r.on("follow") && ctx.Err() != nil {
		return nil // ended by a signal, or the reader has gone
	}
	return err
}

// wasInterrupted reports whether a signal caused the error.
func (r *invocation) wasInterrupted(err error) bool {
	return errors.Is(err, context.Canceled) && r.ctx.Err() != nil
}

// rereadTimeout limits how long an interrupted command reads the states of its jobs.
const rereadTimeout = 3 * time.Second

// reread returns the current jobs after a signal, or none if they cannot be read within rereadTimeout.
func (r *invocation) reread(args automation.JobsArgs) automation.JobsAnswer {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), rereadTimeout)
	defer cancel()
	var now automation.JobsAnswer
	if r.conn == nil || r.conn.Do(ctx, "jobs", args, &now, nil) != nil {
		return automation.JobsAnswer{}
	}
	now.Exit = automation.ExitOf(now.Jobs)
	return now
}

// interrupted replaces the error of a command that a signal ended. The awaited jobs continue.
func (r *invocation) interrupted(err error) error {
	if !r.wasInterrupted(err) {
		return err
	}
	exit := automation.ExitOther
	if r.command.Name == "wait" {
		exit = automation.ExitRunning
	}
	return &automation.Failure{Code: codeInterrupted, Message: "interrupted", Exit: exit}
}
