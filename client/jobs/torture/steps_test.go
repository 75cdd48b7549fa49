package torture

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"
)

// step is a moment in the life of a click at which the program can be killed.
type step struct {
	label string
	kind  clickKind // a click that reaches the step, or the user who settles jobs of earlier lives
}

// steps are in an order in which each can be reached: a job that was being sent when a life ended becomes unconfirmed
// in the next one.
var steps = []step{
	{"click: before its row", clip}, {"click: row committed", clip},
	{"input: before it is kept", edit}, {"input: kept", edit},

	{"hosting: before", hosted}, {"named: open", hosted}, {"named: committed", hosted}, {"hosting: during", hosted},
	{"hosting: put", hosted},
	{"linked: open", hosted}, {"linked: committed", hosted},

	{"sending: open", clip}, {"sending: committed", picture},
	{"submit: before", clip}, {"submit: during", clip}, {"submit: answered", clip},
	{"unconfirmed: open", clip}, {"unconfirmed: committed", clip},
	{"generate: before", picture}, {"generate: during", picture}, {"generate: answered", picture},
	{"edit: before", edit}, {"edit: during", edit}, {"edit: answered", edit},

	{"queued: open", clip}, {"queued: committed", clip},
	{"rejected: open", refused}, {"rejected: committed", refused},
	{"poll: before", clip}, {"poll: answered", clip},
	{"in_progress: open", slow}, {"in_progress: committed", slow},
	{"failed: open", failing}, {"failed: committed", failing},
	{"completed: open", clip}, {"completed: committed", clip},

	{"downloading: open", clip}, {"downloading: committed", clip},
	{"download: before", clip}, {"download: during", clip}, {"download: whole", clip},
	{"saving: open", picture}, {"saving: committed", picture},
	{"fetch: before", picture}, {"fetch: during", picture}, {"fetch: whole", picture},
	{"landing: before", picture}, {"landing: during", clip}, {"landing: done", clip},
	{"saved clip: open", clip}, {"saved clip: committed", clip},
	{"saved picture: open", picture}, {"saved picture: committed", picture},
	{"taking down: before", merge}, {"taking down: gone", merge}, {"taken down: committed", merge},

	{"adopted: open", person}, {"adopted: committed", person},
	{"was charged: open", person}, {"was charged: committed", person},
	{"not charged: open", person}, {"not charged: committed", person},
}

// trap kills this process at one step. An empty label never does. It is safe for concurrent use.
type trap struct {
	label string
	once  sync.Once
}

// reach kills the process, and does not return, if this is the step.
func (t *trap) reach(label string) {
	if label == t.label {
		t.once.Do(die)
		select {} // another goroutine came by at the same moment
	}
}

// soon kills the process shortly after this, while the step may be in progress, if this is the step.
func (t *trap) soon(label string, within time.Duration) {
	if label == t.label {
		time.AfterFunc(rand.N(within), func() { t.once.Do(die) })
	}
}

// dying is the line that the process prints before it kills itself at its step.
const dying = "dying"

// die kills the process with SIGKILL, or its equivalent on systems without signals: nothing is flushed, closed or
// undone.
func die() {
	fmt.Println(dying)
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "die:", err)
		os.Exit(4)
	}
	select {}
}
