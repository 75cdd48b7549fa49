package viewer

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io/fs"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/facts"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
)

func TestKeysGoThroughTheSequence(t *testing.T) {
	r := newRoom(t, picture(1), picture(2), clip(3), picture(4))
	s := r.open(1)
	for _, c := range []struct {
		key  fyne.KeyName
		id   int64
		word string
	}{
		{fyne.KeyRight, 3, "3 of 4"}, {fyne.KeyRight, 4, "4 of 4"}, {fyne.KeyRight, 4, "4 of 4"},
		{fyne.KeyHome, 1, "1 of 4"}, {fyne.KeyLeft, 1, "1 of 4"}, {fyne.KeyEnd, 4, "4 of 4"},
	} {
		r.key(c.key)
		if s.Asset().ID != c.id || s.head.number.Text() != c.word {
			t.Errorf("%s shows %d, %q; want %d, %q", c.key, s.Asset().ID, s.head.number.Text(), c.id, c.word)
		}
	}
	if !s.head.before.Visible() || s.head.after.Visible() {
		t.Error("the arrows do not say that this is the last one")
	}
	r.assets = append([]db.Asset{picture(9)}, r.assets...)
	s.SequenceChanged()
	if got := s.head.number.Text(); got != "5 of 5" {
		t.Errorf("after something came it is %q", got)
	}
}

func TestEscLeavesWhatWasEnteredLast(t *testing.T) {
	r := newRoom(t, picture(1), picture(2))
	s := r.open(0)
	r.key(fyne.KeyC, fyne.KeyF)
	r.heard()
	r.key(fyne.KeyEscape)
	if diff := cmp.Diff([]string{"fullfalse"}, r.heard()); diff != "" || !s.comparison.on {
		t.Errorf("out of the whole screen: %s, comparing %v", diff, s.comparison.on)
	}
	r.key(fyne.KeyEscape)
	if s.comparison.on || !s.Shown() {
		t.Error("the second does not end the comparison alone")
	}
	r.key(fyne.KeyEscape)
	if diff := cmp.Diff([]string{"leave[1]"}, r.heard()); diff != "" || s.Shown() || s.Asset().ID != 0 ||
		s.pic.shown != 0 {
		t.Errorf("the third does not leave: %s", diff)
	}
	if s.Key(&fyne.KeyEvent{Name: fyne.KeyRight}) {
		t.Error("closed, it takes keys")
	}
}

func TestTheWholeScreenHasNothingButThePicture(t *testing.T) {
	r := newRoom(t, picture(1))
	s := r.open(0)
	if !s.detail.object.Visible() || !s.head.object.Visible() {
		t.Fatal("head or details are not there at first")
	}
	r.key(fyne.KeyF)
	if s.detail.object.Visible() || s.head.object.Visible() {
		t.Error("head or details are there in the whole screen")
	}
	r.key(fyne.KeyF, fyne.KeyD)
	if s.detail.object.Visible() || !s.head.object.Visible() {
		t.Error("D does not put the details away alone")
	}
	if r.kept == nil || !r.kept.NoDetails {
		t.Error("that is not remembered")
	}
}

func TestANarrowWindowShowsDetailsWhenTheyAreAskedFor(t *testing.T) {
	r := newRoom(t, picture(1))
	r.w.Resize(fyne.NewSize(1120, 690))
	s := r.open(0)
	if s.detail.object.Visible() {
		t.Error("they are there unasked")
	}
	test.Tap(s.head.details)
	if !s.detail.object.Visible() || r.kept != nil {
		t.Errorf("asked for they are shown: %v; remembered: %v", s.detail.object.Visible(), r.kept)
	}
}

func TestNeighboursAreDecodedAheadAndWhatIsLeftBehindIsLetGo(t *testing.T) {
	r := newRoom(t, picture(1), picture(2), picture(3), picture(4), picture(5))
	s := r.open(2)
	if diff := cmp.Diff([]int64{3, 4, 2}, r.whole); diff != "" {
		t.Errorf("decoded: %s", diff)
	}
	r.key(fyne.KeyRight)
	if diff := cmp.Diff([]int64{3, 4, 2, 5}, r.whole); diff != "" {
		t.Errorf("one on: %s", diff)
	}
	if s.images.get(2) != nil || s.images.get(3) == nil {
		t.Error("what is two places away is kept, or the neighbour is not")
	}
	if s.pic.shown != 4 {
		t.Errorf("in the view is %d", s.pic.shown)
	}
}

func TestAThumbnailIsSeenUntilThePictureIsDecoded(t *testing.T) {
	r := newRoom(t, picture(1))
	thumb := image.NewRGBA(image.Rect(0, 0, 40, 30))
	draw.Draw(thumb, thumb.Rect, image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	r.nearest = thumb
	r.s.Open(r, r.assets[0])
	view := r.s.pic.view
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(view).AddXY(view.Size().Width/2, view.Size().Height/2)
	if red, green, _, _ := r.w.Canvas().Capture().At(int(at.X), int(at.Y)).RGBA(); red>>8 != 255 || green != 0 {
		t.Errorf("%d, %d in the middle", red>>8, green>>8)
	}
}

// What is shown whole is dragged out of the window; a picture that was zoomed is panned.
func TestWhatIsShownIsDragged(t *testing.T) {
	r := newRoom(t, picture(1), clip(2))
	s := r.open(0)
	view := s.pic.view
	drag := func() string {
		r.heard()
		press := desktop.MouseEvent{Button: desktop.MouseButtonPrimary,
			PointEvent: fyne.PointEvent{Position: fyne.NewPos(300, 300)}}
		view.MouseDown(&press)
		view.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(340, 300)}})
		press.Position = fyne.NewPos(340, 300)
		view.MouseUp(&press)
		return strings.Join(r.heard(), " ")
	}
	if got := drag(); got != "drag[1] end drag" {
		t.Errorf("whole: %q", got)
	}
	view.Actual()
	view.ZoomBy(40)
	before := view.Transform().X
	if got, moved := drag(), view.Transform().X-before; got != "end drag" || moved != 40 {
		t.Errorf("zoomed: %q, moved by %v", got, moved)
	}
	s.Open(r, r.assets[1])
	r.run()
	r.heard()
	var clip fyne.Draggable = apptest.Find[*clickArea](r.w.Content())[0]
	clip.Dragged(&fyne.DragEvent{})
	clip.DragEnd()
	if got := strings.Join(r.heard(), " "); got != "drag[2] end drag" {
		t.Errorf("a clip: %q", got)
	}
}

func TestLargePicturesAreNotDecodedAhead(t *testing.T) {
	large := func(id int64) db.Asset { a := picture(id); a.Width, a.Height = 5000, 5000; return a }
	r := newRoom(t, large(1), large(2), large(3))
	r.open(1)
	if diff := cmp.Diff([]int64{2}, r.whole); diff != "" {
		t.Errorf("decoded: %s", diff)
	}
}

func TestWhatIsLookedAtDoesNotWaitForANeighbour(t *testing.T) {
	r := newRoom(t, picture(1), picture(2), picture(3))
	s := r.s
	s.Open(r, r.assets[0])
	for len(r.work) > 0 && s.images.get(1) == nil { // up to where the neighbour is about to be decoded
		f := r.work[0]
		r.work = r.work[1:]
		f()
	}
	s.step(1)
	s.step(1)
	if !s.images.busy[3] {
		t.Errorf("what is looked at waits while these are decoded: %v", s.images.busy)
	}
	r.run()
	if s.pic.shown != 3 || s.images.get(1) != nil {
		t.Errorf("shown is %d", s.pic.shown)
	}
}

func TestAFileThatCannotBeShownSaysWhy(t *testing.T) {
	for _, c := range []struct {
		err  error
		word string
	}{{media.ErrDamaged, "cannot be decoded"}, {fs.ErrNotExist, "missing from the library"},
		{media.ErrTooLarge, "Too large"}} {
		r := newRoom(t, picture(1), picture(2))
		r.broken[1] = fmt.Errorf("show: %w", c.err)
		s := r.open(0)
		if words := textOf(s.pic.trouble.object); !strings.Contains(words, c.word) {
			t.Errorf("%v: it says %q", c.err, words)
		}
		if words := textOf(s.detail.object); strings.Contains(words, "intact") {
			t.Errorf("%v: the details say %q", c.err, words)
		}
		r.key(fyne.KeyRight)
		if words := textOf(s.detail.object); !strings.Contains(words, "intact") {
			t.Errorf("the details of the next one say %q", words)
		}
		if s.pic.trouble.object.Visible() || s.pic.shown != 2 {
			t.Errorf("%v: it lies over the next one", c.err)
		}
	}
}

func TestTrashGoesOnAndLeavesWithTheLastOne(t *testing.T) {
	r := newRoom(t, picture(1), picture(2))
	s := r.open(1)
	r.heard()
	r.key(fyne.KeyDelete)
	if s.Asset().ID != 1 {
		t.Errorf("after the last one comes %d", s.Asset().ID)
	}
	r.assets = r.assets[:1]
	s.SequenceChanged()
	r.key(fyne.KeyDelete)
	if diff := cmp.Diff([]string{"trash[2]", "trash[1]", "leave[1]"}, r.heard()); diff != "" {
		t.Error(diff)
	}
}

// What is opened from a list goes through that, and what was thrown away from it does not come back.
func TestTheViewerGoesThroughAList(t *testing.T) {
	r := newRoom(t, picture(1), picture(2), picture(3), picture(4))
	r.s.OpenIn(r.assets[1:], r.assets[2])
	r.run()
	for _, c := range []struct {
		key  fyne.KeyName
		id   int64
		word string
	}{{fyne.KeyDelete, 4, "2 of 2"}, {fyne.KeyLeft, 2, "1 of 2"}, {fyne.KeyLeft, 2, "1 of 2"},
		{fyne.KeyRight, 4, "2 of 2"}} {
		r.key(c.key)
		if r.s.Asset().ID != c.id || r.s.head.number.Text() != c.word {
			t.Errorf("%s shows %d, %q; want %d, %q", c.key, r.s.Asset().ID, r.s.head.number.Text(), c.id, c.word)
		}
	}
}

func TestUpdateShowsWhatChanged(t *testing.T) {
	r := newRoom(t, picture(1), picture(2))
	s := r.open(0)
	r.assets[0].Starred = true
	s.Update(t.Context())
	if !s.Asset().Starred || s.head.star.AccessibilityLabel() != "Unstar  S" {
		t.Error("a star that came is not shown")
	}
	r.assets[0].Path, r.assets[0].TrashedAt = "trash/1.png", noon
	decoded := len(r.whole)
	s.Update(t.Context())
	r.run()
	if s.head.number.Text() != "in the trash" || s.head.trash.Visible() || len(r.whole) != decoded+1 {
		t.Errorf("in the trash it says %q and was decoded %d times", s.head.number.Text(), len(r.whole)-decoded)
	}
	r.assets = r.assets[1:]
	s.Update(t.Context())
	if s.head.number.Text() != "deleted" || s.head.star.Visible() {
		t.Errorf("deleted it says %q", s.head.number.Text())
	}
}

// Nothing of the pane comes later than the rest.
func TestThePaneIsBuiltAtOnce(t *testing.T) {
	r := newRoom(t, picture(1), clip(2))
	s := r.open(0)
	before := textOf(s.detail.object)
	s.step(1)
	if got := textOf(s.detail.object); got != before {
		t.Errorf("before all is read it says %q", got)
	}
	r.run()
	if got := textOf(s.detail.object); !strings.Contains(got, "12 s") ||
		!strings.Contains(got, "One more · ¥1.00 est.") {
		t.Errorf("then it says %q", got)
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	r := newRoom(t, picture(1))
	r.ledger = errors.New("disk")
	s := r.open(0)
	if !s.detail.note.Visible() || !strings.Contains(s.detail.note.Text(), "could not be read") || s.pic.shown != 1 {
		t.Errorf("it says %q", s.detail.note.Text())
	}
	r.ledger = nil
	s.Update(t.Context())
	if s.detail.note.Visible() {
		t.Errorf("read again it says %q", s.detail.note.Text())
	}
}

func TestWhatIsReadForAnAssetThatWasLeftIsDropped(t *testing.T) {
	r := newRoom(t, picture(1), picture(2))
	r.s.Open(r, r.assets[0])
	first := r.work
	r.work = nil
	r.s.step(1)
	r.run()
	r.work = first
	r.run()
	if r.s.Asset().ID != 2 || r.s.pic.shown != 2 || r.s.now.known.Job.ID != 2 {
		t.Errorf("shown is %d with the job of %d", r.s.Asset().ID, r.s.now.known.Job.ID)
	}
}

func TestTheFamilyLeadsOn(t *testing.T) {
	r := newRoom(t, clip(1), picture(2), picture(3))
	r.family["1"] = db.Family{
		MadeFrom:   []db.Relative{{Asset: &r.assets[1]}, {Asset: &r.assets[2], Place: 1}},
		Variations: []db.Relative{{Job: &db.Job{ID: 9}}},
	}
	s := r.open(0)
	words := textOf(s.detail.Family.Object)
	for _, want := range []string{"Frames used", "From the same batch", "Compare the first frame with frame 1"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
	s.follow(r.assets[2])
	r.run()
	if s.Asset().ID != 3 || s.head.number.Text() != "3 of 3" || textOf(s.detail.Family.Object) != "" {
		t.Errorf("shown is %d, %q", s.Asset().ID, s.head.number.Text())
	}
}

// textOf gives all the words that are seen of an object.
func textOf(o fyne.CanvasObject) string { return strings.Join(apptest.Texts(o), " ") }

func TestLook(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	r := newRoom(t, clip(1), picture(2), picture(3))
	r.family["1"] = db.Family{MadeFrom: []db.Relative{{Asset: &r.assets[1]}, {Asset: &r.assets[2], Place: 1}}}
	r.w.Resize(fyne.NewSize(1240, 720))
	r.open(0)
	r.plays(func(st *player.State) {
		st.Position = 4500 * time.Millisecond
		st.Loop = player.Loop{On: true, From: 1200 * time.Millisecond, To: 8 * time.Second}
	})
	r.w.Canvas().Unfocus()
	test.AssertRendersToImage(t, "clip.png", r.w.Canvas())
}

func TestControlsGoOnInASecondLineWhereOneIsTooShort(t *testing.T) {
	r := newRoom(t, clip(1))
	r.open(0)
	r.plays(nil)
	foot := func(width float32) (high float32, save fyne.Position) {
		r.w.Resize(fyne.NewSize(width, 700))
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject
		return r.s.foot.Size().Height, at(r.s.clip.bar.save).Subtract(at(r.s.clip.bar.play))
	}
	one, beside := foot(1440)
	two, below := foot(700)
	if beside.Y != 0 || below.Y <= 0 || two <= one {
		t.Errorf("the last control is %v, then %v from the first; the foot is %v, then %v px high", beside, below, one,
			two)
	}
}

// What was joined here, and comes back with its sidecar, was not made by a job either.
func TestAFilmSaysThatItIsJoined(t *testing.T) {
	for want, a := range map[string]db.Asset{
		"Joined": {Kind: db.Clip, Parent: "a b"}, "Imported": {Kind: db.Clip},
		"Text to video": {Kind: db.Clip, JobID: 1, Parent: "a b"},
	} {
		known := facts.Known{Background: facts.Background{Job: db.Job{ID: a.JobID, Kind: db.TextToVideo}}}
		if got := originOf(a, known); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The canvas uses the same words for a saved frame of a clip. A copy of a picture is an import.
func TestAFrameOfAClipIsNoImport(t *testing.T) {
	for kind, want := range map[db.AssetKind]string{db.Clip: "From a clip", db.Picture: "Imported"} {
		family := db.Family{MadeFrom: []db.Relative{{Asset: &db.Asset{ID: 1, Kind: kind}}}}
		if got := originOf(db.Asset{ID: 2, Kind: db.Picture}, facts.Known{Family: family}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A held Delete trashes one asset, although the next one is shown at once.
func TestAHeldDeleteTrashesOne(t *testing.T) {
	r := newRoom(t, picture(1), picture(2), picture(3))
	s := r.open(0)
	r.heard()
	held := &fyne.KeyEvent{Name: fyne.KeyDelete}
	s.keySink.KeyDown(held)
	for range 3 {
		s.keySink.TypedKey(held)
		r.run()
	}
	s.keySink.KeyUp(held)
	s.keySink.TypedKey(held) // was pressed elsewhere
	r.run()
	if diff := cmp.Diff([]string{"trash[1]"}, r.heard()); diff != "" {
		t.Error(diff)
	}
}
