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

	"viviscope/client/automation"
	"viviscope/db"
	"viviscope/gui/status"
)

// controlChars matches characters that a terminal interprets, or that change the text direction.
var controlChars = regexp.MustCompile(`[\x00-\x1f\x7f-\x{9f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

// escape replaces control characters by their JSON escapes.
func escape(text string) string {
	return controlChars.ReplaceAllStringFunc(text, func(c string) string { return fmt.Sprintf(`\u%04x`, []rune(c)[0]) })
}

// printJSON prints a value as a line of JSON on stdout.
func (r *invocation) printJSON(v any) error {
	line, err := automation.Encode(v)
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	r.bar.clear()
	_, err = io.WriteString(r.Stdout, escape(string(line))+"\n")
	return err
}

// printAnswer prints an answer, explains failures on stderr, and returns the exit code.
func (r *invocation) printAnswer(answer any) (int, error) {
	line, err := automation.Encode(answer)
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
		s := statusOf(j)
		why := s.Reason
		if why != "" && !strings.Contains(why, j.Message) { // a technical message, for example of a lost connection
			why += " (" + j.Message + ")"
		}
		if a.Exit > 0 && why != "" {
			r.printWords("%.8s %s: %s", j.Ref, s.Tag, why)
		}
	}
	if exits := readTable().Exits; a.Exit > automation.ExitOther && a.Exit < len(exits) {
		r.printWords("viviscope: %s", exits[a.Exit])
	}
	return a.Exit, r.printJSON(line)
}

// statusOf returns the status of a job with the wording of the window.
func statusOf(j automation.Job) status.Status {
	return status.Of(db.Job{Kind: db.JobKind(j.Kind), State: db.JobState(j.State), Hold: db.HoldReason(j.Hold),
		ErrorCode:    j.Code,
		ErrorMessage: j.Message}, status.Context{Now: time.Now()})
}

// printWords prints a message on stderr, unless -json is set.
func (r *invocation) printWords(format string, args ...any) {
	r.bar.clear()
	if !r.on("json") {
		fmt.Fprintln(r.Stderr, escape(fmt.Sprintf(format, args...)))
	}
}

// printFailure prints why a command failed, also as JSON if the command prints JSON, and returns the exit code.
func (r *invocation) printFailure(err error) (exit int) {
	f := automation.FailureOf(err)
	r.printWords("viviscope: %s", strings.ReplaceAll(f.Message, "\n", "; ")) // joined errors contain line breaks
	if r.command.hasFlag("json") {
		// the exit code reports it too
		_ = r.printJSON(automation.ErrorAnswer{Protocol: automation.Protocol, Error: f, Exit: f.Exit})
	}
	return f.Exit
}

// progressBar is a terminal line that is redrawn at most ten times per second. The zero value draws nothing.
type progressBar struct {
	w     io.Writer
	width int
	last  time.Time
	drawn bool
}

func newProgressBar(stderr io.Writer, quiet bool) progressBar {
	f, ok := stderr.(*os.File)
	if !ok || quiet || !term.IsTerminal(int(f.Fd())) {
		return progressBar{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width == 0 { // some terminals do not report it
		width = 80
	}
	return progressBar{w: f, width: width}
}

// show draws a share, 0 to 1, followed by a text.
func (b *progressBar) show(now time.Time, share float64, words string) {
	const cells = 24
	if b.w == nil || now.Sub(b.last) < 100*time.Millisecond {
		return
	}
	share = min(max(share, 0), 1)
	full := int(share*cells + 0.5)
	line := []rune(fmt.Sprintf("%3.0f %% %s%s %s", share*100, strings.Repeat("#", full),
		strings.Repeat("-", cells-full), words))
	fmt.Fprintf(b.w, "\r\x1b[K%s", string(line[:min(len(line), max(b.width-1, 0))]))
	b.last, b.drawn = now, true
}

// clear removes the line before other output.
func (b *progressBar) clear() {
	if b.drawn {
		fmt.Fprint(b.w, "\r\x1b[K")
		b.drawn = false
	}
}

// showProgress shows an event of a wait or of a join.
func (r *invocation) showProgress(event json.RawMessage) {
	var e automation.JobEvent
	if json.Unmarshal(event, &e) != nil || e.Total == 0 {
		return
	}
	r.percent[e.Ref] = e.Percent
	sum := 0
	for _, percent := range r.percent {
		sum += percent
	}
	r.bar.show(time.Now(), max(float64(sum)/100, float64(e.Done))/float64(e.Total),
		fmt.Sprintf("%d of %d", e.Done, e.Total))
}
