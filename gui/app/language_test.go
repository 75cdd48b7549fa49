package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/keys"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/apptest"
	"viviscope/gui/backend"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/gui/shell"
	"viviscope/gui/wording"
	"viviscope/resources"
)

func TestEveryTextBeforeAndBetweenLibrariesComesFromACatalog(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	p := startOn(t, "/old")
	w := p.window
	w.Resize(fyne.NewSize(1120, 720))
	check := func(state string, content fyne.CanvasObject) {
		t.Helper()
		w.SetContent(content)
		for _, text := range langtest.Untranslated(w.Canvas(), "library old new") {
			t.Errorf("%s: %q is in no catalog", state, text)
		}
	}
	for _, err := range []error{db.ErrLocked, db.ErrNewerSchema, db.ErrDamaged, folder.ErrDiskFull, folder.ErrReadOnly,
		syscall.ENAMETOOLONG, syscall.ENOTDIR, fs.ErrPermission, fs.ErrNotExist, errMissing} {
		p.showProblem("/library", err, true)
		check(err.Error(), w.Content())
	}
	damaged := p.showDamaged("/old", &db.Backup{})
	shown := func(state string) { t.Helper(); check(state, w.Content()) }
	shown("damaged")
	for _, err := range []error{errBackupGone, errRequestsOpen, errInLibrary, errOtherUse, errNoLibrary,
		backend.ErrStillRunning} {
		damaged.failed(err)
		shown("not mended: " + err.Error())
	}
	damaged.status.SetText(wording.Rebuilt(db.Report{Assets: 3000, Jobs: 2, Entries: 1, Imported: 1,
		Problems: make([]db.Problem, 2)}))
	shown("mended")
	failing := func(context.Context, db.Options) (string, error) { return "", errOtherUse }
	damaged.work(failing)
	p.opening.Wait()
	shown("not mended")
	p.showMissing("/old")
	shown("missing")
	p.showLocked("/library").showRunning("/library")
	p.opening.Wait()
	shown("second")
	defer creating{p}.askLastFrame(db.Asset{}, db.Profile{Hosting: []byte(`{"kind":"s3"}`)}).Hide()
	shown("last frame")
}

func TestEverySentenceOfTheProgramComesFromACatalog(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	var said []string
	for _, sending := range []int{0, 1, 2} {
		title, words := rebuildWords(sending)
		said = append(append(said, title), words...)
	}
	for _, library := range []bool{false, true} {
		said = append(said, folderWords(library, library)...)
	}
	for _, words := range said {
		if rest := langtest.UntranslatedWords(words); rest != "" {
			t.Errorf("%q: %q is in no catalog", words, rest)
		}
	}
}

// A language is chosen for the next start, which goes on with what the command line said; what a restart would lose is
// asked about first.
func TestALanguageIsSpokenFromTheNextStart(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	german := s.p.languageActions()[3]
	if german.Label != "Deutsch" || german.Hidden {
		t.Fatalf("%s, hidden %v", german.Label, german.Hidden)
	}
	german.Do()
	s.until("the choice", func() bool { return s.p.nextLanguage() == "de" && s.p.languageActions()[3].Hidden })
	if lang.Current() != "en" || !s.says("The language changes to Deutsch at the next start.") {
		t.Errorf("now %s; the window says %q", lang.Current(), apptest.Texts(s.front()))
	}
	s.p.languageActions()[0].Do()
	s.until("the way back", func() bool { return s.p.nextLanguage() == "en" })
	if s.says("The language changes to") {
		t.Errorf("English again; the window says %q", apptest.Texts(s.front()))
	}
	s.must(s.p.session.Set(t.Context(), "1", "https://service.example", secret))
	s.p.shell.Show(shell.Settings)
	s.p.restart()
	if s.p.again || !s.says("A key used for this session only must be entered again.") {
		t.Fatalf("restarted unasked %v; the window says %q", s.p.again, apptest.Texts(s.front()))
	}
	for _, word := range []string{"Stay", "Restart now"} {
		s.p.restart()
		s.press(word)
		if s.p.again != (word == "Restart now") {
			t.Errorf("%s: restarted %v", word, s.p.again)
		}
	}
}

// What the command line said goes on to count, but not for a profile that is not in front any more, nor for a key that
// was replaced. The key of the environment belongs to the profile that was named, whichever is in front.
func TestARestartGoesOnWithTheProfileInFront(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	other := backend.NewProfile("Other", time.Now())
	other.BaseURL, other.Saved = "https://other.example", true
	other, err := s.p.Library.SaveProfile(t.Context(), other)
	s.must(err)
	s.p.options.Open, s.p.options.ProfileName, s.p.options.APIKey = []string{"/a.png"}, "My gateway", secret
	s.must(s.p.bindCommandLine())
	s.p.goOn()
	if o := s.p.options; o.Open != nil || o.ProfileName != "My gateway" || o.LastProfile ||
		o.LibraryDir != s.p.Library.Dir() || o.APIKey != secret {
		t.Errorf("%+v", o)
	}
	renamed := s.profile
	renamed.Name = "Renamed"
	_, err = s.p.Library.SaveProfile(t.Context(), renamed)
	s.must(err)
	s.p.shell.RefreshAll()
	s.until("the new name", func() bool { return s.p.shell.Profile().Name == "Renamed" })
	s.p.goOn()
	if s.p.options.ProfileName != "Renamed" {
		t.Errorf("it would start on %q", s.p.options.ProfileName)
	}
	s.p.shell.UseProfile(other.ID)
	s.until("the other profile", func() bool { return s.p.shell.Profile().ID == other.ID })
	s.p.goOn()
	if o := s.p.options; !o.LastProfile || o.ProfileName != "Renamed" || o.APIKey != secret {
		t.Errorf("with another profile in front: %+v", o)
	}
	s.must(s.p.bindCommandLine())
	if key, err := s.p.Keys.Key(t.Context(), other); !errors.Is(err, keys.ErrNone) {
		t.Errorf("the other profile has the key %q, %v", key, err)
	}
	if key, err := s.p.Keys.Key(t.Context(), s.profile); key != secret {
		t.Errorf("the profile that was named has the key %q, %v", key, err)
	}
	gone := s.p.options
	s.p.options.ProfileName = "removed since"
	s.must(s.p.bindCommandLine())
	s.p.options = gone
	s.must(s.p.Profiles.SaveKey(t.Context(), s.profile.ID, "sk-new", keys.InSession))
	s.p.goOn()
	if s.p.options.APIKey != "" {
		t.Error("the key of the environment would hide the one that was entered since")
	}
}

// What a command line prints is read by programs too: it does not follow the language of the window.
func TestTheCommandLineSpeaksEnglish(t *testing.T) {
	words := wording.Rebuilt(db.Report{Assets: 3000, Jobs: 1, Entries: 2, Imported: 1, Boards: 2, Sidecars: 2,
		Problems: make([]db.Problem, 3)})
	if want := "3,000 files, of 1 job with 2 ledger entries. 1 of them has no saved settings. 2 boards. 2 sidecars could not be read. 1 unknown file is left in place."; words != want {
		t.Errorf("%q, want %q", words, want)
	}
	if system := systemWords(func(string) ([]byte, error) {
		return nil, os.ErrNotExist
	}); !strings.Contains(system, "/") {
		t.Error(system)
	}
}

// On a screen of 1024 x 600 every button of what keeps the program from starting can be got at.
func TestEveryButtonOfAProblemIsOnASmallScreen(t *testing.T) {
	for tag, scale := range map[string]float32{"en": 1, "de": resources.TextScaleMax} {
		langtest.Use(t, tag)
		p := startOn(t, "/old")
		fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(scale))
		for name, show := range map[string]func(){
			"damaged": func() { p.showDamaged("/old", &db.Backup{}) }, "second": func() { p.showLocked("/library") }} {
			show()
			w := p.window
			w.Resize(fyne.NewSize(1024, 560))
			for _, button := range apptest.ClippedButtons(w.Canvas()) {
				t.Errorf("%s in %s: %s", name, tag, button)
			}
		}
	}
}

// At another text size Settings stays at the page and the line that were in sight, and the next field is come to
// without a jump.
func TestSettingsStayWhereTheyAreAtAnotherTextSize(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	sh, c := s.p.shell, s.p.window.Canvas()
	t.Cleanup(func() { sh.SetTextScale(1) })
	s.p.window.Resize(fyne.NewSize(1120, 720))
	sh.Show(shell.Settings)
	line := func(words string) float32 {
		for _, o := range apptest.Visible(s.front()) {
			if l, ok := o.(*kit.Text); ok && l.Text() == words {
				return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
			}
		}
		return -1
	}
	s.press("Window")
	sh.SetTextScale(1.5)
	s.until("the larger words", func() bool { return resources.Scaled(1) > 1 })
	if at := line("Text size"); at < 0 || at > 300 || !s.says("Reduce motion") || s.says("Image hosting is off") {
		t.Errorf("Text size is at %v: %q", at, apptest.Texts(s.front()))
	}
	s.p.places.settings.ShowBudget(s.profile.ID)
	first := c.Focused()
	was := line("Daily budget")
	c.(interface{ FocusNext() }).FocusNext()
	if at := line("Daily budget"); at != was || c.Focused() == first {
		t.Errorf("Daily budget went from %v to %v; the keyboard is in %T", was, at, c.Focused())
	}
}
