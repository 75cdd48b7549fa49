package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"viviscope/client/automation"
)

// progressBar is a line of a terminal that is redrawn at most ten times a second. The zero value draws nothing.
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
	if err != nil || width == 0 { // some terminals do not know it
		width = 80
	}
	return progressBar{w: f, width: width}
}

// show draws a share, 0 to 1, followed by words.
func (b *progressBar) show(now time.Time, share float64, words string) {
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

// clear removes the line before something else is printed.
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
	r.bar.show(time.Now(), max(float64(sum)/100, float64(e.Done))/float64(e.Total), fmt.Sprintf("%d of %d", e.Done, e.Total))
}
