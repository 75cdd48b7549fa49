package backend

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/adrg/xdg"

	"viviscope/client/automation"
	"viviscope/client/keys"
	"viviscope/db"
)

// A call uses the profile that it names, else the last used one, else the sandbox. Its key never replaces that of
// another account.
func TestTheProfileOfACall(t *testing.T) {
	d := newDesk(t)
	s, ctx := callServices{d.h.Backend}, t.Context()
	is := func(want, name, baseURL, key, holds string) {
		t.Helper()
		p, err := s.Profile(ctx, name, baseURL, key)
		d.must(err)
		if p.Name != want {
			t.Errorf("%q %q: %q, want %q", name, baseURL, p.Name, want)
		}
		if got, err := s.Keys.Key(ctx, p); !p.Sandbox && (got != holds || (err != nil) != (holds == "")) {
			t.Errorf("%s has the key %q, %v; want %q", p.Name, got, err, holds)
		}
	}
	refused := func(code, name, baseURL, key string) {
		t.Helper()
		var f *automation.Failure
		if _, err := s.Profile(ctx, name, baseURL, key); !errors.As(err, &f) || f.Code != code ||
			f.Exit != automation.ExitInvalid {
			t.Errorf("%q %q: %v, want %s", name, baseURL, err, code)
		}
	}
	is("Sandbox", "", "", "sk-other", "")
	is("Sandbox", "Sandbox", "", "sk-other", "")
	is("api.example.com", "", "https://api.example.com/v1", "", "")
	is("api.example.com", "", "https://api.example.com", "sk-one", "sk-one")
	is("api.example.com", "", "https://api.example.com", "sk-two", "sk-two") // no job needs the one before
	is("api.example.com", "api.example.com", "", "sk-two", "sk-two")
	refused(automation.CodeUsage, "", "ftp://api.example.com", "")
	refused(automation.CodeNotFound, "Studio", "", "")

	studio := NewProfile("Studio", s.Library.Now())
	studio.BaseURL = "https://studio.example"
	studio, err := s.Profiles.SaveProfile(ctx, studio)
	d.must(err)
	d.must(s.Library.SetSetting(ctx, db.SettingProfile, int64(4711))) // one that is gone: no other account pays instead
	is("Sandbox", "", "", "", "")
	d.must(s.Library.SetSetting(ctx, db.SettingProfile, studio.ID))
	is("Studio", "", "", "sk-other", "") // a key that names no profile is nobody's
	d.must(s.Profiles.SaveKey(ctx, studio.ID, "sk-kept", keys.InSession))
	is("Studio", "", "https://studio.example", "sk-kept", "sk-kept")
	refused(automation.CodeUsage, "Studio", "", "sk-other")
	refused(automation.CodeUsage, "", "https://studio.example", "sk-other")
	is("Studio", "Studio", "", "", "sk-kept")
	twin := studio
	twin.ID, twin.BaseURL = 0, "https://other.example"
	_, err = s.Profiles.SaveProfile(ctx, twin)
	d.must(err)
	refused(automation.CodeUsage, "Studio", "", "")
}

// Older versions stored the library's folder in Fyne's preferences; a command that runs first after an update finds it.
func TestTheFolderOfEarlierVersionsIsFound(t *testing.T) {
	newDesk(t)
	home := xdg.Home
	xdg.Home = t.TempDir()
	defer func() { xdg.Home = home }()
	dir := filepath.Join(t.TempDir(), "films")
	for _, root := range []string{xdg.ConfigHome, filepath.Join(xdg.Home, "Library", "Preferences")} {
		file := filepath.Join(root, "fyne", "app.id", "preferences.json")
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		if err == nil {
			err = os.WriteFile(file, []byte(`{"library.folder":"`+filepath.ToSlash(dir)+`","x":1}`), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	if got, missing := LibraryFolder("", "app.id", log); got != filepath.ToSlash(dir) || !missing {
		t.Errorf("found %q", got)
	}
	if got, missing := LibraryFolder("", "other.id", log); got != defaultLibraryFolder() || missing {
		t.Errorf("without them: %q", got)
	}
	if err := WriteFolder(FolderFile(), "/moved"); err != nil {
		t.Fatal(err)
	}
	if got, missing := LibraryFolder("", "app.id", log); filepath.Base(got) != "moved" || !missing {
		t.Errorf("moved since: %q", got)
	}
	if got, missing := LibraryFolder("/named", "app.id", log); got != "/named" || missing {
		t.Errorf("named: %q", got)
	}
}
