package jobs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// newAsked is a queue with a click of another program that waits for approval: two clips.
func newAsked(t *testing.T) *stage {
	g := newQueueStage(t)
	g.weighed = jobs.GrantCheck{Grant: db.Grant{Day: micros(10_000_000), Total: micros(50_000_000)}, Day: 4_000_000,
		Total: 60_000_000, Reason: jobs.ReasonAlways}
	for i := range 2 {
		j := g.add(db.Held)
		j.Hold, j.ErrorCode, j.Client, j.Click, j.ClickIndex = db.HeldApproval, "always", "editor", "c1", i
		j.CreatedAt = g.now.Add(-time.Minute)
	}
	g.update()
	return g
}

func (g *stage) review() (words string, buttons map[string]apptest.Button) {
	g.v.Review("c1")
	g.finish()
	return g.sheet()
}

func TestAnApprovalIsSentAsItWasShown(t *testing.T) {
	g := newAsked(t)
	// takes seconds where lines are measured anew at each word
	long := strings.Repeat("boats drift by, ", 700) + "and the last one burns"
	g.job(10).Prompt, g.job(11).Prompt = "a boat\u202egnp.x\x07", long
	g.job(11).Request = []byte(`{"model":"clip-2.6","prompt":"x","negative_prompt":"no\u202eise","input_reference":["https://pictures.example/a.png"]}`)
	g.job(11).Inputs = []byte(`[{"place":0}]`)
	words, buttons := g.review()
	if !strings.Contains(strings.ReplaceAll(words, "\n", " "), long) {
		t.Error("not all of a prompt can be read")
	}
	for _, want := range []string{"editor asks to send 2 clips", "a boat[U+202E]gnp.x[U+0007]", "Not: no[U+202E]ise",
		"All requests from editor need your approval.", "¥2.80",
		"Left for editor before this: ¥6.00 of ¥10.00 today, ¥0.00 of ¥50.00 in total.",
		"Waiting since 14:04 · Studio"} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in %q", want, words)
		}
	}
	if not, ok := g.w.Canvas().Focused().(*kit.Button); !ok || not.Text() != "Do not send" {
		t.Errorf("the keyboard is in %T", g.w.Canvas().Focused())
	}
	j := g.add(db.Held) // comes while the sheet is open
	j.Hold, j.Client, j.Click, j.ClickIndex = db.HeldApproval, "editor", "c1", 2
	if buttons["Send 2 clips · ¥5.60 est."] == nil {
		t.Fatalf("buttons %v", buttons)
	}
	g.tap("Send 2 clips · ¥5.60 est.")
	if !slices.Equal(g.did, []string{"release [10 11]"}) || g.w.Canvas().Overlays().Top() != nil {
		t.Errorf("did %q", g.did)
	}
}

// What is over a budget is agreed to by the amounts that the sheet shows; Sender asks about others.
func TestAnApprovalOverTheBudgetIsAskedOnce(t *testing.T) {
	g := newAsked(t)
	g.budget = micros(5_000_000)
	words, _ := g.review()
	if !strings.Contains(words, "Over this month’s budget by ¥0.60") {
		t.Errorf("%q", words)
	}
	g.tap("Send 2 clips · ¥5.60 est.")
	if !slices.Equal(g.did, []string{"release [10 11]"}) {
		t.Errorf("did %q", g.did)
	}
	g.did, g.now = nil, g.now.Add(time.Minute)
	g.review()
	g.budget = micros(4_000_000)
	g.tap("Send 2 clips · ¥5.60 est.")
	if words, _ := g.sheet(); g.did != nil || !strings.Contains(words, "¥1.60 over") {
		t.Errorf("did %q, %q", g.did, words)
	}
}

// The sheet explains when a grant cannot be compared with a price.
func TestAnApprovalSaysWhatStandsInItsWay(t *testing.T) {
	g := newAsked(t)
	g.weighed = jobs.GrantCheck{Grant: db.Grant{Currency: "EUR"}, Reason: jobs.ReasonCurrency}
	if words, _ := g.review(); !strings.Contains(words, "Its limits are in EUR, but the prices are in CNY.") ||
		strings.Contains(words, "Left for editor") {
		t.Errorf("%q", words)
	}
}

func TestAnApprovalIsDeclinedOrLeft(t *testing.T) {
	g := newAsked(t)
	g.review()
	not := g.w.Canvas().Focused()
	for range 9 { // held down since before the sheet was there
		not.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	g.finish()
	g.w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	g.finish()
	if g.did != nil || g.w.Canvas().Overlays().Top() != nil {
		t.Fatalf("did %q", g.did)
	}
	g.review()
	apptest.PressKey(g.w.Canvas().Focused(), fyne.KeyReturn)
	g.finish()
	if !slices.Equal(g.did, []string{"discard 10", "discard 11"}) || g.w.Canvas().Overlays().Top() != nil {
		t.Errorf("did %q", g.did)
	}
}

func TestAnApprovalIsOfferedOnceAndInterruptsNobody(t *testing.T) {
	g := newAsked(t)
	news := func() []Approval {
		t.Helper()
		list, err := g.v.NewApprovals(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	list := news()
	if len(list) != 1 || list[0].Title != "editor asks to send 2 clips" ||
		list[0].Text != "¥5.60 est. · paper boats on a canal" {
		t.Fatalf("%+v", list)
	}
	if again := news(); len(again) != 0 {
		t.Errorf("told again: %v", again)
	}
	g.w.Canvas().Focus(g.q.search)
	g.v.ShowNewApproval(list[0])
	if g.w.Canvas().Overlays().Top() != nil || len(g.host.Said) == 0 {
		t.Errorf("a sheet came over a person who types; said %q", g.host.Said)
	}
	g.w.Canvas().Unfocus()
	g.v.ShowNewApproval(list[0])
	first := g.w.Canvas().Overlays().Top()
	g.v.ShowNewApproval(list[0])
	if first == nil || g.w.Canvas().Overlays().Top() != first {
		t.Errorf("on top is %T", g.w.Canvas().Overlays().Top())
	}
}

// Sending several jobs together never sends jobs that wait for approval.
func TestApprovalsAreNoPartOfOtherSends(t *testing.T) {
	g := newAsked(t)
	if got := g.offers(10); !slices.Equal(got, []string{actApprove, actEdit, actRemove}) {
		t.Errorf("a row offers %v", got)
	}
	if len(g.q.held()) != 2 {
		t.Errorf("Send all has %d jobs", len(g.q.held()))
	}
	g.q.selectAll(true, g.q.items)
	if g.q.foot.send.Visible() {
		t.Error("marked jobs are sent with an approval among them")
	}
	if words := strings.Join(apptest.Texts(g.q.Content()), "\n"); !strings.Contains(words,
		"Needs your approval (asked by editor)") {
		t.Errorf("the queue says %q", words)
	}
	g.place = g.s
	g.w.SetContent(g.s.Content())
	g.update()
	if got := g.offers(10); slices.Contains(got, actSend) || !slices.Contains(got, actApprove) {
		t.Errorf("a card offers %v", got)
	}
	g.press(10, actApprove)
	g.finish()
	if words, _ := g.sheet(); !strings.Contains(words, "send 2 clips") || g.did != nil {
		t.Errorf("did %q, %q", g.did, words)
	}
	test.Tap(apptest.Buttons(g.w.Canvas().Overlays().Top())["Decide later"])
	g.job(11).State = db.Waiting
	g.job(10).State = db.Waiting
	for _, click := range []string{"c2", ""} {
		g.host.Said = nil
		g.v.Review(click)
		g.finish()
		if len(g.host.Said) != 1 ||
			!strings.Contains(fmt.Sprint(g.host.Said), "Nothing waits for your approval.") {
			t.Errorf("of nothing: said %q", g.host.Said)
		}
	}
}

func TestTheSheetOfAnApproval(t *testing.T) {
	g := newAsked(t)
	g.w.Resize(fyne.NewSize(640, 480))
	g.job(10).Prompt = "Paper boats drift on a canal in the rain\u202egnp, and the camera follows them slowly until the last of them is gone"
	g.weighed.Reason = jobs.ReasonCapDay
	g.budget = micros(20_000_000)
	g.review()
	test.AssertRendersToImage(t, "approval.png", g.w.Canvas())
}

// The head of many jobs says that they wait, though they are folded, and opens their sheet; other codes of what is not
// seen stand in rows too.
func TestAFoldedClickAsksForApproval(t *testing.T) {
	g := newAsked(t)
	for i := range 3 {
		j := g.add(db.Held)
		j.Hold, j.ErrorCode, j.Client, j.Click, j.ClickIndex, j.Prompt = db.HeldApproval, "always", "editor", "c1", 2+i,
			"a\u202eb"
	}
	g.job(10).Prompt = "a\u202eb" // the head has the prompt of the oldest job
	g.update()
	words := strings.Join(apptest.Texts(g.q.Content()), "|")
	for _, want := range []string{"5 jobs|Needs your approval (asked by editor) · ¥14.00 est.|Review…", "a[U+202E]b"} {
		if !strings.Contains(words, want) || strings.Contains(words, "sent together") {
			t.Errorf("no %q in %s", want, words)
		}
	}
	apptest.Press(t, g.q.Content(), "Review…")
	g.finish()
	if words, _ := g.sheet(); !strings.Contains(words, "editor asks to send 5 clips") {
		t.Errorf("%q", words)
	}
	test.Tap(apptest.Buttons(g.w.Canvas().Overlays().Top())["Decide later"])
	g.q.rows.SetAt(slices.IndexFunc(g.q.lines, listLine.asksApproval))
	g.q.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	g.finish()
	if g.w.Canvas().Overlays().Top() == nil {
		t.Error("Enter on the head means nothing")
	}
}

// Of several clicks the oldest is asked about first.
func TestTheOldestApprovalComesFirst(t *testing.T) {
	g := newAsked(t)
	j := g.add(db.Held)
	j.Hold, j.Client, j.Click, j.Kind = db.HeldApproval, "storyboards", "c2", db.TextToImage
	for _, want := range []string{"editor asks to send 2 clips", "storyboards asks to send 1 picture"} {
		g.v.Review("")
		g.finish()
		if words, _ := g.sheet(); !strings.Contains(words, want) {
			t.Errorf("%q is not %s", words, want)
		}
		g.tap("Do not send")
		for _, id := range []int64{10, 11} {
			g.job(id).State = db.Saved
		}
	}
	if list, err := g.v.NewApprovals(t.Context()); err != nil || len(list) != 1 || list[0].Click != "c2" {
		t.Errorf("%v, %v", list, err)
	}
}

// Enter on its row opens the sheet, as the button does.
func TestAnApprovalIsOpenedByKeyboard(t *testing.T) {
	g := newAsked(t)
	g.q.rows.SetAt(slices.IndexFunc(g.q.lines, func(l listLine) bool { return l.kind == jobLine && l.id() == 10 }))
	if !g.q.typedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) {
		t.Fatal("Enter means nothing")
	}
	g.finish()
	if words, _ := g.sheet(); !strings.Contains(words, "editor asks") {
		t.Errorf("%q", words)
	}
}
