package torture

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"viviscope/db"
)

// figures are the counts of a run.
type figures struct {
	Kills, AtRandom, Missed int            // Missed: the step was not reached, so the kill came at some moment
	Steps                   map[string]int // kills by label

	Clicks, Confirmed       int // given to a process; announced as committed before it died
	Posts, Tasks, Pictures  int // at the service
	ServiceEntries, Entries int // of the two ledgers
	Jobs, Assets, Parts     int // rows, and files left over in incoming/ and inputs/
	Hosted                  int // pictures at the host that no row names
	Bytes                   int64
	States                  map[db.JobState]int

	Twice, Lost, Half, Alone int // the faults; none is allowed
}

func newFigures() figures {
	return figures{Steps: map[string]int{}, States: map[db.JobState]int{}}
}

// add adds the counts of a comparison.
func (f *figures) add(o figures) {
	f.Posts += o.Posts
	f.Tasks += o.Tasks
	f.Pictures += o.Pictures
	f.ServiceEntries += o.ServiceEntries
	f.Entries += o.Entries
	f.Jobs += o.Jobs
	f.Assets += o.Assets
	f.Parts += o.Parts
	f.Bytes += o.Bytes
	f.Hosted += o.Hosted
	for s, n := range o.States {
		f.States[s] += n
	}
	f.addFaults(o)
}

func (f *figures) addFaults(o figures) {
	f.Twice += o.Twice
	f.Lost += o.Lost
	f.Half += o.Half
	f.Alone += o.Alone
}

func (f figures) String() string {
	var b strings.Builder
	atSteps := 0
	for _, n := range f.Steps {
		atSteps += n
	}
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "  %-22s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("kills", "%d: %d at %d labelled steps, %d at random, %d before their step", f.Kills, atSteps, len(f.Steps),
		f.AtRandom, f.Missed)
	if f.Clicks > 0 {
		line("clicks", "%d, %d of them confirmed before the kill", f.Clicks, f.Confirmed)
	}
	var states []string
	for _, s := range slices.Sorted(maps.Keys(f.States)) {
		states = append(states, fmt.Sprintf("%s %d", s, f.States[s]))
	}
	line("jobs", "%d: %s", f.Jobs, strings.Join(states, ", "))
	line("service", "%d requests, %d tasks, %d pictures, %d ledger entries", f.Posts, f.Tasks, f.Pictures,
		f.ServiceEntries)
	line("library", "%d ledger entries, %d files, %d bytes, %d left-over parts", f.Entries, f.Assets, f.Bytes, f.Parts)
	line("host", "%d pictures that no row names", f.Hosted)
	line("created twice", "%d", f.Twice)
	line("lost", "%d", f.Lost)
	line("half files", "%d", f.Half)
	line("entries without twin", "%d", f.Alone)
	return b.String()
}
