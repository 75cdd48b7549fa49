package command

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"golang.org/x/term"

	"viviscope/client"
	"viviscope/client/automation"
)

// obeyed are the characters that a terminal obeys, or that turn the text beside them around.
var obeyed = regexp.MustCompile(`[\x00-\x1f\x7f-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// escape writes them as their codes, as JSON does.
func escape(text string) string {
	return obeyed.ReplaceAllStringFunc(text, func(c string) string { return fmt.Sprintf(`\u%04x`, []rune(c)[0]) })
}

// print writes one value as a line of JSON on stdout.
func (r *run) print(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	r.bar.clear()
	_, err = io.WriteString(r.Stdout, escape(string(line))+"\n")
	return err
}

// end prints an answer, says in words what of it did not succeed, and returns its exit code.
func (r *run) end(answer any) (int, error) {
	line, err := json.Marshal(answer)
	var a struct {
		automation.JobsAnswer
		Problems []automation.Problem
	}
	if err = cmp.Or(err, json.Unmarshal(line, &a)); err != nil {
		return 0, fmt.Errorf("read the answer: %w", err)
	}
	for _, p := range a.Problems {
		r.say("%s: %s", cmp.Or(p.Path, p.Card, fmt.Sprint("row ", p.Row)), p.Message)
	}
	for _, j := range a.Jobs {
		if why := cmp.Or(j.Message, j.Hold); a.Exit > 0 && why != "" {
			r.say("%.8s %s: %s", j.Ref, j.State, why)
		}
	}
	if exits := readTable().Exits; a.Exit > automation.ExitOther && a.Exit < len(exits) {
		r.say("viviscope: %s", exits[a.Exit])
	}
	return a.Exit, r.print(json.RawMessage(line))
}

// redacted leaves keys and signed links out of the log.
type redacted struct{ io.Writer }

func (w redacted) Write(line []byte) (int, error) {
	_, err := io.WriteString(w.Writer, client.Redact(string(line)))
	return len(line), err
}

// say writes words on stderr, unless JSON alone is wanted.
func (r *run) say(format string, args ...any) {
	if r.bar.clear(); !r.on("json") {
		fmt.Fprintln(r.Stderr, escape(fmt.Sprintf(format, args...)))
	}
}

// fail says why a command did nothing, on stdout too where it speaks JSON, and returns the exit code.
func (r *run) fail(err error) (exit int) {
	f := automation.FailureOf(err)
	r.say("viviscope: %s", strings.ReplaceAll(f.Message, "\n", "; ")) // errors that were joined stand on lines of their own
	if r.command.takes("json") {
		_ = r.print(automation.ErrorAnswer{Protocol: automation.Protocol, Error: f, Exit: f.Exit}) // the exit code says it all the same
	}
	return f.Exit
}

// bar is a line of a terminal that is written over, at most ten times a second. The zero value draws nothing.
type bar struct {
	w     io.Writer
	width int
	last  time.Time
	drawn bool
}

func newBar(stderr io.Writer, quiet bool) bar {
	f, ok := stderr.(*os.File)
	if !ok || quiet || !term.IsTerminal(int(f.Fd())) {
		return bar{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width == 0 { // a terminal may not know
		width = 80
	}
	return bar{w: f, width: width}
}

// show draws a share, 0 to 1, with words behind it.
func (b *bar) show(now time.Time, share float64, words string) {
	const cells = 24
	if b.w == nil || now.Sub(b.last) < 100*time.Millisecond {
		return
	}
	share = min(max(share, 0), 1)
	full := int(share*cells + 0.5)
	line := []rune(fmt.Sprintf("%3.0f %% %s%s %s", share*100, strings.Repeat("#", full), strings.Repeat("-", cells-full), words))
	fmt.Fprintf(b.w, "\r\x1b[K%s", string(line[:min(len(line), max(b.width-1, 0))]))
	b.last, b.drawn = now, true
}

// clear takes the line away before something else is written.
func (b *bar) clear() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.drawn = false
	}
}

// progress shows an event of a wait or of a film.
func (r *run) progress(event json.RawMessage) {
	var e automation.JobEvent
	if json.Unmarshal(event, &e) != nil || e.Total == 0 {
		return
	}
	r.percent[e.Ref] = e.Percent
	sum := 0
	for _, percent := range r.percent {
		sum += percent
	}
	r.bar.show(time.Now(), max(float64(sum)/100, float64(e.Done))/float64(e.Total), fmt.Sprintf("%d of %d", e.Done, e.Total))
}
