package dnd

import (
	"encoding/binary"
	"errors"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// group encodes FILEGROUPDESCRIPTORW. A name that ends with a slash is a folder.
func group(names ...string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(names)))
	for _, name := range names {
		f := make([]byte, 592)
		if folder, ok := strings.CutSuffix(name, "/"); ok {
			f[0], f[36], name = 4, 0x10, folder
		}
		copy(f[72:], appendWide(nil, name))
		b = append(b, f...)
	}
	return b
}

func TestVirtualPictures(t *testing.T) {
	whole := group("a.png", "sub.png/", "notes.docx", `folder\b.JPG`, "no ending")
	for _, c := range []struct {
		name string
		in   []byte
		want []int
	}{
		{"pictures by their names, no folder", whole, []int{0, 3, 4}},
		{"the last is cut", whole[:len(whole)-1], []int{0, 3}},
		{"a count without files", []byte{255, 255, 255, 255}, nil},
		{"no count", []byte{1}, nil},
		{"nothing", nil, nil},
	} {
		if got := virtualPictures(c.in); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := virtualPictures(group(slices.Repeat([]string{"a.png"}, 2*maxEntries)...)); len(got) != maxEntries {
		t.Errorf("%d of many", len(got))
	}
}

func FuzzVirtualPictures(f *testing.F) {
	f.Add(group("a.png", "b/"))
	f.Add([]byte{255, 255, 255, 255, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, i := range virtualPictures(data) {
			if i < 0 || 4+(i+1)*592 > len(data) {
				t.Errorf("index %d of %d bytes", i, len(data))
			}
		}
	})
}

// Files copied to the clipboard are read back like a drop of the same files.
func TestDropFilesRoundTrip(t *testing.T) {
	paths := []string{"/a b/ä.png", "/😀.mp4"}
	if !filepath.IsAbs("/") {
		paths = []string{`C:\a b\ä.png`, `D:\😀.mp4`}
	}
	var got []string
	for _, e := range readDroppedFiles(dropFiles(paths)).entries {
		got = append(got, e.file)
	}
	if !slices.Equal(got, paths) {
		t.Errorf("%q, want %q", got, paths)
	}
}

// A picture that a source offers but does not transfer is reported.
func TestMissingTransferIsReported(t *testing.T) {
	target, window := &recorder{drops: make(chan Drop, 1)}, newManual()
	r := &receiver{canvas: func() fyne.Canvas {
		return &fakeCanvas{scale: 1}
	}, target: target, post: window.post, log: quiet()}
	r.deliverAfter(image.Pt(1, 1), func() content { return content{} })
	window.next()
	if d := <-target.drops; !errors.Is(d.Failed, errNotTransferred) {
		t.Errorf("arrived %+v", d)
	}
}
