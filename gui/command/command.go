// Package command runs the program without its window. Parsing, help and completion follow from a table of commands. A command reads its
// flags and files, makes one call to the owner of the library (package automation), which may be a window, another command or this process,
// and prints the answer: JSON on stdout, words on stderr. The exit code tells a script whether it may repeat the command. Words are
// English.
package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/guard"
	"viviscope/client/sandbox"
	"viviscope/gui/command/mcp"
	"viviscope/resources/schemas"
)

// Program is what the process gives its command.
type Program struct {
	Name, Version string
	Key           string // VIVISCOPE_API_KEY
	Connect       func(automation.Target) *automation.Conn
	Stdin         io.ReadCloser
	Stdout        io.WriteCloser
	Stderr        io.Writer
}

// codeInterrupted is the code of a command that a signal ended before its answer.
const codeInterrupted = "interrupted"

// invocation is one run of a command.
type invocation struct {
	Program
	parsed
	command Command
	ctx     context.Context
	conn    *automation.Conn // nil until the first call
	bar     progressBar
	percent map[string]int // progress by the ref of a job, for the bar
	form    client.Form    // of the profile's requests, once its models were read
}

// Run runs the command that args begin with, and returns its exit code. ok is false where they begin with no command.
func Run(ctx context.Context, p Program, args []string) (exit int, ok bool) {
	c, rest, ok := find(args)
	if !ok {
		return 0, false
	}
	r := &invocation{Program: p, command: c, ctx: ctx, percent: map[string]int{}}
	var err error
	switch r.parsed, err = c.parse(rest); {
	case errors.Is(err, flag.ErrHelp):
		_, err = io.WriteString(p.Stdout, c.usage())
	case err != nil:
		plain := strings.NewReplacer("flag provided but not defined: ", "there is no flag ", "boolean ", "", "flag needs an argument: ", "no value for ")
		err = automation.Usage("%s; see viviscope help %s", plain.Replace(err.Error()), c.Name)
	default:
		r.bar = newProgressBar(p.Stderr, r.on("json"))
		err = guard.Do("command", func() (err error) {
			exit, err = r.run()
			return err
		})
	}
	if err != nil {
		exit = cmp.Or(exit, r.printFailure(r.interrupted(err))) // where only the printing failed, the exit code of the jobs counts
	}
	if r.conn != nil {
		if err := r.conn.Close(); err != nil {
			r.printWords("cannot close the library: %v", err)
		}
	}
	r.bar.clear()
	return exit, true
}

// run runs the command: most make the call of the table with their flags and arguments.
func (r *invocation) run() (exit int, err error) {
	switch name := r.command.Name; {
	case name == "approve":
		return r.approve()
	case name == "mcp":
		r.connect(cmp.Or(r.text("client"), "assistant"))
		return 0, mcp.Serve(r.ctx, r.conn, r.Stdin, r.Stdout, r.Version)
	case name == "sandbox":
		return 0, sandbox.Main(r.ctx, *r.sandbox, r.Stdout)
	case name == "join" && slices.ContainsFunc(r.args, func(a string) bool { return !automation.RefDigits.MatchString(a) }):
		return 0, r.joinFiles()
	case r.command.Call == "":
		text, err := r.localText()
		if err == nil {
			_, err = io.WriteString(r.Stdout, text)
		}
		return 0, err
	}
	args := r.command.callArgs(&r.parsed)
	switch r.command.Name {
	case "generate":
		args["rows"], err = r.flagRows()
	case "batch", "price":
		args["rows"], err = r.fileRows(r.args[0])
	case "models":
		if fits := r.text("fits"); fits != "" {
			rows, err := r.rows(fits, "fits.jsonl")
			if len(rows) == 0 {
				return 0, err
			}
			args["fits"] = rows[0] // also one that breaks rules: which ones is the question
		}
	case "board apply":
		args["board"], err = r.readJSON(r.args[0])
	}
	switch {
	case err != nil:
		return 0, err
	case r.command.hasFlag("detach"):
		return r.send(r.command.Call, args)
	}
	return r.callAndPrint(r.command.Call, args)
}

// localText returns the output of a command that makes no call.
func (r *invocation) localText() (string, error) {
	switch r.command.Name {
	case "rebuild":
		return r.rebuild()
	case "help":
		return help(r.args)
	case "complete":
		return lines(complete(r.args)), nil
	case "version":
		return r.Name + " " + r.Version + "\n", nil
	}
	if len(r.args) == 0 {
		return lines(schemaNames()), nil
	}
	schema, err := schemas.Files.ReadFile(r.args[0] + ".json")
	if err != nil {
		return "", automation.Usage("there is no schema %q; viviscope schema lists them", r.args[0])
	}
	return string(schema), nil
}

func lines(all []string) string { return strings.Join(append(all, ""), "\n") }

// schemaNames lists the schemas of resources/schemas.
func schemaNames() []string {
	files, _ := fs.Glob(schemas.Files, "*.json") // they are embedded
	return strings.Fields(strings.ReplaceAll(strings.Join(files, " "), ".json", ""))
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
	reads := slices.Contains([]string{"models", "price", "costs", "find", "jobs", "board show"}, call) && !r.on("follow") || r.on("dry-run")
	r.conn = r.Connect(automation.Target{Library: r.text("library"), Profile: r.text("profile"), BaseURL: r.text("base-url"),
		Form: r.text("form"), Key: r.Key, Client: client, Version: r.Version, SandboxSeconds: r.seconds("sandbox-seconds"),
		MakeLibrary: slices.Contains([]string{"generate", "batch", "import", "mcp", "board apply"}, call) && !reads, ReadEmpty: reads,
		Log: slog.New(slog.NewTextHandler(guard.RedactingWriter{Writer: r.Stderr}, &slog.HandlerOptions{Level: level}))})
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
		return nil // a signal ends it, or a reader that has gone away
	}
	return err
}

// wasInterrupted reports whether an error is the end of a command by a signal.
func (r *invocation) wasInterrupted(err error) bool {
	return errors.Is(err, context.Canceled) && r.ctx.Err() != nil
}

// rereadTimeout is how long a command that a signal ends may still read the states of its jobs.
const rereadTimeout = 3 * time.Second

// reread returns jobs as they are after a signal, in short time; none where they cannot be read.
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

// interrupted replaces the error of a command that a signal ended. The jobs that a wait was for still run.
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

// callAndPrint makes one call and prints its answer unchanged, with members that this version does not know.
func (r *invocation) callAndPrint(name string, args any) (exit int, err error) {
	var raw json.RawMessage
	err = r.call(name, args, &raw)
	if refs, ok := args.(map[string]any)["refs"].([]string); ok && name == "wait" && r.wasInterrupted(err) {
		if now := r.reread(automation.JobsArgs{Refs: refs}); len(now.Jobs) > 0 {
			return r.printAnswer(now)
		}
	}
	if err != nil || raw == nil {
		return 0, err
	}
	return r.printAnswer(raw)
}
