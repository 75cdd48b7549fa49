package jobs

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// shown are the jobs of the feed.
func (g *stage) shown() (all []int64) {
	for _, it := range g.s.items {
		all = append(all, it.ID)
	}
	return all
}

// chip returns the label of the chip of a group in the feed.
func (g *stage) chip(of group) string {
	return g.s.chips.buttons[slices.Index(g.s.chips.groups, of)].Text()
}

func TestAScreenReaderIsToldTheJobsInSight(t *testing.T) {
	g := newStage(t)
	g.add(db.Failed)
	g.update()
	if got := g.s.rows.AccessibilityLabel(); !strings.HasPrefix(got, "Recent, Failed, ") ||
		!strings.Contains(got, "paper boats on a canal") {
		t.Errorf("the session says %q", got)
	}
	if got := newQueueStage(t).q.rows.Cell(1).(fyne.Accessible).AccessibilityLabel(); !strings.Contains(got,
		"sun, Text to video") {
		t.Errorf("the queue says %q", got)
	}
}

func TestEachControlOfJobsTakesItsClicks(t *testing.T) {
	g := newStage(t)
	for _, state := range []db.JobState{db.Saved, db.InProgress, db.Failed, db.Unconfirmed, db.Held} {
		g.add(state)
	}
	g.update()
	if covered := apptest.CoveredControls(g.w.Canvas()); len(covered) > 0 {
		t.Errorf("in Recent: %s", strings.Join(covered, "\n"))
	}
	if covered := apptest.CoveredControls(newQueueStage(t).w.Canvas()); len(covered) > 0 {
		t.Errorf("in the queue: %s", strings.Join(covered, "\n"))
	}
}

func TestRecentAreTheNewestAndWhatHasNotEnded(t *testing.T) {
	g := newStage(t)
	g.add(db.InProgress)
	g.add(db.Saved)
	g.add(db.Unconfirmed)
	for range endedShown {
		g.add(db.Saved)
	}
	g.update()
	got := g.shown()
	if len(got) != endedShown+2 || got[0] != int64(len(g.rows)) || !slices.Equal(got[len(got)-2:], []int64{3, 1}) {
		t.Errorf("%d jobs, first %d, last %v", len(got), got[0], got[len(got)-2:])
	}
	if got := g.chip(needsYou); got != "Needs you 1" {
		t.Errorf("chip %q", got)
	}
	if got := g.chip(all); got != fmt.Sprintf("All %d", endedShown+2) {
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
	g.hear(jobs.Progress{ID: 1, Percent: 62}, jobs.Progress{ID: 2, Done: 64, Total: 100},
		jobs.Progress{ID: 99, Percent: 1})
	c := g.card(1)
	if c.tag.Word() != "Generating 62%" || c.bar.Value() != 0.62 {
		t.Errorf("%q, bar %v", c.tag.Word(), c.bar.Value())
	}
	if got := c.text.Text(); got != "1:24 elapsed, about 0:50 left (similar clips take 2:14)" {
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
	if got := c.text.Text(); got[:4] != "1:34" {
		t.Errorf("after ten seconds: %q", got)
	}
}

func TestTheTimeLeftIsThatOfTheSameService(t *testing.T) {
	g := newStage(t)
	g.usual = []time.Duration{134 * time.Second}
	g.add(db.InProgress)
	g.add(db.InProgress).ProfileID = 8 // asks for the very same clip
	g.update()
	if got := g.card(1).text.Text(); got != "1:24 elapsed, about 0:50 left (similar clips take 2:14)" {
		t.Errorf("where it is known: %q", got)
	}
	if got := g.card(2).text.Text(); got != "1:24 elapsed" {
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
	g.entries[1] = []db.Entry{{ID: 2, Kind: db.Void, Correction: "c", Prices: 1, AmountMicros: micros(1_250_000),
		Currency: "CNY"}, charge}
	g.s.Handle(jobs.LedgerChanged{ProfileID: 7})
	g.finish()
	if c := g.item(1).cost; c.Number != "¥1.25" || c.Word != "charged, corrected" {
		t.Errorf("%q %q", c.Number, c.Word)
	}
}

func TestOneCardFromTheClickToTheFile(t *testing.T) {
	g := newStage(t)
	g.add(db.Waiting)
	g.update()
	if g.card(1).tag.Word() != "Waiting" || !g.card(1).grid.keys.Disabled() {
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
	if !c.grid.large || c.tags.Objects[0].(*kit.Tag).Word() != "Saved" || g.cell(1).Image == nil {
		t.Errorf("large %v, %q, poster %v", c.grid.large, apptest.Texts(c.tags), g.cell(1).Image)
	}
	if got := c.amounts.Objects[0].(*kit.Amount).Text(); got != "¥2.80 charged" {
		t.Errorf("amount %q", got)
	}
	if words := strings.Join(apptest.Texts(c.facts), "\n"); !strings.HasSuffix(words,
		"Took 1:00 · done 11:59\nOn the service: 6 d 23 h left") {
		t.Errorf("facts %q", words)
	}
	test.Tap(g.cell(1))
	g.choose(1, "gallery/reveal")
	g.press(1, actReuse)
	g.choose(1, actCopyTask)
	if diff := cmp.Diff([]string{"view101 of 1", "reveal101", "reuse1 0"}, g.Told); diff != "" {
		t.Error(diff)
	}

	if got := g.host.Clipboard; got != "task-1" {
		t.Errorf("copied %q", got)
	}

	reads := g.reads["entries"]
	g.update()
	if g.reads["entries"] != reads {
		t.Error("a job that has ended was read again")
	}
	g.entries[1][0].AmountMicros = micros(1_000_000)
	g.s.Handle(jobs.LedgerChanged{ProfileID: 7})
	g.finish()
	if got := c.amounts.Objects[0].(*kit.Amount).Text(); got != "¥1.00 charged" {
		t.Errorf("after a correction: %q", got)
	}
}

func TestCardsThatArriveAboveMoveNothing(t *testing.T) {
	g := newStage(t)
	for range 20 {
		g.add(db.Failed)
	}
	g.update()
	list := g.s.rows
	list.SetOffset(900)
	y := func() float32 { return g.card(12).Position().Y - list.Offset() }
	before := y()
	g.add(db.Saved)
	g.add(db.Waiting)
	g.update()
	if got := y(); got != before {
		t.Errorf("the card moved by %v", got-before)
	}
	if !g.s.toTop.Visible() || g.s.toTop.Text() != "2 new" {
		t.Errorf("chip %v, %q", g.s.toTop.Visible(), g.s.toTop.Text())
	}
	test.Tap(g.s.toTop)
	if g.s.toTop.Visible() || !list.AtTop() {
		t.Error("the chip did not lead to the top")
	}
	g.add(db.Waiting)
	g.update()
	if g.s.toTop.Visible() || !list.AtTop() {
		t.Error("at the top new cards are simply there")
	}
}

// Text is what grows: in a small window the picture goes above the words before it gets small beside them.
func TestLargeTextLeavesAPictureItsSize(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved).FinishedAt = g.now
	picture := g.picture(time.Hour)
	g.update()
	g.w.Resize(fyne.NewSize(500, 900))
	for _, scale := range []float32{1, resources.TextScaleMax} {
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		g.update()
		for _, id := range []int64{1, picture} {
			c := g.card(id)
			at, size, words := c.grid.Position(), c.grid.Size(), c.foot.Position()
			if size.Width < minBeside || words.X < size.Width && words.Y < at.Y+size.Height {
				t.Errorf("at %v the picture of %d is %v at %v, its last words are at %v", scale, id, size, at, words)
			}
		}
	}
}

func TestACardRemembersOneHeight(t *testing.T) {
	g := newStage(t)
	g.add(db.Failed)
	g.update()
	for width := float32(300); width < 400; width++ { // as while the window is dragged larger
		g.s.cardHeight(g.s.rows.Rows()[0].ID, width)
	}
	if n := len(g.s.heights); n != 1 {
		t.Errorf("%d heights of one card", n)
	}
}

func TestChipsFilter(t *testing.T) {
	g := newStage(t)
	if g.s.empty.Visible() {
		t.Error("there is said to be nothing before the jobs are read")
	}
	g.update()
	if !g.s.empty.Visible() {
		t.Error("an empty session says nothing")
	}
	for _, s := range allStates() {
		g.add(s)
	}
	g.update()
	sum := 0
	for i, grp := range g.s.chips.groups[1:] {
		chip := g.s.chips.buttons[i+1]
		test.Tap(chip)
		shown := len(g.s.rows.Rows())
		if chip.Text() != fmt.Sprintf("%s %d", grp.label(), shown) || !chip.On() || g.s.chips.buttons[0].On() {
			t.Errorf("%s: %d rows, chip %q", grp.label(), shown, chip.Text())
		}
		sum += shown
	}
	if sum != len(allStates()) || g.s.empty.Visible() {
		t.Errorf("the groups hold %d of %d jobs", sum, len(allStates()))
	}
}

func TestAButtonIsOneCommand(t *testing.T) {
	g := newStage(t)
	g.add(db.Held)
	g.add(db.Waiting)
	g.add(db.InProgress)
	g.add(db.Unwatched)
	g.w.Resize(fyne.NewSize(860, 1400))
	g.update()
	for _, c := range []struct {
		id   int64
		a    string
		want string
	}{{1, actSend, "release [1]"}, {2, actRemove, "discard 2"}, {3, actStop, "stop 3"}, {4, actWatch, "watch 4"}} {
		g.did = nil
		for range 2 {
			g.press(c.id, c.a)
			if c.a == actRemove && g.w.Canvas().Overlays().Top() != nil {
				g.answer("Remove")
			}
		}
		g.finish()
		if !slices.Equal(g.did, []string{c.want}) {
			t.Errorf("did %v, want %q once", g.did, c.want)
		}
	}
	g.err = errors.New("disk full")
	g.press(3, actStop)
	g.finish()
	if !slices.Equal(g.host.Said, []string{"Not done: disk full "}) {
		t.Errorf("said %q", g.host.Said)
	}
}

func TestOneMoreKeepsOnlyASeedThatAPersonKeeps(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	g.update()
	for range 2 {
		g.press(1, actOneMore)
		g.finish()
		g.press(1, actOneMore) // the second half of a double click
		g.finish()
		g.Seed, g.now = micros(5), g.now.Add(time.Second)
	}
	if want := []string{"one more of 1, keeps false", "one more of 1, keeps true"}; !slices.Equal(g.did, want) {
		t.Errorf("did %v", g.did)
	}
}

func TestUnconfirmedIsOnlyEverSolvedByAPerson(t *testing.T) {
	g := newStage(t)
	g.add(db.Unconfirmed)
	g.entries[1] = []db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY"}}
	g.update()
	if got, want := g.card(1).title.Text(),
		"The request was sent, but no answer arrived. The service may have accepted and charged it. Viviscope never re-sends automatically."; got != want {
		t.Errorf("%q", got)
	}

	g.press(1, actEnterTask)
	overlay := g.w.Canvas().Overlays()
	task := g.w.Canvas().Focused().(*kit.Entry)
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
	g.press(1, actSendAgain)
	later := g.w.Canvas().Focused().(*kit.Button)
	if later.Text() != "Decide later" {
		t.Errorf("the focus is on %q", later.Text())
	}
	apptest.PressKey(later, fyne.KeyReturn)
	g.finish()
	if len(g.did) != 0 || overlay.Top() != nil {
		t.Errorf("the default did %v", g.did)
	}
	g.press(1, actSendAgain)
	g.w.Canvas().FocusNext()
	again := g.w.Canvas().Focused().(*kit.Button)
	if again.Text() != "Send again · ¥2.80 more" {
		t.Errorf("button %q", again.Text())
	}
	test.Tap(again)
	g.press(1, actNotCharged)
	g.finish()
	if !slices.Equal(g.did, []string{"again 1"}) { // the second press met a card that was still busy
		t.Errorf("did %v", g.did)
	}
	g.press(1, actNotCharged)
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
	other := db.Asset{ID: 555, Kind: db.Clip}
	c.bind(ofJob(&item{Job: db.Job{ID: 2, State: db.Saved}, asset: other, assets: []db.Asset{other}, shape: 1}))
	shown := c.grid.tiles[0]
	c.Unbind()
	g.finish()
	if shown.Image != nil || !slices.Equal(g.asked, []int64{101, 555}) {
		t.Errorf("asked %v, shows %v", g.asked, shown.Image)
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
		case *kit.Button:
			got = append(got, o.Text())
		case *kit.Link:
			got = append(got, o.Text())
		default:
			got = append(got, fmt.Sprintf("%T", o))
		}
	}
	want := []string{"All 2", "Running 1", "Needs you 0", "Done 0", "Failed 1", "*kit.Toggle",
		"*kit.List", "Stop watching", "", "Edit and send…"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRecentLooks(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
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
	test.AssertRendersToImage(t, "recent.png", g.w.Canvas())
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
		g.s.show(slices.Clone(items), false)
	}
}

func TestAPictureLeadsToTheComposerWhileItsLinkLives(t *testing.T) {
	g := newStage(t)
	id := g.picture(21 * time.Hour)
	g.update()
	note := func() string {
		g.update()
		if d := g.card(id).detail; d.Visible() {
			return d.Text()
		}
		return ""
	}
	if got := note(); got != "" {
		t.Errorf("a link that lives for 21 h: %q", got)
	}
	for _, a := range []string{"gallery/first", "gallery/last", "gallery/edit"} {
		g.choose(id, a)
	}
	if diff := cmp.Diff([]string{"use101 0", "use101 1", "edit101"}, g.Told); diff != "" {
		t.Error(diff)
	}

	g.now = g.now.Add(20 * time.Hour)
	if got := note(); got != "Link expires soon: 60 min left." {
		t.Errorf("a link that lives for an hour: %q", got)
	}
	g.now = g.now.Add(2 * time.Hour)
	if got := note(); got != "" {
		t.Errorf("a dead link: %q", got)
	}
	offered := func(a string) bool { return action.ByID(g.s.ofAsset(g.item(id), g.item(id).asset), a).Can() }
	if offered("gallery/first") || offered("gallery/last") || !offered("gallery/edit") {
		t.Error("a dead link is offered as a frame")
	}
	g.Hosts = true
	if !offered("gallery/first") {
		t.Error("a picture that can be hosted is no frame")
	}
}

func TestTheMenuOfACardTakesPartsAndTheOtherModel(t *testing.T) {
	g := newStage(t)
	clip, picture := g.add(db.Saved).ID, g.picture(time.Hour)
	g.update()
	words := func(id int64) (all []string) {
		for _, item := range g.s.reuseParts(g.item(id)) {
			all = append(all, item.Label)
		}
		return all
	}
	if diff := cmp.Diff([]string{"Reuse settings", "Reuse the prompt only", "Reuse all but the seed"},
		words(clip)); diff != "" {
		t.Error(diff)
	}
	if got := words(picture); len(got) != 3 || !strings.HasPrefix(got[2], "Same on genimage-2.5-sunburst · ") {
		t.Errorf("the menu of a picture: %q", got)
	}
	items := g.s.reuseParts(g.item(picture))
	items[1].Do()
	items[2].Do()
	if diff := cmp.Diff([]string{"reuse2 1", "other model2"}, g.Told); diff != "" {
		t.Error(diff)
	}
	g.press(clip, actMore)
	if _, ok := g.w.Canvas().Overlays().Top().(*kit.Popover); !ok {
		t.Error("the menu is not open")
	}
}

func TestAHeldJobIsEditedInTheComposer(t *testing.T) {
	g := newStage(t)
	id := g.add(db.Held).ID
	g.update()
	g.press(id, actEdit)
	if diff := cmp.Diff([]string{"edit held1paper boats on a canal"}, g.Told); diff != "" {
		t.Error(diff)
	}
}

// A refusal that names the other form offers it. Taking it sends nothing: to send again is a click of its own.
func TestARefusalOffersTheOtherForm(t *testing.T) {
	g := newStage(t)
	job := g.add(db.Rejected)
	job.ErrorCode, job.ErrorMessage = "http_400",
		"json: cannot unmarshal number into Go struct field .Alias.seconds of type string"
	other := g.add(db.Rejected)
	other.ErrorCode, other.ErrorMessage = "http_400", "seconds must be an integer between 3 and 15"
	id, plain := job.ID, other.ID
	g.update()
	if slices.Contains(g.offers(plain), actOtherForm) {
		t.Error("another refusal offers it too")
	}
	g.press(id, actOtherForm)
	g.finish()
	g.update()
	if diff := cmp.Diff([]string{`form "openai" of 7`}, g.did); diff != "" {
		t.Error(diff)
	}
	if can := g.offers(id); slices.Contains(can, actOtherForm) || !slices.Contains(can, actSame) {
		t.Errorf("then offers %v", can)
	}
	g.press(id, actSame)
	g.finish()
	if g.did[len(g.did)-1] != fmt.Sprintf("again %d", id) {
		t.Errorf("did %v", g.did)
	}
}

func TestADownloadThatKeepsFailingWarnsOnItsCard(t *testing.T) {
	g := newStage(t)
	j := g.add(db.Completed)
	j.ExpiresAt = g.now.Add(6 * time.Hour)
	g.update()
	if c := g.card(1); c.note.Text() != "" || slices.Contains(actionIDs(c.actionButtons.list), actTryNow) {
		t.Errorf("before anything failed: %q, %v", c.note.Text(), actionIDs(c.actionButtons.list))
	}
	g.job(1).ErrorCode, g.job(1).ErrorMessage = jobs.CodeDiskFull, "no space left on device"
	g.s.Handle(jobs.DownloadFailed{ID: 1, Tries: 2})
	g.finish()
	c := g.card(1)
	if got, want := c.note.Text(),
		"6 h left · downloads keep failing: the disk is full. Free some space. Viviscope retries automatically."; got != want || !c.note.Visible() {
		t.Errorf("%q, want %q", got, want)
	}
	if strings.Contains(c.text.Text(), "starts by itself") {
		t.Errorf("beside the warning it says %q", c.text.Text())
	}
	g.press(1, actTryNow)
	g.finish()
	if !slices.Equal(g.did, []string{"try 1"}) {
		t.Errorf("did %v", g.did)
	}
}

func TestExpiredOffersToMakeItAgainAtItsPrice(t *testing.T) {
	g := newStage(t)
	j := g.add(db.Expired)
	j.ErrorCode = jobs.CodeGone
	g.update()
	c := g.card(1)
	if a := c.actionButtons.list[0]; a.Label != "Make again · ¥2.80 est." ||
		!strings.Contains(c.title.Text(), "deleted this clip") {
		t.Errorf("%q under %q", a.Label, c.title.Text())
	}
	g.press(1, actSame)
	g.finish()
	if !slices.Equal(g.did, []string{"again 1"}) {
		t.Errorf("did %v", g.did)
	}
}

func TestAPictureOfAnotherModelOffersToCompare(t *testing.T) {
	g := newStage(t)
	first := g.picture(time.Hour)
	g.update()
	if action.ByID(g.s.ofJob(g.item(first)), actCompare).ID != "" {
		t.Fatal("a picture alone offers to compare")
	}
	second := g.picture(time.Hour)
	g.job(second).Model = "genimage-2.5-sunburst"
	g.update()
	g.choose(first, actCompare)
	g.choose(second, actCompare)
	a, b := g.assets[first][0].ID, g.assets[second][0].ID
	if diff := cmp.Diff([]string{fmt.Sprintf("compare%d %d", a, b), fmt.Sprintf("compare%d %d", b, a)},
		g.Told); diff != "" {
		t.Error(diff)
	}
}

// When a clip is saved its card gets other buttons, so that a click may hit one that was not there when the user aimed.
func TestAClickRightAfterCardsMovedSpendsNothing(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	running := g.add(db.InProgress)
	now, was := time.Unix(0, 0), kit.SheetClock
	kit.SheetClock = func() time.Time { return now }
	t.Cleanup(func() { kit.SheetClock = was })
	g.update()
	press := func() {
		now = now.Add(time.Millisecond)
		g.press(1, actOneMore)
		g.finish()
	}
	press()
	if len(g.did) != 0 {
		t.Errorf("a card that has just appeared: %v", g.did)
	}
	now = now.Add(time.Second)
	running.State = db.Saved
	g.assets[running.ID] = []db.Asset{{ID: 102, JobID: running.ID, Kind: db.Clip, Seconds: 5}}
	g.update()
	press()
	if len(g.did) != 0 {
		t.Errorf("a card that has just got other buttons: %v", g.did)
	}
	now = now.Add(time.Second)
	g.update()
	press()
	if len(g.did) != 1 {
		t.Errorf("a second later: %v", g.did)
	}
}

func TestAHeldJobShowsThePriceOfItsButton(t *testing.T) {
	g := newStage(t)
	g.add(db.Held).Hold = db.HeldByUser
	g.job(1).EstimateMicros = micros(1_230_000) // before the prices were changed
	g.update()
	_, number, _ := g.item(1).amount()
	label := g.buttonsOf(1).list[slices.Index(g.offers(1), actSend)].Label
	if number == "¥1.23" || !strings.Contains(label, number) {
		t.Errorf("the card shows %s, its button %q", number, label)
	}
}
