package torture

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/instance"
	"viviscope/client/jobs"
	"viviscope/client/jobs/jobstest"
	"viviscope/db"
)

// callerEnv is the variable that makes this test binary a command, or an owner of the library. Its value is a caller as
// JSON.
const callerEnv = "VIVISCOPE_TORTURE_CALLER"

// caller describes the work of such a process.
type caller struct {
	Library string
	BaseURL string
	Begin   time.Time // of the fast clock
	Step    string    // the step at which it kills itself; "": none
	Click   string    // the click and its ID; "": it is an owner and answers calls
	Picture bool      // a picture, not a clip
}

// answered is the prefix of the line, with the ref of its job, that a command prints after its call was answered.
const answered = "answered "

// callSteps are the steps at which a command or the owner of the library is killed, besides at random.
var callSteps = []string{
	"call: before", "library: before", "library: open", "call: taken", "click: before its row", "click: row committed",
	"call: answered", "answer: before",
	"answer: said", "library: closing", "library: given back", "sending: open", "sending: committed", "submit: before",
	"submit: during", "submit: answered",
	"generate: before", "generate: during", "generate: answered", "queued: open", "queued: committed",
	"unconfirmed: open", "unconfirmed: committed",
}

// runCaller runs a command that orders one click, or an owner. Like the real one, the command opens the library if it
// has no owner.
func runCaller(setting string) error {
	var c caller
	if err := json.Unmarshal([]byte(setting), &c); err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(3)
	}()
	ctx, t := context.Background(), &trap{label: c.Step}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	open := func(ctx context.Context) (automation.Owner, error) {
		o, err := c.take(ctx, t, log)
		if err != nil {
			return nil, err
		}
		return o, nil
	}
	if c.Click == "" {
		for {
			if _, err := open(ctx); err == nil {
				select {}
			} else if !errors.Is(err, db.ErrLocked) {
				return err
			}
			_ = automation.AskYield(ctx, c.Library, "test") // without a listener it is tried again
			time.Sleep(5 * time.Millisecond)
		}
	}
	conn := automation.NewConn(automation.Target{Library: c.Library, Version: "test", Log: log}, open)
	row := automation.Row{Kind: string(client.TextToVideo)}
	request := any(client.VideoRequest{Model: "clip-3.0", Prompt: c.Click, Seconds: 5, Resolution: "720P"})
	if c.Picture {
		row.Kind = string(client.TextToImage)
		request = client.ImageRequest{Model: "genimage-2.5-flare", Prompt: c.Click, Size: "1024x1024", Quality: "low"}
	}
	var err error
	if row.Request, err = json.Marshal(request); err != nil {
		return err
	}
	var answer automation.JobsAnswer
	t.reach("call: before")
	if err := conn.Do(ctx, "make", automation.MakeArgs{RequestID: c.Click, Rows: []automation.Row{row}}, &answer,
		nil); err != nil {
		return err
	}
	t.reach("answer: before")
	for _, j := range answer.Jobs {
		fmt.Println(answered + j.Ref)
	}
	t.reach("answer: said")
	err = conn.Close()
	t.reach("library: given back")
	return err
}

// owner is a library that a process has opened for calls. It implements [automation.Owner].
type owner struct {
	*automation.Server
	lib      *db.Library
	engine   *jobs.Engine
	listener *instance.Listener
	end      context.CancelFunc
	trap     *trap
}

// take opens the library like a command without a window.
func (c caller) take(ctx context.Context, t *trap, log *slog.Logger) (*owner, error) {
	t.reach("library: before")
	clock := jobstest.NewClock(c.Begin)
	lib, err := db.Open(ctx, c.Library, db.Options{Now: clock.Now, Log: log, StartupDelay: time.Hour})
	if err != nil {
		return nil, err
	}
	t.reach("library: open")
	o := &owner{lib: lib, trap: t}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	o.end = end
	if o.engine, err = newEngine(lib, t, c.BaseURL, clock, log); err == nil {
		err = o.engine.Start(life)
	}
	if err != nil {
		return nil, err
	}
	server := automation.Options{Library: lib, Engine: o.engine, Backend: around{lib: lib}, Log: log, Now: time.Now}
	if c.Click == "" {
		server.ShowWindow = func([]string) {}
	}
	o.Server = automation.NewServer(server)
	o.listener, err = instance.Listen(c.Library, log, o.Serve)
	return o, err
}

func (o *owner) Serve(ctx context.Context, conn net.Conn) {
	o.trap.reach("call: taken")
	o.Server.Serve(ctx, conn)
	o.trap.reach("call: answered")
}

func (o *owner) Close(ctx context.Context) error {
	o.trap.reach("library: closing")
	o.End(ctx)
	o.engine.StopSending(true)
	err := o.engine.Stop(ctx)
	o.end()
	return errors.Join(err, o.listener.Close(), o.lib.Close())
}

// around is a backend with one profile and nothing else.
type around struct {
	automation.Backend
	lib *db.Library
}

func (a around) Profile(ctx context.Context, _, _, _ string) (db.Profile, error) {
	return a.lib.Profile(ctx, profile)
}

// This is the crash proof of calls. Concurrent scripts repeat one call until it is answered, while commands and owners
// of the library are killed, at labelled steps and at random: a few kills, or 2,000 with VIVISCOPE_TORTURE_KILLS=2000
// (make torture). No click is made or sent twice, each answer names the same job, and no answered job is lost.
func TestRepeatedCallSurvivesKills(t *testing.T) {
	kills := number(t, "VIVISCOPE_TORTURE_KILLS", 4)
	seed := uint64(number(t, "VIVISCOPE_TORTURE_SEED", int(time.Now().UnixNano()%1_000_000)))
	dir := os.Getenv("VIVISCOPE_TORTURE_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	total, begun := newFigures(), time.Now()
	for n := 1; total.Kills < kills && !t.Failed(); n++ {
		random := rand.New(rand.NewPCG(seed, uint64(n)))
		s := &scripts{round: newRound(t, filepath.Join(dir, fmt.Sprintf("script-%d", n)), n, random), total: &total,
			kills: min(killsARound, kills-total.Kills),
			refs:  map[string]string{}}
		s.run()
		s.judge(&total)
		s.service.stop(t)
		if kills > killsARound {
			fmt.Fprintf(os.Stderr, "torture of clicks: round %d, %d of %d kills, %s\n", n, total.Kills, kills,
				time.Since(begun).Round(time.Second))
		}
	}
	fmt.Printf("torture of clicks, seed %d, %s\n%s", seed, time.Since(begun).Round(time.Second), total)
	if kills >= 2*killsARound {
		for _, label := range callSteps {
			if total.Steps[label] == 0 {
				t.Errorf("nothing was killed at the step %q", label)
			}
		}
	}
	if t.Failed() {
		t.Logf("VIVISCOPE_TORTURE_SEED=%d repeats the choices", seed)
	}
}

// scripts are the concurrent scripts of one round.
type scripts struct {
	*round
	total *figures
	mu    sync.Mutex // guards what follows, and the random numbers and figures
	kills int        // left
	refs  map[string]string
}

// run runs three scripts and one owner until the kills are used up and each click was answered.
func (s *scripts) run() {
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for s.left() && !s.t.Failed() {
				s.script()
			}
		})
	}
	all.Go(func() { // as a window that is opened, takes the library over, and is killed, again and again
		for s.left() && !s.t.Failed() {
			s.attempt(caller{})
		}
	})
	all.Wait()
	s.total.Clicks += s.clicks
	s.total.Confirmed += len(s.confirmed)
}

func (s *scripts) left() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kills > 0
}

// script repeats one click until it is answered, and sometimes once more.
func (s *scripts) script() {
	s.mu.Lock()
	c := caller{Click: s.click(clip).Prompt, Picture: s.random.IntN(3) == 0}
	more := s.random.IntN(2)
	s.mu.Unlock()
	for tries := 0; more >= 0; tries++ {
		if tries == 200 {
			s.t.Errorf("%s was never answered\n%s", c.Click, s.logged("", 30))
			return
		}
		refs := s.attempt(c)
		s.mu.Lock()
		for _, ref := range refs {
			if was := s.refs[c.Click]; was != "" && was != ref {
				s.t.Errorf("%s was answered with %s, then with %s", c.Click, was, ref)
			}
			s.refs[c.Click], s.confirmed[c.Click] = ref, true
			more--
		}
		s.mu.Unlock()
	}
}

// attempt runs one process, and kills it unless the kills are used up. It returns the refs that the process printed.
func (s *scripts) attempt(c caller) (refs []string) {
	c.Library, c.BaseURL, c.Begin = s.library, s.service.url, s.begin
	s.mu.Lock()
	after := patience
	switch {
	case s.kills <= 0:
	case s.random.IntN(2) == 0:
		c.Step = s.rarest()
		after = time.Second
	default:
		after = time.Duration(s.random.Int64N(int64(2 * span)))
	}
	s.mu.Unlock()
	cmd := self(s.t, callerEnv, c)
	cmd.Stderr = s.log
	in, err := cmd.StdinPipe()
	if err != nil {
		s.t.Error(err)
		return nil
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err = errors.Join(err, cmd.Start()); err != nil {
		s.t.Error(err)
		return nil
	}
	death := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	atStep := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if ref, ok := strings.CutPrefix(lines.Text(), answered); ok {
			refs = append(refs, ref)
		}
		atStep = atStep || lines.Text() == dying
	}
	err = cmd.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch ended := death.Stop(); {
	case atStep:
		s.total.Steps[c.Step]++
		s.total.Kills, s.kills = s.total.Kills+1, s.kills-1
	case !ended:
		s.total.AtRandom++
		s.total.Kills, s.kills = s.total.Kills+1, s.kills-1
	case err != nil && !strings.Contains(s.logged("", 5), "try again"):
		// no owner answered for a while; a script repeats that
		s.t.Errorf("a process ended by itself: %v\n%s", err, s.logged("", 20))
	}
	return refs
}

// rarest returns the step with the fewest kills, or sometimes another one.
func (s *scripts) rarest() string {
	if s.random.IntN(2) == 0 {
		return callSteps[s.random.IntN(len(callSteps))]
	}
	return slices.MinFunc(callSteps, func(a, b string) int { return s.total.Steps[a] - s.total.Steps[b] })
}
