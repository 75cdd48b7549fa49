package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/cast"
	"viviscope/db/findings"
	"viviscope/db/search"
)

// Every field of an asset is read as it was written. A new field that is missing in the SQL fails here.
func TestAssetRoundTrip(t *testing.T) {
	l := newLibrary(t)
	box := newProfile(t, l)
	box.Sandbox = true
	if _, err := l.SaveProfile(t.Context(), box); err != nil {
		t.Fatal(err)
	}
	ordered := videoJob(box.ID, "x")
	ordered.SetUsedCast([]cast.Used{{Name: "Mara", Words: "a woman of forty"}})
	j := newJob(t, l, ordered)
	at := func(h int) time.Time { return time.Date(2026, 11, 21, h, 1, 2, 3e6, time.UTC) }
	want := Asset{
		Ref: newRef(), JobID: j.ID, Kind: Clip, Path: "files/2026/11/x.mp4", MIME: "video/mp4",
		SHA256: strings.Repeat("e", 64),
		Bytes:  1 << 33, Width: 1920, Height: 1080, Seconds: 8.041, FPS: 23.976, HasAudio: true, Prompt: "boats",
		Model:     "m",
		ItemIndex: 2, Link: "https://example.com/x?sig=1", LinkExpires: at(1), Starred: true, CreatedAt: at(2),
		TrashedAt: at(3),
		Seed:      amount(48210770), Tags: []string{"coast", "night"}, Note: "the best one", Name: "x.mp4",
		Parent: newRef(),
		Checks: &findings.Result{Findings: []findings.Finding{{Kind: findings.Black, From: 1, To: 2.5}}},
		Recipe: json.RawMessage(`{"model":"m"}`), CostMicros: amount(7), CostCurrency: "CNY", CostSandbox: true,
		Cast: j.Cast,
	}
	if err := appendEntry(l, j.ID, Entry{Kind: Reserve, AmountMicros: amount(7)}); err != nil {
		t.Fatal(err)
	}
	for i := range reflect.TypeOf(want).NumField() {
		if f := reflect.ValueOf(want).Field(i); f.IsZero() && reflect.TypeOf(want).Field(i).Name != "ID" {
			t.Fatalf("the test leaves %s empty", reflect.TypeOf(want).Field(i).Name)
		}
	}
	got := addAsset(t, l, j, want)
	want.ID = got.ID
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if _, err := l.StarAll(t.Context(), []int64{want.ID}, false); err != nil {
		t.Fatal(err)
	}
	want.Starred = false
	got, err := l.Asset(t.Context(), want.ID)
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v -want +got:\n%s", err, d)
	}
}

// rowsOf returns the rows that match a filter.
func rowsOf(ctx context.Context, l *Library, f search.Filter) ([]search.Row, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return nil, err
	}
	return x.Find(ctx, f)
}

func idsOf(ctx context.Context, l *Library, f search.Filter) (ids []int64, err error) {
	rows, err := rowsOf(ctx, l, f)
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	return ids, err
}

func assetsOf(ctx context.Context, l *Library, f search.Filter) ([]Asset, error) {
	ids, err := idsOf(ctx, l, f)
	if err != nil {
		return nil, err
	}
	return l.AssetsByID(ctx, ids)
}

func orElse(n *int64, none int64) int64 {
	if n == nil {
		return none
	}
	return *n
}

func countOf(ctx context.Context, l *Library, f search.Filter) (int, error) {
	x, err := l.Index(ctx)
	if err != nil {
		return 0, err
	}
	return x.Count(ctx, f)
}

// gallery adds an asset for each prompt, each with its own job. find returns the indexes of the assets that match a
// filter.
func gallery(t *testing.T, l *Library, prompts ...string) (find func(search.Filter) []int, ids []int64) {
	t.Helper()
	p := newProfile(t, l)
	for i, prompt := range prompts {
		kind := Clip
		if i%2 == 1 {
			kind = Picture
		}
		ids = append(ids, addAsset(t, l, newJob(t, l, videoJob(p.ID, prompt)), Asset{Kind: kind}).ID)
	}
	return func(f search.Filter) []int {
		t.Helper()
		assets, err := assetsOf(t.Context(), l, f)
		if err != nil {
			t.Fatalf("%+v: %v", f, err)
		}
		var got []int
		for _, a := range assets {
			got = append(got, slices.Index(ids, a.ID))
		}
		if n, err := countOf(t.Context(), l, f); err != nil || n != len(got) {
			t.Errorf("%+v: counted %d, found %d, %v", f, n, len(got), err)
		}
		return got
	}, ids
}

func TestSearch(t *testing.T) {
	l := newLibrary(t)
	find, _ := gallery(t, l,
		"Paper boats on a canal, golden hour",
		"A paper-thin moon over Zürich",
		"纸船在运河上漂流",
		"canal boats AND bridges NOT trains",
		`she said "paper boats" twice; 100% real_life`,
		"Воздушный шар над морем",
		"boathouse by the lake",
	)
	for query, want := range map[string][]int{
		"":                   {6, 5, 4, 3, 2, 1, 0},
		"   \t":              {6, 5, 4, 3, 2, 1, 0},
		"boats":              {4, 3, 0},
		"boat":               {6, 4, 3, 0}, // prefixes of words
		"BOAT canal":         {3, 0},
		"canal boat":         {3, 0},
		`"paper boats"`:      {4, 0},
		`"a canal"`:          {0},
		`"a cana"`:           {0}, // as above
		`"canal boat" train`: {3}, // as above
		`"boats paper"`:      nil,
		`"paper boat"`:       {4, 0}, // no prompt has these words, so anywhere
		`"paper boats`:       {4, 0},
		"boats -paper":       {3},
		"-boats":             {6, 5, 2, 1},
		`-"paper boats"`:     {6, 5, 3, 2, 1},
		"zurich":             {1}, // accents do not matter
		"paper-thin":         {1},
		"воздушн":            {5},
		"ВОЗДУШНЫЙ":          {5},
		"运河":                 {2}, // anywhere in a script without spaces
		"漂流 纸船":              {2},
		"-运河 boats":          {4, 3, 0},
		"eppel":              nil,
		"ridge":              {3}, // no word has this prefix: anywhere
		"anal olden":         {0},
		"100%":               {4},
		"%":                  {4},
		"real_life":          {4},
		"_":                  {4},
		"AND":                {3},
		"NOT trains":         {3},
		"boats OR zzz":       nil,
		"prompt:boats":       nil,
		"boats NEAR/2 hour":  nil,
		"boat*":              {6, 4, 3, 0},
		"*":                  nil,
		"-":                  {1},
		"--":                 nil,
	} {
		if got := find(search.Filter{Text: query}); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", query, got, want)
		}
	}
}

// Any input is searched for: none is an error, and none is interpreted as SQL.
func TestSearchAcceptsAnyInput(t *testing.T) {
	l := newLibrary(t)
	find, _ := gallery(t, l, "boats", "'; DROP TABLE assets; --")
	for _, query := range []string{
		`"`, `""`, `"""`, `'`, `'; DROP TABLE assets; --`, `" OR 1=1`, `(boats`, `boats)`, `((((`, `boats AND`, `NOT`,
		`NEAR`, `^boats`,
		`boats "`, `-"`, `- -`, `docid:1`, "boats\x00cars", "\xff\xfe", "\u202eboats", "🌊", `\`, `%_\%`, `\"`, "*",
		`"*"`, `"*`, "a*b*c",
		strings.Repeat("(", 5000), strings.Repeat("boats ", 5000), strings.Repeat("b", 100_000),
		strings.Repeat(`"`, 999), strings.Repeat("-a ", 999),
	} {
		find(search.Filter{Text: query})
		if _, err := l.Jobs(t.Context(), JobFilter{Text: query}); err != nil {
			t.Errorf("jobs %.40q: %v", query, err)
		}
	}
	if got := find(search.Filter{Text: "drop table"}); !slices.Equal(got, []int{1}) {
		t.Errorf("got %v", got)
	}
}

func FuzzSearch(f *testing.F) {
	for _, s := range []string{"boats", `"paper boats" -cars`, "运河", `a" OR "b`, "*", "-\"", "NEAR/3"} {
		f.Add(s)
	}
	l := newLibrary(f)
	p := newProfile(f, l)
	addAsset(f, l, newJob(f, l, videoJob(p.ID, "paper boats 运河")), Asset{})
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := assetsOf(t.Context(), l, search.Filter{Text: s}); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
	})
}

func TestAssetsFilter(t *testing.T) {
	l := newLibrary(t)
	find, ids := gallery(t, l, "a boat", "b boat", "c boat", "d", "e boat", "f")
	for _, i := range []int{0, 4} {
		if _, err := l.StarAll(t.Context(), []int64{ids[i]}, true); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Trash(t.Context(), ids[2]); err != nil {
		t.Fatal(err)
	}
	p, err := l.Profiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		f    search.Filter
		want []int
	}{
		"all":              {search.Filter{}, []int{5, 4, 3, 1, 0}},
		"clips":            {search.Filter{Kind: search.Clip}, []int{4, 0}},
		"pictures":         {search.Filter{Kind: search.Picture}, []int{5, 3, 1}},
		"stars":            {search.Filter{Starred: true}, []int{4, 0}},
		"trash":            {search.Filter{Trashed: true}, []int{2}},
		"words":            {search.Filter{Text: "boat"}, []int{4, 1, 0}},
		"words in trash":   {search.Filter{Text: "boat", Trashed: true}, []int{2}},
		"words and stars":  {search.Filter{Text: "boat", Starred: true, Kind: search.Clip}, []int{4, 0}},
		"profile":          {search.Filter{ProfileID: p[0].ID}, []int{5, 4, 3, 1, 0}},
		"another profile":  {search.Filter{ProfileID: 99}, nil},
		"words of nothing": {search.Filter{Text: "boat zebra"}, nil},
	} {
		if got := find(c.f); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// Searches find changed texts and do not find deleted rows.
func TestTextIndexFollowsRows(t *testing.T) {
	l := newLibrary(t)
	find, ids := gallery(t, l, "boats", "boats")
	for query, id := range map[string]int64{"UPDATE assets SET prompt = 'kites' WHERE id = ?": ids[0],
		"DELETE FROM assets WHERE id = ?": ids[1]} {
		if err := l.write(t.Context(), func(tx *sql.Tx) error { return requireRow(tx.Exec(query, id)) }); err != nil {
			t.Fatal(err)
		}
	}
	if got := find(search.Filter{Text: "kites"}); !slices.Equal(got, []int{0}) {
		t.Errorf("kites: %v", got)
	}
	if got := find(search.Filter{Text: "boats"}); got != nil {
		t.Errorf("boats: %v", got)
	}
}

func TestSettings(t *testing.T) {
	l := newLibrary(t)
	type draft struct {
		Prompt string
		Seed   *int64
	}
	var got draft
	if ok, err := l.Setting(t.Context(), "draft", &got); ok || err != nil {
		t.Fatalf("%v, %v", ok, err)
	}
	for i, want := range []draft{{Prompt: "boats"}, {Prompt: "kites", Seed: amount(4)}} {
		if err := l.SetSetting(t.Context(), "draft", want); err != nil {
			t.Fatal(err)
		}
		got = draft{}
		if ok, err := l.Setting(t.Context(), "draft", &got); !ok || err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%d: %+v, %v, %v", i, got, ok, err)
		}
	}
	if err := l.SetSetting(t.Context(), "draft", make(chan int)); err == nil {
		t.Error("a channel was stored")
	}
	var n int
	if ok, err := l.Setting(t.Context(), "draft", &n); ok || err == nil {
		t.Error("a draft was read as a number")
	}
	for _, want := range []json.RawMessage{json.RawMessage("null"), json.RawMessage(`"x"`)} {
		var got json.RawMessage
		if err := l.SetSetting(t.Context(), "raw", want); err != nil {
			t.Fatal(err)
		}
		if ok, err := l.Setting(t.Context(), "raw", &got); !ok || err != nil || string(got) != string(want) {
			t.Errorf("%s: got %s, %v, %v", want, got, ok, err)
		}
	}
}

func TestProfiles(t *testing.T) {
	l := newLibrary(t)
	a, err := l.SaveProfile(t.Context(), Profile{Name: "Studio", BaseURL: "https://api.example.com", Saved: true,
		Currency: "EUR", KeySince: noon, LastOKAt: noon})
	if err != nil {
		t.Fatal(err)
	}
	want := Profile{ID: a.ID, Name: "Studio", BaseURL: "https://api.example.com", Saved: true, Currency: "EUR",
		MaxTasks:  5,
		MaxImages: 2, PollSeconds: 12, ImageMinutes: 10, WarnPercent: 80, KeySince: noon.UTC(), LastOKAt: noon.UTC(),
		CreatedAt: noon.UTC()}
	if d := cmp.Diff(want, a); d != "" {
		t.Errorf("new (-want +got):\n%s", d)
	}
	a.PollSeconds, a.ImageMinutes, a.MaxTasks, a.Saved, a.KeySince, a.CreatedAt = 3, 1, -4, false, time.Time{},
		time.Time{}
	a.Models, a.Hosting, a.ConfirmMicros, a.BudgetMicros = json.RawMessage(`[{"id":"k","like":"clip-2.6"}]`),
		json.RawMessage(`{"kind":"s3"}`), amount(5_000_000), amount(0)
	got, err := l.SaveProfile(t.Context(), a)
	want.PollSeconds, want.ImageMinutes, want.MaxTasks, want.Saved, want.KeySince = 10, 5, 1, false, time.Time{}
	want.Models, want.Hosting, want.ConfirmMicros, want.BudgetMicros = a.Models, a.Hosting, a.ConfirmMicros,
		a.BudgetMicros
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("changed: %v (-want +got):\n%s", err, d)
	}
	b := newProfile(t, l)
	all, err := l.Profiles(t.Context())
	if d := cmp.Diff([]Profile{got, b}, all); d != "" || err != nil {
		t.Errorf("all: %v (-want +got):\n%s", err, d)
	}
	// An ID identifies a key in the keychain, so it is never reused.
	if _, err := l.writer.Exec("DELETE FROM profiles WHERE id = ?", b.ID); err != nil {
		t.Fatal(err)
	}
	if c := newProfile(t, l); c.ID <= b.ID {
		t.Errorf("id %d was used again", c.ID)
	}
}

func TestStorage(t *testing.T) {
	l := newLibrary(t)
	p := newProfile(t, l)
	for i := range 3 {
		addAsset(t, l, newJob(t, l, videoJob(p.ID, fmt.Sprint(i))), Asset{Bytes: 100})
	}
	if _, err := l.Trash(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	got, err := l.Storage(t.Context())
	if err != nil || got.Items != 2 || got.Bytes != 200 || got.TrashItems != 1 || got.TrashBytes != 100 {
		t.Errorf("%+v, %v", got, err)
	}
	if got.FreeKnown != (got.Free > 0) {
		t.Errorf("free %d, known %v", got.Free, got.FreeKnown)
	}
}
