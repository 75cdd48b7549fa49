package dbtest

import (
	"database/sql"
	"path/filepath"
	"testing"

	"viviscope/db"
	"viviscope/db/ledger"
	"viviscope/db/search"
)

// query returns one value from the database of a closed library.
func query(t *testing.T, dir, text string) (got string) {
	t.Helper()
	pool, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, "viviscope.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if err := pool.QueryRow(text).Scan(&got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return got
}

// Rows that are written without the library have the same schema, references, costs and ledger.
func TestRowsMatchTheSchema(t *testing.T) {
	const n = 3000
	dir, empty := filepath.Join(t.TempDir(), "rows"), filepath.Join(t.TempDir(), "empty")
	o := Options{Seed: 5, Library: db.Options{Now: End}}
	if err := Rows(t.Context(), dir, n, o); err != nil {
		t.Fatal(err)
	}
	if err := makeEmpty(t.Context(), empty, o); err != nil {
		t.Fatal(err)
	}
	const schema = "SELECT group_concat(sql, char(10)) FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name)"
	if query(t, dir, schema) != query(t, empty, schema) {
		t.Error("the schema differs")
	}
	for text, want := range map[string]string{
		"PRAGMA integrity_check":                        "ok",
		"SELECT count(*) FROM pragma_foreign_key_check": "0",
		`SELECT count(*) FROM assets JOIN asset_costs ON asset_id = id
			WHERE cost_micros IS NOT micros OR cost_currency <> currency`: "0",
		"SELECT count(*) FROM jobs WHERE id NOT IN (SELECT job_id FROM ledger WHERE kind = 'charge')": "0",
		"SELECT count(*) FROM job_inputs WHERE asset NOT IN (SELECT ref FROM assets)":                 "0",
		"SELECT count(*) FROM ledger_open":                                                            "0",
	} {
		if got := query(t, dir, text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	l, err := db.Open(t.Context(), dir, o.Library)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for what, f := range map[string]search.Filter{
		"assets": {}, "trash": {Trashed: true}, "stars": {Starred: true}, "imported": {Origin: search.Imported},
		"tagged":  {Tags: []string{"night"}},
		"Chinese": {Text: "灯塔"}, "Russian": {Text: "маяк"}, "living links": {LinkValidAt: End()},
		"seeds": {MinSide: 1080, Kind: search.Picture},
	} {
		if found, err := Count(t.Context(), l, f); err != nil || found == 0 || found > n {
			t.Errorf("%s: %d, %v", what, found, err)
		}
	}
	if sums, err := l.LedgerSums(t.Context(), ledger.Filter{ProfileID: 1, To: End()}); err != nil || len(sums) != 1 ||
		sums[0].Charged == 0 || sums[0].Reserved != 0 {
		t.Errorf("totals %+v, %v", sums, err)
	}
}

func TestSameSeedMakesSameLibrary(t *testing.T) {
	const sum = "SELECT group_concat(ref || prompt || tags || starred || coalesce(seed, '') || created_at) FROM (SELECT * FROM assets ORDER BY id)"
	made := map[uint64]string{}
	for _, seed := range []uint64{1, 2, 1} {
		dir := filepath.Join(t.TempDir(), "rows")
		if err := Rows(t.Context(), dir, 200, Options{Seed: seed}); err != nil {
			t.Fatal(err)
		}
		got := query(t, dir, sum)
		if before, ok := made[seed]; ok && before != got {
			t.Errorf("seed %d made two libraries", seed)
		}
		made[seed] = got
	}
	if made[1] == made[2] {
		t.Error("two seeds made the same library")
	}
}
