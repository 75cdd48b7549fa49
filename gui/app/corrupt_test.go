package app

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/guard"
	"viviscope/client/keys"
	"viviscope/client/order/ordertest"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/dbtest"
	"viviscope/db/folder"
	"viviscope/db/ledger"
	"viviscope/gui/apptest"
	"viviscope/gui/shell"
	"viviscope/resources"
)

// hangLimit is the longest time that one damaged library may take to open, to show and to close. On an idle computer it
// takes less than a second. One with jobs that keep changing can take minutes, because settle then draws each place up
// to 40 times. The tests run beside others.
const hangLimit = 6 * time.Minute

// settingsWithValues are settings of every screen, as they are stored.
var settingsWithValues = map[string]string{
	"editor.desk": `{"version":1}`, "editor.canvas.aside": `{"version":1}`, "viewer": `{}`, "compose.form": `{}`,
	"compose.batch": `{}`,
	"gallery":       `{}`, "boards.split": `0.5`, "look": `"dark"`, "notify": `true`, "export.board": `{}`,
	"export.choice":  `{}`,
	"sending_paused": `false`, "hosted_left": `[]`, "trash.days": `30`, "trash.look": `0`, "clips.measured": `1`,
	"compose.snippets": `[]`, "gallery.searches": `[]`, "automation": `{"on":false}`,
}

// fullLibrary makes a closed library with rows in every table.
func fullLibrary(t *testing.T) string {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, dir := t.Context(), filepath.Join(t.TempDir(), "library")
	must(dbtest.Files(ctx, dir, 12, dbtest.Options{Seed: 7}))
	lib, err := db.Open(ctx, dir, db.Options{})
	must(err)
	now := time.Now().Add(-time.Hour)
	profile, err := lib.SaveProfile(ctx,
		db.Profile{Name: "Service", BaseURL: "http://127.0.0.1:1", Saved: true, Currency: "CNY", MaxTasks: 2,
			MaxImages: 2, CreatedAt: now, BudgetMicros: new(int64(9e9)), Models: []byte(`[]`)})
	must(err)
	table, err := json.Marshal(ordertest.Prices())
	must(err)
	for _, from := range []time.Time{now, now.Add(time.Minute)} {
		_, err = lib.AddPrices(ctx, db.Prices{ProfileID: profile.ID, ValidFrom: from, Table: table})
		must(err)
	}
	must(lib.SetSetting(ctx, db.SettingProfile, profile.ID))
	for name, value := range settingsWithValues {
		must(lib.SetSetting(ctx, name, json.RawMessage(value)))
	}
	must(lib.SetDrawing(ctx, "sheet-1", json.RawMessage(`{"version":1}`)))
	refs, err := lib.NewestAssets(ctx, 4)
	must(err)
	store, err := boards.Open(ctx, lib)
	must(err)
	for n := range 3 {
		b := boards.Board{Name: fmt.Sprint("Harbour ", n), Profile: profile.Name,
			Service: db.ServiceRef{ProfileID: profile.ID, BaseURL: profile.BaseURL, Since: now},
			Settings: boards.Settings{Size: "1536x864", PictureModel: "genimage-2.5-flare", Model: "clip-2.6",
				Resolution: "720P", Seconds: 3}}
		b.ProfileID = profile.ID
		for i := range 3 {
			b.Frames = append(b.Frames, boards.Frame{ID: fmt.Sprintf("0a00000%d", i), Source: boards.Describe,
				Prompt: "lantern"})
		}
		b.Frames[0].Added, b.Frames[0].Chosen = []string{refs[0].Ref}, refs[0].Ref
		for i := range 2 {
			b.Shots = append(b.Shots, boards.Shot{ID: fmt.Sprintf("0b00000%d", i), Prompt: "boat",
				First: b.Frames[i].ID, Last: b.Frames[i+1].ID})
		}
		b, err = store.New(ctx, b)
		must(err)
		for i, state := range []db.JobState{db.Held, db.Queued, db.Failed, db.Completed, db.Unconfirmed} {
			j := db.Job{ProfileID: profile.ID, Kind: db.TextToVideo, State: state, Model: "clip-2.6", Prompt: "boats",
				Currency: "CNY", CreatedAt: now,
				EstimateMicros: new(int64(2_800_000)), Board: b.Ref, Shot: b.Shots[0].ID,
				Request: []byte(`{"model":"clip-2.6","prompt":"boats","seconds":5,"resolution":"720P"}`),
				Client:  "writer"}
			entries := []db.EntryKind{db.Reserve}
			switch state {
			case db.Held:
				j.Hold, entries = db.HeldByUser, nil
			case db.Unconfirmed:
				j.SentAt, entries = now, []db.EntryKind{db.UnconfirmedEntry}
			default:
				j.SentAt, j.AcceptedAt, j.TaskID = now, now, fmt.Sprint("task-", n, i)
			}
			if state.Ended() {
				j.FinishedAt, j.EndedAt = now, now
			}
			_, err := lib.InsertWith(ctx, j, func(c *db.Change) error {
				for _, kind := range entries {
					c.Append(db.Entry{Kind: kind, AmountMicros: j.EstimateMicros, Currency: "CNY", At: now})
				}
				return nil
			})
			must(err)
		}
	}
	for _, name := range []string{"Nights", "Days"} {
		album, err := lib.SaveAlbum(ctx, db.Album{Name: name})
		must(err)
		_, err = lib.AddToAlbum(ctx, album.Ref, refs[0].ID, refs[1].ID)
		must(err)
		must(lib.SaveClient(ctx, db.Client{Name: strings.ToLower(name), Token: strings.Repeat("a", 64)},
			[]db.Grant{{Client: strings.ToLower(name), ProfileID: profile.ID, Approve: db.ApproveAlways,
				Currency: "CNY", Day: new(int64(1e6))}}))
	}
	_, err = lib.Correct(ctx, db.Correction{ProfileID: profile.ID, Currency: "CNY", AmountMicros: 1_000_000, At: now,
		Note: "the bill"})
	must(err)
	must(lib.Close())
	for _, insert := range []string{
		`INSERT INTO landings VALUES (lower(hex(randomblob(16))), 'files/lost.png', '', 1, 1)`,
		`INSERT OR IGNORE INTO sidecars_due SELECT id, 1 FROM assets`,
		`INSERT OR IGNORE INTO records_due SELECT ref, click, 1 FROM jobs`,
		`INSERT INTO clicks SELECT DISTINCT profile_id, 'click-' || id, click, '', 1 FROM jobs`,
		`INSERT OR IGNORE INTO client_charges VALUES ('writer', 2, 'CNY', 1, 1)`,
		`INSERT OR IGNORE INTO job_inputs SELECT id, 0, 0, '00' FROM jobs`,
		`INSERT INTO board_steps SELECT id, 1, 'Edit', '{"at":1,"before":"e30=","after":"e30="}', 0 FROM boards`,
	} {
		execute(t, dir, insert)
	}
	return dir
}

// execute changes the database of a closed library, past its constraints and triggers. A change that SQLite itself
// refuses is no damage: it returns false.
func execute(t *testing.T, dir, statement string, args ...any) bool {
	t.Helper()
	handle, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, folder.Database)+
		"?_foreign_keys=0&_ignore_check_constraints=1")
	if err != nil {
		t.Fatal(err)
	}
	defer handle.Close()
	handle.SetMaxOpenConns(1)
	_, err = handle.Exec("PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF")
	triggers := map[string]string{}
	rows, err2 := handle.Query("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		triggers[name] = text
	}
	rows.Close()
	for name := range triggers {
		if _, err := handle.Exec("DROP TRIGGER " + name); err != nil {
			t.Fatal(err)
		}
	}
	_, refused := handle.Exec(statement, args...)
	for _, text := range triggers {
		if _, err := handle.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	return refused == nil
}

// column is a column of a table, with the columns that its rows are known by.
type column struct {
	table, name, kind, key string
	rows                   int
}

// columnsOf returns all columns of all tables. Every table has a row.
func columnsOf(t *testing.T, dir string) (all []column) {
	t.Helper()
	handle, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, folder.Database)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer handle.Close()
	rows, err := handle.Query(`SELECT m.name, c.name, c.type, coalesce((SELECT group_concat('"' || name || '"') FROM pragma_table_info(m.name) WHERE pk > 0), 'rowid')
		FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.table, &c.name, &c.kind, &c.key); err != nil {
			t.Fatal(err)
		}
		if err := handle.QueryRow("SELECT count(*) FROM " + c.table).Scan(&c.rows); err != nil || c.rows == 0 {
			t.Fatalf("table %s has %d rows: %v", c.table, c.rows, err)
		}
		all = append(all, c)
	}
	return all
}

// damages are what a column can hold after a fault of a disk, of another program or of an older version. Those that
// begin with "members" change the JSON that is there.
var damages = []struct {
	name  string
	value any
}{
	{"empty", ""}, {"cut JSON", `{"version":1,"list":[{"a":`}, {"an object", `{"a":"b"}`},
	{"a list", `[1,"2",null,{}]`}, {"a number", `-7.5`},
	{"null", `null`}, {"deep lists", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)},
	{"deep objects", strings.Repeat(`{"a":`, 100_000)},
	{"huge number", "1e999"}, {"negative", int64(-1)}, {"largest", int64(1<<63 - 1)}, {"smallest", int64(-1 << 63)},
	{"real", 1e300},
	{"NUL and no UTF-8", []byte("a\x00\xff\xfe\xc3\x28b")}, {"a megabyte", strings.Repeat("word ", 200_000)},
	{"members of another kind", nil}, {"negative members", nil}, {"huge members", nil},
}

// changeMembers replaces the values in JSON.
func changeMembers(v any, how string) any {
	switch x := v.(type) {
	case map[string]any:
		for k := range x {
			x[k] = changeMembers(x[k], how)
		}
		return x
	case []any:
		for i := range x {
			x[i] = changeMembers(x[i], how)
		}
		return x
	case float64:
		switch how {
		case "negative members":
			return -x - 1
		case "huge members":
			return json.Number("9223372036854775807")
		}
		return "text"
	case string:
		switch how {
		case "negative members":
			return ""
		case "huge members":
			return x + strings.Repeat("\u202e字 ", 4000)
		}
		return 5
	case bool:
		return "text"
	}
	return []any{map[string]any{}}
}

// damage puts garbage into one row of a column. It returns false where the database refuses it.
func damage(t *testing.T, dir string, c column, what int, row int) bool {
	t.Helper()
	d := damages[what]
	value := d.value
	if value == nil {
		value = changedJSON(t, dir, c, d.name, row)
		if value == nil {
			return false
		}
	}
	return execute(t, dir, fmt.Sprintf(`UPDATE %s SET "%s" = ? WHERE (%s) IN (SELECT %s FROM %s LIMIT 1 OFFSET %d)`,
		c.table, c.name, c.key, c.key,
		c.table, row%c.rows), value)
}

func changedJSON(t *testing.T, dir string, c column, how string, row int) any {
	t.Helper()
	handle, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, folder.Database)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer handle.Close()
	var text sql.NullString
	query := fmt.Sprintf(`SELECT "%s" FROM %s WHERE (%s) IN (SELECT %s FROM %s LIMIT 1 OFFSET %d)`, c.name, c.table,
		c.key, c.key, c.table, row%c.rows)
	var v any
	if err := handle.QueryRow(query).Scan(&text); err != nil || json.Unmarshal([]byte(text.String), &v) != nil {
		return nil
	}
	data, err := json.Marshal(changeMembers(v, how))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func copyLibrary(t *testing.T, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "library")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// lists counts what each list of the library shows.
func lists(ctx context.Context, lib *db.Library) (counts map[string]int, err error) {
	counts = map[string]int{}
	add := func(what string, n int, e error) {
		counts[what] = n
		if e != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", what, e))
		}
	}
	profiles, e := lib.Profiles(ctx)
	add("profiles", len(profiles), e)
	jobs, e := lib.Jobs(ctx, db.JobFilter{})
	add("jobs", len(jobs), e)
	assets, e := lib.NewestAssets(ctx, 1000)
	add("assets", len(assets), e)
	rows, e := lib.BoardRows(ctx)
	add("boards", len(rows), e)
	albums, e := lib.Albums(ctx)
	add("albums", len(albums), e)
	clients, e := lib.Clients(ctx)
	add("clients", len(clients), e)
	grants, e := lib.Grants(ctx, "")
	add("grants", len(grants), e)
	entries, e := lib.Entries(ctx, 0)
	add("entries", len(entries), e)
	page, _, e := lib.Ledger(ctx, ledger.Filter{}, 0, 1000)
	add("ledger", len(page), e)
	drawings, e := lib.DrawingKeys(ctx)
	add("drawings", len(drawings), e)
	names, e := lib.SettingNames(ctx, "")
	add("settings", len(names), e)
	prompts, e := lib.Prompts(ctx, "", 1000)
	add("prompts", len(prompts), e)
	_, e = lib.Index(ctx)
	add("index", 0, e)
	takes := 0
	for _, b := range rows {
		of, _, _, e := lib.TakesOf(ctx, b.Ref, nil)
		takes += len(of)
		add("takes", takes, e)
	}
	return counts, err
}

// watchHang ends the test with the stacks of all goroutines where work takes longer than hangLimit.
func watchHang(what string) (stop func()) {
	timer := time.AfterFunc(hangLimit, func() {
		var stacks bytes.Buffer
		_ = pprof.Lookup("goroutine").WriteTo(&stacks, 2)
		panic(what + " hangs\n" + stacks.String())
	})
	return func() { timer.Stop() }
}

// TestADamagedRowHidesNoOther damages each column of each table in turn. The library opens, and every list has all rows
// but the damaged one at most.
func TestADamagedRowHidesNoOther(t *testing.T) {
	from := fullLibrary(t)
	columns := columnsOf(t, from)
	lib, err := db.Open(t.Context(), from, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := lists(t.Context(), lib)
	if err = errors.Join(err, lib.Close()); err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	database, err := os.ReadFile(filepath.Join(from, folder.Database))
	if err != nil {
		t.Fatal(err)
	}
	dir := copyLibrary(t, from)
	for _, c := range columns {
		for what, d := range damages {
			if os.Getenv(longTests) == "" && what != len(d.name)*len(c.name)%len(damages) &&
				random.IntN(len(damages)) > 0 {
				continue
			}
			for _, left := range []string{"-wal", "-shm"} {
				_ = os.Remove(filepath.Join(dir, folder.Database+left))
			}
			if err := os.WriteFile(filepath.Join(dir, folder.Database), database, 0o600); err != nil {
				t.Fatal(err)
			}
			if !damage(t, dir, c, what, random.IntN(c.rows)) {
				continue
			}
			name := fmt.Sprintf("%s.%s: %s", c.table, c.name, d.name)
			done := watchHang(name)
			lib, err := db.Open(t.Context(), dir, db.Options{Log: quiet()})
			if errors.Is(err, db.ErrDamaged) { // the window offers a backup and a rebuild
				done()
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, err := lists(t.Context(), lib)
			if err := errors.Join(err, lib.Close()); err != nil {
				t.Errorf("%s: %.300v", name, err)
			}
			for list, n := range want {
				if got[list] < n-1 && !(c.name == "client" || c.name == "board" || c.name == "click" ||
					c.table == "boards" && c.name == "ref") && list != "prompts" {
					t.Errorf("%s: %d of %d %s", name, got[list], n, list)
				}
			}
			done()
		}
	}
}

// longTests has the tests try every damage of every column.
const longTests = "VIVISCOPE_LONG"

// shown is the whole program over a library, whose window's goroutine is the test.
type shown struct {
	p     *program
	shell *shell.Shell
	mu    sync.Mutex
	posts []func()
}

func (s *shown) post(f func()) {
	s.mu.Lock()
	s.posts = append(s.posts, f)
	s.mu.Unlock()
}

// settle runs what is posted until nothing is for a while. Clocks on screen post for ever, therefore it ends after some
// rounds.
func (s *shown) settle() {
	for idle, rounds := 0, 0; idle < 3 && rounds < 40; rounds++ {
		s.mu.Lock()
		posts := s.posts
		s.posts = nil
		s.mu.Unlock()
		for _, f := range posts {
			f()
		}
		idle++
		if len(posts) > 0 {
			idle = 0
		}
		time.Sleep(4 * time.Millisecond)
	}
}

// openWhole opens a library with the whole program and shows all places. It returns why it does not start.
func openWhole(t *testing.T, a fyne.App, dir string) error {
	m, err := openDeviceSettings(filepath.Join(t.TempDir(), "program.json"))
	if err != nil {
		t.Fatal(err)
	}
	window := a.NewWindow("damaged")
	window.SetContent(container.NewStack())
	defer window.Close()
	s := &shown{p: &program{options: Options{Log: quiet(), LibraryDir: dir}, app: a, window: newKeyWindow(window),
		device: m, session: keys.NewSession(), life: t.Context()}}
	s.p.enter(ending) // it is filled here
	s.p.load()
	if s.p.failure != nil {
		return s.p.failure
	}
	stored := shell.ReadStoredState(t.Context(), shellLibrary{s.p.Library, s.p.Profiles}, quiet())
	s.shell = shell.New(shell.Deps{App: a, Window: s.p.window, Library: shellLibrary{s.p.Library, s.p.Profiles},
		Engine: s.p.Engine, Screens: s.p.screens,
		Program: posting{aroundWindow{s.p}, s.post}, Stored: stored, Log: quiet(), Now: time.Now, Sleep: shell.Sleep})
	s.p.window.Resize(fyne.NewSize(1440, 3000))
	_ = guard.Run("begin", s.shell.Begin)
	for place := shell.Create; place <= shell.Settings; place++ {
		_ = guard.Run("show "+place.String(), func() { s.shell.Show(place); s.settle() })
	}
	_ = guard.Run("end", s.shell.End)
	return s.p.close()
}

// TestADamagedRowShowsEveryPlace opens the whole program over libraries with one damaged value, and shows all places.
func TestADamagedRowShowsEveryPlace(t *testing.T) {
	configIn(t)
	a := apptest.New(t, resources.Theme(resources.Dark))
	from := fullLibrary(t)
	columns := columnsOf(t, from)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	if os.Getenv(longTests) == "" { // a column of some tables
		slices.SortStableFunc(columns, func(a, b column) int { return strings.Compare(a.table, b.table) })
		columns = slices.CompactFunc(columns, func(a, b column) bool { return a.table == b.table })
		random.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
		columns = columns[:8]
	}
	name := ""
	var mu sync.Mutex
	before := guard.SetReporter(func(p *guard.Panic) {
		mu.Lock()
		defer mu.Unlock()
		t.Errorf("%s: %s", name, p.Details())
	})
	defer func() { guard.SetReporter(before) }()
	for _, c := range columns {
		for _, what := range random.Perm(len(damages)) {
			dir := copyLibrary(t, from)
			if !damage(t, dir, c, what, random.IntN(c.rows)) {
				continue
			}
			mu.Lock()
			name = fmt.Sprintf("%s.%s: %s", c.table, c.name, damages[what].name)
			mu.Unlock()
			done := watchHang(name)
			if err := openWhole(t, a, dir); err != nil && !errors.Is(err, db.ErrDamaged) {
				t.Errorf("%s: %v", name, err)
			}
			done()
			_ = os.RemoveAll(dir)
			if os.Getenv(longTests) == "" {
				break
			}
		}
	}
}

// TestDamagedFilesAreRebuilt damages every second JSON file of a library, each in another way, and makes a new database
// out of the folder. What cannot be read is reported, all that belongs to the other files is there, and the program
// opens it.
func TestDamagedFilesAreRebuilt(t *testing.T) {
	configIn(t)
	a := apptest.New(t, resources.Theme(resources.Dark))
	dir := fullLibrary(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	damaged, whole := 0, map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		d := damages[random.IntN(len(damages))]
		var v any
		if random.IntN(2) == 0 || d.value == nil && json.Unmarshal(data, &v) != nil {
			whole[filepath.Base(path)] = true
			return nil
		}
		text, isBytes := d.value.([]byte)
		switch {
		case d.value == nil:
			text, err = json.Marshal(changeMembers(v, d.name))
		case !isBytes:
			text = fmt.Append(nil, d.value)
		}
		if err != nil {
			return err
		}
		damaged++
		return os.WriteFile(path, text, 0o600)
	})
	if err != nil || damaged == 0 || len(whole) == 0 {
		t.Fatalf("%d files damaged, %d whole: %v", damaged, len(whole), err)
	}
	done := watchHang("rebuild")
	report, err := db.Rebuild(t.Context(), dir, db.Options{Log: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	done()
	t.Logf("%d files damaged, %d whole, problems %d", damaged, len(whole), len(report.Problems))
	lib, err := db.Open(t.Context(), dir, db.Options{Log: quiet()})
	if err != nil {
		t.Fatal(err)
	}
	assets, err := lib.NewestAssets(t.Context(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, asset := range assets {
		have[filepath.Base(folder.SidecarOf(asset.Path))] = true
	}
	sidecars, err := filepath.Glob(filepath.Join(dir, folder.Files, "*", "*", "*.json"))
	if err != nil || len(sidecars) == 0 {
		t.Fatalf("%d sidecars: %v", len(sidecars), err)
	}
	for _, path := range sidecars {
		if name := filepath.Base(path); whole[name] && !have[name] {
			t.Errorf("%s has no asset; problems %v", name, report.Problems)
		}
	}
	store, err := boards.Open(t.Context(), lib)
	if err != nil {
		t.Fatal(err)
	}
	list, err := store.List(t.Context())
	files, _ := filepath.Glob(filepath.Join(dir, folder.Boards, "*.json"))
	if err != nil || len(list) < len(files) {
		t.Errorf("%d of %d boards are listed: %v", len(list), len(files), err)
	}
	if err := lib.Close(); err != nil {
		t.Fatal(err)
	}
	var panics []string
	before := guard.SetReporter(func(p *guard.Panic) { panics = append(panics, p.Details()) })
	defer func() { guard.SetReporter(before) }()
	if err := openWhole(t, a, dir); err != nil || len(panics) > 0 {
		t.Errorf("the program opens it: %v, %v", err, panics)
	}
}
