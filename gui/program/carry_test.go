package program

import (
	"testing"
	"time"

	"viviscope/db"
)

// Keys are in the keychain under their profile, and prices in no file: a rebuild that forgot them would cost a person an hour.
func TestARebuildKeepsWhatIsKnownOfProfiles(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	o := db.Options{Now: func() time.Time { return noon }}
	lib, err := db.Open(ctx, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := lib.SaveProfile(ctx, db.Profile{Name: "Studio", BaseURL: "https://service.example", Saved: true, Currency: "CNY", KeySince: noon, MaxTasks: 3})
	if err == nil {
		_, err = lib.AddPrices(ctx, db.Prices{ProfileID: kept.ID, ValidFrom: noon, Table: []byte(`{"currency":"CNY"}`)})
	}
	if err != nil {
		t.Fatal(err)
	}
	all, err := readAccounts(ctx, lib, noon)
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
		if err := bringAccounts(ctx, dir, all, o); err != nil {
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
	if name(profiles[0]) != name(kept) {
		t.Errorf("its key is looked for as %s, and is kept as %s", name(profiles[0]), name(kept))
	}
	if prices, err := lib.Prices(ctx, profiles[0].ID, noon); err != nil || string(prices.Table) != `{"currency":"CNY"}` {
		t.Errorf("%s, %v", prices.Table, err)
	}
}
