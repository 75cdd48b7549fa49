package jobs_test

import (
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
)

// A command that runs in another time zone does not start a new day for the limits. Only the window stores its time
// zone.
func TestOtherTimeZoneDoesNotStartNewDay(t *testing.T) {
	inWorld(t, func(w *world) {
		clockIn := func(name string) {
			in, err := time.LoadLocation(name)
			w.must(err)
			w.clock = zoned{jobs.SystemClock(), 0, in}
		}
		day := int64(clipPrice)
		w.profile.DayBudgetMicros = &day
		p, err := w.lib.SaveProfile(w.ctx, w.profile)
		w.must(err)
		w.profile = p
		clockIn("America/New_York") // it is 31 December at 19:00 there
		w.start()
		w.until(w.clip("first").ID, db.Saved)
		over := func() bool {
			q, err := w.engine.Price(w.ctx, w.profile.ID, []jobs.Order{{Request: videoOf("second")}})
			w.must(err)
			return q.ConfirmScope() == jobs.ScopeDay
		}
		if !over() {
			t.Fatal("the budget of the day is not used")
		}
		w.pass(3 * time.Hour)
		w.stop()
		clockIn("Atlantic/South_Georgia") // it is 1 January at 1:00 there, and 22:00 in New York
		w.start()
		if !over() {
			t.Error("a new day has begun elsewhere")
		}
		w.stop()
		clockIn("America/New_York")
		w.start()
		w.pass(3 * time.Hour)
		if over() {
			t.Error("no new day has begun")
		}
		w.stop()
		clockIn("Europe/Berlin")
		w.start()
		w.must(w.engine.UseLocalTimeZone(w.ctx))
		if !over() { // the first clip was made at 1:00 there, on the same day
			t.Error("the days of the window's zone do not count")
		}
	})
}
