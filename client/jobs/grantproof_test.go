package jobs_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// The test draws user actions like TestRandomHistoryKeepsBudgets, and between them clicks of two clients: concurrent,
// repeated, chained and with hosted pictures. Grants change and end, clients are disabled, approvals and clicks are
// discarded, prices rise and fall, keys and answers are lost; there are pauses, restarts, refunds and midnights. The
// amount that a client uses, counted from rows and entries, never grows over a day or total cap except by the user. The
// same applies to the cap of a click and to MaxCost. Each click is released or waits for approval as a whole, as the
// caps require, and only the user releases a click that waits for approval.
func TestRandomHistoryKeepsGrants(t *testing.T) {
	sequences(t, 20, 4, func(s *spender) {
		g := &grantor{spender: s}
		s.next = g.next
	})
}

// grantor is a person who lets two clients use the profile.
type grantor struct {
	*spender
	off     bool
	clients []*asker
	clicks  int
}

// asker is a client.
type asker struct {
	name   string
	grant  db.Grant
	last   use              // as it was counted last
	clicks map[string]int   // jobs of each click
	most   map[string]int64 // of a [db.Job].Click, the largest that its calls gave; none where one gave none
}

// use is what a client used of its caps.
type use struct {
	day, total int64
	unknown    bool           // what it will use is not known, or what it did
	approvals  map[int64]bool // jobs that wait for approval
	// of jobs that a person approved, and that go again where there is a key, or their picture
	latent   int64
	clicks   map[string]int64 // by [db.Job].Click
	approved map[string]bool  // a person let some of it go
}

func (g *grantor) next() {
	if g.clients == nil {
		g.must(g.lib.SetSetting(g.ctx, db.SettingAutomation, db.Automation{On: true}))
		for _, c := range []string{"a", "b"} {
			g.clients = append(g.clients, &asker{name: fmt.Sprint(c, "-", g.seed), clicks: map[string]int{},
				most: map[string]int64{}})
		}
		for _, c := range g.clients {
			g.changeGrant(c)
		}
	}
	g.check("meanwhile", 0)
	c := g.clients[g.r.IntN(2)]
	switch g.r.IntN(19) {
	case 0, 1, 2, 3, 4:
		g.click(c)
	case 5:
		g.again(c)
	case 6:
		g.fits("clicks at once", func() {
			var all sync.WaitGroup
			var made [4]string
			for i := range made {
				c, o := g.clients[i%2], []jobs.Order{g.order()}
				id := g.newClick(c)
				all.Go(func() {
					if _, err := g.engine.Submit(g.ctx, g.profile.ID, o, g.terms(c, id)); err == nil {
						made[i] = id
					}
				})
			}
			all.Wait()
			for i, id := range made {
				if id != "" {
					g.clients[i%2].clicks[id] = 1
				}
			}
		})
		g.check("clicks at once", 0)
	case 7:
		g.changeGrant(c)
	case 8:
		g.off = !g.off
		g.quiet(fmt.Sprint("clients off ", g.off), func() {
			g.must(g.lib.SetSetting(g.ctx, db.SettingAutomation, db.Automation{On: !g.off}))
			if g.off {
				g.must(g.engine.StopClients(g.ctx, ""))
			}
		})
		g.check("switched", 0)
		for _, j := range g.jobs(db.Waiting, db.Held) {
			if j.Client != "" && g.off && (j.State == db.Waiting || j.Hold == db.HeldPaused || j.WaitsForJob()) {
				g.fail("off, and %d is %s (%s)", j.ID, j.State, j.Hold)
			}
		}
	case 9, 10:
		g.approve()
	case 12:
		g.reprice()
		g.check("repriced", 0)
	case 13, 14:
		g.locked.Store(true)
		g.must(g.engine.KeyChanged(g.ctx, g.profile.ID))
		g.click(c)
		g.pass(time.Minute)
		if g.r.IntN(2) == 0 {
			g.reprice()
		}
		if g.r.IntN(4) == 0 {
			g.changeGrant(c)
		}
		g.check("without a key", 0)
		g.locked.Store(g.r.IntN(4) == 0)
		g.fits("with a key", func() { g.must(g.engine.KeyChanged(g.ctx, g.profile.ID)) })
		g.check("with a key", 0)
	case 11:
		if j, ok := g.approval(); ok {
			for _, of := range g.ofClick(j) {
				g.quiet(fmt.Sprint("do not send ", of.ID), func() { g.must(g.engine.Discard(g.ctx, of.ID)) })
			}
			g.check("not sent", 0)
		}
	default:
		begun := len(g.acts)
		before := g.jobs()
		g.act()
		g.person(g.acts[begun], before)
	}
	g.pass(time.Second)
}

// person checks the effect of a user's action. Some actions release a client's jobs, or count today what counted
// earlier.
func (g *grantor) person(act string, before []db.Job) {
	for _, free := range []string{"release", "revise"} {
		if strings.HasPrefix(act, free) {
			for _, c := range g.clients {
				c.last = g.use(c)
			}
			return
		}
	}
	more := int64(0)
	for _, counts := range []string{"watch again ", "was charged ", "adopt "} {
		var id int64
		if n, _ := fmt.Sscanf(act, counts+"%d", &id); n == 1 {
			i := slices.IndexFunc(before, func(j db.Job) bool { return j.ID == id })
			more = orZero(before[i].EstimateMicros)
		}
	}
	g.check(act, more)
}

// use counts what a client used, from rows and entries.
func (g *grantor) use(c *asker) use {
	g.t.Helper()
	synctest.Wait() // rows and entries are read one after the other: nothing may be written between them
	now, u := g.now(), use{approvals: map[int64]bool{}, clicks: map[string]int64{}, approved: map[string]bool{}}
	y, m, d := now.Date()
	count := func(j db.Job, at time.Time, always bool, micros int64) {
		u.clicks[j.Click] += micros
		ay, am, ad := at.In(now.Location()).Date()
		if always || ay == y && am == m && ad == d {
			u.day += micros
		}
		if always || !at.Before(c.grant.Since) {
			u.total += micros
		}
	}
	for _, j := range g.jobs() {
		if j.Client != c.name {
			continue
		}
		if j.State == db.Held && j.Hold == db.HeldApproval {
			u.approvals[j.ID] = true
		}
		if j.State == db.Waiting || j.State == db.Sending || j.State == db.Held && j.Hold == db.HeldPaused ||
			j.WaitsForJob() {
			count(j, now, true, orZero(j.EstimateMicros))
			u.unknown = u.unknown || j.EstimateMicros == nil
		} else if j.State == db.Held && j.Note == jobs.NoteApproved && j.Hold != db.HeldApproval {
			u.latent += orZero(j.EstimateMicros)
		}
		u.approved[j.Click] = u.approved[j.Click] || j.Note == jobs.NoteApproved
		entries, err := g.lib.Entries(g.ctx, j.ID) // the newest first
		g.must(err)
		for i, e := range entries {
			micros := orZero(j.EstimateMicros)
			if e.AmountMicros != nil {
				micros = *e.AmountMicros
			}
			paid := e.Kind == db.Charge || e.Kind == db.Reserve || e.Kind == db.UnconfirmedEntry
			u.unknown = u.unknown || i == 0 && paid && e.AmountMicros == nil && j.EstimateMicros == nil
			switch {
			case e.Kind == db.Charge || e.Correction != "":
				count(j, e.At, false, micros)
			case i == 0 && (e.Kind == db.Reserve || e.Kind == db.UnconfirmedEntry):
				count(j, e.At, j.State == db.Queued || j.State == db.InProgress || j.State == db.Unwatched, micros)
			}
		}
	}
	return u
}

// check fails if a client used more than its caps leave, beyond the given amount, or if anything other than the user
// released a job that waited for approval.
func (g *grantor) check(what string, more int64) {
	g.t.Helper()
	for _, c := range g.clients {
		before, after := c.last, g.use(c)
		c.last = after
		more := more + before.latent
		for click, used := range after.clicks {
			most, is := c.most[click]
			if used > before.clicks[click] && !after.approved[click] &&
				(expiry(c.grant.Click, used) || is && used > most) {
				g.fail("%s: the click %s of %s used %d, then %d, of at most %d and %s\n%s", what, click, c.name,
					before.clicks[click], used, most,
					wordsOf(c.grant), g.books())
			}
		}
		grown := after.day > before.day+more || after.total > before.total+more
		if grown && (expiry(c.grant.Day, after.day) || expiry(c.grant.Total, after.total)) {
			g.fail("%s: %s used %+v, then %+v, of %s\n%s", what, c.name, before, after, wordsOf(c.grant), g.books())
		}
		if grown && g.off {
			g.fail("%s: off, and %s used %+v, then %+v", what, c.name, before, after)
		}
		for id := range before.approvals {
			if j, err := g.lib.Job(g.ctx, id); !after.approvals[id] && !errors.Is(err, db.ErrNotFound) {
				g.fail("%s: what waited for approval is %+v, %v", what, j, err)
			}
		}
	}
}

func expiry(limit *int64, micros int64) bool { return limit != nil && micros > *limit }

func wordsOf(grant db.Grant) string {
	return fmt.Sprintf("%s above %d, click %d, day %d, total %d since %s, ends %s", grant.Approve, orZero(grant.Above),
		orZero(grant.Click),
		orZero(grant.Day), orZero(grant.Total), grant.Since, grant.EndsAt)
}

// changeGrant gives a client another grant, or a token again.
func (g *grantor) changeGrant(c *asker) {
	draw := func(most int64) *int64 {
		if g.r.IntN(3) == 0 {
			return nil
		}
		return new(g.r.Int64N(most*10+1) * clipPrice / 10)
	}
	grant := db.Grant{ProfileID: g.profile.ID,
		Approve: []db.Approve{db.ApproveNever, db.ApproveNever, db.ApproveAbove, db.ApproveAlways}[g.r.IntN(4)],
		Above:   draw(3), Click: draw(4), Day: draw(5), Total: draw(8), Since: c.grant.Since, Currency: "CNY"}
	if grant.Since.IsZero() || g.r.IntN(4) == 0 {
		grant.Since = g.now().Truncate(15 * time.Minute)
	}
	if g.r.IntN(4) == 0 {
		grant.EndsAt = g.now().Add(time.Duration(g.r.IntN(20)) * time.Hour)
	}
	g.quiet("grant to "+c.name+": "+wordsOf(grant), func() {
		g.must(g.lib.SaveClient(g.ctx, db.Client{Name: c.name, Token: "a sum"}, []db.Grant{grant}))
	})
	c.grant = grant
	c.last = g.use(c)
}

func (g *grantor) newClick(c *asker) string {
	g.clicks++
	return fmt.Sprint("click ", g.clicks, " of ", c.name)
}

func (g *grantor) terms(c *asker, id string) jobs.Terms {
	return jobs.Terms{Client: c.name, Click: id, Fingerprint: "of " + id}
}

// click has a client ask for something.
func (g *grantor) click(c *asker) {
	orders := make([]jobs.Order, 1+g.r.IntN(3))
	for i := range orders {
		orders[i] = g.onward(g.order(), i)
	}
	how := g.terms(c, g.newClick(c))
	how.Hold = g.r.IntN(10) == 0
	synctest.Wait() // what is on its way counts until it is held for want of a key
	q, err := g.engine.Price(g.ctx, g.profile.ID, orders)
	g.must(err)
	if g.r.IntN(3) == 0 && q.Known {
		how.MaxCost = jobs.Cap{Micros: q.Total + g.r.Int64N(3)*clipPrice/2, Set: true}
	}
	before := g.use(c)
	goes := !how.Hold && q.Known && !before.unknown && q.ConfirmScope() == jobs.ScopeNone &&
		!expiry(c.grant.Click, q.Total) &&
		!expiry(c.grant.Day, before.day+q.Total) && !expiry(c.grant.Total, before.total+q.Total) &&
		(c.grant.EndsAt.IsZero() || g.now().Before(c.grant.EndsAt)) &&
		(c.grant.Approve == db.ApproveNever || c.grant.Approve == db.ApproveAbove && c.grant.Above != nil &&
			q.Total <= *c.grant.Above)
	var made []db.Job
	g.fits(fmt.Sprintf("%s asks for %d, %d in all, goes %v", how.Click, len(orders), q.Total, goes), func() {
		made, err = g.engine.Submit(g.ctx, g.profile.ID, orders, how)
	})
	var off *jobs.ClientError
	switch {
	case errors.As(err, &off) && (off.Code == jobs.ClientOff) == g.off, errors.As(err, new(*jobs.FrameExpiredError)):
	case err != nil || g.off:
		g.fail("%v", err)
	default:
		c.clicks[how.Click] = len(orders)
	}
	if how.MaxCost.Set && len(made) > 0 {
		c.most[made[0].Click] = how.MaxCost.Micros
	}
	for _, j := range made {
		if waits := j.State == db.Held && j.Hold == db.HeldApproval; waits == goes || j.Client != c.name {
			g.fail("goes %v: %d is %s (%s, %s), of %+v and %s", goes, j.ID, j.State, j.Hold, j.ErrorCode, before,
				wordsOf(c.grant))
		}
	}
	g.check("clicked", 0)
}

// again has a client ask for a click again, as it was or as another request.
func (g *grantor) again(c *asker) {
	for _, id := range slices.Sorted(maps.Keys(c.clicks)) {
		n := c.clicks[id]
		if g.r.IntN(3) > 0 {
			continue
		}
		g.quiet("again "+id, func() {
			made, err := g.engine.Submit(g.ctx, g.profile.ID, []jobs.Order{g.order()}, g.terms(c, id))
			if err != nil || len(made) > n {
				g.fail("again %s: %v, %v", id, made, err)
			}
			other := g.terms(c, id)
			other.Fingerprint = "another"
			if _, err := g.engine.Submit(g.ctx, g.profile.ID, []jobs.Order{g.order()}, other); !errors.As(err,
				new(*jobs.ClickTakenError)) {
				g.fail("another under %s: %v", id, err)
			}
		})
		g.fits("what never left of "+id, func() {
			made, _, err := g.engine.FindClick(g.ctx, g.profile.ID, id, "of "+id)
			g.must(err)
			var ids []int64
			for _, j := range made {
				ids = append(ids, j.ID)
			}
			how := g.terms(c, id)
			if len(made) > 0 {
				if most, is := c.most[made[0].Click]; is {
					how.MaxCost = jobs.Cap{Micros: most, Set: true}
				}
			}
			err = g.engine.Release(g.ctx, how, ids...)
			if err != nil && !errors.As(err, new(*jobs.FrameExpiredError)) && !errors.As(err, new(*jobs.MaxCostError)) {
				g.fail("release %s: %v", id, err)
			}
		})
		g.check("again", 0)
		return
	}
}

// approval is a job that waits for approval.
func (g *grantor) approval() (db.Job, bool) {
	all := slices.DeleteFunc(g.jobs(db.Held), func(j db.Job) bool { return j.Hold != db.HeldApproval })
	if len(all) == 0 {
		return db.Job{}, false
	}
	return all[g.r.IntN(len(all))], true
}

// ofClick are the jobs that wait for approval with one.
func (g *grantor) ofClick(j db.Job) []db.Job {
	all, err := g.lib.Jobs(g.ctx, db.JobFilter{Click: j.Click, Hold: db.HeldApproval, States: []db.JobState{db.Held}})
	g.must(err)
	return all
}

// approve has the user release a click, or not if that needs another agreement.
func (g *grantor) approve() {
	j, ok := g.approval()
	if !ok {
		return
	}
	g.spends(fmt.Sprint("approve ", j.ID), func(how jobs.Terms) error {
		err := g.engine.Release(g.ctx, how, j.ID)
		for _, left := range g.ofClick(j) {
			if jobs.CanRelease(left) && jobs.CanRelease(j) && err == nil {
				g.fail("job %d of the click was not released: %+v", left.ID, left)
			}
		}
		return err
	})
	for _, c := range g.clients {
		c.last = g.use(c)
	}
}
