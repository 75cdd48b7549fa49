package boards

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	planning "viviscope/client/boards"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/cast"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// castSample is a board of two shots over a library with a cast, whose entries are shown below the strip.
func castSample(t *testing.T, width, height float32) *sample {
	s := newSample(t, width, height)
	s.AddLines([]string{"@Mara walks", "the quay"})
	s.Frames[0].Prompt, s.Frames[1].Prompt = "@Mara waits", "@Mara and @Tom at @dusk"
	for _, e := range []cast.Entry{{Name: "Mara", Kind: cast.Person, Words: "a woman"},
		{Name: "dusk", Kind: cast.Look, Words: "warm light"}} {
		_, err := s.s.Deps.Library.(bookcase).SaveCast(t.Context(), "", e)
		s.must(err)
	}
	s.s.Cast.Update(t.Context())
	s.keep()
	return s
}

func TestCastLiesBelowTheStrip(t *testing.T) {
	s := castSample(t, 1271, 846)
	b := s.s.board
	strip, panel := b.strip, b.cast.Content()
	if b.cast.Folded() || panel.Position().Y < strip.Position().Y+strip.heightFor(strip.Size().Width) {
		t.Errorf("the cast is folded (%v), or at %v over a strip of %v", b.cast.Folded(), panel.Position().Y,
			strip.heightFor(strip.Size().Width))
	}
	texts := strings.Join(apptest.Texts(panel), " | ")
	for _, want := range []string{"@Mara", "person · words only", "a woman", "@dusk",
		"@Mara is used in K1, K2 and shot 1 · the library’s cast is shared by all boards"} {
		if !strings.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
	if covered := apptest.CoveredControls(s.window.Canvas()); len(covered) > 0 {
		t.Errorf("covered: %q", covered)
	}
	s.window.Resize(fyne.NewSize(952, 664)) // in a window of 1120 x 720
	if !b.cast.Folded() || b.player.content.Size().Height < playerLow {
		t.Errorf("in a low window the cast is folded: %v; the player has %v", b.cast.Folded(), b.player.content.Size())
	}
	if texts := strings.Join(apptest.Texts(panel), " | "); !strings.Contains(texts, "@Mara  @dusk") {
		t.Errorf("folded: %q", texts)
	}
	if covered := apptest.CoveredControls(s.window.Canvas()); len(covered) > 0 {
		t.Errorf("covered: %q", covered)
	}
}

// Undo reverts the newest change, whether it was of the cast or of the board.
func TestUndoRevertsTheNewestChange(t *testing.T) {
	s := castSample(t, 1271, 846)
	names := func() (all string) {
		for _, e := range s.s.Cast.Entries() {
			all += e.Name + " "
		}
		return all
	}
	s.s.Cast.Remove("Mara")
	s.s.Undo()
	if got := names(); got != "Mara dusk " {
		t.Errorf("after the undo: %q", got)
	}
	s.s.Cast.Remove("Mara")
	s.s.board.edit("rename", func(x *boards.Board) { x.Name = "Other" })
	s.s.Undo()
	if got := names(); got != "dusk " || s.kept().Name != "Harbour at dusk" {
		t.Errorf("after the undo of an edit: %q, %q", got, s.kept().Name)
	}
}

func TestMentionsShowWhatTheySend(t *testing.T) {
	s := castSample(t, 1271, 846)
	b := s.s.board
	b.choose(s.Frames[1].ID)
	sent := b.inspector.card.sent
	texts := strings.Join(apptest.Texts(sent.box), " | ")
	for _, want := range []string{"no pictures of the cast", "“Mara: a woman. dusk: warm light. Mara and @Tom at dusk”", "Cast…"} {
		if !strings.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
	if texts := strings.Join(apptest.Texts(b.inspector.content), " | "); !strings.Contains(texts, "@Tom is not in the cast.") {
		t.Errorf("the unknown name is not shown: %q", texts)
	}
	b.choose(s.Shots[1].ID)
	if sent.sent.Box().Visible() {
		t.Error("a shot without mentions shows what it sends")
	}
}

func TestTakesNameTheEntryThatWasChanged(t *testing.T) {
	s := castSample(t, 1271, 846)
	v := s.s.board.view
	w := v.Want(s.Frames[0].ID)
	s.save(s.Frames[0].ID, 22*time.Hour)
	s.jobs[0].Prompt = w.Prompt
	s.jobs[0].SetUsedCast(w.Cast)
	v = boards.NewView(s.Board, s.jobs, s.entries, s.assets)
	v.Cast = s.s.Cast.Entries()
	v.Cast[0].Words = "an old woman"
	b := s.s.board
	b.card = s.Frames[0].ID
	b.load(v, nil)
	takes := b.inspector.card.takes
	if got := takes.state.Word(); got != "No longer matches: @Mara" {
		t.Errorf("the label is %q", got)
	}
	if got := takes.like.Text(); got != "K1 has other words of @Mara" {
		t.Errorf("the reason is %q", got)
	}
	if got := strings.Join(b.unmade(map[boards.Tag][]string{boards.Stale: {s.Frames[0].ID}}, 0), ""); got !=
		"K1 no longer matches: K1 has other words of @Mara" {
		t.Errorf("the foot: %q", got)
	}
}

func TestCastOpensFromTheBoards(t *testing.T) {
	s := castSample(t, 1271, 846)
	for _, a := range s.s.Actions() {
		if a.ID == "board.cast" {
			a.Do()
		}
	}
	top := s.window.Canvas().Overlays().Top()
	if texts := strings.Join(apptest.Texts(top), " | "); !strings.Contains(texts, "@Mara") {
		t.Errorf("the list has %q", texts)
	}
	for _, b := range apptest.Find[*kit.Button](top) {
		if b.Text() == "Close" {
			b.OnTapped()
		}
	}
}

// The page of a new board counts the pictures that its prompts mention, as the board will.
func TestNewBoardPricesMentionedPictures(t *testing.T) {
	s := newSample(t, 1440, 900)
	lib := s.s.Deps.Library.(bookcase)
	im := image.NewRGBA(image.Rect(0, 0, 640, 480))
	var file bytes.Buffer
	s.must(png.Encode(&file, im))
	portrait, _, err := lib.Library.Import(t.Context(), "mara.png", &file, db.ImportMeta{At: noon})
	s.must(err)
	_, err = lib.SaveCast(t.Context(), "", cast.Entry{Name: "Mara", Kind: cast.Person, Pictures: []string{portrait.Ref}})
	s.must(err)
	s.s.Cast.Update(t.Context())
	s.s.Update(t.Context())
	s.s.showNew()
	n := s.s.new
	test.Tap(n.cards[fromLines])
	field := s.window.Canvas().Focused()
	for _, r := range "a quay\n@ma" {
		if r == '\n' {
			field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			continue
		}
		field.TypedRune(r)
	}
	if rows := apptest.Texts(n.lines.Names()); !slices.Contains(rows, "@Mara") {
		t.Errorf("@ma offers %q", rows)
	}
	field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := n.lines.Text(); got != "a quay\n@Mara " {
		t.Errorf("completed: %q", got)
	}
	total := func(lines string) (without, with int64) {
		n.lines.SetText(lines)
		w := n.known.Context
		w.Now = n.Now()
		o, _ := planning.BuildOrder(n.picture.form, w.Env)
		return int64(tariffOf(w.Quote).Quote(o).Total), n.mentions(w).Total
	}
	if one, with := total("a quay\nthe sea"); one == 0 || with != 0 {
		t.Errorf("without a mention: %d each, %d", one, with)
	}
	one, with := total("@Mara waits\nthe sea")
	if with <= 3*one {
		t.Errorf("two of three keyframes mention her: %d, each without her %d", with, one)
	}
	v := boards.NewView(n.draftBoard(), nil, nil, []db.Asset{portrait})
	v.Cast = s.s.Cast.Entries()
	if stage := planning.Missing(v, n.known.Context, planning.Keyframes).Quoted().Total; stage != with {
		t.Errorf("the page shows %d, the board %d", with, stage)
	}
}

// A label names an entry that was removed otherwise than one that was changed.
func TestRemovedEntryIsNamed(t *testing.T) {
	s := castSample(t, 1271, 846)
	card := s.Shots[0].ID
	j := s.order(card, db.Saved)
	v := boards.NewView(s.Board, nil, nil, nil)
	v.Cast = s.s.Cast.Entries()
	w := v.Want(card)
	j.Prompt = w.Prompt
	j.SetUsedCast(w.Cast)
	s.assets = append(s.assets, db.Asset{ID: 900, Ref: strings.Repeat("9", 32), JobID: j.ID, Kind: db.Clip})
	show := func(all []cast.Entry) string {
		now := boards.NewView(s.Board, s.jobs, s.entries, s.assets)
		now.Cast = all
		s.s.board.view = now
		return s.s.board.castChange(card)
	}
	changed := slices.Clone(v.Cast)
	changed[0].Words = "an old woman"
	for want, all := range map[string][]cast.Entry{"": v.Cast, "shot 1 has other words of @Mara": changed,
		"@Mara of shot 1 is not in the cast any more": v.Cast[1:]} {
		if got := show(all); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
