package torture

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
	"viviscope/db/boards"
)

const (
	// span is the period after the start in which a process is killed from outside. About a third of it passes before
	// the engine runs.
	span = 300 * time.Millisecond
	// patience is how long a process may take to reach its step before it is killed anyway.
	patience = 30 * time.Second
	// tries is how often a step that was not reached is tried again.
	tries = 3
)

// round is one library and one service, and all lives of the program that use them.
type round struct {
	t         *testing.T
	number    int
	library   string
	begin     time.Time
	service   *service
	random    *rand.Rand
	log       *os.File        // what all lives wrote
	clicks    int             // tokens given out
	halves    []string        // files that were not whole at the start of a life
	confirmed map[string]bool // tokens of the clicks that the program confirmed
	discarded map[string]bool // tokens of jobs that the user discarded, also after a refusal
	board     boards.Board    // as it was made
	frames    map[string]int  // by shot of the board: how many frames its clips are made from
}

func newRound(t *testing.T, dir string, number int, random *rand.Rand, faults ...float64) *round {
	t.Helper()
	must(t, os.MkdirAll(dir, 0o700))
	log, err := os.Create(filepath.Join(dir, "lives.log"))
	must(t, err)
	t.Cleanup(func() { log.Close() })
	r := &round{
		t: t, number: number, library: filepath.Join(dir, "library"), begin: time.Now().Round(0), random: random,
		log:       log,
		confirmed: map[string]bool{}, discarded: map[string]bool{},
	}
	content := []sandboxtest.ContentMode{sandboxtest.ContentRedirect, sandboxtest.ContentDirect}[number%2]
	set := serviceSetting{Dir: filepath.Join(dir, "service"), Begin: r.begin, Content: content, Seed: random.Uint64()}
	for _, f := range faults {
		set.Faults = f
	}
	r.service = startService(t, set)
	r.found()
	return r
}

// found creates the library with its profile and prices.
func (r *round) found() {
	r.t.Helper()
	ctx := r.t.Context()
	lib, err := db.Open(ctx, r.library, db.Options{Now: jobstest.NewClock(r.begin).Now})
	must(r.t, err)
	p, err := lib.SaveProfile(ctx, db.Profile{
		Name: "Sandbox", BaseURL: r.service.url, Sandbox: true, Saved: true, Currency: "CNY",
		MaxTasks: 5, MaxImages: 2, PollSeconds: 10, ImageMinutes: 10,
	})
	must(r.t, err)
	if p.ID != profile {
		r.t.Fatalf("the first profile is %d", p.ID)
	}
	_, err = lib.AddPrices(ctx, db.Prices{ProfileID: p.ID, ValidFrom: r.begin.Add(-time.Hour), Table: priceTable(r.t)})
	must(r.t, err)
	must(r.t, lib.Close())
}

// lives runs and kills the program the given number of times.
func (r *round) lives(kills int, total *figures) {
	queue := r.plan(kills)
	tried := map[string]int{}
	for range kills {
		s := queue[0]
		queue = queue[1:]
		atStep := r.live(s)
		total.Kills++
		switch {
		case s.label == "":
			total.AtRandom++
		case atStep:
			total.Steps[s.label]++
		default:
			total.Missed++
			tried[s.label]++
			// It replaces a random kill.
			if i := slices.IndexFunc(queue, func(s step) bool {
				return s.label == ""
			}); i >= 0 && tried[s.label] < tries {
				queue = slices.Insert(slices.Delete(queue, i, i+1), 0, s)
			}
		}
	}
	total.Confirmed += len(r.confirmed)
	total.Clicks += r.clicks
}

// plan orders the kills: the steps in their order, starting at any of them if there are too few kills for all, and
// between them random ones, which are steps without a label.
func (r *round) plan(kills int) []step {
	labelled := min(len(steps), (2*kills+2)/3)
	first := 0
	if labelled < len(steps) {
		first = r.random.IntN(len(steps))
	}
	atRandom := kills - labelled
	var queue []step
	for i := range labelled {
		s := steps[(first+i)%len(steps)]
		// What one life left in `sending` becomes unconfirmed in the very next one.
		for !strings.HasPrefix(s.label, "unconfirmed") && atRandom > 0 && r.random.IntN(2) == 0 {
			queue = append(queue, step{})
			atRandom--
		}
		queue = append(queue, s)
	}
	return append(queue, make([]step, atRandom)...)
}

// kinds are the kinds of clicks: clips and pictures.
var kinds = []clickKind{clip, clip, clip, slow, failing, picture, picture, edit, edit, refused, framed, hosted, hosted,
	merge}

// live starts the program once and returns after its death. atStep reports whether it died at its step.
func (r *round) live(s step) (atStep bool) {
	r.t.Helper()
	l := life{Library: r.library, BaseURL: r.service.url, Begin: r.begin, Step: s.label}
	switch {
	case s.kind == person:
		l.Settle = true
	case s.label != "":
		l.Clicks = append(l.Clicks, r.click(s.kind))
	default:
		l.Settle = r.random.IntN(8) == 0
	}
	for range r.random.IntN(3) {
		l.Clicks = append(l.Clicks, r.click(kinds[r.random.IntN(len(kinds))]))
	}
	after := patience
	if s.label == "" {
		after = time.Duration(r.random.Int64N(int64(span)))
	}
	return r.run(l, after)
}

// run starts the program once, kills it after a time unless it did so itself at its step, and returns whether it did.
func (r *round) run(l life, after time.Duration) (atStep bool) {
	r.t.Helper()
	cmd := self(r.t, lifeEnv, l)
	cmd.Stderr = r.log
	in, err := cmd.StdinPipe()
	must(r.t, err)
	defer in.Close()
	out, err := cmd.StdoutPipe()
	must(r.t, err)
	must(r.t, cmd.Start())
	var killed atomic.Bool
	death := time.AfterFunc(after, func() {
		killed.Store(true)
		_ = cmd.Process.Kill()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if prompt, ok := strings.CutPrefix(lines.Text(), confirmed); ok {
			r.confirmed[prompt] = true
		}
		if prompt, ok := strings.CutPrefix(lines.Text(), discarded); ok {
			r.discarded[prompt] = true
		}
		if found, ok := strings.CutPrefix(lines.Text(), incompleteFile); ok {
			r.halves = append(r.halves, found)
		}
		atStep = atStep || lines.Text() == dying
		if lines.Text() == idle && l.Step != "" {
			death.Reset(0)
		}
	}
	err = cmd.Wait()
	death.Stop()
	if !atStep && !killed.Load() {
		r.t.Fatalf("the program ended by itself at %q: %v\n%s", l.Step, err, r.logged("", 30))
	}
	return atStep
}

func (r *round) click(kind clickKind) click {
	r.clicks++
	return click{kind, fmt.Sprintf("click-%d-%d-%d", r.number, r.clicks, r.random.IntN(1_000_000))}
}

// logged returns the last log lines that contain a text.
func (r *round) logged(about string, n int) string {
	raw, err := os.ReadFile(r.log.Name())
	must(r.t, err)
	var lines []string
	for line := range strings.Lines(string(raw)) {
		if strings.Contains(line, about) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-n):], "")
}
