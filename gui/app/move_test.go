package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/adrg/xdg"

	"viviscope/client/order/upload"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/backend"
	"viviscope/gui/dnd"
)

// configIn keeps what a test remembers in a folder of its own.
func configIn(t *testing.T) {
	t.Helper()
	before := xdg.ConfigHome
	xdg.ConfigHome = t.TempDir()
	t.Cleanup(func() { xdg.ConfigHome = before })
}

// libraryIn makes a library with a profile, and closes it.
func libraryIn(t *testing.T, dir string) (kept db.Profile) {
	t.Helper()
	lib, err := db.Open(t.Context(), dir, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	kept, err = lib.SaveProfile(t.Context(),
		db.Profile{Name: "Studio", BaseURL: "https://api.example.com", Currency: "CNY", Saved: true})
	if err := errors.Join(err, lib.Close()); err != nil {
		t.Fatal(err)
	}
	return kept
}

// A chosen folder is a library or empty, or the folder for one is in it.
func TestAChosenFolderIsALibraryOrEmpty(t *testing.T) {
	empty, full, parent, taken, library := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	for _, p := range []string{filepath.Join(full, "x"), filepath.Join(taken, "films", "x"),
		filepath.Join(library, "viviscope.db"),
		filepath.Join(parent, "films", "viviscope.db")} {
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for chosen, want := range map[string]choice{empty: {empty, false}, full: {filepath.Join(full, "films"), false},
		library: {library, true},
		parent:  {filepath.Join(parent, "films"), true}} {
		if got, err := chosenFolder(chosen, "films"); err != nil || got != want {
			t.Errorf("%s: %+v, %v", chosen, got, err)
		}
	}
	if _, err := chosenFolder(taken, "films"); !errors.Is(err, errOtherUse) {
		t.Errorf("taken: %v", err)
	}
	if _, err := chosenFolder(filepath.Join(empty, "gone"), "films"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("gone: %v", err)
	}
}

// A library that was moved by hand is missed, and chosen where it is. No new one is made in its old place.
func TestALibraryThatWasMovedByHandIsChosen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "films")
	kept := libraryIn(t, dir)
	p := startOn(t, "")
	if err := backend.WriteFolder(backend.FolderFile(), dir); err != nil {
		t.Fatal(err)
	}
	to, other := t.TempDir(), t.TempDir()
	if err := os.Rename(dir, filepath.Join(to, "films")); err != nil {
		t.Fatal(err)
	}
	p.load()
	ways := apptest.Buttons(p.window.Content())
	if p.state.Load() != recovering || !errors.Is(p.failure, errMissing) || ways["Choose the folder…"] == nil ||
		!p.says(dir) {
		t.Fatalf("state %d, %v: %q", p.state.Load(), p.failure, apptest.Texts(p.window.Content()))
	}
	if _, err := os.Stat(dir); err == nil {
		t.Fatal("a new library was made")
	}
	s := p.showMissing(dir)
	s.chosen(dir, other, true)
	p.opening.Wait()
	if !p.says("There is no library in that folder") {
		t.Fatalf("an empty folder: %q", apptest.Texts(p.window.Content()))
	}
	p.enter(ending) // the window is not filled
	p.startIn(dir, filepath.Join(to, "films"))
	p.opening.Wait()
	if p.failure != nil || p.Library.Dir() != filepath.Join(to, "films") {
		t.Fatalf("opened %v, %v", p.Library, p.failure)
	}
	if got, err := p.Library.Profile(t.Context(), kept.ID); err != nil || got.Name != "Studio" {
		t.Errorf("%+v, %v", got, err)
	}
}

// The folder of the first library is remembered, so that it is missed when it is gone; a folder that the command line
// names is not.
func TestTheFirstFolderIsRemembered(t *testing.T) {
	for name, named := range map[string]bool{"first start": false, "named": true} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "library")
			p := startOn(t, dir)
			if !named {
				pictures := xdg.UserDirs.Pictures
				t.Cleanup(func() { xdg.UserDirs.Pictures = pictures })
				xdg.UserDirs.Pictures, p.options.LibraryDir = filepath.Dir(dir), ""
				dir = filepath.Join(filepath.Dir(dir), "Viviscope")
			}
			p.enter(ending) // the window is not filled
			p.load()
			if p.failure != nil {
				t.Fatal(p.failure)
			}
			if got, err := backend.ReadFolder(backend.FolderFile()); err != nil || (got == dir) == named {
				t.Errorf("remembered %q, %v", got, err)
			}
		})
	}
}

// What a move by an earlier version left, because it was interrupted behind its last step, is reported at the next
// start, once.
func TestTheOldFolderOfAMoveThatWasCutIsSaid(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	old := t.TempDir()
	if err := s.p.device.change(func(v *deviceValues) {
		v.Moved = movedFolder{From: old, To: s.p.Library.Dir()}
	}); err != nil {
		t.Fatal(err)
	}
	s.p.sayOldFolder()
	if !s.says("You can delete " + old) {
		t.Errorf("says %q", apptest.Texts(s.front()))
	}
	if kept := s.p.device.get().Moved; kept != (movedFolder{}) {
		t.Errorf("it would be said again: %+v", kept)
	}
}

// After a crash of an earlier version between a rename and its last step the library is found, and remembered.
func TestAMoveThatACrashCutIsCompleted(t *testing.T) {
	configIn(t)
	from, to := filepath.Join(t.TempDir(), "old"), filepath.Join(t.TempDir(), "new")
	libraryIn(t, to)
	note, err := json.Marshal(map[string]string{"from": from, "to": to})
	if err := errors.Join(err, os.WriteFile(from+".moved-to", note, 0o600)); err != nil {
		t.Fatal(err)
	}
	p := &program{options: Options{Log: quiet(), LibraryDir: from}}
	if got, missing := p.folder(); got != to || missing || p.options.LibraryDir != to {
		t.Errorf("found in %s", got)
	}
	if kept, err := backend.ReadFolder(backend.FolderFile()); err != nil || kept != to {
		t.Errorf("remembered %q, %v", kept, err)
	}
}

// Another library is opened at the next start, and the open one stays.
func TestAnotherFolderIsUsedAtTheNextStart(t *testing.T) {
	s := newSpending(t, func(*db.Profile) {}, func(*spending) {})
	now, to := s.p.Library.Dir(), filepath.Join(t.TempDir(), "new")
	s.p.showFolderQuestion(choice{dir: now, library: true})
	if s.p.window.Canvas().Overlays().Top() != nil {
		t.Fatal("it asks for the library that is open")
	}
	s.p.showFolderQuestion(choice{dir: to})
	s.press("Use the folder")
	s.until("the notice", func() bool { return s.says("The library changes at the next start.") })
	if kept, err := backend.ReadFolder(backend.FolderFile()); err != nil || kept != to ||
		s.p.options.LibraryDir != to || s.p.Library.Dir() != now {
		t.Errorf("the next start opens %q (%v), this one has %s", kept, err, s.p.Library.Dir())
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

// Folders and several files are imported over the gallery; everything else, and everything elsewhere, is the
// composer's.
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
		d := drops{Target: composer, boards: func() bool { return false }, gallery: func() bool {
			return c.gallery
		}, take: func(paths []string) { taken += len(paths) }, create: func() { front = true }}
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
	d := drops{Target: composer, boards: func() bool { return false }, gallery: func() bool {
		return false
	}, create: func() {}, failed: func(error) { reported++ }}
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
	l := &pictures{Library: upload.Library{Library: lib}}
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
	a, b, broken, film := file("a.png", pngs.Bytes()), file("b.jpg", jpegs.Bytes()), file("c.png", []byte("x")),
		file("d.mp4", []byte("x"))
	if got := pictureFlavours([]string{a}); !bytes.Equal(got["image/png"], pngs.Bytes()) || len(got) != 1 {
		t.Errorf("PNG: %d flavours", len(got))
	}
	got := pictureFlavours([]string{b})
	if c, err := png.DecodeConfig(bytes.NewReader(got["image/png"])); err != nil || c.Width != 4 ||
		!bytes.Equal(got["image/jpeg"], jpegs.Bytes()) {
		t.Errorf("JPEG: %+v, %v", c, err)
	}
	for _, paths := range [][]string{{a, b}, {film}, {filepath.Join(dir, "gone.png")}, {broken}} {
		if got := pictureFlavours(paths); len(got) != 0 {
			t.Errorf("%v: %d flavours", paths, len(got))
		}
	}
}

// A folder of anybody with a subfolder "files" is no library.
func TestAFolderOfFilesIsNoLibrary(t *testing.T) {
	parent := t.TempDir()
	libraryIn(t, filepath.Join(parent, "films"))
	if err := os.MkdirAll(filepath.Join(parent, "files"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := chosenFolder(parent, "films"); err != nil || got != (choice{filepath.Join(parent, "films"), true}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// The folder of a disk that is not mounted stays as an empty one.
func TestALibraryOfAnUnmountedDiskIsMissed(t *testing.T) {
	dir := t.TempDir()
	libraryIn(t, dir)
	p := startOn(t, "")
	if err := backend.WriteFolder(backend.FolderFile(), dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, filepath.Join(t.TempDir(), "disk")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	p.load()
	if _, err := os.Stat(filepath.Join(dir, "viviscope.db")); p.failure == nil || err == nil {
		t.Errorf("failure %v; a new library: %v", p.failure, err == nil)
	}
}
