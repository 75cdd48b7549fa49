package db

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"viviscope/db/folder"
	"viviscope/db/search"
)

func imported(t *testing.T, l *Library, name, content string, m ImportMeta) Asset {
	t.Helper()
	a, known, err := l.Import(t.Context(), name, strings.NewReader(content), m)
	if err != nil || known {
		t.Fatalf("%+v, %v, %v", a, known, err)
	}
	return a
}

func TestImport(t *testing.T) {
	l := newLibrary(t)
	parent := newRef() + " " + newRef()
	a := imported(t, l, "/home/me/Über den Fluß.PNG", onePNG(),
		ImportMeta{Tags: []string{"night", "Coast", "night "}, Note: "mine", Starred: true, Parent: parent})
	want := Asset{ID: a.ID, Ref: a.Ref, Kind: Picture, Path: a.Path, MIME: "image/png", SHA256: a.SHA256,
		Bytes: int64(len(onePNG())), Width: 4, Height: 3,
		Name: "Über den Fluß.PNG", Parent: parent, Tags: []string{"Coast", "night"}, Note: "mine", Starred: true,
		CreatedAt: noon.UTC()}
	if d := cmp.Diff(want, a); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if !strings.HasPrefix(a.Path, "files/2026/11/2026-11-21 Über den Fluß [") || !strings.HasSuffix(a.Path, "].png") ||
		readFile(t, l, a.Path) != onePNG() {
		t.Errorf("it is at %s", a.Path)
	}
	if got, err := assetsOf(t.Context(), l,
		search.Filter{Text: "uber", Tags: []string{"coast"}, Origin: search.Imported}); err != nil || len(got) != 1 {
		t.Errorf("it is not found by its name: %v, %v", got, err)
	}
	again, known, err := l.Import(t.Context(), "copy.png", strings.NewReader(onePNG()), ImportMeta{})
	if err != nil || !known || !again.Equal(a) {
		t.Errorf("the same bytes became %+v, %v, %v", again, known, err)
	}
	if _, err := l.Trash(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	if back, known, err := l.Import(t.Context(), "copy.png", strings.NewReader(onePNG()), ImportMeta{}); err != nil ||
		!known || !back.TrashedAt.IsZero() {
		t.Errorf("it was not restored from the trash: %+v, %v, %v", back, known, err)
	}
	if left, err := l.FilesIn(t.Context(), folder.Incoming); err != nil || len(left) > 0 {
		t.Errorf("left in incoming: %v, %v", left, err)
	}
	after, _ := rebuilt(t, l)
	if got, err := after.AssetByRef(t.Context(), a.Ref); err != nil || !cmp.Equal(want.Tags, got.Tags) ||
		got.Name != want.Name || got.Parent != parent || got.Note != "mine" {
		t.Errorf("after a rebuild: %+v, %v", got, err)
	}
}

// An imported sidecar describes how the picture was made. It makes no job and no costs.
func TestImportReadsSidecar(t *testing.T) {
	there := newLibrary(t)
	j := newJob(t, there, videoJob(newProfile(t, there).ID, "boats"))
	m := madeBy(j, 0)
	m.Request = json.RawMessage(`{"model":"clip-3.0","prompt":"boats","seed":77}`)
	to := ingestMade(t, there, mp4Head+"x", m)
	side := readFile(t, there, folder.SidecarOf(to.Path))
	side = strings.Replace(side, `"ref"`, `"starred":true,"tags":["coast"],"ref"`, 1)

	l := newLibrary(t)
	a := imported(t, l, "boats.mp4", mp4Head+"x", ImportMeta{Sidecar: []byte(side), Tags: []string{"own"}})
	if a.Prompt != "boats" || a.Model != "clip-3.0" || orElse(a.Seed, 0) != 77 || !a.Starred ||
		!cmp.Equal(a.Tags, []string{"coast", "own"}) || a.JobID != 0 {
		t.Errorf("asset %+v", a)
	}
	sums := strings.Repeat("0f", 32) + " " + strings.Repeat("a1", 32)
	film := imported(t, l, "film.mp4", mp4Head+"film", ImportMeta{Parent: a.Ref + " " + a.Ref, ParentHashes: sums})
	taken := imported(t, there, "film.mp4", mp4Head+"film",
		ImportMeta{Sidecar: []byte(readFile(t, l, folder.SidecarOf(film.Path)))})
	if side, err := readSidecar(there.Folder, folder.SidecarOf(taken.Path)); err != nil ||
		taken.Parent != film.Parent || side.Import.ParentHashes != sums {
		t.Errorf("of a film that came with its sidecar: %+v, %v", side.Import, err)
	}
	recipe, ok := parseProvenance(a.Recipe)
	if !ok || !strings.Contains(string(recipe.Request), `"seed":77`) || len(recipe.Costs) > 0 || recipe.TaskID != "" ||
		recipe.Service != (ServiceRef{}) {
		t.Errorf("recipe %s", a.Recipe)
	}
	for _, lib := range []*Library{l, func() *Library { again, _ := rebuilt(t, l); return again }()} {
		jobs, err := lib.Jobs(t.Context(), JobFilter{})
		if err == nil && len(jobs) > 0 {
			t.Errorf("%d jobs", len(jobs))
		}
	}
}

func TestImportRefuses(t *testing.T) {
	l := newLibrary(t)
	for what, c := range map[string]struct {
		content, sidecar string
		want             error
	}{
		"nothing":                     {"", "", folder.ErrNoMedia},
		"a text":                      {"hello, this is no picture at all", "", folder.ErrNoMedia},
		"a picture that is cut short": {onePNG()[:20], "", folder.ErrNoMedia},
		"a sidecar that is none":      {onePNG(), "{", ErrSidecar},
		"another program's JSON":      {onePNG(), `{"ref":1}`, ErrSidecar},
		"another file's sidecar":      {onePNG(), `{"viviscope":1,"ref":"` + newRef() + `","sha256":"00"}`, ErrSidecar},
		"a crowded sidecar": {onePNG(), `{"viviscope":1,"ref":"` + newRef() + `","tags":[` +
			strings.Repeat(`"",`, 1<<20) + `""]}`, ErrSidecar},
		"an enormous sidecar": {onePNG(), strings.Repeat(" ", maxSidecar+1), ErrSidecar},
	} {
		m := ImportMeta{}
		if c.sidecar != "" {
			m.Sidecar = []byte(c.sidecar)
		}
		if a, _, err := l.Import(t.Context(), "x.png", strings.NewReader(c.content), m); !errors.Is(err, c.want) {
			t.Errorf("%s: %+v, %v", what, a, err)
		}
	}
	broken := errors.New("the cable is out")
	if _, _, err := l.Import(t.Context(), "x.png", io.MultiReader(strings.NewReader(onePNG()), failing{broken}),
		ImportMeta{}); !errors.Is(err, broken) {
		t.Errorf("a failing reader: %v", err)
	}
	if left, err := l.FilesIn(t.Context(), folder.Incoming, folder.Files); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// If a crash comes between storing a file and inserting its row, the next start inserts the row.
func TestInterruptedImportIsFinished(t *testing.T) {
	l := newLibrary(t)
	a := imported(t, l, "x.png", onePNG(), ImportMeta{Tags: []string{"coast"}, Prompt: "boats"})
	if _, err := l.writer.Exec("INSERT INTO landings SELECT ref, path, sha256, bytes, 1 FROM assets"); err != nil {
		t.Fatal(err)
	}
	if _, err := l.writer.Exec("DELETE FROM assets"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = openLibrary(t, l.Dir())
	l.background.Wait()
	got, err := l.AssetByRef(t.Context(), a.Ref)
	got.ID = a.ID
	if err != nil || !got.Equal(a) {
		t.Errorf("%v, -want +got:\n%s", err, cmp.Diff(a, got))
	}
}

// The metadata of the probe function is used, except the type, which the first bytes determine. A picture has its
// displayed size.
func TestImportUsesProber(t *testing.T) {
	o := testOptions()
	o.Probe = func(_ context.Context, kind AssetKind, p string) (Media, error) {
		if _, err := os.Stat(p); err != nil || kind == Picture {
			return Media{Width: 3, Height: 4}, err
		}
		if data, _ := os.ReadFile(p); strings.HasSuffix(string(data), "damaged") {
			return Media{}, errors.New("no moov box")
		}
		return Media{MIME: "text/html", Width: 1280, Height: 720, Seconds: 5.041, FPS: 24, HasAudio: true}, nil
	}
	l, err := Open(t.Context(), path.Join(t.TempDir(), "probed"), o)
	if err != nil {
		t.Fatal(err)
	}
	clip := imported(t, l, "x.mp4", mp4Head, ImportMeta{})
	if clip.MIME != "video/mp4" || clip.Width != 1280 || clip.Seconds != 5.041 || !clip.HasAudio || clip.Kind != Clip {
		t.Errorf("clip %+v", clip)
	}
	if a := imported(t, l, "x.png", onePNG(), ImportMeta{}); a.Width != 3 || a.Height != 4 || a.MIME != "image/png" {
		t.Errorf("picture %+v", a)
	}
	if _, _, err := l.Import(t.Context(), "y.mp4", strings.NewReader(mp4Head+"damaged"), ImportMeta{}); !errors.Is(err,
		folder.ErrNoMedia) {
		t.Errorf("a damaged clip: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Rebuild(t.Context(), l.Dir(), o); err != nil {
		t.Fatal(err)
	}
	if l, err = Open(t.Context(), l.Dir(), o); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if a, err := l.AssetByRef(t.Context(), clip.Ref); err != nil || a.Width != 1280 || a.Seconds != 5.041 ||
		!a.HasAudio {
		t.Errorf("after a rebuild: %+v, %v", a, err)
	}
}

// If a crash interrupts writing an import's sidecar, the next start removes the partial file.
func TestPartialSidecarIsRemoved(t *testing.T) {
	l := newLibrary(t)
	to := StoredFile{Path: "files/2026/11/Film [16d1].mp4", SHA256: strings.Repeat("a", 64), Bytes: 1}
	if err := errors.Join(l.MakeDir("files/2026/11"), l.recordPath(t.Context(), newRef(), to)); err != nil {
		t.Fatal(err)
	}
	part := folder.SidecarOf(to.Path) + ".part"
	if err := os.WriteFile(path.Join(l.Dir(), part), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := l.finishInterrupted(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := l.Sweep(t.Context()); err != nil || len(r.Files) > 0 {
		t.Errorf("%v, %v", r.Files, err)
	}
}
