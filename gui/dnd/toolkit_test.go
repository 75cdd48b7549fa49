package dnd

import (
	"image"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/storage"
)

// manual is a window goroutine that the test runs.
type manual struct{ posts chan func() }

func newManual() manual { return manual{posts: make(chan func(), 64)} }

func (m manual) post(f func()) { m.posts <- f }

// next waits for one posted function and runs it.
func (m manual) next() { (<-m.posts)() }

func TestToolkitDrops(t *testing.T) {
	dir := t.TempDir()
	picture := filepath.Join(dir, "pic ä#1%.png")
	link := filepath.Join(dir, "x.URL")
	odd := filepath.Join(dir, "https:", "really a folder")
	for path, data := range map[string][]byte{picture: nil, link: linkFile(".url", signed)} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(odd, 0o700); err != nil {
		t.Fatal(err)
	}
	// What the toolkit makes of a link: decoded, cleaned, joined to the working directory.
	decoded, err := url.PathUnescape(signed)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(dir, decoded)
	for _, c := range []struct {
		name    string
		paths   []string
		wayland bool
		at      fyne.Position
		want    Drop
	}{
		{"files in their order", []string{picture, dir}, false, fyne.NewPos(3, 4),
			Drop{At: fyne.NewPos(3, 4), Placed: true, Files: []string{picture, dir}}},
		{"link file", []string{link}, false, fyne.NewPos(3, 4),
			Drop{At: fyne.NewPos(3, 4), Placed: true, Links: []string{signed}}},
		{"damaged link", []string{damaged}, false, fyne.NewPos(3, 4),
			Drop{At: fyne.NewPos(3, 4), Placed: true, Damaged: true}},
		{"damaged link of any length", []string{damaged + strings.Repeat("a", 6000)}, false, fyne.NewPos(3, 4),
			Drop{At: fyne.NewPos(3, 4), Placed: true, Damaged: true}},
		{"file and damaged link", []string{picture, damaged}, false, fyne.NewPos(3, 4),
			Drop{At: fyne.NewPos(3, 4), Placed: true, Files: []string{picture}, Damaged: true}},
		{"folder with the name of a scheme", []string{odd}, false, fyne.NewPos(3, 4),
			Drop{At: fyne.NewPos(3, 4), Placed: true, Files: []string{odd}}},
		{"Wayland knows no place", []string{picture}, true, fyne.NewPos(3, 4), Drop{Files: []string{picture}}},
		{"a place that was forgotten", []string{picture}, false, fyne.Position{}, Drop{Files: []string{picture}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			target, window := &recorder{drops: make(chan Drop, 1)}, newManual()
			k := toolkit{
				receiver: &receiver{canvas: func() fyne.Canvas {
					return &fakeCanvas{scale: 2}
				}, target: target, post: window.post, log: quiet()},
				reportsPosition: !c.wayland,
			}
			var uris []fyne.URI
			for _, path := range c.paths {
				uris = append(uris, storage.NewFileURI(path))
			}
			k.dropped(c.at, uris)
			window.next()
			got := <-target.drops
			if !slices.Equal(got.Links, c.want.Links) || !slices.Equal(got.Files, c.want.Files) ||
				got.Damaged != c.want.Damaged || got.At != c.want.At || got.Placed != c.want.Placed || got.Text != "" {
				t.Errorf("arrived %+v\nwant    %+v", got, c.want)
			}
		})
	}
}

// The toolkit's position is that of the last mouse move before the drag; the system has the position of the drop.
func TestToolkitDropUsesPointerPosition(t *testing.T) {
	target, window := &recorder{drops: make(chan Drop, 1)}, newManual()
	r := &receiver{canvas: func() fyne.Canvas {
		return &fakeCanvas{scale: 2}
	}, target: target, post: window.post, log: quiet()}
	k := toolkit{r, true, func() (image.Point, bool) { return image.Pt(300, 400), true }}
	for _, old := range []fyne.Position{{X: 7, Y: 8}, {}} {
		k.dropped(old, []fyne.URI{storage.NewFileURI(t.TempDir())})
		window.next()
		if d := <-target.drops; !d.Placed || d.At != fyne.NewPos(150, 200) {
			t.Errorf("dropped at %v, placed %v", d.At, d.Placed)
		}
	}
}

// Garbage that the toolkit reads beyond the end of a malformed list is ignored.
func TestInvalidToolkitPathsAreDropped(t *testing.T) {
	c, damaged := classify([]string{"/\u029f\xb4\x7f", "/no/such/file"})
	if !c.empty() || damaged {
		t.Errorf("made up: %+v, damaged %v", c, damaged)
	}
}

func TestToolkitUnderAnOverlayAndAfterDetach(t *testing.T) {
	target, window := &recorder{drops: make(chan Drop, 1)}, newManual()
	shown := &fakeCanvas{scale: 1, overlay: canvas.NewRectangle(nil)}
	r := &receiver{canvas: func() fyne.Canvas { return shown }, target: target, post: window.post, log: quiet()}
	k := toolkit{r, true, nil}
	uris := []fyne.URI{storage.NewFileURI(t.TempDir())}
	k.dropped(fyne.NewPos(1, 1), uris)
	shown.overlay = nil
	k.dropped(fyne.NewPos(2, 2), uris)
	window.next()
	if d := <-target.drops; d.At != fyne.NewPos(2, 2) {
		t.Errorf("arrived under an overlay: %+v", d)
	}
	k.dropped(fyne.NewPos(3, 3), uris)
	r.detached = true // while the drop is on its way
	window.next()
	k.dropped(fyne.NewPos(4, 4), uris)
	if len(target.drops) != 0 || len(window.posts) != 0 {
		t.Errorf("%d drops arrived and %d are on their way after detach", len(target.drops), len(window.posts))
	}
}

func TestReceiver(t *testing.T) {
	shown := &fakeCanvas{scale: 2}
	target := &recorder{drops: make(chan Drop, 1)}
	window := newManual()
	r := &receiver{canvas: func() fyne.Canvas { return shown }, target: target, post: window.post, log: quiet()}
	over := func() (accepted bool) {
		r.over(image.Pt(10, 20), Offer{Kind: KindLink}, func(ok bool) { accepted = ok })
		window.next()
		return accepted
	}
	if !over() || target.places[0] != fyne.NewPos(5, 10) {
		t.Errorf("hover at %v", target.places)
	}
	shown.overlay = canvas.NewRectangle(nil)
	if over() || target.leaves != 1 {
		t.Errorf("an overlay that opens under the pointer: %d leaves", target.leaves)
	}
	shown.overlay = nil
	if !over() {
		t.Error("nothing is taken once the overlay has gone")
	}
	r.leave()
	window.next()
	r.leave()
	window.next()
	if target.leaves != 2 {
		t.Errorf("%d leaves, want one for each hover", target.leaves)
	}
	shown.scale = 0 // not shown yet
	if !over() || target.places[len(target.places)-1] != fyne.NewPos(10, 20) {
		t.Errorf("without a scale: %v", target.places)
	}
	r.detached = true
	if over() {
		t.Error("a detached target takes a drop")
	}
	r.deliver(image.Pt(1, 1), content{text: "x"})
	window.next()
	if len(target.drops) != 0 {
		t.Error("a drop reaches a detached target")
	}
}
