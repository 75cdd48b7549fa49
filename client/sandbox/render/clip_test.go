package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"viviscope/client/mp4"
)

var maker Renderer

// clip renders a clip, or skips the test if there is no encoder.
func clip(t *testing.T, r Request) []byte {
	t.Helper()
	var w bytes.Buffer
	err := maker.Clip(context.Background(), r, &w)
	if errors.Is(err, ErrNoEncoder) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w.Bytes()
}

func picture(w, h int, hue uint8) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetRGBA(x, y, color.RGBA{uint8(30 + x*200/w), uint8(30 + y*200/h), hue, 255})
		}
	}
	return m
}

func TestClipHasTheExactSizeAndLength(t *testing.T) {
	tests := []struct {
		name string
		r    Request
	}{
		{"wide", Request{Prompt: "sea", Width: 160, Height: 90, Seconds: 3}},
		{"tall, with sound", Request{Prompt: "lanterns", Width: 90, Height: 160, Seconds: 3, Audio: true}},
		{"square", Request{Prompt: "dunes", Width: 64, Height: 64, Seconds: 1}},
		{"first frame", Request{Width: 128, Height: 72, Seconds: 2, First: picture(50, 70, 9)}},
		{"two frames", Request{Width: 128, Height: 72, Seconds: 2, First: picture(50, 70, 9),
			Last: picture(128, 72, 200)}},
		{"last frame", Request{Prompt: "aurora", Width: 128, Height: 72, Seconds: 2, Last: picture(128, 72, 200)}},
		{"720P", Request{Prompt: "hills", Width: 1280, Height: 720, Seconds: 1, Audio: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := clip(t, tt.r)
			info, err := mp4.Check(bytes.NewReader(b), int64(len(b)))
			if err != nil {
				t.Fatal(err)
			}
			r := tt.r
			want := mp4.Info{Width: r.Width, Height: r.Height, Seconds: float64(r.Seconds), FPS: 24,
				Frames: r.Seconds * 24, HasAudio: r.Audio, VideoCodec: "avc1",
				FastStart: true, Orientation: mp4.Upright}
			if r.Audio {
				want.AudioCodec = "mp4a"
			}
			if *info != want {
				t.Errorf("got %+v, want %+v", *info, want)
			}
		})
	}
}

func TestClipIsTheSameOnAnyNumberOfCores(t *testing.T) {
	on := func(cores int, r Request) []byte {
		before := runtime.GOMAXPROCS(cores)
		defer runtime.GOMAXPROCS(before)
		return clip(t, r)
	}
	for _, b := range sceneInputs() {
		r := Request{Prompt: b.prompt, Seed: b.seed, Width: 96, Height: 54, Seconds: 3, Audio: b.seed%2 == 0}
		if !bytes.Equal(on(1, r), on(2, r)) {
			t.Errorf("%+v: other bytes on two cores than on one", b)
		}
	}
}

func TestEachFieldOfAClipMatters(t *testing.T) {
	base := Request{Prompt: "a thing", NegativePrompt: "blur", Model: "clip-3.0", Seed: 1, Width: 96, Height: 64,
		Seconds: 1}
	withFrames := base
	withFrames.First, withFrames.Last = picture(96, 64, 10), picture(96, 64, 120)
	withFirst := withFrames
	withFirst.Last = nil
	variants := []struct {
		name   string
		change func(*Request)
	}{
		{"nothing", func(*Request) {}},
		{"prompt", func(r *Request) { r.Prompt += "s" }},
		{"negative prompt", func(r *Request) { r.NegativePrompt = "noise" }},
		{"model", func(r *Request) { r.Model = "clip-o1" }},
		{"seed", func(r *Request) { r.Seed++ }},
		{"width", func(r *Request) { r.Width += 2 }},
		{"height", func(r *Request) { r.Height += 2 }},
		{"seconds", func(r *Request) { r.Seconds++ }},
		{"audio", func(r *Request) { r.Audio = true }},
		{"first frame", func(r *Request) { r.First = picture(96, 64, 14) }},
		{"last frame", func(r *Request) { r.Last = picture(96, 64, 124) }},
	}
	for name, base := range map[string]Request{"words": base, "first frame": withFirst, "both frames": withFrames} {
		seen := map[string]string{}
		for _, v := range variants {
			r := base
			v.change(&r)
			b := string(clip(t, r))
			if other, ok := seen[b]; ok {
				t.Errorf("%s: changing %s gives what changing %s gave", name, v.name, other)
			}
			seen[b] = v.name
		}
	}
}

// framesOf paints frames of a clip before encoding.
func framesOf(t *testing.T, r Request, which ...int) []*canvas {
	t.Helper()
	paint, err := r.frames()
	if err != nil {
		t.Fatal(err)
	}
	var out []*canvas
	for _, i := range which {
		c := newCanvas(r.Width, r.Height)
		paint(i, c.pix)
		out = append(out, c)
	}
	return out
}

// psnr returns the PSNR of two pictures of the same size, in dB, without the rows of the watermark.
func psnr(a, b []byte, w, h int) float64 {
	m, err := newWatermark(w, h)
	if err != nil {
		panic(err)
	}
	end := (m.text.Rect.Min.Y - m.shadow) * w * 4
	var sum float64
	for i := range end {
		if i%4 != 3 {
			d := float64(a[i]) - float64(b[i])
			sum += d * d
		}
	}
	if sum == 0 {
		return math.Inf(1)
	}
	return 10 * math.Log10(255*255*float64(end)*0.75/sum)
}

func TestClipBeginsAndEndsAtItsFrames(t *testing.T) {
	const w, h = 320, 180
	first, last := picture(500, 300, 60), picture(200, 300, 180)
	wantFirst, wantLast := cover(first, w, h).Pix, cover(last, w, h).Pix
	for name, r := range map[string]Request{
		"both":       {Width: w, Height: h, Seconds: 3, First: first, Last: last},
		"only first": {Prompt: "sunset", Width: w, Height: h, Seconds: 3, First: first},
		"only last":  {Prompt: "sea", Width: w, Height: h, Seconds: 3, Last: last},
	} {
		f := framesOf(t, r, 0, 71)
		if p := psnr(f[0].pix, wantFirst, w, h); r.First != nil && !math.IsInf(p, 1) {
			t.Errorf("%s: the first frame is off: %.1f dB", name, p)
		}
		if p := psnr(f[1].pix, wantLast, w, h); r.Last != nil && !math.IsInf(p, 1) {
			t.Errorf("%s: the last frame is off: %.1f dB", name, p)
		}
	}
}

func TestStillIsFirstFrameOfClip(t *testing.T) {
	const w, h = 320, 180
	for prompt, b := range sceneInputs() {
		f := framesOf(t, Request{Model: "same", Seed: b.seed, Width: w, Height: h, Seconds: 5}, 0)
		m, err := maker.Still(context.Background(), StillRequest{Model: "same", Seed: b.seed, Width: w, Height: h})
		if err != nil {
			t.Fatal(err)
		}
		if p := psnr(f[0].pix, canvasFrom(m).pix, w, h); !math.IsInf(p, 1) {
			t.Errorf("%s: %.1f dB between picture and clip", prompt, p)
		}
	}
}

func TestClipStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	var w bytes.Buffer
	err := maker.Clip(ctx, Request{Prompt: "sea", Width: 640, Height: 360, Seconds: 600}, &w)
	if errors.Is(err, ErrNoEncoder) {
		t.Skip(err)
	}
	if !errors.Is(err, context.DeadlineExceeded) || w.Len() > 0 {
		t.Errorf("err %v, %d bytes", err, w.Len())
	}
	clip(t, Request{Prompt: "sea", Width: 64, Height: 64, Seconds: 1}) // the slot was released
}

func TestClipsWaitForTheirTurn(t *testing.T) {
	if err := acquireSlot(context.Background(), clipSlot); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	waiting := make(chan error)
	go func() {
		waiting <- maker.Clip(ctx, Request{Prompt: "sea", Width: 64, Height: 64, Seconds: 1}, &bytes.Buffer{})
	}()
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-clipSlot
}

func TestClipRefuses(t *testing.T) {
	for _, r := range []Request{{Width: 64, Height: 64}, {Width: 64, Seconds: 3}, {Width: -2, Height: 64, Seconds: 3}} {
		if err := maker.Clip(context.Background(), r, &bytes.Buffer{}); err == nil {
			t.Errorf("%+v was taken", r)
		}
	}
}

// tool returns the path of an external program, or skips the test.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed, so what other programs say of our files is not checked: %v", name, err)
	}
	return path
}

func TestClipPassesFFprobe(t *testing.T) {
	probe := tool(t, "ffprobe")
	file := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(file, clip(t, Request{Prompt: "lanterns", Width: 320, Height: 180, Seconds: 3, Audio: true}),
		0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(probe, "-v", "warning", "-count_frames", "-show_entries",
		"stream=codec_name,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,r_frame_rate,start_time,duration,nb_read_frames,sample_aspect_ratio,channels,sample_rate",
		"-of", "default=nw=1", file).CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	for _, want := range []string{
		"codec_name=h264", "width=320", "height=180", "pix_fmt=yuv420p", "color_range=tv", "color_space=bt709",
		"color_transfer=bt709", "color_primaries=bt709",
		"r_frame_rate=24/1", "start_time=0.000000", "duration=3.000000", "nb_read_frames=72", "sample_aspect_ratio=1:1",
		"codec_name=aac", "channels=2", "sample_rate=48000",
	} {
		if !strings.Contains(string(out), want+"\n") {
			t.Errorf("ffprobe does not say %s:\n%s", want, out)
		}
	}
}

// The first and the last frame still match after encoding.
func TestDecodedFrames(t *testing.T) {
	ffmpeg := tool(t, "ffmpeg")
	const w, h = 320, 180
	first, last := picture(w, h, 60), picture(w, h, 180)
	file := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(file, clip(t, Request{Width: w, Height: h, Seconds: 3, First: first, Last: last}),
		0o600); err != nil {
		t.Fatal(err)
	}
	raw, err := exec.Command(ffmpeg, "-v", "error", "-i", file, "-pix_fmt", "rgba", "-f", "rawvideo", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	const size = w * h * 4
	if len(raw) != 72*size {
		t.Fatalf("%d bytes decoded, want %d", len(raw), 72*size)
	}
	if p := psnr(raw[:size], first.Pix, w, h); p < 36 {
		t.Errorf("first frame: %.1f dB", p)
	}
	if p := psnr(raw[71*size:], last.Pix, w, h); p < 36 {
		t.Errorf("last frame: %.1f dB", p)
	}
}

// A clip begins and ends like its pictures, by the measure of boards: SSIM at a width of 256 pixels.
func TestClipMatchesItsFrames(t *testing.T) {
	ffmpeg := tool(t, "ffmpeg")
	var ends []image.Image
	dir := t.TempDir()
	for i, prompt := range []string{"a harbour at dusk", "snow on the hills"} {
		m, err := maker.Still(context.Background(),
			StillRequest{Prompt: prompt, Width: 1536, Height: 864, Quality: "high"})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := errors.Join(png.Encode(&b, m),
			os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".png")), b.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, m)
	}
	file := filepath.Join(dir, "clip.mp4")
	if err := os.WriteFile(file, clip(t, Request{Width: 1280, Height: 720, Seconds: 1, First: ends[0], Last: ends[1]}),
		0o600); err != nil {
		t.Fatal(err)
	}
	alike := func(frame, picture int) float64 {
		out, err := exec.Command(ffmpeg, "-i", file, "-i", filepath.Join(dir, fmt.Sprint(picture, ".png")), "-lavfi",
			fmt.Sprintf("[0:v]select='eq(n,%d)',scale=256:-2,format=gray[a];[1:v]scale=256:-2,format=gray[b];[a][b]ssim", frame), "-f", "null", "-").CombinedOutput()
		all := regexp.MustCompile(`All:([0-9.]+)`).FindSubmatch(out)
		if err != nil || all == nil {
			t.Fatalf("%v: %s", err, out)
		}
		v, err := strconv.ParseFloat(string(all[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	first, last := alike(0, 0), alike(23, 1)
	if first < 0.9 || last < 0.9 {
		t.Errorf("begins %.2f, ends %.2f like its frames", first, last)
	}
	if other := alike(23, 0); other > 0.8 {
		t.Errorf("it ends %.2f like its first frame, so the measure tells nothing", other)
	}
}

func BenchmarkClip720p(b *testing.B) {
	r := Request{Seed: sceneInputs()["sea"].seed, Width: 1280, Height: 720, Seconds: 5, Audio: true}
	if testing.Short() {
		r.Width, r.Height, r.Seconds = 320, 180, 1
	}
	for b.Loop() {
		if err := maker.Clip(context.Background(), r, &bytes.Buffer{}); err != nil {
			b.Fatal(err)
		}
	}
}
