package boards

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"testing"
	"time"

	"viviscope/gui/form"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	planning "viviscope/client/boards"
	"viviscope/client/jobs"
	"viviscope/client/order/ordertest"
	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/casting"
	"viviscope/gui/kit"
	"viviscope/gui/live"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/spend"
	"viviscope/resources"
)

// The stages of a board.
const (
	pictures = planning.Keyframes
	clips    = planning.Clips
)

var noon = time.Date(2026, 11, 21, 11, 40, 0, 0, time.UTC)

// sample is a board with what was made for it, in a window.
type sample struct {
	boards.Board
	t       testing.TB
	jobs    []db.Job
	assets  []db.Asset
	entries []db.Entry
	host    *actiontest.Host
	window  fyne.Window
	s       *Screen
	saved   bool // it is in the library
}

// bookcase is the library, with the account in front.
type bookcase struct {
	upload.Reader
	*db.Library
	s *sample
}

func (l bookcase) Account(ctx context.Context) (form.Account, error) {
	return form.Account{Profile: l.s.host.Front}, nil
}

// windowStub reads anew at once what a real window reads soon.
type windowStub struct {
	Window
	s *sample
}

func (w windowStub) Refresh() {
	if w.s.saved {
		w.s.s.Update(w.s.t.Context())
	}
}

func (windowStub) Sound(context.Context) (float64, bool) { return 100, false }

// paintings are pictures whose colours follow from the asset.
type paintings struct {
	media.Pictures
	plain image.Image // what all of them are instead, where time is taken; nil: they are painted
}

func (p *paintings) paint(a db.Asset, px int) image.Image {
	if p.plain != nil {
		return p.plain
	}
	px = max(px, 16)
	im := image.NewRGBA(image.Rect(0, 0, px, px*9/16))
	for y := range px * 9 / 16 {
		for x := range px {
			at := uint8(y * 160 / (px * 9 / 16))
			c := color.RGBA{240 - at/2, uint8(150 - int(at)/2 + int(a.ID*37%60)), uint8(60 + int(at) + int(a.ID*53%40)),
				255}
			if dx, dy := x-px*int(3+a.ID%5)/10, y-px/4; dx*dx+dy*dy < px*px/90 {
				c = color.RGBA{250, 235, 170, 255}
			}
			im.SetRGBA(x, y, c)
		}
	}
	return im
}

func (p *paintings) Cached(a db.Asset, px int) (image.Image, bool) { return p.paint(a, px), true }

func (p *paintings) Image(_ context.Context, a db.Asset, px int) (image.Image, error) {
	return p.paint(a, px), nil
}

func (p *paintings) Nearest(a db.Asset, px int) (image.Image, bool) { return p.paint(a, px), true }

func (p *paintings) Request(a db.Asset, px int, done func(image.Image, error)) func() {
	done(p.paint(a, px), nil)
	return func() {}
}

func (*paintings) End(context.Context, db.Asset, bool) (image.Image, error) {
	return nil, media.ErrNoDecoder
}

// newSample opens an empty board in a window.
func newSample(t testing.TB, width, height float32) *sample {
	t.Helper()
	test.NewTempApp(t)
	fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark))
	s := &sample{t: t, Board: boards.Board{BoardHead: db.BoardHead{Ref: "harbour", ProfileID: 1, Version: 1},
		Name: "Harbour at dusk", Settings: boards.Settings{Size: "1536x864",
			PictureModel: "genimage-2.5-flare", Quality: "medium", Model: "clip-2.6", Resolution: "720P", Seconds: 5}}}
	s.window = test.NewTempWindow(t, nil)
	s.window.SetPadded(false)
	s.host = &actiontest.Host{On: s.window.Canvas(), Clock: func() time.Time { return noon },
		Timer: func(time.Duration, func()) func() bool { return func() bool { return true } }}
	lib, err := db.Open(t.Context(), t.TempDir(), db.Options{Now: s.host.Now})
	s.must(err)
	t.Cleanup(func() { _ = lib.Close() })
	s.host.Front, err = lib.SaveProfile(t.Context(),
		db.Profile{Name: "Studio", BaseURL: "https://api.example.com", Saved: true, Currency: "CNY", MaxTasks: 4,
			MaxImages: 2, PollSeconds: 12, ImageMinutes: 10})
	s.must(err)
	table, err := json.Marshal(ordertest.Prices())
	s.must(err)
	_, err = lib.AddPrices(t.Context(), db.Prices{ProfileID: s.host.Front.ID, Table: table})
	s.must(err)
	engine, err := jobs.New(jobs.Options{Library: lib, Keys: noKeys{}})
	s.must(err)
	s.ProfileID = s.host.Front.ID
	store, err := boards.Open(t.Context(), lib)
	s.must(err)
	cast := casting.New(casting.Deps{Host: s.host, Chooser: &actiontest.Nav{}, Library: lib, Pictures: &paintings{}})
	s.s = New(Deps{Cast: cast, Host: s.host,
		Viewer: &actiontest.Nav{}, Creator: &actiontest.Nav{}, Chooser: &actiontest.Nav{},
		Navigator: &actiontest.Nav{}, Window: windowStub{s: s},
		Composer: others{host: s.host, cast: cast}, Jobs: others{},
		Library: bookcase{nil, lib, s}, Engine: engine, Store: store,
		Pictures: &paintings{}, Live: live.New(s.host.Now),
		Sender:    &spend.Sender{Host: s.host, Navigator: &actiontest.Nav{}},
		NewPlayer: func() *player.Player { return player.New(player.Options{Post: s.host.Post, Audio: "null"}) }})
	t.Cleanup(s.s.board.player.engine.Close)
	s.window.SetContent(kit.WithHints(s.s.Content()))
	s.window.Resize(fyne.NewSize(width, height))
	s.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { s.obey(action.Chord{Key: e.Name}) })
	return s
}

// show shows the board as it is now.
func (s *sample) show() {
	if s.s.page != pageBoard {
		s.s.Open(s.Ref)
	}
	v := boards.NewView(s.Board, s.jobs, s.entries, s.assets)
	s.s.board.reread(s.t.Context(), v, 0)
	s.s.board.take(s.Ref, v, nil)
}

// order makes the job that a card wants now.
func (s *sample) order(card string, state db.JobState) *db.Job {
	w := boards.NewView(s.Board, s.jobs, s.entries, s.assets).Want(card)
	j := db.Job{ID: int64(len(s.jobs) + 1), Kind: w.Kind, State: state, Model: w.Model, Prompt: w.Prompt, Board: s.Ref,
		Shot: card, Currency: "CNY",
		EstimateMicros: new(int64(2_800_000))}
	request := map[string]any{"model": w.Model, "prompt": w.Prompt}
	var inputs []db.Input
	var links []string
	for place, p := range []boards.Picture{w.First, w.Last} {
		if p != (boards.Picture{}) {
			links, inputs = append(links, p.Link), append(inputs, db.Input{Place: place, Asset: p.Asset})
		}
	}
	request["input_reference"] = links
	if w.Seconds != 5 {
		request["seconds"] = w.Seconds
	}
	j.Request, _ = json.Marshal(request)
	j.Inputs, _ = json.Marshal(inputs)
	s.jobs = append(s.jobs, j)
	return &s.jobs[len(s.jobs)-1]
}

func (s *sample) entry(job int64, kind db.EntryKind) {
	s.entries = append([]db.Entry{{ID: int64(len(s.entries) + 1), JobID: job, Kind: kind,
		AmountMicros: new(int64(2_800_000)), Currency: "CNY"}}, s.entries...)
}

// save has a card made and saved.
func (s *sample) save(card string, left time.Duration) {
	j := s.order(card, db.Saved)
	n := int64(len(s.assets) + 1)
	a := db.Asset{ID: n, Ref: fmt.Sprint("asset", n), JobID: j.ID, Kind: db.Picture, Width: 1536, Height: 864,
		Path: "x"}
	if j.Kind.IsVideo() {
		a.Kind, a.Seconds = db.Clip, 5
	} else {
		a.Link, a.LinkExpires = "https://x/"+card, noon.Add(left)
	}
	s.assets = append(s.assets, a)
	s.entry(j.ID, db.Charge)
}

// harbour makes the board of eight shots whose cards stand in nearly all states.
func (s *sample) harbour() {
	words := []string{"The sun touches the sea", "Boats turn for home", "The fleet passes the mole in a loose line",
		"Wind drops, sails hang", "Lamps are lit one by one",
		"Lanterns over the bay", "Moon over the harbour", "The quay, empty, first light"}
	for i := range words {
		s.Shots = append(s.Shots, boards.Shot{ID: fmt.Sprintf("5000000%d", i+1), Prompt: words[i]})
	}
	for i := range 9 {
		s.Frames = append(s.Frames, boards.Frame{ID: fmt.Sprintf("f000000%d", i+1), Source: boards.Describe,
			Prompt: fmt.Sprint("picture ", i+1)})
	}
	for shot, frames := range [][2]int{{1, 2}, {2, 3}, {4, 5}, {5, 0}, {0, 6}, {6, 0}, {7, 0}, {0, 0}} {
		for i, to := range []*string{&s.Shots[shot].First, &s.Shots[shot].Last} {
			if frames[i] > 0 {
				*to = s.Frames[frames[i]-1].ID
			}
		}
	}
	s.Shots[4].Continue = true
	s.Frames[7].Prompt, s.Frames[8].Prompt = "Lanterns touch the wa", "The last boat ties up"
	for i, left := range []time.Duration{-1, -1, 22, 9, 9, 7, 12} {
		s.save(s.Frames[i].ID, left*time.Hour)
	}
	s.save(s.Shots[0].ID, 0)
	s.save(s.Shots[0].ID, 0)
	s.save(s.Shots[1].ID, 0)
	s.save(s.Frames[2].ID, 22*time.Hour) // which shot 2 no longer matches
	for range 3 {
		s.save(s.Shots[2].ID, 0)
	}
	run := s.order(s.Shots[3].ID, db.InProgress)
	run.Progress = 62
	s.entry(run.ID, db.Reserve)
	s.entry(s.order(s.Shots[5].ID, db.Failed).ID, db.Refund)
	s.entry(s.order(s.Shots[6].ID, db.Unconfirmed).ID, db.UnconfirmedEntry)
}

// keep keeps the board in the library, and opens it.
func (s *sample) keep() {
	s.t.Helper()
	var err error
	s.Board, err = s.s.Store.New(s.t.Context(), s.Board)
	s.must(err)
	s.saved = true
	s.s.Open(s.Ref)
}

func (s *sample) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// kept is the board as the library has it.
func (s *sample) kept() boards.Board {
	s.t.Helper()
	v, err := s.s.Store.Read(s.t.Context(), s.Ref)
	s.must(err)
	return v.Board
}

// strip draws the strip in signs: K1 a keyframe, 1 a shot, ~ the control of a Shared seam, | a Cut, > a Continue box, +
// where a shot can be added, and / where a row ends.
func (s *sample) strip() (signs string) {
	row := 0
	for _, p := range s.s.board.strip.pieces {
		if p.row != row {
			row = p.row
			signs += "/ "
		}
		switch p.kind {
		case shotPiece:
			signs += fmt.Sprint(p.Number, " ")
		case framePiece:
			signs += frameName(p.Number) + map[bool]string{true: "~ ", false: " "}[p.ends && p.begins]
		default:
			signs += map[int]string{boxPiece: "> ", cutPiece: "| ", addPiece: "+ "}[p.kind]
		}
	}
	return signs
}

// reread reads what a board may order. ended is the number of clicks whose jobs the board shows.
func (b *boardPage) reread(ctx context.Context, v boards.View, ended int64) {
	known, ok := readSpending(ctx, b.Deps, v)
	if ok {
		b.prices.set(known)
		b.orders.seen = ended
	}
}
