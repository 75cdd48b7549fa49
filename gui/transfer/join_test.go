package transfer

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/client/decode"
	"viviscope/client/mp4"
	"viviscope/client/transfer"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
	"viviscope/gui/media"
	"viviscope/gui/media/player"
)

// noFaces never provides a picture.
type noFaces struct{ media.Pictures }

func (noFaces) Request(db.Asset, int, func(image.Image, error)) (cancel func()) { return func() {} }

// clipsOf imports test clips of package mp4 into a library. Copies of the same file differ in their comment.
func clipsOf(t *testing.T, lib *db.Library, names ...string) (all []db.Asset) {
	t.Helper()
	for i, name := range names {
		data, err := os.ReadFile(filepath.Join("..", "..", "client", "mp4", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		var w bytes.Buffer
		if err := mp4.SetTag(&w, bytes.NewReader(data), int64(len(data)), mp4.TagComment,
			string(rune('a'+i))); err != nil {
			t.Fatal(err)
		}
		a, _, err := lib.Import(t.Context(), string(rune('A'+i))+".mp4", &w,
			db.ImportMeta{At: transfertest.Noon.AddDate(0, 0, i-9)})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	return all
}

func newJoinDesk(t *testing.T, lib *db.Library) *desk {
	k := newDesk(t, lib)
	k.Posters, k.Organizer = noFaces{}, k.nav
	k.Player = player.New(player.Options{Post: k.host.Post})
	t.Cleanup(k.Player.Close)
	return k
}

func (k *desk) list(t *testing.T) *kit.List {
	t.Helper()
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if l, ok := o.(*kit.List); ok {
			return l
		}
	}
	t.Fatal("no list")
	return nil
}

// faces provides every picture at once.
type faces struct{ media.Pictures }

func (faces) Request(_ db.Asset, _ int, done func(image.Image, error)) (cancel func()) {
	done(image.NewGray(image.Rect(0, 0, 4, 4)), nil)
	return func() {}
}

func TestNothingLiesOnThePictureOfAClip(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	k.Posters = faces{}
	ShowJoin(k.Deps, clipsOf(t, lib, "own.mp4", "own.mp4"))
	rows := 0
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		g, ok := o.(*grip)
		if !ok {
			continue
		}
		rows++
		for _, part := range apptest.Visible(g.Face) {
			if im, ok := part.(*canvas.Image); ok && im.Resource != nil {
				t.Errorf("%s lies on row %d", im.Resource.Name(), g.i)
			}
		}
	}
	if rows != 2 {
		t.Errorf("%d rows", rows)
	}
}

func TestClipsBecomeAFilm(t *testing.T) {
	lib := transfertest.Open(t)
	clips := clipsOf(t, lib, "own.mp4", "own.mp4", "own.mp4")
	k := newJoinDesk(t, lib)
	ShowJoin(k.Deps, []db.Asset{clips[2], clips[1], clips[0]}) // the gallery has the newest first
	if got := k.words(); !strings.Contains(got,
		"Join 3 clips|0:03 · 64 × 64 · 24 fps|Frames cut at the end|A.mp4|1 s · 64 × 64 · 24 fps · sound|1|B.mp4|") ||
		!strings.Contains(got, "Every frame is copied as it is.") {
		t.Fatal(got)
	}
	l := k.list(t)
	release := apptest.HoldModifiers(fyne.KeyModifierShift)
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	release()
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if g, ok := o.(*grip); ok && g.i == 1 { // C goes before B and is chosen then
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(l)
			g.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{AbsolutePosition: at.AddXY(10, 5)}})
			g.DragEnd()
		}
	}
	k.steppers()[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	k.steppers()[0].TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if got := k.words(); !strings.Contains(got, "|C.mp4|1 s · 64 × 64 · 24 fps · sound|1|B.mp4|") ||
		k.steppers()[0].Value() != 2 || !strings.Contains(got, "sound|2|A.mp4|") {
		t.Fatal(got)
	}
	k.list(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyF1}) // no key of the list
	k.win.Canvas().Overlays().Top().(*kit.Sheet).Send()
	if got := k.words(); !strings.Contains(got, "made from 3 clips|Every frame was copied as it is.|") {
		t.Fatal(got)
	}
	k.tap(t, "Show in the gallery")
	film, err := lib.Asset(t.Context(), 4)
	if err != nil || film.Parent != strings.Join([]string{clips[2].Ref, clips[1].Ref, clips[0].Ref}, " ") ||
		film.Kind != db.Clip || film.Name != "Film of 3 clips.mp4" {
		t.Fatalf("%+v, %v", film, err)
	}
	if info, err := mp4.CheckFile(filepath.Join(lib.Dir(), film.Path)); err != nil || info.Frames != 70 ||
		!info.FastStart {
		t.Errorf("%+v, %v", info, err)
	}
	side, err := os.ReadFile(filepath.Join(lib.Dir(), strings.TrimSuffix(film.Path, ".mp4")+".json"))
	if err != nil || !strings.Contains(string(side), `"parent_sha256": "`+clips[2].SHA256+" "+clips[1].SHA256+" "+
		clips[0].SHA256) {
		t.Errorf("its sidecar is %s, %v", side, err)
	}
	if k.nav.Told[0] != "show4" || k.host.Refreshed != 1 {
		t.Errorf("%q, %d", k.nav.Told, k.host.Refreshed)
	}
	ShowJoin(k.Deps, clips)
	k.tap(t, "Make film")
	k.tap(t, "Move to Trash")
	if last := k.nav.Told[len(k.nav.Told)-1]; last != "trash[5]" {
		t.Error(last)
	}
}

// Before the start the sheet shows which clips must be encoded and why, and which cannot be joined.
func TestTheJoinSheetNamesWhatDiffers(t *testing.T) {
	t.Setenv("PATH", "")
	lib := transfertest.Open(t)
	clips := clipsOf(t, lib, "own.mp4", "own.mp4", "x264.mp4", "own.mp4")
	if err := os.Remove(filepath.Join(lib.Dir(), clips[3].Path)); err != nil {
		t.Fatal(err)
	}
	k := newJoinDesk(t, lib)
	ShowJoin(k.Deps, clips)
	got := k.words()
	for _, want := range []string{"Join 3 clips",
		"The sound of clip 3 is encoded again. Its sound is mono at 44,100 Hz, the film’s stereo at 48,000 Hz. Its frames are copied.", "To make this film, install ffmpeg", "it no longer exists"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	k.tap(t, "Make film") // it is off
	if !strings.Contains(k.words(), "Join 3 clips") {
		t.Error(k.words())
	}
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if sound, ok := o.(*kit.Segmented); ok {
			sound.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
		}
	}
	if got := k.words(); !strings.Contains(got, "Every frame is copied as it is.") {
		t.Error(got)
	}
	l := k.list(t)
	l.Choose(2)
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete}) // two clips are the least
	if got := k.words(); !strings.Contains(got, "Join 2 clips") {
		t.Error(got)
	}
}

// A clip of a film that is encoded can be cut anywhere, one that is copied only where a copy can: also where the film
// becomes one that is copied.
func TestACutThatNeedsEncodingIsNoneOfACopy(t *testing.T) {
	lib := transfertest.Open(t)
	clips := clipsOf(t, lib, "own.mp4", "x264.mp4", "x264.mp4")
	path := filepath.Join(lib.Dir(), clips[1].Path)
	for _, a := range clips[1:] {
		path := filepath.Join(lib.Dir(), a.Path)
		b, err := os.ReadFile(path)
		if err == nil {
			at := bytes.Index(b, []byte("stsd"))
			b[at+bytes.Index(b[at:], []byte("avc1"))+29] = 62 // its width
			err = os.WriteFile(path, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	k := newJoinDesk(t, lib)
	ShowJoin(k.Deps, clips)
	if got := k.tags(); !slices.Equal(got, []string{"Encoded", "Encoded", "Encoded"}) {
		t.Error(got)
	}
	l := k.list(t)
	l.Choose(1)
	for range 7 {
		k.steppers()[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	}
	c, err := mp4.Open(path)
	if got := k.words(); err != nil || c.Snap(7) == 7 || k.steppers()[1].Value() != 7 {
		t.Fatal(got, err)
	}
	l.Choose(0)
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete}) // the others are alike
	if got := k.steppers()[0].Value(); got != c.Snap(7) {
		t.Error(got)
	}
}

func TestACancelledFilmLeavesNothing(t *testing.T) {
	lib := transfertest.Open(t)
	clips := clipsOf(t, lib, "own.mp4", "own.mp4")
	k := newJoinDesk(t, lib)
	ShowJoin(k.Deps, clips)
	k.host.Worker = func(f func(context.Context)) {
		k.tap(t, "Cancel")
		f(t.Context())
	}
	k.tap(t, "Make film")
	if got := k.words(); !strings.Contains(got, "Stopped. Nothing was left behind.|") {
		t.Error(got)
	}
	if left, err := os.ReadDir(filepath.Join(lib.Dir(), "incoming")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// More clips are added at the end of the film. A sound file can replace the sound of the clips; without a chosen file
// nothing changes.
func TestAFilmHasFurtherClipsAndASoundtrack(t *testing.T) {
	lib := transfertest.Open(t)
	clips := clipsOf(t, lib, "own.mp4", "own.mp4", "own.mp4")
	k := newJoinDesk(t, lib)
	ShowJoin(k.Deps, clips[:2])
	k.nav.PickAsset = clips[2]
	k.tap(t, "Add clips…")
	if got := k.words(); !strings.Contains(got, "Join 3 clips") || !strings.Contains(got, "C.mp4") {
		t.Fatal(got)
	}
	if _, err := decode.FFmpeg(); err != nil {
		t.Skip("no ffmpeg here")
	}
	k.turn(t, "None", 2)
	if got := k.words(); strings.Contains(got, "Ends with the film") {
		t.Errorf("a soundtrack without a file: %s", got)
	}
	rate, seconds := 48_000, 2
	wav := binary.LittleEndian.AppendUint32([]byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"),
		uint32(rate))
	wav = append(binary.LittleEndian.AppendUint32(append(wav, 0, 0, 0, 0, 2, 0, 16, 0, 'd', 'a', 't', 'a'),
		uint32(2*rate*seconds)), make([]byte, 2*rate*seconds)...)
	k.nav.PickPath = filepath.Join(t.TempDir(), "theme.wav")
	if err := os.WriteFile(k.nav.PickPath, wav, 0o600); err != nil {
		t.Fatal(err)
	}
	k.turn(t, "None", 2)
	if got := k.words(); !strings.Contains(got, "theme.wav|Replace…|Ends with the film.") {
		t.Fatal(got)
	}
	k.tap(t, "Make film")
	film, err := lib.Asset(t.Context(), 4)
	c, e := mp4.Open(filepath.Join(lib.Dir(), film.Path))
	if err != nil || e != nil || c.Frames != 72 || c.SampleRate != rate || len(strings.Fields(film.Parent)) != 3 {
		t.Errorf("%+v, %+v, %v, %v", film, c, err, e)
	}
}

// Without the program that reads it, a soundtrack cannot be chosen, and the sheet names what to install.
func TestASoundtrackNeedsItsProgram(t *testing.T) {
	t.Setenv("PATH", "")
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	k.nav.PickPath = "theme.wav"
	ShowJoin(k.Deps, clipsOf(t, lib, "own.mp4", "own.mp4"))
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if sound, ok := o.(*kit.Segmented); ok && sound.Options()[0] == "None" {
			sound.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
			if sound.Selected() != transfer.ClipSound {
				t.Errorf("option %d was chosen", sound.Selected())
			}
		}
	}
	if got := k.words(); !strings.Contains(got, "For a soundtrack, install ffmpeg") ||
		strings.Contains(got, "theme.wav") {
		t.Error(got)
	}
}
