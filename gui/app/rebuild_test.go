package app

import (
	"database/sql"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"viviscope/client/automation"
	"viviscope/client/instance"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/action"
	"viviscope/gui/backend"
	"viviscope/gui/shell"
)

// Jobs that cannot be counted are not none: there may be one that was paid for and has no file yet.
func TestJobsThatCannotBeCountedKeepTheLibraryAsItIs(t *testing.T) {
	dir := t.TempDir()
	p := startOn(t, dir)
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.Backend = &backend.Backend{Library: lib, Keys: backend.NewKeyring(nil, p.session, nil)}
	p.OnClose(p.Library.Close)
	other, err := sql.Open("sqlite3", filepath.Join(dir, folder.Database))
	if err == nil {
		_, err = other.Exec("ALTER TABLE jobs RENAME TO unreadable")
	}
	if err := errors.Join(err, other.Close()); err != nil {
		t.Fatal(err)
	}
	nothing := shell.Screens{Places: blankPlaces(), Actions: func() []action.Action { return nil }}
	p.shell = shellOf(t, p, idle{}, nothing)
	if words, err := p.rebuildClosed(t.Context(), dir, db.Options{Now: time.Now}); err == nil {
		t.Errorf("the database was rebuilt: %s", words)
	}
	if aside, _ := filepath.Glob(filepath.Join(dir, folder.Backups, "damaged*")); len(aside) > 0 {
		t.Errorf("the database was put aside: %s", aside)
	}
}

// Other starts reach the window as long as its library is open, and not when another program may have it.
func TestOtherStartsReachTheWindowOfTheLibrary(t *testing.T) {
	test.NewTempApp(t)
	dir := t.TempDir()
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	shown := 0
	p := &program{options: Options{Log: quiet()}, opened: opened{Backend: &backend.Backend{Library: lib}},
		window: asking{show: func() {
			mu.Lock()
			shown++
			mu.Unlock()
		}}}
	p.OnClose(lib.Close)
	p.listenForInstances()
	if err := automation.ShowWindow(t.Context(), dir, nil); err != nil {
		t.Error(err)
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
	if err := automation.ShowWindow(t.Context(), dir, nil); !errors.Is(err, instance.ErrNotListening) {
		t.Errorf("after the end: %v", err)
	}
	mu.Lock()
	if shown != 1 {
		t.Errorf("shown %d times", shown)
	}
	mu.Unlock()
	if err := p.close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	again, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// asking is a window that notes that it was asked for.
type asking struct {
	fyne.Window
	show func()
}

func (a asking) RequestFocus() { a.show() }

// Keys are in the keychain under their profile, and prices in no file: a rebuild that forgot them would cost a person
// an hour.
func TestARebuildKeepsWhatIsKnownOfProfiles(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	o := db.Options{Now: func() time.Time { return noon }}
	lib, err := db.Open(ctx, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := lib.SaveProfile(ctx, db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true,
		Currency: "CNY", KeySince: noon, MaxTasks: 3})
	if err == nil {
		_, err = lib.AddPrices(ctx, db.Prices{ProfileID: kept.ID, ValidFrom: noon, Table: []byte(`{"currency":"CNY"}`)},
			db.Prices{ProfileID: kept.ID, ValidFrom: noon.AddDate(1, 0, 0), Table: []byte(`{"currency":"EUR"}`)})
	}
	if err != nil {
		t.Fatal(err)
	}
	all, err := readProfiles(ctx, lib)
	if err != nil || len(all) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	if err := lib.Close(); err != nil {
		t.Fatal(err)
	}
	o.Now = func() time.Time { return noon.AddDate(0, 1, 0) } // the rebuild comes later
	if _, err := db.Rebuild(ctx, dir, o); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a second time completes the same profile
		if err := migrateProfiles(ctx, dir, all, o); err != nil {
			t.Fatal(err)
		}
	}
	lib, err = db.Open(ctx, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	profiles, err := lib.Profiles(ctx)
	if err != nil || len(profiles) != 1 || !profiles[0].KeySince.Equal(noon) || profiles[0].MaxTasks != 3 {
		t.Fatalf("%+v, %v", profiles, err)
	}
	if p := profiles[0]; p.ID != kept.ID || !p.CreatedAt.Equal(kept.CreatedAt) { // by which its key is found
		t.Errorf("its key is looked for under %d, %s, and is kept under %d, %s", p.ID, p.CreatedAt, kept.ID,
			kept.CreatedAt)
	}
	if prices, err := lib.Prices(ctx, profiles[0].ID, noon); err != nil ||
		string(prices.Table) != `{"currency":"CNY"}` {
		t.Errorf("%s, %v", prices.Table, err)
	}
	if prices, err := lib.PriceVersions(ctx, profiles[0].ID); err != nil || len(prices) != 2 {
		t.Errorf("planned prices: %+v, %v", prices, err)
	}
}
