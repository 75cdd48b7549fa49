package viewer

import (
	"image"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/google/go-cmp/cmp"

	"viviscope/db"
	"viviscope/gui/media/player"
	"viviscope/gui/viewer/compare"
)

func TestCompareBeginsWithWhatItWasMadeFrom(t *testing.T) {
	r := newRoom(t, picture(1), picture(2), picture(3))
	r.assets[2].Model = "other"
	r.family["2"] = db.Family{MadeFrom: []db.Relative{{Asset: &r.assets[2]}}}
	s := r.open(1)
	v := s.comparison
	r.key(fyne.KeyC)
	if !v.on || v.other.ID != 3 || v.pair.Sizes() != "Both 40 × 30" || s.pic.object.Visible() {
		t.Fatalf("comparing %v with %d, %q", v.on, v.other.ID, v.pair.Sizes())
	}
	var words []string
	for _, o := range v.candidates() {
		words = append(words, o.label)
	}
	// the next one is the parent
	if diff := cmp.Diff([]string{"Made from · picture 3", "Previous · picture 1"}, words); diff != "" {
		t.Error(diff)
	}
	made := r.jobs[2]
	made.Request, made.SentAt, made.FinishedAt = []byte(`{"quality":"high"}`), noon.Add(-time.Minute),
		noon.Add(-48*time.Second)
	r.jobs[2] = made
	r.key(fyne.KeyC, fyne.KeyC)
	if got := v.pair.AccessibilityLabel(); !strings.Contains(got,
		"B  picture 2 · m · quality High · ¥14.50 charged · took 0:12") {
		t.Errorf("under two stands %q", got)
	}
	v.choose(1)
	r.run()
	if v.other.ID != 1 {
		t.Errorf("picked, it compares with %d", v.other.ID)
	}
	r.key(fyne.KeyX, fyne.KeyD)
	if !v.pair.Swapped() || v.pair.Mode() != compare.Difference || v.pair.Found() == "" {
		t.Error("the keys do not reach the pair")
	}
	r.key(fyne.KeyC)
	if v.on || !s.pic.object.Visible() {
		t.Error("C does not end it")
	}
	r.key(fyne.KeyBackslash)
	if !v.on || v.other.ID != 3 || v.pair.Mode() != compare.OnlyA {
		t.Errorf("the original: %v, %d, mode %d", v.on, v.other.ID, v.pair.Mode())
	}
	r.key(fyne.KeyBackslash)
	if v.on {
		t.Error("the original stays")
	}
	s.OpenPair(r, r.assets[0], r.assets[1], 0)
	r.run()
	if v.other.ID != 1 || s.Asset().ID != 2 {
		t.Errorf("opened as a pair: %d and %d", v.other.ID, s.Asset().ID)
	}
	r.heard()
	r.key(fyne.KeyEscape)
	// with both, which the gallery selects again
	if diff := cmp.Diff([]string{"leave[2 1]"}, r.heard()); diff != "" || s.Shown() {
		t.Errorf("Esc: %s", diff)
	}
	s.OpenPair(r, r.assets[0], r.assets[1], 0)
	r.run()
	v.trash(1)
	r.run()
	if told := r.heard(); s.Asset().ID != 1 || v.on || told[len(told)-1] != "trash[2]" {
		t.Errorf("after B was put away %d is shown", s.Asset().ID)
	}
}

func TestTwoClipsAreComparedInStepAndAClipWithAPicture(t *testing.T) {
	r := newRoom(t, clip(1), clip(2), picture(3))
	s := r.open(1)
	r.plays(nil)
	s.comparison.start(r.assets[0])
	r.run()
	r.heard()
	r.key(fyne.KeySpace, fyne.KeyPeriod)
	if diff := cmp.Diff([]string{"toggle both", "step both 1"}, r.heard()); diff != "" {
		t.Error(diff)
	}
	// a click has brought the keyboard to the clips
	for _, name := range []fyne.KeyName{fyne.KeySpace, fyne.KeyPeriod} {
		s.comparison.pair.KeyDown(&fyne.KeyEvent{Name: name})
		s.comparison.pair.TypedKey(&fyne.KeyEvent{Name: name})
		s.comparison.pair.KeyUp(&fyne.KeyEvent{Name: name})
	}
	r.run()
	if diff := cmp.Diff([]string{"toggle both", "step both 1"}, r.heard()); diff != "" {
		t.Errorf("after a click: %s", diff)
	}
	r.key(fyne.KeyD)
	if mode := s.comparison.pair.Mode(); mode != compare.Slider {
		t.Errorf("D shows clips in mode %d, which the row of modes does not offer", mode)
	}
	r.clips.on(player.PairState{Duration: 10 * time.Second, Position: time.Second})
	film := s.comparison.film
	film.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary,
		PointEvent: fyne.PointEvent{Position: fyne.NewPos(film.Size().Width/2, 30)}})
	if diff := cmp.Diff([]string{"seek both 5s"}, r.heard()); diff != "" || !film.Visible() || tilesOf(film) == 0 {
		t.Errorf("the strip of both: %s", diff)
	}
	clips := r.clips
	s.comparison.start(r.assets[2])
	r.run()
	film.Dragged(&fyne.DragEvent{}) // the button is still held
	if !clips.closed || s.comparison.strip.Visible() {
		t.Error("the players of the first comparison live on")
	}
	if diff := cmp.Diff([]string{"pause", "frame of2 0s"}, r.heard()); diff != "" {
		t.Error(diff)
	}
	if got := s.comparison.pair.Sizes(); got != "A 40 × 30, B 1280 × 720" {
		t.Errorf("sizes %q", got)
	}
}

// A paused clip sends one frame. Its size may be known only after that.
func TestBothClipsAreShownBeforeTheyPlay(t *testing.T) {
	r := newRoom(t, clip(1), clip(2))
	s := r.open(1)
	r.plays(nil)
	s.comparison.start(r.assets[0])
	r.run()
	st := player.PairState{A: player.State{Size: image.Pt(72, 128)}}
	r.clips.on(st)
	r.clips.a(image.NewRGBA(image.Rect(0, 0, 72, 128)))
	r.clips.b(image.NewRGBA(image.Rect(0, 0, 128, 72)))
	st.B.Size = image.Pt(128, 72)
	r.clips.on(st)
	if got := s.comparison.pair.Sizes(); got != "A 72 × 128, B 128 × 72" {
		t.Errorf("sizes %q", got)
	}
}

func TestTheFrameThatWasGivenIsComparedWithTheFirstOne(t *testing.T) {
	r := newRoom(t, clip(1), picture(2))
	s := r.open(0)
	r.plays(func(st *player.State) { st.Position = 4 * time.Second })
	r.heard()
	s.comparison.startAt(r.assets[1], 0)
	r.run()
	s.comparison.end()
	s.comparison.start(r.assets[1])
	r.run()
	if diff := cmp.Diff([]string{"pause", "frame of1 0s", "pause", "frame of1 4s"}, r.heard()); diff != "" {
		t.Error(diff)
	}
}
