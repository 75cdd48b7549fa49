package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// The test draws clicks with IDs and their repetitions, lost answers, failing tasks, discarded jobs, restarts, deleted
// files, and databases that are rebuilt or restored from a backup. The service never receives a click twice, and no
// ledger entry is lost.
func TestClickIsPaidOnceAfterRestores(t *testing.T) {
	runs, steps := 25, 40
	switch {
	case longForm:
		runs = 1000
	case testing.Short():
		runs = 8
	}
	first := rand.Uint64()
	for i := range runs {
		seed := first + uint64(i)
		inWorld(t, func(w *world) {
			c := &clicker{world: w, rand: rand.New(rand.NewPCG(seed, 0)), refs: map[string][]string{}}
			defer func() {
				if w.t.Failed() {
					w.t.Logf("seed %d\n%s", seed, strings.Join(c.did, "\n"))
				}
			}()
			w.svc.submit = c.answer
			w.start()
			for range steps {
				c.act()
				if w.t.Failed() {
					return
				}
			}
		})
		if t.Failed() {
			return
		}
	}
}

// clicker acts at random on a world, and knows what each click made.
type clicker struct {
	*world
	rand *rand.Rand
	ids  []string
	refs map[string][]string // by ID: the jobs that it made, as far as they are not discarded
	did  []string
}

func (c *clicker) note(format string, args ...any) {
	c.did = append(c.did, fmt.Sprintf(format, args...))
}

// answer loses some answers, after or before the service took the request.
func (c *clicker) answer(_ context.Context, prompt string) (handled bool, err error) {
	switch {
	case strings.Contains(prompt, "[lost]"):
		return true, &client.Error{Op: "submit", Err: client.ErrNoAnswer}
	case strings.Contains(prompt, "[refused]"):
		return false, &client.Error{Op: "submit", Status: 400, Code: "bad_prompt", Message: "not this"}
	}
	return true, nil
}

func (c *clicker) act() {
	switch c.rand.IntN(12) {
	case 0, 1, 2:
		c.click()
	case 3, 4:
		c.repeat()
	case 5:
		c.discard()
	case 6:
		c.release()
	case 7:
		c.pass(time.Duration(c.rand.IntN(200)) * time.Second)
	case 8:
		c.note("restart")
		c.restart()
	case 9:
		c.deleteFile()
	case 10:
		_, err := c.lib.Backup(c.ctx)
		c.must(err)
		c.note("backup")
		c.pass(25 * time.Hour)
	case 11:
		c.replaceDatabase()
	}
	synctest.Wait()
	for _, id := range c.ids {
		c.svc.mu.Lock()
		posts := c.svc.posts[id]
		c.svc.mu.Unlock()
		if posts > 1 {
			c.t.Errorf("the service saw %q %d times", id, posts)
		}
	}
}

func (c *clicker) click() {
	kind := []string{"", " [fail]", " [lost]", " [refused]"}[c.rand.IntN(4)]
	id := fmt.Sprintf("click-%d%s", len(c.ids), kind)
	c.ids = append(c.ids, id)
	made, err := c.submit(id, c.rand.IntN(3) == 0)
	c.must(err)
	c.note("%s: %s", id, made[0].Ref[:4])
	c.refs[id] = []string{made[0].Ref}
}

// submit orders for a click. IDs have no spaces.
func (c *clicker) submit(id string, hold bool) ([]db.Job, error) {
	return c.engine.Submit(c.ctx, c.profile.ID, []jobs.Order{{Request: videoOf(id)}},
		jobs.Terms{Click: strings.ReplaceAll(id, " ", "-"), Fingerprint: sum64, Hold: hold})
}

func (c *clicker) repeat() {
	if len(c.ids) == 0 {
		return
	}
	id := c.ids[c.rand.IntN(len(c.ids))]
	again, err := c.submit(id, false)
	c.must(err)
	var refs []string
	for _, j := range again {
		refs = append(refs, j.Ref)
	}
	c.note("repeat %s: %d", id, len(again))
	if !slices.Equal(refs, c.refs[id]) {
		c.t.Errorf("%s made %v, and %v when it was repeated", id, c.refs[id], refs)
	}
}

// held returns one of the jobs that are held, at random.
func (c *clicker) held() (db.Job, bool) {
	all, err := c.lib.Jobs(c.ctx, db.JobFilter{States: []db.JobState{db.Held}})
	c.must(err)
	if len(all) == 0 {
		return db.Job{}, false
	}
	return all[c.rand.IntN(len(all))], true
}

func (c *clicker) discard() {
	j, ok := c.held()
	if !ok {
		return
	}
	c.must(c.engine.Discard(c.ctx, j.ID))
	c.note("discard %s", j.Prompt)
	c.refs[j.Prompt] = nil
}

func (c *clicker) release() {
	j, ok := c.held()
	if !ok {
		return
	}
	err := c.engine.Release(c.ctx, jobs.Terms{}, j.ID)
	c.note("release %s: %v", j.Prompt, err)
}

// deleteFile deletes a file of the library with its sidecar, as a file manager does.
func (c *clicker) deleteFile() {
	found, err := filepath.Glob(filepath.Join(c.dir, "files", "*", "*", "*.mp4"))
	c.must(err)
	if len(found) == 0 {
		return
	}
	file := found[c.rand.IntN(len(found))]
	c.must(errors.Join(os.Remove(file), os.Remove(strings.TrimSuffix(file, ".mp4")+".json")))
	c.note("delete %s", filepath.Base(file))
}

// replaceDatabase loses the database, or damages it, and makes another one.
func (c *clicker) replaceDatabase() {
	want := c.entriesByJob()
	c.end()
	path := filepath.Join(c.dir, "viviscope.db")
	switch c.rand.IntN(3) {
	case 0:
		c.must(os.Remove(path))
	case 1:
		c.must(os.WriteFile(path, []byte("no database"), 0o600))
	}
	var err error
	var report db.Report
	if c.rand.IntN(2) == 0 {
		report, err = db.Rebuild(c.ctx, c.dir, db.Options{})
		c.note("rebuild: %d jobs", report.Jobs)
	} else if report, err = db.RestoreBackup(c.ctx, c.dir, db.Options{}); errors.Is(err, db.ErrNotFound) {
		report, err = db.Rebuild(c.ctx, c.dir, db.Options{})
		c.note("no backup, rebuild: %d jobs", report.Jobs)
	} else {
		c.note("restore: %d jobs", report.Jobs)
	}
	c.must(err)
	c.open()
	if got := c.entriesByJob(); got != want {
		c.t.Errorf("the ledger was\n%s\nand is\n%s", want, got)
	}
	c.start()
}

// entriesByJob lists the ledger in the order of the refs.
func (c *clicker) entriesByJob() string {
	all, err := c.lib.Jobs(c.ctx, db.JobFilter{})
	c.must(err)
	var lines []string
	for _, j := range all {
		entries, err := c.lib.Entries(c.ctx, j.ID)
		c.must(err)
		slices.Reverse(entries)
		for _, e := range entries {
			lines = append(lines, fmt.Sprintf("%s %s %s %d %s", j.Prompt, j.Ref[:4], e.Kind, micros(e),
				e.At.UTC().Format(time.DateTime)))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
