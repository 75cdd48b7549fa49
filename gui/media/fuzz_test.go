package media

import (
	"bytes"
	"errors"
	"image"
	"runtime"
	"testing"
)

// lyingWebP claims one pixel but contains a frame of 16384 by 16384.
func lyingWebP() []byte {
	return []byte("RIFF\x30\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
		"VP8L\x09\x00\x00\x00\x2f\xff\xff\xff\x0f\x88\x88\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00")
}

// memoryOf returns the number of bytes that fn allocates.
func memoryOf(fn func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fn()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// FuzzPicture checks that memory is proportional to the claimed size, and that the result has that size, possibly
// rotated, or is an error.
func FuzzPicture(f *testing.F) {
	f.Add(pngOf(f, scene(5, 3)))
	f.Add(jpegOf(f, scene(5, 3)))
	f.Add(lyingWebP())
	f.Fuzz(func(t *testing.T, b []byte) {
		c, _, err := image.DecodeConfig(bytes.NewReader(b))
		if err == nil && c.Width*c.Height > 1<<20 {
			return
		}
		var im *image.RGBA
		if n := memoryOf(func() { im, err = decodePicture(bytes.NewReader(b)) }); n > 64<<20+uint64(512*len(b)) {
			t.Fatalf("%d bytes of memory for a file of %d", n, len(b))
		}
		if err != nil {
			if im != nil || !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrTooLarge) {
				t.Errorf("%v, %v", im, err)
			}
			return
		}
		size := im.Bounds().Size()
		if size != image.Pt(c.Width, c.Height) && size != image.Pt(c.Height, c.Width) {
			t.Errorf("measured %d by %d, decoded %v", c.Width, c.Height, size)
		}
		if small := shrink(im, 64).Bounds().Size(); small.X < 1 || small.Y < 1 || max(small.X, small.Y) > max(64, 1) {
			t.Errorf("%v shrank to %v", size, small)
		}
	})
}
