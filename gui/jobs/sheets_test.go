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

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// From the queue an unconfirmed job is decided with all that can be decided; from the session too.
func TestTheResolverOfAClipAndOfAPicture(t *testing.T) {
	g := newQueueStage(t)
	g.rows = nil
	clip := g.add(db.Unconfirmed)
	clip.ErrorCode = "timeout"
	picture := g.add(db.Unconfirmed)
	picture.Kind, picture.TaskID = db.TextToImage, ""
	for id := range int64(2) {
		g.entries[id+1] = []db.Entry{{Kind: db.UnconfirmedEntry, AmountMicros: micros(4_500_000), Currency: "CNY"}}
	}
	g.update()
	g.press(1, actResolve)
	words, buttons := g.sheet()
	for _, want := range []string{"no answer arrived in time", "may have accepted and charged it", "up to ¥4.50",
		"I have the task ID", "you pay for both"} {
		if !strings.Contains(words, want) {
			t.Errorf("clip: no %q in %q", want, words)
		}
	}
	if buttons["Find task"] == nil || buttons["Mark as not charged"] == nil ||
		buttons["Send again · ¥2.80 more…"] == nil || buttons["Mark as charged"] != nil {
		t.Errorf("clip: %v", buttons)
	}

	entry, ok := g.w.Canvas().Focused().(*kit.Entry)
	if !ok || entry == nil {
		t.Fatalf("clip: the focus is in %T, not in the field", g.w.Canvas().Focused())
	}
	entry.SetText(" \t")
	if !buttons["Find task"].Disabled() {
		t.Error("clip: blanks count as a task ID")
	}
	entry.SetText("  task_7 \n")
	g.err = errors.New("not yet")
	test.Tap(buttons["Find task"])
	g.finish()
	if !slices.Equal(g.did, []string{"adopt 1 task_7"}) {
		t.Errorf("clip: did %q", g.did)
	}
	g.did, g.err = nil, nil

	g.v.close()
	g.press(2, actResolve)
	words, buttons = g.sheet()
	if strings.Contains(words, "task ID") || buttons["Find task"] != nil || buttons["Mark as not charged"] == nil ||
		buttons["Mark as charged"] == nil {
		t.Errorf("picture: %q, %v", words, buttons)
	}
	g.err = errors.New("the disk is full")
	test.Tap(buttons["Mark as not charged"])
	if !buttons["Mark as charged"].Disabled() {
		t.Error("a second decision can be made while the first is under way")
	}
	g.finish()
	words, _ = g.sheet()
	if !strings.Contains(words, "the disk is full") || buttons["Mark as not charged"].Disabled() {
		t.Errorf("what went wrong is not said: %q", words)
	}
	g.err = nil
	test.Tap(buttons["Mark as not charged"])
	g.finish()
	if !slices.Equal(g.did, []string{"not charged 2", "not charged 2"}) || g.w.Canvas().Overlays().Top() != nil {
		t.Errorf("did %v", g.did)
	}
}

// A task that the service does not know may still exist: no text calls it lost, and the user can ask for it again.
func TestTheResolverOfATaskThatTheServiceDoesNotKnow(t *testing.T) {
	g := newQueueStage(t)
	g.rows = nil
	j := g.add(db.Expired)
	j.ErrorCode, j.TaskID, j.ExpiresAt = jobs.CodeTaskUnknown, "task", g.now.Add(time.Hour)
	g.update()
	if got := g.offers(1); !slices.Equal(got, []string{actAsk, actResolve, actMore}) {
		t.Errorf("it offers %v", got)
	}
	if first, second := g.item(1).serviceCopy(g.now); first != "may be there" ||
		!strings.HasPrefix(second, "asked until ") {
		t.Errorf("of the copy at the service: %s, %s", first, second)
	}
	g.press(1, actResolve)
	words, buttons := g.sheet()
	for _, want := range []string{"It may still be there.", "The clip arrives if", "may still be on the service"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
	if strings.Contains(words, "lost") || buttons["Mark as charged"] == nil || buttons["Mark as not charged"] == nil {
		t.Errorf("%q, %v", words, buttons)
	}
	test.Tap(buttons["Ask again"])
	g.finish()
	if !slices.Equal(g.did, []string{"watch 1"}) || g.w.Canvas().Overlays().Top() != nil {
		t.Errorf("did %v", g.did)
	}
}

// Every job that has a task and ended without a file can have the service asked again from its menu, free of charge.
func TestAskAgainAboutAnEndedTask(t *testing.T) {
	for _, c := range []struct {
		state db.JobState
		code  string
		task  string
		want  bool
	}{
		{db.Failed, "", "task", true}, {db.Expired, jobs.CodeGone, "task", true}, {db.Rejected, "", "task", true},
		{db.Failed, "", "", false}, {db.Expired, jobs.CodeGone, "", false}, {db.Rejected, "", "", false},
		{db.Saved, "", "task", false}, {db.InProgress, "", "task", false}, {db.Unconfirmed, "", "", false},
	} {
		g := newQueueStage(t)
		g.rows = nil
		j := g.add(c.state)
		j.ErrorCode, j.TaskID = c.code, c.task
		g.update()
		it := g.item(1)
		ask := action.ByID(g.s.inMenu(it, it.asset, nil), actAskEnded)
		if ask.Can() != c.want || ask.Spends {
			t.Errorf("%s, task %q: offered %v, spends %v", c.state, c.task, ask.Can(), ask.Spends)
			continue
		}
		if !c.want {
			continue
		}
		ask.Do()
		g.finish()
		if ask.Label != "Ask again" || !slices.Equal(g.did, []string{"watch 1"}) {
			t.Errorf("%s: %q did %v", c.state, ask.Label, g.did)
		}
	}
	if got := errorText(fmt.Errorf("ask again about job 1: %w", jobs.ErrSameAnswer)); !strings.Contains(got,
		"says again that this task failed") {
		t.Errorf("the same answer: %q", got)
	}
}

// Several held jobs are listed with their prices before they are sent.
func TestSeveralHeldJobsAreReviewedBeforeTheyGoOut(t *testing.T) {
	g := newQueueStage(t)
	if got := g.q.banners.sendHeld.Text(); got != "Send both… · ¥2.86 est." {
		t.Errorf("button: %q", got)
	}
	g.q.focusRow(8)
	at := g.q.rows.At()
	g.w.Canvas().Focus(g.q.banners.sendHeld)
	test.Tap(g.q.banners.sendHeld)
	words, _ := g.sheet()
	for _, want := range []string{"Send 2 jobs?", "wind", "boats", "¥2.80 est.", "¥0.06 est."} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
	g.finish()
	keep := g.w.Canvas().Focused().(*kit.Button)
	apptest.PressKey(keep, fyne.KeyReturn)
	g.finish()
	if keep.Text() != "Keep them held" || g.w.Canvas().Overlays().Top() != nil || len(g.did) != 0 {
		t.Errorf("the default is %q, did %v", keep.Text(), g.did)
	}
	if g.w.Canvas().Focused() != g.q.rows || g.q.rows.At() != at {
		t.Errorf("the keyboard is at %T, row %d of %d", g.w.Canvas().Focused(), g.q.rows.At(), at)
	}
	test.Tap(g.q.banners.sendHeld)
	g.tap("Send both · ¥2.86 est.")
	if !slices.Equal(g.did, []string{"release [7 8]"}) {
		t.Errorf("did %v; the oldest goes first, and the unconfirmed job must never be among them", g.did)
	}
}

func TestASingleHeldJobGoesOutAtOnce(t *testing.T) {
	g := newQueueStage(t)
	g.rows = slices.DeleteFunc(g.rows, func(j db.Job) bool { return j.Prompt == "boats" })
	g.update()
	if got := g.q.banners.sendHeld.Text(); got != "Send it · ¥2.80 est." {
		t.Errorf("button: %q", got)
	}
	test.Tap(g.q.banners.sendHeld)
	g.finish()
	if !slices.Equal(g.did, []string{"release [8]"}) {
		t.Errorf("did %v", g.did)
	}
}

func TestOnlyWhatCanBeAddedIsAddedUp(t *testing.T) {
	g := newStage(t)
	clip := func(price *int64, currency string, sandbox bool) *item {
		return &item{Job: db.Job{State: db.Held}, again: price,
			profile: db.Profile{Currency: currency, Sandbox: sandbox}}
	}
	one, two, box := clip(micros(2_000_000), "CNY", false), clip(micros(500_000), "CNY", false),
		clip(micros(9_000_000), "CNY", true)
	for name, c := range map[string]struct {
		list  []*item
		total string
		says  string
	}{
		"real": {[]*item{one, two}, "¥2.50 est.", "Each is sent once and charged."},
		"the sandbox": {[]*item{box, box}, "¥18.00 est. (play money)",
			"The sandbox is free: these amounts are play money."},
		"both": {[]*item{one, box}, "¥2.00 est. + ¥9.00 est. (play money)",
			"Each is sent once. Sandbox jobs are free: their amounts are play money."},
		"no price": {[]*item{one, clip(nil, "CNY", false)}, "price not known", "Each is sent once and charged."},
		"two currencies": {[]*item{one, clip(micros(1), "USD", false)}, "price not known",
			"Each is sent once and charged."},
	} {
		g.v.review(name, c.list, "Send", "Keep", func() {})
		if words, _ := g.sheet(); totalOf(c.list) != c.total || !strings.Contains(words, c.says) {
			t.Errorf("%s: %q, %q", name, totalOf(c.list), words)
		}
	}
}

// What is expired was paid for once: once more is asked for in the queue, with its price of today.
func TestExpiredIsMadeAgainAtThePriceOfToday(t *testing.T) {
	g := newQueueStage(t)
	g.press(1, actAskSame)
	if len(g.did) != 0 {
		t.Errorf("did %v", g.did)
	}
	g.tap("Make again · ¥2.80 est.")
	if !slices.Equal(g.did, []string{"again 1"}) {
		t.Errorf("did %v", g.did)
	}
}

func TestAHeldRowIsSentOnlyWithTheAnswerAndLeadsToTheForm(t *testing.T) {
	g := newQueueStage(t)
	g.budget = micros(0)
	if b, ok := g.row(8).actionButtons.in.Objects[0].(*kit.Button); !ok || b.Text() != "Send · ¥2.80" {
		t.Errorf("the button says %q", b.Text())
	}
	g.press(8, actSend)
	g.finish()
	if _, buttons := g.sheet(); len(g.did) != 0 || buttons["Hold it"] != nil {
		t.Errorf("without an answer it did %v; what is held can be held: %v", g.did, buttons["Hold it"])
	}
	g.tap("Send this one · ¥2.80 est.")
	if !slices.Equal(g.did, []string{"release [8]"}) {
		t.Errorf("after the answer it did %v", g.did)
	}
	g.press(8, actEdit)
	if !slices.Equal(g.Told, []string{"edit held8wind"}) {
		t.Errorf("led to %v", g.Told)
	}
}

// Who decides against the price is back at the question whether to send again, and can answer it otherwise.
func TestADeclinedPriceLeavesTheSheetOpen(t *testing.T) {
	g := newQueueStage(t)
	g.budget = micros(0)
	g.v.showSendAgain(g.item(9))
	word := g.item(9).resendLabel()
	g.tap(word)
	g.tap("Do not send")
	if words, buttons := g.sheet(); !strings.Contains(words, "Send the same request again?") ||
		buttons[word].Disabled() || len(g.did) != 0 {
		t.Errorf("shows %q, did %v", words, g.did)
	}
}

// A refusal may not prove that the service did no work. Then the row shows the message of the service, and one click
// settles the job.
func TestWhatTheServiceSaidOfAnUnconfirmedJobStandsInItsRow(t *testing.T) {
	g := newQueueStage(t)
	g.job(9).ErrorCode, g.job(9).ErrorMessage = "model_not_found", "No available channel for model x"
	g.update()
	if got := g.row(9).text.Text(); got != "No available channel for model x" ||
		!slices.Equal(g.offers(9), []string{actNotCharged, actResolve}) {
		t.Errorf("the row says %q and offers %v", got, g.offers(9))
	}
	g.job(9).ErrorCode = jobs.CodeTimeout
	g.update()
	if got := g.offers(9); !slices.Equal(got, []string{actResolve}) {
		t.Errorf("without an answer it offers %v", got)
	}
}

func TestATaskIsTrackedByItsID(t *testing.T) {
	g := newQueueStage(t)
	g.err = client.ErrNotFound
	g.v.TrackTask()
	task, ok := g.w.Canvas().Focused().(*kit.Entry)
	if _, buttons := g.sheet(); !ok || !buttons["Track task"].Disabled() {
		t.Fatal("the sheet does not wait for an ID with the focus in its field")
	}
	enter := func() {
		task.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		g.finish()
	}
	enter()
	if len(g.did) != 0 {
		t.Errorf("an empty field asked the service: %v", g.did)
	}
	test.Type(task, " task_9 ")
	enter()
	if words, _ := g.sheet(); !strings.Contains(words,
		"The service has no task with this ID (404). Nothing was changed.") {
		t.Errorf("refused: %q", words)
	}
	g.err = nil
	enter()
	if g.w.Canvas().Overlays().Top() != nil || !slices.Equal(g.did, []string{"track task_9", "track task_9"}) {
		t.Errorf("did %v", g.did)
	}
}
