package smoke

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"viviscope/db"
	"viviscope/db/cast"
)

// A board of six shots with two people and a place becomes a film with a final pass. Each keyframe that mentions
// somebody is sent with their pictures.
func TestACastStaysTheSameInEveryShot(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	env := append(s.env(), "HOME="+t.TempDir())
	for _, prompt := range []string{"a woman of forty in a yellow raincoat", "an old fisherman with a white beard",
		"a small stone harbour with one crane"} {
		lib.command(env, "generate", "-kind", "text_to_image", "-size", "1024x1024", "-prompt", prompt, "-wait")
	}
	refs := lib.column(`SELECT ref FROM assets ORDER BY id`)
	lib.cast(
		cast.Entry{Name: "Mara", Kind: cast.Person, Words: "a woman of forty, yellow raincoat", Pictures: refs[:1]},
		cast.Entry{Name: "Anton", Kind: cast.Person, Words: "an old fisherman, white beard", Pictures: refs[1:2]},
		cast.Entry{Name: "Harbour", Kind: cast.Place, Words: "a small stone harbour, one crane", Pictures: refs[2:]})
	prompts := []string{"@Mara waits at the @Harbour", "@Anton comes ashore", "@Mara greets @Anton at the @Harbour",
		"The open sea", "@Mara looks back", "@Anton mends a net", "The @Harbour at night"}
	lib.command(env, "board", "apply", castBoard(t, prompts))

	p := start(t, env, "-library", lib.dir, "-sandbox-seconds", "3")
	s.window(title)
	s.moveAway()
	s.keys("ctrl+2")
	s.shot("cast-boards")
	s.keys("Home", "Return")
	s.shot("cast-board")
	for _, n := range []int{3 + 7, 3 + 7 + 6, 3 + 7 + 6 + 6} { // pictures, drafts, finals
		s.keys("ctrl+Return")
		s.shot("cast-price")
		s.afterOpening()
		s.keys("ctrl+Return")
		waitFor(t, fmt.Sprint(n, " saved jobs"), lib.saved(n))
		s.rest("cast-made")
	}
	s.keys("Home")
	s.rest("board-cast")
	for i, prompt := range prompts {
		id := fmt.Sprintf("0a00000%d", i)
		sent := lib.column(`SELECT kind || ' ' || coalesce(inputs, '') || ' ' || coalesce(used_cast, '') FROM jobs
			WHERE shot = '` + id + `'`)
		for n, name := range []string{"@Mara", "@Anton", "@Harbour"} {
			has := len(sent) == 1 && strings.Contains(sent[0], refs[n])
			if has != strings.Contains(prompt, name) {
				t.Errorf("%q was sent as %q, the picture of %s is %s", prompt, sent, name, refs[n])
			}
		}
	}
	models := lib.column(`SELECT model FROM jobs WHERE shot LIKE '0b%' ORDER BY id`)
	if len(models) != 12 || slices.Contains(models[:6], "clip-3.0") || slices.Contains(models[6:], "clip-2.6") {
		t.Errorf("clips were made by %q", models)
	}
	s.keys("ctrl+j")
	s.shot("cast-film-sheet")
	s.afterOpening()
	s.keys("ctrl+Return")
	waitFor(t, "the film", func() bool { return len(lib.column(`SELECT id FROM assets WHERE kind = 'clip'`)) == 13 })
	finals := lib.column(`SELECT assets.ref FROM assets JOIN jobs ON jobs.id = job_id
		WHERE jobs.model = 'clip-3.0' ORDER BY jobs.shot`)
	film := lib.column(`SELECT parent FROM assets WHERE kind = 'clip' ORDER BY id DESC LIMIT 1`)
	if !slices.Equal(strings.Fields(film[0]), finals) {
		t.Errorf("the film is made of %q, the finals are %q", film, finals)
	}
	p.quit()
}

// command runs a command of the program in the library until it ends.
func (l library) command(env []string, args ...string) {
	l.t.Helper()
	p := start(l.t, env, append(args, "-library", l.dir, "-sandbox-seconds", "1")...)
	p.ended()
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		l.t.Fatalf("%q: exit code %d\n%s", args, code, p.output())
	}
}

// cast writes entries of the cast into the library, which no other process has open.
func (l library) cast(all ...cast.Entry) {
	l.t.Helper()
	open, err := db.Open(l.t.Context(), l.dir, db.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	for _, e := range all {
		if _, err := open.SaveCast(l.t.Context(), "", e); err != nil {
			l.t.Error(err)
		}
	}
	if err := open.Close(); err != nil {
		l.t.Error(err)
	}
}

// castBoard writes the document of a board with a keyframe for each prompt, and final settings.
func castBoard(t *testing.T, prompts []string) (path string) {
	t.Helper()
	var frames, shots []any
	for i, prompt := range prompts {
		frames = append(frames, map[string]any{"id": fmt.Sprintf("0a00000%d", i), "source": "describe",
			"prompt": prompt})
		if i > 0 {
			shots = append(shots, map[string]any{"id": fmt.Sprintf("0b00000%d", i), "prompt": prompts[i-1],
				"first": fmt.Sprintf("0a00000%d", i-1), "last": fmt.Sprintf("0a00000%d", i)})
		}
	}
	data, err := json.Marshal(map[string]any{"viviscope_board": 1, "name": "A day at the harbour", "frames": frames,
		"shots": shots, "settings": map[string]any{"size": "1536x864", "picture_model": "genimage-2.5-flare",
			"quality": "low", "model": "clip-2.6", "resolution": "720P", "seconds": 3,
			"final": map[string]any{"model": "clip-3.0", "resolution": "720P"}}})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "board.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
