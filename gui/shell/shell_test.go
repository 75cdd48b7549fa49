package shell

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

func TestPlacesAreSwappedAndOnlyTheOneInFrontIsUpdated(t *testing.T) {
	h := newHouse(t, nil)
	if h.Place() != Create || len(h.root.stage.Objects) != 1 {
		t.Fatalf("starts at %v", h.Place())
	}
	for _, stale := range h.stale {
		select {
		case <-stale:
		default:
		}
	}
	h.Refresh(Gallery)
	if len(h.stale[Gallery]) != 0 {
		t.Error("a place behind is updated")
	}
	h.Show(Gallery)
	if len(h.stale[Gallery]) != 1 || h.root.stage.Objects[0] != h.screens[Gallery].content ||
		len(h.root.stage.Objects) != 1 {
		t.Error("the place that came to the front is not updated, or not alone in the window")
	}
	h.Refresh(Create)
	if len(h.stale[Create]) != 0 {
		t.Error("the place that left is updated")
	}
	for p, b := range h.rail.buttons {
		if b.On() != (Place(p) == Gallery) {
			t.Errorf("%v is marked %v", Place(p), b.On())
		}
	}
}

func TestManyAsksAreOneUpdate(t *testing.T) {
	h := newHouse(t, nil)
	for range 50 {
		h.Refresh(Create)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { h.update(ctx, Create); close(done) }()
	<-h.screens[Create].updated
	cancel()
	<-done
	if n, _ := h.screens[Create].seen(); n != 1 {
		t.Errorf("%d updates", n)
	}
}

func TestEveryScreenGetsEveryEvent(t *testing.T) {
	h := newHouse(t, nil)
	h.handle(jobs.Progress{ID: 1, Percent: 3})
	for p, s := range h.screens {
		if _, n := s.seen(); n != 1 {
			t.Errorf("%v got %d events", p, n)
		}
	}
}

func TestStartAndStop(t *testing.T) {
	h := newHouse(t, nil)
	h.Begin()
	<-h.screens[Create].updated
	h.engine.deliver(jobs.Progress{ID: 4, Percent: 9})
	h.End()
	// A window that closes at once may end before its workers began; they must never begin behind it.
	if told := strings.Join(h.engine.heard(), " "); told != "stop" && told != "start stop" {
		t.Errorf("the engine was told %q", told)
	}
	if h.ctx.Err() == nil {
		t.Error("the workers go on")
	}
}

func TestQuitAsksOnlyWhilePictureCallsAreOpen(t *testing.T) {
	h := newHouse(t, func(_ *fakeLibrary, e *fakeEngine) { e.calls = 2 })
	h.Quit()
	h.Quit() // the question is asked once
	overlays := h.window.Canvas().Overlays().List()
	if len(overlays) != 1 {
		t.Fatalf("%d questions", len(overlays))
	}
	apptest.PressKey(h.window.Canvas().Focused(), fyne.KeyReturn)
	if h.asking.Shown() {
		t.Error("Enter must stay")
	}
	h.engine.calls = 0
	h.Quit()
	if h.window.Canvas().Overlays().Top() != nil {
		t.Error("tasks only: no question")
	}
}

func TestQuitWords(t *testing.T) {
	if got := quitWords(2); got != "2 pictures are being made. Their calls cannot be resumed. Stay, or quit and mark them unconfirmed?" {
		t.Error(got)
	}
	if got := quitWords(1); !strings.HasPrefix(got, "1 picture is being made. Its call") {
		t.Error(got)
	}
}

// The question before quitting offers to wait for the pictures; who stays after all goes on as before.
func TestQuitCanWaitForThePictures(t *testing.T) {
	h := newHouse(t, func(_ *fakeLibrary, e *fakeEngine) { e.calls = 1 })
	quits := 0
	ask := func(answer string) {
		h.QuitWith(func() { quits++ })
		for _, b := range apptest.Find[*kit.Button](h.window.Canvas().Overlays().Top()) {
			if b.Text() == answer {
				test.Tap(b)
				return
			}
		}
		t.Fatalf("no answer %q", answer)
	}
	answered := func() {
		h.live.next.counts = true
		h.live.flush(t.Context())
		h.run()
	}
	ask("Quit when it is done")
	answered()
	if quits != 0 || h.engine.told[len(h.engine.told)-1] != "no more true" {
		t.Errorf("%d quits, the engine was told %v", quits, h.engine.told)
	}
	test.Tap(h.notices.buttons[0]) // stay after all
	h.engine.calls = 0
	answered()
	if quits != 0 || h.engine.told[len(h.engine.told)-1] != "no more false" {
		t.Errorf("%d quits of one who stays, the engine was told %v", quits, h.engine.told)
	}
	h.engine.calls = 1
	ask("Quit when it is done")
	h.engine.calls = 0
	h.lib.counts[db.Saving] = 1
	answered()
	if quits != 0 {
		t.Error("it quits before the picture is saved: its link may die meanwhile")
	}
	h.lib.counts[db.Saving] = 0
	answered()
	if quits != 1 {
		t.Errorf("%d quits once the picture is done", quits)
	}
	h.engine.calls = 1
	ask("Quit and mark unconfirmed")
	if quits != 2 || h.asking.Shown() {
		t.Errorf("%d quits at once, question shown %v", quits, h.asking.Shown())
	}
}

func TestRailTurnsNarrowInANarrowWindow(t *testing.T) {
	h := newHouse(t, nil)
	for _, tc := range []struct {
		width, rail float32
	}{{1440, railWide}, {railTurn, railWide}, {railTurn - 1, railNarrow}, {minWidth, railNarrow}} {
		h.window.Resize(fyne.NewSize(tc.width, 800))
		if got := h.rail.content.Size().Width; got != tc.rail {
			t.Errorf("window %v: rail %v, want %v", tc.width, got, tc.rail)
		}
		if foot := h.rail.foot; foot.narrow.Visible() != (tc.rail == railNarrow) ||
			foot.wide.Visible() == foot.narrow.Visible() {
			t.Errorf("window %v: the month is shown wide %v, narrow %v", tc.width, foot.wide.Visible(),
				foot.narrow.Visible())
		}
	}
	if got := h.root.content.MinSize(); got.Width != minWidth || got.Height != minHeight {
		t.Errorf("least size %v", got)
	}
}

// The narrow rail is as wide as the longest word that its foot says, in each language and size of text.
func TestTheNarrowRailBreaksNoWord(t *testing.T) {
	h := newHouse(t, nil)
	h.window.Resize(fyne.NewSize(minWidth, 800))
	for _, tag := range []string{"en", "de", "es"} {
		langtest.Use(t, tag)
		for _, scale := range []float32{resources.TextScaleMin, 1, 1.15, 1.3, resources.TextScaleMax} {
			fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
			for _, budget := range []jobs.Left{{}, {Scope: jobs.ScopeMonth, Micros: 1},
				{Scope: jobs.ScopeMonth, Micros: -1}, {Scope: jobs.ScopeDay, Micros: -1}} {
				m := Month{Currency: "CNY", Left: budget}
				if budget.Scope == jobs.ScopeDay {
					m.Left, m.Today = jobs.Left{}, budget
				}
				put(h.live.Month, m)
				for word := range strings.FieldsSeq(h.rail.foot.word.Text()) {
					need := kit.NewText(word, resources.SizeXS, resources.Text2, false).NaturalWidth() - 1
					if room := h.rail.foot.word.Size().Width; need > room {
						t.Errorf("%s at %v: %q needs %v of %v px", tag, scale, word, need, room)
					}
				}
			}
		}
	}
}

// What the month says has the room that it needs, however many lines it grows by.
func TestTheMonthHasItsRoom(t *testing.T) {
	h := newHouse(t, nil)
	m := Month{Name: "November", Currency: "CNY", Sandbox: true,
		Today: jobs.Left{Scope: jobs.ScopeDay, Micros: -383_460_000},
		Spent: db.Spent{Charged: 1_500_000, Reserved: 2_800_000, Unconfirmed: 4_500_000, Outgoing: 1_000_000}}
	for _, width := range []float32{1440, minWidth} {
		put(h.live.Month, Month{Name: "November", Currency: "CNY"})
		h.window.Resize(fyne.NewSize(width, 800))
		put(h.live.Month, m)
		foot := h.rail.foot.content
		if got, need := foot.Size().Height, kit.HeightFor(foot, foot.Size().Width); got < need ||
			foot.Position().Y+got > h.rail.content.Size().Height {
			t.Errorf("window %v: the foot has %v of %v px at %v", width, got, need, foot.Position().Y)
		}
	}
}

func TestProfileInFrontIsKeptAndTheWholeWindowFollows(t *testing.T) {
	h := newHouse(t, func(l *fakeLibrary, _ *fakeEngine) { l.settings[db.SettingProfile] = int64(2) })
	if h.Profile().ID != 2 {
		t.Fatalf("in front: %+v", h.Profile())
	}
	h.live.reload()
	h.live.flush(context.Background())
	h.run()
	sw := value(t, h.live.Switcher)
	if sw.Front != 1 || !sw.Sandbox || sw.Options[0].Words != "key of My gateway" {
		t.Errorf("switcher %+v", sw)
	}
	h.rail.chosen(0)
	h.settle()
	if h.Profile().ID != 1 || h.lib.kept(db.SettingProfile) != int64(1) {
		t.Errorf("in front %d, kept %v", h.Profile().ID, h.lib.kept(db.SettingProfile))
	}
	h.live.flush(context.Background())
	if got := h.engine.asked[len(h.engine.asked)-1]; got != 1 {
		t.Errorf("the month of profile %d is shown", got)
	}
	h.rail.chosen(2) // "Manage profiles…"
	if h.Place() != Settings || h.Profile().ID != 1 {
		t.Errorf("at %v with profile %d", h.Place(), h.Profile().ID)
	}
}

func TestLookIsTakenUpAndKept(t *testing.T) {
	h := newHouse(t, func(l *fakeLibrary, _ *fakeEngine) { l.settings[settingLook] = "light" })
	if h.Look() != resources.Light {
		t.Errorf("starts %v", h.Look())
	}
	h.SetLook(resources.Dark)
	h.settle()
	if h.lib.kept(settingLook) != "dark" || h.app.Settings().Theme().(resources.Look).Variant() != resources.Dark {
		t.Errorf("kept %v", h.lib.kept(settingLook))
	}
}

func TestACommandThatFailsSaysSo(t *testing.T) {
	h := newHouse(t, nil)
	h.Do("Could not release the job.", func(context.Context) error { return errors.New("the disk is full") })
	h.settle()
	if !h.notices.content.Visible() || h.notices.text.Text() != "Could not release the job. the disk is full" {
		t.Errorf("%q", h.notices.text.Text())
	}
	h.notices.hide()
	h.Do("go", func(context.Context) error { return context.Canceled })
	h.settle()
	if h.notices.content.Visible() {
		t.Error("a command that was cancelled complains")
	}
}

func TestAProfileThatIsGoneLeavesTheFrontToTheFirst(t *testing.T) {
	h := newHouse(t, func(l *fakeLibrary, _ *fakeEngine) { l.settings[db.SettingProfile] = int64(2) })
	h.lib.profiles = h.lib.profiles[:1]
	h.live.reload()
	h.live.flush(context.Background())
	if h.Profile().ID != 1 {
		t.Errorf("in front: %d", h.Profile().ID)
	}
	h.lib.profiles = nil
	h.live.reload()
	h.live.flush(context.Background())
	if h.Profile().ID != 0 {
		t.Errorf("in front: %d, though there is none", h.Profile().ID)
	}
}

func TestWelcomeCoversTheRailAndLeaves(t *testing.T) {
	h := newHouse(t, nil)
	hello := kit.NewText("Welcome", resources.SizeWelcome, resources.Text1, true)
	h.ShowWelcome(hello)
	if h.rail.content.Visible() || !h.status.welcome.Visible() {
		t.Error("the welcome does not stand alone")
	}
	h.HideWelcome()
	if !h.rail.content.Visible() || h.status.welcome.Visible() || h.root.over.Visible() {
		t.Error("the welcome stayed")
	}
}

func TestANoticeCanOfferWhatToDo(t *testing.T) {
	h := newHouse(t, nil)
	done := 0
	h.Say(kit.ToneWarn, "1 job is unconfirmed.", "It may have been charged.",
		action.Action{Label: "Resolve…", Do: func() {
			done++
		}})
	n := h.notices
	if !n.content.Visible() || !n.buttons[0].Visible() || n.buttons[0].Text() != "Resolve…" {
		t.Fatal("the notice or its button is missing")
	}
	test.Tap(n.buttons[0])
	if done != 1 || n.content.Visible() {
		t.Errorf("done %d times, still shown: %v", done, n.content.Visible())
	}
	h.Say(kit.ToneErr, "Something else.", "")
	if n.buttons[0].Visible() {
		t.Error("the button of one notice stands in the next")
	}
}

// What was done is said where it was done, and waits there; what went wrong is said everywhere.
func TestWhatWasDoneIsSaidInItsPlaceOnly(t *testing.T) {
	h := newHouse(t, nil)
	h.Show(Gallery)
	for _, c := range []struct {
		tone       kit.Tone
		everywhere bool
	}{{kit.ToneOK, false}, {kit.ToneNeutral, false}, {kit.ToneWarn, true}, {kit.ToneErr, true}} {
		h.Say(c.tone, "1 item moved to Trash.", "")
		h.Show(Queue)
		elsewhere := h.notices.content.Visible()
		h.Show(Gallery)
		if back := h.notices.content.Visible(); elsewhere != c.everywhere || !back {
			t.Errorf("tone %v: shown elsewhere %v, back %v", c.tone, elsewhere, back)
		}
	}
	h.notices.hide()
	h.Show(Queue)
	h.Show(Gallery)
	if h.notices.content.Visible() {
		t.Error("a notice that was closed came back")
	}
}

// A notice that says what was done takes no room for ever, and none goes while the pointer or the keyboard is in it.
func TestWhatWasDoneIsSaidForAWhile(t *testing.T) {
	h := newHouse(t, nil)
	n := h.notices
	var later []func()
	n.later = func(d time.Duration, f func()) { later = append(later, f) }
	pass := func() {
		due := later
		later = nil
		for _, f := range due {
			f()
		}
	}
	undo := action.Action{Label: "Undo", Do: func() {}}
	h.Say(kit.ToneNeutral, "1 item moved to Trash.", "", undo)
	n.under.MouseIn(nil)
	pass()
	n.under.MouseOut()
	h.window.Canvas().Focus(n.buttons[0])
	pass()
	if !n.content.Visible() {
		t.Fatal("it went under the pointer or the keyboard")
	}
	h.window.Canvas().Unfocus()
	h.Say(kit.ToneNeutral, "2 items moved to Trash.", "", undo)
	later[0]() // of the notice before
	if !n.content.Visible() {
		t.Fatal("it went with the time of another")
	}
	pass()
	if n.content.Visible() || n.open {
		t.Error("it stays")
	}
	h.Say(kit.ToneErr, "The disk is full.", "")
	pass()
	if !n.content.Visible() {
		t.Error("what went wrong goes by itself")
	}
}

// A confirmation does not come back to its place minutes later. A notice that is not a confirmation does.
func TestHiddenConfirmationsTimeOut(t *testing.T) {
	h := newHouse(t, nil)
	n := h.notices
	var later []func()
	n.later = func(_ time.Duration, f func()) { later = append(later, f) }
	for _, c := range []struct {
		tone kit.Tone
		back bool
	}{{kit.ToneOK, false}, {kit.ToneNeutral, false}, {kit.ToneAccent, true}} {
		later = nil
		h.Show(Gallery)
		h.Say(c.tone, "The frame was saved to the library.", "")
		if c.tone == kit.ToneOK && len(later) > 0 {
			t.Error("it goes while it is shown")
		}
		n.under.MouseIn(nil)
		h.Show(Create)
		for _, f := range later {
			f()
		}
		h.Show(Gallery)
		if n.content.Visible() != c.back {
			t.Errorf("tone %v: shown again %v", c.tone, n.content.Visible())
		}
		n.hide()
	}
}

// seen returns the positions and sizes of all visible objects of the window, except those of the notice.
func (h *house) seen() map[fyne.CanvasObject][2]any {
	seen := map[fyne.CanvasObject][2]any{}
	notice := apptest.Visible(h.notices.content)
	for _, o := range apptest.Visible(h.root.content) {
		if !slices.Contains(notice, o) {
			seen[o] = [2]any{fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()}
		}
	}
	return seen
}

func TestNothingMovesForANotice(t *testing.T) {
	h := newHouse(t, nil)
	long := strings.Repeat("The file could not be written because the disk is full. ", 12)
	for _, width := range []float32{1440, 1120} {
		h.window.Resize(fyne.NewSize(width, 720))
		for _, place := range []Place{Create, Gallery, Settings} {
			h.Show(place)
			before := h.seen()
			for _, rest := range []string{"", long} {
				h.Say(kit.ToneErr, "It failed.", rest, action.Action{Label: "Try it", Do: func() {}})
				notice := h.notices.content
				at, size := notice.Position(), notice.Size()
				if !notice.Visible() || at.X < 0 || at.X+size.Width > width ||
					at.Y+size.Height > h.root.content.Size().Height {
					t.Errorf("%v: the notice has %v at %v", place, size, at)
				}
				if rest == "" && size.Height > statusHigh+8 {
					t.Errorf("one line is %v high", size.Height)
				}
				if moved := h.seen(); !maps.Equal(moved, before) {
					t.Errorf("%v at %v: objects moved", place, width)
				}
				h.notices.hide()
			}
			if !maps.Equal(h.seen(), before) {
				t.Errorf("%v at %v: objects moved when the notice closed", place, width)
			}
		}
	}
}

// clickButton presses a button with the pointer as the toolkit's driver does, which takes the focus away before the
// click.
func (h *house) clickButton(b *kit.Button) {
	b.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	h.window.Canvas().Unfocus()
	b.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	b.Tapped(&fyne.PointEvent{})
}

func TestAClosedNoticeGivesTheFocusBack(t *testing.T) {
	h := newHouse(t, nil)
	field, canvas := widget.NewEntry(), h.window.Canvas()
	h.Shell.screens.Places[Gallery] = &fieldScreen{newFakeScreen("gallery"), field}
	h.Show(Gallery)
	undone := 0
	undo := action.Action{Label: "Undo", Do: func() { undone++ }}
	h.Say(kit.ToneNeutral, "1 item moved to Trash.", "", undo)
	h.clickButton(h.notices.buttons[0])
	if undone != 1 || canvas.Focused() != fyne.Focusable(field) {
		t.Errorf("by the pointer: undone %d times, %T has the focus", undone, canvas.Focused())
	}
	h.Say(kit.ToneNeutral, "1 item moved to Trash.", "", undo)
	canvas.Focus(h.notices.shut)
	apptest.PressKey(canvas.Focused(), fyne.KeyReturn)
	if h.notices.content.Visible() || canvas.Focused() != fyne.Focusable(field) {
		t.Errorf("by the keyboard: %T has the focus", canvas.Focused())
	}
}

// After an undo the confirmation of what was done before is no longer true.
func TestUndoTakesTheLastConfirmationAway(t *testing.T) {
	h := newHouse(t, nil)
	h.Shell.screens.Undo, h.Shell.screens.Redo = func() {}, func() {}
	for name, do := range map[string]func(){
		"undo": action.ByID(h.Actions(), "edit.undo").Do, "redo": action.ByID(h.Actions(), "edit.redo").Do,
	} {
		h.window.Canvas().Unfocus()
		h.Say(kit.ToneNeutral, "Undone: label.", "")
		do()
		if h.notices.open {
			t.Errorf("%s: the old confirmation stays", name)
		}
		h.Say(kit.ToneErr, "The disk is full.", "")
		do()
		if !h.notices.open {
			t.Errorf("%s: an error went away", name)
		}
	}
}
