package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/backend"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/shell"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// spending is the window of the program over a real engine and library, and a service that refuses all requests: none
// of them costs. Posts wait until the test runs them, as the window's goroutine.
type spending struct {
	*testing.T
	p       *program
	profile db.Profile
	came    atomic.Int64 // requests at the service that would cost
	wake    chan struct{}
	// seconds that the window's clock is ahead, so that a press is another one than the last
	later atomic.Int64
	wrap  func(shell.Screens) shell.Screens // changes the screens before the window is made; nil: it does not

	mu    sync.Mutex
	posts []func()
}

// secret is the key of the profile in these tests.
const secret = "sk-4711-very-secret"

func newSpending(t *testing.T, change func(*db.Profile), fill func(s *spending)) *spending {
	t.Helper()
	configIn(t)
	a := test.NewTempApp(t)
	a.Settings().SetTheme(resources.Theme(resources.Dark))
	s := &spending{T: t, wake: make(chan struct{}, 1)}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":{"message":"refused","type":"invalid_request_error","code":"refused"}}`))
		if r.Method == http.MethodPost {
			s.came.Add(1)
			s.nudge()
		}
	}))
	t.Cleanup(service.Close)
	m, err := openDeviceSettings(filepath.Join(t.TempDir(), "program.json"))
	s.must(err)
	s.p = &program{options: Options{Log: quiet(), LibraryDir: filepath.Join(t.TempDir(), "library")}, app: a,
		window: newKeyWindow(test.NewTempWindow(t, container.NewStack())),
		device: m, session: keys.NewSession(), life: t.Context()}
	s.p.enter(ending) // it is filled here
	s.p.load()
	s.must(s.p.failure)
	s.profile = backend.NewProfile("My gateway", time.Now())
	s.profile.BaseURL, s.profile.Currency, s.profile.Saved, s.profile.MaxTasks, s.profile.MaxImages = service.URL,
		"CNY", true, 100, 100
	change(&s.profile)
	s.profile, err = s.p.Library.SaveProfile(t.Context(), s.profile)
	s.must(err)
	s.prices(ordertest.Prices())
	s.must(s.p.Keys.SetEnvironmentKey(secret, s.profile))
	fill(s)
	sh := shell.New(shell.Deps{App: a, Window: s.p.window, Library: shellLibrary{s.p.Library, s.p.Profiles},
		Engine: s.p.Engine, Screens: s.screens,
		Program: posting{aroundWindow{s.p}, s.post}, Profile: s.profile.ID, Log: quiet(), Now: s.now,
		Sleep: shell.Sleep})
	s.p.window.Resize(fyne.NewSize(1440, 5000)) // all cards are in sight
	sh.Begin()
	s.until("the profile", func() bool { return s.says("My gateway") })
	t.Cleanup(func() {
		sh.End()
		if err := s.p.close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *spending) now() time.Time {
	return time.Now().Add(time.Duration(s.later.Load()) * time.Second)
}

func (s *spending) screens(sh *shell.Shell) shell.Screens {
	screens := s.p.screens(sh)
	if s.wrap != nil {
		screens = s.wrap(screens)
	}
	return screens
}

// posting is a program with another way to the window.
type posting struct {
	shell.Program
	post func(func())
}

func (p posting) Post(f func()) { p.post(f) }

func (s *spending) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *spending) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *spending) post(f func()) {
	s.mu.Lock()
	s.posts = append(s.posts, f)
	s.mu.Unlock()
	s.nudge()
}

// until runs what is posted until something is so.
func (s *spending) until(what string, so func() bool) {
	s.Helper()
	for end := time.After(time.Minute); ; {
		s.mu.Lock()
		posts := s.posts
		s.posts = nil
		s.mu.Unlock()
		for _, f := range posts {
			f()
		}
		if so() {
			return
		}
		select {
		case <-s.wake:
		case <-time.After(10 * time.Millisecond): // what a command has written is not always told by a post
		case <-end:
			s.Fatalf("%s: not in time; the window says %q", what, apptest.Texts(s.front()))
		}
	}
}

// prices keeps a price table that holds from now on.
func (s *spending) prices(table client.PriceTable) {
	s.Helper()
	raw, err := json.Marshal(table)
	s.must(err)
	_, err = s.p.Library.AddPrices(s.Context(), db.Prices{ProfileID: s.profile.ID, ValidFrom: time.Now(), Table: raw})
	s.must(err)
}

// front is the sheet in front, or the place where there is none.
func (s *spending) front() fyne.CanvasObject {
	if top := s.p.window.Canvas().Overlays().Top(); top != nil {
		return top
	}
	return s.p.window.Canvas().Content()
}

// says reports whether something in front says so.
func (s *spending) says(words string) bool {
	return strings.Contains(strings.Join(apptest.Texts(s.front()), "\n"), words)
}

// press presses what says so in front, once it is there.
func (s *spending) press(word string) {
	s.Helper()
	var b apptest.Button
	s.until(word, func() bool { b = apptest.Buttons(s.front())[word]; return b != nil && !b.Disabled() })
	test.Tap(b)
}

// asked waits for a sheet with an answer that sends nothing, and returns its words.
func (s *spending) asked(no string) string {
	s.Helper()
	words := ""
	s.until("the question", func() bool {
		words = strings.Join(apptest.Texts(s.front()), "\n")
		_, sheet := s.front().(*kit.Sheet)
		return sheet && strings.Contains(words, no)
	})
	return words
}

// still reports whether nothing goes out any more, and with that nothing changes what is used.
func (s *spending) still() bool {
	return !slices.ContainsFunc(s.rows(), func(j db.Job) bool { return j.State == db.Waiting || j.State == db.Sending })
}

func (s *spending) closeSheets() {
	for {
		top, ok := s.p.window.Canvas().Overlays().Top().(*kit.Sheet)
		if !ok {
			return
		}
		top.Hide()
	}
}

func (s *spending) rows() []db.Job {
	s.Helper()
	all, err := s.p.Library.Jobs(s.Context(), db.JobFilter{})
	s.must(err)
	return all
}

// job puts a job into the library: at 2.80 by the prices, with a picture or a clip where it is saved.
func (s *spending) job(kind db.JobKind, state db.JobState, entries ...db.EntryKind) db.Job {
	s.Helper()
	now := time.Now()
	j := db.Job{ProfileID: s.profile.ID, Kind: kind, State: state, Model: "clip-2.6", Prompt: "boats", Currency: "CNY",
		EstimateMicros: new(int64(2_800_000)),
		Request:        []byte(`{"model":"clip-2.6","prompt":"boats","seconds":5,"resolution":"720P"}`),
		CreatedAt:      now, SentAt: now, AcceptedAt: now}
	asset := db.Asset{Kind: db.Clip, Path: "files/boats.mp4", MIME: "video/mp4", Width: 1280, Height: 720, Seconds: 5}
	if !kind.IsVideo() {
		j.Model, j.Request = "genimage-2.5-flare",
			[]byte(`{"model":"genimage-2.5-flare","prompt":"boats","size":"1024x1024","quality":"low"}`)
		asset = db.Asset{Kind: db.Picture, Path: "files/boats.png", MIME: "image/png", Width: 1024, Height: 1024}
	}
	if state == db.Held {
		j.Hold, j.SentAt, j.AcceptedAt = db.HeldByUser, time.Time{}, time.Time{}
	}
	if state.Ended() {
		j.FinishedAt, j.EndedAt = now, now
	}
	asset.Prompt, asset.Model, asset.CreatedAt, asset.SHA256 = j.Prompt, j.Model, now,
		strings.Repeat(string(asset.Kind[:1]), 64)
	j, err := s.p.Library.InsertWith(s.Context(), j, func(c *db.Change) error {
		for _, kind := range entries {
			c.Append(db.Entry{Kind: kind, AmountMicros: j.EstimateMicros, Currency: "CNY", At: now})
		}
		if state == db.Saved {
			c.Add(asset)
		}
		return nil
	})
	s.must(err)
	return j
}

// asset is what a job made.
func (s *spending) asset(j db.Job) db.Asset {
	s.Helper()
	all, err := s.p.Library.AssetsOfJob(s.Context(), j.ID)
	s.must(err)
	return all[0]
}

// Every way to spend is asked about where the budget is used up: nothing is made or sent without a yes, and what the
// button said is what is sent, once.
func TestEveryWayToSpendIsAskedAbout(t *testing.T) {
	var clip, picture db.Job
	var held []db.Job
	s := newSpending(t, func(p *db.Profile) { p.BudgetMicros = new(int64(2_800_000)) }, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
		picture = s.job(db.TextToImage, db.Saved)
		s.job(db.TextToVideo, db.Failed)
		s.job(db.TextToVideo, db.Unconfirmed, db.UnconfirmedEntry)
		s.job(db.TextToVideo, db.Expired)
		for range 6 {
			held = append(held, s.job(db.TextToVideo, db.Held))
		}
	})
	sh, places := s.p.shell, s.p.places
	typed := func(prompt, button string) {
		sh.Show(shell.Create)
		places.composer.SetKind(db.TextToVideo)
		places.composer.NewRequest()
		test.Type(places.composer.First(), prompt)
		s.until(button, func() bool { return s.says(button) })
	}
	send := func() {
		places.composer.First().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyReturn,
			Modifier: fyne.KeyModifierShortcutDefault})
	}
	inFeed := func(word string) func() {
		return func() { sh.Show(shell.Create); s.press(word) }
	}
	inQueue := func(word string) func() {
		return func() { sh.Show(shell.Queue); s.press(word) }
	}
	for _, way := range []struct {
		name  string
		press func()
		sends int  // requests; 0: one
		sheet bool // its own sheet shows what is over the budget, beside the button that sends
	}{
		{name: "the form", press: func() { typed("boats", "Generate · ¥2.80 est."); send() }},
		{name: "variations", sends: 2, press: func() {
			typed("{red|blue} boats", "Generate 2 · ¥5.60 est.")
			send()
		}},
		{name: "a batch", sends: 2, sheet: true, press: func() {
			sh.Show(shell.Create)
			s.until("the list", func() bool { // it takes none while the click before is being committed
				if s.says("Send 2 · ¥5.60 est.") {
					return true
				}
				places.composer.BatchFile("list.txt", []byte("boats\nlanterns"))
				return false
			})
		}},
		{name: "one more, in the session", press: inFeed("One more · ¥2.80 est.")},
		{name: "send the same again", press: inFeed("Send again · ¥2.80 est.")},
		{name: "make it again, in the session", press: inFeed("Make again · ¥2.80 est.")},
		{name: "send again what is unconfirmed", press: func() {
			inFeed("Send again…")()
			s.press("Send again · ¥2.80 more")
		}},
		{name: "on the other model", press: func() {
			sh.Show(shell.Create)
			places.composer.UseOtherModel(picture)
		}},
		{name: "Ctrl+Enter in the gallery", press: func() {
			sh.Show(shell.Gallery)
			s.until("the gallery", func() bool { return places.gallery.Sequence().Len() == 2 })
			s.selectPriced(s.asset(clip))
			s.chord(sendChord)
		}},
		{name: "Ctrl+Enter in the viewer", press: func() {
			if !s.says("Back  Esc") {
				viewing{s.p}.ViewIn([]db.Asset{s.asset(picture)}, s.asset(picture))
			}
			s.until("the price", func() bool { return s.says("One more · ¥0.03 est.") })
			s.chord(sendChord)
		}},
		{name: "one more, in the viewer", press: func() {
			if !s.says("Back  Esc") {
				viewing{s.p}.ViewIn([]db.Asset{s.asset(picture)}, s.asset(picture))
			}
			s.press("One more · ¥0.03 est.")
		}},
		{name: "release, in the session", press: inFeed("Send · ¥2.80 est.")},
		{name: "release, in the queue", press: inQueue("Send · ¥2.80")},
		{name: "make it again, in the queue", press: func() {
			inQueue("Make again…")()
			s.press("Make again · ¥2.80 est.")
		}},
		{name: "a held job in the form", press: func() {
			sh.Show(shell.Create)
			places.composer.EditHeld(held[2])
			send()
		}},
		{name: "all that is held", sends: 3, press: func() {
			inQueue("Send all 3… · ¥8.40 est.")()
			s.press("Send all 3 · ¥8.40 est.")
		}},
	} {
		s.later.Add(1) // the next press is another one
		n, came, before := max(way.sends, 1), s.came.Load(), s.rows()
		no, send := "Do not send", "Send th"
		if way.sheet {
			no, send = "Close", "Send 2"
		}
		way.press()
		words := s.asked(no)
		if !strings.Contains(words, "Over this month’s budget") {
			t.Errorf("%s: asked %q", way.name, words)
		}
		s.press(no)
		s.closeSheets()
		way.press()
		s.asked(no)
		if len(s.rows()) != len(before) || s.came.Load() != came {
			t.Fatalf("%s: something was made or sent without a yes", way.name)
		}
		var yes string
		for word := range apptest.Buttons(s.front()) {
			if strings.HasPrefix(word, send) {
				yes = word
			}
		}
		s.press(yes)
		s.until(way.name+": sent", func() bool { return s.came.Load() >= came+int64(n) && s.still() })
		if got := s.came.Load() - came; got != int64(n) {
			t.Errorf("%s: %d requests", way.name, got)
		}
		sent, total := 0, int64(0)
		for _, j := range s.rows() {
			if old := find(before, j.ID); old.ID == 0 || old.State == db.Held && j.State != db.Held {
				sent, total = sent+1, total+*j.EstimateMicros
			}
		}
		if sent != n || !strings.HasSuffix(yes, " · "+lang.L("%s est.", wording.Money(total, "CNY"))) {
			t.Errorf("%s: %d went for %d, and the button said %q", way.name, sent, total, yes)
		}
		s.closeSheets()
	}
}

// What was agreed to at other amounts than those of now is not sent: the question comes again, with those.
func TestUseThatChangedIsAskedAboutAgain(t *testing.T) {
	var clip db.Job
	s := newSpending(t, func(p *db.Profile) {
		p.BudgetMicros = new(int64(2_800_000))
	}, func(s *spending) { clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge) })
	s.press("One more · ¥2.80 est.")
	s.asked("Do not send")
	_, err := s.p.Library.Correct(t.Context(), db.Correction{ProfileID: s.profile.ID, JobID: clip.ID, Currency: "CNY",
		AmountMicros: 1_000_000, At: time.Now(), Note: "the bill"})
	s.must(err)
	s.press("Send this one · ¥2.80 est.")
	s.until("the second question", func() bool { return s.says("These are the current amounts") })
	if !s.says("¥3.80 of ¥2.80 is used. This job adds ¥2.80. That is ¥3.80 over.") || len(s.rows()) != 1 ||
		s.came.Load() != 0 {
		t.Errorf("%d jobs, %d requests, asked %q", len(s.rows()), s.came.Load(), apptest.Texts(s.front()))
	}
	s.press("Send this one · ¥2.80 est.")
	s.until("sent", func() bool { return s.came.Load() == 1 })
}

// What stands on the button is what is agreed to: where it costs more by now that is asked about, though no limit
// stands in the way.
func TestAPriceThatRoseSinceTheButtonWasDrawnIsAskedAbout(t *testing.T) {
	var clip db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
	})
	sh, places := s.p.shell, s.p.places
	prices := ordertest.Prices()
	for n, way := range []struct {
		show   func()
		button string
		press  func()
	}{
		{show: func() { test.Type(places.composer.First(), "lanterns") }, button: "Generate · "},
		{show: func() {}, button: "One more · "},
		{show: func() {
			sh.Show(shell.Gallery)
			s.until("the gallery", func() bool { return places.gallery.Sequence().Len() == 1 })
			s.p.window.Canvas().Focus(places.gallery.First())
			places.gallery.Show(s.asset(clip).ID)
		}, button: "One more · ", press: func() { s.chord(sendChord) }},
	} {
		shown, now := int64(2_800_000)<<n, int64(2_800_000)<<(n+1)
		button := way.button + lang.L("%s est.", wording.Money(shown, "CNY"))
		way.show()
		sh.RefreshAll()
		s.until(button, func() bool { return s.says(button) })
		for i := range prices.Video {
			prices.Video[i].PerSecond *= 2
		}
		s.prices(prices)
		if way.press == nil {
			way.press = func() { s.press(button) }
		}
		s.later.Add(1)
		way.press()
		if words := s.asked("Do not send"); !strings.Contains(words, "have changed") ||
			!strings.Contains(words, "This job adds "+wording.Money(now, "CNY")+".") {
			t.Errorf("%s: asked %q", button, words)
		}
		s.press("Send this one · " + lang.L("%s est.", wording.Money(now, "CNY")))
		s.until("sent", func() bool { return s.came.Load() == int64(n+1) && s.still() })
		if j := s.rows()[0]; *j.EstimateMicros != now {
			t.Errorf("%s: at %d", button, *j.EstimateMicros)
		}
		s.closeSheets()
	}
	s.until("the notice", func() bool { return s.says("One more is in the queue.") })
	if sh.Place() != shell.Gallery {
		t.Error("One more leads away from the gallery")
	}
	places.composer.SetKind(db.EditImage)
	s.press("Show in Recent")
	if sh.Place() != shell.Create || places.create.layout.edit {
		t.Error("Recent is not in sight")
	}
}

// The price table's currency is that of all amounts: a profile that is turned to another one goes on until its prices
// are entered in it, and then its budgets begin anew.
func TestAnotherCurrencyHoldsFromItsPricesOn(t *testing.T) {
	s := newSpending(t, func(p *db.Profile) {
		p.BudgetMicros = new(int64(4_000_000))
	}, func(s *spending) { s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge) })
	sh := s.p.shell
	test.Type(s.p.places.composer.First(), "lanterns")
	shown := func(words ...string) {
		t.Helper()
		sh.RefreshAll()
		for _, w := range words {
			s.until(w, func() bool { return s.says(w) })
		}
	}
	shown("¥2.80 of ¥4.00", "¥1.20 left", "Generate · ¥2.80 est.", "Over this month’s budget by ¥1.60",
		"One more · ¥2.80 est.")
	s.profile.Currency = "USD"
	_, err := s.p.Profiles.SaveProfile(t.Context(), s.profile)
	s.must(err)
	shown("¥2.80 of ¥4.00", "Generate · ¥2.80 est.", "Over this month’s budget by ¥1.60")
	sh.Show(shell.Costs)
	shown("of ¥4.00 · ¥1.20 left")
	sh.Show(shell.Create)
	s.press("Generate · ¥2.80 est.")
	if words := s.asked("Do not send"); !strings.Contains(words,
		"¥2.80 of ¥4.00 is used. This job adds ¥2.80. That is ¥1.60 over.") {
		t.Errorf("asked %q", words)
	}
	s.press("Do not send")

	dollars := ordertest.Prices()
	dollars.Currency = "USD"
	s.prices(dollars)
	shown("$0.00 of $4.00", "$4.00 left", "Generate · $2.80 est.", "Budget after this: $1.20 of $4.00 left",
		"One more · $2.80 est.", "¥2.80 charged")
	sh.Show(shell.Costs)
	shown("of $4.00 · $4.00 left")
	sh.Show(shell.Create)
	s.press("Generate · $2.80 est.")
	s.until("sent", func() bool { return s.came.Load() == 1 })
	if j := s.rows()[0]; j.Currency != "USD" || *j.EstimateMicros != 2_800_000 {
		t.Errorf("the job is in %s, %d", j.Currency, *j.EstimateMicros)
	}
}

func find(all []db.Job, id int64) db.Job {
	for _, j := range all {
		if j.ID == id {
			return j
		}
	}
	return db.Job{}
}

// The keys that spend do so only where the price is in sight: from another place, and from the viewer over Create, they
// lead to the form.
func TestWhatSpendsIsSeenFirst(t *testing.T) {
	var clip db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
	})
	test.Type(s.p.places.composer.First(), "lanterns")
	s.p.shell.RefreshAll()
	s.until("the price", func() bool { return s.says("Generate · ¥2.80 est.") })
	for name, leave := range map[string]func(){
		"the gallery": func() { s.p.shell.Show(shell.Gallery) },
		"the viewer":  func() { viewing{s.p}.ViewIn([]db.Asset{s.asset(clip)}, s.asset(clip)) },
	} {
		leave()
		action.ByID(s.p.actions(), "job.generate").Do()
		s.until(name, func() bool { return s.p.shell.InFront(shell.Create) && s.still() })
		if n := len(s.rows()); n != 1 || s.came.Load() != 0 {
			t.Errorf("%s: %d jobs", name, n)
		}
	}
	for press := range int64(2) {
		s.later.Add(1)
		for range 3 {
			action.ByID(s.p.actions(), "job.generate").Do() // the key is held down, and repeats
			s.until("sent", func() bool { return s.came.Load() == press+1 && s.still() })
		}
	}
	test.Type(s.p.places.composer.First(), " on the river")
	action.ByID(s.p.actions(), "job.generate").Do()
	s.until("another wish, sent at once", func() bool { return s.came.Load() == 3 })
}

// Where the system takes no files from the clipboard, their paths are copied; a file that has none is said.
func TestFilesAreCopiedAsPathsWhereFilesCannotBe(t *testing.T) {
	var clip db.Job
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		clip = s.job(db.TextToVideo, db.Saved, db.Reserve, db.Charge)
	})
	want, err := s.p.Library.AbsPath(s.asset(clip).Path)
	s.must(err)
	s.p.places.copyFiles = nil
	exchanging{s.p}.CopyFiles(s.asset(clip).ID)
	s.until("the path", func() bool { return s.p.app.Clipboard().Content() == want })
	s.p.places.copyFiles = func([]string) error { return errors.New("no selection") }
	exchanging{s.p}.CopyFiles(s.asset(clip).ID)
	s.until("what went wrong", func() bool { return s.says("The file could not be copied.") })
}

// What is on the clipboard comes as the system hands it over; where it hands over nothing, the toolkit's text counts,
// and a picture that could not be saved is reported.
func TestPasteAsksTheSystemThenTheToolkit(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	var got dnd.Drop
	var asked atomic.Bool
	answer, failure := dnd.Drop{Files: []string{"/kept/a.png"}}, error(nil)
	s.p.places.paste = func(_ context.Context, pictures bool, _ dnd.Keep) (dnd.Drop, error) {
		asked.Store(pictures)
		return answer, failure
	}
	s.p.app.Clipboard().SetContent("https://example.com/a.png")
	exchanging{s.p}.Paste(true, func(d dnd.Drop) { got = d })
	s.until("the picture", func() bool { return asked.Load() && len(got.Files) == 1 && len(got.Links) == 0 })
	for _, none := range []func(){
		func() {
			answer = dnd.Drop{}
		}, func() { failure = errors.New("no X server") }, func() { s.p.places.paste = nil }} {
		none()
		got = dnd.Drop{}
		exchanging{s.p}.Paste(true, func(d dnd.Drop) { got = d })
		s.until("the toolkit's text", func() bool { return len(got.Links) == 1 })
	}
	s.p.places.paste = func(context.Context, bool, dnd.Keep) (dnd.Drop, error) {
		return dnd.Drop{Failed: folder.ErrDiskFull}, nil
	}
	exchanging{s.p}.Paste(true, func(dnd.Drop) { t.Error("a picture that was not saved arrived") })
	s.until("what went wrong", func() bool { return s.says("The picture was not taken.") })
}

// A held job of a profile that is not in front is edited in that one: the window names it, offers to switch, and the
// job comes into the form.
func TestTheEditOfAnotherProfilesHeldJobSwitchesToIt(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(s *spending) {
		s.job(db.TextToVideo, db.Held)
		_, err := s.p.Library.SaveProfile(s.Context(),
			db.Profile{Name: "Studio", BaseURL: s.profile.BaseURL, Currency: "CNY", Saved: true})
		s.must(err)
	})
	sh := s.p.shell
	known, _ := sh.Live().Switcher.Get()
	i := slices.IndexFunc(known.Options, func(o kit.Choice) bool { return o.Title == "Studio" })
	sh.UseProfile(known.IDs[i])
	sh.Show(shell.Queue)
	s.until("the other profile", func() bool {
		known, _ := sh.Live().Switcher.Get()
		return known.Front == i
	})
	var edit *kit.Button
	s.until("the job", func() bool {
		for _, o := range apptest.Visible(s.front()) {
			if b, ok := o.(*kit.Button); ok && b.AccessibilityLabel() == "Edit…" {
				edit = b
			}
		}
		return edit != nil
	})
	test.Tap(edit)
	if sh.Profile().ID == s.profile.ID || !s.says("This job belongs to My gateway.") {
		t.Errorf("profile %d, says %q", sh.Profile().ID, apptest.Texts(s.front()))
	}
	s.press("Switch and edit")
	s.until("the job in the form", func() bool { return s.says("Editing held job") })
	if sh.Profile().ID != s.profile.ID || sh.Place() != shell.Create || s.p.places.composer.Form().Prompt() != "boats" {
		t.Errorf("profile %d, place %v, prompt %q", sh.Profile().ID, sh.Place(), s.p.places.composer.Form().Prompt())
	}
	if s.came.Load() != 0 {
		t.Errorf("%d requests went out", s.came.Load())
	}
}
