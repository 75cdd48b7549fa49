package boards

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// press presses a key, with what is held, as the window hands it to what has the keyboard.
func (s *sample) press(mod fyne.KeyModifier, key fyne.KeyName) {
	defer apptest.HoldModifiers(mod)()
	chord := action.Chord{Key: key, Mod: mod}
	if f := s.window.Canvas().Focused(); f != nil && mod&^fyne.KeyModifierShift == 0 {
		f.TypedKey(&fyne.KeyEvent{Name: key})
		return
	}
	s.obey(chord)
}

// obey does what the window does with keys that nobody took.
func (s *sample) obey(c action.Chord) {
	for _, a := range s.s.Actions() {
		if !a.Own && a.Can() && slices.Contains(a.Keys, c) {
			a.Do()
			return
		}
	}
}

func TestStripStandsAsItsBoard(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.harbour()
	s.show()
	const all = "K1 1 K2~ 2 K3 | K4 3 / K5~ 4 > 5 K6~ 6 | / K7 7 | 8 + K8 + K9 + "
	if got := s.strip(); got != all {
		t.Errorf("at 1440 %q, want %q", got, all)
	}
	s.window.Resize(fyne.NewSize(664, 664))
	if got, want := s.strip(), "K1 1 K2~ 2 / K3 | K4 3 / K5~ 4 > 5 / K6~ 6 | / K7 7 | 8 + K8 / + K9 + "; strings.ReplaceAll(got, "/ ", "") != strings.ReplaceAll(all, "/ ", "") ||
		strings.Contains(got, "4 / ") && strings.Contains(got, "/ 5") {
		t.Errorf("narrow %q, want %q", got, want)
	}
	for _, p := range s.s.board.strip.pieces {
		if p.x+p.w > s.s.board.strip.Size().Width-stripSide {
			t.Errorf("%q ends at %v of %v", p.ID, p.x+p.w, s.s.board.strip.Size().Width)
		}
	}
}

// In a window of 1440 x 900 three rows are seen whole, above a player and a foot that have their heights.
func TestThreeRowsFit(t *testing.T) {
	s := newSample(t, 1271, 846) // what rail, menu and status bar leave
	s.harbour()
	s.show()
	strip, last := s.s.board.strip, s.s.board.strip.pieces[len(s.s.board.strip.pieces)-1]
	if need := last.y + last.h + stripTop; last.row != 2 || need > strip.Size().Height {
		t.Errorf("%d rows need %v px and have %v", last.row+1, need, strip.Size().Height)
	}
}

// What a card says, by the table of the states, is read aloud as well.
func TestCardsSayTheirStates(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.harbour()
	s.show()
	b := s.s.board
	b.estimates = map[string]int64{s.Shots[4].ID: 2_800_000}
	b.show()
	want := map[string]string{
		"K1": "K1, picture 1, expired", "K3": "K3, picture 3, 22 h", "K8": "K8, Lanterns touch the wa",
		"1": "Shot 1, Saved, The sun touches the sea, ¥5.60 charged, 2 takes, 5 s",
		"2": "Shot 2, No longer matches, Boats turn for home, K3 was changed, 1 take, 5 s",
		"4": "Shot 4, Generating 62%, Wind drops, sails hang, ¥2.80 reserved, 1 take, 5 s",
		"5": "Shot 5, Waits for shot 4, Lamps are lit one by one, about ¥2.80 est., , 5 s",
		"6": "Shot 6, Failed, Lanterns over the bay, ¥2.80 refunded, 1 take, 5 s",
		"7": "Shot 7, Unconfirmed, Moon over the harbour, up to ¥2.80 unconfirmed, 1 take, 5 s",
	}
	for _, p := range b.strip.pieces {
		name := b.cardName(p.ID)
		name = strings.TrimPrefix(name, "shot ")
		if want[name] == "" || p.ID == "" {
			continue
		}
		if got := b.strip.plane.Cell(p.key(b.view.Board)).(interface{ AccessibilityLabel() string }).AccessibilityLabel(); got != want[name] {
			t.Errorf("%q, want %q", got, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not seen: %v", want)
	}
	s.host.Clock = func() time.Time { return noon.Add(6*time.Hour + 38*time.Minute) }
	b.show()
	if got := b.header.clock.Text(); got != "K6 reachable until 18:40 · 22 min" {
		t.Errorf("the clock says %q", got)
	}
}

// Each key of the strip changes the board in the library, in the order of the keys, and undo takes all of it back.
func TestKeysOfTheStripEditTheBoard(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.AddLines([]string{"one", "two", "three"})
	s.keep()
	b, first := s.s.board, s.kept()
	s.window.Canvas().Focus(b.strip)
	steps := []struct {
		mod  fyne.KeyModifier
		key  fyne.KeyName
		want string
		card string
	}{
		{0, fyne.KeyEnd, "K1 1 K2~ 2 K3~ 3 K4 + ", "K4"},
		{0, fyne.KeyHome, "K1 1 K2~ 2 K3~ 3 K4 + ", "K1"},
		{0, fyne.KeyRight, "K1 1 K2~ 2 K3~ 3 K4 + ", "shot 1"},
		{0, fyne.KeyS, "K1 1 K2 | K3 2 K4~ 3 / K5 + ", "shot 1"},
		{0, fyne.KeyS, "K1 1 K2 > 2 K3~ 3 / K4 + ", "shot 1"},
		{0, fyne.KeyS, "K1 1 K2~ 2 K3~ 3 K4 + ", "shot 1"},
		{0, fyne.KeyInsert, "K1 1 K2~ 2 K3 | K2 3 / K4~ 4 K5 + ", "shot 2"},
		{0, fyne.KeyEscape, "", "shot 2"}, // back from its prompt
		{fyne.KeyModifierAlt, fyne.KeyRight, "", "shot 3"},
		{fyne.KeyModifierAlt, fyne.KeyLeft, "", "shot 2"},
		{0, fyne.KeyRightBracket, "", "shot 2"},
		{0, fyne.KeyD, "", "shot 2"},
		{fyne.KeyModifierShortcutDefault, fyne.KeyD, "", "shot 3"},
	}
	for i, step := range steps {
		s.press(step.mod, step.key)
		if got := s.strip(); step.want != "" && got != step.want {
			t.Errorf("step %d, %v: %q, want %q", i, step.key, got, step.want)
		}
		if got := b.cardName(b.card); got != step.card {
			t.Errorf("step %d, %v: %s is selected, want %s", i, step.key, got, step.card)
		}
	}
	if x := s.kept(); !x.Shots[1].Skipped || x.Shots[1].Seconds != 6 || len(x.Shots) != 5 || b.problem != nil {
		t.Errorf("the library has %+v, %v", x.Shots, b.problem)
	}
	for range 20 {
		s.s.Undo()
	}
	x := s.kept()
	x.Version, x.ChangedAt = first.Version, first.ChangedAt
	if got, want := s.strip(), "K1 1 K2~ 2 K3~ 3 K4 + "; got != want ||
		!slices.EqualFunc(x.Shots, first.Shots, func(a, b boards.Shot) bool {
			return a.ID == b.ID && a.Seconds == b.Seconds
		}) {
		t.Errorf("undone: %q, want %q", got, want)
	}
}

// Skipping and removing a shot are two commands. Removing one with takes tells that they stay, and offers to undo it.
func TestSkipAndRemoveAreTwoCommands(t *testing.T) {
	s, b := openLines(t, "one", "two")
	s.window.Canvas().Focus(b.strip)
	s.press(0, fyne.KeyHome)
	s.press(0, fyne.KeyRight)
	for _, skipped := range []bool{true, false} {
		s.press(0, fyne.KeyD)
		a := action.ByID(b.cardMenu(), "board.skip")
		if got := s.kept().Shots[0].Skipped; got != skipped || a.On != skipped || !a.Can() {
			t.Errorf("skipped: %v, %+v, want %v", got, a, skipped)
		}
	}
	b.edit("bring a clip", func(x *boards.Board) { x.Shots[0].Added = []string{strings.Repeat("a", 32)} })
	s.press(0, fyne.KeyDelete)
	if x := s.kept(); len(x.Shots) != 1 || x.Shots[0].Prompt != "two" {
		t.Fatalf("%+v", x.Shots)
	}
	said := s.host.Said[len(s.host.Said)-1]
	if said != "Shot 1 was removed. Its takes stay in the gallery. [Undo]" {
		t.Fatal(said)
	}
	s.host.Links[0].Do()
	if x := s.kept(); len(x.Shots) != 2 {
		t.Errorf("undone: %+v", x.Shots)
	}
}

// A new shot or keyframe has the keyboard focus in its prompt, so that letters are typed and run no command.
func TestANewCardIsDescribedAtOnce(t *testing.T) {
	for _, id := range []string{"board.after", "board.before", "board.frame"} {
		s, b := openLines(t, "one", "two")
		s.window.Canvas().Focus(b.strip)
		action.ByID(b.actions(), id).Do()
		test.Type(s.window.Canvas().Focused(), "sd")
		s.s.board.flush()
		x := s.kept()
		prompt := ""
		if i := x.ShotByID(b.card); i >= 0 {
			prompt = x.Shots[i].Prompt
		} else {
			prompt = x.Frames[x.FrameByID(b.card)].Prompt
		}
		if prompt != "sd" {
			t.Errorf("%s: the new card has %q", id, prompt)
		}
	}
}

// Keyframes without a prompt can be described by their shots, as one step.
func TestShotsDescribeTheirKeyframes(t *testing.T) {
	s, b := openLines(t, "one", "two")
	for _, want := range []string{"one two two", "  "} {
		a := action.ByID(b.actions(), "board.describe")
		if want != "  " {
			if !a.Can() {
				t.Fatal(a.Disabled)
			}
			a.Do()
		} else {
			s.s.Undo()
		}
		var got []string
		for _, f := range s.kept().Frames {
			got = append(got, f.Prompt)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// openLines opens a board of shots with these prompts.
func openLines(t *testing.T, lines ...string) (*sample, *boardPage) {
	s := newSample(t, 1272, 844)
	s.AddLines(lines)
	s.keep()
	return s, s.s.board
}

// The second of two writers is told, and sees what the first one wrote.
func TestTheSecondWriterIsTold(t *testing.T) {
	s, b := openLines(t, "one")
	if _, err := s.s.Store.Edit(t.Context(), s.Ref, b.view.Version, "name", func(x *boards.Board) error {
		x.Name = "theirs"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	b.edit("mine", func(x *boards.Board) { x.Name = "mine" })
	if lead, _ := b.faultNotice(); !strings.HasPrefix(lead, "Changed elsewhere at") || b.view.Name != "theirs" ||
		!b.header.problem.Visible() {
		t.Errorf("%q, and the board is called %q", lead, b.view.Name)
	}
	b.edit("mine", func(x *boards.Board) { x.Name = "mine" })
	if got := s.kept().Name; got != "mine" {
		t.Errorf("the next edit: %q", got)
	}
	if _, err := s.s.Store.Edit(t.Context(), s.Ref, b.view.Version, boards.StepFromClient+"editor",
		func(x *boards.Board) error {
			x.Name = "of a program"
			return nil
		}); err != nil {
		t.Fatal(err)
	}
	b.edit("mine", func(x *boards.Board) { x.Name = "mine" })
	if lead, _ := b.faultNotice(); !strings.HasPrefix(lead, "Changed by editor at") {
		t.Errorf("a program wrote first: %q", lead)
	}
	if word := b.header.undo.AccessibilityLabel(); !strings.Contains(word, "Undo: changes by editor") {
		t.Errorf("%q takes it back", word)
	}
	b.undo()
	if got := s.kept().Name; got != "mine" || b.view.Name != "mine" {
		t.Errorf("what the program wrote is undone: kept %q, shown %q", got, b.view.Name)
	}
	b.undo()
	if got := s.kept().Name; got != "theirs" {
		t.Errorf("what was done before it is undone: %q", got)
	}
}

// Another process that writes to the board ends what can be undone in the window, and nothing of it is overwritten.
func TestAnotherProcessEndsTheUndoOfTheWindow(t *testing.T) {
	s, b := openLines(t, "one")
	b.edit("mine", func(x *boards.Board) { x.Name = "mine" })
	other, err := boards.Open(t.Context(), s.s.Library.(bookcase).Library)
	s.must(err)
	_, err = other.Edit(t.Context(), s.Ref, db.AnyVersion, "theirs", func(x *boards.Board) error {
		x.Name = "theirs"
		return nil
	})
	s.must(err)
	b.undo() // of what is shown, which is older
	if lead, _ := b.faultNotice(); !strings.HasPrefix(lead, "Changed elsewhere at") || s.kept().Name != "theirs" {
		t.Errorf("%q, kept %q", lead, s.kept().Name)
	}
	if !b.header.undo.Disabled() || b.view.Name != "theirs" {
		t.Errorf("%q can be undone, and the board is called %q", b.view.Undo, b.view.Name)
	}
	b.undo()
	if got := s.kept().Name; got != "theirs" {
		t.Errorf("kept %q", got)
	}
}

// What is typed is in the board also where somebody else wrote first: both are kept.
func TestWhatIsTypedOutlivesASecondWriter(t *testing.T) {
	s, b := openLines(t, "one")
	if _, err := s.s.Store.Edit(t.Context(), s.Ref, b.view.Version, "name", func(x *boards.Board) error {
		x.Name = "theirs"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	id := b.view.Shots[0].ID
	b.typed("words", ofCard(id, func(x *boards.Shot) { x.Prompt = "mine" }, nil))
	b.flush()
	b.flush()
	if x := s.kept(); x.Name != "theirs" || x.Shots[0].Prompt != "mine" || !b.header.problem.Visible() {
		t.Errorf("%q, %q", x.Name, x.Shots[0].Prompt)
	}
}

// What is edited while an undo is under way is in the library when the program ends, and nothing that is posted is run
// any more.
func TestWhatWaitsForAnUndoIsKeptAtTheEnd(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.AddLines([]string{"one"})
	s.keep()
	b, id := s.s.board, s.Shots[0].ID
	b.edit("name", func(x *boards.Board) { x.Name = "mine" })
	var later []func(context.Context)
	s.host.Worker = func(f func(context.Context)) { later = append(later, f) }
	b.undo()
	b.typed("words", ofCard(id, func(x *boards.Shot) { x.Prompt = "typed" }, nil))
	b.edit("skip", ofCard(id, func(x *boards.Shot) { x.Skipped = true }, nil))
	s.host.Poster = func(func()) {}
	s.host.Worker = nil
	for _, f := range later {
		f(t.Context())
	}
	s.must(s.s.Flush(t.Context()))
	if x := s.kept(); x.Name != s.Name || x.Shots[0].Prompt != "typed" || !x.Shots[0].Skipped {
		t.Errorf("kept %q, %+v", x.Name, x.Shots)
	}
}

// Nor is it lost where somebody else was quicker than the undo.
func TestWhatWaitsForAnUndoThatIsRefusedIsKept(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.AddLines([]string{"one"})
	s.keep()
	b, id := s.s.board, s.Shots[0].ID
	b.edit("name", func(x *boards.Board) { x.Name = "mine" })
	var later []func(context.Context)
	s.host.Worker = func(f func(context.Context)) { later = append(later, f) }
	b.undo()
	b.edit("skip", ofCard(id, func(x *boards.Shot) { x.Skipped = true }, nil))
	_, err := s.s.Store.Edit(t.Context(), s.Ref, db.AnyVersion, "theirs", func(x *boards.Board) error {
		x.Name = "theirs"
		return nil
	})
	s.must(err)
	s.host.Worker = nil
	for _, f := range later {
		f(t.Context())
	}
	s.s.Update(t.Context())
	s.must(s.s.Flush(t.Context()))
	if x := s.kept(); x.Name != "theirs" || !x.Shots[0].Skipped {
		t.Errorf("kept %q, %+v", x.Name, x.Shots)
	}
}

// What is done with a shot while an undo takes it away does nothing.
func TestAShotThatAnUndoTakesAwayIsLeftAlone(t *testing.T) {
	s, b := openLines(t, "one")
	b.addShot(1, "", "")
	s.window.Canvas().Focus(b.strip)
	var later []func(context.Context)
	s.host.Worker = func(f func(context.Context)) { later = append(later, f) }
	b.undo()
	for _, key := range []fyne.KeyName{fyne.KeyRightBracket, fyne.KeyS, fyne.KeyDelete} {
		s.press(0, key)
	}
	s.host.Worker = nil
	for _, f := range later {
		f(t.Context())
	}
	if x := s.kept(); len(x.Shots) != 1 || x.Shots[0].Skipped || x.Shots[0].Seconds != 0 {
		t.Errorf("kept %+v", x.Shots)
	}
}

// What went wrong is told until something succeeds, also of a board that was left meanwhile.
func TestAFaultIsToldAsLongAsItIsOne(t *testing.T) {
	s, b := openLines(t, "one")
	full := func(context.Context, int) (boards.Board, error) {
		return boards.Board{}, errors.New("the disk is full")
	}
	named := func(name string) { b.edit(name, func(x *boards.Board) { x.Name = name }) }
	b.commit(full, func() {})
	if !b.header.problem.Visible() {
		t.Fatal("not told")
	}
	named("mine")
	if b.header.problem.Visible() || s.kept().Name != "mine" {
		t.Errorf("it is written, and %v is told", b.problem)
	}
	b.take(s.Ref, boards.View{}, errors.New("the disk sleeps"))
	s.s.Update(t.Context())
	if b.header.problem.Visible() {
		t.Errorf("it is read, and %v is told", b.problem)
	}
}

// leaveUnsaved renames a board, has the write fail, and opens another one meanwhile. It returns what runs the next
// attempt.
func leaveUnsaved(s *sample, b *boardPage, name string) func() {
	var later []func(context.Context)
	s.host.Worker = func(f func(context.Context)) { later = append(later, f) }
	retry := func() { s.t.Error("it is not tried again") }
	s.host.Timer = func(d time.Duration, f func()) func() bool {
		if d == retryDelay {
			retry = f
		}
		return func() bool { return true }
	}
	b.change("name", func(x *boards.Board) { x.Name = name }, nil)
	b.commit(func(context.Context, int) (boards.Board, error) {
		return boards.Board{}, errors.New("the disk is full")
	}, func() {})
	s.s.showList()
	s.s.Open("another")
	s.host.Worker = nil
	for _, f := range later {
		f(s.t.Context())
	}
	return retry
}

// The last edit of a board that was left before it could be written is shown as unsaved, and tried again until it is
// written.
func TestTheLastEditOfABoardThatWasLeftIsWritten(t *testing.T) {
	s, b := openLines(t, "one")
	retry := leaveUnsaved(s, b, "mine")
	if s.host.Failing() == nil || len(s.host.Said) > 0 || s.kept().Name == "mine" {
		t.Fatalf("failing %v, said %q", s.host.Failing(), s.host.Said)
	}
	retry()
	if s.kept().Name != "mine" || s.host.Failing() != nil || s.s.Save() != nil {
		t.Errorf("kept %q, failing %v", s.kept().Name, s.host.Failing())
	}
	s.s.Open(s.Ref)
	leaveUnsaved(s, b, "at the end")
	save := s.s.Save()
	if save == nil {
		t.Fatal("quitting drops it")
	}
	s.must(save(t.Context()))
	if s.kept().Name != "at the end" {
		t.Errorf("saved before quitting: %q", s.kept().Name)
	}
	s.s.Open(s.Ref)
	leaveUnsaved(s, b, "by a signal")
	s.must(s.s.Flush(t.Context()))
	if s.kept().Name != "by a signal" {
		t.Errorf("at the end: %q", s.kept().Name)
	}
}

// A board that was left unsaved comes back as it was left, and is written then.
func TestABoardThatWasLeftUnsavedComesBackAsItWas(t *testing.T) {
	s, b := openLines(t, "one")
	retry := leaveUnsaved(s, b, "mine")
	s.s.Open(s.Ref)
	if b.view.Name != "mine" || s.kept().Name != "mine" || s.host.Failing() != nil || b.problem != nil {
		t.Fatalf("shown %q, kept %q, failing %v", b.view.Name, s.kept().Name, s.host.Failing())
	}
	version := s.kept().Version
	retry()
	if s.kept().Version != version {
		t.Error("it is written twice")
	}
	retry = leaveUnsaved(s, b, "too late")
	_, err := s.s.Store.Edit(t.Context(), s.Ref, db.AnyVersion, "theirs", func(x *boards.Board) error {
		x.Name = "theirs"
		return nil
	})
	s.must(err)
	retry()
	if s.kept().Name != "theirs" || s.host.Failing() != nil || len(s.host.Said) != 1 ||
		!strings.Contains(s.host.Said[0], "“too late” was not saved. Changed elsewhere") {
		t.Errorf("kept %q, said %q", s.kept().Name, s.host.Said)
	}
	s.s.Open(s.Ref)
	leaveUnsaved(s, b, "too late again")
	_, err = s.s.Store.Edit(t.Context(), s.Ref, db.AnyVersion, "theirs", func(x *boards.Board) error {
		x.Name = "theirs 2"
		return nil
	})
	s.must(err)
	s.s.Open(s.Ref)
	if b.view.Name != "theirs 2" || s.host.Failing() != nil || len(s.host.Said) != 2 {
		t.Errorf("shown %q, said %q", b.view.Name, s.host.Said)
	}
}

// What the disk does not take stays on the board, and goes there with what is written next.
func TestWhatCannotBeWrittenStays(t *testing.T) {
	s, b := openLines(t, "one")
	id := b.view.Shots[0].ID
	b.commit(func(context.Context, int) (boards.Board, error) {
		return boards.Board{}, errors.New("the disk is full")
	}, func() {})
	change := func(words string) {
		b.typed("words", ofCard(id, func(x *boards.Shot) { x.Prompt = words }, nil))
	}
	change("mine")
	b.dropSave()
	b.unsaved = 0
	b.commit(func(context.Context, int) (boards.Board, error) {
		return boards.Board{}, errors.New("the disk is full")
	}, func() {})
	s.s.Update(t.Context())
	if got := b.view.Shots[0].Prompt; got != "mine" || b.problem == nil {
		t.Fatalf("%q, %v", got, b.problem)
	}
	b.flush()
	if s.kept().Shots[0].Prompt != "mine" {
		t.Errorf("the library has %q", s.kept().Shots[0].Prompt)
	}
}

func TestAShotIsDraggedAndASeamClicked(t *testing.T) {
	s, b := openLines(t, "one", "two", "three")
	at := func(n int) fyne.Position { // the middle of a shot
		p := b.strip.pieces[b.strip.index(b.view.Shots[n].ID)]
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(b.strip).AddXY(p.x+p.w/2, p.y+p.h/2)
	}
	one := b.view.Shots[0].ID
	cell := b.strip.plane.Cell(b.strip.pieces[b.strip.index(one)].key(b.view.Board)).(fyne.Draggable)
	cell.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at(2).AddXY(20, 0)}})
	if !b.strip.mark.Visible() {
		t.Error("nothing shows where it would go")
	}
	cell.DragEnd()
	if x := s.kept(); x.Shots[2].ID != one || b.strip.mark.Visible() {
		t.Errorf("dragged to the end: %v", x.Shots)
	}
	for _, button := range apptest.Find[*kit.Button](b.strip) {
		if button.Text() == "Shared" {
			button.Tapped(nil)
			break
		}
	}
	if x := s.kept(); x.Seam(0) != boards.Cut && x.Seam(1) != boards.Cut {
		t.Error("a click on Shared makes no Cut")
	}
}

func TestListFindsSortsAndTrashes(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.AddLines([]string{"a lighthouse at night"})
	s.keep()
	if _, err := s.s.Store.New(t.Context(),
		boards.Board{Name: "Alps", BoardHead: db.BoardHead{ProfileID: s.ProfileID}, Settings: s.Settings}); err != nil {
		t.Fatal(err)
	}
	s.s.showList()
	l := s.s.list
	names := func() (all []string) {
		for _, x := range l.shown {
			all = append(all, x.Name)
		}
		return all
	}
	l.order = 2
	l.show()
	if got := names(); !slices.Equal(got, []string{"Alps", "Harbour at dusk"}) {
		t.Errorf("by name: %v", got)
	}
	l.search.SetText("LIGHThouse")
	if got := names(); !slices.Equal(got, []string{"Harbour at dusk"}) {
		t.Errorf("found %v", got)
	}
	l.search.SetText("")
	s.window.Canvas().Focus(l.rows)
	l.rows.Choose(1)
	s.press(0, fyne.KeyDelete)
	if got := names(); !slices.Equal(got, []string{"Alps"}) {
		t.Errorf("after Delete: %v", got)
	}
	s.s.Undo()
	if got, said := names(), s.host.Said; len(got) != 2 || said[len(said)-1] != "The board was restored. " {
		t.Errorf("after undo: %v, %q", got, said)
	}
	s.press(0, fyne.KeyReturn)
	if s.s.page != pageBoard {
		t.Error("Enter opens nothing")
	}
	s.s.showList()
	test.TapCanvas(s.window.Canvas(),
		fyne.CurrentApp().Driver().AbsolutePositionForObject(apptest.Find[*boardRow](l.rows)[1]).AddXY(60, 20))
	if s.s.page != pageBoard {
		t.Error("a click opens nothing")
	}
}

// What is edited before a board was read again after a failed edit is told, and nothing after it is lost; nor in a
// board that is opened while an undo in another one is under way.
func TestNoEditIsLostAfterAFault(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.keep()
	b := s.s.board
	s.s.Undo()
	if b.problem != nil || len(s.host.Said) > 0 {
		t.Errorf("nothing can be undone: %v, said %q", b.problem, s.host.Said)
	}
	named := func(name string) { b.edit(name, func(x *boards.Board) { x.Name = name }) }
	_, err := s.s.Store.Edit(t.Context(), s.Ref, b.view.Version, "theirs", func(x *boards.Board) error {
		x.Name = "theirs"
		return nil
	})
	s.must(err)
	s.saved = false // it is read later
	named("mine")
	named("too early")
	s.saved = true
	b.Window.Refresh()
	named("late")
	if s.kept().Name != "late" || len(s.host.Said) != 1 {
		t.Errorf("kept %q, said %q", s.kept().Name, s.host.Said)
	}
	other, err := s.s.Store.New(t.Context(),
		boards.Board{Name: "Alps", BoardHead: db.BoardHead{ProfileID: s.ProfileID}, Settings: s.Settings})
	s.must(err)
	var later []func(context.Context)
	s.host.Worker = func(f func(context.Context)) { later = append(later, f) }
	b.undo()
	named("waits")
	s.s.Open(other.Ref)
	s.host.Worker = nil
	for _, f := range later {
		f(t.Context())
	}
	if got := s.kept().Name; got != "waits" {
		t.Errorf("what waited for the undo: %q", got)
	}
	named("Andes")
	if v, err := s.s.Store.Read(t.Context(), other.Ref); err != nil || v.Name != "Andes" {
		t.Errorf("kept %q, %v", v.Name, err)
	}
}

func TestAllOfTheStripIsNamed(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.harbour()
	s.s.list.take(nil, nil)
	apptest.CheckAccessibleNames(t, s.window.Canvas())
	s.show()
	apptest.CheckAccessibleNames(t, s.window.Canvas())
	s.window.Canvas().Focus(s.s.board.strip)
	s.s.board.strip.TypedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
	if s.window.Canvas().Overlays().Top() == nil {
		t.Error("the key opens no menu")
	}
}

// BenchmarkBoardOf200Shots opens a board with three takes of each shot, and goes on by a card.
func BenchmarkBoardOf200Shots(b *testing.B) {
	s := newSample(b, 1272, 844)
	s.s.Pictures.(*paintings).plain = image.NewRGBA(image.Rect(0, 0, 160, 90))
	s.AddLines(strings.Split(strings.Repeat("a shot\n", 200), "\n")[:200])
	for _, f := range s.Frames {
		s.save(f.ID, 9*time.Hour)
	}
	for _, shot := range s.Shots {
		for range 3 {
			s.save(shot.ID, 0)
		}
	}
	view := boards.NewView(s.Board, s.jobs, s.entries, s.assets)
	s.s.Open(s.Ref)
	s.s.board.take(s.Ref, view, nil)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			s.s.board.view = boards.View{}
			s.s.board.strip.pieces = nil
			s.s.board.take(s.Ref, view, nil)
		}
	})
	b.Run("step", func(b *testing.B) {
		var took []time.Duration
		for key := fyne.KeyRight; b.Loop(); {
			switch at := slices.IndexFunc(s.s.board.cards, func(c boards.Card) bool {
				return c.ID == s.s.board.card
			}); at {
			case 0:
				key = fyne.KeyRight
			case len(s.s.board.cards) - 1:
				key = fyne.KeyLeft
			}
			start := time.Now()
			s.press(0, key)
			took = append(took, time.Since(start))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	})
}

// A new empty board is begun by describing its keyframe: the keyboard is in its prompt once it is read. In others it is
// in the strip.
func TestAnEmptyBoardBeginsInItsPrompt(t *testing.T) {
	for _, lines := range [][]string{nil, {"one"}} {
		s := newSample(t, 1272, 844)
		s.AddLines(lines)
		if lines == nil {
			s.AddFrame("")
		}
		s.keep()
		want := fyne.Focusable(s.s.board.strip)
		if lines == nil {
			want = s.s.board.inspector.first()
		}
		if got := s.window.Canvas().Focused(); got != want {
			t.Errorf("%d lines: the keyboard is in %T", len(lines), got)
		}
	}
}

// Whoever clicks the control of a seam three times at one place has all its kinds and then the first again, also where
// its keyframe is near the end of a row.
func TestASeamIsClickedThroughAtOnePlace(t *testing.T) {
	for _, width := range []float32{1272, 1180, 1100, 1064, 980, 900, 840} {
		s := newSample(t, width, 844)
		s.AddLines([]string{"one", "two", "three", "four"})
		s.keep()
		b := s.s.board
		for n := range 3 {
			p := b.strip.pieces[slices.IndexFunc(b.strip.pieces, func(p piece) bool { return p.seam && p.next == n+1 })]
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.strip).AddXY(p.x+10,
				p.y-b.strip.plane.Offset()+seamTop+seamHigh/2)
			for _, want := range []boards.Seam{boards.Cut, boards.Continue, boards.Shared} {
				test.TapCanvas(s.window.Canvas(), at)
				if got := b.view.Seam(n); got != want {
					t.Fatalf("%v px, seam %d: it is %d, want %d", width, n, got, want)
				}
			}
		}
	}
}

// A seam says what may come out otherwise than it was meant, and its menu what can be done about it.
func TestASeamHints(t *testing.T) {
	s, b := openLines(t, "one", "two", "three", "four")
	hints := func() (all string) {
		for n := range len(b.view.Shots) - 1 {
			words, _ := b.seamHint(n)
			all += map[bool]string{true: "!"}[words != ""] + " "
		}
		return all
	}
	if got := hints(); got != "   " {
		t.Errorf("shared: %q", got)
	}
	for n := range 3 {
		b.setSeam(n, boards.Continue)
		b.edit("no keyframe", func(x *boards.Board) { x.SetFrame(x.Shots[n+1].ID, true, "") })
	}
	if got := hints(); got != "! ! ! " {
		t.Errorf("without a host: %q", got)
	}
	b.view.Hosting = true
	words, cures := b.seamHint(2)
	if got := hints(); got != "  ! " || !strings.HasPrefix(words, "3 shots without a keyframe") {
		t.Errorf("with a host: %q, %q", got, words)
	}
	b.view.Hosting = true
	cures[0].Do()
	if s.kept().Shots[3].Last == "" {
		t.Error("no keyframe ends the last of them")
	}
	first, last := b.picture(b.view.Shots[0].First), b.picture(b.view.Shots[0].Last)
	b.fidelity.known[likeness{comparedPicture{first.SHA256, wholePicture},
		comparedPicture{last.SHA256, wholePicture}}] = 0.1
	for _, seam := range []boards.Seam{boards.Cut, boards.Shared} {
		b.setSeam(0, seam)
		if words, _ := b.seamHint(0); (words != "") != (seam == boards.Shared) {
			t.Errorf("seam %d: %q", seam, words)
		}
	}
	if menu := action.Menu(b.seamMenu(1), s.host.Post); len(menu.Items) < 3 {
		t.Errorf("the menu has %d", len(menu.Items))
	}
}

// What a person gives the player and the inspector by dragging the lines between them is there again in the next run.
func TestTheSplitIsRemembered(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.AddLines([]string{"one"})
	s.keep()
	room := func(s *Screen) (player, inspector float32) {
		return s.board.player.content.Size().Height, s.board.inspector.content.Size().Width
	}
	high, wide := room(s.s)
	lines := apptest.Find[*kit.Divider](s.s.Content())
	for _, d := range lines {
		d.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(-40, -30)})
		d.DragEnd()
	}
	if gotHigh, gotWide := room(s.s); gotHigh != high+30 || gotWide != wide+40 {
		t.Errorf("after a drag: %v, %v of %v, %v", gotHigh, gotWide, high, wide)
	}
	lines[0].Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(0, -3000)})
	if s.s.board.strip.Size().Height < stripLow {
		t.Errorf("the strip has %v", s.s.board.strip.Size().Height)
	}
	again := New(*s.s.Deps)
	t.Cleanup(again.board.player.engine.Close)
	s.window.SetContent(again.Content())
	again.open.Store(&s.Ref)
	again.Open(s.Ref)
	again.Update(t.Context())
	if gotHigh, gotWide := room(again); gotHigh != high+30 || gotWide != wide+40 {
		t.Errorf("the next run: %v, %v of %v, %v", gotHigh, gotWide, high, wide)
	}
	for _, d := range apptest.Find[*kit.Divider](again.Content()) { // the arrows that go their way move them as well
		s.window.Canvas().Focus(d)
		for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyLeft} {
			d.TypedKey(&fyne.KeyEvent{Name: key})
		}
	}
	s.window.Canvas().Focus(again.board.strip)
	var stored frameSplit
	_, err := s.s.Library.Setting(t.Context(), splitSetting, &stored)
	s.must(err)
	if gotHigh, gotWide := room(again); gotHigh != high+46 || gotWide != wide+56 ||
		stored != (frameSplit{gotHigh, gotWide}) {
		t.Errorf("by keys: %v, %v of %v, %v; %v is stored", gotHigh, gotWide, high, wide, stored)
	}
}

// A picture that is chosen in the gallery for a shot that was taken away meanwhile goes to no other shot.
func TestAPictureForAShotThatIsGone(t *testing.T) {
	var b boards.Board
	first := &frameSlot{}
	if id := first.own(&b, "00000000"); id != "" {
		t.Error(id)
	}
	b.AddLines([]string{"a"})
	if id := first.own(&b, "00000000"); id != "" || first.own(&b, b.Shots[0].ID) != b.Shots[0].First {
		t.Error(id)
	}
}
