package boards

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
)

// newBoardLife opens a board of three shots with Shared seams, with pictures and clips of all cards.
func newBoardLife(t *testing.T) *boardLife {
	d := newDesk(t, 0)
	d.now = time.Now().UTC() // as the engine has it
	store, err := boards.Open(t.Context(), d.lib)
	d.must(err)
	d.s.Store = store
	l := &boardLife{desk: d, r: rand.New(rand.NewPCG(1, 1)), store: store, hosts: true}
	b := boards.Board{BoardHead: db.BoardHead{ProfileID: d.profile.ID}, Name: "Harbour",
		Settings: boards.Settings{Size: "1536x864", PictureModel: "genimage-2.5-flare", Quality: "medium",
			Model: "clip-2.6", Resolution: "720P", Seconds: 5}}
	b.AddLines([]string{"one", "two", "three"})
	b.DescribeFrames()
	b, err = store.New(t.Context(), b)
	d.must(err)
	l.ref = b.Ref
	for stage := range 2 {
		l.order(l.view(), stage, nil)
		l.deliver()
	}
	return l
}

// deliver saves all open jobs.
func (l *boardLife) deliver() {
	for range openJobs(l.view()) { // a job is delivered after the one before it
		for _, j := range openJobs(l.view()) {
			l.become(j, db.Saved)
		}
	}
}

// edits changes the board.
func (l *boardLife) edits(fn func(b *boards.Board)) {
	l.Helper()
	_, err := l.store.Edit(l.Context(), l.ref, db.AnyVersion, "edit", func(b *boards.Board) error {
		fn(b)
		return nil
	})
	l.must(err)
}

// reload shows the board as it is stored.
func (l *boardLife) reload() {
	l.Helper()
	v := l.view()
	l.s.Open(l.ref)
	l.s.board.reread(l.Context(), v, l.m.orders.ended.Load())
	l.s.board.take(l.ref, v, nil)
	l.s.board.show()
}

// labels returns those of the visible stage buttons.
func (l *boardLife) labels() (all []string) {
	l.Helper()
	l.reload()
	for _, b := range l.f.buttons {
		if b.Visible() {
			all = append(all, b.Text())
		}
	}
	return all
}

func (l *boardLife) labeled(when string, want ...string) {
	l.Helper()
	got := l.labels()
	if len(got) != len(want) {
		l.Fatalf("%s: %q, want %q", when, got, want)
	}
	for i := range want {
		if before, after, ok := strings.Cut(want[i], "*"); got[i] != want[i] &&
			!(ok && strings.HasPrefix(got[i], before) && strings.HasSuffix(got[i], after)) {
			l.Errorf("%s: %q, want %q", when, got, want)
		}
	}
}

// press presses the button of a stage and saves what it orders. It returns the cards.
func (l *boardLife) press(stage int) (cards []string) {
	l.Helper()
	l.reload()
	l.made, l.m.orders.ordered = nil, time.Time{}
	l.f.buttons[stage].OnTapped()
	for _, j := range l.made {
		cards = append(cards, l.m.names(j.Shot)...)
	}
	if total := l.m.prices.figures.stages[stage].Quoted().Total; len(l.made) > 0 && l.total() != total {
		l.Errorf("ordered at %d, the button shows %d", l.total(), total)
	}
	l.deliver()
	return cards
}

// A board gets drafts, then finals, then remade drafts and their finals. Each button names what it orders, with its
// price, and orders nothing else.
func TestDraftFinalAndRemake(t *testing.T) {
	l := newBoardLife(t)
	l.labeled("drafts")
	l.edits(func(b *boards.Board) {
		b.Settings.Final = &boards.FinalSettings{Model: "clip-3.0", Resolution: "1080P", Audio: true}
		b.SetSeam(1, boards.Continue)
		b.Shots[0].Skipped = true
	})
	l.labeled("one is skipped", "Make final: 1 chosen take · ¥*est.", "Remake 1 shot · ¥2.80 est.")
	l.edits(func(b *boards.Board) { b.Shots[0].Skipped = false })
	l.labeled("final settings", "Make final: 2 chosen takes · ¥*est.", "Remake 1 shot · ¥2.80 est.")
	if hint := l.f.lines[0].Text(); !strings.Contains(hint, "3 no longer matches") ||
		!strings.Contains(hint, "need not follow the seed") || !strings.Contains(hint, "Both buttons together ¥") {
		t.Errorf("the foot shows %q", hint)
	}
	if got := l.press(planning.Outdated); !slices.Equal(got, []string{"3"}) {
		t.Errorf("remade %q", got)
	}
	l.labeled("remade", "Make final: 3 chosen takes · ¥*est.")
	if got := l.press(planning.Final); !slices.Equal(got, []string{"1", "2", "3"}) || l.made[2].After != l.made[1].ID {
		t.Errorf("made final: %q, after %v", got, l.made)
	}
	l.labeled("final")
	if got := l.m.state(l.view().Shots[0], l.view().State(l.view().Shots[0].ID, l.now)).tag; got != "Final" {
		t.Errorf("the shot is %q", got)
	}

	l.edits(func(b *boards.Board) { b.Frames[0].Prompt = "a storm" })
	l.labeled("a keyframe was changed", "Remake 1 keyframe and 1 shot · about ¥* + ¥2.80 est.")
	if hint := l.f.lines[0].Text(); !strings.Contains(hint, "1 is made from them") {
		t.Errorf("the foot shows %q", hint)
	}
	if got := l.press(planning.Outdated); !slices.Equal(got, []string{"K1", "1"}) || l.made[1].After != l.made[0].ID {
		t.Errorf("remade %q, after %v", got, l.made)
	}
	l.labeled("remade draft", "Make final: 1 chosen take · ¥*est.")

	l.edits(func(b *boards.Board) { b.Settings.Style = "paper" })
	l.labeled("all keyframes", "Remake 4 keyframes · about ¥* est.")
	if hint := l.f.lines[0].Text(); !strings.Contains(hint, "then 1, 2 and 3 in a second click") {
		t.Errorf("the foot shows %q", hint)
	}
	l.press(planning.Outdated)
	l.labeled("then the shots", "Remake 3 shots · ¥8.40 est.")
	l.press(planning.Outdated)
	l.labeled("and their finals", "Make final: 3 chosen takes · *")
}

// Another take replaces an explicit choice once it is saved, like a remade one. An undo brings the choice back.
func TestOrderedTakeReplacesChoice(t *testing.T) {
	for _, stage := range []int{someCards, planning.Outdated} {
		l := newBoardLife(t)
		card := l.view().Shots[0].ID
		l.order(l.view(), someCards, []string{card})
		l.deliver()
		takes := l.view().Takes(card)
		v := l.view()
		l.edits(func(b *boards.Board) {
			v.Choose(b, card, takes[0].Asset.Ref)
			b.Shots[0].Prompt = "other words"
		})
		uses := func(when string, take boards.Take) {
			t.Helper()
			if got, _ := l.view().Chosen(card); got.Asset.Ref != take.Asset.Ref {
				t.Errorf("stage %d, %s: the shot uses the take of job %d, not of %d", stage, when, got.Job.ID,
					take.Job.ID)
			}
		}
		l.reload()
		l.made = nil
		if stage == someCards {
			l.s.board.choose(card)
			l.s.board.show()
			l.s.board.inspector.another.OnTapped()
		} else {
			l.f.buttons[stage].OnTapped()
		}
		if len(l.made) != 1 {
			t.Fatalf("stage %d made %d jobs", stage, len(l.made))
		}
		uses("ordered", takes[0])
		l.deliver()
		uses("saved", l.view().Takes(card)[2])
		_, step, err := l.store.Undo(context.Background(), l.ref, l.view().Version)
		if err != nil || step != "use the new takes" {
			t.Errorf("undone %q, %v", step, err)
		}
		uses("undone", takes[0])
	}
}

// The sheet of the film names clips that no longer match, and those that get another take.
func TestFilmNamesOutdatedClips(t *testing.T) {
	l := newBoardLife(t)
	remarks := func() (all []string) {
		l.reload()
		for _, s := range l.s.board.film.film().Shots {
			all = append(all, s.Remark)
		}
		return all
	}
	if got := remarks(); !slices.Equal(got, []string{"", "", ""}) {
		t.Errorf("drafts: %q", got)
	}
	l.edits(func(b *boards.Board) { b.Shots[1].Prompt = "other words" })
	if got := remarks(); !slices.Equal(got, []string{"", "No longer matches", ""}) {
		t.Errorf("a prompt was changed: %q", got)
	}
	l.made, l.m.orders.ordered = nil, time.Time{}
	l.f.buttons[planning.Outdated].OnTapped()
	if got := remarks(); !slices.Equal(got, []string{"", "Another take is being made", ""}) {
		t.Errorf("remake ordered: %q", got)
	}
	l.deliver()
	if got := remarks(); !slices.Equal(got, []string{"", "", ""}) {
		t.Errorf("remade: %q", got)
	}
}
