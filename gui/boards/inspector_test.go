package boards

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/gui/form"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/client/mp4"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/casting"
	"viviscope/gui/compose"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// others stand for the composer and for the queue.
type others struct {
	host action.Host
	cast *casting.Cast // nil: nobody is in it
}

func (o others) NewFields(owner form.Owner) form.Fields {
	return compose.NewFields(o.host, owner, o.castOrNone(), true)
}

func (o others) NewPromptLines(rows int, onChanged, onSend func()) form.PromptLines {
	return compose.NewPromptLines(o.host, o.castOrNone(), rows, onChanged, onSend)
}

func (o others) castOrNone() *casting.Cast {
	if o.cast == nil {
		return casting.New(casting.Deps{Host: o.host})
	}
	return o.cast
}

// OnJob gives what the queue offers for an unconfirmed clip.
func (others) OnJob(context.Context, db.Job) ([]action.Action, error) {
	return []action.Action{{Label: "Enter task ID…"}, {Label: "Mark as not charged"}, {Label: "Send again…"}}, nil
}

// inspect is a desk whose inspector is seen, with the shot in front, and the rest of what is typed as a function. What
// is edited stays in the view: nothing is committed.
func inspect(t *testing.T, shots int) (d *desk, n *cardInspector, rest func()) {
	d = newDesk(t, shots)
	n, d.s.board.commits = d.s.board.inspector, newCommits(boards.Board{})
	rest = func() {}
	d.host.Worker = func(func(context.Context)) {}
	d.host.Timer = func(_ time.Duration, f func()) func() bool {
		rest = f
		return func() bool { rest = func() {}; return true }
	}
	d.window.SetContent(n.content)
	d.window.Resize(fyne.NewSize(inspectorWidth, 840))
	d.s.board.frame.showInspector()
	d.s.board.choose(d.Shots[0].ID)
	return d, n, func() { rest() }
}

func (d *desk) typed(text string) {
	d.Helper()
	test.Type(d.s.board.inspector.first(), text)
}

func TestWhatIsTypedIsKeptAndGoesIntoItsShot(t *testing.T) {
	d, n, rest := inspect(t, 3)
	edits := func() int { return d.s.board.unsaved - map[bool]int{true: 1}[d.s.board.cancelSave != nil] }
	d.typed(", slowly")
	if d.Shots[0].Prompt != "shot number 1, slowly" || edits() != 0 {
		t.Fatalf("a key is written: %q, %d", d.Shots[0].Prompt, edits())
	}
	d.s.board.edit("from elsewhere", func(b *boards.Board) { b.Shots[0].Seconds = 9 }) // and what is typed stays
	if got := n.card.fields.form.Prompt(); got != "shot number 1, slowly" {
		t.Errorf("the field has %q", got)
	}
	rest()
	if s := d.Shots[0]; s.Prompt != "shot number 1, slowly" || s.Seconds != 9 || edits() != 2 {
		t.Errorf("after a rest: %q, %d s, %d edits", s.Prompt, s.Seconds, edits())
	}
	rest()
	if edits() != 2 {
		t.Error("a second rest is another edit")
	}
	d.typed("!")
	d.s.board.choose(d.Shots[1].ID)
	if d.Shots[0].Prompt != "shot number 1, slowly!" || d.Shots[1].Prompt != "shot number 2" {
		t.Errorf("another shot was selected meanwhile: %q, %q", d.Shots[0].Prompt, d.Shots[1].Prompt)
	}
	d.window.Canvas().Focus(n.card.shots.caption)
	test.Type(n.card.shots.caption, "Evening")
	if d.Shots[1].Caption != "Evening" {
		t.Errorf("the caption is %q", d.Shots[1].Caption)
	}
	d.typed("?")
	d.s.Left()
	if d.Shots[1].Prompt != "shot number 2?" {
		t.Error("it is lost where another place comes to the front")
	}
}

// The program ends while something is typed, and the window takes nothing in any more.
func TestWhatIsTypedIsKeptWhereTheProgramEnds(t *testing.T) {
	s := newSample(t, 1440, 900)
	s.Shots = []boards.Shot{{ID: "50000001", Prompt: "Boats turn"}}
	s.keep()
	s.host.Worker, s.host.Poster = func(f func(context.Context)) { go f(t.Context()) }, func(func()) {}
	s.s.board.edit("from elsewhere", func(b *boards.Board) { b.Shots[0].Seconds = 9 })
	test.Type(s.s.board.inspector.first(), " for home")
	s.must(s.s.Flush(t.Context()))
	if shot := s.kept().Shots[0]; shot.Prompt != "Boats turn for home" || shot.Seconds != 9 {
		t.Errorf("the library has %q, %d s", shot.Prompt, shot.Seconds)
	}
}

func TestWhatNoModelMakesStaysInItsField(t *testing.T) {
	d, n, rest := inspect(t, 1)
	n.card.fields.Edit(func(f *order.Form) { f.Clip().SetSeconds("99"); f.Clip().Seed.Text = "x" })
	rest()
	if s := d.Shots[0]; s.Seconds != 0 || s.Seed != nil {
		t.Errorf("the board has %d s, seed %v", s.Seconds, s.Seed)
	}
	if c := n.card.fields.form.Clip(); c.Seconds != "99" || c.Seed.Text != "x" {
		t.Errorf("the fields have %q, %q", c.Seconds, c.Seed.Text)
	}
}

func TestAValueOfItsOwnStandsOutAndCanBeReset(t *testing.T) {
	d, n, rest := inspect(t, 2)
	no := "blur"
	for _, c := range []struct {
		change func(*order.VideoDraft)
		own    func(boards.Shot) bool
		word   string
	}{
		{func(c *order.VideoDraft) {
			c.SetSeconds("8")
		}, func(s boards.Shot) bool { return s.Seconds == 8 }, "Duration 8 s"},
		{func(c *order.VideoDraft) {
			c.SetModel(order.Model{ID: "clip-3.0"})
		}, func(s boards.Shot) bool { return s.Model == "clip-3.0" }, "Model clip-3.0"},
		{func(c *order.VideoDraft) {
			c.SetResolution(client.Resolution1080P)
		}, func(s boards.Shot) bool { return s.Resolution == "1080P" }, "Resolution 1080P"},
		{func(c *order.VideoDraft) {
			c.Negative = no
		}, func(s boards.Shot) bool { return s.Negative != nil && *s.Negative == no }, "Negative prompt"},
		{func(c *order.VideoDraft) {
			c.Seed.Text = "42"
		}, func(s boards.Shot) bool { return s.Seed != nil && *s.Seed == 42 }, "Seed"},
	} {
		n.card.fields.Edit(func(f *order.Form) { c.change(f.Clip()) })
		rest()
		if words := apptest.Texts(n.card.shots.box); !c.own(d.Shots[0]) || !slices.Contains(words, c.word) {
			t.Errorf("%s: %+v, it says %q", c.word, d.Shots[0], words)
		}
		var stand []fyne.CanvasObject
		for _, row := range n.card.shots.own.Objects {
			if row.Visible() {
				stand = append(stand, row)
			}
		}
		if len(stand) != 1 {
			t.Fatalf("%s: %d values stand out", c.word, len(stand))
		}
		apptest.Find[*kit.Link](stand[0])[0].OnTapped()
		if s := d.Shots[0]; c.own(s) || stand[0].Visible() {
			t.Errorf("%s: after Reset %+v", c.word, s)
		}
	}
	n.card.fields.Edit(func(f *order.Form) { f.Clip().SetSeconds("8") })
	rest()
	n.card.fields.Edit(func(f *order.Form) { f.Clip().SetSeconds("5") })
	rest()
	if d.Shots[0].Seconds != 0 {
		t.Error("what is the same as the board's is one of its own")
	}
	d.s.board.inspector.showSettings()
	n.settings.clip.Edit(func(f *order.Form) { f.Clip().SetSeconds("7") })
	test.Type(n.settings.style, "paper cut")
	rest()
	if s := d.Settings; s.Seconds != 7 || s.Style != "paper cut" || s.Size != "1536x864" ||
		d.Want(d.Shots[1].ID).Seconds != 7 {
		t.Errorf("the board has %+v", s)
	}
}

// Fields that the request format of the profile lacks are closed with the reason, in the settings and on a card. What
// the board has there stays, is not ordered, and costs nothing.
func TestFieldsThatTheFormatLacksAreClosed(t *testing.T) {
	closed := []string{client.MsgFormAudio, client.MsgFormNegative, client.MsgFormSeed}
	for _, format := range client.RequestFormats() {
		d, n, rest := inspect(t, 2)
		d.Settings.Model, d.Settings.Audio, d.Settings.Negative, d.Settings.Seed = "clip-3.0", true, "rain",
			new(int64(7))
		p := d.profile
		p.Form = string(format)
		_, err := d.lib.SaveProfile(t.Context(), p)
		d.must(err)
		for i := range d.Shots {
			d.Shots[i].First, d.Shots[i].Last = "", ""
		}
		d.s.board.reread(t.Context(), *d.View, 0)
		off := format == client.FormatOpenAI
		want := map[bool]int{true: len(closed)}[off]
		check := func(where string, f *draft) {
			t.Helper()
			shown := slices.Concat(apptest.Texts(f.Audio), apptest.Texts(f.Negative), apptest.Texts(f.Seed))
			reasons := slices.DeleteFunc(slices.Clone(closed), func(rule string) bool {
				return !slices.Contains(shown, wording.Rule(rule))
			})
			if len(reasons) != want || apptest.Find[*kit.Toggle](f.Audio)[0].Disabled() != off {
				t.Errorf("%s, %s: %q of %q", format.Name(), where, reasons, shown)
			}
		}
		d.s.board.frame.showInspector()
		kit.Show(n.card.shots.folded, true)
		n.show()
		check("card", n.card.fields)
		if words := n.card.shots.asBoard.Text(); strings.Contains(words, "not in this request format") != off {
			t.Errorf("%s: the fold reads %q", format.Name(), words)
		}
		d.s.board.inspector.showSettings()
		check("settings", n.settings.clip)
		n.settings.clip.Edit(func(f *order.Form) { f.Clip().SetSeconds("7") })
		rest()
		if s := d.Settings; s.Seconds != 7 || !s.Audio || s.Negative != "rain" || s.Seed == nil {
			t.Errorf("%s: another field changed the settings to %+v", format.Name(), s)
		}
		c := planning.Missing(*d.View, d.m.prices.context(), clips)
		r, _ := c.Items[0].Order.Requests[0].(client.VideoRequest)
		if len(c.Problems) > 0 || r.Audio == off || (r.NegativePrompt == "") != off || (r.Seed == nil) != off {
			t.Errorf("%s: orders %+v, %v", format.Name(), r, c.Problems)
		}
		if words := d.m.problems.request(d.Want(d.Shots[0].ID)); strings.Contains(words, "audio") == off {
			t.Errorf("%s: asked for %q", format.Name(), words)
		}
	}
}

// saved gives a card a take that is there.
func (d *desk) saved(card string, kind db.AssetKind) string {
	j := d.job(card, db.Saved)
	j.ID = int64(500 + len(d.Assets))
	a := db.Asset{ID: j.ID, Ref: strings.Repeat("c", 28) + lang.Number(j.ID), JobID: j.ID, Kind: kind, CreatedAt: d.now,
		CostMicros: new(int64(2800000)), CostCurrency: "CNY"}
	var all []db.Job
	for _, list := range d.Jobs {
		all = append(all, list...)
	}
	assets := []db.Asset{a}
	for _, old := range d.Assets {
		assets = append(assets, old)
	}
	*d.View = boards.NewView(d.View.Board, all, nil, assets)
	d.show()
	return a.Ref
}

func TestATakeIsChosenByAClickAndByItsNumber(t *testing.T) {
	d, n, _ := inspect(t, 2)
	card := d.Shots[0].ID
	refs := []string{d.saved(card, db.Clip), d.saved(card, db.Clip), d.saved(card, db.Clip)}
	if chosen, _ := d.View.Chosen(card); chosen.Asset.Ref != refs[2] {
		t.Fatal("the newest is not chosen")
	}
	test.Tap(n.card.takes.cells[0].picture)
	if d.Shots[0].Chosen != refs[0] {
		t.Error("a click does not choose")
	}
	if a := action.ByID(n.inspectorActions(), "board.take.2"); !a.Can() {
		t.Error("no key for take 2")
	} else if a.Do(); d.Shots[0].Chosen != refs[1] {
		t.Error("2 does not choose")
	}
	content := kit.WithHints(d.window.Content())
	d.window.SetContent(content)
	for i, says := range []string{"Choose take 1  1", "Open"} {
		p := n.card.takes.cells[i].picture
		p.MouseIn(nil)
		ticked := slices.ContainsFunc(apptest.Find[*canvas.Rectangle](p), func(r *canvas.Rectangle) bool {
			return r.FillColor == theme.Color(resources.Accent) && r.Visible()
		})
		if hint := apptest.Find[*canvas.Text](content.Objects[1]); len(hint) != 1 ||
			strings.TrimSpace(hint[0].Text) != says || ticked != (says == "Open") {
			t.Errorf("take %d: %d hints, ticked: %v", i+1, len(hint), ticked)
		}
		p.MouseOut()
	}
	if action.ByID(n.inspectorActions(), "board.take.4").Can() {
		t.Error("there is a take 4")
	}
	test.Tap(n.card.takes.cells[1].picture)
	n.card.takes.compareTakes()
	if got := strings.Join(d.nav.Told, " "); !strings.Contains(got, "view") || !strings.Contains(got, "compare") {
		t.Errorf("it leads to %q", got)
	}
	if words := n.card.takes.cells[0].words.Text(); !strings.Contains(words, "¥2.80 charged") {
		t.Errorf("a take says %q", words)
	}
}

func TestTheEndIsTrimmedWhereTheClipCanBeCut(t *testing.T) {
	d, n, _ := inspect(t, 2)
	d.host.Worker = func(f func(context.Context)) { f(t.Context()) }
	d.s.board.commits.err = errors.New("read-only")   // nothing is committed
	const path = "../../client/mp4/testdata/x264.mp4" // with frames that others need
	clip, err := mp4.Open(path)
	d.must(err)
	a := db.Asset{ID: 1, Ref: strings.Repeat("c", 32), Kind: db.Clip, Path: path}
	d.Shots[0].Added = []string{a.Ref}
	*d.View = boards.NewView(d.View.Board, nil, nil, []db.Asset{a})
	var cuts []int
	for range 6 {
		n.card.shots.setTrim(d.Shots[0].Trim + 1)
		cuts = append(cuts, d.Shots[0].Trim)
		if clip.Snap(d.Shots[0].Trim) != d.Shots[0].Trim {
			t.Errorf("it cannot be cut by %d", d.Shots[0].Trim)
		}
	}
	if !slices.IsSorted(cuts) || cuts[5] <= cuts[0] {
		t.Errorf("it goes %v", cuts)
	}
	n.card.shots.setTrim(d.Shots[0].Trim - 1)
	if d.Shots[0].Trim >= cuts[5] {
		t.Errorf("back to %d", d.Shots[0].Trim)
	}
}

func TestWhyThereIsNoTakeAndWhatIsDoneAboutIt(t *testing.T) {
	d, n, _ := inspect(t, 3)
	d.host.Worker = func(f func(context.Context)) { f(t.Context()) }
	d.job(d.Shots[0].ID, db.Failed).ErrorMessage = "refused by the filter (1301)"
	d.show()
	if words := strings.Join(apptest.Texts(n.card.stuck.box), " "); !strings.Contains(words,
		"refused by the filter (1301)") {
		t.Errorf("it says %q", words)
	}
	apptest.Press(t, n.card.stuck.box, "Edit and send…")
	if d.window.Canvas().Focused() != n.card.fields.First() {
		t.Error("the keyboard is not in the prompt")
	}
	d.job(d.Shots[1].ID, db.Unconfirmed)
	d.s.board.choose(d.Shots[1].ID)
	for _, word := range []string{"Enter task ID…", "Mark as not charged", "Send again…"} {
		if _, ok := apptest.Buttons(n.card.stuck.box)[word]; !ok {
			t.Errorf("no %q", word)
		}
	}
	frame := d.Frames[0].ID
	d.picture(frame, -time.Hour)
	d.s.board.choose(frame)
	for _, word := range []string{"Set up image hosting…", "Paste an address…"} {
		if _, ok := apptest.Buttons(n.card.stuck.box)[word]; !ok {
			t.Errorf("no %q", word)
		}
	}
}

func TestTheSourceOfAKeyframe(t *testing.T) {
	d, n, rest := inspect(t, 3)
	d.picture(d.Frames[0].ID, 9*time.Hour)
	d.Settings.Style = "paper cut"
	d.s.board.choose(d.Frames[1].ID)
	frame := func() boards.Frame { return d.Frames[1] }
	if words := strings.Join(apptest.Texts(n.card.fields.Model), " "); !strings.Contains(words, "about ¥") {
		t.Errorf("beside the model stands %q", words)
	}
	if n.card.frames.uses.Text() != "Ends shot 1, begins shot 2" {
		t.Errorf("uses: %q", n.card.frames.uses.Text())
	}
	d.typed("the bay at night")
	n.card.frames.sources.OnChanged(1)
	if f := frame(); f.Source != boards.FromKeyframe || f.From != d.Frames[0].ID || f.Prompt != "the bay at night" {
		t.Errorf("as an edit: %+v", f)
	}
	d.typed(", moon higher")
	rest()
	if w := d.Want(frame().ID); !strings.Contains(w.Prompt, "moon higher") || w.Kind != db.EditImage {
		t.Errorf("it would send %+v", w)
	}
	n.card.frames.style.OnChanged(false)
	if !frame().Plain {
		t.Error("the style words stay")
	}
	d.nav.PickAsset = db.Asset{ID: 77, Ref: strings.Repeat("7", 32), Kind: db.Picture}
	n.card.frames.sources.OnChanged(2)
	apptest.Press(t, n.card.frames.source, "Choose a picture…")
	if f := frame(); f.Source != boards.Gallery || f.Chosen != d.nav.PickAsset.Ref ||
		!slices.Contains(f.Added, f.Chosen) {
		t.Errorf("of the gallery: %+v", f)
	}
	d.nav.Drawn = d.s.TakeDrawing
	d.nav.PickAsset = db.Asset{ID: 78, Ref: strings.Repeat("8", 32), Kind: db.Picture}
	n.card.frames.sources.OnChanged(3)
	apptest.Press(t, n.card.frames.source, "Draw on the canvas…")
	apptest.Press(t, n.card.frames.source, "Draw on the canvas…") // and it comes back as it was
	if f := frame(); f.Source != boards.Canvas || f.Chosen != d.nav.PickAsset.Ref || len(f.Added) != 2 {
		t.Errorf("from the canvas: %+v", f)
	}
	if got := strings.Join(d.nav.Told, "; "); !strings.Contains(got,
		"draw The picture of K2 on the board “Harbour at dusk”.77 (1536,864)") {
		t.Errorf("it leads to %q", got)
	}
}

// The keyboard is on the boards from the start: what is not read yet is not opened, and nothing else is made in its
// place.
func TestReturnBeforeTheBoardsAreRead(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.window.Canvas().Focus(s.s.First())
	s.press(0, fyne.KeyReturn)
	if s.s.page != pageList {
		t.Fatalf("it leads to page %d", s.s.page)
	}
	s.s.Update(t.Context())
	if s.window.Canvas().Focused() != fyne.Focusable(s.s.list.create) {
		t.Error("where there is no board, the keyboard is not on what makes one")
	}
	s.keep()
	s.press(fyne.KeyModifierAlt, fyne.KeyUp)
	if s.s.page != pageList ||
		s.window.Canvas().Focused() != fyne.Focusable(s.s.list.rows) {
		t.Error("the keyboard is not on the boards")
	}
}

// N makes a new board while the list has the focus, and nothing where it could be meant for a text.
func TestNMakesABoardFromTheList(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.s.showList()
	s.window.Canvas().Unfocus()
	s.press(0, fyne.KeyN)
	if s.s.page != pageList {
		t.Fatal("without the focus")
	}
	s.window.Canvas().Focus(s.s.list.rows)
	s.press(0, fyne.KeyN)
	if s.s.page != pageNew {
		t.Errorf("at page %v", s.s.page)
	}
}

// On the page without boards, N makes a board while any of its buttons has the focus.
func TestNMakesTheFirstBoard(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.s.Update(t.Context())
	buttons := append(apptest.Find[*kit.Button](s.s.list.instead), s.s.list.create)
	if len(buttons) != 3 || s.s.First() != fyne.Focusable(s.s.list.create) {
		t.Fatalf("%d buttons, the first focus is on %T", len(buttons), s.s.First())
	}
	for i, b := range buttons {
		s.s.showPage(pageList)
		s.window.Canvas().Focus(b)
		s.press(0, fyne.KeyN)
		if s.s.page != pageNew {
			t.Errorf("button %d: at page %v", i, s.s.page)
		}
	}
}

func TestKeyframesThatShareLittleAreNamed(t *testing.T) {
	d, n, _ := inspect(t, 2)
	d.pictures(9 * time.Hour)
	for ref, a := range d.Assets {
		a.SHA256 = ref
		d.Assets[ref] = a
	}
	b := d.s.board
	b.fidelity.known[likeness{comparedPicture{b.picture(d.Shots[0].First).SHA256, wholePicture},
		comparedPicture{b.picture(d.Shots[0].Last).SHA256, wholePicture}}] = 0.1
	b.show()
	if words := strings.Join(apptest.Texts(n.card.hint.box), " "); !strings.Contains(words, "K1 and K2 share little") {
		t.Errorf("it says %q", words)
	}
	apptest.Press(t, n.card.hint.box, "Picture in between")
	if len(d.Shots) != 3 || d.View.FrameByID(n.shown.card) < 0 {
		t.Errorf("%d shots", len(d.Shots))
	}
}

func TestANewBoardBeginsWithLinesOrPictures(t *testing.T) {
	d, _, _ := inspect(t, 1)
	d.s.showNew()
	n := d.s.new
	n.update(t.Context())
	d.window.SetContent(n.content)
	if b := n.draftBoard(); len(b.Frames) != 1 || len(b.Shots) != 0 {
		t.Errorf("an empty board has %d keyframes, %d shots", len(b.Frames), len(b.Shots))
	}
	if words := apptest.Texts(n.content); !slices.Contains(words, "Image model") || !slices.Contains(words, "Model") {
		t.Errorf("the models are called alike: %q", words)
	}
	test.Tap(n.cards[fromLines])
	n.lines.SetText("The sun touches the sea\n\n Boats turn for home \n")
	n.ratio.OnChanged(0)
	n.clip.Edit(func(f *order.Form) { f.Clip().SetSeconds("10") })
	b := n.draftBoard()
	if len(b.Shots) != 2 || b.Shots[1].Prompt != "Boats turn for home" || b.Seam(0) != boards.Shared ||
		b.Settings.Seconds != 10 || b.Settings.Size != "1536x864" {
		t.Errorf("of lines: %+v", b)
	}
	if b.Frames[0].Prompt != b.Shots[0].Prompt || b.Frames[1].Prompt != b.Shots[1].Prompt ||
		b.Frames[2].Prompt != b.Shots[1].Prompt {
		t.Errorf("its keyframes are described as %+v", b.Frames)
	}
	if got := n.counted.Text(); got != "2 lines: 2 shots, 3 keyframes" {
		t.Errorf("it says %q", got)
	}
	if got := n.sum.Text(); !strings.Contains(got, " · 2 clips ¥11.20 · together about ¥") ||
		!strings.HasPrefix(got, "3 pictures about") {
		t.Errorf("it costs %q", got)
	}
	if a := action.ByID(d.s.Actions(), "board.leave"); !a.Can() ||
		!slices.Equal(a.Keys, action.BareKeys(fyne.KeyEscape)) {
		t.Error("Esc does not leave it")
	} else if a.Do(); d.s.page != pageList {
		t.Error("Esc leads elsewhere")
	}
	d.s.showNew()
	if len(n.draftBoard().Shots) != 2 || n.draftBoard().Settings.Seconds != 10 {
		t.Errorf("what was typed for a board that was not made is lost: %+v", n.draftBoard())
	}
	d.s.NewFrom(db.Asset{ID: 1, Ref: strings.Repeat("1", 32)}, db.Asset{ID: 2, Ref: strings.Repeat("2", 32)})
	if b := n.draftBoard(); len(b.Shots) != 1 || len(b.Frames) != 2 || b.Frames[0].Source != boards.Gallery {
		t.Errorf("of pictures: %+v", b)
	}
}

// Tab reaches every control of the page, so the page scrolls to the control with the focus.
func TestThePageOfANewBoardFollowsTheFocus(t *testing.T) {
	d, _, _ := inspect(t, 1)
	d.s.showNew()
	n := d.s.new
	n.update(t.Context())
	d.window.SetContent(n.content)
	d.window.Resize(fyne.NewSize(952, 420))
	on := d.window.Canvas()
	on.Focus(n.name)
	sliders := 0
	for range 40 {
		on.FocusNext()
		o, ok := on.Focused().(fyne.CanvasObject)
		if !ok || o == fyne.CanvasObject(n.create) {
			break
		}
		if _, ok := o.(*kit.Slider); ok {
			sliders++
		}
		for _, column := range n.scrolls {
			if !slices.Contains(apptest.Visible(column.Content), o) {
				continue
			}
			driver := fyne.CurrentApp().Driver()
			top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(column).Y
			if bottom := top + o.Size().Height; top < 0 || bottom > column.Size().Height {
				t.Errorf("%T is at %v to %v of %v", o, top, bottom, column.Size().Height)
			}
		}
	}
	if n.scrolls[0].Offset.Y == 0 || sliders == 0 {
		t.Errorf("the page scrolled by %v; it has %d sliders", n.scrolls[0].Offset.Y, sliders)
	}
}

// The first profile is made while the page of a new board is open.
func TestANewBoardTakesTheProfileThatComes(t *testing.T) {
	s := newSample(t, 1440, 900)
	n, made := s.s.new, s.host.Front
	s.host.Front = db.Profile{}
	s.s.showNew()
	test.Tap(n.cards[fromLines])
	if !n.create.Disabled() || n.sum.Text() != "Type at least one line." {
		t.Errorf("without a line: disabled %v, %q", n.create.Disabled(), n.sum.Text())
	}
	n.lines.SetText("Boats turn for home")
	s.host.Front, s.s.Creator.(*actiontest.Nav).Hosts = made, true
	s.s.Update(t.Context())
	if n.host.Visible() || !strings.Contains(n.sum.Text(), "1 clip ¥") || n.create.Disabled() {
		t.Errorf("hosting is asked for: %v; it costs %q", n.host.Visible(), n.sum.Text())
	}
	var later func(context.Context)
	s.host.Worker = func(f func(context.Context)) { later = f }
	n.make()
	s.host.Worker = nil
	s.s.Update(t.Context())
	if !n.create.Disabled() {
		t.Error("while it is made, it can be made a second time")
	}
	later(t.Context())
	if s.s.page != pageBoard {
		t.Fatal("it is not opened")
	}
	s.s.showNew()
	if n.create.Disabled() || len(n.draftBoard().Shots) != 0 {
		t.Errorf("the next one begins with %+v", n.draftBoard())
	}
}

// In every language the inspector has room for its words, also in large text, and every control has a name.
func TestTheInspectorHasRoomForEveryLanguage(t *testing.T) {
	for _, scale := range []float32{1, 1.5} {
		for _, code := range []string{"en", "de", "es", "ja", "zh-CN"} {
			langtest.Use(t, code)
			d, n, _ := inspect(t, 2)
			fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
			d.saved(d.Shots[0].ID, db.Clip)
			d.s.board.show()
			for _, o := range []fyne.CanvasObject{n.card.box, n.settings.box} {
				if w := o.MinSize().Width; w > inspectorWidth-2*inspectorInset {
					t.Errorf("%s at %v: %v px", code, scale, w)
				}
			}
			apptest.CheckAccessibleNames(t, d.window.Canvas())
		}
	}
}

// A board that belongs to another profile is looked at: its fields take nothing.
func TestABoardOfAnotherProfileTakesNothing(t *testing.T) {
	d, n, _ := inspect(t, 1)
	entry := n.first().(fyne.Disableable)
	d.host.Front.ID++
	d.show()
	if !entry.Disabled() || n.foot.Visible() {
		t.Error("the prompt can be typed into, or another take be made")
	}
	d.host.Front.ID--
	d.show()
	if entry.Disabled() {
		t.Error("the prompt stays off")
	}
	if words := d.s.board.likeness(d.Shots[0], d.State(d.Shots[0].ID, d.now)); words != "" {
		t.Errorf("of no clip it says %q", words)
	}
}

// The keyframes behind one that have words become edits of it and are ordered with it, in one click; an empty one has
// nothing to make.
func TestOthersAreMadeFromAKeyframe(t *testing.T) {
	d, n, _ := inspect(t, 4)
	d.picture(d.Frames[1].ID, 9*time.Hour)
	for i := range d.Frames {
		d.Frames[i].Prompt = "picture"
	}
	d.Frames[4].Prompt = ""
	d.s.board.choose(d.Frames[4].ID)
	if n.foot.Visible() {
		t.Errorf("an empty keyframe offers %q", n.another.Text())
	}
	d.s.board.choose(d.Frames[2].ID)
	if !strings.HasPrefix(n.another.Text(), "Make this picture") ||
		n.edits.Visible() {
		t.Errorf("one without a picture offers %q", n.another.Text())
	}
	d.s.board.choose(d.Frames[1].ID)
	c := d.m.offers.edits(d.Frames[1].ID)
	if label := d.m.offers.label(c); !n.edits.Visible() ||
		!strings.HasPrefix(label, "Make K3 and K4 from this · about ¥") {
		t.Fatalf("it offers %q", label)
	}
	d.host.Worker = func(f func(context.Context)) { f(t.Context()) }
	d.s.board.commits.err = errors.New("read-only") // nothing is committed
	n.makeEdits(d.Frames[1].ID, c)
	if len(d.made) != 2 || d.made[0].Kind != db.EditImage {
		t.Errorf("made %+v", d.made)
	}
	for _, f := range d.Frames[2:4] {
		if f.Source != boards.FromKeyframe || f.From != d.Frames[1].ID {
			t.Errorf("%+v", f)
		}
	}
	if d.Frames[0].Source != boards.Describe {
		t.Error("one before it is an edit of it")
	}
}

// Of a take whose file is missing the others are offered.
func TestAMissingFileOffersTheOtherTakes(t *testing.T) {
	d, n, _ := inspect(t, 1)
	card := d.Shots[0].ID
	first, second := d.saved(card, db.Clip), d.saved(card, db.Clip)
	d.View.Missing = map[string]bool{second: true}
	d.show()
	apptest.Press(t, n.card.stuck.box, "Choose take 1")
	if d.Shots[0].Chosen != first {
		t.Errorf("chosen: %q", d.Shots[0].Chosen)
	}
}

func TestAContinueBeginsWithWhatWasDelivered(t *testing.T) {
	d, n, _ := inspect(t, 2)
	b := d.s.board
	a, last := db.Asset{ID: 1, Ref: strings.Repeat("c", 32), Kind: db.Clip, Path: "clip.mp4"},
		image.NewGray(image.Rect(0, 0, 16, 9))
	b.frames.frames[a.Ref] = last
	d.Shots[0].Added = []string{a.Ref}
	d.SetSeam(0, boards.Continue)
	*d.View = boards.NewView(d.View.Board, nil, nil, []db.Asset{a})
	b.choose(d.Shots[1].ID)
	if got := n.card.shots.slots[0].picture.Image(); got != last {
		t.Errorf("its first frame is %v", got)
	}
}

// drawnCounted counts how often it is drawn anew.
type drawnCounted struct {
	canvas.Rectangle
	drawn int
}

func (d *drawnCounted) Refresh() { d.drawn++ }

// A step to the next card has the inspector laid out, but nothing drawn in it that stays as it was: that took longer
// than all else.
func TestAStepDrawsNothingThatStays(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.harbour()
	s.show()
	stays := &drawnCounted{}
	s.s.board.inspector.card.box.Add(stays)
	before := stays.drawn
	for range 4 {
		s.press(0, fyne.KeyRight)
	}
	if s.s.board.card == s.Frames[0].ID || stays.drawn != before {
		t.Errorf("at %s it was drawn %d times", s.s.board.card, stays.drawn-before)
	}
}

// A keyframe that shall be an edit while no other has a picture says so: a list with nothing in it does not open.
func TestAnEditOfNoPictureSaysWhy(t *testing.T) {
	d, n, _ := inspect(t, 2)
	d.s.board.choose(d.Frames[1].ID)
	n.card.frames.sources.OnChanged(1)
	if from := n.card.frames.from; !from.Disabled() || from.AccessibilityLabel() != "Edit of, No other picture yet" {
		t.Errorf("without a picture: %q, off %v", from.AccessibilityLabel(), from.Disabled())
	}
	d.picture(d.Frames[0].ID, 9*time.Hour)
	d.s.board.choose(d.Shots[0].ID)
	d.s.board.choose(d.Frames[1].ID)
	if from := n.card.frames.from; from.Disabled() || from.AccessibilityLabel() != "Edit of, Choose a keyframe" {
		t.Errorf("with one: %q, off %v", from.AccessibilityLabel(), from.Disabled())
	}
}

// The row of a board in the list has room for amounts of every kind, and with large text for those of what was sent.
func TestARowOfTheListHasRoomForItsAmounts(t *testing.T) {
	for scale, planned := range map[float32]int64{1: 14_120_000, 1.5: 0} {
		s := newSample(t, 1272, 844)
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		r := newBoardRow(s.s.Deps, nil, nil)
		r.bind(boards.Summary{Board: s.Board,
			Costs: []boards.Cost{{Currency: "CNY", Micros: map[db.EntryKind]int64{db.Charge: 21_220_000,
				db.Reserve: 5_600_000, boards.Planned: planned, boards.Ordered: planned, db.UnconfirmedEntry: 2_860_000,
				db.Refund: 5_660_000}}}}, false)
		s.window.SetContent(container.NewWithoutLayout(r))
		r.Resize(fyne.NewSize(1240, rowHeight()))
		shown := ""
		for _, o := range test.WidgetRenderer(r.costs).Objects() {
			shown += strings.TrimSpace(o.(*canvas.Text).Text) + " "
		}
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.costs).Y + r.costs.Size().Height
		if !strings.Contains(shown, "refunded") || strings.Contains(shown, "…") || at > rowHeight() {
			t.Errorf("at %v %q, down to %v of %v", scale, shown, at, rowHeight())
		}
	}
}

// A user who types without a pause is saved after two seconds at the latest: a kill loses no more.
func TestTypingWithoutAPauseIsSaved(t *testing.T) {
	s, b := openLines(t, "one")
	now := noon
	s.host.Clock = func() time.Time { return now }
	var wait time.Duration
	s.host.Timer = func(d time.Duration, f func()) func() bool {
		wait = d
		return func() bool { return true }
	}
	id := b.view.Shots[0].ID
	for typed := time.Duration(0); ; typed += 300 * time.Millisecond {
		b.typed("words", ofCard(id, func(x *boards.Shot) { x.Prompt += "a" }, nil))
		if typed+wait > 2*time.Second || wait < 0 {
			t.Fatalf("after %v of typing it waits %v more", typed, wait)
		}
		if wait < 300*time.Millisecond {
			break // it is written before the next key
		}
		now = now.Add(300 * time.Millisecond)
	}
}

// A picture from the canvas comes to the keyframe that it was drawn for, also where its board is not open: into the
// library, as one edit that can be undone, and the board opens.
func TestADrawingReachesABoardThatIsNotOpen(t *testing.T) {
	s, b := openLines(t, "one")
	k := action.Keyframe{Board: s.Ref, ID: s.Frames[0].ID}
	a := db.Asset{ID: 7, Ref: strings.Repeat("7", 32), Kind: db.Picture}
	for range 2 { // taken twice it is brought once
		s.s.showList()
		s.s.Open("another")
		s.s.TakeDrawing(k, a)
		f := s.kept().Frames[0]
		if f.Source != boards.Canvas || f.Chosen != a.Ref || !slices.Equal(f.Added, []string{a.Ref}) {
			t.Fatalf("the library has %+v", f)
		}
		if s.s.page != pageBoard || b.view.Ref != s.Ref || b.view.Frames[0].Chosen != a.Ref {
			t.Errorf("page %d, board %q is open", s.s.page, b.view.Ref)
		}
	}
	s.s.Undo()
	s.s.Undo()
	if f := s.kept().Frames[0]; f.Source == boards.Canvas {
		t.Errorf("undone: %+v", f)
	}
	s.s.Open("another")
	said := len(s.host.Said)
	s.s.TakeDrawing(action.Keyframe{Board: s.Ref, ID: "gone"}, a)
	if len(s.host.Said) != said+1 || !strings.Contains(s.host.Said[said], "could not be put on the board") {
		t.Errorf("a keyframe that is gone: said %q", s.host.Said)
	}
}

// What was typed on the page of a new board is there after a kill and a restart, until the board is made.
func TestANewBoardSurvivesAKill(t *testing.T) {
	s := newSample(t, 1440, 900)
	var write []func()
	s.host.Timer = func(_ time.Duration, f func()) func() bool {
		write = append(write, f)
		return func() bool { return true }
	}
	killed := func() *creationPage { // after what the timers write
		for _, f := range write {
			f()
		}
		write = nil
		s.s = New(*s.s.Deps)
		s.window.SetContent(s.s.Content())
		s.s.Update(t.Context())
		s.s.showNew()
		return s.s.new
	}
	s.s.Update(t.Context())
	s.s.showNew()
	n := s.s.new
	test.Tap(n.cards[fromLines])
	test.Type(n.name, "Harbour")
	n.lines.SetText("one\ntwo")
	n.clip.Edit(func(f *order.Form) { f.Clip().SetSeconds("10") })
	for range 2 {
		n = killed()
		if x := n.draftBoard(); x.Name != "Harbour" || len(x.Shots) != 2 || x.Settings.Seconds != 10 {
			t.Fatalf("after a kill: %+v", x)
		}
	}
	test.Type(n.name, "!")
	save := s.s.Save()
	if save == nil {
		t.Fatal("quitting drops it")
	}
	s.must(save(t.Context()))
	s.must(s.s.Library.SetSetting(t.Context(), newBoardName,
		newBoardDraft{Name: "Odd", Lines: "one", Kind: 99, Settings: boards.Settings{Size: "9x9"}}))
	if x := killed().draftBoard(); x.Name != "Odd" || x.Settings.Size != "1536x864" {
		t.Errorf("of unknown settings: %+v", x)
	}
	s.s.new.make()
	if x := killed().draftBoard(); x.Name != "" || len(x.Shots) != 0 {
		t.Errorf("after it was made: %+v", x)
	}
}

// The likeness of a take is shown if it was compared with a keyframe, and not without one.
func TestATakeWithoutKeyframesIsLikeNothing(t *testing.T) {
	d, _, _ := inspect(t, 1)
	b := d.s.board
	ref := d.saved(d.Shots[0].ID, db.Clip)
	words := func() string { return b.likeness(d.Shots[0], d.State(d.Shots[0].ID, d.now)) }
	d.Fidelity = map[string]boards.Fidelity{ref: {First: 0.95, Last: 1}}
	if got := words(); got != "" {
		t.Errorf("without pictures: %q", got)
	}
	d.picture(d.Shots[0].First, time.Hour)
	if got := words(); got != "begins 95 %, ends 100 % like its frames" {
		t.Errorf("with a first frame: %q", got)
	}
}

// The page of a new board reads what the profile may order for itself. It replaced what the open board had read, so
// that a click there counted as not saved.
func TestThePageOfANewBoardLeavesTheOpenBoardAlone(t *testing.T) {
	s := newSample(t, 1272, 844)
	s.harbour()
	s.keep()
	b := s.s.board
	seen, times := b.orders.seen, len(b.prices.known.Times)
	s.s.showNew()
	s.s.Update(t.Context())
	if b.orders.seen != seen || len(b.prices.known.Times) != times || times == 0 {
		t.Errorf("seen %d, before %d; %d durations of %d", b.orders.seen, seen, len(b.prices.known.Times), times)
	}
}
