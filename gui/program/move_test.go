package program

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/adrg/xdg"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/backend"
	"viviscope/gui/compose"
	"viviscope/gui/dnd"
)

// configIn keeps what a test remembers in a folder of its own.
func configIn(t *testing.T) {
	t.Helper()
	before := xdg.ConfigHome
	xdg.ConfigHome = t.TempDir()
	t.Cleanup(func() { xdg.ConfigHome = before })
}

// closedLibrary is a library with a profile that nobody has open, a folder that it may move to, and a place to remember either.
func closedLibrary(t *testing.T) (from, to string, kept db.Profile) {
	t.Helper()
	configIn(t)
	from, to = filepath.Join(t.TempDir(), "old"), filepath.Join(t.TempDir(), "new")
	lib, err := db.Open(t.Context(), from, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	kept, err = lib.SaveProfile(t.Context(), db.Profile{Name: "Studio", BaseURL: "https://api.example.com", Currency: "CNY", Saved: true})
	if err := errors.Join(err, lib.Close()); err != nil {
		t.Fatal(err)
	}
	return from, to, kept
}

func TestAMoveGoesToAnEmptyFolder(t *testing.T) {
	from := filepath.Join(t.TempDir(), "Viviscope")
	empty, full, taken, library := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	for _, p := range []string{filepath.Join(full, "x"), filepath.Join(taken, "Viviscope", "x"), filepath.Join(library, "viviscope.db")} {
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	plan := movePlan{from: from}
	for chosen, want := range map[string]string{empty: empty, full: filepath.Join(full, "Viviscope"), library: library} {
		plan, err := planMove(plan, chosen)
		if err != nil || plan.to != want || plan.library != (chosen == library) {
			t.Errorf("%s: %+v, %v", chosen, plan, err)
		}
	}
	if _, err := planMove(plan, taken); !errors.Is(err, db.ErrOccupied) {
		t.Errorf("taken: %v", err)
	}
	for _, own := range []string{from, filepath.Join(from, "files")} {
		if _, err := planMove(plan, own); err == nil || !strings.Contains(err.Error(), "inside the library") {
			t.Errorf("into itself: %v", err)
		}
	}
	if _, err := planMove(plan, filepath.Join(empty, "gone")); err == nil {
		t.Error("a folder that is gone")
	}
}

func TestAMoveIsExplained(t *testing.T) {
	for want, plan := range map[string]movePlan{
		"Libraries cannot be merged":                 {library: true},
		"1 request is waiting for its answer":        {sending: 1},
		"2 requests are waiting for their answers":   {sending: 2},
		"12.4 GB of clips and pictures; 211 GB free": {bytes: 12_400_000_000, free: 211_000_000_000, freeKnown: true},
		"not enough space and nothing will be moved": {bytes: 10, free: 5, freeKnown: true},
		"Use the new folder there from now on":       {named: true},
	} {
		title, words := moveWords(plan)
		if all := title + " " + strings.Join(words, " "); !strings.Contains(all, want) || plan.sending > 0 != strings.Contains(all, "cannot be moved now") {
			t.Errorf("%+v: %q", plan, all)
		}
	}
}

// A library that moves is closed before, opens at its new place with all it had, and is found there at the next start.
func TestALibraryMovesAndIsFoundAgain(t *testing.T) {
	from, to, kept := closedLibrary(t)
	if err := backend.WriteFolder(backend.FolderFile(), from); err != nil {
		t.Fatal(err)
	}
	p := &program{options: Options{Log: quiet()}, device: &deviceSettings{file: filepath.Join(t.TempDir(), "program.json")}}
	if got := p.folder(); got != from {
		t.Fatalf("before: %s", got)
	}
	if err := p.moveClosed(t.Context(), from, to, db.Move{}); err != nil {
		t.Fatal(err)
	}
	if got := p.folder(); got != to {
		t.Errorf("after: %s", got)
	}
	if _, err := os.Stat(from); !errors.Is(err, os.ErrNotExist) || p.device.get().Moved != (movedFolder{}) {
		t.Errorf("the old folder is there: %v; of the move is kept: %+v", err, p.device.get().Moved)
	}
	again, err := db.Open(t.Context(), p.folder(), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got, err := again.Profile(t.Context(), kept.ID); err != nil || got.Name != "Studio" {
		t.Errorf("%+v, %v", got, err)
	}
}

// What a move leaves that is cut off behind the switch is said at the next start, once.
func TestTheOldFolderOfAMoveThatWasCutIsSaid(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	old := t.TempDir()
	s.p.setMoved(movedFolder{From: old, To: s.p.Library.Dir()})
	if s.p.sayOldFolder(); !s.says("You can delete " + old) {
		t.Errorf("says %q", apptest.Words(s.front()))
	}
	if kept := s.p.device.get().Moved; kept != (movedFolder{}) {
		t.Errorf("it would be said again: %+v", kept)
	}
}

// Where the new place cannot be remembered the library stays where it was, and is found there.
func TestAMoveThatCannotBeRememberedIsNone(t *testing.T) {
	from, to, _ := closedLibrary(t)
	if err := os.WriteFile(filepath.Join(xdg.ConfigHome, "viviscope"), nil, 0o600); err != nil { // no folder can be there
		t.Fatal(err)
	}
	p := &program{options: Options{Log: quiet(), LibraryDir: from}}
	if err := p.moveClosed(t.Context(), from, to, db.Move{}); err == nil {
		t.Error("moved without a word on where to")
	}
	if got := p.folder(); got != from {
		t.Errorf("found in %s", got)
	}
	again, err := db.Open(t.Context(), from, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// After a crash between the rename and the switch the library is found, and remembered.
func TestAMoveThatACrashCutIsCompleted(t *testing.T) {
	from, to, _ := closedLibrary(t)
	crash := errors.New("crash")
	var note []byte
	err := db.MoveLibrary(t.Context(), from, to, db.Move{Switch: func() (err error) {
		note, err = os.ReadFile(from + ".moved-to")
		return errors.Join(crash, err)
	}})
	if !errors.Is(err, crash) {
		t.Fatal(err)
	}
	// As a kill at that moment would have left it.
	if err := errors.Join(os.Rename(from, to), os.WriteFile(from+".moved-to", note, 0o600)); err != nil {
		t.Fatal(err)
	}
	p := &program{options: Options{Log: quiet(), LibraryDir: from}}
	if got := p.folder(); got != to || p.options.LibraryDir != to {
		t.Errorf("found in %s", got)
	}
	if kept, err := backend.ReadFolder(backend.FolderFile()); err != nil || kept != to {
		t.Errorf("remembered %q, %v", kept, err)
	}
}

func TestWhatIsRememberedIsAFolderOrNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "folder")
	if got, err := backend.ReadFolder(file); got != "" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	dir := filepath.Join(t.TempDir(), "with blanks 纸船")
	if err := errors.Join(backend.WriteFolder(file, "/first"), backend.WriteFolder(file, dir)); err != nil {
		t.Fatal(err)
	}
	if got, err := backend.ReadFolder(file); got != dir || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{"", "\n", "relative/path", "/a\x00b"} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := backend.ReadFolder(file); got != "" {
			t.Errorf("%q became %q", bad, got)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("beside it: %v, %v", left, err)
	}
}

// over notes what comes to the composer.
type over struct{ got int }

func (o *over) Over(fyne.Position, dnd.Offer) (bool, string) { o.got++; return true, "" }
func (o *over) Leave()                                       {}
func (o *over) Dropped(dnd.Drop)                             { o.got++ }

// Folders and several files are imported over the gallery; everything else, and everything elsewhere, is the composer's.
func TestDropsOverTheGalleryAreImported(t *testing.T) {
	for name, c := range map[string]struct {
		gallery  bool
		files    []string
		links    []string
		imported bool
	}{
		"a folder":                    {true, []string{"/a/holiday"}, nil, true},
		"files":                       {true, []string{"/a/1.png", "/a/2.mp4"}, nil, true},
		"a file":                      {true, []string{"/a/1.png"}, nil, false},
		"a folder on Create":          {false, []string{"/a/holiday"}, nil, false},
		"files on Create":             {false, []string{"/a/1.png", "/a/2.mp4"}, nil, false},
		"a link":                      {true, nil, []string{"https://example.com/a.png"}, false},
		"link files, which are links": {true, []string{"/a/1.url", "/a/2.url"}, nil, false},
	} {
		composer, taken, front := &over{}, 0, false
		d := drops{Target: composer, gallery: func() bool { return c.gallery }, take: func(paths []string) { taken += len(paths) }, create: func() { front = true }}
		if took, _ := d.Over(fyne.Position{}, dnd.Offer{Kind: dnd.KindFile, Files: c.files, Links: c.links}); !took {
			t.Errorf("%s: refused", name)
		}
		d.Dropped(dnd.Drop{Files: c.files, Links: c.links})
		if (taken > 0) != c.imported || (composer.got == 2) == c.imported || front == c.imported {
			t.Errorf("%s: %d imported, %d to the composer", name, taken, composer.got)
		}
	}
}

// A picture that could not be saved is reported, and what came beside it arrives.
func TestPictureThatWasNotSavedIsReported(t *testing.T) {
	composer, reported := &over{}, 0
	d := drops{Target: composer, gallery: func() bool { return false }, create: func() {}, failed: func(error) { reported++ }}
	d.Dropped(dnd.Drop{Failed: errors.New("the disk is full")})
	if reported != 1 || composer.got != 0 {
		t.Errorf("alone: %d reported, %d to the composer", reported, composer.got)
	}
	d.Dropped(dnd.Drop{Failed: errors.New("the disk is full"), Links: []string{"https://a.example/"}})
	if reported != 2 || composer.got != 1 {
		t.Errorf("with a link: %d reported, %d to the composer", reported, composer.got)
	}
}

// A pasted picture is kept by its content; what the service does not take becomes a PNG.
func TestPicturesWithoutFilesAreKept(t *testing.T) {
	dir := t.TempDir()
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	p := &program{opened: opened{Backend: &backend.Backend{Library: lib}}}
	var gifs, pngs bytes.Buffer
	im := image.NewPaletted(image.Rect(0, 0, 4, 3), color.Palette{color.White, color.Black})
	if err := errors.Join(gif.Encode(&gifs, im, nil), png.Encode(&pngs, im)); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"GIF": gifs.Bytes(), "PNG": pngs.Bytes()} {
		path, err := p.keepPicture(data)
		if err != nil || filepath.Ext(path) != ".png" || filepath.Dir(path) != filepath.Join(dir, "inputs") {
			t.Fatalf("%s: %q, %v", name, path, err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if c, err := png.DecodeConfig(f); err != nil || c.Width != 4 || c.Height != 3 {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	if path, err := p.keepPicture([]byte("GIF8 and no more")); err == nil {
		t.Errorf("a damaged picture became %q", path)
	}
}

func TestWhatIsTheLibrarysOwnFile(t *testing.T) {
	dir := t.TempDir()
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	l := &pictures{LibraryPictures: compose.LibraryPictures{Library: lib}}
	for path, want := range map[string]bool{
		filepath.Join(dir, "files", "2026", "11", "a.png"): true,
		filepath.Join(dir, "viviscope.db"):                 false,
		filepath.Join(dir, "files"):                        false,
		filepath.Join(dir, "files", "..", "x.png"):         false,
		dir + "files/a.png":                                false,
		"relative.png":                                     false,
	} {
		if got := l.Owns(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// A copied picture is on the clipboard with its bytes, as a PNG for programs that take no other, and a clip without.
func TestCopiedPictureIsOfferedAsBytes(t *testing.T) {
	dir := t.TempDir()
	var pngs, jpegs bytes.Buffer
	im := image.NewRGBA(image.Rect(0, 0, 4, 3))
	if err := errors.Join(png.Encode(&pngs, im), jpeg.Encode(&jpegs, im, nil)); err != nil {
		t.Fatal(err)
	}
	file := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b, broken, film := file("a.png", pngs.Bytes()), file("b.jpg", jpegs.Bytes()), file("c.png", []byte("x")), file("d.mp4", []byte("x"))
	if got := pictureFlavours([]string{a}); !bytes.Equal(got["image/png"], pngs.Bytes()) || len(got) != 1 {
		t.Errorf("PNG: %d flavours", len(got))
	}
	got := pictureFlavours([]string{b})
	if c, err := png.DecodeConfig(bytes.NewReader(got["image/png"])); err != nil || c.Width != 4 || !bytes.Equal(got["image/jpeg"], jpegs.Bytes()) {
		t.Errorf("JPEG: %+v, %v", c, err)
	}
	for _, paths := range [][]string{{a, b}, {film}, {filepath.Join(dir, "gone.png")}, {broken}} {
		if got := pictureFlavours(paths); len(got) != 0 {
			t.Errorf("%v: %d flavours", paths, len(got))
		}
	}
}
