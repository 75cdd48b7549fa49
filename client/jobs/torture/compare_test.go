package torture

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"viviscope/client"
	"viviscope/client/sandbox"
	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

// comparison contains the three ledgers, by the token of the click, and their differences.
type comparison struct {
	r       *round
	lib     *db.Library
	figures figures
	faults  []string

	posts    map[string]int
	hosted   []string // objects at the user's host
	tasks    map[string][]sandbox.Task
	pictures map[string][]string        // ids
	service  map[string][]sandbox.Entry // its ledger
	totals   sandbox.LedgerTotals       // of the same
	jobs     map[string]db.Job
	entries  map[string][]db.Entry // the library's ledger, oldest first
	assets   map[string][]db.Asset
}

func (r *round) compare(lib *db.Library) *comparison {
	r.t.Helper()
	c := &comparison{
		r: r, lib: lib, figures: newFigures(),
		tasks: map[string][]sandbox.Task{}, pictures: map[string][]string{}, service: map[string][]sandbox.Entry{},
		jobs: map[string]db.Job{}, entries: map[string][]db.Entry{}, assets: map[string][]db.Asset{},
	}
	c.readService()
	c.readLibrary()
	c.clicks()
	c.work()
	c.money()
	c.files()
	return c
}

func (c *comparison) readService() {
	t := c.r.t
	t.Helper()
	var b books
	c.r.service.get(t, booksPath, &b)
	var ledger struct {
		Totals sandbox.LedgerTotals `json:"totals"`
		Data   []sandbox.Entry      `json:"data"`
	}
	c.r.service.get(t, "/v1/sandbox/ledger", &ledger)
	c.posts, c.hosted, c.totals = b.Posts, b.Hosted, ledger.Totals
	taskName := map[string]string{}
	for _, task := range b.Tasks {
		name := token.FindString(task.Request.Prompt)
		taskName[task.ID] = name
		c.tasks[name] = append(c.tasks[name], task)
	}
	for id, prompt := range b.Pictures {
		name := token.FindString(prompt)
		c.pictures[name] = append(c.pictures[name], id)
	}
	for _, e := range ledger.Data {
		name := taskName[e.TaskID]
		if e.PictureID != "" {
			name = token.FindString(b.Pictures[e.PictureID])
		}
		c.service[name] = append(c.service[name], e)
	}
	for _, n := range b.Posts {
		c.figures.Posts += n
	}
	c.figures.Tasks, c.figures.Pictures, c.figures.ServiceEntries = len(b.Tasks), len(b.Pictures), len(ledger.Data)
}

func (c *comparison) readLibrary() {
	t := c.r.t
	t.Helper()
	rows, err := c.lib.Jobs(t.Context(), db.JobFilter{})
	must(t, err)
	names := map[int64]string{}
	for _, j := range rows {
		name := token.FindString(j.Prompt)
		if _, twice := c.jobs[name]; twice || name == "" {
			c.twice("the click %q has two rows", name)
		}
		names[j.ID], c.jobs[name] = name, j
		c.figures.States[j.State]++
	}
	entries, err := c.lib.Entries(t.Context(), 0)
	must(t, err)
	for _, e := range slices.Backward(entries) {
		c.entries[names[e.JobID]] = append(c.entries[names[e.JobID]], e)
	}
	assets, err := dbtest.Assets(t.Context(), c.lib, search.Filter{})
	must(t, err)
	for _, a := range assets {
		c.assets[names[a.JobID]] = append(c.assets[names[a.JobID]], a)
	}
	for _, object := range c.hosted {
		if !slices.ContainsFunc(rows, func(j db.Job) bool {
			return strings.Contains(string(j.Inputs), `"object":"`+object+`"`)
		}) {
			c.fault(&c.figures.Hosted, "%s lies at the host, and no row names it", object)
		}
	}
	c.figures.Jobs, c.figures.Entries, c.figures.Assets = len(rows), len(entries), len(assets)
}

func (c *comparison) fault(n *int, format string, args ...any) {
	*n++
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *comparison) twice(format string, args ...any) { c.fault(&c.figures.Twice, format, args...) }
func (c *comparison) lost(format string, args ...any)  { c.fault(&c.figures.Lost, format, args...) }
func (c *comparison) half(format string, args ...any)  { c.fault(&c.figures.Half, format, args...) }
func (c *comparison) alone(format string, args ...any) { c.fault(&c.figures.Alone, format, args...) }

// clicks checks that each confirmed click has its row, and was sent at most once.
func (c *comparison) clicks() {
	for name := range c.r.confirmed {
		if _, ok := c.jobs[name]; !ok && !c.r.discarded[name] {
			c.lost("the click %s was confirmed and has no row", name)
		}
	}
	for name, n := range c.posts {
		if n > 1 {
			c.twice("the click %s was sent %d times", name, n)
		}
		if _, ok := c.jobs[name]; !ok && !c.r.discarded[name] {
			c.lost("the click %s was sent and has no row", name)
		}
	}
	for name, j := range c.jobs {
		if sent := c.posts[name] > 0; !sent && j.State != db.Unconfirmed && !settledByPerson(j) {
			c.lost("the job %s is %s and was never sent: %s", name, j.State, j.ErrorMessage)
		}
	}
}

// settledByPerson reports whether the user settled a job. Only such a job can end without having been sent: the program
// died between the commit and the request.
func settledByPerson(j db.Job) bool { return j.State == db.Rejected && j.Note != "" }

// work checks that each task and picture has its job, in the matching state.
func (c *comparison) work() {
	for name, tasks := range c.tasks {
		if len(tasks) > 1 {
			c.twice("the click %s has %d tasks", name, len(tasks))
		}
		j := c.jobs[name]
		frames := 2
		if n, ok := c.r.frames[j.Shot]; ok {
			frames = n
		}
		if got := len(tasks[0].Request.InputReference); j.Kind == db.FramesToVideo && got != frames ||
			j.Kind == db.TextToVideo && got != 0 {
			c.lost("the task of %s, %s, was made from %d frames", name, j.Kind, got)
		}
		if j.State == db.Unconfirmed {
			continue
		}
		want := map[string]db.JobState{client.StatusCompleted: db.Saved,
			client.StatusFailed: db.Failed}[tasks[0].Status]
		if j.TaskID != tasks[0].ID || j.State != want && j.State != db.Expired {
			c.lost("the task %s of %s is %s at the service; the job is %s with the task %q", tasks[0].ID, name,
				tasks[0].Status, j.State, j.TaskID)
		}
	}
	for name, ids := range c.pictures {
		if len(ids) > 1 {
			c.twice("the click %s has %d pictures", name, len(ids))
		}
		switch j := c.jobs[name]; j.State {
		case db.Saved, db.Expired, db.Unconfirmed:
		default:
			c.lost("the service made the picture of %s; the job is %q", name, j.State)
		}
	}
	for name, j := range c.jobs {
		switch j.State {
		case db.Saved, db.Failed, db.Expired, db.Rejected, db.Unconfirmed:
		default:
			c.lost("the job %s ends as %s", name, j.State)
		}
		if j.TaskID != "" && len(c.tasks[name]) == 0 {
			c.lost("the service does not know the task %s of %s", j.TaskID, name)
		}
	}
}

// money checks that each entry has its counterpart. An unconfirmed entry matches any amount that one request can have
// cost.
func (c *comparison) money() {
	for name := range c.service {
		if _, ok := c.jobs[name]; !ok {
			c.alone("the service's entries %v have no job", c.service[name])
		}
	}
	for name, j := range c.jobs {
		var theirs []string
		for _, e := range c.service[name] {
			theirs = append(theirs, fmt.Sprint(e.Kind, " ", e.AmountMicros))
		}
		var ours []string
		unconfirmed := 0
		for _, e := range c.entries[name] {
			switch e.Kind {
			case db.UnconfirmedEntry:
				unconfirmed++
			case db.Void: // of what was unconfirmed
				unconfirmed--
			default:
				ours = append(ours, fmt.Sprint(e.Kind, " ", *e.AmountMicros))
			}
		}
		switch {
		case j.State == db.Unconfirmed:
			if unconfirmed != 1 || len(ours) > 0 {
				c.alone("the unconfirmed job %s has %v and %d unconfirmed entries", name, ours, unconfirmed)
			}
		case !slices.Equal(ours, theirs):
			c.alone("the entries of %s, which is %s: %v here, %v at the service", name, j.State, ours, theirs)
		}
	}
}

// files checks that each asset is a complete file, and that each saved job has one.
func (c *comparison) files() {
	t := c.r.t
	t.Helper()
	for name, j := range c.jobs {
		want := 0
		if j.State == db.Saved {
			want = 1
		}
		if got := len(c.assets[name]); got != want {
			c.half("the job %s is %s and has %d files", name, j.State, got)
		}
	}
	for name, assets := range c.assets {
		for _, a := range assets {
			if err := c.file(a, c.tasks[name]); err != nil {
				c.half("the file of %s: %v", name, err)
			}
		}
	}
	left, err := c.lib.Sweep(t.Context())
	must(t, err)
	for _, f := range left.Files {
		c.half("no row speaks of %s", f)
	}
	for _, id := range left.Missing {
		c.half("the file of asset %d is gone", id)
	}
	c.figures.Parts = len(left.Leftovers)
}

func (c *comparison) file(a db.Asset, tasks []sandbox.Task) error {
	sum, err := checkAsset(c.lib, a)
	if err != nil {
		return err
	}
	c.figures.Bytes += a.Bytes
	if a.Kind == db.Clip && a.JobID != 0 && (len(tasks) != 1 || tasks[0].ETag != `"`+hex.EncodeToString(sum[:16])+`"`) {
		return fmt.Errorf("%s is not the clip of its task", a.Path)
	}
	return nil
}

// report fails the test for each difference, with the log lines about the first ones.
func (c *comparison) report(t *testing.T) {
	t.Helper()
	for i, f := range c.faults {
		t.Error(f)
		if name := token.FindString(f); name != "" && i < 3 {
			t.Logf("%+v\n%s", c.jobs[name], c.r.logged("ref="+c.jobs[name].Ref[:min(4, len(c.jobs[name].Ref))], 40))
		}
	}
}

// settled checks that the totals equal the service's if no job is unconfirmed.
func (c *comparison) settled(t *testing.T) {
	t.Helper()
	if n := c.figures.States[db.Unconfirmed]; n > 0 {
		t.Errorf("%d jobs are still unconfirmed", n)
	}
	all, err := c.lib.LedgerSums(t.Context(), ledger.Filter{ProfileID: profile})
	must(t, err)
	got := append(all, ledger.Sums{})[0]
	if got.Charged != c.totals.Charged || got.Refunded != c.totals.Refunded || got.Reserved != c.totals.Reserved ||
		got.AtRisk != 0 {
		t.Errorf("totals %+v, at the service %+v", got, c.totals)
	}
}
