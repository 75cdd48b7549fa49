// Package command is the program without its window: a table of commands, of which parsing, help and completion follow. A command reads its
// flags and files, makes one call to the owner of the library (package automation), which may be a window, another command or this process,
// and prints the answer: JSON on stdout, words on stderr, and an exit code by which a script decides whether it may ask again. Words are
// English. It knows no window.
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

	"viviscope/client/automation"
	"viviscope/client/sandbox"
	"viviscope/gui/command/mcp"
	"viviscope/resources/schemas"
)

// Program is what commands are given by the process that they run in.
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

// run is one command that runs.
type run struct {
	Program
	parsed
	command Command
	ctx     context.Context
	owner   *automation.Conn // nil until the first call
	bar     bar
	percent map[string]int // of jobs by ref, as the bar has them
}

// Run runs the command that args begin with, and returns its exit code. ok is false where they begin with none.
func Run(ctx context.Context, p Program, args []string) (exit int, ok bool) {
	c, rest, ok := find(args)
	if !ok {
		return 0, false
	}
	r := &run{Program: p, command: c, ctx: ctx, percent: map[string]int{}}
	var err error
	switch r.parsed, err = c.parse(rest); {
	case errors.Is(err, flag.ErrHelp):
		_, err = io.WriteString(p.Stdout, c.explain())
	case err != nil:
		plain := strings.NewReplacer("flag provided but not defined: ", "there is no flag ", "boolean ", "", "flag needs an argument: ", "no value for ")
		err = automation.Usage("%s; see viviscope help %s", plain.Replace(err.Error()), c.Name)
	default:
		r.bar = newBar(p.Stderr, r.on("json"))
		exit, err = r.do()
	}
	if err != nil {
		exit = cmp.Or(exit, r.fail(r.interrupted(err))) // where only the printing failed, what became of the jobs counts
	}
	if r.owner != nil {
		if err := r.owner.Close(context.WithoutCancel(ctx)); err != nil {
			r.say("cannot close the library: %v", err)
		}
	}
	r.bar.clear()
	return exit, true
}

// do runs the command. Those without code of their own make their call with the members that the table says.
func (r *run) do() (exit int, err error) {
	text := ""
	switch name := r.command.Name; {
	case name == "generate", name == "batch", name == "price":
		return r.makeRows()
	case name == "models" && r.text("fits") != "":
		rows, err := r.rows(r.text("fits"), "fits.jsonl")
		if len(rows) == 0 {
			return 0, err
		}
		return r.answer(name, automation.ModelsArgs{Kind: r.text("kind"), Fits: &rows[0]}) // which rules it breaks is the question
	case name == "board apply":
		data, err := r.readFile(r.args[0])
		if err != nil || !json.Valid([]byte(data)) {
			return 0, cmp.Or(err, automation.Usage("%s is not JSON", fileWords(r.args[0])))
		}
		return r.answer(r.command.Call, automation.BoardArgs{Ref: r.text("ref"), Version: r.number("version"), Board: json.RawMessage(data)})
	case name == "join" && slices.ContainsFunc(r.args, func(a string) bool { return !automation.RefDigits.MatchString(a) }):
		return 0, r.joinFiles()
	case name == "approve":
		return r.approve()
	case name == "wait":
		return r.answer(name, automation.WaitArgs{Refs: r.args, Seconds: r.seconds("timeout")}) // by its type Do knows what is left of the time
	case name == "mcp":
		r.connect(cmp.Or(r.text("client"), "assistant"))
		return 0, mcp.Serve(r.ctx, r.owner, r.Stdin, r.Stdout, r.Version)
	case name == "sandbox":
		return 0, sandbox.Main(r.ctx, *r.sandbox, r.Stdout)
	case name == "rebuild":
		text, err = r.rebuild()
	case name == "schema" && len(r.args) == 0:
		text = strings.Join(append(schemaNames(), ""), "\n")
	case name == "schema":
		data, e := schemas.Files.ReadFile(r.args[0] + ".json")
		if text = string(data); e != nil {
			err = automation.Usage("there is no schema %q; viviscope schema lists them", r.args[0])
		}
	case name == "help":
		text, err = help(r.args)
	case name == "complete":
		text = strings.Join(append(complete(r.args), ""), "\n")
	case name == "version":
		text = r.Name + " " + r.Version + "\n"
	default:
		args := r.command.members(&r.parsed)
		if r.command.takes("detach") {
			return r.order(r.command.Call, "board_price", args)
		}
		return r.answer(r.command.Call, args)
	}
	if err == nil {
		_, err = io.WriteString(r.Stdout, text)
	}
	return 0, err
}

// connect finds the owner of the library, or makes this process the owner.
func (r *run) connect(client string) {
	level := slog.LevelWarn
	switch {
	case r.on("v"):
		level = slog.LevelInfo
	case r.on("json"):
		level = slog.LevelError
	}
	r.owner = r.Connect(automation.Target{Library: r.text("library"), Profile: r.text("profile"), BaseURL: r.text("base-url"),
		Key: r.Key, Client: client, Version: r.Version, SandboxSeconds: r.seconds("sandbox-seconds"),
		MakeLibrary: slices.Contains([]string{"generate", "batch", "import", "mcp", "board apply"}, r.command.Name),
		Log:         slog.New(slog.NewTextHandler(redacted{r.Stderr}, &slog.HandlerOptions{Level: level}))})
}

// ask makes one call; the first one connects.
func (r *run) ask(call string, args, into any) error {
	if r.owner == nil {
		r.connect(r.text("client"))
	}
	ctx, stop := context.WithCancel(r.ctx)
	defer stop()
	err := r.owner.Do(ctx, call, args, into, func(event json.RawMessage) {
		if !r.on("follow") {
			r.progress(event)
		} else if r.print(event) != nil {
			stop()
		}
	})
	if r.on("follow") && ctx.Err() != nil {
		return nil // a signal ends it, or a reader that goes away
	}
	return err
}

// interrupted says in words that a signal ended the command. The jobs that a wait was for still run.
func (r *run) interrupted(err error) error {
	if !errors.Is(err, context.Canceled) || r.ctx.Err() == nil {
		return err
	}
	exit := automation.ExitOther
	if r.command.Name == "wait" {
		exit = automation.ExitRunning
	}
	return &automation.Failure{Code: codeInterrupted, Message: "interrupted", Exit: exit}
}

// answer makes one call and prints what comes of it as it is, also members that this version does not know.
func (r *run) answer(call string, args any) (exit int, err error) {
	var raw json.RawMessage
	if err := r.ask(call, args, &raw); err != nil || raw == nil {
		return 0, err
	}
	return r.end(raw)
}

// schemaNames are those of resources/schemas.
func schemaNames() []string {
	files, _ := fs.Glob(schemas.Files, "*.json") // they are embedded
	return strings.Fields(strings.ReplaceAll(strings.Join(files, " "), ".json", ""))
}
