package jobs

import (
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/live"
)

// ofJob is the line of one job.
func ofJob(it *item) listLine { return listLine{kind: jobLine, click: click{[]*item{it}}} }

// said returns the lines of the queue: heads and prompts.
func (g *stage) said() string {
	var all []string
	for _, l := range g.q.lines {
		switch {
		case l.kind == groupLine:
			all = append(all, l.group.label())
		case l.kind == clickLine:
			all = append(all, fmt.Sprint(len(l.items), " of ", l.items[0].Click))
		default:
			all = append(all, l.items[0].Prompt)
		}
	}
	return strings.Join(all, ", ")
}

func TestGroupsStandInTheirOrder(t *testing.T) {
	g := newQueueStage(t)
	if got, want := g.said(), "Needs you, sun, wind, boats, Running, mist, Waiting, first, second, Ended, lamp, crowd, old"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if c := g.q.chips.buttons; c[1].Text() != "Needs you 3" || c[0].Text() != "All 9" {
		t.Errorf("chips: %q, %q", c[0].Text(), c[1].Text())
	}
	g.q.NeedsYou()
	if got := g.said(); got != "Needs you, sun, wind, boats" {
		t.Errorf("what waits for a person: %s", got)
	}
}

// The heads sort within the groups, whose order stays; the third click restores the order of the groups.
func TestTheHeadsOfColumnsSortWithinTheGroups(t *testing.T) {
	g := newQueueStage(t)
	const before = "Needs you, sun, wind, boats, Running, mist, Waiting, first, second, Ended, lamp, crowd, old"
	for _, c := range []struct {
		column  column
		sorting kit.Order
		want    string
	}{
		{jobColumn, kit.Rising, "Needs you, boats, sun, wind, Running, mist, Waiting, first, second, Ended, crowd, lamp, old"},
		{jobColumn, kit.Falling, "Needs you, wind, sun, boats, Running, mist, Waiting, second, first, Ended, old, lamp, crowd"},
		{jobColumn, kit.Unsorted, before},
		{costColumn, kit.Rising, "Needs you, boats, wind, sun, Running, mist, Waiting, first, second, Ended, lamp, crowd, old"},
		{costColumn, kit.Falling, "Needs you, sun, wind, boats, Running, mist, Waiting, first, second, Ended, lamp, crowd, old"},
		{stateColumn, kit.Rising, "Needs you, sun, wind, boats, Running, mist, Waiting, first, second, Ended, crowd, old, lamp"},
		{keptColumn, kit.Rising, before},
	} {
		test.Tap(g.q.heads.heads[c.column])
		if got := g.said(); got != c.want {
			t.Errorf("%d %d: got  %s\nwant %s", c.column, c.sorting, got, c.want)
		}
		for other, head := range g.q.heads.heads {
			if want := map[bool]kit.Order{true: c.sorting}[other == c.column]; head.Order() != want {
				t.Errorf("after %d %d, head %d shows %d", c.column, c.sorting, other, head.Order())
			}
		}
	}
	head := g.q.heads.heads[jobColumn]
	g.w.Canvas().Focus(head)
	apptest.PressKey(head, fyne.KeySpace)
	if got := g.q.order; got != (jobOrder{jobColumn, kit.Rising}) {
		t.Errorf("Space sorts by %+v", got)
	}
	if turn := g.item(5).turn; turn != 2 {
		t.Errorf("the last to be sent is number %d", turn)
	}
}

// The jobs of one click stay under one head, at the place of the first of them, and the keyboard at its job.
func TestSortingKeepsTheJobsOfOneClickTogether(t *testing.T) {
	g := newQueueStage(t)
	for i, prompt := range []string{"b", "z"} {
		j := g.add(db.Held)
		j.Hold, j.Click, j.ClickIndex, j.Prompt = db.HeldByUser, "c1", i, prompt
	}
	g.update()
	g.q.rows.Choose(slices.IndexFunc(g.q.lines, func(l listLine) bool {
		return l.kind == jobLine && l.items[0].ID == 8
	}))
	test.Tap(g.q.heads.heads[jobColumn])
	if got := g.said(); !strings.HasPrefix(got, "Needs you, 2 of c1, b, z, boats, sun, wind, Running") {
		t.Errorf("sorted: %s", got)
	}
	if l := g.q.lines[g.q.rows.At()]; l.items[0].ID != 8 {
		t.Errorf("the keyboard is at %q", l.items[0].Prompt)
	}
}

func TestARowShowsThePictureThatCame(t *testing.T) {
	g := newQueueStage(t)
	g.finish()
	if drawn := apptest.Find[*kit.Picture](g.row(3)); len(drawn) != 1 || drawn[0].Image() == nil ||
		!slices.Equal(g.asked, []int64{33}) {
		t.Errorf("asked for %v, shows %v", g.asked, drawn)
	}
}

// The viewer that a row opens goes through what the rows show.
func TestARowOpensTheViewerAmongTheRows(t *testing.T) {
	g := newQueueStage(t)
	for _, a := range []db.Asset{{ID: 44}, {ID: 45, TrashedAt: noon}} {
		g.q.lines = append(g.q.lines, ofJob(&item{assets: []db.Asset{a}}))
	}
	apptest.Find[*kit.Picture](g.row(3))[0].OnTapped()
	g.press(3, actOpen)
	it := g.item(3)
	action.ByID(g.q.inMenu(it, it.asset, nil), actOpen).Do()
	if want := []string{"view33 of 2", "view33 of 2", "view33 of 2"}; !slices.Equal(g.Told, want) {
		t.Errorf("leads to %q, want %q", g.Told, want)
	}
}

func TestRowsOfferOnlyWhatTheirStateAllows(t *testing.T) {
	g := newQueueStage(t)
	for id, want := range map[int64][]string{
		9: {actResolve}, 8: {actSend, actEdit, actRemove}, 6: {actStop}, 5: {actRemove},
		3: {actOpen, actReveal, actMore}, 2: {actMore}, 1: {actAskSame, actMore},
	} {
		if got := g.offers(id); !slices.Equal(got, want) {
			t.Errorf("%s offers %v, want %v", g.job(id).Prompt, got, want)
		}
	}
}

func TestCostSaysItsKind(t *testing.T) {
	g := newQueueStage(t)
	for id, want := range map[int64]string{9: "up to ¥4.50 unconfirmed", 8: "¥2.80 est.", 3: "¥5.60 charged"} {
		if r := g.row(id); r.number.Text()+" "+r.kindText.Text() != want {
			t.Errorf("%d costs %q %q, want %q", id, r.number.Text(), r.kindText.Text(), want)
		}
	}
}

// The engine may be committing, which takes the disk's time, so a click must not wait for its answer.
func TestTheWindowDoesNotAskTheEngine(t *testing.T) {
	g := newQueueStage(t)
	asked := g.reads["paused"]
	test.Tap(g.q.pause)
	if g.reads["paused"] != asked || g.paused {
		t.Error("the window asked the engine")
	}
	g.finish()
	if !g.paused || g.q.pause.Text() != "Resume sending" {
		t.Errorf("paused %v, button %q", g.paused, g.q.pause.Text())
	}
}

func TestFilterAndTrouble(t *testing.T) {
	g := newQueueStage(t)
	test.Tap(g.q.chips.buttons[4])
	if got := g.said(); got != "Ended, lamp, crowd, old" {
		t.Errorf("the ended: %s", got)
	}
	g.q.search.SetText("lamp")
	g.finish()
	if got := g.said(); got != "Ended, lamp" {
		t.Errorf("searched: %s", got)
	}
	g.broken = errors.New("disk is gone")
	g.update()
	if !g.q.problem.Visible() || !strings.Contains(g.q.problem.Text(), "disk is gone") || g.said() != "Ended, lamp" {
		t.Errorf("problem: %q, shown: %s", g.q.problem.Text(), g.said())
	}
	g.broken, g.rows = nil, nil
	g.update()
	if !g.q.empty.Visible() || g.q.problem.Visible() {
		t.Error("an empty queue says nothing")
	}
}

// The error of a command on a row is shown as a notice over the screen.
func TestACommandOfARowThatFailsSaysSo(t *testing.T) {
	g := newQueueStage(t)
	g.err = db.ErrSent
	g.press(5, actRemove)
	g.answer("Remove")
	if b, ok := g.row(5).actionButtons.in.Objects[0].(fyne.Disableable); !ok || !b.Disabled() {
		t.Error("a second press is a second command")
	}
	g.finish()
	if !slices.Equal(g.did, []string{"discard 5"}) ||
		!slices.Equal(g.host.Said, []string{"The job has been sent. Nothing was removed. "}) {
		t.Errorf("did %v, said %v", g.did, g.host.Said)
	}
}

// The bin of a row asks before it removes its job, and the rows get the focus back.
func TestTheBinOfARowAsks(t *testing.T) {
	g := newQueueStage(t)
	c := g.w.Canvas()
	g.press(8, actRemove)
	if words, _ := g.sheet(); len(g.did) != 0 || !strings.Contains(words, "Remove 1 job?") ||
		!strings.Contains(words, "This cannot be undone.") {
		t.Errorf("did %v, asked %q", g.did, words)
	}
	apptest.PressKey(c.Focused(), fyne.KeyEscape)
	g.finish()
	if c.Overlays().Top() != nil || len(g.did) != 0 || c.Focused() != fyne.Focusable(g.q.rows) {
		t.Errorf("after Esc: did %v, %T has the focus", g.did, c.Focused())
	}
	g.press(8, actRemove)
	g.tap("Cancel")
	if len(g.did) != 0 {
		t.Errorf("after Cancel: did %v", g.did)
	}
	g.press(8, actRemove)
	g.tap("Remove")
	if !slices.Equal(g.did, []string{"discard 8"}) {
		t.Errorf("did %v", g.did)
	}
}

// A key that is pressed twice does not reach the job that came into the place of the first.
func TestAKeyPressedTwiceIsOfOneJob(t *testing.T) {
	g := newQueueStage(t)
	g.q.rows.SetAt(slices.IndexFunc(g.q.lines, func(l listLine) bool { return l.kind == jobLine && l.id() == 4 }))
	g.q.rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	press := func() {
		g.q.rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
		if g.w.Canvas().Overlays().Top() != nil {
			g.tap("Remove")
		}
	}
	press()
	g.rows = slices.DeleteFunc(g.rows, func(j db.Job) bool { return j.ID == 4 })
	g.update()
	press()
	if !slices.Contains(g.did, "discard 4") || slices.Contains(g.did, "discard 5") {
		t.Errorf("did %v", g.did)
	}
}

// Sending is paused also while something else is under way that is of no job.
func TestSendingIsPausedAtAnyTime(t *testing.T) {
	g := newQueueStage(t)
	g.v.busy[0], g.v.busy[trackedTask], g.v.busy[noJob] = true, true, true
	test.Tap(g.q.pause)
	g.finish()
	if !g.paused {
		t.Error("it is not paused")
	}
}

// Jobs of several profiles are sent one profile after the other, because each profile has its own limits.
func TestJobsOfTwoProfilesAreSentOneAfterTheOther(t *testing.T) {
	g := newQueueStage(t)
	g.job(7).State, g.job(7).Hold = db.Held, db.HeldByUser
	g.job(8).ProfileID = 2
	g.update()
	g.q.release(g.q.held())
	g.finish()
	if len(g.did) != 2 || !slices.Contains(g.did, "release [8]") {
		t.Errorf("did %v", g.did)
	}
}

// Who decides against sending for the first profile sends nothing for the next one either.
func TestNothingFollowsWhatWasDecidedAgainst(t *testing.T) {
	g := newQueueStage(t)
	g.job(8).ProfileID, g.budget = 2, micros(0)
	g.update()
	g.q.release(g.q.held())
	g.finish()
	g.tap("Do not send")
	if len(g.did) != 0 || g.w.Canvas().Overlays().Top() != nil {
		t.Errorf("did %v, and asks about %v", g.did, g.w.Canvas().Overlays().Top())
	}
}

// Jobs that a pause holds were admitted when they were made. The agreement of a button covers the other jobs only, as
// the engine requires.
func TestWhatAPauseHoldsIsAgreedToAlready(t *testing.T) {
	g := newQueueStage(t)
	g.job(8).Hold = db.HeldPaused
	g.update()
	paid, free := g.item(7), g.item(8)
	if quoteOf(paid.profile, g.q.held()).PriceAgreement() != paid.shown ||
		free.shown != quoteOf(free.profile, nil).PriceAgreement() {
		t.Errorf("both: %+v, the one that is paused: %+v", quoteOf(paid.profile, g.q.held()).PriceAgreement(),
			free.shown)
	}
}

// A row is refilled several times at one size. Each time the tag has the width of its label, and the detail follows it.
func TestARecycledRowLeavesRoomForItsTag(t *testing.T) {
	g := newQueueStage(t)
	r := newCell(g.q.cellContext, newRow).layout.(*jobRow)
	w := test.NewTempWindow(t, r)
	w.Resize(fyne.NewSize(1200, jobHeight))
	tags := map[string]bool{}
	for _, it := range g.q.items {
		r.bind(ofJob(it))
		tags[r.tag.Word()] = true
		if got, want := r.tag.Size().Width, r.tag.MinSize().Width; got != want {
			t.Errorf("the tag %q is %v wide, its word needs %v", r.tag.Word(), got, want)
		}
		if last := len(r.actionButtons.in.Objects) - 1; last >= 0 {
			b := r.actionButtons.in.Objects[last]
			if end := r.actionButtons.in.Position().X + b.Position().X + b.Size().Width; end != r.ends.Size().Width {
				t.Errorf("the buttons of %q end at %v of %v", it.Prompt, end, r.ends.Size().Width)
			}
		}
		if end := r.tag.Position().X + r.tag.Size().Width; r.text.Position().X < end {
			t.Errorf("%q begins at %v, under the tag %q that ends at %v", r.text.Text(), r.text.Position().X,
				r.tag.Word(), end)
		}
	}
	if len(tags) < 3 {
		t.Errorf("only these tags were tried: %v", tags)
	}
}

// A change of a job that was queued before its row went to another job reaches the row all the same, and is never seen
// there.
func TestARecycledRowNeverShowsAnotherJob(t *testing.T) {
	g := newStage(t)
	turns := apptest.NewQueueApp(t)
	g.v.Live = live.New(func() time.Time { return noon })
	r := newCell(g.q.cellContext, newRow).layout.(*jobRow)
	row := func(id int64, state db.JobState) *item {
		return &item{Job: db.Job{ID: id, State: state, Kind: db.TextToVideo, SentAt: noon}}
	}
	for _, after := range []*item{row(2, db.InProgress), row(2, db.Saved), {}} {
		r.bind(ofJob(row(1, db.InProgress)))
		turns.RunAll(func() {})
		g.v.Live.Handle(jobs.Progress{ID: 1, Percent: 62})
		g.v.Live.Flush(false)() // the changes are queued now
		r.Unbind()
		if after.ID == 0 {
			r.bind(listLine{kind: groupLine, group: ended, click: click{[]*item{row(1, db.Saved)}}})
		} else {
			r.bind(ofJob(after))
		}
		turns.RunAll(func() {
			if r.bar.Value() == 0.62 || after.ID != 0 && r.tag.Word() == "Generating 62%" {
				t.Fatalf("job %d, %s, shows %q and a bar at %v", after.ID, after.State, r.tag.Word(), r.bar.Value())
			}
		})
		g.v.Live.Handle(jobs.JobChanged{ID: 1})
	}
	r.Unbind()
	if held, _ := g.v.Live.Counts(); held != 0 {
		t.Errorf("%d are held", held)
	}
}

// A held job that was revised at the same price is shown as it is now, and leads to the form as it is now.
func TestARevisedJobIsShownAnew(t *testing.T) {
	g := newQueueStage(t)
	for _, prompt := range []string{"wind", "storm"} {
		g.job(8).Prompt = prompt
		g.update()
		g.press(8, actEdit)
		if got := g.row(8).title.Text(); got != prompt || g.Told[len(g.Told)-1] != "edit held8"+prompt {
			t.Errorf("%q shows %q and leads to %q", prompt, got, g.Told)
		}
	}
}

// downloads adds running jobs, and downloads of which some keep failing.
func (g *stage) downloads() {
	done := func(id int64, prompt string, left time.Duration, code string) db.Job {
		return db.Job{ID: id, State: db.Completed, Kind: db.TextToVideo, Prompt: prompt, ExpiresAt: g.now.Add(left),
			ErrorCode: code, ProfileID: 7}
	}
	g.rows = []db.Job{
		{ID: 14, State: db.InProgress, Kind: db.TextToVideo, Prompt: "runs", ExpiresAt: g.now.Add(time.Hour),
			SentAt: g.now, ProfileID: 7},
		done(13, "late", 6*24*time.Hour+23*time.Hour, ""),
		done(12, "full", 6*time.Hour, jobs.CodeDiskFull),
		done(11, "soon", 2*time.Hour, jobs.CodeUnreachable),
	}
	g.update()
}

func TestDownloadsStandFirstAndTheSoonestEndOnTop(t *testing.T) {
	g := newQueueStage(t)
	g.downloads()
	var got []string
	for _, it := range g.q.shown {
		top, low := it.serviceCopy(g.now)
		got = append(got, it.Prompt+": "+top+", "+low+", "+g.v.Live.Status(it.liveRow()).Detail)
	}
	want := []string{
		"soon: 2 h left, keeps failing, the service cannot be reached",
		"full: 6 h left, keeps failing, the disk is full",
		"late: 6 d 23 h left, not saved yet, saving",
		"runs: 60 min left, not saved yet, 0:00",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestFailingDownloadsWarnOverTheRows(t *testing.T) {
	g := newQueueStage(t)
	g.downloads()
	want := "2 downloads keep failing. The first: 2 h left at the service. Reason: the service cannot be reached. Check the network connection. They are retried free of charge."
	if got := g.q.banners.failing.Text(); got != want || !g.q.banners.boxes[0].Visible() {
		t.Errorf("%q, want %q", got, want)
	}
	test.Tap(apptest.Buttons(g.q.banners.boxes[0])["Try now"])
	g.finish()
	g.press(12, actTryNow)
	g.finish()
	if !slices.Equal(g.did, []string{"try 11", "try 12", "try 12"}) {
		t.Errorf("did %v", g.did)
	}
	for i := range g.rows {
		g.rows[i].ErrorCode = ""
	}
	g.q.Handle(jobs.JobChanged{ID: 11, State: db.Downloading})
	g.finish()
	if g.q.banners.boxes[0].Visible() {
		t.Error("the warning stays after the downloads succeed")
	}
}

// Jobs of one click are under one head. If they are many they are folded until the user unfolds them. Groups can be
// folded too.
func TestGroupsAndClicksFold(t *testing.T) {
	g := newQueueStage(t)
	for _, id := range []int64{5, 4} {
		g.job(id).Click = "pair"
	}
	for i := range int64(4) {
		g.rows = append([]db.Job{{ID: 10 + i, State: db.Waiting, Kind: db.TextToImage,
			Prompt: fmt.Sprint("of many ", i), Click: "many", ProfileID: 7}}, g.rows...)
	}
	g.update()
	g.q.group = toSend
	g.q.render()
	if got := g.said(); got != "Waiting, 2 of pair, first, second, 4 of many" {
		t.Fatalf("at first: %s", got)
	}
	heads := func() (all []*jobRow) {
		for _, c := range apptest.Find[*cell](g.q.rows) {
			if c.line.isHead() {
				all = append(all, c.layout.(*jobRow))
			}
		}
		return all
	}
	test.Tap(heads()[2].foldIcon)
	test.Tap(heads()[1].foldIcon)
	if got := g.said(); got != "Waiting, 2 of pair, 4 of many, of many 0, of many 1, of many 2, of many 3" {
		t.Errorf("a click folded, another unfolded: %s", got)
	}
	test.Tap(heads()[0].foldIcon)
	if got := g.said(); got != "Waiting" {
		t.Errorf("the group folded: %s", got)
	}
}

// What is marked is removed or sent together, and the mark of a job that is gone goes with it.
func TestMarkedJobsAreCommandedTogether(t *testing.T) {
	g := newQueueStage(t)
	test.Tap(g.row(8).check)
	test.Tap(g.row(7).check)
	if g.q.foot.count.Text() != "2 selected" || !g.q.foot.send.Visible() ||
		g.q.foot.send.Text() != "Send both… · ¥2.86 est." {
		t.Errorf("%q, %q", g.q.foot.count.Text(), g.q.foot.send.Text())
	}
	test.Tap(g.row(5).check)
	if g.q.foot.send.Visible() || !g.q.foot.discard.Visible() {
		t.Error("one that waits cannot be sent by hand")
	}
	test.Tap(g.q.foot.discard)
	g.tap("Remove")
	g.finish()
	if !slices.Equal(g.did, []string{"discard 8", "discard 7", "discard 5"}) {
		t.Errorf("did %v", g.did)
	}
	g.rows = slices.DeleteFunc(g.rows, func(j db.Job) bool { return j.ID == 8 || j.ID == 7 || j.ID == 5 })
	g.update()
	if len(g.q.selected) != 0 || g.q.foot.count.Visible() {
		t.Errorf("marked: %v", g.q.selected)
	}
	test.Tap(g.q.checkAll)
	if len(g.q.selected) != len(g.rows) || g.q.foot.discard.Visible() {
		t.Errorf("all: %v", g.q.selected)
	}
}

// The rows are one stop of Tab. Keys do what the controls of a row do.
func TestTheQueueWorksByKeyboard(t *testing.T) {
	g := newQueueStage(t)
	c := g.w.Canvas()
	c.Focus(g.q.First())
	c.FocusNext()
	if c.Focused() != g.q.chips.buttons[0] {
		t.Errorf("Tab leads to %#v and not past the rows", c.Focused())
	}
	edge := func() (all []color.Color) { // of the first line, which is the head of a group and has a ground of its own
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(g.q.rows)
		shown := c.Capture()
		for x := range 8 {
			all = append(all, shown.At(int(at.X)+x, int(at.Y)+headHeight/2))
		}
		return all
	}
	bare := edge()
	c.Focus(g.q.First())
	if slices.Equal(edge(), bare) {
		t.Error("nobody sees where the keyboard is")
	}
	press := func(keys ...fyne.KeyName) {
		for _, key := range keys {
			g.q.rows.TypedKey(&fyne.KeyEvent{Name: key})
		}
	}
	press(fyne.KeyHome, fyne.KeyDown, fyne.KeyDown, fyne.KeySpace) // wind
	press(fyne.KeyDown, fyne.KeySpace, fyne.KeyDelete)
	g.tap("Remove")
	g.finish()
	if !slices.Equal(g.did, []string{"discard 8", "discard 7"}) {
		t.Errorf("did %v", g.did)
	}
	press(fyne.KeyReturn) // boats has nothing to open
	if menu, ok := c.Overlays().Top().(*kit.Popover); !ok || !strings.Contains(menu.AccessibilityLabel(), "Edit…") {
		t.Errorf("on top is %T", c.Overlays().Top())
	} else {
		menu.Hide()
	}
	press(fyne.KeyLeft, fyne.KeyLeft)
	if got := g.said(); got != "Needs you, Running, mist, Waiting, first, second, Ended, lamp, crowd, old" {
		t.Errorf("folded: %s", got)
	}
	press(fyne.KeyRight, fyne.KeyEnd, fyne.KeyUp, fyne.KeyUp)
	g.rows = append([]db.Job{{ID: 20, State: db.Waiting, Kind: db.TextToImage, Prompt: "new", ProfileID: 7}}, g.rows...)
	g.update()
	press(fyne.KeyReturn) // lamp, with another row above it
	g.row(2).TappedSecondary(&fyne.PointEvent{})
	if _, ok := c.Overlays().Top().(*kit.Popover); !ok || !slices.Equal(g.Told, []string{"view33 of 1"}) {
		t.Errorf("leads to %q, on top is %T", g.Told, c.Overlays().Top())
	}
}

// A filter without results is explained as such, and not as an empty history.
func TestAFilterWithoutHitsLeadsBackToAll(t *testing.T) {
	g := newQueueStage(t)
	g.rows = slices.DeleteFunc(g.rows, func(j db.Job) bool { return j.State == db.InProgress })
	g.update()
	test.Tap(g.row(8).check)
	test.Tap(g.q.chips.buttons[2])
	if words := strings.Join(apptest.Texts(g.q.empty), " "); !strings.Contains(words, "No job is running now.") ||
		g.q.foot.count.Visible() {
		t.Errorf("%q, %q", words, g.q.foot.count.Text())
	}
	test.Tap(apptest.Buttons(g.q.empty)["Show all"])
	if g.q.empty.Visible() || len(g.q.shown) != len(g.rows) {
		t.Errorf("shown: %s", g.said())
	}
}

// What is copied can be shown around: the links of frames are signed.
func TestCopiedRequestsHoldNoSignedLink(t *testing.T) {
	g := newQueueStage(t)
	g.job(8).Request = []byte(`{"model":"clip-2.6","prompt":"wind","input_reference":["https://host.example/1.png?sig=s3cret"]}`)
	g.update()
	test.Tap(g.row(8).check)
	test.Tap(g.q.foot.copyAll)
	if got := g.host.Clipboard; got != `{"model":"clip-2.6","prompt":"wind","input_reference":["https://host.example/…"]}` {
		t.Errorf("copied %s", got)
	}
}

// Jobs without a known price are counted in a sentence of their own, not as a sum.
func TestTheFootCountsJobsWithoutAPrice(t *testing.T) {
	g := newQueueStage(t)
	g.entries[9][0].AmountMicros = nil
	g.update()
	if got := g.q.foot.sums.Text(); !strings.HasPrefix(got, "1 unconfirmed, price not known · ") {
		t.Errorf("sums: %q", got)
	}
}

// The foot sums what is open by kinds, and the profile that is chosen is the one that is listed and summed.
func TestTheFootSumsWhatIsOpenAndProfilesAreChosen(t *testing.T) {
	g := newQueueStage(t)
	if got := g.q.foot.sums.Text(); got != "Unconfirmed, up to ¥4.50 · Waiting and held, est. ¥2.86, 2 without a price" {
		t.Errorf("sums: %q", got)
	}
	if g.q.profilePicker.Visible() || strings.Contains(g.row(8).about.Text(), "Studio") {
		t.Error("one profile in front is named")
	}
	g.job(7).ProfileID = 2
	g.update()
	if !g.q.profilePicker.Visible() || !strings.Contains(g.row(8).about.Text(), "Studio") {
		t.Errorf("of two profiles a row says %q", g.row(8).about.Text())
	}
	test.Tap(g.row(8).check)
	g.q.profilePicker.OnChanged(1) // the one with the lower ID
	if got := g.said(); got != "Needs you, boats" {
		t.Errorf("of the other profile: %s", got)
	}
	if got := g.q.banners.sendHeld.Text(); got != "Send it · ¥0.06 est." || g.q.foot.count.Visible() {
		t.Errorf("%q, selected %v: what is not shown is sent", got, g.q.foot.count.Visible())
	}
	g.host.Front.ID = 9
	g.rows = g.rows[:1]
	g.update()
	if !strings.Contains(g.row(9).about.Text(), "Studio") {
		t.Errorf("a row of a profile that is not in front says %q", g.row(9).about.Text())
	}
}

// The head of waiting jobs shows how long they take and cost together, estimated from earlier jobs.
func TestWhatWaitsIsForecast(t *testing.T) {
	g := newQueueStage(t)
	for _, id := range []int64{5, 4} {
		g.job(id).Model, g.job(id).Request = "genimage-2.5-flare", g.job(7).Request
	}
	g.stats = []ledger.ModelStats{{Model: "genimage-2.5-flare", Median: 30 * time.Second}}
	g.update()
	entries := g.reads["entries"]
	words, err := g.v.Forecast(t.Context())
	if g.reads["entries"] != entries {
		t.Error("the status bar, which asks at each change, reads the ledger")
	}
	if err != nil || words != "2 waiting, about 1:00, ¥0.12 est." ||
		g.q.groupNote(listLine{kind: groupLine, group: toSend,
			click: click{[]*item{g.item(4), g.item(5)}}}) != "about 1:00, ¥0.12 est." {
		t.Errorf("%q, %v", words, err)
	}
}

// A queue is rendered on the window's goroutine at each change of a job: what it takes grows with the jobs, and no
// faster.
func BenchmarkRender(b *testing.B) {
	for _, n := range []int{500, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := newQueueStage(b)
			for i := range n {
				one := *g.item(5)
				one.ID, one.takes = int64(1000+i), time.Minute
				g.q.items = append(g.q.items, &one)
			}
			for b.Loop() {
				g.q.render()
			}
		})
	}
}

// What comes from a copy of the library may have been sent: nothing claims that it was not.
func TestHeldJobsOfACopyMayHaveBeenSent(t *testing.T) {
	g := newQueueStage(t)
	j := g.job(8)
	j.State, j.Hold, j.ErrorCode = db.Held, db.HeldByUser, db.CodeRestored
	g.update()
	g.q.discardAll(g.q.held())
	g.finish()
	if words, _ := g.sheet(); strings.Contains(words, "Nothing has been sent") ||
		!strings.Contains(words, "may have been sent") {
		t.Errorf("before they are removed it shows %q", words)
	}
}

// A row has room for one action with words: a task that is not polled offers to ask again, and the menu the rest.
func TestARowHasRoomForOneActionInWords(t *testing.T) {
	g := newQueueStage(t)
	for _, code := range []string{jobs.CodeOtherKey, jobs.CodeTaskUnknown} {
		it := &item{Job: db.Job{ID: 1, Kind: db.TextToVideo, State: db.Queued, TaskID: "task_1", ErrorCode: code}}
		got := actionIDs(g.v.Queue.onRow(it))
		if !slices.Equal(got, []string{actAsk}) {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// The jobs of one click are indented below a head with their number and cost.
func TestTheJobsOfAClickAreIndentedBelowTheirSum(t *testing.T) {
	g := newQueueStage(t)
	for i, id := range []int64{9, 8} {
		j := g.job(id)
		j.State, j.Click, j.ClickIndex = db.Queued, "one", i
		g.entries[id] = []db.Entry{{ID: id, JobID: id, Kind: db.Reserve, AmountMicros: micros(2_800_000),
			Currency: "CNY"}}
	}
	g.update()
	var words string
	for _, c := range apptest.Find[*cell](g.q.Content()) {
		if c.line.kind == clickLine {
			words = c.AccessibilityLabel()
		}
	}
	if !strings.Contains(words, "2 jobs") || !strings.Contains(words, "¥5.60 reserved") {
		t.Errorf("the head shows %q", words)
	}
	x := func(id int64) float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(g.row(id).title).X
	}
	if in, out := x(9), x(6); in != out+innerIndent {
		t.Errorf("a job of a click begins at %v, another one at %v", in, out)
	}
}
