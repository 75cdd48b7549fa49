package media

import (
	"context"
	"fmt"
	"image"
	"log/slog"
	"testing"

	"viviscope/db"
)

// BenchmarkThumbnail makes the thumbnail of one picture of 3840 x 2160 pixels from its file: decode, scale, keep.
func BenchmarkThumbnail(b *testing.B) {
	im := textured(3840, 2160)
	for name, content := range map[string][]byte{"jpeg": jpegOf(b, im), "png": pngOf(b, im)} {
		b.Run(name, func(b *testing.B) {
			f := newFolder(b)
			a := f.add(b, "a", content, image.Pt(3840, 2160), db.Picture)
			th := New(Options{Files: f, Post: func(fn func()) { fn() }, Posters: &fakePosters{}})
			defer th.Close()
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				a.SHA256 = fmt.Sprintf("%064x", i) // as if each were another
				if _, err := th.Image(context.Background(), a, 320); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFromDisk reads a kept thumbnail and scales it to a cell.
func BenchmarkFromDisk(b *testing.B) {
	f := newFolder(b)
	a := f.add(b, "a.jpg", jpegOf(b, textured(1920, 1080)), image.Pt(1920, 1080), db.Picture)
	th := New(Options{Files: f, Post: func(fn func()) { fn() }, Posters: &fakePosters{}, MemoryBytes: 1})
	defer th.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := th.Image(context.Background(), a, 320); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPoster takes the poster of a clip with a player that is running already.
func BenchmarkPoster(b *testing.B) {
	clip := makeClip(b, "testsrc2=s=1280x720:r=24:d=5")
	d := NewDecoder(slog.New(slog.DiscardHandler))
	defer d.Close()
	name, err := d.Name()
	if err != nil {
		b.Skip(err)
	}
	b.Log(name)
	for b.Loop() {
		if _, err := d.Poster(context.Background(), clip, 512); err != nil {
			b.Fatal(err)
		}
	}
}

// textured is a scene with fine texture, so that it is no easier to decode than a photograph.
func textured(width, height int) *image.RGBA {
	im := scene(width, height)
	n := uint32(1)
	for i := range im.Pix {
		if i%4 == 3 {
			continue
		}
		n = n*1664525 + 1013904223
		im.Pix[i] = uint8(min(255, int(im.Pix[i])+int(n>>28)))
	}
	return im
}
