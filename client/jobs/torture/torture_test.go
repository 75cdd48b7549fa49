package torture

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// The variables that make this test binary one of the other processes; see also callerEnv.
const (
	lifeEnv    = "VIVISCOPE_TORTURE_LIFE"    // the program: a life as JSON
	serviceEnv = "VIVISCOPE_TORTURE_SERVICE" // the sandbox: its settings as JSON
)

func TestMain(m *testing.M) {
	var err error
	switch {
	case os.Getenv(lifeEnv) != "":
		err = runLife(os.Getenv(lifeEnv))
	case os.Getenv(callerEnv) != "":
		err = runCaller(os.Getenv(callerEnv))
	case os.Getenv(serviceEnv) != "":
		err = runService(os.Getenv(serviceEnv))
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// killsARound is the number of kills before one library is checked. It keeps a round well within the 24 hours, by the
// fast clock, in which a picture can be downloaded.
const killsARound = 100

// Runs the crash proof of clicks.
func TestTorture(t *testing.T) {
	kills := number(t, "VIVISCOPE_TORTURE_KILLS", 20)
	seed := uint64(number(t, "VIVISCOPE_TORTURE_SEED", int(time.Now().UnixNano()%1_000_000)))
	dir := os.Getenv("VIVISCOPE_TORTURE_DIR")
	if dir == "" {
		dir = t.TempDir()
	}
	random := rand.New(rand.NewPCG(seed, 1))
	total := newFigures()
	begun := time.Now()
	for round := 0; total.Kills < kills && !t.Failed(); round++ {
		r := newRound(t, filepath.Join(dir, fmt.Sprintf("round-%d", round)), round, random)
		r.lives(min(killsARound, kills-total.Kills), &total)
		r.judge(&total)
		r.service.stop(t)
		if kills > killsARound {
			fmt.Fprintf(os.Stderr, "torture: round %d, %d of %d kills, %s\n", round+1, total.Kills, kills,
				time.Since(begun).Round(time.Second))
		}
	}
	fmt.Printf("torture, seed %d, %s\n%s", seed, time.Since(begun).Round(time.Second), total)
	if kills >= killsARound {
		for _, s := range steps {
			if total.Steps[s.label] == 0 {
				t.Errorf("nothing was killed at the step %q", s.label)
			}
		}
	}
	if t.Failed() {
		t.Logf("VIVISCOPE_TORTURE_SEED=%d repeats the order", seed)
	}
}

func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		t.Fatalf("%s=%q is not a number", name, s)
	}
	return n
}
