package smoke

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// A day of work: 300 pictures made one after the other, with a turn through all places after every ten. What the
// program holds after a collection is bounded: past the first 30, when each place has been shown and each cache is
// filled, it grows by no more than mostGrowth. Only `make soak` asks for it: it takes ten minutes.
func TestHeapStaysWhileTheProgramIsUsed(t *testing.T) {
	if os.Getenv("VIVISCOPE_SOAK") == "" {
		t.Skip("300 jobs in a real window: run `make soak`")
	}
	const (
		jobs, settled = 300, 30
		mostGrowth    = 10 // MB
	)
	s := startScreen(t, 1440, 900, shots(t))
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	// gctrace has the run-time write what is in use after each collection; the program itself asks for one whenever it
	// comes to rest.
	p := start(t, append(s.env(), "GODEBUG=gctrace=1"), "-library", lib.dir, "-sandbox-seconds", "0.2")
	s.window(title)
	welcome := s.shot("soak-welcome")
	s.keys("Return")
	s.shotOther(welcome, "soak-start")
	s.keys("ctrl+shift+3") // text to image
	var first int
	for n := 1; n <= jobs; n++ {
		s.keys("ctrl+l", "ctrl+a")
		s.typed(fmt.Sprintf("boat %d", n))
		s.keys("ctrl+Return")
		waitFor(t, fmt.Sprintf("picture %d in the library", n), lib.saved(n))
		if n%10 != 0 {
			continue
		}
		for _, place := range []string{"ctrl+2", "ctrl+3", "ctrl+4", "ctrl+5", "ctrl+comma", "ctrl+1"} {
			s.keys(place)
			s.shot("soak")
		}
		if n%settled != 0 {
			continue
		}
		now := heapAtRest(p)
		t.Logf("%d jobs: %d MB", n, now)
		if n == settled {
			first = now
		} else if now > first+mostGrowth {
			t.Fatalf("after %d jobs %d MB are in use, after %d it was %d MB", n, now, settled, first)
		}
	}
	p.quit()
}

// forced is what gctrace writes about a collection that was asked for: what is in use after it, in MB.
var forced = regexp.MustCompile(`(?m)^gc \d+ @.* \d+->\d+->(\d+) MB, .*\(forced\)$`)

// heapAtRest waits until a program that was started with gctrace comes to rest, and gives what it holds then, in MB.
func heapAtRest(p *process) int {
	p.t.Helper()
	before := len(forced.FindAllString(p.output(), -1))
	var lines [][]string
	waitFor(p.t, "a collection at rest", func() bool {
		lines = forced.FindAllStringSubmatch(p.output(), -1)
		return len(lines) > before
	})
	n, err := strconv.Atoi(lines[len(lines)-1][1])
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}
