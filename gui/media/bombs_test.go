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

// A picture with a false size in its header uses no memory and yields no thumbnail.
func TestFalseSizesUseNoMemory(t *testing.T) {
	huge := pngOf(t, image.NewRGBA(image.Rect(0, 0, 2, 2)))
	binary.BigEndian.PutUint32(huge[16:], 30000)
	binary.BigEndian.PutUint32(huge[20:], 30000)
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	for name, bomb := range map[string][]byte{"PNG": huge, "WebP": lyingWebP(), "progressive JPEG": progressiveJPEG()} {
		if len(bomb) > 200 {
			t.Fatalf("%s has %d bytes", name, len(bomb))
		}
		f := newFolder(t)
		th := New(Options{Files: f, Log: slog.New(slog.DiscardHandler), Post: func(fn func()) { fn() },
			Posters: NewDecoder(slog.New(slog.DiscardHandler))})
		asset := f.add(t, "bomb.png", bomb, image.Pt(1, 1), db.Picture)
		n := memoryOf(func() {
			if im, err := th.Image(context.Background(), asset, 512); !errors.Is(err, ErrTooLarge) &&
				!errors.Is(err, ErrDamaged) {
				t.Errorf("%s: %v, %v", name, im, err)
			}
		})
		if n > 4<<20 {
			t.Errorf("%s of %d bytes takes %d bytes of memory", name, len(bomb), n)
		}
		th.Close()
	}
}

// progressiveJPEG claims 6144 by 6144 pixels in three colours. Decoding it would take 600 MB.
func progressiveJPEG() []byte {
	return []byte("\xff\xd8\xff\xc2\x00\x11\x08\x18\x00\x18\x00\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00" +
		"\xff\xc4\x00\x14\x10\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0" +
		"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00")
}
