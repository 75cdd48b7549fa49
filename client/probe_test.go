package client

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"viviscope/client/decode"
)

// needDecoders skips a test on Windows where ffmpeg is not installed; everywhere else `make deps` installs it.
func needDecoders(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("ffmpeg"); err != nil && runtime.GOOS == "windows" {
		t.Skip("ffmpeg is not installed")
	}
}

// made makes a file by ffmpeg.
func made(t testing.TB, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	args = append(append([]string{"-v", "error", "-y"}, args...), path)
	if out, err := exec.Command("ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("make %s: %v: %s", name, err, out)
	}
	return path
}

var (
	seconds = []string{"-f", "lavfi", "-i", "testsrc=s=64x48:r=12:d=2"}
	tone    = []string{"-f", "lavfi", "-i", "sine=d=2"}
)

func join(parts ...[]string) (all []string) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// cutTo keeps a part of a file.
func cutTo(t testing.TB, path string, part float64) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, filepath.Base(path), data[:int(float64(len(data))*part)])
}

func written(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Clips of every container and codec that a decoder plays are good, without or with a look at their boxes.
func TestProbeFileAcceptsPlayableFiles(t *testing.T) {
	needDecoders(t)
	x264 := []string{"-c:v", "libx264", "-pix_fmt", "yuv420p"}
	for name, want := range map[string]struct {
		path, mime string
		sound      bool
		width      int
	}{
		"MKV":            {made(t, "a.mkv", join(seconds, tone, x264)...), decode.Matroska, true, 64},
		"WebM":           {made(t, "a.webm", join(seconds, []string{"-c:v", "libvpx"})...), decode.WebM, false, 64},
		"AVI":            {made(t, "a.avi", join(seconds, []string{"-c:v", "mpeg4"})...), decode.AVI, false, 64},
		"animated GIF":   {made(t, "a.gif", seconds...), decode.GIF, false, 64},
		"sound in MKV":   {made(t, "s.mkv", tone...), decode.Matroska, true, 0},
		"sound":          {"mp4/testdata/sound.m4a", decode.M4A, true, 0},
		"QuickTime wave": {"mp4/testdata/wave.mov", decode.QuickTime, true, 64},
		"fragmented":     {"mp4/testdata/fragmented.mp4", decode.MP4, true, 64},
		"ProRes":         {"mp4/testdata/prores.mov", decode.QuickTime, false, 64},
		"DNxHR":          {"mp4/testdata/dnxhr.mov", decode.QuickTime, false, 256},
		"3GP":            {"mp4/testdata/h263.3gp", decode.ThreeGP, false, 128},
		"QuickTime RLE":  {"mp4/testdata/qtrle.mov", decode.QuickTime, false, 64},
	} {
		info, err := ProbeFile(t.Context(), want.path)
		if err != nil || !info.Clip || info.MIME != want.mime || info.HasAudio != want.sound ||
			info.Width != want.width ||
			info.Seconds < 0.4 || info.Seconds > 2.3 || (info.Frames > 0) != (want.width > 0) {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
}

// A clip that is cut plays in part: the judgement has how much.
func TestProbeTruncatedClips(t *testing.T) {
	needDecoders(t)
	long := []string{"-f", "lavfi", "-i", "testsrc=s=64x48:r=12:d=6"}
	for name, path := range map[string]string{
		"MP4": cutTo(t, made(t, "a.mp4",
			join(long, []string{"-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"})...), 0.6),
		"MKV":  cutTo(t, made(t, "a.mkv", join(long, []string{"-c:v", "libx264", "-pix_fmt", "yuv420p"})...), 0.6),
		"WebM": cutTo(t, made(t, "a.webm", join(long, []string{"-c:v", "libvpx"})...), 0.6),
	} {
		info, err := ProbeFile(t.Context(), path)
		var e *FileError
		if !errors.As(err, &e) || e.Condition != PartlyShown || e.PlayableSeconds < 1 || e.PlayableSeconds > 5.5 ||
			e.TotalSeconds < 5.5 ||
			e.Why == "" ||
			info.Width != 64 || info.Seconds < 1 || !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %+v, %+v", name, info, err)
		}
	}
}

// What nothing can show is damaged or of an unknown format, with the reason.
func TestProbeBrokenFiles(t *testing.T) {
	needDecoders(t)
	noise := make([]byte, 4000)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	whole, err := os.ReadFile("mp4/testdata/own.mp4")
	if err != nil {
		t.Fatal(err)
	}
	unknown := bytes.Clone(whole)
	copy(unknown[bytes.Index(unknown, []byte("avc1\x00")):], "zzz9")
	for name, want := range map[string]struct {
		data      []byte
		condition Condition
		why       string
	}{
		"a text":         {[]byte("hello, this is no clip at all"), UnknownFormat, "first bytes"},
		"nothing":        {nil, UnknownFormat, "first bytes"},
		"a cut head":     {whole[:300], Broken, "moov"},
		"a lost tail":    {whole[:bytes.Index(whole, []byte("mdat"))-4], Broken, "media data"},
		"noise in a MKV": {append([]byte("\x1a\x45\xdf\xa3"), noise...), Broken, ""},
		"noise in a PNG": {append([]byte("\x89PNG\r\n\x1a\n"), noise...), Broken, ""},
	} {
		_, err := ProbeFile(t.Context(), written(t, "file", want.data))
		var e *FileError
		if !errors.As(err, &e) || e.Condition != want.condition || !strings.Contains(e.Why, want.why) {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
	if _, err := ProbeFile(t.Context(), filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// testPicture has no two pixels alike in a row.
func testPicture() *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, 96, 64))
	for y := range 64 {
		for x := range 96 {
			im.Set(x, y, color.RGBA{uint8(x * 2), uint8(y * 4), uint8(x * y), 255})
		}
	}
	return im
}

func encodedPNG(t testing.TB) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, testPicture()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func encodedJPEG(t testing.TB) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, testPicture(), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Every viewer shows these pictures.
func TestProbeRarePictures(t *testing.T) {
	needDecoders(t)
	file := func(name string) []byte {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	whole, photo := encodedPNG(t), encodedJPEG(t)
	with := func(data []byte, at int, more ...byte) []byte {
		return append(append(bytes.Clone(data[:at]), more...), data[at:]...)
	}
	wrongEnd := bytes.Clone(whole)
	wrongEnd[len(wrongEnd)-1] ^= 1
	text := []byte("\x00\x00\x00\x09tEXtTitle\x00abc\xff\xff\xff\xff")
	segment := bytes.Index(photo, []byte("\xff\xc4")) // between two segments
	for name, want := range map[string]struct {
		data  []byte
		width int
	}{
		"PNG, wrong sum of iCCP":           {file("png-iccp-badcrc.png"), 96},
		"PNG, wrong sum of tEXt":           {with(whole, 33, text...), 96},
		"PNG, wrong sum of IEND":           {wrongEnd, 96},
		"PNG without IEND":                 {whole[:len(whole)-12], 96},
		"JPEG, bytes in between":           {file("jpeg-extraneous.jpg"), 96},
		"JPEG, more bytes in between":      {with(photo, segment, 0, 0, 0), 96},
		"JPEG, unusual sampling":           {file("jpeg-2x2-1x1-1x2.jpg"), 96},
		"JPEG without its end":             {photo[:len(photo)-2], 96},
		"JPEG, turned by a LONG":           {file("jpeg-or6-long.jpg"), 64},
		"CMYK":                             {file("cmyk.jpg"), 16},
		"JPEG, arithmetic coding":          {file("jpeg-arithmetic.jpg"), 96},
		"JPEG, arithmetic and progressive": {file("jpeg-arithmetic-progressive.jpg"), 96},
	} {
		path := written(t, "picture", want.data)
		info, err := ProbeFile(t.Context(), path)
		if err != nil || info.Clip || info.Width != want.width {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if look, err := DecodeFallback(t.Context(), f); err != nil || look.Faults != "" ||
			look.Image.Bounds().Dx() != 96 &&
				want.width != 16 {
			t.Errorf("%s: second decoder: %q, %v", name, look.Faults, err)
		}
		f.Close()
	}
}

// A JPEG with arithmetic coding needs jpegtran. Without it the judgement names the program, with and without another
// decoder; a cut one is shown as far as it goes.
func TestProbeArithmeticJPEGs(t *testing.T) {
	needDecoders(t)
	const path = "testdata/jpeg-arithmetic.jpg"
	info, err := ProbeFile(t.Context(), cutTo(t, path, 0.7))
	var e *FileError
	if !errors.As(err, &e) || e.Condition != PartlyShown || info.Width != 96 {
		t.Errorf("cut: %+v, %v", info, err)
	}
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []bool{true, false} {
		dir := t.TempDir()
		if other {
			if err := os.Symlink(ffmpeg, filepath.Join(dir, "ffmpeg")); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", dir)
		_, err := ProbeFile(t.Context(), path)
		if !errors.As(err, &e) || e.Condition != UnknownFormat || e.Program != "jpegtran" ||
			e.Codec != "JPEG (arithmetic coding)" || e.NoDecoder {
			t.Errorf("other decoder %v: %+v, %v", other, e, err)
		}
	}
}

// A picture that is cut is shown as far as it goes, and does not count as whole.
func TestProbeTruncatedPictures(t *testing.T) {
	needDecoders(t)
	for name, data := range map[string][]byte{"PNG": encodedPNG(t), "JPEG": encodedJPEG(t)} {
		for _, keep := range []int{len(data) * 2 / 3, len(data) - 20} {
			info, err := ProbeFile(t.Context(), written(t, "picture", data[:keep]))
			var e *FileError
			if !errors.As(err, &e) || e.Condition != PartlyShown || info.Width != 96 {
				t.Errorf("%s, %d of %d bytes: %+v, %v", name, keep, len(data), info, err)
			}
		}
	}
}

// The first frame of an animated WebP is shown; a GIF of one frame is a picture.
func TestProbeAnimatedPictures(t *testing.T) {
	needDecoders(t)
	webp := made(t, "a.webp", join(seconds, []string{"-c:v", "libwebp_anim"})...)
	info, err := ProbeFile(t.Context(), webp)
	var e *FileError
	if !errors.As(err, &e) || e.Condition != PartlyShown || !strings.Contains(e.Why, "of 24 pictures") ||
		info.Width != 64 ||
		info.Clip {
		t.Errorf("WebP: %+v, %v", info, err)
	}
	var still bytes.Buffer
	if err := gif.Encode(&still, testPicture(), nil); err != nil {
		t.Fatal(err)
	}
	if info, err := ProbeFile(t.Context(), written(t, "a.gif", still.Bytes())); err != nil || info.Clip ||
		info.Width != 96 {
		t.Errorf("GIF: %+v, %v", info, err)
	}
}

// Without a decoder the judgement names what is missing.
func TestProbeWithoutDecoder(t *testing.T) {
	needDecoders(t)
	mkv := made(t, "a.mkv", join(seconds, []string{"-c:v", "mpeg4"})...)
	t.Setenv("PATH", t.TempDir())
	for _, path := range []string{mkv, "testdata/jpeg-2x2-1x1-1x2.jpg"} {
		_, err := ProbeFile(t.Context(), path)
		var e *FileError
		if path == mkv && (!errors.As(err, &e) || !e.NoDecoder || e.Condition != UnknownFormat) {
			t.Errorf("%s: %+v, %v", path, e, err)
		}
	}
	for _, path := range []string{"mp4/testdata/prores.mov", "mp4/testdata/fragmented.mp4",
		"testdata/png-iccp-badcrc.png"} {
		if _, err := ProbeFile(t.Context(), path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Broken files end in a judgement, soon, and take little memory. VIVISCOPE_LONG=1 tries 10,000.
func TestProbeMutatedClips(t *testing.T) {
	names, err := filepath.Glob("mp4/testdata/*.[m3]*")
	if err != nil || len(names) == 0 {
		t.Fatal(err)
	}
	var files [][]byte
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, data)
	}
	n, seed := 60, uint64(time.Now().UnixNano())
	if os.Getenv("VIVISCOPE_LONG") != "" {
		n = 10_000
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	// MB. Other tests of this process may have left garbage, which the peak includes until it is collected.
	limit := peakMemory() + 300
	conditions := map[Condition]int{}
	for i := range n {
		data := bytes.Clone(files[r.IntN(len(files))])
		for range 1 + r.IntN(8) {
			data[r.IntN(len(data))] = byte(r.Uint32())
		}
		if r.IntN(4) == 0 {
			data = data[:r.IntN(len(data))]
		}
		path := written(t, "clip.mp4", data)
		begun := usedTime()
		_, err := ProbeFile(t.Context(), path)
		if took := usedTime() - begun; took > 5*time.Second {
			t.Errorf("file %d of seed %d took %v of the processor", i, seed, took)
		}
		var e *FileError
		if err != nil && !errors.As(err, &e) {
			t.Errorf("file %d of seed %d: %v", i, seed, err)
		}
		if e != nil {
			conditions[e.Condition]++
		} else {
			conditions[0]++
		}
		os.Remove(path)
		if most := peakMemory(); most > limit {
			t.Fatalf("file %d of seed %d: %d MB", i, seed, most)
		}
	}
	t.Logf("conditions: %v; at most %d MB here", conditions, peakMemory())
}

// No bytes make the mending or the second look panic, or return pixels without an end.
func FuzzSecond(f *testing.F) {
	f.Add(encodedPNG(f))
	f.Add(encodedJPEG(f))
	for _, name := range []string{"png-iccp-badcrc.png", "jpeg-extraneous.jpg", "jpeg-or6-long.jpg", "cmyk.jpg"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("RIFF\x40\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00ANMF\x20\x00\x00\x00ALPH"))
	f.Fuzz(func(t *testing.T, data []byte) {
		mended, frames := RepairPicture(data)
		if len(mended) > len(data)+64 || frames < 0 {
			t.Errorf("%d bytes became %d with %d frames", len(data), len(mended), frames)
		}
		decode.JPEGFrame(data)
		Orientation(bytes.NewReader(data))
		if im, _ := decodeRepaired(data); im != nil && im.Bounds().Dx()*im.Bounds().Dy() > decode.MaxPixels {
			t.Errorf("%v pixels", im.Bounds())
		}
	})
}
