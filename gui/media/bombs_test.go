package media

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"log/slog"
	"testing"

	"viviscope/db"
)

// A picture that lies about its size costs nothing on its way to a thumbnail, and is no thumbnail either.
func TestLyingPicturesCostNothing(t *testing.T) {
	huge := pngOf(t, image.NewRGBA(image.Rect(0, 0, 2, 2)))
	binary.BigEndian.PutUint32(huge[16:], 30000)
	binary.BigEndian.PutUint32(huge[20:], 30000)
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	for name, bomb := range map[string][]byte{"PNG": huge, "WebP": lyingWebP()} {
		if len(bomb) > 200 {
			t.Fatalf("%s has %d bytes", name, len(bomb))
		}
		f := newFolder(t)
		th := New(Options{Files: f, Post: func(fn func()) { fn() }, Posters: NewDecoder(slog.New(slog.DiscardHandler))})
		asset := f.add(t, "bomb.png", bomb, image.Pt(1, 1), db.Picture)
		n := memoryOf(func() {
			if im, err := th.Image(context.Background(), asset, 512); !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v, %v", name, im, err)
			}
		})
		if n > 4<<20 {
			t.Errorf("%s of %d bytes takes %d bytes of memory", name, len(bomb), n)
		}
		th.Close()
	}
}
