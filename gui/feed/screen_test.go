package feed

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/widgets"
)

func TestSessionIsTodayAndWhatHasNotEnded(t *testing.T) {
	g := newStage(t)
	old := g.now.Add(-30 * time.Hour)
	g.add(db.InProgress).CreatedAt = old
	g.add(db.Saved).CreatedAt = old
	g.add(db.Unconfirmed).CreatedAt = old
	for range 2*pageSize + 10 {
		g.add(db.Saved)
	}
	g.add(db.Failed)
	g.update()
	got := g.ids()
	if len(got) != 2*pageSize+13 || got[0] != int64(len(g.rows)) || got[len(got)-1] != 1 || got[len(got)-2] != 3 {
		t.Errorf("%d jobs, first %d, last %v", len(got), got[0], got[len(got)-2:])
	}
	if slices.Contains(got, 2) {
		t.Error("a job that ended yesterday is in the session")
	}
	if got := g.s.view.chips[NeedsYou].Text(); got != "Needs you 1" {
		t.Errorf("chip %q", got)
	}
	if got := g.s.view.chips[All].Text(); got != fmt.Sprintf("All %d", 2*pageSize+13) {
		t.Errorf("chip %q", got)
	}
}

func TestProgressTouchesOneCardWithoutReading(t *testing.T) {
	g := newStage(t)
	g.usual = []time.Duration{time.Hour, 134 * time.Second, time.Second}
	g.add(db.InProgress)
	g.add(db.Downloading)
	g.update()
	before := g.reads["jobs"]
	g.hear(jobs.Progress{ID: 1, Percent: 62}, jobs.Progress{ID: 2, Done: 64, Total: 100}, jobs.Progress{ID: 99, Percent: 1})
	c := g.card(1)
	if c.tag.Word() != "Generating 62%" || c.progress.Value() != 0.62 {
		t.Errorf("%q, bar %v", c.tag.Word(), c.progress.Value())
	}
	if got := c.status.Text(); got != "1:24 elapsed, about 0:50 left (your clips of this kind take 2:14)" {
		t.Errorf("status %q", got)
	}
	if need, has := c.HeightFor(c.Size().Width), c.Size().Height; need != has {
		t.Errorf("the card is %v high and needs %v: each word of progress would lay the list out anew", has, need)
	}
	if got := g.card(2).tag.Word(); got != "Downloading 64%" {
		t.Errorf("tag %q", got)
	}
	if g.reads["jobs"] != before || len(g.work) != 0 {
		t.Error("a progress event read rows")
	}
	g.update()
	if got := g.card(2).tag.Word(); got != "Downloading 64%" {
		t.Errorf("a reading lost the bytes: %q", got)
	}

	g.now = g.now.Add(10 * time.Second)
	g.flush(true)
	if got := c.status.Text(); got[:4] != "1:34" {
		t.Errorf("after ten seconds: %q", got)
	}
}

func TestTheTimeLeftIsThatOfTheSameService(t *testing.T) {
	g := newStage(t)
	g.usual = []time.Duration{134 * time.Second}
	g.add(db.InProgress)
	g.add(db.InProgress).ProfileID = 8 // asks for the very same clip
	g.update()
	if got := g.card(1).status.Text(); got != "1:24 elapsed, about 0:50 left (your clips of this kind take 2:14)" {
		t.Errorf("where it is known: %q", got)
	}
	if got := g.card(2).status.Text(); got != "1:24 elapsed" {
		t.Errorf("the first clip of another service: %q", got)
	}
}

func TestAPriceThatComesLaterIsOnTheCardAtOnce(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	g.entries[1] = []db.Entry{{ID: 1, Kind: db.Charge, Currency: "CNY"}}
	g.update()
	g.finish()
	charge := g.entries[1][0]
	g.entries[1] = []db.Entry{{ID: 2, Kind: db.Void, Correction: "c", Prices: 1, AmountMicros: micros(1_250_000), Currency: "CNY"}, charge}
	g.s.Handle(jobs.LedgerChanged{ProfileID: 7})
	g.finish()
	if s := g.s.Items()[0].Money(); s.Number != "¥1.25" || s.Word != "charged, corrected" {
		t.Errorf("%q %q", s.Number, s.Word)
	}
}

func TestOneCardFromTheClickToTheFile(t *testing.T) {
	g := newStage(t)
	g.add(db.Waiting)
	g.update()
	if g.card(1).tag.Word() != "Waiting" || !g.card(1).picture.Disabled() {
		t.Errorf("tag %q", g.card(1).tag.Word())
	}
	j := g.job(1)
	j.State, j.ExpiresAt = db.Saved, g.now.Add(167*time.Hour)
	j.FinishedAt = j.AcceptedAt.Add(time.Minute)
	g.assets[1] = []db.Asset{{ID: 101, Kind: db.Clip, Seconds: 5}}
	g.entries[1] = []db.Entry{{Kind: db.Charge, AmountMicros: micros(2_800_000), Currency: "CNY"}}
	g.s.Handle(jobs.JobChanged{ID: 1, State: db.Saved})
	g.s.Handle(jobs.AssetAdded{ID: 101, JobID: 1})
	g.s.Handle(jobs.LedgerChanged{ProfileID: 7})
	if len(g.work) != 1 {
		t.Errorf("three events asked for %d readings", len(g.work))
	}
	g.finish()
	c := g.card(1)
	if !c.large || c.tag.Word() != "Saved" || c.picture.Image() == nil {
		t.Errorf("large %v, %q, poster %v", c.large, c.tag.Word(), c.picture.Image())
	}
	if got := c.amount.Text(); got != "¥2.80 charged" {
		t.Errorf("amount %q", got)
	}
	if c.facts[2].Text() != "Took 1:00 · done 11:59" || c.facts[3].Text() != "Service copy: 6 d 23 h left" {
		t.Errorf("facts %q, %q", c.facts[2].Text(), c.facts[3].Text())
	}
	test.Tap(c.picture)
	g.press(1, Reveal)
	g.press(1, Reuse)
	g.press(1, CopyTaskID)
	if !slices.Equal(g.opened, []int64{101, -101}) || !slices.Equal(g.reused, []int64{1}) || g.copied != "task-1" {
		t.Errorf("opened %v, reused %v, copied %q", g.opened, g.reused, g.copied)
	}

	reads := g.reads["entries"]
	g.update()
	if g.reads["entries"] != reads {
		t.Error("a job that has ended was read again")
	}
	g.entries[1][0].AmountMicros = micros(1_000_000)
	g.s.Handle(jobs.LedgerChanged{ProfileID: 7})
	g.finish()
	if got := c.amount.Text(); got != "¥1.00 charged" {
		t.Errorf("after a correction: %q", got)
	}
}

func TestCardsThatArriveAboveMoveNothing(t *testing.T) {
	g := newStage(t)
	for range 20 {
		g.add(db.Failed)
	}
	g.update()
	list := g.s.view.list
	list.SetOffset(600)
	y := func() float32 { return g.card(12).Position().Y - list.Offset() }
	before := y()
	g.add(db.Saved)
	g.add(db.Waiting)
	g.update()
	if got := y(); got != before {
		t.Errorf("the card moved by %v", got-before)
	}
	if !g.s.view.fresh.Visible() || g.s.view.fresh.Text() != "2 new" {
		t.Errorf("chip %v, %q", g.s.view.fresh.Visible(), g.s.view.fresh.Text())
	}
	test.Tap(g.s.view.fresh)
	if g.s.view.fresh.Visible() || !list.AtTop() {
		t.Error("the chip did not lead to the top")
	}
	g.add(db.Waiting)
	g.update()
	if g.s.view.fresh.Visible() || !list.AtTop() {
		t.Error("at the top new cards are simply there")
	}
}

func TestChipsFilter(t *testing.T) {
	g := newStage(t)
	g.update()
	if !g.s.view.empty.Visible() {
		t.Error("an empty session says nothing")
	}
	for _, s := range allStates() {
		g.add(s)
	}
	g.update()
	sum := 0
	for grp := Running; grp < groups; grp++ {
		test.Tap(g.s.view.chips[grp])
		shown := len(g.s.view.list.Rows())
		if g.s.view.chips[grp].Text() != fmt.Sprintf("%s %d", grp.Word(), shown) || !g.s.view.chips[grp].On() || g.s.view.chips[All].On() {
			t.Errorf("%s: %d rows, chip %q", grp.Word(), shown, g.s.view.chips[grp].Text())
		}
		sum += shown
	}
	if sum != len(allStates()) || g.s.view.empty.Visible() {
		t.Errorf("the groups hold %d of %d jobs", sum, len(allStates()))
	}
}

func TestAButtonIsOneCommand(t *testing.T) {
	g := newStage(t)
	g.add(db.Held)
	g.add(db.Waiting)
	g.add(db.InProgress)
	g.add(db.Unwatched)
	g.update()
	for _, c := range []struct {
		id   int64
		a    Action
		want string
	}{{1, Send, "release [1]"}, {2, Remove, "discard 2"}, {3, StopWatching, "stop 3"}, {4, WatchAgain, "watch 4"}} {
		g.did = nil
		g.press(c.id, c.a)
		g.press(c.id, c.a)
		g.finish()
		if !slices.Equal(g.did, []string{c.want}) {
			t.Errorf("did %v, want %q once", g.did, c.want)
		}
	}
	g.err = errors.New("disk full")
	g.press(3, StopWatching)
	g.finish()
	if got := g.card(3).trouble.Text(); got != "Not done: disk full" || !g.card(3).trouble.Visible() {
		t.Errorf("%q", got)
	}
	g.err = nil
	g.press(3, StopWatching)
	g.finish()
	if g.card(3).trouble.Visible() {
		t.Error("the trouble outlived a command that went well")
	}
}

func TestOneMoreTakesAnotherSeedAndSameAgainTheVeryRequest(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	g.add(db.Failed)
	g.update()
	if got := g.card(1).labels[3]; got != "One more · ¥2.80 est." {
		t.Errorf("label %q", got)
	}
	g.press(1, OneMore)
	g.press(2, SameAgain)
	g.finish()
	if !slices.Equal(g.did, []string{"submit for 7", "again 2"}) || len(g.sent) != 1 {
		t.Fatalf("did %v", g.did)
	}
	if r := g.sent[0]; r.Seed == nil || *r.Seed != 123 || r.Prompt != "paper boats on a canal" || r.Seconds != 5 {
		t.Errorf("sent %+v", r)
	}
}

func TestUnconfirmedIsOnlyEverSolvedByAPerson(t *testing.T) {
	g := newStage(t)
	g.add(db.Unconfirmed)
	g.entries[1] = []db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY"}}
	g.update()
	if got, want := g.card(1).title.Text(), "The request was sent, but no answer came back. The service may have accepted and charged it. Viviscope will not send it again by itself."; got != want {
		t.Errorf("%q", got)
	}

	g.press(1, HaveTaskID)
	overlay := g.w.Canvas().Overlays()
	task := g.w.Canvas().Focused().(*widgets.Entry)
	g.err = client.ErrNotFound
	test.Type(task, "task-x")
	task.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	g.finish()
	if !slices.Equal(g.did, []string{"adopt 1 task-x"}) || overlay.Top() == nil {
		t.Fatalf("did %v, sheet %v", g.did, overlay.Top())
	}
	g.err = nil
	task.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	g.finish()
	if overlay.Top() != nil {
		t.Error("the sheet stays after the task was found")
	}

	g.did = nil
	g.press(1, SendAgain)
	later := g.w.Canvas().Focused().(*widgets.Button)
	if later.Text() != "Decide later" {
		t.Errorf("the focus is on %q", later.Text())
	}
	later.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	g.finish()
	if len(g.did) != 0 || overlay.Top() != nil {
		t.Errorf("the default did %v", g.did)
	}
	g.press(1, SendAgain)
	g.w.Canvas().FocusNext()
	again := g.w.Canvas().Focused().(*widgets.Button)
	if again.Text() != "Send again · ¥2.80 more" {
		t.Errorf("button %q", again.Text())
	}
	test.Tap(again)
	g.press(1, ItWasNotCharged)
	g.finish()
	if !slices.Equal(g.did, []string{"again 1"}) { // the second press met a card that was still busy
		t.Errorf("did %v", g.did)
	}
	g.press(1, ItWasNotCharged)
	g.finish()
	if !slices.Equal(g.did, []string{"again 1", "not charged 1"}) {
		t.Errorf("did %v", g.did)
	}
}

func TestAPosterNeverLandsOnAnotherCard(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	g.update()
	c := g.card(1)
	c.bind(Item{Job: db.Job{ID: 2, State: db.Saved}, Asset: db.Asset{ID: 555, Kind: db.Clip}}, g.now)
	c.load(db.Asset{})
	g.finish()
	if c.picture.Image() != nil || !slices.Equal(g.asked, []int64{101, 555}) {
		t.Errorf("asked %v, shows %v", g.asked, c.picture.Image())
	}
}

func TestTabGoesThroughChipsAndCards(t *testing.T) {
	g := newStage(t)
	g.add(db.Failed)
	g.add(db.InProgress)
	g.update()
	c := g.w.Canvas()
	var got []string
	for range 10 {
		c.FocusNext()
		switch o := c.Focused().(type) {
		case *widgets.Chip:
			got = append(got, o.Text())
		case *widgets.Button:
			got = append(got, o.Text())
		case *widgets.Link:
			got = append(got, o.Text())
		default:
			got = append(got, fmt.Sprintf("%T", o))
		}
	}
	want := []string{"All 2", "Running 1", "Needs you 0", "Done 0", "Failed 1", "*widgets.Toggle",
		"*widgets.VList", "Copy task ID", "Stop watching", "Edit and send…"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFeedLooks(t *testing.T) {
	apptest.Compares(t)
	g := newStage(t)
	g.add(db.Failed).ErrorMessage = "the prompt was rejected by the content check"
	g.entries[1] = []db.Entry{{Kind: db.Refund, AmountMicros: micros(2_800_000), Currency: "CNY"}}
	g.add(db.Saved).FinishedAt = g.now.Add(-time.Minute)
	g.entries[2] = []db.Entry{{Kind: db.Charge, AmountMicros: micros(2_800_000), Currency: "CNY"}}
	g.add(db.Unconfirmed)
	g.entries[3] = []db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY"}}
	g.add(db.InProgress).Progress = 62
	g.entries[4] = []db.Entry{{Kind: db.Reserve, AmountMicros: micros(2_800_000), Currency: "CNY"}}
	g.usual = []time.Duration{134 * time.Second}
	g.update()
	g.w.Canvas().Unfocus()
	test.AssertRendersToImage(t, "feed.png", g.w.Canvas())
}

// A finished reading is swapped in on the window's goroutine.
func BenchmarkShow(b *testing.B) {
	g := newStage(b)
	for range 300 {
		g.add(db.Failed)
	}
	g.update()
	items := g.s.items
	for b.Loop() {
		g.s.show(slices.Clone(items))
	}
}
