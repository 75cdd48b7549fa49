package smoke

import (
	"database/sql"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/db/dbtest"
)

// Nobody needs a pointer: every place, a clip, a picture, an edit with a mark upon it, a search and a new price, by
// keys alone.
func TestEverythingIsReachedByTheKeyboard(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	p := start(t, s.env(), "-library", lib.dir, "-sandbox-seconds", "3")
	s.window(title)
	s.moveAway()
	welcome := s.shot("keyboard-welcome")
	s.keys("Return")
	create := s.shotOther(welcome, "keyboard-create")
	s.keys("ctrl+f") // the box has the keyboard though the gallery was never shown
	before := s.shotOther(create, "keyboard-search-first")
	s.typed("sea")
	s.shotOther(before, "keyboard-search-typed")
	s.keys("ctrl+a", "Delete", "ctrl+1", "ctrl+l")

	s.typed("Waves roll against a lighthouse")
	s.keys("ctrl+Return")
	waitFor(t, "a committed job", func() bool { return len(lib.states()) == 1 })

	versions := lib.column(`SELECT id FROM prices ORDER BY id`)
	s.keys("ctrl+5", "alt+v")
	// they are read when the place is shown for the first time
	s.waitFor("the prices", func() bool { return colours(s.part(image.Rect(1170, 295, 1420, 490))) > 8 })
	s.shot("keyboard-costs")
	s.keys("ctrl+a")
	s.typed("0.83")
	s.keys("ctrl+s")
	waitFor(t, "the new price", func() bool {
		after := lib.column(`SELECT id FROM prices ORDER BY id`)
		return len(after) == len(versions)+1
	})
	s.shot("keyboard-prices")

	waitFor(t, "the clip", lib.saved(1)) // what is made last is the first in the gallery
	s.keys("ctrl+1", "ctrl+shift+3", "ctrl+l", "ctrl+a")
	s.typed("A lantern on a quay")
	s.keys("ctrl+Return")
	waitFor(t, "the picture", lib.saved(2))

	s.keys("ctrl+4")
	s.shotWith("keyboard-gallery", firstTile)
	s.keys("Home", "e") // the newest is the picture
	s.shotWith("keyboard-canvas", canvas, strip)
	s.keys("alt+c", "r", "Return", "Right", "Right", "Return") // the box is drawn in the middle, moved and let go of
	s.shot("keyboard-marked")
	s.keys("ctrl+l", "ctrl+a")
	s.typed("Put a boat into the box")
	s.keys("ctrl+Return")
	waitFor(t, "the edit", lib.saved(3))
	if kinds := lib.asked(); kinds[2] != "edit_image" {
		t.Errorf("the last job is %s", kinds[2])
	}
	if marks := lib.column(`SELECT inputs FROM jobs ORDER BY id DESC LIMIT 1`); len(marks) != 1 ||
		!strings.Contains(marks[0], `"drawing"`) {
		t.Errorf("the edit was made of %q: the mark is missing", marks)
	}

	s.keys("ctrl+shift+1", "ctrl+f") // the search, from the composer
	s.typed("lighth")
	// where the second tile was
	s.waitFor("what was found alone", func() bool { return colours(s.part(image.Rect(520, 170, 600, 290))) < 10 })
	s.shot("keyboard-search")
	s.keys("Return", "Home", "s") // to what was found, and a star for it
	waitFor(t, "the star", func() bool {
		return slices.Equal(lib.column(`SELECT j.prompt FROM assets a JOIN jobs j ON j.id = a.job_id WHERE a.starred = 1`), []string{"Waves roll against a lighthouse"})
	})

	s.keys("ctrl+3")
	queue := s.shot("keyboard-queue")
	s.keys("ctrl+comma")
	settings := s.shotOther(queue, "keyboard-settings")
	s.keys("ctrl+k")
	s.typed("user guide")
	s.keys("Return")
	guide := s.shotOther(settings, "keyboard-guide")
	s.keys("Down")
	s.shotOther(guide, "keyboard-guide-next")    // it turns its pages
	s.keys("Escape", "ctrl+4", "Home", "Return") // the viewer
	s.shotWith("keyboard-viewer", canvas)
	s.keys("Escape", "ctrl+q")
	p.ended()
}

// Shift comes up while the sheet that its shortcut opened has the keyboard; it must not go on selecting afterwards.
func TestAShortcutThatOpensASheetLeavesNoShiftBehind(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	if err := dbtest.Rows(t.Context(), lib.dir, 40, dbtest.Options{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	p := start(t, s.env(), "-library", lib.dir)
	s.window(title)
	s.keys("ctrl+4")
	s.shot("shift-gallery")
	stars := func() []string { return lib.column(`SELECT id FROM assets WHERE starred = 1`) }
	const albums = 208 // px, the width of the list of albums, which stands left of the pictures in this library
	click := func() { s.click(firstTile.Min.Add(image.Pt(albums+60, 60))) }
	for _, step := range []struct {
		shortcut, back string
		then           func()
	}{
		{"ctrl+shift+i", "Escape", func() { s.keys("Right") }},
		{"ctrl+shift+i", "Escape", func() { s.keys("End") }},
		{"ctrl+shift+b", "Escape", func() { s.keys("ctrl+4"); click() }},
	} {
		s.keys("Home")
		before, was := s.shot("shift-before"), stars()
		s.keys(step.shortcut)
		s.shotOther(before, "shift-sheet")
		s.keys(step.back)
		s.shot("shift-back")
		step.then()
		s.keys("s")
		waitFor(t, "a star", func() bool { return !slices.Equal(stars(), was) })
		changed := 0
		for _, id := range append(stars(), was...) {
			if slices.Contains(was, id) != slices.Contains(stars(), id) {
				changed++
			}
		}
		if changed != 1 {
			t.Errorf("after %s: the star of %d items changed, want 1", step.shortcut, changed)
		}
		s.keys("ctrl+z")
		waitFor(t, "the star taken back", func() bool { return slices.Equal(stars(), was) })
	}
	p.quit()
}

// column reads one column of text.
func (l library) column(query string) (values []string) {
	l.t.Helper()
	l.query(func(d *sql.DB) error { return collect(d, &values, query) })
	return values
}

// moveAway puts the pointer where nothing is, so that no place can be reached by it.
func (s *screen) moveAway() {
	s.t.Helper()
	if out, err := s.command("xdotool", "mousemove", "1439", "899").CombinedOutput(); err != nil {
		s.t.Fatalf("move the pointer away: %v\n%s", err, out)
	}
}
