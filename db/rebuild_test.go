package db

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"viviscope/db/ledger"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
	"viviscope/db/search"
)

// madeBy returns the provenance of a job as client/jobs writes it.
func madeBy(j Job, index int) Provenance {
	amount := int64(3_500_000)
	return Provenance{
		JobRef: j.Ref, Click: j.Click, Kind: j.Kind, Model: j.Model, Prompt: j.Prompt, Request: j.Request, Index: index,
		TaskID: j.TaskID, Profile: "Studio", Service: ServiceRef{ProfileID: 7, BaseURL: "https://service.example"},
		Currency: "CNY",
		Clicked:  noon.UTC(), Accepted: noon.UTC(), Finished: noon.UTC(),
		Media: Media{MIME: "video/mp4", Width: 1280, Height: 720},
		Costs: []ProvenanceCost{
			{Kind: Charge, AmountMicros: &amount, Currency: "CNY", At: noon.UTC()},
			{Kind: Reserve, AmountMicros: &amount, Currency: "CNY", At: noon.UTC()},
		},
	}
}

func clipOf(prompt string) Job {
	j := videoJob(0, prompt)
	j.Ref, j.Click, j.TaskID = newRef(), newRef(), "task_"+prompt
	return j
}

// ingestMade stores a file with a sidecar, as after a download.
func ingestMade(t *testing.T, l *Library, content string, m Provenance) StoredFile {
	t.Helper()
	to, err := l.Ingest(t.Context(), putIncoming(t, l, IncomingName(m.JobRef, m.Index, "mp4"), content),
		IngestRequest{Ref: AssetRef(m.JobRef, m.Index), At: noon, Title: m.Prompt, Ext: "mp4", Sidecar: m})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// rebuilt closes a library, rebuilds it and opens it.
func rebuilt(t *testing.T, l *Library) (*Library, Report) {
	t.Helper()
	_ = l.Close()
	r, err := Rebuild(t.Context(), l.Dir(), testOptions())
	if err != nil {
		t.Fatal(err)
	}
	return openLibrary(t, l.Dir()), r
}

func put(t *testing.T, l *Library, rel, content string) {
	t.Helper()
	p := filepath.Join(l.Dir(), filepath.FromSlash(rel))
	if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func allAssets(t *testing.T, l *Library) map[string]Asset {
	t.Helper()
	byPath := map[string]Asset{}
	for _, trashed := range []bool{false, true} {
		some, err := assetsOf(t.Context(), l, search.Filter{Trashed: trashed})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range some {
			byPath[a.Path] = a
		}
	}
	return byPath
}

func onePNG() string {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		panic(err)
	}
	return b.String()
}

const mp4Head = "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"

func TestRebuildFromFolder(t *testing.T) {
	l := newLibrary(t)
	whole := ingestMade(t, l, mp4Head+"whole", madeBy(clipOf("whole"), 0))
	cut := ingestMade(t, l, mp4Head+"cut short", madeBy(clipOf("cut"), 0))
	put(t, l, cut.Path, mp4Head)
	gone := ingestMade(t, l, mp4Head+"gone", madeBy(clipOf("gone"), 0))
	remove(t, l, gone.Path)
	crashed := clipOf("crashed")
	left := ingestMade(t, l, mp4Head+"left", madeBy(crashed, 0))
	if err := l.Root.Rename(left.Path, "incoming/"+IncomingName(crashed.Ref, 0, "mp4")); err != nil {
		t.Fatal(err)
	}
	renamed := ingestMade(t, l, mp4Head+"renamed", madeBy(clipOf("renamed"), 0))
	if err := l.Root.Rename(renamed.Path, "files/my boats.mp4"); err != nil {
		t.Fatal(err)
	}
	copied := ingestMade(t, l, mp4Head+"copied", madeBy(clipOf("copied"), 0))
	put(t, l, "files/z.mp4", readFile(t, l, copied.Path))
	put(t, l, "files/z.json", readFile(t, l, folder.SidecarOf(copied.Path)))
	put(t, l, "files/holiday.png", onePNG())
	put(t, l, "files/drone.mp4", mp4Head)
	put(t, l, "trash/2026/old.png", onePNG())
	put(t, l, "files/notes.txt", "no picture")
	put(t, l, "files/broken.png", onePNG()[:20])
	put(t, l, "files/broken.json", "{")
	put(t, l, "files/half.mp4.part", "half")
	if err := os.Symlink("/etc/passwd", filepath.Join(l.Dir(), "files", "passwd.png")); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	before := readFile(t, l, folder.Database)
	l, r := rebuilt(t, l)

	kept := allAssets(t, l)
	for _, c := range []struct {
		path    string
		kind    AssetKind
		job     bool
		trashed bool
	}{
		{whole.Path, Clip, true, false},
		{left.Path, Clip, true, false},
		{"files/my boats.mp4", Clip, true, false},
		{copied.Path, Clip, true, false},
		{"files/z.mp4", Clip, false, false},
		{"files/holiday.png", Picture, false, false},
		{"files/drone.mp4", Clip, false, false},
		{"trash/2026/old.png", Picture, false, true},
	} {
		a, ok := kept[c.path]
		if !ok || a.Kind != c.kind || (a.JobID != 0) != c.job || a.TrashedAt.IsZero() == c.trashed ||
			len(a.SHA256) != 64 {
			t.Errorf("%s: %v %+v", c.path, ok, a)
		}
		delete(kept, c.path)
	}
	if len(kept) > 0 {
		t.Errorf("also in the gallery: %v", kept)
	}
	var said []string
	for _, p := range r.Problems {
		said = append(said, p.Path)
	}
	want := []string{"files/2026/11/" + filepath.Base(cut.Path), folder.SidecarOf(gone.Path), "files/broken.json",
		"files/broken.png", "files/notes.txt", "files/passwd.png", "files/z.mp4"}
	if d := cmp.Diff(want, said); d != "" {
		t.Error(d)
	}
	if r.Jobs != 6 || r.Entries != 12 || r.Assets != 8 || r.Imported != 4 || r.Profiles != 1 || r.Sidecars != 1 {
		t.Errorf("%+v", r)
	}
	p, err := l.Profile(t.Context(), 7)
	if err != nil || p.BaseURL != "https://service.example" || p.Name != "Studio" || !p.Saved {
		t.Errorf("profile %+v, %v", p, err)
	}
	// includes missing and damaged files
	if sums := sumsOf(t, l, 7, time.Time{}, time.Time{}); sums.Charged != 6*3_500_000 || sums.Reserved != 0 {
		t.Errorf("sums %+v", sums)
	}
	if readFile(t, l, r.OldDatabase+"/"+folder.Database) != before {
		t.Error("the old database is not kept as it was")
	}
	if s, err := l.Sweep(t.Context()); err != nil || len(s.Missing) > 0 {
		t.Errorf("sweep %+v, %v", s, err)
	}
	// A second rebuild restores the same.
	again, r2 := rebuilt(t, l)
	if len(allAssets(t, again)) != 8 || r2.Entries != 12 {
		t.Errorf("the second time: %+v", r2)
	}
}

func TestRebuildRefuses(t *testing.T) {
	l := newLibrary(t)
	if _, err := Rebuild(t.Context(), l.Dir(), testOptions()); !errors.Is(err, ErrLocked) {
		t.Errorf("an open library: %v", err)
	}
	empty := t.TempDir()
	if _, err := Rebuild(t.Context(), empty, testOptions()); !errors.Is(err, ErrNotFound) {
		t.Errorf("no library: %v", err)
	}
	if left, _ := os.ReadDir(empty); len(left) > 0 {
		t.Errorf("it wrote %v", left)
	}
	if _, err := l.writer.Exec("PRAGMA user_version = 999"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	before := readFile(t, l, folder.Database)
	if _, err := Rebuild(t.Context(), l.Dir(), testOptions()); !errors.Is(err, ErrNewerSchema) {
		t.Errorf("a newer library: %v", err)
	}
	if readFile(t, l, folder.Database) != before {
		t.Error("the newer database was touched")
	}
}

func TestCancelledRebuildChangesNothing(t *testing.T) {
	l := newLibrary(t)
	ingestMade(t, l, mp4Head+"whole", madeBy(clipOf("whole"), 0))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	before := readFile(t, l, folder.Database)
	ctx, cancel := context.WithCancel(t.Context())
	o := testOptions()
	o.Progress = func(int, int) { cancel() }
	if _, err := Rebuild(ctx, l.Dir(), o); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if readFile(t, l, folder.Database) != before {
		t.Error("the database changed")
	}
	if left, _ := filepath.Glob(filepath.Join(l.Dir(), folder.Database+".*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// A crash before or between the two renames at the end of a rebuild.
func TestOpenFinishesInterruptedRebuild(t *testing.T) {
	l := newLibrary(t)
	ingestMade(t, l, mp4Head+"whole", madeBy(clipOf("whole"), 0))
	l, _ = rebuilt(t, l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(l.Dir(), folder.Database)
	if err := os.Rename(db, filepath.Join(l.Dir(), finishedName)); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	if n := len(allAssets(t, l)); n != 1 {
		t.Errorf("%d assets", n)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.Dir(), finishedName), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	if _, err := os.Stat(filepath.Join(l.Dir(), finishedName)); err == nil || len(allAssets(t, l)) != 1 {
		t.Error("want the old database, which is good, and not the new one")
	}
}

func TestOpenRefusesFilesWithoutDatabase(t *testing.T) {
	l := newLibrary(t)
	ingestMade(t, l, mp4Head, madeBy(clipOf("whole"), 0))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	remove(t, l, folder.Database)
	if _, err := Open(t.Context(), l.Dir(), testOptions()); !errors.Is(err, ErrDamaged) {
		t.Errorf("got %v", err)
	}
	rebuilt(t, l)
}

// Task IDs of gateways survive a rebuild, so that the task can be polled again.
func TestRebuildKeepsGatewayTaskIDs(t *testing.T) {
	l := newLibrary(t)
	ids := []string{"video_1:openai", "models%2Fveo%2Foperations%2F1:gemini", "projects/p/operations/1", "a+b c?d#e=="}
	for _, id := range ids {
		j := clipOf(id)
		j.TaskID = id
		ingestMade(t, l, mp4Head+id, madeBy(j, 0))
	}
	l, _ = rebuilt(t, l)
	for _, id := range ids {
		if all, err := l.Jobs(t.Context(), JobFilter{Text: id}); err != nil || len(all) != 1 || all[0].TaskID != id {
			t.Errorf("%q: %d jobs, %v", id, len(all), err)
		}
	}
}

// Invalid values of a sidecar are dropped, or kept where they are harmless.
func TestRebuildSanitizesSidecars(t *testing.T) {
	good := madeBy(clipOf("good"), 0)
	for name, change := range map[string]func(*Provenance){
		"a way out": func(m *Provenance) { m.InputPath = "../../etc/passwd" },
		"a frame as a path": func(m *Provenance) {
			m.Inputs = []Input{{File: "../../etc/passwd"}, {Place: -1, Asset: "0123456789abcdef0123456789abcdef"},
				{Asset: "../x"}, {File: "inputs/x", Link: "https://evil.example"}}
		},
		"a task as a line": func(m *Provenance) { m.TaskID = "a\x1b[2J\n" },
		"a file URL":       func(m *Provenance) { m.Service.BaseURL = "file:///etc/passwd" },
		"a password":       func(m *Provenance) { m.Service.BaseURL = "https://me:secret@evil.example" },
		"an endless sum": func(m *Provenance) {
			n := int64(1) << 62
			m.Costs[0].AmountMicros, m.Estimate = &n, &n
		},
		"a negative sum": func(m *Provenance) {
			n := int64(-5)
			m.Costs[0].AmountMicros = &n
		},
		"no currency":       func(m *Provenance) { m.Currency, m.Costs[0].Currency = "<b>", "?" },
		"a huge picture":    func(m *Provenance) { m.Media.Width = 1 << 40 },
		"a far time":        func(m *Provenance) { m.Clicked = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) },
		"control letters":   func(m *Provenance) { m.Prompt, m.Profile, m.Model = "a\x00b", "\x1b[2J", "\n" },
		"a charge too many": func(m *Provenance) { m.Costs = append(m.Costs, m.Costs...) },
		"a ring":            func(m *Provenance) { m.ResendOf, m.FinalOf = m.JobRef, m.JobRef },
		"a request too deep": func(m *Provenance) { // SQLite reads 1,000 levels; each costs its own tabs in the file
			m.Request = json.RawMessage(`{"a":` + strings.Repeat("[", 1500) + strings.Repeat("]", 1500) + `}`)
		},
		"no job":  func(m *Provenance) { m.JobRef = "../" },
		"no kind": func(m *Provenance) { m.Kind = "drop table" },
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(t)
			m := good
			m.Costs = append([]ProvenanceCost(nil), good.Costs...)
			change(&m)
			to := ingestMade(t, l, mp4Head, good)
			side, err := readSidecar(l.Folder, folder.SidecarOf(to.Path))
			if err != nil {
				t.Fatal(err)
			}
			if side.Made, err = json.Marshal(m); err != nil {
				t.Fatal(err)
			}
			if err := putSidecar(l.Folder, to.Path, side); err != nil {
				t.Fatal(err)
			}
			l, _ = rebuilt(t, l)
			checkHarmless(t, l)
			if len(allAssets(t, l)) != 1 {
				t.Error("the clip itself is gone")
			}
		})
	}
}

// checkHarmless checks the rows that a rebuild made from untrusted sidecars.
func checkHarmless(t testing.TB, l *Library) {
	t.Helper()
	ctx := t.Context()
	jobs, err := l.Jobs(ctx, JobFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		if !j.State.Ended() || (j.InputPath != "" && !validInput.MatchString(j.InputPath)) ||
			(j.TaskID != "" && !isTask(j.TaskID)) ||
			!json.Valid(j.Request) || j.CreatedAt.Year() > 2200 || j.ResendOf == j.ID || j.FinalOf == j.ID {
			t.Errorf("job %+v", j)
		}
	}
	for _, j := range jobs {
		if strings.Contains(string(j.Inputs), "..") || strings.Contains(string(j.Inputs), "https:") {
			t.Errorf("inputs %s", j.Inputs)
		}
	}
	profiles, err := l.Profiles(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range profiles {
		if p.Name == "" || (p.BaseURL != "" && !IsWebURL(p.BaseURL)) {
			t.Errorf("profile %+v", p)
		}
		if _, err := l.LedgerSums(ctx, ledger.Filter{ProfileID: p.ID}); err != nil {
			t.Errorf("sums: %v", err)
		}
	}
	assets, err := assetsOf(ctx, l, search.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range assets {
		if !strings.HasPrefix(a.Path, folder.Files+"/") || a.Width < 0 || a.Width > maxSide || a.Link != "" {
			t.Errorf("asset %+v", a)
		}
		if _, err := l.AbsPath(a.Path); err != nil {
			t.Error(err)
		}
	}
}

// For any sidecar a rebuild ends, the file is kept, and no path leads out of the library.
func FuzzSidecar(f *testing.F) {
	made, _ := json.Marshal(madeBy(clipOf("seed"), 0))
	whole, _ := json.Marshal(Sidecar{Version: 1, Ref: newRef(), File: "x.mp4", SHA256: strings.Repeat("a", 64),
		Bytes: 5, StoredAt: noon, Made: made})
	for _, seed := range []string{string(whole), "", "null", "{}", `{"viviscope":1}`,
		`{"viviscope":1,"ref":"../../x","file":"/etc/passwd"}`,
		strings.Replace(string(whole), "x.mp4", "../../../x.mp4", 1), strings.Repeat("[", 20000)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		side, err := ParseSidecar(data)
		if err != nil {
			return
		}
		m, ok := parseProvenance(side.Made)
		if ok && (!validRef.MatchString(m.JobRef) || m.Index < 0 || len(m.Costs) > maxCosts) {
			t.Fatalf("%+v", m)
		}
		dir := t.TempDir()
		l := &Library{database: newDatabase(newHome(dir, Options{}))}
		put(t, l, "files/x.mp4", mp4Head)
		put(t, l, "files/x.json", string(data))
		if _, err := Rebuild(t.Context(), dir, testOptions()); err != nil {
			t.Fatal(err)
		}
		l = openLibrary(t, dir)
		checkHarmless(t, l)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
