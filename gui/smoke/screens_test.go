package smoke

import (
	"bytes"
	"errors"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"viviscope/db"
)

// Every screen in dark and light, at two sizes, in English, in Chinese, and in German with the largest text, which is
// the longest: for looking at, and for the README. Only `make screenshots` asks for them.
func TestScreensForLooking(t *testing.T) {
	if os.Getenv("VIVISCOPE_SCREENS") == "" {
		t.Skip("pictures for looking at: run `make screenshots`")
	}
	dir := filepath.Join(shots(t), "screens")
	lib := library{t: t, dir: filepath.Join(t.TempDir(), "library")}
	made := false
	for _, size := range []struct {
		name         string
		width, heigh int
	}{{"1440x900", 1440, 900}, {"1120x720", 1120, 720}} {
		for _, language := range []string{"en", "zh-CN", "de"} {
			into := filepath.Join(dir, size.name+"-"+language)
			if err := os.MkdirAll(into, 0o755); err != nil {
				t.Fatal(err)
			}
			s := startScreen(t, size.width, size.heigh, into)
			if !made {
				p := start(t, s.env(), "-library", lib.dir, "-sandbox-seconds", "4", "-language", language)
				s.window(title)
				s.moveAway()
				s.shot("welcome")
				s.keys("Return")
				s.shot("create-empty")
				fill(s, lib)
				p.quit()
				made = true
			}
			for _, look := range []string{"dark", "light"} {
				lib.setLook(look)
				p := start(t, s.env(), "-library", lib.dir, "-sandbox-seconds", "4", "-language", language)
				s.window(title)
				s.moveAway()
				if language == "de" {
					s.keys("ctrl+equal", "ctrl+equal", "ctrl+equal", "ctrl+equal")
				}
				s.keys("ctrl+1")
				var last *image.RGBA // of the screen before
				for _, screen := range []struct {
					name        string
					there, back []string
				}{
					{"create", []string{"ctrl+shift+1"}, nil},
					{"frames", []string{"ctrl+shift+2"}, nil},
					{"image", []string{"ctrl+shift+3"}, nil},
					{"canvas", []string{"ctrl+4", "Home", "e"}, []string{"ctrl+shift+1"}},
					{"queue", []string{"ctrl+3"}, nil},
					{"gallery", []string{"ctrl+4", "Home"}, nil},
					{"viewer", []string{"ctrl+4", "End", "Return"}, []string{"Escape"}},
					{"costs", []string{"ctrl+5"}, nil},
					{"boards", []string{"ctrl+2"}, nil},
					{"settings", []string{"ctrl+comma"}, nil},
					{"commands", []string{"ctrl+k"}, []string{"Escape"}},
					{"keys", []string{"F1"}, []string{"Escape"}},
					{"guide", []string{"ctrl+F1"}, []string{"Escape"}},
				} {
					// what reads first has no one to take the next key yet
					for _, key := range screen.there[:len(screen.there)-1] {
						s.keys(key)
						s.shot("settling")
					}
					s.keys(screen.there[len(screen.there)-1])
					// the rail of a smaller window has no words beside which it could be read
					if slices.Contains(places, screen.name) && size.width == 1440 && language != "de" {
						s.shotOf(screen.name, look)
					}
					img := s.shot(screen.name + "-" + look)
					for try := 0; last != nil && bytes.Equal(img.Pix, last.Pix) && try < 5; try++ {
						img = s.shot(screen.name + "-" + look)
					}
					if last != nil && bytes.Equal(img.Pix, last.Pix) {
						t.Errorf("%s %s in %s at %s shows what was there before", language, screen.name, look,
							size.name)
					}
					last = img
					if len(screen.back) > 0 {
						s.keys(screen.back...)
					}
				}
				if language == "de" {
					s.keys("ctrl+0")
				}
				p.quit()
			}
		}
	}
}

// setLook stores the look of the window, while no program has the library open.
func (l library) setLook(look string) {
	l.t.Helper()
	lib, err := db.Open(l.t.Context(), l.dir, db.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	if err := errors.Join(lib.SetSetting(l.t.Context(), "look", look), lib.Close()); err != nil {
		l.t.Fatal(err)
	}
}

// The pictures of the README are what their names say: what each shows was written down when it was taken, and is seen
// in it.
func TestPicturesAreWhatTheirNamesSay(t *testing.T) {
	dir := filepath.Join("..", "..", "resources", "screenshots")
	noted, err := os.ReadFile(filepath.Join(dir, "shown.txt"))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".png")
		shown := shows(picture(t, file))
		if !strings.Contains("\n"+string(noted), "\n"+name+": "+shown+"\n") {
			t.Errorf("%s shows %q, which is not what shown.txt says", name, shown)
		}
		place, look, _ := strings.Cut(name, "-")
		if slices.Contains(places, place) && shown != place+" "+look && name != "create-zh-CN" {
			t.Errorf("%s shows %q", name, shown)
		}
		if name == "create-zh-CN" && shown != "create dark" {
			t.Errorf("%s shows %q", name, shown)
		}
	}
	for _, used := range regexp.MustCompile(`resources/screenshots/([\w-]+)\.png`).FindAllStringSubmatch(string(readme),
		-1) {
		if !slices.Contains(files, filepath.Join(dir, used[1]+".png")) {
			t.Errorf("the README shows %s, which is not there", used[1])
		}
	}
}

// fill makes clips and a picture, so that no screen is empty. The newest is the picture, the oldest a clip.
func fill(s *screen, lib library) {
	s.t.Helper()
	n := 0
	for _, prompt := range []string{"Aurora over a still lake, the camera glides",
		"Mist between mountain ridges at dawn, a slow pan", "Waves at sunset, no wind"} {
		s.keys("ctrl+a")
		s.typed(prompt)
		s.keys("ctrl+Return")
		n++
		waitFor(s.t, "a committed job", func() bool { return len(lib.states()) == n })
		s.shot("create-sent")
	}
	waitFor(s.t, "the clips in the library", lib.saved(n))
	s.keys("ctrl+shift+3", "ctrl+l", "ctrl+a")
	s.typed("Desert dunes at sunset, the sun low")
	s.keys("ctrl+Return")
	n++
	waitFor(s.t, "the picture in the library", lib.saved(n))
}
