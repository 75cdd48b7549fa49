package jobs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/media/player"
)

// Held jobs without pictures share one tile, whose menu is that of all; once they are sent each has its own.
func TestHeldJobsShareATile(t *testing.T) {
	g := newStage(t)
	for i := range 20 {
		j := g.add(db.Held)
		j.Hold, j.Click, j.ClickIndex, j.Kind, j.Request = db.HeldByUser, "c1", i, db.TextToVideo, []byte(clipRequest)
	}
	g.update()
	id := g.rows[len(g.rows)-1].ID
	c := g.card(id)
	if n := len(c.grid.inner.Objects); n != 1 || c.grid.Size().Height > 2*emptyHigh {
		t.Errorf("20 held jobs have %d tiles, %v", n, c.grid.Size())
	}
	if got := c.grid.tiles[0]; got.tag.Visible() || len(got.shared.items) != 20 {
		t.Errorf("the tile is tagged %q and stands for %d jobs", got.tag.Word(), len(got.shared.items))
	}
	for i := range g.rows {
		g.rows[i].State = db.Queued
	}
	g.update()
	if n := len(g.card(id).grid.inner.Objects); n != 20 || len(c.grid.tiles[0].shared.items) != 0 {
		t.Errorf("20 queued jobs have %d tiles", n)
	}
}

// click makes pictures of one click, of a size in pixels, in these states.
func (g *stage) click(w, h int, states ...db.JobState) (ids []int64) {
	name := fmt.Sprint("click", len(g.rows))
	for i, state := range states {
		j := g.add(state)
		j.Click, j.ClickIndex, j.Kind, j.Model, j.TaskID = name, i, db.TextToImage, "genimage-2.5-flare", ""
		j.Request = fmt.Appendf(nil, `{"model":"genimage-2.5-flare","prompt":"a tea bowl","size":"%dx%d","quality":"low"}`, w, h)
		delete(g.assets, j.ID)
		kind := map[db.JobState]db.EntryKind{db.Saved: db.Charge, db.Failed: db.Refund,
			db.Unconfirmed: db.UnconfirmedEntry}[state]
		if kind == "" {
			kind = db.Reserve
		}
		if state == db.Saved {
			g.assets[j.ID] = []db.Asset{{ID: 100 + j.ID, JobID: j.ID, Kind: db.Picture, Width: w, Height: h,
				Link: "https://img.example.com/a.png", LinkExpires: g.now.Add(time.Hour)}}
		}
		g.entries[j.ID] = []db.Entry{{ID: j.ID, Kind: kind, AmountMicros: micros(110_000), Currency: "CNY"}}
		ids = append(ids, j.ID)
	}
	return ids
}

// words are those of the tags or of the amounts of a card.
func wordsOf(in *fyne.Container) (all []string) {
	for _, o := range in.Objects {
		if o.Visible() {
			all = append(all, strings.TrimPrefix(o.(interface{ AccessibilityLabel() string }).AccessibilityLabel(),
				", "))
		}
	}
	return all
}

func TestOneClickIsOneCardThatSaysHowEachStandsAndWhatAllCost(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1024, db.Saved, db.Failed, db.Saved, db.Unconfirmed, db.Saved)
	g.job(all[1]).ErrorMessage = "the prompt was rejected"
	g.update()
	if rows := g.s.rows.Rows(); len(rows) != 1 {
		t.Fatalf("%d cards", len(rows))
	}
	c := g.card(all[0])
	if diff := cmp.Diff([]string{"Unconfirmed 1", "Failed 1", "Saved 3"}, wordsOf(c.tags)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"¥0.33 charged", "refunded ¥0.11", "up to ¥0.11 unconfirmed"},
		wordsOf(c.amounts)); diff != "" {
		t.Error(diff)
	}
	said := strings.Join(apptest.Texts(c.notices), "\n")
	for _, want := range []string{"Viviscope never re-sends automatically.", "the prompt was rejected"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q does not say %q", said, want)
		}
	}
	if diff := cmp.Diff([]string{actReuse, actOneMore, actMore}, actionIDs(c.actionButtons.list)); diff != "" {
		t.Error(diff)
	}
	test.Tap(apptest.Buttons(c.notices)["Resolve number 4…"])
	g.tap("Mark as not charged")
	g.press(all[0], actReuse)
	if diff := cmp.Diff([]string{fmt.Sprint("not charged ", all[3])}, g.did); diff != "" ||
		g.Told[0] != fmt.Sprint("reuse", all[0], " 0") {
		t.Error(diff, g.Told)
	}
	if diff := cmp.Diff([]string{"All 5", "Failed 1"}, []string{g.chip(group(0)), g.chip(failed)}); diff != "" {
		t.Error(diff)
	}
}

// The user decides unconfirmed jobs of a click one after the other, and the notice names the job.
func TestOfSeveralThatAreUnconfirmedTheFirstIsResolved(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1024, db.Saved, db.Unconfirmed, db.Unconfirmed)
	g.job(all[0]).State, g.job(all[0]).ErrorCode = db.Expired, jobs.CodeTaskUnknown
	g.update()
	buttons := apptest.Buttons(g.card(all[0]).notices)
	if buttons["Resolve number 1…"] == nil || buttons["Resolve number 2…"] == nil ||
		buttons["Resolve number 3…"] != nil {
		t.Errorf("%v", buttons)
	}
	test.Tap(buttons["Resolve number 2…"])
	g.tap("Mark as not charged")
	if !slices.Equal(g.did, []string{fmt.Sprint("not charged ", all[1])}) {
		t.Errorf("did %v", g.did)
	}
}

func TestPicturesAreShownWholeInTheirOwnShape(t *testing.T) {
	g := newStage(t)
	var first []int64
	for _, size := range [][2]int{{1024, 1024}, {1024, 1536}, {1536, 1024}} {
		first = append(first, g.click(size[0], size[1], slices.Repeat([]db.JobState{db.Saved}, 4)...)[0],
			g.click(size[0], size[1], db.Saved)[0])
	}
	g.w.Resize(fyne.NewSize(860, 2400))
	g.update()
	for _, id := range first {
		c := g.cell(id)
		got, want := c.Size().Width/c.Size().Height, float32(c.asset.Width)/float32(c.asset.Height)
		if got < want*0.98 || got > want*1.02 {
			t.Errorf("job %d: %v for %d x %d", id, c.Size(), c.asset.Width, c.asset.Height)
		}
	}
}

// A job goes from the click to the file in its place: nothing on the card moves.
func TestTheGridStandsWhileItsJobsRun(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1536, db.Saved, db.Waiting, db.Waiting)
	g.update()
	c, at := g.card(all[0]), func() fyne.Position { return g.cell(all[1]).Position() }
	before, height := at(), c.grid.Size().Height
	if g.cell(all[1]).tag.Word() != "Waiting" {
		t.Errorf("the place says %q", g.cell(all[1]).tag.Word())
	}
	for _, state := range []db.JobState{db.Sending, db.Completed, db.Saved} {
		g.job(all[1]).State = state
		if state == db.Saved {
			g.assets[all[1]] = []db.Asset{{ID: 900, JobID: all[1], Kind: db.Picture, Width: 1024, Height: 1536}}
		}
		g.s.Handle(jobs.JobChanged{ID: all[1], State: state})
		g.finish()
		if g.card(all[0]) != c || at() != before || c.grid.Size().Height != height {
			t.Errorf("%s: at %v and %v high, before at %v and %v", state, at(), c.grid.Size().Height, before, height)
		}
	}
	if g.cell(all[1]).tag.Visible() || g.cell(all[1]).Image == nil {
		t.Error("what is saved is not shown")
	}
}

func TestThePointerAndTheKeysShowWhatIsDoneWithAPicture(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1024, db.Saved, db.Saved, db.Saved)
	g.update()
	tools := func(id int64) (n int) {
		if c := g.cell(id); c.tools != nil && c.tools.Visible() {
			for _, o := range c.tools.Objects {
				if o.Visible() {
					n++
				}
			}
		}
		return n
	}
	c := g.cell(all[1])
	c.MouseIn(&desktop.MouseEvent{})
	if tools(all[1]) != 5 || tools(all[0]) != 0 {
		t.Errorf("the pointer shows %d tools, and %d elsewhere", tools(all[1]), tools(all[0]))
	}
	star := c.tools.Objects[0].(*kit.Button)
	c.MouseOut()
	star.MouseIn(&desktop.MouseEvent{})
	if tools(all[1]) != 5 {
		t.Error("the tools go when the pointer reaches one")
	}
	test.Tap(star)
	star.MouseOut()
	if tools(all[1]) != 0 {
		t.Error("the tools stay")
	}

	grid := g.card(all[0]).grid
	g.w.Canvas().Focus(grid.keys)
	for _, key := range []fyne.KeyName{fyne.KeyRight, fyne.KeyRight, fyne.KeyRight, fyne.KeyF, fyne.KeyE,
		fyne.KeyReturn, fyne.KeyHome, fyne.KeyL} {
		grid.keys.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if tools(all[0]) != 5 || tools(all[2]) != 0 {
		t.Errorf("the keys show %d tools, and %d elsewhere", tools(all[0]), tools(all[2]))
	}
	g.w.Canvas().FocusNext()
	if b, ok := g.w.Canvas().Focused().(*kit.Button); !ok || b != g.cell(all[0]).tools.Objects[0] {
		t.Errorf("Tab leads to %T", g.w.Canvas().Focused())
	}
	g.w.Canvas().FocusPrevious()
	if g.w.Canvas().Focused() != grid.keys {
		t.Errorf("Shift+Tab leads to %T and not back to the tile", g.w.Canvas().Focused())
	}
	if diff := cmp.Diff([]string{"star[102] true", "use103 0", "edit103", "view103 of 3", "use101 1"},
		g.Told); diff != "" {
		t.Error(diff)
	}
	g.Told = nil
	g.cell(all[1]).Dragged(&fyne.DragEvent{})
	g.cell(all[1]).DragEnd()
	if diff := cmp.Diff([]string{"drag[102]", "end drag"}, g.Told); diff != "" {
		t.Error(diff)
	}
	g.cell(all[0]).TappedSecondary(&fyne.PointEvent{})
	if _, ok := g.w.Canvas().Overlays().Top().(*kit.Popover); !ok {
		t.Error("no menu")
	}
}

func TestWhatIsMadeFromAPictureShowsItMeanwhile(t *testing.T) {
	g := newStage(t)
	frame := g.picture(time.Hour)
	g.assets[frame][0].Ref = "abcd"
	clip := g.add(db.InProgress)
	clip.Kind, clip.Inputs = db.FramesToVideo, []byte(`[{"place":0,"asset":"abcd"}]`)
	edit := g.add(db.Sending)
	edit.Kind, edit.InputPath = db.EditImage, "inputs/a.png"
	g.update()
	if a := g.item(clip.ID).source; a.ID != 100+frame {
		t.Errorf("the clip shows %+v", a)
	}
	if a := g.item(edit.ID).source; a.Path != "inputs/a.png" || g.cell(edit.ID).asset.ID != 0 {
		t.Errorf("the edit shows %+v", a)
	}
	g.finish()
	if g.cell(clip.ID).Image == nil {
		t.Error("a black box")
	}
}

func TestAClipPlaysInItsCardWithTheSoundOfTheViewer(t *testing.T) {
	g := newStage(t)
	for range 8 {
		g.add(db.Saved)
	}
	for id, a := range g.assets {
		a[0].Path = fmt.Sprint(id, ".mp4")
	}
	g.update()
	at := func(x, y float32) *fyne.PointEvent { return &fyne.PointEvent{Position: fyne.NewPos(x, y)} }
	c := g.cell(8)
	c.Tapped(at(c.Size().Width/2, c.Size().Height/2))
	g.finish()
	if diff := cmp.Diff([]string{"load /library/8.mp4", "volume 30", "muted true", "play"}, g.film.did); diff != "" {
		t.Error(diff)
	}
	g.film.onState(player.State{Path: "/library/8.mp4", Loaded: true, Duration: 5 * time.Second, Position: time.Second})
	if !c.plays() || g.s.film.state.Position != time.Second {
		t.Error("it does not show where it is")
	}
	g.update() // a reading does not end it
	g.card(8).grid.keys.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	g.film.did = nil
	g.cell(7).togglePlay()
	g.finish()
	if diff := cmp.Diff([]string{"unload", "load /library/7.mp4", "volume 30", "muted true", "play"},
		g.film.did); diff != "" || c.plays() {
		t.Error(diff)
	}
	g.film.did = nil
	g.s.rows.SetOffset(1 << 20)
	if diff := cmp.Diff([]string{"unload"}, g.film.did); diff != "" || g.s.film.frame != nil || c.Image != nil {
		t.Errorf("out of sight: %s", diff)
	}
	g.s.rows.SetOffset(0)
	g.cell(8).togglePlay()
	g.s.Left()
	if g.s.film.frame != nil {
		t.Error("it plays on in another place")
	}
	g.cell(8).Tapped(at(4, 4))
	if diff := cmp.Diff([]string{"view108 of 8"}, g.Told); diff != "" {
		t.Error(diff)
	}
}

func TestThePointerGoesThroughAClipWithItsFramesAndTheTime(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	g.assets[1][0].Path = "1.mp4"
	g.update()
	c := g.cell(1)
	c.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(c.Size().Width/2, 10)}})
	if !c.strip.Visible() || len(c.strip.Objects) != 16 || c.time.Word() != "0:02.5" {
		t.Errorf("strip %v of %d, time %q", c.strip.Visible(), len(c.strip.Objects), c.time.Word())
	}
	half := &fyne.PointEvent{Position: fyne.NewPos(c.Size().Width/2, c.Size().Height-4)}
	c.Tapped(half)
	g.finish()
	g.film.onState(player.State{Path: "/library/1.mp4", Loaded: true})
	c.Tapped(half)
	want := []string{"load /library/1.mp4", "volume 30", "muted true", "play", "seek 2.5s", "seek 2.5s", "play"}
	if diff := cmp.Diff(want, g.film.did); diff != "" || len(g.Told) > 0 {
		t.Error(diff, g.Told)
	}
	c.MouseOut()
	if c.strip.Visible() || c.time.Visible() {
		t.Error("the strip stays")
	}
	g.host.Still = true
	c.MouseIn(&desktop.MouseEvent{})
	if c.strip.Visible() {
		t.Error("it goes through the clip though nothing is to move")
	}
}

// The words of a running job change by the second: a line more or less moves nothing.
func TestALineMoreOrLessOfARunningJobMovesNothing(t *testing.T) {
	g := newStage(t)
	g.add(db.InProgress)
	g.w.Resize(fyne.NewSize(550, 400))
	g.update()
	c := g.card(1)
	before := c.HeightFor(c.Size().Width)
	for _, words := range []string{"1:24", strings.Repeat("similar clips take 2:14 ", 3)} {
		c.text.SetText(words)
		if now := c.HeightFor(c.Size().Width); now != before {
			t.Errorf("%q: %v px high, before %v", words, now, before)
		}
	}
}

// A card keeps its size when its job goes on: the tags are as wide as their words all the same.
func TestTheTagsOfACardAreAsWideAsTheirWords(t *testing.T) {
	g := newStage(t)
	g.add(db.Sending)
	all := g.click(1024, 1024, db.Waiting, db.Waiting)
	g.update()
	for _, state := range []db.JobState{db.Queued, db.InProgress, db.Unwatched} {
		g.job(1).State, g.job(all[0]).State = state, state
		g.update()
		g.hear(jobs.Progress{ID: 1, Percent: 62})
		tags := append([]fyne.CanvasObject{g.card(1).tag}, g.card(all[0]).tags.Objects...)
		for _, o := range tags {
			if tag := o.(*kit.Tag); tag.Visible() && tag.Size().Width != tag.MinSize().Width {
				t.Errorf("%s: %q is %v wide, and needs %v", state, tag.Word(), tag.Size().Width, tag.MinSize().Width)
			}
		}
	}
}

// Open in the menu of a job goes through all cards, as a click on the picture does.
func TestOpenInAMenuGoesThroughAllCards(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1024, db.Saved, db.Saved)
	g.add(db.Saved)
	g.update()
	g.choose(3, actOpen)
	second := g.cell(all[1])
	action.ByID(g.s.inMenu(second.it, second.asset, nil), actOpen).Do()
	if want := []string{"view103 of 3", "view102 of 3"}; !slices.Equal(g.Told, want) {
		t.Errorf("leads to %q", g.Told)
	}
}

// A click with the second button on the texts of a card opens the menu of its jobs, as in a row.
func TestACardHasTheMenuOfItsJobs(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1024, db.Saved, db.Saved)
	g.update()
	g.card(all[0]).TappedSecondary(&fyne.PointEvent{})
	menu, ok := g.w.Canvas().Overlays().Top().(*kit.Popover)
	if !ok || !strings.Contains(menu.AccessibilityLabel(), "Reuse settings") {
		t.Errorf("on top is %T", g.w.Canvas().Overlays().Top())
	}
}

// All that was not sent of a click is sent, or removed, at once.
func TestWhatIsHeldOfAClickIsSentOrRemovedTogether(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1024, db.Held, db.Saved, db.Held)
	g.update()
	if got := action.ByID(g.s.ofClick(g.s.lines[0].click), actRemove).Label; got != "Remove 2 unsent jobs…" {
		t.Errorf("%q", got)
	}
	if got := action.ByID(g.s.ofClick(click{g.s.lines[0].items[:2]}), actRemove).Label; got != "Remove 1 unsent job…" {
		t.Errorf("of one that was not sent: %q", got)
	}
	test.Tap(apptest.Buttons(g.card(all[0]).notices)["Send both · ¥0.12 est."])
	g.finish()
	g.choose(all[0], actRemove)
	if words, _ := g.sheet(); !strings.Contains(words, "Remove 2 jobs?") {
		t.Errorf("asked %q", words)
	}
	g.tap("Remove")
	want := []string{fmt.Sprintf("release [%d %d]", all[0], all[2]), fmt.Sprint("discard ", all[0]),
		fmt.Sprint("discard ", all[2])}
	if diff := cmp.Diff(want, g.did); diff != "" {
		t.Error(diff)
	}
}

// Only what is in sight has widgets: a click that made very much has several cards.
func TestAClickThatMadeVeryMuchHasSeveralCards(t *testing.T) {
	g := newStage(t)
	g.click(1024, 1024, slices.Repeat([]db.JobState{db.Saved}, 2*mostOnCard+1)...)
	g.update()
	var sizes []int
	for _, k := range g.s.lines {
		sizes = append(sizes, len(k.items))
	}
	if !slices.Equal(sizes, []int{1, mostOnCard, mostOnCard}) {
		t.Errorf("cards of %v", sizes)
	}
}

// A click on the head of the screen reaches its chips, although the picture of a card that is scrolled away is there.
func TestCardsTakeNoClicksAboveTheList(t *testing.T) {
	g := newStage(t)
	for range 6 {
		g.click(1024, 1024, slices.Repeat([]db.JobState{db.Saved}, 4)...)
	}
	g.s.Update(context.Background())
	g.finish()
	chip := apptest.Buttons(g.s.Content())["Failed 0"].(fyne.CanvasObject)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(chip).AddXY(chip.Size().Width/2, chip.Size().Height/2)
	for y := float32(0); y < 700; y += 37 {
		test.Tap(apptest.Buttons(g.s.Content())["All 24"])
		g.s.rows.SetOffset(y)
		test.TapCanvas(g.w.Canvas(), at)
		if g.s.group != failed {
			t.Fatalf("scrolled to %v, a click on the chip does not reach it", y)
		}
	}
}

// BenchmarkScroll scrolls through the largest possible feed, one step of the wheel at a time.
func BenchmarkScroll(b *testing.B) {
	g := newStage(b)
	for i := range endedShown / 25 {
		g.click(1024, 1024, slices.Repeat([]db.JobState{db.Saved}, 1+i%3*23)...)
		g.add(db.Saved)
	}
	g.s.Update(context.Background())
	g.finish()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		g.s.rows.SetOffset(float32(i * 60 % 12000))
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds()), "p95-µs")
	b.ReportMetric(float64(took[len(took)-1].Microseconds()), "max-µs")
}

// Tab and Shift+Tab visit the same controls of a card: also the tools of its tile, which only an active tile shows.
func TestTabVisitsTheToolsOfATileInBothDirections(t *testing.T) {
	g := newStage(t)
	g.add(db.Saved)
	g.click(1024, 1024, db.Saved, db.Saved)
	g.update()
	c := g.w.Canvas()
	last := g.card(1).actionButtons.in.Objects[2].(fyne.Focusable)
	first := g.card(2).grid.keys
	var there, back []fyne.Focusable
	for c.Focus(first); c.Focused() != last && len(there) < 40; c.FocusNext() {
		there = append(there, c.Focused())
	}
	c.Unfocus()
	c.Focus(last)
	for c.FocusPrevious(); len(back) < 40; c.FocusPrevious() {
		back = append(back, c.Focused())
		if c.Focused() == first {
			break
		}
	}
	slices.Reverse(back)
	if len(there) < 12 || !slices.Equal(there, back) {
		t.Errorf("%d controls with Tab, %d with Shift+Tab:\n%v\n%v", len(there), len(back), there, back)
	}
}

// With different prompts, one more of the first would be a surprise: the menu of each tile offers its own.
func TestOneMoreIsOfferedOnlyIfTheJobsOfACardAreAlike(t *testing.T) {
	g := newStage(t)
	all := g.click(1024, 1024, db.Saved, db.Saved)
	g.update()
	if can := g.offers(all[0]); !slices.Contains(can, actOneMore) || !slices.Contains(can, actReuse) {
		t.Errorf("jobs with one prompt: %v", can)
	}
	g.job(all[1]).Prompt = "two apricots"
	g.s.reader.stale.Store(true)
	g.update()
	if can := g.offers(all[0]); slices.Contains(can, actOneMore) || slices.Contains(can, actReuse) {
		t.Errorf("jobs with two prompts: %v", can)
	}
	if list := actionIDs(g.s.cardMenu(g.s.lines[0].click, nil)); slices.Contains(list, actPart) {
		t.Errorf("its menu has %v", list)
	}
	second := g.cell(all[1])
	action.ByID(g.s.inMenu(second.it, second.asset, nil), actOneMore).Do()
	g.finish()
	if want := []string{fmt.Sprintf("one more of %d, keeps false", all[1])}; !slices.Equal(g.did, want) {
		t.Errorf("did %v", g.did)
	}
}
