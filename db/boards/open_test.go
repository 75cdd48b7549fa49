package boards

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"viviscope/db"
	"viviscope/db/dbtest"
	"viviscope/db/folder"
)

// save makes a card: its job, its ledger entries and its file.
func (l library) save(t testing.TB, b Board, card string) db.Asset {
	t.Helper()
	w := l.read(t, b.Ref).Want(card)
	request := fmt.Appendf(nil, `{"model":%q,"prompt":%q,"seconds":%d}`, w.Model, w.Prompt, w.Seconds)
	jobs, err := dbtest.InsertJobs(t.Context(), l.Library,
		db.Job{ProfileID: b.ProfileID, Kind: db.TextToImage, Board: b.Ref, Shot: card, Prompt: w.Prompt,
			Request: request, State: db.Saving, Currency: "CNY"})
	if err != nil {
		t.Fatal(err)
	}
	j := jobs[0]
	var data bytes.Buffer
	name := db.IncomingName(j.Ref, 0, "png")
	path, err := l.IncomingPath(name)
	if err == nil {
		err = png.Encode(&data, image.NewGray(image.Rect(0, 0, 4, 3)))
	}
	if err == nil {
		err = os.WriteFile(path, data.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	made := db.Provenance{JobRef: j.Ref, Kind: j.Kind, Prompt: j.Prompt, Request: j.Request, Board: j.Board,
		Shot:    j.Shot,
		Profile: l.profile.Name, Currency: "CNY",
		Service: db.ServiceRef{ProfileID: l.profile.ID, BaseURL: l.profile.BaseURL}, Clicked: now, Accepted: now,
		Finished: now}
	to, err := l.Ingest(t.Context(), name,
		db.IngestRequest{Ref: db.AssetRef(j.Ref, 0), At: now, Title: j.Prompt, Ext: "png", Sidecar: made})
	if err != nil {
		t.Fatal(err)
	}
	var change *db.Change
	_, err = l.Change(t.Context(), j.ID, func(c *db.Change) error {
		change = c
		c.Job.State = db.Saved
		c.Append(db.Entry{Kind: db.Charge, AmountMicros: new(int64(70_000))})
		c.Add(db.Asset{Kind: db.Picture, Path: to.Path, SHA256: to.SHA256, Bytes: to.Bytes, MIME: "image/png", Width: 4,
			Height: 3})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return change.Added()[0]
}

// A rebuild restores boards with their takes, also trashed ones, and one with a profile that is restored later.
func TestRebuildRestoresBoards(t *testing.T) {
	l := newStore(t)
	b, thrown := l.newBoard(t), l.newBoard(t)
	first, chosen := l.save(t, b, b.Frames[0].ID), l.save(t, b, b.Frames[0].ID)
	b = l.edit(t, b, "choose", func(b *Board) { b.Frames[0].Chosen = first.Ref })
	if err := l.SetTrashed(t.Context(), thrown.Ref, now); err != nil {
		t.Fatal(err)
	}
	other := l.profile
	other.ID, other.Name, other.BaseURL = 0, "Other", "https://other.example.com"
	other, err := l.SaveProfile(t.Context(), other)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := l.New(t.Context(), Board{Name: "Foreign", BoardHead: db.BoardHead{ProfileID: other.ID}})
	if err != nil {
		t.Fatal(err)
	}
	costs := l.read(t, b.Ref).Costs
	before := files(t, l.Dir())
	l = l.reopen(t, func(dir string) {
		if r, err := Rebuild(t.Context(), dir, db.Options{}, db.Rebuild); err != nil || r.Boards != 3 {
			t.Fatal(r, err)
		}
	})
	v := l.read(t, b.Ref)
	b.Undo = "" // steps end with the run
	if take, ok := v.Chosen(b.Frames[0].ID); !reflect.DeepEqual(v.Board, b) || !ok || take.Asset.Ref != first.Ref ||
		len(v.Takes(b.Frames[0].ID)) != 2 {
		t.Errorf("%+v, chosen %+v, wanted %+v", v.Board, take, b)
	}
	if v.Assets[chosen.Ref].JobID == 0 || !reflect.DeepEqual(v.Costs, costs) {
		t.Errorf("%+v, wanted %+v", v.Costs, costs)
	}
	if v := l.read(t, thrown.Ref); !v.TrashedAt.Equal(now) || v.ProfileID != l.profile.ID {
		t.Errorf("%+v", v.Board)
	}
	if v := l.read(t, foreign.Ref); v.ProfileID != 0 || v.Profile != "Other" {
		t.Errorf("of profile %d, %q", v.ProfileID, v.Profile)
	}
	if after := files(t, l.Dir()); !reflect.DeepEqual(after, before) {
		t.Errorf("the files changed: %v", after)
	}
	other.ID = 0
	if other, err = l.SaveProfile(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if v := l.reopen(t, func(string) {}).read(t, foreign.Ref); v.ProfileID != other.ID {
		t.Errorf("it belongs to profile %d and not to %d", v.ProfileID, other.ID)
	}
}

// Of a row and its file the newer one is kept, and the replaced content can be restored by undo.
func TestOpenSynchronizesRowsAndFiles(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	name := filepath.Base(fileName(b.Name, b.Ref))
	second := l.edit(t, b, "second", func(b *Board) { b.Shots[0].Prompt = "second" })
	at := func(dir string) string { return filepath.Join(dir, folder.Boards, name) }
	newer := files(t, l.Dir())[name]

	put := func(text string) func(dir string) {
		return func(dir string) {
			if err := os.WriteFile(at(dir), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	check := func(what, prompt string, version int) {
		t.Helper()
		v := l.read(t, b.Ref)
		if v.Shots[0].Prompt != prompt || v.Version != version {
			t.Errorf("%s: %q at version %d", what, v.Shots[0].Prompt, v.Version)
		}
		if all := files(t, l.Dir()); len(all) != 1 ||
			!strings.Contains(all[name], fmt.Sprintf(`"version": %d`, version)) ||
			!strings.Contains(all[name], `"`+prompt+`"`) {
			t.Errorf("%s: %v", what, all)
		}
	}
	l = l.reopen(t, put(strings.NewReplacer(`"version": 2`, `"version": 1`, `"second"`, `"a"`).Replace(newer)))
	check("a crash before the file", "second", 2)
	l = l.reopen(t, func(dir string) { _ = os.Remove(at(dir)) })
	check("no file", "second", 2)
	l = l.reopen(t, put("{"))
	check("a file that is cut", "second", 2)
	l = l.reopen(t, put(strings.NewReplacer(`"version": 2`, `"version": 7`, `"second"`, `"later"`).Replace(newer)))
	check("a restored backup", "later", 7)
	if back, what, err := l.Store.Undo(t.Context(), b.Ref, 7); err != nil || what != StepFromFile ||
		back.Shots[0].Prompt != "second" {
		t.Errorf("%+v, %q, %v", back, what, err)
	}
	check("taken back", "second", 8)
	l = l.reopen(t, func(dir string) { put(strings.Replace(files(t, dir)[name], `"second"`, `"by hand"`, 1))(dir) })
	check("changed by hand", "by hand", 9)

	// A copy of the file changes nothing and is kept.
	copied := files(t, l.Dir())[name]
	l = l.reopen(t, func(dir string) {
		if err := os.WriteFile(filepath.Join(dir, folder.Boards, "mine.json"),
			[]byte(strings.Replace(copied, "by hand", "copy", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	})
	if v := l.read(t, b.Ref); v.Shots[0].Prompt != "by hand" || len(files(t, l.Dir())) != 2 {
		t.Errorf("%+v, %d files", v.Shots[0], len(files(t, l.Dir())))
	}
	// A crash after a rename leaves the old file, which is removed.
	old := l.read(t, b.Ref).Board
	l.edit(t, old, "name", func(b *Board) { b.Name = "Dawn" })
	l = l.reopen(t, put(copied))
	if all := files(t, l.Dir()); len(all) != 2 || all[name] != "" || l.read(t, b.Ref).Name != "Dawn" {
		t.Errorf("%v", all)
	}
	_ = second
}

// A file from another library becomes a board without a profile. Its invalid content is dropped.
func TestOpenAdoptsForeignFile(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	ref := strings.Repeat("ab", 16)
	text := strings.NewReplacer(b.Ref, ref, `"api.example.com"`, "", "https://api.example.com",
		"https://elsewhere.example.com", `"Studio"`, `"Theirs"`,
		`"last": "`+b.Shots[2].Last, `"last": "00000000`, `"seconds": 5`, `"seconds": -5`, `"prompt": "a"`,
		`"prompt": "a", "seconds": 9223372036`).Replace(files(t, l.Dir())[filepath.Base(fileName(b.Name, b.Ref))])
	l = l.reopen(t, func(dir string) {
		if err := os.WriteFile(filepath.Join(dir, folder.Boards, "theirs.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	})
	v := l.read(t, ref)
	if v.ProfileID != 0 || v.Name != b.Name || len(v.Shots) != 3 || v.Shots[2].Last != "" ||
		v.Shots[2].First != b.Shots[2].First {
		t.Errorf("%+v", v.Board)
	}
	if v.Settings.Seconds != 0 || v.Shots[0].Seconds != maxSeconds {
		t.Errorf("%d s, %d s", v.Settings.Seconds, v.Shots[0].Seconds)
	}
	check(t, v.Board)
	if all, err := l.List(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("%d, %v", len(all), err)
	}
}

// Boards are read in a library that was moved, and in a read-only one.
func TestBoardsInMovedAndReadOnlyLibrary(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	want := files(t, l.Dir())
	from := l.Dir()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "there")
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	if got := files(t, to); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	path := filepath.Join(to, fileName(b.Name, b.Ref))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	l = openAt(t, to, true)
	if v := l.read(t, b.Ref); !reflect.DeepEqual(v.Board, b) {
		t.Errorf("%+v", v.Board)
	}
	if _, err := l.Edit(t.Context(), b.Ref, b.Version, "", func(b *Board) error {
		b.Name = "x"
		return nil
	}); err == nil || len(files(t, to)) != 0 {
		t.Errorf("it was written: %v", err)
	}
}

// A shot with a trashed or missing clip does not count as having a clip.
func TestListCountsAvailableClips(t *testing.T) {
	clip := db.Asset{ID: 1, Ref: "c1", Kind: db.Clip, Seconds: 4}
	v := NewView(Board{Shots: []Shot{{ID: "s1", Seconds: 5, Added: []string{"c1"}, Chosen: "c1"}}}, nil, nil,
		[]db.Asset{clip})
	v.Missing = map[string]bool{}
	if sum := v.summarize(time.Now()); sum.Clips != 1 || sum.Seconds != 4 {
		t.Errorf("%d clips, %g s", sum.Clips, sum.Seconds)
	}
	v.Missing["c1"] = true
	if sum := v.summarize(time.Now()); sum.Clips != 0 || sum.Seconds != 5 {
		t.Errorf("without its file %d clips, %g s", sum.Clips, sum.Seconds)
	}
}

// The list contains the state and the costs of each board.
func TestListSummary(t *testing.T) {
	l := newStore(t)
	b := l.newBoard(t)
	l.save(t, b, b.Frames[0].ID)
	film := l.save(t, b, b.Frames[1].ID)
	b = l.edit(t, b, "more", func(b *Board) {
		b.Shots[1].Skipped, b.Shots[2].Seconds = true, 8
		b.Films = []string{film.Ref}
		b.Frames[3].Prompt, b.Shots[0].Caption = "lanterns", "Evening"
	})
	l.newBoard(t)
	all, err := l.List(t.Context())
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	sum := all[0]
	if sum.Ref != b.Ref {
		sum = all[1]
	}
	if sum.Clips != 0 || sum.Skipped != 1 || sum.Seconds != 13 || len(sum.Covers) != 4 || sum.Covers[2].ID != 0 ||
		sum.Film.Ref != film.Ref ||
		sum.Costs[0].Micros[db.Charge] != 140_000 || sum.Tags[Expired] != 2 || sum.Tags[Described] != 1 ||
		sum.Tags[NeedsFrame] != 1 {
		t.Errorf("%+v", sum)
	}
	if words := sum.SearchText(); !strings.Contains(words, "lanterns") || !strings.Contains(words, "Evening") {
		t.Error(words)
	}
	if v := l.read(t, b.Ref); len(v.Missing) != 0 {
		t.Errorf("missing %v", v.Missing)
	}
	for kept, want := range map[string]bool{`{"kind":"s3"}`: true, `{"kind":"","s3":{"endpoint":"x.example"}}`: false,
		`{"kind":"webdav"}`: false, "[]": false} {
		l.profile.Hosting = []byte(kept)
		if _, err := l.SaveProfile(t.Context(), l.profile); err != nil || l.read(t, b.Ref).Hosting != want {
			t.Errorf("%s hosts: %t, %v", kept, !want, err)
		}
	}
	if err := os.Remove(filepath.Join(l.Dir(), film.Path)); err != nil {
		t.Fatal(err)
	}
	if v := l.read(t, b.Ref); !v.Missing[film.Ref] || v.State(b.Frames[1].ID, now).Tag != FileMissing {
		t.Errorf("missing %v", v.Missing)
	}
}

// FORMATS.md describes each field of a board's file.
func TestFormatsDescribesEveryField(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "resources", "FORMATS.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []reflect.Type{reflect.TypeFor[file](), reflect.TypeFor[db.BoardHead](),
		reflect.TypeFor[Board](), reflect.TypeFor[Settings](), reflect.TypeFor[Frame](), reflect.TypeFor[Shot]()} {
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if name != "" && name != "-" && !strings.Contains(string(text), "`"+name+"`") {
				t.Errorf("%s.%s is written as %q, which the description does not have", of.Name(), of.Field(i).Name,
					name)
			}
		}
	}
}

// FuzzFile: a file of boards/ is read without error into a board that is written and read back equal.
func FuzzFile(f *testing.F) {
	b := Board{BoardHead: db.BoardHead{Ref: strings.Repeat("ab", 16), Version: 3, CreatedAt: now, ChangedAt: now},
		Name: "Harbour", Settings: Settings{Seed: new(int64(1))}}
	b.AddLines([]string{"a", "b"})
	b.SetSeam(0, Continue)
	data, err := b.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"viviscope_board":1,"ref":"` + b.Ref + `","version":1,"created":"2026-01-01T00:00:00Z","changed":"2026-01-01T00:00:00Z",
		"frames":[{"id":"00000001","from":"00000002"},{"id":"00000002","from":"00000001"},{"id":"00000001"}],"shots":[{"id":"00000001"},{"id":"0000000a","first":"x","continue":true}]}`))
	f.Add([]byte(`{"viviscope_board":1,"ref":"` + b.Ref +
		`","version":1,"created":"1826-01-01T00:00:00Z","changed":"2026-01-01T00:00:00Z"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parseFile(data)
		if err != nil {
			return
		}
		check(t, b)
		once, err := b.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseFile(once)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := again.encode(); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s\n%s\n%v", once, twice, err)
		}
		if name := fileName(b.Name, b.Ref); filepath.Dir(name) != folder.Boards || !filepath.IsLocal(name) ||
			len(filepath.Base(name)) > 200 {
			t.Fatalf("the path is %q", name)
		}
	})
}

// BenchmarkRead opens a board of 200 shots with three takes each; the limit is 150 ms, with the state of every
// card.
func BenchmarkRead(b *testing.B) {
	l := newStore(b)
	board := Board{Name: "Long", BoardHead: db.BoardHead{ProfileID: l.profile.ID}}
	for i := range 200 {
		board.AddLines([]string{fmt.Sprint("The boats turn for home in a loose line, take ", i)})
	}
	board, err := l.New(b.Context(), board)
	if err != nil {
		b.Fatal(err)
	}
	var jobs []db.Job
	for _, s := range board.Shots {
		for range 3 {
			jobs = append(jobs, db.Job{ProfileID: l.profile.ID, Kind: db.TextToVideo, State: db.Saved, Board: board.Ref,
				Shot: s.ID, Prompt: s.Prompt, Currency: "CNY",
				Request: []byte(`{"model":"clip","prompt":"boats","seconds":5,"input_reference":["https://x.example/1.png","https://x.example/2.png"]}`)})
		}
	}
	if jobs, err = dbtest.InsertJobs(b.Context(), l.Library, jobs...); err != nil {
		b.Fatal(err)
	}
	for _, j := range jobs {
		if _, err := l.Change(b.Context(), j.ID, func(c *db.Change) error {
			c.Append(db.Entry{Kind: db.Charge, AmountMicros: new(int64(2_800_000))})
			c.Add(db.Asset{Kind: db.Clip, Path: "files/" + j.Ref + ".mp4", SHA256: strings.Repeat("a", 64)})
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		v := l.read(b, board.Ref)
		for _, c := range v.Strip() {
			v.State(c.ID, now)
		}
	}
	// The short form runs under the race detector, beside other tests: its time means nothing.
	if each := b.Elapsed() / time.Duration(b.N); !testing.Short() && each > 150*time.Millisecond {
		b.Errorf("%s for each", each)
	}
}
