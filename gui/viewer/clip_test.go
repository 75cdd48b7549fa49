package viewer

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/compare"
)

// Keys may come faster than the player reports frames. They act on the frame that the steps lead to.
func TestFastStepsAreCounted(t *testing.T) {
	r := newRoom(t, clip(1))
	r.open(0)
	r.plays(func(s *player.State) { s.Position, s.Paused = time.Second, true })
	r.key(fyne.KeyPeriod, fyne.KeyPeriod, fyne.KeyPeriod)
	r.plays(func(s *player.State) { s.Position = time.Second + time.Second/24 }) // of the first step
	r.heard()
	r.key(fyne.KeyO, fyne.KeyP)
	if diff := cmp.Diff([]string{"loop 0s 1.124999998s", "pause", "save1 1.124999998s"}, r.heard()); diff != "" {
		t.Error(diff)
	}
	r.plays(func(s *player.State) { s.Position = 1125 * time.Millisecond })
	r.plays(func(s *player.State) { s.Position = 5 * time.Second })
	r.key(fyne.KeyO)
	if diff := cmp.Diff([]string{"loop 0s 5s"}, r.heard()); diff != "" {
		t.Error(diff)
	}
}

func TestKeysOfAClip(t *testing.T) {
	r := newRoom(t, clip(1))
	r.open(0)
	r.plays(func(s *player.State) { s.Position = 4500 * time.Millisecond })
	for _, c := range []struct {
		key  fyne.KeyName
		want []string
	}{
		{fyne.KeySpace, []string{"toggle"}},
		{fyne.KeyK, []string{"toggle"}},
		{fyne.KeyJ, []string{"seek 0s"}},
		{fyne.KeyL, []string{"seek 9.5s"}},
		{fyne.KeyComma, []string{"step -1"}},
		{fyne.KeyPeriod, []string{"step 1"}},
		{fyne.KeyLeftBracket, []string{"seek 0s"}},
		{fyne.KeyRightBracket, []string{"frame 239"}},
		{fyne.KeyI, []string{"loop 4.5s 10s"}},
		{fyne.KeyO, []string{"loop 0s 4.5s"}},
		{fyne.KeyM, []string{"muted true"}},
		{fyne.KeyUp, []string{"muted false", "volume 85"}},
		{fyne.KeyDown, []string{"volume 80"}},
		{fyne.KeyPlus, []string{"speed 1.25"}},
		{fyne.KeyMinus, []string{"speed 1"}},
		{fyne.KeyP, []string{"pause", "save1 4.5s"}},
		{fyne.KeyE, []string{"pause", "edit frame1 4.5s"}},
		{fyne.KeyN, []string{"last frame1"}},
		{fyne.KeyS, []string{"star[1] true"}},
		{fyne.KeyT, []string{"tag[1]"}},
		{fyne.KeyA, []string{"album[1]"}},
		{fyne.KeyX, []string{"export[1]"}},
		{fyne.KeyU, []string{"reuse1 0"}},
	} {
		r.heard()
		r.key(c.key)
		if diff := cmp.Diff(c.want, r.heard()); diff != "" {
			t.Errorf("%s: %s", c.key, diff)
		}
	}
}

// A clip plays when it is opened. The next one plays if the one before was playing. In a comparison and with reduced
// motion nothing starts to play.
func TestAClipThatIsOpenedPlays(t *testing.T) {
	r := newRoom(t, clip(1), clip(2), clip(3))
	plays := func(what string, want bool, do func()) {
		t.Helper()
		r.heard()
		do()
		r.run()
		if got := slices.Contains(r.heard(), "play"); got != want {
			t.Errorf("%s: plays %v", what, got)
		}
	}
	plays("opened", true, func() { r.open(0) })
	r.plays(func(st *player.State) { st.Paused = false })
	plays("the next while one plays", true, func() { r.key(fyne.KeyRight) })
	r.plays(nil)
	plays("the next while one stands", false, func() { r.key(fyne.KeyRight) })
	plays("a pair", false, func() { r.s.OpenPair(r, r.assets[0], r.assets[1], 0) })
	if a := action.ByID(r.s.Actions(), "viewer/both/join"); !a.Can() {
		t.Error("two clips that are compared cannot be joined")
	} else if a.Do(); !slices.Contains(r.Told, "join[1 2]") && !slices.Contains(r.Told, "join[2 1]") {
		t.Errorf("%q", r.Told)
	}
	r.host.Still = true
	plays("with reduced motion", false, func() { r.open(0) })
}

func TestAClipThatIsNotThereYetTakesNothing(t *testing.T) {
	r := newRoom(t, clip(1))
	s := r.open(0)
	r.heard()
	r.key(fyne.KeySpace, fyne.KeyJ, fyne.KeyComma, fyne.KeyLeftBracket, fyne.KeyI, fyne.KeyP)
	s.clip.film.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	if got := r.heard(); len(got) > 0 {
		t.Errorf("it does %q", got)
	}
	if !s.clip.bar.play.Disabled() || !s.clip.bar.save.Disabled() {
		t.Error("its buttons are on")
	}
}

func TestTheTransportSaysWhereTheClipIs(t *testing.T) {
	r := newRoom(t, clip(1))
	s := r.open(0)
	r.plays(func(st *player.State) {
		st.Position, st.Paused = 4458*time.Millisecond, false
		st.Loop = player.Loop{On: true, From: 1200 * time.Millisecond, To: 8 * time.Second}
	})
	b := s.clip.bar
	got := []string{b.at.Text(), b.frame.Text(), b.loop.Text(), b.play.AccessibilityLabel()}
	if diff := cmp.Diff([]string{"0:04.45 / 0:10.00", "frame 108 of 240 · 24 fps", "Loop 0:01.2 – 0:08.0", "Pause"},
		got); diff != "" {
		t.Error(diff)
	}
	if b.silent.Visible() || !b.slider.Visible() {
		t.Error("a clip with sound has no volume")
	}
	r.plays(func(st *player.State) { st.HasAudio, st.HasSubtitles = false, true })
	if !b.words.Visible() {
		t.Error("its subtitles cannot be shown")
	}
	if !b.silent.Visible() || b.slider.Visible() || b.sound.Visible() {
		t.Error("a clip without sound does not say so")
	}
}

func TestVolumeSpeedAndLoopAreRememberedForTheNextClipAndTheNextStart(t *testing.T) {
	r := newRoom(t, clip(1), clip(2))
	s := r.open(0)
	r.plays(nil)
	s.clip.bar.volume.SetValue(30)
	s.clip.bar.speed.OnChanged(speedIndex(2))
	r.key(fyne.KeyM, fyne.KeyR, fyne.KeyV)
	want := preferenceValues{Volume: 30, Muted: true, Words: true, Speed: 2, Loop: true}
	if diff := cmp.Diff(&want, r.kept); diff != "" {
		t.Fatal(diff)
	}
	r.heard()
	r.key(fyne.KeyRight)
	if diff := cmp.Diff([]string{"unload", "load /lib/2.mp4", "volume 30", "muted true", "words true", "speed 2",
		"loop 0s 0s"}, r.heard()); diff != "" {
		t.Error(diff)
	}
	next := newRoom(t, clip(1))
	next.kept = &preferenceValues{Volume: 400, Speed: 2}
	next.open(0)
	if got := next.s.memory; got.Volume != 100 || got.Speed != 2 {
		t.Errorf("of a setting out of bounds it takes %+v", got)
	}
}

func TestWithoutAPlayerThePosterStaysAndWhatToInstallIsSaidOnce(t *testing.T) {
	r := newRoom(t, clip(1), clip(2))
	s := r.open(0)
	fail := func() {
		r.player.state.Err = &player.NotFoundError{Install: "libmpv2 (apt install libmpv2)"}
		r.player.on(r.player.state)
	}
	fail()
	words := textOf(s.clip.trouble.object)
	if !strings.Contains(words, "Open in another app") {
		t.Errorf("it says %q", words)
	}
	if got := len(s.clip.trouble.object.Objects[0].(*fyne.Container).Objects[0].(*fyne.Container).Objects); got != 3 {
		t.Errorf("%d rows, want banner, room and button", got)
	}
	r.key(fyne.KeyRight)
	if s.clip.trouble.object.Visible() {
		t.Error("it lies over the next clip before that failed")
	}
	fail()
	if got := len(s.clip.trouble.object.Objects[0].(*fyne.Container).Objects[0].(*fyne.Container).Objects); got != 2 {
		t.Errorf("%d rows the second time, want room and button", got)
	}
	if got := missingText(s.clip.state.Err); !strings.Contains(got, "libmpv2 (apt install libmpv2)") {
		t.Errorf("it says %q", got)
	}
}

// Where a picture was opened first, the panel of clips is seen for the first time with its first clip.
func TestWithoutAPlayerAClipAfterAPictureHasItsButton(t *testing.T) {
	r := newRoom(t, picture(1), clip(2))
	s := r.open(0)
	r.key(fyne.KeyRight)
	s.clip.object.Resize(fyne.Size{}) // as in a window, where it is laid out after the player failed
	r.player.state.Err = &player.NotFoundError{Install: "libmpv2 (apt install libmpv2)"}
	r.player.on(r.player.state)
	panel := s.clip.trouble.object
	if size := panel.Size(); !panel.Visible() || size.Width < 200 || size.Height < 200 ||
		panel.Objects[0].Size() != size {
		t.Errorf("visible %v, size %v", panel.Visible(), size)
	}
}

func TestADamagedClipSaysSo(t *testing.T) {
	r := newRoom(t, clip(1))
	s := r.open(0)
	r.plays(func(st *player.State) { st.Loaded, st.Err = false, errors.Join(media.ErrDamaged) })
	if words := textOf(s.clip.trouble.object); !strings.Contains(words, "clip cannot be decoded") {
		t.Errorf("it says %q", words)
	}
}

func TestStatesOfTheClipBeforeAreNotThose(t *testing.T) {
	r := newRoom(t, clip(1), clip(2))
	s := r.open(1)
	r.player.on(player.State{Path: "/lib/1.mp4", Loaded: true, Duration: time.Second, FPS: 24})
	if s.clip.usable() {
		t.Error("a late state of the clip before is taken for this one's")
	}
}

func TestTheFilmstripSeeksAndItsEdgesAreDragged(t *testing.T) {
	r := newRoom(t, clip(1))
	s := r.open(0)
	f := s.clip.film
	r.plays(func(st *player.State) { st.Loop = player.Loop{On: true, From: 2 * time.Second, To: 8 * time.Second} })
	r.heard()
	if n := tilesOf(f); n != media.StripTiles {
		t.Errorf("%d pictures", n)
	}
	f.Resize(fyne.NewSize(1000, 90))
	press := func(x float32) {
		f.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 40)},
			Button: desktop.MouseButtonPrimary})
	}
	drag := func(x float32) {
		f.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 40)}})
	}
	press(500)
	drag(600)
	f.DragEnd()
	press(203)
	drag(300)
	r.player.on(r.player.state) // what plays on does not move the edge back
	f.MouseUp(nil)
	press(795)
	drag(100) // not beyond the other edge
	f.DragEnd()
	if diff := cmp.Diff([]string{"seek 5s", "seek 6s", "loop 3s 8s", "loop 3s 3.1s"}, r.heard()); diff != "" {
		t.Error(diff)
	}
	f.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(450, 40)}})
	parts := test.WidgetRenderer(f).Objects()
	under := parts[len(parts)-1].(*kit.Tag)
	if under.Word() != "0:04.50" || !under.Visible() {
		t.Errorf("under the pointer it says %q", under.Word())
	}
	f.MouseOut()
	if under.Visible() {
		t.Error("the time stays when the pointer has left")
	}
}

// tilesOf counts the pictures that a filmstrip shows.
func tilesOf(f *kit.Filmstrip) (n int) {
	for _, o := range test.WidgetRenderer(f).Objects()[1].(*fyne.Container).Objects {
		if o.Visible() {
			n++
		}
	}
	return n
}

func TestEveryKeyMeansOneThingAtATime(t *testing.T) {
	r := newRoom(t, clip(1), picture(2))
	for i, comparing := range []bool{false, false, true} {
		s := r.open(i % 2)
		if comparing {
			s.setCompare(true)
			r.run()
		}
		seen := map[action.Chord]string{}
		for _, c := range s.Actions() {
			if c.Hidden {
				continue
			}
			for _, k := range c.Keys {
				if before, twice := seen[k]; twice {
					t.Errorf("%d: %s means %q and %q", i, k.Words(false), before, c.Group+" "+c.Label)
				}
				seen[k] = c.Group + " " + c.Label
			}
		}
	}
	ids := map[string]bool{}
	for _, c := range r.s.Actions() {
		if c.Label == "" || c.Group == "" || ids[c.ID] || c.Do == nil && c.KeyHint == "" {
			t.Errorf("a command has no name of its own, or nothing to do: %+v", c)
		}
		ids[c.ID] = true
	}
}

// The comparison takes its keys whichever of its two parts has the keyboard.
func TestKeysOfAComparison(t *testing.T) {
	r := newRoom(t, clip(1), picture(2), picture(3))
	s := r.open(1)
	r.key(fyne.KeyC)
	pair := s.comparison.pair
	if got := s.comparison.swap.AccessibilityLabel(); !s.comparison.on || got != "Swap  X" {
		t.Fatalf("comparing %v, the button says %q", s.comparison.on, got)
	}
	for _, has := range []fyne.Focusable{s.keySink, pair} {
		r.w.Canvas().Focus(has)
		before := pair.Swapped()
		r.key(fyne.KeyV, fyne.KeyB)
		if pair.Swapped() != before || pair.Mode() != compare.Slider {
			t.Errorf("%T: keys without a meaning swap or show both", has)
		}
		r.key(fyne.KeyX, fyne.KeyS)
		if pair.Swapped() == before || pair.Mode() != compare.Side {
			t.Errorf("%T: the keys do nothing", has)
		}
		r.key(fyne.KeyS)
		split := pair.Split()
		r.key(fyne.KeyRight)
		if pair.Split() <= split {
			t.Errorf("%T: the arrows move no divider", has)
		}
	}
}

func TestClicksOnTheClipPlayAndKeepTheKeyboard(t *testing.T) {
	r := newRoom(t, clip(1))
	s := r.open(0)
	r.plays(nil)
	r.heard()
	test.Tap(s.clip.bar.play)
	if r.w.Canvas().Focused() != fyne.Focusable(s.keySink) {
		t.Error("a click on a button leaves the keys without meaning")
	}
	if diff := cmp.Diff([]string{"toggle"}, r.heard()); diff != "" {
		t.Error(diff)
	}
}

// The letter of a key that leads away must not be typed where it leads: it is done once the letter has come and gone.
func TestALetterIsNotTypedWhereItLeads(t *testing.T) {
	r := newRoom(t, clip(1))
	r.open(0)
	var later []func()
	r.host.Poster = func(f func()) { later = append(later, f) }
	r.heard()
	r.key(fyne.KeyT)
	if got := r.heard(); len(got) != 0 || len(later) != 1 {
		t.Fatalf("at once %v, later %d", got, len(later))
	}
	later[0]()
	if diff := cmp.Diff([]string{"tag[1]"}, r.heard()); diff != "" {
		t.Error(diff)
	}
}
