package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"viviscope/client"
	"viviscope/client/automation"
)

// controlChars are the characters that a terminal interprets, or that change the direction of the text beside them.
var controlChars = regexp.MustCompile(`[\x00-\x1f\x7f-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// escape replaces control characters by their codes, as JSON writes them.
func escape(text string) string {
	return controlChars.ReplaceAllStringFunc(text, func(c string) string { return fmt.Sprintf(`\u%04x`, []rune(c)[0]) })
}

// printJSON prints a value as a line of JSON on stdout.
func (r *invocation) printJSON(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	r.bar.clear()
	_, err = io.WriteString(r.Stdout, escape(string(line))+"\n")
	return err
}

// printAnswer prints an answer, explains on stderr what of it did not succeed, and returns its exit code.
func (r *invocation) printAnswer(answer any) (int, error) {
	line, err := json.Marshal(answer)
	var a struct {
		automation.JobsAnswer
		Problems []automation.Problem
	}
	if err = cmp.Or(err, json.Unmarshal(line, &a)); err != nil {
		return 0, fmt.Errorf("read answer: %w", err)
	}
	for _, p := range a.Problems {
		r.printWords("%s: %s", cmp.Or(p.Path, p.Card, fmt.Sprint("row ", p.Row)), p.Message)
	}
	for _, j := range a.Jobs {
		if why := cmp.Or(j.Message, j.Hold); a.Exit > 0 && why != "" {
			r.printWords("%.8s %s: %s", j.Ref, j.State, why)
		}
	}
	if exits := readTable().Exits; a.Exit > automation.ExitOther && a.Exit < len(exits) {
		r.printWords("viviscope: %s", exits[a.Exit])
	}
	return a.Exit, r.printJSON(json.RawMessage(line))
}

// printWords prints words on stderr, unless -json was given.
func (r *invocation) printWords(format string, args ...any) {
	if r.bar.clear(); !r.on("json") {
		fmt.Fprintln(r.Stderr, escape(fmt.Sprintf(format, args...)))
	}
}

// printFailure prints why a command did nothing, also as JSON where the command prints JSON, and returns the exit code.
func (r *invocation) printFailure(err error) (exit int) {
	f := automation.FailureOf(err)
	r.printWords("viviscope: %s", strings.ReplaceAll(f.Message, "\n", "; ")) // joined errors are on lines of their own
	if r.command.hasFlag("json") {
		_ = r.printJSON(automation.ErrorAnswer{Protocol: automation.Protocol, Error: f, Exit: f.Exit}) // the exit code says it as well
	}
	return f.Exit
}

// redactingWriter removes keys and signed links from the log.
type redactingWriter struct{ io.Writer }

func (w redactingWriter) Write(line []byte) (int, error) {
	_, err := io.WriteString(w.Writer, client.Redact(string(line)))
	return len(line), err
}
