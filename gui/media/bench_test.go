package media

import (
	"context"
	"fmt"
	"image"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"viviscope/db"
)

// BenchmarkThumbnail makes the thumbnail of a picture of 3840 x 2160 pixels: decode, scale, store.
func BenchmarkThumbnail(b *testing.B) {
	im := textured(3840, 2160)
	for name, content := range map[string][]byte{"jpeg": jpegOf(b, im), "png": pngOf(b, im)} {
		b.Run(name, func(b *testing.B) {
			f := newFolder(b)
			a := f.add(b, "a", content, image.Pt(3840, 2160), db.Picture)
			th := New(Options{Files: f, Log: slog.New(slog.DiscardHandler), Post: func(fn func()) { fn() },
				Posters: &fakePosters{}})
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

// BenchmarkFromDisk reads a stored thumbnail and scales it to a cell.
func BenchmarkFromDisk(b *testing.B) {
	f := newFolder(b)
	a := f.add(b, "a.jpg", jpegOf(b, textured(1920, 1080)), image.Pt(1920, 1080), db.Picture)
	th := New(Options{Files: f, Log: slog.New(slog.DiscardHandler), Post: func(fn func()) { fn() },
		Posters: &fakePosters{}})
	th.memory.setLimit(1)
	defer th.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := th.Image(context.Background(), a, 320); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkThumbnailsBesideVips compares thumbnails of 16 pictures of 3840 x 2160 pixels, made by two workers, with
// vipsthumbnail. "ratio" is our speed relative to vipsthumbnail; "MB" is the peak memory of this process.
func BenchmarkThumbnailsBesideVips(b *testing.B) {
	for name, encode := range map[string]func(testing.TB, image.Image) []byte{"jpeg": jpegOf, "png": pngOf} {
		b.Run(name, func(b *testing.B) {
			program, err := exec.LookPath("vipsthumbnail")
			if err != nil {
				b.Skip("no vipsthumbnail here to compare with (apt install libvips-tools)")
			}
			f := newFolder(b)
			content := encode(b, textured(3840, 2160))
			var assets []db.Asset
			args := []string{"-s", "512", "-o", filepath.Join(f.dir, "vips-%s.jpg[Q=80]")}
			pictures := 16
			if testing.Short() {
				pictures = 2
			}
			for i := range pictures {
				a := f.add(b, fmt.Sprintf("%d.%s", i, name), content, image.Pt(3840, 2160), db.Picture)
				args = append(args, filepath.Join(f.dir, a.Path))
				assets = append(assets, a)
			}
			content = nil
			runtime.GC()
			debug.FreeOSMemory()
			resetPeak()
			var ours, theirs, ourWork, theirWork time.Duration
			n := 0
			for b.Loop() {
				th := New(Options{Files: f, Log: slog.New(slog.DiscardHandler), Post: func(fn func()) { fn() },
					Posters: &fakePosters{}})
				start, before := time.Now(), work(b)
				var all sync.WaitGroup
				for i, a := range assets {
					a.SHA256 = fmt.Sprintf("%032x%032x", n, i) // as if each were another
					all.Go(func() {
						if _, err := th.Image(context.Background(), a, 320); err != nil {
							b.Error(err)
						}
					})
				}
				all.Wait()
				ours += time.Since(start)
				ourWork += work(b) - before
				th.Close()
				n++
				start = time.Now()
				vips := exec.Command(program, args...)
				if out, err := vips.CombinedOutput(); err != nil {
					b.Fatalf("%v %s", err, out)
				}
				theirs += time.Since(start)
				theirWork += vips.ProcessState.UserTime() + vips.ProcessState.SystemTime()
			}
			perSecond := func(d time.Duration) float64 { return float64(n*len(assets)) / d.Seconds() }
			b.ReportMetric(perSecond(ours), "pictures/s")
			b.ReportMetric(perSecond(theirs), "vips-pictures/s")
			b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
			b.ReportMetric(peak(b), "MB")
			b.ReportMetric(float64(ourWork.Milliseconds())/float64(n*len(assets)), "cpu-ms/picture")
			b.ReportMetric(float64(theirWork.Milliseconds())/float64(n*len(assets)), "vips-cpu-ms/picture")
		})
	}
}

// resetPeak resets the peak memory of this process, on Linux only.
func resetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peak returns the peak memory since resetPeak, in MB; 0 if unknown.
func peak(b *testing.B) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	var kb float64
	if _, err := fmt.Sscan(after, &kb); err != nil {
		b.Fatal(err)
	}
	return kb / 1024
}

// work returns the CPU time of this process; 0 if unknown. It is less affected by other programs than wall time.
func work(b *testing.B) time.Duration {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	// The name, in brackets, may contain spaces. User and system time are fields 14 and 15, in hundredths of a second.
	fields := strings.Fields(string(stat[strings.LastIndex(string(stat), ")")+1:]))
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		b.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

func benchDecoder(b *testing.B) *Decoder {
	b.Helper()
	d := NewDecoder(slog.New(slog.DiscardHandler))
	b.Cleanup(func() { _ = d.Close() })
	name, err := d.Name()
	if err != nil {
		b.Skip(err)
	}
	b.Log(name)
	return d
}

// BenchmarkStrip makes the strip of a clip of 15 s at 1080P with a running player.
func BenchmarkStrip(b *testing.B) {
	clip := makeClip(b, "testsrc2=s=1920x1080:r=24:d=15,noise=alls=8:allf=t", "-preset", "veryfast", "-g", "48", "-b:v",
		"9M")
	d := benchDecoder(b)
	if _, err := d.primary.(*mpvBackend).stripPlayer(); err != nil {
		b.Fatal(err)
	}
	for _, exact := range []bool{false, true} {
		b.Run(map[bool]string{false: "key frames", true: "exact"}[exact], func(b *testing.B) {
			worked, n := work(b), 0
			for b.Loop() {
				if _, err := d.Strip(context.Background(), clip, exact); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric(float64((work(b)-worked).Milliseconds())/float64(n), "cpu-ms/strip")
		})
	}
}

// BenchmarkFrame decodes the last frame of a clip of 5 s at 720P in full size.
func BenchmarkFrame(b *testing.B) {
	clip := makeClip(b, "testsrc2=s=1280x720:r=24:d=5")
	d := benchDecoder(b)
	for b.Loop() {
		if _, err := d.Frame(context.Background(), clip, time.Hour, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPoster makes the poster of a clip with a running player.
func BenchmarkPoster(b *testing.B) {
	clip := makeClip(b, "testsrc2=s=1280x720:r=24:d=5")
	d := benchDecoder(b)
	for b.Loop() {
		if _, err := d.Poster(context.Background(), clip, 512); err != nil {
			b.Fatal(err)
		}
	}
}

// textured returns a scene with fine texture, which is as hard to decode as a photograph.
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
