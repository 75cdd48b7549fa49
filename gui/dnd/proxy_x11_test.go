//go:build linux || freebsd || netbsd || openbsd || dragonfly

package dnd

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"viviscope/gui/dnd/dragtest"
)

// probe drags a unique link and returns what arrived before it.
func (k *desk) probe() error {
	const link = "https://probe.example/"
	accept := k.target.accept
	k.posts <- func() { k.target.accept = nil }
	source := k.open()
	if _, err := source.Drag(limited(k.t),
		dragtest.Drag{Window: k.window, Path: []image.Point{{1, 1}},
			Offers: dragtest.Link(link, "probe")}); err != nil {
		return err
	}
	k.posts <- func() { k.target.accept = accept }
	if d := k.dropped(); !slices.Equal(d.Links, []string{link}) {
		return fmt.Errorf("arrived, though nothing should: %+v", d)
	}
	return nil
}

// A dragged picture without a file is read at the drop, in chunks if it is large, and arrives as a file.
func TestPictureWithoutAFileIsDragged(t *testing.T) {
	k := newDesk(t)
	picture := append([]byte(onePNG), make([]byte, 3<<20)...)
	result := k.drag(dragtest.Drag{Offers: []dragtest.Flavour{{Name: "image/png", Data: picture, ChunkSize: 1 << 16},
		dragtest.Text("UTF8_STRING", "boat.png")}})
	if !slices.Equal(result.Statuses, []bool{true, true}) || !result.Accepted ||
		!slices.Equal(result.Requested, []string{"UTF8_STRING", "image/png"}) {
		t.Errorf("source was answered %+v", result)
	}
	if d := k.dropped(); !slices.Equal(d.Files, []string{"/kept.png"}) || d.Text != "" {
		t.Errorf("arrived %+v", d)
	}
	if kept := <-k.kept; !bytes.Equal(kept, picture) {
		t.Errorf("%d bytes were kept of %d, or others", len(kept), len(picture))
	}
}

func TestTenDrags(t *testing.T) {
	k := newDesk(t)
	for _, c := range tenCases() {
		t.Run(c.name, func(t *testing.T) {
			k.t = t
			before, _, left := k.target.told()
			d := dragtest.Drag{Offers: c.offers}
			if c.leaves {
				d.End = dragtest.Leave
			}
			result := k.drag(d)
			takes := c.want.Kind != KindUnknown
			if !result.Proxy || !slices.Equal(result.Statuses, []bool{takes, takes}) {
				t.Errorf("source was answered %+v", result)
			}
			k.settle()
			overs, _, leaves := k.target.told()
			for _, o := range overs[len(before):] {
				if fmt.Sprint(o) != fmt.Sprint(c.want) {
					t.Errorf("hovered %+v, want %+v", o, c.want)
				}
			}
			if c.leaves || !takes {
				if result.Dropped {
					t.Errorf("dropped: %+v", result)
				}
				k.nothing()
			} else {
				got := k.dropped()
				if !slices.Equal(got.Links, c.want.Links) || !slices.Equal(got.Files, c.want.Files) ||
					got.Text != c.want.Text || got.Damaged {
					t.Errorf("arrived %+v, want %+v", got, c.want)
				}
				if !got.Placed || got.At != fyne.NewPos(300, 200) {
					t.Errorf("arrived at %v, placed %v", got.At, got.Placed)
				}
				if !result.Accepted || result.Action != "XdndActionCopy" {
					t.Errorf("source was told %+v", result)
				}
			}
			if hovered := len(overs) > len(before); hovered {
				k.wait("the end of the hover", func() bool { _, _, now := k.target.told(); return now > left })
			} else if leaves != left {
				t.Errorf("left %d times without a hover", leaves-left)
			}
		})
	}
}

// Each position gets the target's answer; the last one counts. Positions are in canvas coordinates at any scale.
// the scale.
func TestEachPositionIsAnswered(t *testing.T) {
	k := newDesk(t)
	k.canvas.scale = 1.5
	k.target.accept = func(at fyne.Position, _ Offer) bool { return at.X >= 100 && at.X < 200 }
	path := []image.Point{{30, 30}, {150, 30}, {299, 60}, {300, 60}, {225, 90}}
	result := k.drag(dragtest.Drag{Path: path, Offers: dragtest.Link(signed, "x")})
	if want := []bool{false, true, true, false, true}; !slices.Equal(result.Statuses, want) {
		t.Errorf("answers %v, want %v", result.Statuses, want)
	}
	if d := k.dropped(); d.At != fyne.NewPos(150, 60) {
		t.Errorf("arrived at %v", d.At)
	}
	_, places, _ := k.target.told()
	for i, p := range path {
		if want := fyne.NewPos(float32(p.X)/1.5, float32(p.Y)/1.5); places[i] != want {
			t.Errorf("position %d is %v, want %v", i, places[i], want)
		}
	}
	result = k.drag(dragtest.Drag{Path: path[:1], Offers: dragtest.Link(signed, "x"), Force: true})
	if !result.Dropped || result.Accepted {
		t.Errorf("a drop on a place that refuses: %+v", result)
	}
	k.nothing()
}

func TestMoveIsAnsweredWithACopy(t *testing.T) {
	k := newDesk(t)
	result := k.drag(dragtest.Drag{Offers: dragtest.Files("file:///a.png"), Move: true})
	if !result.Accepted || result.Action != "XdndActionCopy" {
		t.Errorf("a file manager that moves was told %+v", result)
	}
	k.dropped()
}

func TestLinkFileArrivesAsItsLink(t *testing.T) {
	k := newDesk(t)
	path := filepath.Join(t.TempDir(), "a b.url")
	if err := os.WriteFile(path, linkFile(".url", signed), 0o600); err != nil {
		t.Fatal(err)
	}
	k.drag(dragtest.Drag{Offers: dragtest.Files("file://"+strings.ReplaceAll(path, " ", "%20"), "file:///x.png")})
	d := k.dropped()
	if !slices.Equal(d.Links, []string{signed}) || !slices.Equal(d.Files, []string{"/x.png"}) {
		t.Errorf("arrived %+v", d)
	}
	if overs, _, _ := k.target.told(); overs[0].Kind != KindFile ||
		!slices.Equal(overs[0].Files, []string{path, "/x.png"}) {
		t.Errorf("hovered %+v", overs[0])
	}
}

// An overlay blocks drops, unless the target accepts them.
func TestOverlayRefuses(t *testing.T) {
	k := newDesk(t)
	k.canvas.overlay = canvas.NewRectangle(nil)
	result := k.drag(dragtest.Drag{Offers: dragtest.Link(signed, "x"), Force: true})
	if slices.Contains(result.Statuses, true) || result.Accepted {
		t.Errorf("under an overlay: %+v", result)
	}
	k.settle()
	if overs, _, leaves := k.target.told(); len(overs) != 0 || leaves != 0 {
		t.Errorf("target was told %d positions and %d leaves", len(overs), leaves)
	}
	k.posts <- func() { k.canvas.overlay = nil }
	k.nothing()
}
