package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/resources"
)

var noon = time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC)

const secret = "sk-very-secret-4711"

// house keeps profiles and keys in memory.
type house struct {
	profiles   []db.Profile
	places     map[int64]keys.Location
	noKeychain bool
	keys       map[int64]string
	report     client.Report
	lists      []string // models of the service
	testErr    error
	hosting    hosting.Report
	secrets    map[string]keptSecret // by the name of their host
	priced     map[int64]string      // the currency of its price table, by profile
	refuse     error                 // error of ChangeProfile and SaveProfile

	usage     folder.Usage
	sweep     db.SweepReport
	trashDays int
	done      []string // what was done to the library
}

type keptSecret struct {
	text  string
	place keys.Location
}

func newHouse() *house {
	return &house{places: map[int64]keys.Location{1: keys.Nowhere, 2: keys.InSandbox}, keys: map[int64]string{},
		secrets: map[string]keptSecret{},
		profiles: []db.Profile{
			{ID: 1, Name: "My gateway", BaseURL: "https://api.my-gateway.net", Currency: "CNY", PollSeconds: 12,
				ImageMinutes: 10, Saved: true},
			{ID: 2, Name: "Sandbox", BaseURL: "http://127.0.0.1:1", Sandbox: true, Currency: "CNY", PollSeconds: 12,
				ImageMinutes: 10, Saved: true},
		}}
}

func (h *house) Profiles(context.Context) ([]db.Profile, error) { return h.profiles, nil }
func (h *house) Connect(
	ctx context.Context, base, key string, where keys.Location, anyway bool,
) (int64, client.Report, error) {
	if h.testErr != nil && !anyway {
		return 0, h.report, h.testErr
	}
	if h.noKeychain && where == keys.InKeychain {
		return 0, client.Report{}, keys.ErrUnavailable
	}
	p, err := h.SaveProfile(ctx, db.Profile{Name: base, BaseURL: base, Saved: true})
	h.keys[p.ID], h.places[p.ID] = key, where
	return p.ID, h.report, err
}
func (h *house) SaveProfile(_ context.Context, p db.Profile) (db.Profile, error) {
	if h.refuse != nil {
		return p, h.refuse
	}
	for i := range h.profiles {
		if h.profiles[i].ID == p.ID {
			h.profiles[i] = p
			return p, nil
		}
	}
	p.ID = int64(len(h.profiles) + 1)
	h.profiles = append(h.profiles, p)
	return p, nil
}
func (h *house) KeyPlace(_ context.Context, p db.Profile) keys.Location { return h.places[p.ID] }
func (h *house) SaveKey(_ context.Context, id int64, key string, where keys.Location) error {
	if h.noKeychain && where == keys.InKeychain {
		return keys.ErrUnavailable
	}
	h.keys[id] = key
	h.places[id] = where
	return nil
}
func (h *house) RemoveKey(_ context.Context, id int64) error {
	delete(h.keys, id)
	h.places[id] = keys.Nowhere
	return nil
}
func (h *house) Test(context.Context, int64) (client.Report, error) { return h.report, h.testErr }
func (h *house) Models(context.Context, int64) ([]string, error)    { return h.lists, h.testErr }
func (h *house) ChangeProfile(_ context.Context, id int64, change func(*db.Profile)) error {
	if h.refuse != nil {
		return h.refuse
	}
	for i := range h.profiles {
		if h.profiles[i].ID == id {
			change(&h.profiles[i])
			return nil
		}
	}
	return db.ErrNotFound
}
func (h *house) SaveHosting(ctx context.Context, id int64, c hosting.Config) error {
	return h.ChangeProfile(ctx, id, func(p *db.Profile) { p.Hosting, _ = json.Marshal(c) })
}
func (h *house) TestHosting(context.Context, int64) (hosting.Report, error) {
	return h.hosting, h.testErr
}
func (h *house) HostSecretPlace(_ context.Context, p db.Profile) (keys.Location, time.Time) {
	c, _ := readHosting(p.Hosting)
	return h.secrets[c.KeyName()].place, noon
}
func (h *house) SaveHostSecret(_ context.Context, _ int64, c hosting.Config, secret string, where keys.Location) error {
	if h.noKeychain && where == keys.InKeychain {
		return keys.ErrUnavailable
	}
	h.secrets[c.KeyName()] = keptSecret{secret, where}
	return nil
}
func (h *house) RemoveHostSecret(_ context.Context, id int64) error {
	clear(h.secrets)
	return nil
}
func (h *house) Use(context.Context, int64) error { return nil }
func (h *house) Storage(context.Context) (db.Storage, error) {
	return db.Storage{Items: 3284, Bytes: 12_400_000_000, TrashItems: 12, TrashBytes: 300_000_000,
		Free: 211_000_000_000, FreeKnown: true}, nil
}
func (h *house) Usage(context.Context) (folder.Usage, error) { return h.usage, nil }
func (h *house) ClearThumbs(_ context.Context, idle bool) (folder.PartUsage, error) {
	h.done = append(h.done, fmt.Sprintf("clear thumbs, idle %t", idle))
	return folder.PartUsage{Files: 40, Bytes: 2_000_000}, nil
}
func (h *house) Sweep(context.Context) (db.SweepReport, error) { return h.sweep, nil }
func (h *house) TrashDays(context.Context) (int, error)        { return h.trashDays, nil }
func (h *house) SetTrashDays(_ context.Context, days int) error {
	h.trashDays = days
	return nil
}
func (h *house) EmptyTrash(context.Context) (int, error) {
	h.done = append(h.done, "empty trash")
	return 12, nil
}
func (h *house) Dir() string { return "/home/someone/Pictures/Viviscope" }

// fakeWindow runs everything at once, unless a test sets something else.
type fakeWindow struct {
	*actiontest.Host
	t      testing.TB
	screen *Screen
	scale  float32
	still  bool
	notify bool
}

func (w *fakeWindow) Do(_ string, f func(context.Context) error) {
	if err := f(context.Background()); err != nil {
		w.t.Errorf("command failed: %v", err)
	}
	w.RefreshAll()
}

func (w *fakeWindow) RefreshAll() {
	if w.screen != nil {
		w.screen.Update(context.Background())
	}
}
func (w *fakeWindow) Canvas() fyne.Canvas       { return w.screen.canvas() }
func (w *fakeWindow) Look() resources.Variant   { return resources.Dark }
func (w *fakeWindow) SetLook(resources.Variant) {}
func (w *fakeWindow) TextScale() float32        { return w.scale }
func (w *fakeWindow) SetTextScale(v float32)    { w.scale = v }
func (w *fakeWindow) ReduceMotion() bool        { return w.still }
func (w *fakeWindow) SetReduceMotion(on bool)   { w.still = on }
func (w *fakeWindow) Notify() bool              { return w.notify }
func (w *fakeWindow) SetNotify(on bool)         { w.notify = on }

func newScreen(t testing.TB, h *house) *Screen {
	t.Helper()
	return newScreenWith(t, h, func(*Deps) {})
}

// newScreenWith is newScreen with other dependencies.
func newScreenWith(t testing.TB, h *house, change func(*Deps)) *Screen {
	t.Helper()
	apptest.New(t, resources.Theme(resources.Dark))
	w := &fakeWindow{t: t, scale: 1, Host: &actiontest.Host{Clock: func() time.Time {
		return noon
	}, Front: db.Profile{ID: 1}}}
	d := Deps{Window: w, Profiles: h, Library: h, Program: &fakeProgram{}, Clients: h, Tokens: h, Engine: h,
		TextScales: []float32{1, 1.5}}
	change(&d)
	s := New(d)
	w.screen = s
	shown := test.NewTempWindow(t, s.Content())
	shown.Resize(fyne.NewSize(1270, 840))
	s.Update(context.Background())
	return s
}

func TestAnotherCurrencySaysWhatItMeansBeforeItIsSaved(t *testing.T) {
	s := newScreen(t, newHouse())
	for _, c := range []struct{ chosen, says string }{{"CNY", ""},
		{"USD", "Then enter the prices again in USD. Until you do, everything continues in CNY. "}} {
		s.profiles.form.currency.picker.OnChanged(slices.Index(s.profiles.form.currency.all, c.chosen))
		if note := s.profiles.form.moneyNote; note.Visible() != (c.says != "") || c.says != "" &&
			!strings.HasPrefix(note.Text(), c.says) {
			t.Errorf("%s: shown %v, %q", c.chosen, note.Visible(), note.Text())
		}
	}
}

// The price table that Costs shows is that of the profile in use.
func TestThePricesOfTheProfileInUseAreReached(t *testing.T) {
	shown := 0
	s := newScreenWith(t, newHouse(), func(d *Deps) { d.ShowPrices = func() { shown++ } })
	s.profiles.form.prices.OnTapped()
	if shown != 1 || !s.profiles.form.prices.Visible() {
		t.Errorf("shown %d times", shown)
	}
	s.choose(2)
	if s.profiles.form.prices.Visible() {
		t.Error("another profile leads to the prices of the one in use")
	}
}

func TestAKeyIsSavedAndNeverShownAgain(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	s.profiles.form.key.entry.SetText("  " + secret + "\n")
	test.Tap(s.profiles.form.key.save)
	if h.keys[1] != secret {
		t.Fatalf("kept key: %q", h.keys[1])
	}
	if s.profiles.form.key.entry.Text != "" {
		t.Error("the key stays in its field")
	}
	if got := s.profiles.form.key.where.Text(); !strings.HasPrefix(got, "In the system keychain") ||
		strings.Contains(got, "4711") {
		t.Errorf("key words: %q", got)
	}
	if _, color := s.profiles.form.key.view.look(); color == resources.OK {
		t.Error("the lock is green before the service took the key")
	}
	test.Tap(s.profiles.form.key.remove)
	if got := s.profiles.form.key.where.Text(); got != "No key yet" {
		t.Errorf("after removing: %q", got)
	}
}

func TestWithoutAKeychainThePersonChooses(t *testing.T) {
	h := newHouse()
	h.noKeychain = true
	s := newScreen(t, h)
	if s.profiles.form.key.others.Visible() {
		t.Error("something else is offered before it is known that no keychain")
	}
	s.profiles.form.key.entry.SetText(secret)
	test.Tap(s.profiles.form.key.save)
	if len(h.keys) != 0 || !s.profiles.form.key.others.Visible() ||
		!strings.Contains(s.profiles.form.key.note.Text(), "never saved") {
		t.Fatalf("kept %v, session offered %v, note %q", h.keys, s.profiles.form.key.others.Visible(),
			s.profiles.form.key.note.Text())
	}
	test.Tap(s.profiles.form.key.session)
	if h.places[1] != keys.InSession || s.profiles.form.key.others.Visible() {
		t.Errorf("place %v, still offered %v", h.places[1], s.profiles.form.key.others.Visible())
	}
	h.keys, h.places[1] = map[int64]string{}, keys.Nowhere
	s.Update(context.Background())
	s.profiles.form.key.entry.SetText(secret)
	test.Tap(s.profiles.form.key.save)
	test.Tap(s.profiles.form.key.inFile)
	if h.keys[1] != secret || h.places[1] != keys.InFile || s.profiles.form.key.others.Visible() ||
		s.profiles.form.key.entry.Text != "" {
		t.Errorf("kept %v, place %v, still offered %v", h.keys, h.places[1], s.profiles.form.key.others.Visible())
	}
	if got := s.profiles.form.key.where.Text(); got != "In a file that only this account can read, not encrypted" {
		t.Errorf("key words: %q", got)
	}
}

func TestABadAddressIsMarkedAndCannotBeSaved(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	s.profiles.form.base.entry.SetText("ftp://nowhere")
	if !s.profiles.form.base.entry.Failed() || !s.profiles.form.save.button.Disabled() ||
		s.profiles.form.base.problem.Text() == "" {
		t.Errorf("failed %v, save off %v, problem %q", s.profiles.form.base.entry.Failed(),
			s.profiles.form.save.button.Disabled(), s.profiles.form.base.problem.Text())
	}
	s.profiles.form.base.entry.SetText("https://relay.example/v1")
	test.Tap(s.profiles.form.save.button)
	if got := h.profiles[0].BaseURL; got != "https://relay.example/v1" {
		t.Errorf("kept address: %q", got)
	}
}

func TestConnectionReportShowsEachStep(t *testing.T) {
	h := newHouse()
	h.report = client.Report{Origin: "https://api.my-gateway.net:443", Steps: []client.Step{
		{Name: client.StepReach, Ran: true, OK: true, Took: 38 * time.Millisecond},
		{Name: client.StepKey, Ran: true, Err: &client.Error{Status: 401, Message: "no such key"}},
		{Name: client.StepService},
	}}
	h.testErr = errors.New("refused")
	s := newScreen(t, h)
	test.Tap(s.profiles.form.test.button)
	if len(s.profiles.form.report.Objects) != 1 {
		t.Fatalf("reports shown: %d", len(s.profiles.form.report.Objects))
	}
	var words []string
	for _, step := range h.report.Steps {
		words = append(words, stepWords(h.report.Origin, step)+" / "+took(step))
	}
	want := []string{"Address found, certificate valid / 38 ms", "The key was refused: no such key / 0 ms",
		"Supports the /v1/videos API / not tried"}
	for i := range want {
		if words[i] != want[i] {
			t.Errorf("step %d: %q, want %q", i, words[i], want[i])
		}
	}
}

func TestPaceAndPatienceAreKeptPerProfile(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	s.profiles.watching.poll.OnChangeEnded(15)
	s.profiles.watching.patience.picker.OnChanged(2)
	s.profiles.watching.form.picker.OnChanged(1)
	if p := h.profiles[0]; p.PollSeconds != 15 || p.ImageMinutes != 15 || p.Form != string(client.FormatOpenAI) {
		t.Errorf("kept %d s, %d min", p.PollSeconds, p.ImageMinutes)
	}
	s.profiles.watching.show(h.profiles[0])
	if s.profiles.watching.form.picker.Selected() != 1 {
		t.Error("the form of requests is not shown")
	}
	if p := h.profiles[1]; p.PollSeconds != 12 || p.Form != "" {
		t.Error("another profile changed too")
	}
	for _, m := range patienceMinutes {
		if m < 5 {
			t.Errorf("a patience of %d min can pay twice", m)
		}
	}
}

// The answer of a service at one address is dropped when another address is entered.
func TestARefusedAddressIsForgottenWithTheNextKey(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	h.refuse = errors.New("jobs still run there")
	s.profiles.form.base.entry.SetText("https://other.example")
	test.Tap(s.profiles.form.save.button)
	if got := s.profiles.form.fieldNote.Text(); !strings.HasPrefix(got, "Not saved: ") {
		t.Fatalf("it says %q", got)
	}
	s.profiles.form.base.entry.SetText("https://third.example")
	if got := s.profiles.form.fieldNote.Text(); got != "" {
		t.Errorf("it still says %q", got)
	}
}

// A blank between two words is typed before the second one: an update that comes between them must not take it away.
func TestABlankThatIsBeingTypedStays(t *testing.T) {
	s := newScreen(t, newHouse())
	s.profiles.form.name.entry.SetText("My gateway ")
	s.Update(t.Context())
	if got := s.profiles.form.name.entry.Text; got != "My gateway " {
		t.Errorf("the name is %q", got)
	}
}

// open opens a page.
func open(t testing.TB, s *Screen, name string) {
	t.Helper()
	at := slices.IndexFunc(s.pages, func(p page) bool { return p.name == name })
	if at < 0 {
		t.Fatalf("no page %q", name)
	}
	s.goTo(at)
}

// One sheet takes address and key, tests both and makes the profile; it can be cancelled.
func TestAProfileIsAddedOnOneSheet(t *testing.T) {
	h := newHouse()
	s := newScreen(t, h)
	press := func(word string) { t.Helper(); apptest.Press(t, s.canvas().Overlays().Top(), word) }
	fill := func(base, key string) {
		for i, text := range []string{base, key} {
			if i > 0 {
				s.canvas().FocusNext()
			}
			s.canvas().Focused().(interface{ SetText(string) }).SetText(text)
		}
	}
	open(t, s, "About")
	s.profiles.addProfile()
	press("Cancel")
	if s.canvas().Overlays().Top() != nil || len(h.profiles) != 2 {
		t.Fatal("Cancel does not end it")
	}
	s.profiles.addProfile()
	fill("https://relay.studio.example", secret)
	h.testErr = errors.New("refused")
	h.report = client.Report{Steps: []client.Step{{Name: client.StepKey, Ran: true,
		Err: &client.Error{Status: 401, Message: "no such key"}}}}
	press("Test and connect")
	if len(h.profiles) != 2 {
		t.Fatal("a refused key is kept unasked")
	}
	h.noKeychain = true
	press("Add anyway")
	press("Connect for this session only")
	if len(h.profiles) != 3 || h.keys[3] != secret || h.places[3] != keys.InSession || s.selected != 3 ||
		s.canvas().Overlays().Top() != nil {
		t.Errorf("%d profiles, key %q, shown %d", len(h.profiles), h.keys[3], s.selected)
	}
	if s.profiles.form.name.entry.Text != "https://relay.studio.example" ||
		s.body.Objects[0] != s.pages[profilesIndex].content {
		t.Errorf("the page shows %q", s.profiles.form.name.entry.Text)
	}
}

func TestConnectNeedsAddressAndKey(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	var asked []string
	f := NewConnectForm(&actiontest.Host{},
		func(_ context.Context, base, key string, where keys.Location, _ bool) (int64, client.Report, error) {
			asked = append(asked, fmt.Sprint(base, " ", key, " ", where))
			if where == keys.InKeychain {
				return 0, client.Report{}, keys.ErrUnavailable
			}
			return 8, client.Report{}, nil
		}, func(id int64) { asked = append(asked, fmt.Sprint("profile ", id)) }, nil)
	f.Base.SetText("nope")
	if !strings.HasPrefix(f.note.Text(), "An address begins with https://") {
		t.Errorf("of a wrong address: %q", f.note.Text())
	}
	f.Base.SetText("https://api.example.com")
	if !f.button.Disabled() || f.session.Visible() {
		t.Error("it is on without a key")
	}
	f.Key.SetText("k")
	test.Tap(f.button)
	if !f.session.Visible() || !f.inFile.Visible() || len(asked) != 1 {
		t.Fatalf("without a keychain: %q", asked)
	}
	test.Tap(f.inFile)
	if want := fmt.Sprint("https://api.example.com k ", keys.InFile); !slices.Equal(asked[1:],
		[]string{want, "profile 8"}) || f.Key.Text != "" {
		t.Errorf("asked %q, the key's field has %q", asked, f.Key.Text)
	}
}

// Who goes on with an address that failed its test goes on with that one: another one is tested.
func TestAnotherAddressIsTested(t *testing.T) {
	apptest.New(t, resources.Theme(resources.Dark))
	var untested []bool
	f := NewConnectForm(&actiontest.Host{},
		func(_ context.Context, _, _ string, _ keys.Location, anyway bool) (int64, client.Report, error) {
			untested = append(untested, anyway)
			return 0, client.Report{}, keys.ErrUnavailable
		}, func(int64) {}, nil)
	f.Base.SetText("https://api.example.com")
	f.Key.SetText("k")
	test.Tap(f.anyway)
	test.Tap(f.session)
	f.Base.SetText("https://api.example.org")
	test.Tap(f.session)
	if !slices.Equal(untested, []bool{true, true, false}) {
		t.Errorf("untested: %v", untested)
	}
}

// What makes the posters is found by trying, which may take a second: the page is shown before.
func TestThePageDoesNotWaitForThePlayer(t *testing.T) {
	s := newScreen(t, newHouse())
	var shown bool
	s.host.Program.(*fakeProgram).playback = func() string { shown = s.read && s.body.Visible(); return "libmpv.so.2" }
	s.read = false
	s.Content()
	s.Update(context.Background())
	if !shown || s.about.playback.Text() != "libmpv.so.2" {
		t.Errorf("shown before the player was known: %v; the player: %q", shown, s.about.playback.Text())
	}
}

// The screen opens with the keyboard on the link of the page in front.
func TestTheKeyboardIsOnThePagesAtFirst(t *testing.T) {
	s := newScreen(t, newHouse())
	for i := range s.pages {
		s.goTo(i)
		if s.First() != fyne.Focusable(s.nav[i]) {
			t.Errorf("page %d: the keyboard is elsewhere", i)
		}
	}
}
