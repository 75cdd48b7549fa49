package editor

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"golang.org/x/image/bmp"

	"viviscope/client/order"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/apptest"
	"viviscope/gui/editor/drawing"
)

// tap clicks a button or link by its words, over the window or in it.
func (e *fixture) tap(words string) {
	e.t.Helper()
	root := e.w.Content()
	if top := e.w.Canvas().Overlays().Top(); top != nil {
		root = top
	}
	apptest.Press(e.t, root, words)
}

func (e *fixture) file(name string, data []byte) string {
	e.t.Helper()
	path := filepath.Join(e.t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		e.t.Fatal(err)
	}
	return path
}

func TestWhatIsOpenedBecomesAnAssetFirst(t *testing.T) {
	gray := image.NewGray(image.Rect(0, 0, 50, 40))
	var b bytes.Buffer
	if err := bmp.Encode(&b, gray); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		open func(e *fixture)
		want string // name and type of the asset
		size image.Point
	}{
		{"a file", func(e *fixture) {
			e.s.OpenFile(e.file("cup.png", picture(64, 48, 0)))
		}, "cup.png image/png", image.Pt(64, 48)},
		{"a BMP", func(e *fixture) {
			e.s.OpenFile(e.file("old.bmp", b.Bytes()))
		}, "old.png image/png", image.Pt(50, 40)},
		{"a link", func(e *fixture) {
			e.s.opener.open(Source{Link: "https://x.test/a.png"}, nil)
		}, "a.png image/png", image.Pt(80, 60)},
		{"a pasted address", func(e *fixture) {
			e.host.Clipboard = " https://x.test/b.png\n"
			e.command("Paste a file or an address")
		}, "b.png image/png", image.Pt(80, 60)},
		{"a pasted path", func(e *fixture) {
			e.host.Clipboard = "file://" + e.file("p.png", picture(32, 32, 0))
			e.s.opener.paste()
		}, "p.png image/png", image.Pt(32, 32)},
		{"the first frame of a clip", func(e *fixture) {
			e.s.OpenAsset(db.Asset{ID: 9, Kind: db.Clip, Prompt: "a wave", Seconds: 5, FPS: 25})
			e.tap("First frame")
		}, "Frame at 0:00 of a wave.png image/png", image.Pt(80, 60)},
		{"the last frame", func(e *fixture) {
			e.s.OpenAsset(db.Asset{ID: 9, Kind: db.Clip, Prompt: "a wave", Seconds: 5, FPS: 25})
			e.tap("Last frame")
		}, "Frame at 0:05 of a wave.png image/png", image.Pt(80, 60)},
		{"one that is too large", func(e *fixture) {
			e.s.OpenFile(e.file("pano.png", flatPNG(5000, 40)))
			e.tap("Scale down to 3840 px")
		}, "pano.png image/png", image.Pt(3840, 31)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newFixture(t)
			tt.open(e)
			st := e.s.State()
			if !st.Open || (image.Point{X: st.Width, Y: st.Height}) != tt.size {
				t.Fatalf("%+v, %q", st, e.s.doc.failure)
			}
			a, err := e.library.AssetByRef(context.Background(), st.Asset)
			if err != nil || a.Name+" "+a.MIME != tt.want {
				t.Errorf("%s %s, %v", a.Name, a.MIME, err)
			}
		})
	}
}

func flatPNG(w, h int) []byte {
	im := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black})
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func TestNothingIsMadeSmallerWithoutConsent(t *testing.T) {
	e := newFixture(t)
	e.s.OpenFile(e.file("pano.png", flatPNG(5000, 40)))
	e.tap("Cancel")
	if e.s.State().Open || len(e.library.assets) != 0 {
		t.Error("it was opened or taken in")
	}
}

func TestWhatCannotBeOpenedIsSaidWithWhatToDo(t *testing.T) {
	for _, tt := range []struct {
		name string
		open func(e *fixture)
		want string
	}{
		{"no picture", func(e *fixture) {
			e.s.OpenFile(e.file("note.png", []byte("hello")))
		}, "“note.png” cannot be opened. It is damaged or not a picture. PNG, JPEG, WebP, BMP and GIF can be opened."},
		{"a file that is gone", func(e *fixture) {
			e.s.OpenFile("/nowhere/x.png")
		}, "“x.png” cannot be opened. The file has moved or was deleted. Choose it again."},
		{"a folder", func(e *fixture) { e.s.OpenFile(os.TempDir()) }, "It is not a file. Choose a picture."},
		{"an asset without a file", func(e *fixture) {
			e.s.OpenAsset(db.Asset{ID: 3, Ref: "none", Kind: db.Picture, Name: "x"})
		}, "It is no longer in the library."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newFixture(t)
			tt.open(e)
			if !strings.Contains(e.s.doc.failure, tt.want) {
				t.Errorf("said %q", e.s.doc.failure)
			}
			a := e.open(120, 90)
			e.box()
			tt.open(e)
			if _, err := e.s.Bake(context.Background(), false); e.sent.Open || !errors.Is(err, ErrNothing) ||
				!strings.Contains(e.s.doc.failure, tt.want) {
				t.Errorf("with a canvas: %+v can be sent, said %q", e.sent, e.s.doc.failure)
			}
			e.tap("Back to the last picture")
			if e.sent.Asset != a.Ref || e.sent.Marks != 1 {
				t.Errorf("back: %+v", e.sent)
			}
		})
	}
	e := newFixture(t)
	for text, want := range map[string]string{"": "nothing to paste", "hello": "contains no picture"} {
		e.host.Clipboard = text
		e.s.opener.paste()
		if words := e.notice(); !strings.Contains(words, want) {
			t.Errorf("%q: said %q", text, words)
		}
	}
}

// What is on the canvas is not what was asked for last, while that is on its way.
func TestNothingIsSentWhileAnotherPictureIsOpened(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.s.opener.begin("Opening “cup.png”…")
	if e.sent.Open || !strings.Contains(e.s.foot.sent.Text(), "Opening") {
		t.Errorf("%+v can be sent, the foot says %q", e.sent, e.s.foot.sent.Text())
	}
	e.s.opener.begin("")
	if e.sent.Asset != a.Ref || strings.Contains(e.s.foot.sent.Text(), "Opening") {
		t.Errorf("%+v, the foot says %q", e.sent, e.s.foot.sent.Text())
	}
}

func TestAnEmptySheetHasARuleForItsSize(t *testing.T) {
	e := newFixture(t)
	e.s.opener.chooseSheet()
	e.tap("1920 × 1080")
	e.tap("Open the canvas")
	st := e.s.State()
	if !st.Open || st.Width != 1920 || st.Height != 1080 || st.Asset != "" || !st.Changed {
		t.Fatalf("%+v", st)
	}
	for size, want := range map[image.Point]bool{{3841, 100}: false, {3840, 16}: true, {15, 100}: false,
		{0, 5}: false} {
		if got := sizeTrouble(size) == ""; got != want {
			t.Errorf("%v: %q", size, sizeTrouble(size))
		}
	}
	b, err := e.s.Bake(context.Background(), false)
	if err != nil || b.Width != 1920 || b.Asset != "" {
		t.Errorf("%+v, %v", b.Asset, err)
	}
}

func TestAsItWasIsTheFileItself(t *testing.T) {
	e := newFixture(t)
	if _, err := e.s.Bake(context.Background(), false); !errors.Is(err, ErrNothing) {
		t.Errorf("nothing on the canvas: %v", err)
	}
	a := e.open(120, 90)
	b, err := e.s.Bake(context.Background(), false)
	if err != nil || !bytes.Equal(b.File, e.library.files[a.Ref]) || b.Drawing != nil {
		t.Errorf("not the file itself: %v", err)
	}
	e.box()
	b, err = e.s.Bake(context.Background(), false)
	if err != nil || bytes.Equal(b.File, e.library.files[a.Ref]) || b.Drawing == nil || b.Asset != a.Ref {
		t.Errorf("with marks: %v", err)
	}
	if b, err := e.s.Bake(context.Background(), true); err != nil || !bytes.Equal(b.File, e.library.files[a.Ref]) ||
		b.Drawing != nil {
		t.Errorf("bare: %v", err)
	}
	cropped, err := e.s.doc.drawing().Do(drawing.Step{Kind: drawing.Crop, Rect: image.Rect(0, 0, 60, 40)})
	if err != nil {
		t.Fatal(err)
	}
	e.s.doc.do("", "crop", cropped)
	if b, err := e.s.Bake(context.Background(), true); err != nil || b.Width != 60 || b.Height != 40 ||
		!e.s.State().Shaped ||
		bytes.Contains(b.Drawing, []byte("marks")) {
		t.Errorf("bare and cropped: %d x %d, %s, %v", b.Width, b.Height, b.Drawing, err)
	}
	e.undo()
	e.letters("q") // hidden marks are sent all the same
	if hidden, err := e.s.Bake(context.Background(), false); err != nil || !bytes.Equal(hidden.File, b.File) {
		t.Errorf("hidden marks: %v", err)
	}
}

func TestCopiesAreSavedAndExported(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.box()
	e.s.exporter.saveCopy()
	if words := e.s.foot.sent.Text(); !strings.HasPrefix(words, "Sent as") {
		t.Errorf("after the copy was saved the foot says %q", words)
	}
	test.Tap(e.s.note.buttons[0]) // opens it
	st := e.s.State()
	if st.Asset == a.Ref || st.Marks != 0 || e.library.assets[1].Parent != a.Ref ||
		e.library.assets[1].Name != "vase marked.png" {
		t.Fatalf("%+v", e.library.assets[1])
	}
	if got := e.lines(); len(got) != 2 || got[1] != "Copy, 13:02 |  | on the canvas" {
		t.Errorf("%q", got)
	}
	e.s.OpenAsset(a)
	saveAt := t.TempDir()
	for name, want := range map[string]picturefile.ConvertOptions{
		"vase marked.png": {Format: "png", Size: image.Pt(120, 90)},
		"vase copy.jpg":   {Format: "jpeg", Quality: 90, Size: image.Pt(60, 45)},
	} {
		e.nav.PickPath = filepath.Join(saveAt, name)
		e.s.exporter.export(want, want.Format == "png")
		if got := e.told(); got != "save file "+name {
			t.Errorf("%q", got)
		}
		if words := e.s.foot.sent.Text(); !strings.HasPrefix(words, "Sent as") {
			t.Errorf("after the export the foot says %q", words)
		}
		f, err := os.Open(e.nav.PickPath)
		if err != nil {
			t.Fatal(err)
		}
		c, _, err := image.DecodeConfig(f)
		if err != nil || (image.Point{X: c.Width, Y: c.Height}) != want.Size {
			t.Errorf("%s: %d x %d, %v", name, c.Width, c.Height, err)
		}
		f.Close()
	}
	e.library.assets[0].TrashedAt = noon
	e.s.pictures.kept = nil
	e.s.exporter.saveCopy()
	if words := e.host.Said[len(e.host.Said)-1]; !strings.HasSuffix(words,
		"One of its pictures is in the trash. Restore it first.") {
		t.Errorf("of a picture in the trash it says %q", words)
	}
	e.library.assets[0].TrashedAt = time.Time{}
	e.nav.PickPath = "/nowhere/vase.png"
	e.s.exporter.export(picturefile.ConvertOptions{Format: "png", Size: image.Pt(120, 90)}, true)
	if words := e.host.Said[len(e.host.Said)-1]; !strings.Contains(words, "could not be written") {
		t.Errorf("said %q", words)
	}
}

// A picture is drawn for a keyframe: it gets what is on the canvas, as it is or as a picture of its own.
func TestAPictureIsDrawnForAKeyframe(t *testing.T) {
	e := newFixture(t)
	a := e.open(120, 90)
	e.keyframe = action.Keyframe{Board: "b0", ID: "k3"}
	size := image.Pt(1536, 864)
	draw := func(a db.Asset) {
		e.taken = db.Asset{}
		e.s.Commission(e.keyframe, "The picture of k3.", a, size)
		e.wait()
	}
	use := func() { apptest.Press(t, e.s.commission.line, "Use what is on the canvas") }
	draw(a)
	if words := apptest.Texts(e.s.commission.line); !slices.Contains(words, "The picture of k3.") {
		t.Errorf("it says %q", words)
	}
	use()
	if e.taken.ID != a.ID || len(e.s.commission.line.Objects) > 0 {
		t.Errorf("as it is: asset %d", e.taken.ID)
	}
	draw(a)
	e.box()
	use()
	if e.taken.ID == a.ID || e.taken.Parent != a.Ref {
		t.Errorf("with a mark: %+v", e.taken)
	}
	draw(db.Asset{})
	if st := e.s.State(); !st.Open || st.Width != 1536 || st.Height != 864 {
		t.Errorf("of nothing: %+v", st)
	}
	use()
	if e.taken.ID == 0 || e.taken.Parent != "" {
		t.Errorf("an empty sheet: %+v", e.taken)
	}
	draw(db.Asset{})
	apptest.Press(t, e.s.commission.line, "Cancel")
	if e.taken.ID != 0 || len(e.s.commission.line.Objects) > 0 || e.said[len(e.said)-1] != "show b0" {
		t.Errorf("after Cancel: %+v, %q", e.taken, e.said)
	}
}

func TestTheFootSaysHowTheComposerSendsThePicture(t *testing.T) {
	e := newFixture(t)
	e.open(400, 300)
	file := e.s.foot.sent.Text()
	for by, want := range map[order.CanvasDelivery]string{
		order.CanvasLink:   "",
		order.CanvasHosted: "",
		order.CanvasFile:   file,
	} {
		e.s.SetWay(by)
		if got := e.s.foot.sent.Text(); got != want {
			t.Errorf("%d: %q, want %q", by, got, want)
		}
	}
	if !strings.HasPrefix(file, "Sent as the original file, ") {
		t.Errorf("before it was told it says %q", file)
	}
}
