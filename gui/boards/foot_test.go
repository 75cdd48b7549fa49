package boards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/gui/form"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/dbtest"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/casting"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/spend"
	"viviscope/resources"
)

// desk is a board over a real library and a real engine that sends nothing: what was made for the board is only in the
// view.
type desk struct {
	*testing.T
	*boards.View
	host    actiontest.Host
	nav     actiontest.Nav
	lib     *db.Library
	engine  *jobs.Engine
	profile db.Profile
	now     time.Time
	noKey   bool
	refuse  error    // what Submit answers
	made    []db.Job // since the last look
	all     []int64  // that were made for the board
	s       *Screen
	f       *boardFoot
	m       *boardModel
	window  fyne.Window
}

func newDesk(t *testing.T, shots int) *desk {
	apptest.New(t, resources.Theme(resources.Dark))
	d := &desk{T: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	lib, err := db.Open(t.Context(), t.TempDir(), db.Options{})
	d.must(err)
	d.lib = lib
	d.profile, err = lib.SaveProfile(t.Context(),
		db.Profile{Name: "My gateway", BaseURL: "https://api.example.com", Saved: true, Currency: "CNY",
			MaxTasks: 4, MaxImages: 2, PollSeconds: 12, ImageMinutes: 10})
	d.must(err)
	table, err := json.Marshal(ordertest.Prices())
	d.must(err)
	_, err = lib.AddPrices(t.Context(), db.Prices{ProfileID: d.profile.ID, Table: table})
	d.must(err)
	d.engine, err = jobs.New(jobs.Options{Library: lib, Keys: noKeys{}})
	d.must(err)
	t.Cleanup(func() { d.must(lib.Close()) })
	d.window = test.NewTempWindow(t, nil)
	d.host = actiontest.Host{On: d.window.Canvas(), Front: d.profile, Clock: func() time.Time { return d.now },
		Timer: func(time.Duration, func()) func() bool { return func() bool { return true } }}
	d.s = New(Deps{Host: &d.host, Viewer: &d.nav, Creator: &d.nav, Chooser: &d.nav, Navigator: &d.nav, Window: d,
		Library: d, Composer: others{host: &d.host}, Jobs: others{}, Organizer: &d.nav, Engine: d, Pictures: d,
		Cast:   casting.New(casting.Deps{Host: &d.host, Chooser: &d.nav, Library: lib, Pictures: d}),
		Live:   live.New(d.host.Now),
		Sender: &spend.Sender{Host: &d.host, Navigator: &d.nav}, NewPlayer: func() *player.Player {
			return player.New(player.Options{Post: func(func()) {}, Audio: "null"})
		}})
	d.f, d.m, d.View, d.s.page, d.s.board.commits = d.s.board.foot, d.s.board.boardModel, &d.s.board.view, pageBoard,
		newCommits(boards.Board{})
	d.window.SetContent(d.f.content)
	d.window.Resize(fyne.NewSize(920, 88))
	d.renew(shots)
	return d
}

// renew begins a new board of so many shots with Shared seams.
func (d *desk) renew(shots int) {
	b := boards.Board{BoardHead: db.BoardHead{Ref: strings.Repeat("b", 32), ProfileID: d.profile.ID},
		Name: "Harbour at dusk", Settings: boards.Settings{Size: "1536x864",
			PictureModel: "genimage-2.5-flare", Quality: "medium", Model: "clip-2.6", Resolution: "720P", Seconds: 5}}
	lines := make([]string, shots)
	for i := range lines {
		lines[i] = fmt.Sprint("shot number ", i+1)
	}
	b.AddLines(lines)
	*d.View = boards.NewView(b, nil, nil, nil)
	d.all = nil
	d.show()
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// show has the board read and shown as it is now, with what was made for it and what is spent.
func (d *desk) show() {
	for _, id := range d.all {
		if j, err := d.lib.Job(d.Context(), id); err == nil &&
			!slices.ContainsFunc(d.Jobs[j.Shot], func(k db.Job) bool {
				return k.ID == id
			}) {
			d.Jobs[j.Shot] = append(d.Jobs[j.Shot], j)
		}
	}
	d.s.board.reread(d.Context(), *d.View, d.m.orders.ended.Load())
	d.s.board.edition++
	d.s.board.cards = d.View.Strip()
	d.s.board.show()
}

// picture gives a keyframe a picture whose address lives so long; 0: it has none.
func (d *desk) picture(frame string, lives time.Duration) {
	i := len(d.Assets) + 1
	a := db.Asset{ID: int64(i), Ref: fmt.Sprintf("%032x", i), Kind: db.Picture, Path: "a.png", Width: 1536, Height: 864}
	if lives != 0 {
		a.Link, a.LinkExpires = "https://img.example.com/a.png", d.now.Add(lives)
	}
	d.Assets[a.Ref] = a
	d.Frames[d.FrameByID(frame)].Added = []string{a.Ref}
}

// pictures gives one to each keyframe.
func (d *desk) pictures(lives time.Duration) {
	for _, f := range d.Frames {
		d.picture(f.ID, lives)
	}
}

// job is one that was made for a card.
func (d *desk) job(card string, s db.JobState) *db.Job {
	made, err := dbtest.InsertJobs(d.Context(), d.lib,
		db.Job{ProfileID: d.profile.ID, Kind: d.Want(card).Kind, State: s, Board: d.Ref, Shot: card,
			Model: "clip-2.6", Request: json.RawMessage(`{"model":"clip-2.6"}`), Currency: "CNY"})
	d.must(err)
	d.Jobs[card] = append(d.Jobs[card], made...)
	return &d.Jobs[card][len(d.Jobs[card])-1]
}

type noKeys struct{}

func (noKeys) Key(context.Context, db.Profile) (string, error) { return "", errors.New("no key") }

func (d *desk) Refresh()                               {}
func (d *desk) Sandbox(context.Context) (int64, error) { return 0, errors.New("no sandbox") }
func (d *desk) Sound(context.Context) (float64, bool)  { return 0, true }
func (d *desk) End(context.Context, db.Asset, bool) (image.Image, error) {
	return nil, errors.ErrUnsupported
}
func (d *desk) UseProfile(int64)                                   {}
func (d *desk) AbsPath(rel string) (string, error)                 { return rel, nil }
func (d *desk) Profiles(ctx context.Context) ([]db.Profile, error) { return d.lib.Profiles(ctx) }
func (d *desk) Account(ctx context.Context) (form.Account, error) {
	p, err := d.lib.Profile(ctx, d.profile.ID)
	return form.Account{Profile: p, NoKey: d.noKey}, err
}
func (d *desk) ReadPicture(context.Context, order.Upload) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 36)))
	return b.Bytes(), err
}
func (d *desk) AssetsByID(context.Context, []int64) ([]db.Asset, error) { return nil, nil }
func (d *desk) AssetByRef(context.Context, string) (db.Asset, error) {
	return db.Asset{}, db.ErrNotFound
}
func (d *desk) Setting(context.Context, string, any) (bool, error) { return false, nil }
func (d *desk) SetSetting(context.Context, string, any) error      { return nil }
func (d *desk) Price(ctx context.Context, p int64, o []jobs.Order) (jobs.Quote, error) {
	return d.engine.Price(ctx, p, o)
}
func (d *desk) LastFrame(clip db.Asset) (db.Asset, error) {
	return db.Asset{ID: clip.ID + 1000, Ref: strings.Repeat("e", 32), Parent: clip.Ref, Kind: db.Picture,
		Path: "end.png", Width: 1280, Height: 720}, nil
}
func (d *desk) Submit(ctx context.Context, p int64, o []jobs.Order, how jobs.Terms) (made []db.Job, err error) {
	if d.refuse != nil {
		return nil, d.refuse
	}
	made, err = d.engine.Submit(ctx, p, o, how)
	d.made = append(d.made, made...)
	for _, j := range made {
		d.all = append(d.all, j.ID)
	}
	return made, err
}
func (d *desk) Ahead(ctx context.Context, p int64) (jobs.Ahead, error) { return d.engine.Ahead(ctx, p) }
func (d *desk) UsualDuration(context.Context, int64, client.Request) time.Duration {
	return 2 * time.Minute
}
func (d *desk) Cached(db.Asset, int) (image.Image, bool)  { return nil, false }
func (d *desk) Nearest(db.Asset, int) (image.Image, bool) { return nil, false }
func (d *desk) Request(a db.Asset, _ int, done func(image.Image, error)) func() {
	im := image.NewNRGBA(image.Rect(0, 0, 16, 9))
	draw.Draw(im, im.Rect, image.NewUniform(color.NRGBA{uint8(a.ID * 40), 90, 120, 255}), image.Point{}, draw.Src)
	done(im, nil)
	return func() {}
}
func (d *desk) Strip(db.Asset, func(image.Image, error)) func() { return func() {} }
func (d *desk) Image(context.Context, db.Asset, int) (image.Image, error) {
	return nil, errors.ErrUnsupported
}
func (d *desk) Whole(db.Asset) (*image.RGBA, error) { return nil, errors.ErrUnsupported }
func (d *desk) Frame(context.Context, db.Asset, time.Duration) (image.Image, error) {
	return nil, errors.ErrUnsupported
}
func (d *desk) Fit(int) {}

var _ media.Pictures = (*desk)(nil)

// label is that of a stage's button; "" where it is not there.
func (d *desk) label(stage int) string {
	if b := d.f.buttons[stage]; b.Visible() {
		return b.Text()
	}
	return ""
}

// total is what the rows that were made are ordered at.
func (d *desk) total() (micros int64) {
	for _, j := range d.made {
		if j.EstimateMicros != nil {
			micros += *j.EstimateMicros
		}
	}
	return micros
}

// scatter makes a random board of it.
func (d *desk) scatter(r *rand.Rand) {
	for i := range d.Frames {
		f := &d.Frames[i]
		switch r.IntN(4) {
		case 0:
			f.Prompt = "a {quiet|loud} harbour"
		case 1:
			if i > 0 {
				f.Prompt, f.Source, f.From = "later", boards.FromKeyframe, d.Frames[r.IntN(i)].ID
			}
		default:
			d.picture(f.ID, 9*time.Hour)
		}
	}
	for n := range len(d.Shots) - 1 {
		d.SetSeam(n, boards.Seam(r.IntN(3)))
	}
	for i := range d.Shots {
		s := &d.Shots[i]
		s.Seconds, s.Skipped = []int{0, 5, 10}[r.IntN(3)], r.IntN(8) == 0
		s.Model = []string{"", "clip-3.0", "clip-2.5", "clip-o1"}[r.IntN(4)]
		if r.IntN(6) == 0 {
			d.job(s.ID, []db.JobState{db.Failed, db.Queued, db.Unconfirmed, db.Rejected}[r.IntN(4)])
		}
	}
	d.Hosting = r.IntN(2) == 0
}

// What a button says is what its click is ordered at, to the last digit, and what the budget has less by then: on
// random boards, with and without an image host, with prices that are not known.
func TestButtonsSayWhatTheirClicksAreOrderedAt(t *testing.T) {
	boardsTried := 15
	if os.Getenv("VIVISCOPE_LONG") != "" {
		boardsTried = 500
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r, sent := rand.New(rand.NewPCG(seed, 0)), 0
	d := newDesk(t, 0)
	for range boardsTried {
		d.renew(1 + r.IntN(8))
		d.scatter(r)
		for stage := range d.m.prices.figures.stages {
			d.show()
			o, label := d.m.prices.figures.stages[stage], d.label(stage)
			if label == "" {
				continue
			}
			before, err := d.engine.Price(t.Context(), d.profile.ID, nil)
			d.must(err)
			d.made, d.m.orders.ordered = nil, time.Time{}
			d.f.buttons[stage].OnTapped()
			if top := d.window.Canvas().Overlays().Top(); top != nil { // with problems
				if strings.Contains(label, "est.") || d.made != nil {
					t.Fatalf("%q opens the check, made %d", label, len(d.made))
				}
				label, o = d.s.board.sheet.some.Text(), d.s.board.sheet.fit
				if !d.s.board.sheet.some.Visible() {
					label = ""
				} else {
					d.s.board.sheet.some.OnTapped()
				}
				d.window.Canvas().Overlays().Remove(top)
			}
			if label == "" {
				continue
			}
			after, err := d.engine.Price(t.Context(), d.profile.ID, nil)
			d.must(err)
			sent += len(d.made)
			if want := o.Quoted().Total; !strings.HasSuffix(label, " · "+o.amount()) || d.total() != want ||
				len(d.made) != len(o.Items) ||
				after.Spent.Month.Used()-before.Spent.Month.Used() != want {
				t.Fatalf("%q: ordered at %d in %d jobs of %d, the budget has %d less, said %q", label, d.total(),
					len(d.made), len(o.Items),
					after.Spent.Month.Used()-before.Spent.Month.Used(), d.host.Said)
			}
			for i, j := range d.made {
				if j.Board != d.Ref || j.Shot != o.Items[i].Card {
					t.Fatalf("job %d is a take of %q of %q", i, j.Shot, j.Board)
				}
			}
		}
	}
	if sent < boardsTried {
		t.Errorf("%d boards made %d jobs", boardsTried, sent)
	}
}

func TestWhatAStageMakes(t *testing.T) {
	d := newDesk(t, 7)
	d.pictures(9 * time.Hour)
	d.Shots[0].Skipped = true
	d.job(d.Shots[1].ID, db.Failed)
	d.job(d.Shots[2].ID, db.Unconfirmed)
	d.job(d.Shots[3].ID, db.Queued)
	d.job(d.Shots[4].ID, db.Held).Hold = db.HeldByUser
	d.Frames[7].Added, d.Frames[7].Prompt = nil, "the last boat" // which the seventh shot needs
	d.show()
	if got := d.m.names(d.m.prices.figures.stages[clips].Cards...); !slices.Equal(got, []string{"2", "6"}) ||
		d.label(clips) != "Make 2 clips · ¥5.60 est." ||
		!strings.HasPrefix(d.label(pictures), "Make 1 picture · about ¥0.0") {
		t.Errorf("it makes %q: %q, %q", got, d.label(clips), d.label(pictures))
	}
	if got := d.f.lines[0].Text(); !strings.HasPrefix(got, "Both buttons together about ¥5.6") ||
		!strings.HasSuffix(got, " est.") {
		t.Errorf("the foot says %q", got)
	}
	d.f.buttons[clips].OnTapped()
	d.f.buttons[clips].OnTapped()
	if !d.f.buttons[clips].Disabled() || len(d.made) != 2 {
		t.Errorf("after the click %q, %d made: the board has not been read since", d.label(clips), len(d.made))
	}
	d.s.board.reread(t.Context(), *d.View, d.m.orders.ended.Load()-1) // nor by a reading that was begun before
	d.now = d.now.Add(time.Hour)
	if d.m.orders.locked() == "" {
		t.Error("it can be ordered again")
	}
	d.show()
	if d.label(clips) != "" {
		t.Errorf("once it was read: %q", d.label(clips))
	}
}

// A click whose jobs are not in the library yet is not sent again, though the board is read meanwhile for what another
// job does.
func TestAClickUnderWayIsSentOnce(t *testing.T) {
	d := newDesk(t, 1)
	d.pictures(9 * time.Hour)
	d.show()
	var work []func(context.Context)
	d.host.Worker = func(f func(context.Context)) { work = append(work, f) }
	shown := d.label(clips)
	d.f.buttons[clips].OnTapped()
	d.show()
	d.now = d.now.Add(time.Hour)
	d.m.orders.press(shown, d.m.prices.figures.stages[clips])
	for len(work) > 0 {
		next := work[0]
		work = work[1:]
		next(t.Context())
	}
	if len(d.made) != 1 {
		t.Errorf("%d clips were ordered", len(d.made))
	}
}

// What a failed shot lacks by now stands against it: its first frame. One whose picture is not made waits for that, as
// one that was never sent.
func TestAFailedShotIsHeldToTheRules(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	d.job(d.Shots[0].ID, db.Failed)
	d.job(d.Shots[1].ID, db.Failed)
	d.SetSeam(0, boards.Continue)
	d.Shots[0].First, d.Frames[d.FrameByID(d.Shots[1].Last)].Added = "", nil
	d.show()
	if d.label(clips) != "Make 1 clip… · 1 problem" {
		t.Errorf("the button says %q", d.label(clips))
	}
}

// A keyframe can be an edit of one that stands behind it: that one is ordered first. An edit of one that is not made
// waits.
func TestAnEditIsOrderedBehindItsPicture(t *testing.T) {
	d := newDesk(t, 2)
	for i, from := range []int{2, 0, -1} { // K1 of K3, K2 of K1, and K3 of words
		d.Frames[i].Prompt = "boats"
		if from >= 0 {
			d.Frames[i].Source, d.Frames[i].From = boards.FromKeyframe, d.Frames[from].ID
		}
	}
	d.show()
	if c := d.m.prices.figures.stages[pictures]; len(c.Items) != 3 || c.Items[1].After.Order != 1 ||
		c.Items[2].After.Order != 2 || len(c.Problems) > 0 {
		t.Errorf("%+v, %+v", c.Items, c.Problems)
	}
	d.Frames[2].Prompt = ""
	d.show()
	if d.label(pictures) != "" {
		t.Errorf("of one without words: %q", d.label(pictures))
	}
}

// A Continue shot comes after the one before it: with a host by itself, without one through an edit, which has its
// price.
func TestContinueShotsAreOrderedBehindOneAnother(t *testing.T) {
	for hosting, want := range map[bool][]jobs.After{
		true:  {{}, {Order: 1}, {Order: 2}},
		false: {{}, {Order: 1}, {Order: 2}, {Order: 3}, {Order: 4}},
	} {
		d := newDesk(t, 3)
		d.SetSeam(0, boards.Continue)
		d.SetSeam(1, boards.Continue)
		d.pictures(9 * time.Hour)
		d.Hosting = hosting
		d.show()
		var got []jobs.After
		for _, it := range d.m.prices.figures.stages[clips].Items {
			got = append(got, it.After)
		}
		about := strings.Contains(d.label(clips), "about")
		if !slices.Equal(got, want) || about == hosting || !strings.HasPrefix(d.label(clips), "Make 3 clips · ") {
			t.Errorf("hosting %v: %v, %q", hosting, got, d.label(clips))
		}
		d.f.buttons[clips].OnTapped()
		if len(d.made) != len(want) || d.made[1].After != d.made[0].ID || d.made[1].Hold != db.HeldAfter {
			t.Errorf("hosting %v: made %+v", hosting, d.made)
		}
	}
	d := newDesk(t, 2) // after a clip that is there, one that is under way, and one that failed
	d.SetSeam(0, boards.Continue)
	d.pictures(9 * time.Hour)
	j := d.job(d.Shots[0].ID, db.Queued)
	d.show()
	if it := d.m.prices.figures.stages[clips].Items; len(it) != 2 || it[0].After.Job != j.ID {
		t.Errorf("behind one that is under way: %+v", it)
	}
	d.Jobs[d.Shots[0].ID][0].State = db.Unconfirmed
	d.show()
	if d.label(clips) != "" {
		t.Errorf("behind one that is unconfirmed: %q", d.label(clips))
	}
}

// A shot whose order waits in vain is ordered anew: that one is discarded, so that it cannot go on as well.
func TestWhatWaitsInVainIsOrderedAnew(t *testing.T) {
	d := newDesk(t, 2)
	d.SetSeam(0, boards.Continue)
	d.pictures(9 * time.Hour)
	d.job(d.Shots[0].ID, db.Failed)
	late, err := dbtest.InsertJobs(t.Context(), d.lib,
		db.Job{ProfileID: d.profile.ID, Kind: db.FramesToVideo, State: db.Held, Hold: db.HeldAfter,
			ErrorCode: jobs.CodeAfterFailed, After: d.Jobs[d.Shots[0].ID][0].ID, Board: d.Ref, Shot: d.Shots[1].ID,
			Request: json.RawMessage(`{"model":"clip-2.6"}`)})
	d.must(err)
	d.Jobs[d.Shots[1].ID] = late
	d.show()
	d.f.buttons[clips].OnTapped()
	_, err = d.lib.Job(t.Context(), late[0].ID)
	if len(d.made) != 3 || !errors.Is(err, db.ErrNotFound) {
		t.Errorf("%d made of %q, the other: %v, said %q", len(d.made), d.label(clips), err, d.host.Said)
	}
}

// Everything that stands against a click is at its card, with what can be done; what has no problem can go alone.
func TestTheCheckListsAllProblems(t *testing.T) {
	d := newDesk(t, 6)
	d.profile.BudgetMicros = new(int64(100_000_000))
	_, err := d.lib.SaveProfile(t.Context(), d.profile)
	d.must(err)
	d.pictures(9 * time.Hour)
	d.picture(d.Frames[1].ID, 10*time.Minute) // shots 1 and 2
	d.picture(d.Frames[4].ID, -time.Hour)     // shots 4 and 5
	square := d.Assets[d.Frames[5].Added[0]]
	square.Width, square.Height = 1024, 1024
	d.Assets[square.Ref] = square // shot 6
	d.Shots[2].Model, d.Shots[2].Audio = "clip-3.0-turbo", new(true)
	d.show()
	if d.label(clips) != "Make 6 clips… · 4 problems" {
		t.Fatalf("the button says %q", d.label(clips))
	}
	d.window.Resize(fyne.NewSize(1440, 900))
	d.f.buttons[clips].OnTapped()
	s := d.s.board.sheet
	words := strings.Join(apptest.Texts(s.sheet), " ")
	for _, want := range []string{"K2: its address dies at 12:10 shots 1 and 2 would be sent at about 12:00",
		"K5: its address has died shots 4 and 5 cannot be sent without one",
		"K6 is 1:1, the board is 16:9 shot 6 would come as 1:1 and force re-encoding of the film",
		"Shot 3 cannot be made like this",
		"Renew by an edit · about ¥", "Set up image hosting…", "Paste an address…", "Leave 1 and 2 out",
		"Use it as it is", "Solve 4 problems first, or leave them out"} {
		if !strings.Contains(words, want) {
			t.Errorf("the check does not say %q: %q", want, words)
		}
	}
	if s.some.Visible() || !s.all.Disabled() || d.window.Canvas().Focused() != fyne.Focusable(s.back) || d.made != nil {
		t.Errorf("some %q, all %v, made %d", s.some.Text(), s.all.Disabled(), len(d.made))
	}
	press := func(word string) { t.Helper(); apptest.Press(t, s.sheet, word) }
	press("Use it as it is")
	if s.some.Text() != "Make the 1 without problems · ¥2.80 est." || !s.some.Visible() ||
		s.budget.Text() != "The 1 without problems · Budget after this: ¥97.20 of ¥100.00 left" {
		t.Errorf("one can go: %q, %q", s.some.Text(), s.budget.Text())
	}
	press("Leave 1 and 2 out")
	press("Leave 4 and 5 out")
	press("Leave 3 out")
	if s.all.Text() != "Make 1 clip · ¥2.80 est." || s.all.Disabled() {
		t.Errorf("all is solved: %q", s.all.Text())
	}
	s.all.OnTapped()
	if len(d.made) != 1 || d.made[0].Shot != d.Shots[5].ID || s.sheet.Shown() {
		t.Errorf("made %+v", d.made)
	}
}

// newDearDesk is a desk whose click is asked about for its price.
func newDearDesk(t *testing.T) *desk {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	d.profile.ConfirmMicros = new(int64(3_000_000))
	_, err := d.lib.SaveProfile(t.Context(), d.profile)
	d.must(err)
	d.show()
	return d
}

// A click that costs more than the amount to ask about is looked at first; that is its question, and no second one
// follows.
func TestADearClickIsLookedAt(t *testing.T) {
	d := newDearDesk(t)
	d.f.buttons[clips].OnTapped()
	if d.label(clips) != "Make 2 clips… · ¥5.60 est." || d.made != nil ||
		d.s.board.sheet.all.Text() != "Make 2 clips · ¥5.60 est." {
		t.Fatalf("%q, made %d", d.label(clips), len(d.made))
	}
	d.s.board.sheet.all.OnTapped()
	if len(d.made) != 2 || d.window.Canvas().Overlays().Top() != nil {
		t.Errorf("made %d", len(d.made))
	}
}

// Held down on the button of a stage the key opens that sheet, and no more: its repeats reach the button that sends.
func TestAHeldKeyOpensTheSheetAndSendsNothing(t *testing.T) {
	d := newDearDesk(t)
	canvas, enter := d.window.Canvas(), &fyne.KeyEvent{Name: fyne.KeyReturn}
	canvas.Focus(d.f.buttons[clips])
	d.f.buttons[clips].KeyDown(enter)
	for range 50 {
		canvas.Focused().TypedKey(enter)
	}
	if canvas.Focused() != fyne.Focusable(d.s.board.sheet.all) || d.made != nil {
		t.Fatalf("made %d", len(d.made))
	}
	apptest.PressKey(canvas.Focused(), fyne.KeyReturn)
	if len(d.made) != 2 {
		t.Errorf("made %d", len(d.made))
	}
}

// The key of the stages leads to the button first; held down it sends nothing, and pressed again it sends once, however
// soon.
func TestTheKeyOfTheStagesSendsOnce(t *testing.T) {
	d := newDesk(t, 1)
	d.pictures(9 * time.Hour)
	d.show()
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	for press, want := range []int{0, 1, 2} {
		if focused, ok := d.window.Canvas().Focused().(desktop.Keyable); ok {
			focused.KeyDown(enter)
		}
		for range 50 { // it is held down
			d.f.pressStage()
			d.all = nil // were it not seen
			d.show()
		}
		d.window.Canvas().Focused().(desktop.Keyable).KeyUp(enter)
		if len(d.made) != want || d.window.Canvas().Focused() != fyne.Focusable(d.f.buttons[clips]) {
			t.Fatalf("press %d: made %d", press+1, len(d.made))
		}
	}
}

// The second half of a double click orders nothing: it would be another take, or what stands under the pointer by then.
func TestADoubleClickOrdersOnce(t *testing.T) {
	d := newDesk(t, 1)
	d.pictures(9 * time.Hour)
	d.show()
	for _, want := range []int{1, 1, 2} {
		o := d.m.offers.another(d.Shots[0].ID)
		d.m.orders.press(d.m.offers.label(o), o)
		d.show()
		d.now = d.now.Add(doubleClick * 2 / 3)
		if len(d.made) != want {
			t.Fatalf("made %d, want %d", len(d.made), want)
		}
	}
}

// What cannot be made is made not at all: the board stays as it is, and the person hears why.
func TestAClickIsAdmittedWholeOrNotAtAll(t *testing.T) {
	d := newDesk(t, 3)
	d.pictures(9 * time.Hour)
	d.show()
	d.refuse = &jobs.FrameExpiredError{Frames: []jobs.ExpiringFrame{{Order: 1, Dies: d.now, Turn: d.now}}}
	d.f.buttons[clips].OnTapped()
	if len(d.host.Said) != 1 || d.made != nil || d.label(clips) != "Make 3 clips · ¥8.40 est." {
		t.Errorf("said %q, made %d, %q", d.host.Said, len(d.made), d.label(clips))
	}
	d.refuse = nil
	a := d.Assets[d.Frames[0].Added[0]]
	a.LinkExpires = d.now.Add(time.Minute) // since it was shown
	d.Assets[a.Ref] = a
	d.f.buttons[clips].OnTapped()
	if d.made != nil || d.label(clips) != "Make 3 clips… · 1 problem" || d.window.Canvas().Overlays().Top() != nil {
		t.Errorf("the label changed by the press: made %d, %q", len(d.made), d.label(clips))
	}
}

func TestWhatTheFootSaysOfTheWorld(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	d.s.Live.Handle(jobs.ConnectionChanged{ProfileID: d.profile.ID})
	d.show()
	if d.label(clips) != "Hold 2 clips · ¥5.60 est." ||
		d.f.lines[0].Text() != "Offline. Orders are held and sent only by you." {
		t.Errorf("offline: %q, %q", d.label(clips), d.f.lines[0].Text())
	}
	d.s.Live.Handle(jobs.ConnectionChanged{ProfileID: d.profile.ID, OK: true}) // which is not in sight yet
	d.f.buttons[clips].OnTapped()
	if d.made != nil || d.label(clips) != "Make 2 clips · ¥5.60 est." {
		t.Errorf("a button that said Hold made %d, now %q", len(d.made), d.label(clips))
	}
	d.s.Live.Handle(jobs.ConnectionChanged{ProfileID: d.profile.ID})
	d.show()
	d.f.buttons[clips].OnTapped()
	if len(d.made) != 2 || d.made[0].Hold != db.HeldByUser {
		t.Errorf("offline: made %+v", d.made)
	}
	d.s.Live.Handle(jobs.ConnectionChanged{ProfileID: d.profile.ID, OK: true})
	d.all = nil
	clear(d.Jobs)
	d.noKey = true
	d.s.Live.Handle(jobs.ConnectionChanged{ProfileID: d.profile.ID}) // which is not because of the network
	d.show()
	if !d.f.buttons[clips].Disabled() || !strings.HasPrefix(d.f.lines[0].Text(), "No key for My gateway") ||
		d.f.link.Text() != "Add key…" {
		t.Errorf("no key: %q, %q", d.f.lines[0].Text(), d.f.link.Text())
	}
	other, err := d.lib.SaveProfile(t.Context(), db.Profile{Name: "Studio account", BaseURL: "https://b.example.com",
		Saved: true, Currency: "EUR", MaxTasks: 4, MaxImages: 2,
		PollSeconds: 12, ImageMinutes: 10})
	d.must(err)
	d.s.Live.Handle(jobs.ConnectionChanged{ProfileID: d.profile.ID, OK: true})
	d.noKey, d.ProfileID = false, other.ID
	d.show()
	if d.label(clips) != "" || d.f.lines[0].Text() != "This board belongs to Studio account." ||
		d.f.link.Text() != "Copy to this profile (prices change)" {
		t.Errorf("other profile: %q, %q, %q", d.label(clips), d.f.lines[0].Text(), d.f.link.Text())
	}
}

// Where no clip is left to make, the film comes next; what the board cost is a click away.
func TestWhatComesAfterTheClips(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	d.show()
	if film := d.s.board.header.film; !film.Disabled() || d.f.link.Visible() {
		t.Error("a film can be made of nothing, or nothing cost something")
	}
	clip := db.Asset{ID: 50, Ref: strings.Repeat("5", 32), Kind: db.Clip, Path: "b.mp4"}
	d.Assets[clip.Ref] = clip
	for i := range d.Shots {
		d.Shots[i].Added = []string{clip.Ref}
	}
	d.View.Costs[""] = []boards.Cost{{Currency: "CNY", Micros: map[db.EntryKind]int64{db.Charge: 2_800_000}}}
	d.window.SetContent(container.NewStack(d.s.board.strip, d.f.content))
	d.window.Canvas().Focus(d.f.buttons[clips])
	d.show()
	if d.window.Canvas().Focused() != fyne.Focusable(d.s.board.strip) {
		t.Errorf("the keyboard is on %T after the last clip", d.window.Canvas().Focused())
	}
	d.f.link.OnTapped()
	if d.f.buttons[clips].Visible() || !slices.Equal(d.nav.Told, []string{"costs of " + d.Ref}) {
		t.Errorf("clips %v, told %q", d.f.buttons[clips].Visible(), d.nav.Told)
	}
	if d.s.board.header.film.Disabled() || !d.s.board.prices.filmIsNext() {
		t.Error("a film can be made of all clips, but it does not come next")
	}
}

// A film can be made of a part of the clips, while others are left to make.
func TestAFilmCanBeMadeBeforeTheLastClip(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	clip := db.Asset{ID: 50, Ref: strings.Repeat("5", 32), Kind: db.Clip, Path: "b.mp4"}
	d.Assets[clip.Ref] = clip
	d.Shots[0].Added = []string{clip.Ref}
	d.show()
	if d.s.board.header.film.Disabled() || d.s.board.prices.filmIsNext() || !d.f.buttons[clips].Visible() {
		t.Errorf("film off %v, clips %v", d.s.board.header.film.Disabled(), d.f.buttons[clips].Visible())
	}
}

// Where nothing can be ordered the foot says what becomes of the board: only what is all there has nothing left.
func TestWhatIsLeftWhereNothingCanBeOrdered(t *testing.T) {
	d := newDesk(t, 7)
	for i := range d.Frames {
		d.Frames[i].Prompt = ""
	}
	d.show()
	if d.f.lines[0].Text() != "Nothing to make yet · 1–7 need a picture" {
		t.Errorf("of a new board it says %q", d.f.lines[0].Text())
	}
	d.pictures(9 * time.Hour)
	clip := db.Asset{ID: 50, Ref: strings.Repeat("5", 32), Kind: db.Clip, Path: "b.mp4"}
	d.Assets[clip.Ref] = clip
	for i := range d.Shots {
		d.Shots[i].Added = []string{clip.Ref}
	}
	says := func(want string) {
		t.Helper()
		d.show()
		if d.f.lines[0].Text() != want || d.label(clips) != "" {
			t.Errorf("it says %q, want %q", d.f.lines[0].Text(), want)
		}
	}
	says("Nothing left to make")
	for _, s := range d.Shots[1:5] {
		d.job(s.ID, db.Queued)
	}
	d.job(d.Shots[6].ID, db.Unconfirmed)
	d.job(d.Frames[0].ID, db.Waiting)
	d.job(d.Shots[0].ID, db.Held)
	says("K1 and 2–5 are ordered · 1 is held · 7 is unconfirmed")
	*d.View = boards.NewView(d.Board,
		[]db.Job{{ID: 9, Ref: "9", Kind: db.TextToVideo, State: db.Saved, Shot: d.Shots[0].ID, Prompt: "otherwise"}},
		nil,
		[]db.Asset{clip, {ID: 51, Ref: strings.Repeat("6", 32), JobID: 9, Kind: db.Clip, Path: "c.mp4"}})
	for i := range d.Shots {
		d.Shots[i].Skipped = i > 0
	}
	says("1 no longer matches")
}

// That a click is being saved is said where somebody has to wait for it.
func TestAClickIsSavedInSilence(t *testing.T) {
	d := newDesk(t, 1)
	d.pictures(9 * time.Hour)
	d.show()
	var later func()
	d.host.Timer = func(_ time.Duration, f func()) func() bool { later = f; return func() bool { return true } }
	d.host.Worker = func(func(context.Context)) {} // the disk hangs
	d.f.buttons[clips].OnTapped()
	page := d.s.board.inspector
	d.s.board.choose(d.Shots[0].ID)
	if page.why.Visible() || !page.another.Disabled() {
		t.Errorf("at once %q", page.why.Text())
	}
	d.now = d.now.Add(2 * doubleClick)
	later()
	if !page.why.Visible() || page.why.Text() != "The last click is being saved." {
		t.Errorf("then %q", page.why.Text())
	}
}

// Prices that are not known are counted, and break no line of the foot. The amount is on the button alone.
func TestUnknownPricesKeepTheFootLow(t *testing.T) {
	d := newDesk(t, 15)
	d.pictures(9 * time.Hour)
	prices := ordertest.Prices()
	prices.Video = slices.DeleteFunc(prices.Video, func(r client.VideoRate) bool { return r.Model == "clip-3.0" })
	table, err := json.Marshal(prices)
	d.must(err)
	_, err = d.lib.AddPrices(t.Context(), db.Prices{ProfileID: d.profile.ID, Table: table})
	d.must(err)
	for i := range 8 {
		d.Shots[2*i].Model = "clip-3.0"
	}
	d.window.SetContent(d.s.board.frame.content)
	for _, width := range []float32{1600, 600} {
		d.window.Resize(fyne.NewSize(width, 900))
		d.show()
		if d.f.lines[0].Text() != "8 prices not known" {
			t.Errorf("%v wide, the line %v: %q", width, d.f.lines[0].Size(), d.f.lines[0].Text())
		}
	}
}

// A clip is predicted to be sent behind what is under way: an address that would die in that queue is told before
// anything is sent.
func TestTheQueueAheadCounts(t *testing.T) {
	d := newDesk(t, 1)
	d.pictures(45 * time.Minute)
	d.show()
	if d.label(clips) != "Make 1 clip · ¥2.80 est." {
		t.Fatalf("with nothing ahead %q", d.label(clips))
	}
	for range 24 { // three minutes each in four places
		_, err := dbtest.InsertJobs(t.Context(), d.lib,
			db.Job{ProfileID: d.profile.ID, Kind: db.TextToVideo, State: db.Queued, Model: "clip-2.6",
				Request: json.RawMessage(`{}`)})
		d.must(err)
	}
	d.show()
	if d.label(clips) != "Make 1 clip… · 2 problems" {
		t.Errorf("behind 24 clips %q", d.label(clips))
	}
}

// What the image host did not take is told once, below the strip.
func TestAHostThatIsAwayIsToldOnce(t *testing.T) {
	d := newDesk(t, 3)
	d.pictures(9 * time.Hour)
	for _, s := range d.Shots[:2] {
		j := d.job(s.ID, db.Held)
		j.Hold, j.ErrorCode = db.HeldNotSent, jobs.CodeHosting+":"+jobs.FaultNoSecret
	}
	d.show()
	if got := d.f.lines[0].Text(); !strings.HasPrefix(got, "1 and 2 are held. A picture could not be uploaded") ||
		d.label(clips) != "Make 1 clip · ¥2.80 est." {
		t.Errorf("it says %q, %q", got, d.label(clips))
	}
}

// While it is tried again that is all there is to say.
func TestAHostThatIsAskedAgainIsToldOnce(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(9 * time.Hour)
	for _, s := range d.Shots {
		d.job(s.ID, db.Waiting).ErrorCode = jobs.CodeHosting + ":unreachable"
	}
	d.show()
	if got := d.f.lines[0].Text(); got != "A picture could not be uploaded to the image host: the host cannot be reached. It is tried again by itself. "+
		"Nothing has been sent or charged." || d.f.link.Visible() {
		t.Errorf("it says %q", got)
	}
}

// A renewed picture is another take, which opens beside the one that it renews.
func TestARenewedPictureOpensInCompare(t *testing.T) {
	d := newDesk(t, 1)
	d.pictures(-time.Hour)
	d.show()
	o := d.m.offers.renewal(d.Frames[0].ID)
	d.m.orders.press(d.m.offers.label(o), o)
	if len(d.made) != 1 || d.made[0].Shot != d.Frames[0].ID || d.made[0].Kind != db.EditImage ||
		!strings.HasPrefix(d.m.offers.label(o), "Renew by an edit · about ¥") {
		t.Fatalf("%q made %+v", d.m.offers.label(o), d.made)
	}
	made := db.Asset{ID: 77, Ref: strings.Repeat("7", 32), JobID: d.made[0].ID}
	d.Assets[made.Ref] = made
	d.show()
	d.show()
	if want := "compare1 77"; len(d.nav.Told) != 1 || d.nav.Told[0] != want {
		t.Errorf("told %q, want %q once", d.nav.Told, want)
	}
}

func TestACopyHasThePicturesAndWhereTheyCountTheClips(t *testing.T) {
	d := newDesk(t, 2)
	d.pictures(-time.Hour)
	clip := db.Asset{ID: 50, Ref: strings.Repeat("5", 32), Kind: db.Clip}
	d.Assets[clip.Ref], d.Shots[0].Added = clip, []string{clip.Ref}
	for _, clips := range []bool{true, false} {
		b := copyOf(*d.View, 9, "a copy", clips)
		if b.ProfileID != 9 || b.Name != "a copy" || b.Ref != "" || b.Frames[0].Chosen != d.Frames[0].Added[0] ||
			(b.Shots[0].Chosen == clip.Ref) != clips {
			t.Errorf("clips %v: %+v", clips, b)
		}
	}
	// Its third shot goes on from one that lacks its picture: there is no clip to make yet.
	if v := boards.NewView(exampleBoard(), nil, nil,
		nil); len(planning.Missing(v, d.m.prices.context(), pictures).Cards) != 3 ||
		len(planning.Missing(v, d.m.prices.context(), clips).Cards) != 0 {
		t.Error("the example has pictures to make, and nothing else")
	}
}

// The palette finds the command by the words of the buttons that it presses.
func TestMakingIsFoundByTheWordsOfItsButtons(t *testing.T) {
	s := newSample(t, 1272, 844)
	all := s.s.Actions()
	for _, query := range []string{"make pictures", "make clips"} {
		if found := action.Rank(all, nil, query); len(found) == 0 || all[found[0]].ID != "board.make" {
			t.Errorf("%q finds %v", query, found)
		}
	}
}
