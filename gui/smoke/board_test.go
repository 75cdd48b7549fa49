package smoke

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// Three shots, from an empty library to a film that is exported, without a pointer. Then the database is made anew of
// the files: board, takes and film are there.
func TestABoardBecomesAFilmByTheKeyboard(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	lib, home := library{t: t, dir: filepath.Join(t.TempDir(), "library")}, t.TempDir()
	p := start(t, append(s.env(), "HOME="+home), "-library", lib.dir, "-sandbox-seconds", "3")
	s.window(title)
	s.moveAway()
	welcome := s.shot("board-welcome")
	s.keys("Return")
	s.shotOther(welcome, "board-create")
	s.plan()
	s.make(lib)
	s.shot("board-dark")

	s.keys("ctrl+j")
	s.shot("board-film-sheet")
	s.afterOpening()
	s.keys("ctrl+Return")
	waitFor(t, "the film", func() bool { return len(lib.column(`SELECT id FROM assets WHERE kind = 'clip'`)) == 4 })
	s.rest("board-film-made")
	s.keys("Escape", "ctrl+shift+s")
	s.shot("board-export")
	s.keys("Return") // on the button of the export
	exported := func(name string) func() bool {
		return func() bool {
			found, err := filepath.Glob(filepath.Join(home, "*", name))
			return err == nil && len(found) == 1
		}
	}
	for _, name := range []string{"*.mp4", "*.otio", filepath.Join("clips", "shot-03.mp4")} {
		waitFor(t, name, exported(name))
	}
	s.shot("board-exported")
	s.keys("Escape", "ctrl+q")
	p.ended()

	told := lib.told()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(path, "rebuild", "-library", lib.dir).CombinedOutput(); err != nil {
		t.Fatalf("rebuild: %v\n%s", err, out)
	}
	p = start(t, append(s.env(), "HOME="+home), "-library", lib.dir)
	s.window(title)
	s.keys("ctrl+2", "Home", "Return")
	s.shot("board-rebuilt")
	if again := lib.told(); !slices.Equal(again, told) {
		t.Errorf("before the database was made anew:\n%q\nafter:\n%q", told, again)
	}
	p.quit()
}

// plan makes a board of three shots between four keyframes, all of them described.
func (s *screen) plan() {
	s.t.Helper()
	s.keys("ctrl+2")
	s.shot("board-list")
	s.keys("Return") // New board has the focus
	s.shot("board-new")
	s.typed("A day at the harbour")
	s.keys("ctrl+Return")
	s.shot("board-empty")
	s.keys("Return")
	s.typed("The harbour at dawn, fog on the water")
	// each new shot has the focus in its prompt
	s.keys("Escape", "Insert", "Escape", "Insert", "Escape", "Insert", "Escape", "Home")
	s.shot("board-shots")
	for _, words := range []string{"A boat leaves the quay", "The open sea at noon", "Gulls over the waves",
		"A lighthouse in the evening", "The lamp is lit", "Lanterns in the harbour at night"} {
		s.keys("Right", "Return")
		s.typed(words)
		s.keys("Escape")
	}
	s.shot("board-described")
}

// make makes the pictures and then the clips of the board in front, each with two presses of the keys: the first one
// shows the price.
func (s *screen) make(lib library) {
	s.t.Helper()
	for _, n := range []int{4, 7} {
		s.keys("ctrl+Return")
		s.shot("board-price")
		s.afterOpening()
		s.keys("ctrl+Return")
		waitFor(s.t, "what is missing on the board", lib.saved(n))
		s.rest("board-made") // what the button says next follows from all of them
	}
}

// told is what the library knows of its boards and their takes.
func (l library) told() []string {
	l.t.Helper()
	all := l.column(`SELECT ref || ' ' || name || ' ' || doc FROM boards ORDER BY ref`)
	all = append(all, l.column(`SELECT ref || ' ' || board || ' ' || shot FROM jobs ORDER BY ref`)...)
	return append(all, l.column(`SELECT ref || ' ' || path FROM assets ORDER BY ref`)...)
}
