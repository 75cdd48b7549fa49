// Package command implements the command line. A table of commands defines parsing, help and completion. A command
// reads its flags and files and makes one call to the owner of the library (package automation): a window, another
// command or this process. It prints the answer as JSON on stdout and messages on stderr, in English. The exit code
// shows a script whether it may retry.
//
// Start with [Run]. Files from top to bottom:
//
//	command             finds and runs a command
//	approve, request    calls that order something
//	files, help         commands without a call
//	answer, print       JSON on stdout, messages and a progress bar on stderr
//	invocation          one run: its connection, its calls, interrupts
//	table               the commands with their flags
package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io"
	"slices"
	"strings"

	"viviscope/client/automation"
	"viviscope/client/guard"
	"viviscope/client/sandbox"
	"viviscope/gui/command/mcp"
	"viviscope/resources/schemas"
)

// Run runs the command that args begin with and returns its exit code. ok is false if args begin with no command.
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
		plain := strings.NewReplacer("flag provided but not defined: ", "there is no flag ", "boolean ", "",
			"flag needs an argument: ", "no value for ")
		err = automation.Usage("%s; see viviscope help %s", plain.Replace(err.Error()), c.Name)
	default:
		r.bar = newProgressBar(p.Stderr, r.on("json"))
		err = guard.Do("command", func() (err error) {
			exit, err = r.run()
			return err
		})
	}
	if err != nil {
		// if only the printing failed, the exit code of the jobs takes precedence
		exit = cmp.Or(exit, r.printFailure(r.interrupted(err)))
	}
	if r.conn != nil {
		if err := r.conn.Close(); err != nil {
			r.printWords("cannot close the library: %v", err)
		}
	}
	r.bar.clear()
	return exit, true
}

// run runs the command. Most make the call of the table with their flags and arguments.
func (r *invocation) run() (exit int, err error) {
	switch name := r.command.Name; {
	case name == "approve":
		return r.approve()
	case name == "mcp":
		r.connect(cmp.Or(r.text("client"), "assistant"))
		return 0, mcp.Serve(r.ctx, r.conn, r.Stdin, r.Stdout, r.Version)
	case name == "sandbox":
		return 0, sandbox.Main(r.ctx, *r.sandbox, r.Stdout)
	case name == "join" && slices.ContainsFunc(r.args, func(a string) bool {
		return !automation.RefDigits.MatchString(a)
	}):
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
			args["fits"] = rows[0] // also a request that breaks rules: the call reports which
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

// localText returns the output of a command without a call.
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
