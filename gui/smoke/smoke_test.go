package smoke

import (
	"image"
	_ "image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// title is the window's name as the window manager sees it.
const title = "Viviscope"

func shots(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("VIVISCOPE_SMOKE")
	if dir == "" {
		t.Skip("a real window is needed: run `make smoke`")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The main job against a service in a process of its own: a prompt typed on the keyboard becomes a clip on disk,
// through a kill in the middle; then a picture. At the end the service, the library and the folder tell the same story.
func TestPromptBecomesClipThroughARestart(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	at := startService(t, 4)
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	env := append(s.env(), "VIVISCOPE_API_KEY="+at.key)
	args := []string{"-v", "-library", lib.dir, "-base-url", at.base} // at debug level: it writes most then

	p := start(t, env, args...)
	s.window(title)
	s.typed("The sea at sunset, a calm evening")
	s.shot("create-typed")
	s.keys("ctrl+Return")
	waitFor(t, "the task at the service", func() bool {
		states := lib.states()
		return len(states) == 1 && (states[0] == "in_progress" || states[0] == "queued")
	})
	s.shot("create-running")
	p.kill()
	outputs := []string{p.output()}

	p = start(t, env, args...)
	s.window(title)
	waitFor(t, "the clip in the library", lib.saved(1))
	s.shot("create-saved")

	clips := lib.files("clip")
	if len(clips) != 1 {
		t.Fatalf("clips in the library: %v", clips)
	}
	info := clip(t, clips[0])
	if info.Width != 1280 || info.Height != 720 || info.Seconds != 5 {
		t.Errorf("clip is %d x %d, %v s; asked for 1280 x 720, 5 s", info.Width, info.Height, info.Seconds)
	}
	if kinds := lib.kinds(); !slices.Equal(kinds, []string{"reserve", "charge"}) {
		t.Errorf("ledger of the library: %v", kinds)
	}
	if _, err := os.Stat(strings.TrimSuffix(clips[0], ".mp4") + ".json"); err != nil {
		t.Errorf("what made the clip is not beside it: %v", err)
	}
	var there []string
	tasks := map[string]bool{}
	for _, e := range at.ledger() {
		there = append(there, e.Kind)
		tasks[e.Task] = true
	}
	if len(tasks) != 1 || !slices.Equal(there, []string{"reserve", "charge"}) {
		t.Errorf("the service made %d tasks, with the ledger %v; one click is one task, one reserve, one charge",
			len(tasks), there)
	}

	s.keys("ctrl+shift+3") // text to image
	s.typed("Mountain ridges at golden hour")
	s.keys("ctrl+Return")
	waitFor(t, "the picture in the library", lib.saved(2))
	if pictures := lib.files("picture"); len(pictures) != 1 {
		t.Errorf("pictures in the library: %v", pictures)
	} else if w, h := pictureSize(t, pictures[0]); w == 0 || h == 0 {
		t.Errorf("picture is %d x %d", w, h)
	}
	if kinds := lib.kinds(); !slices.Equal(kinds, []string{"reserve", "charge", "charge"}) {
		t.Errorf("ledger of the library: %v", kinds)
	}
	p.quit()
	keepsSecrets(t, at.key, append(outputs, p.output()), lib.dir, s.config)
}

// A newcomer's first minute, without an account: the welcome, Enter, a prompt, a picture, and clips while it is used.
// Then every place, in dark and light. A clip is asked about after ten seconds at the earliest: what can be done
// meanwhile is done meanwhile.
func TestNewcomerStartsInTheSandbox(t *testing.T) {
	t.Parallel()
	s := startScreen(t, 1440, 900, shots(t))
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	p := start(t, s.env(), "-library", lib.dir, "-sandbox-seconds", "3")
	s.window(title)
	welcome := s.shot("welcome")
	s.keys("Return")
	s.shotOther(welcome, "create-empty")
	s.keys("ctrl+shift+3")
	s.typed("Desert dunes at sunset, the sun low")
	s.keys("ctrl+Return")
	waitFor(t, "the picture in the library", lib.saved(1))
	s.keys("ctrl+4")
	s.shotWith("gallery-first", firstTile)
	s.keys("Home", "f") // the only one; its link lives
	s.shotWith("frames-filled", firstSlot)
	s.typed("The camera glides over the dunes, the sun sinks")
	s.shot("frames-typed")
	s.keys("ctrl+Return", "ctrl+shift+1")
	prompts := []string{"Aurora over a still lake, the camera glides"}
	if os.Getenv("VIVISCOPE_SCREENS") != "" { // more to look at
		prompts = append(prompts, "Mist between mountain ridges at dawn, a slow pan", "Waves at sunset, no wind")
	}
	for i, prompt := range prompts {
		s.typed(prompt)
		s.keys("ctrl+Return")
		waitFor(t, "a committed job", func() bool { return len(lib.states()) == i+3 })
		s.shot("create-sent") // until the window says so too, a further press of the same keys is none
		s.keys("ctrl+a", "Delete")
	}
	s.typed("Lanterns rise over the river at night")
	if kinds, prompts := lib.asked(), lib.prompts(); kinds[1] != "frames_to_video" ||
		prompts[1] != "The camera glides over the dunes, the sun sinks" {
		t.Errorf("kinds of the jobs: %v, prompts %q", kinds, prompts)
	}
	n := len(lib.states())
	waitFor(t, "the clips in the library", lib.saved(n))
	s.keys("ctrl+4")
	s.shotWith("gallery-again", firstTile)
	s.keys("Home", "Return") // a clip, as large as the window
	s.shotWith("viewer-clip", canvas)
	s.keys("Escape", "End", "e") // the picture again, the oldest
	s.shotWith("edit-filled", canvas, strip)
	s.typed("Make it dusk")
	s.shot("edit-typed")
	s.keys("ctrl+Return")
	waitFor(t, "the edited picture", lib.saved(n+1))
	if kinds, prompts := lib.asked(), lib.prompts(); kinds[n] != "edit_image" || prompts[n] != "Make it dusk" {
		t.Errorf("kinds of the jobs: %v, prompts %q", kinds, prompts)
	}
	s.keys("ctrl+shift+1")
	for _, look := range []string{"dark", "light"} {
		s.keys("ctrl+k")
		s.typed(look + " colours")
		s.keys("Return")
		for i, place := range places {
			s.keys("ctrl+" + placeKeys[i])
			img := s.shotOf(place, look)
			if n := colours(img); n < 12 {
				t.Errorf("%s in %s shows only %d colours: it is not drawn", place, look, n)
			}
		}
	}
	p.quit()
}

func pictureSize(t testing.TB, path string) (w, h int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, _, err := image.DecodeConfig(f)
	if err != nil {
		t.Fatalf("picture %s: %v", filepath.Base(path), err)
	}
	return c.Width, c.Height
}
