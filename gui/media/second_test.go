package media

import (
	"errors"
	"image"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/picturefile"
	"viviscope/gui/media/mpv"
)

// madeBy makes a file of two seconds with ffmpeg.
func madeBy(t testing.TB, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	args = append(append([]string{"-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=64x48:r=12:d=2"}, args...),
		path)
	if out, err := exec.Command("ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("make %s: %v: %s", name, err, out)
	}
	return path
}

// kinds returns playable clips that MP4 boxes do not describe.
func kinds(t testing.TB) map[string]string {
	const boxes = "../../client/mp4/testdata/"
	return map[string]string{
		"MKV":  madeBy(t, "a.mkv", "-c:v", "libx264", "-pix_fmt", "yuv420p"),
		"WebM": madeBy(t, "a.webm", "-c:v", "libvpx"),
		"AVI":  madeBy(t, "a.avi", "-c:v", "mpeg4"), "GIF": madeBy(t, "a.gif"),
		"ProRes": boxes + "prores.mov", "DNxHR": boxes + "dnxhr.mov", "H.263": boxes + "h263.3gp",
		"QuickTime RLE": boxes + "qtrle.mov",
		"fragmented":    boxes + "fragmented.mp4", "wave": boxes + "wave.mov",
	}
}

// Each decoder alone makes poster, strip and frames of everything that plays.
func TestPostersOfRareKinds(t *testing.T) {
	files := kinds(t)
	for decoder, d := range decoders(t) {
		for name, path := range files {
			im, err := d.Poster(t.Context(), path, 512)
			if err != nil || im.Rect.Empty() || !hasContent(im) && name != "DNxHR" { // that one is gray
				t.Errorf("poster of %s by %s: %v", name, decoder, err)
			}
			if im, err := d.Frame(t.Context(), path, 0, 0); err != nil || im.Bounds().Empty() {
				t.Errorf("frame of %s by %s: %v", name, decoder, err)
			}
			if im, err := d.Strip(t.Context(), path, true); err != nil || im.Rect.Dx() != StripTiles*StripWidth {
				t.Errorf("strip of %s by %s: %v", name, decoder, err)
			}
		}
	}
}

// The fallback decoder is used if the first fails. A sound file shows its waveform.
func TestPosterByTheSecondDecoder(t *testing.T) {
	d := NewDecoder(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = d.Close() })
	im, err := d.Poster(t.Context(), "../../client/mp4/testdata/sound.m4a", 512)
	if err != nil || !hasContent(im) {
		t.Errorf("sound: %v", err)
	}
	path := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(path, []byte("\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isomisom and no more"),
		0o600); err != nil {
		t.Fatal(err)
	}
	var verdict *client.FileError
	if _, err := d.Poster(t.Context(), path, 512); !errors.Is(err, ErrDamaged) || !errors.As(err, &verdict) ||
		verdict.Condition != client.Broken {
		t.Errorf("a broken file: %v", err)
	}
}

// libmpv alone checks clips without ffmpeg.
func TestJudgementByMPV(t *testing.T) {
	lib, err := mpv.Open()
	if err != nil {
		t.Skip("no libmpv here")
	}
	d := mpvDecoder{lib}
	for name, path := range kinds(t) {
		r, err := d.Clip(t.Context(), path)
		if err != nil || r.Width < 64 || r.ClaimedSeconds-r.LongestSeconds > 0.3 || r.LongestSeconds < 0.3 ||
			r.HasAudio != (name == "wave" || name == "fragmented") {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if _, _, err := d.Picture(t.Context(), "../../client/testdata/jpeg-2x2-1x1-1x2.jpg"); !errors.Is(err,
		decode.ErrNoDecoder) {
		t.Errorf("a picture: %v", err)
	}
	broken := filepath.Join(t.TempDir(), "a.mkv")
	if err := os.WriteFile(broken, []byte("\x1a\x45\xdf\xa3 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Clip(t.Context(), broken); !errors.Is(err, decode.ErrUndecodable) {
		t.Errorf("a broken file: %v", err)
	}
}

// Pictures that Go's decoders reject are shown, upright.
func TestRarePicturesAreShown(t *testing.T) {
	for name, size := range map[string]image.Point{
		"png-iccp-badcrc.png": {X: 96, Y: 64}, "jpeg-extraneous.jpg": {X: 96, Y: 64},
		"jpeg-2x2-1x1-1x2.jpg": {X: 96, Y: 64},
		"jpeg-or6-long.jpg":    {X: 64, Y: 96}, "cmyk.jpg": {X: 16, Y: 16},
	} {
		path := "../../client/testdata/" + name
		if err := picturefile.Verify(path); err != nil {
			t.Errorf("check %s: %v", name, err)
		}
		im, err := readPicture(path)
		if err != nil || im.Rect.Size() != size {
			t.Errorf("%s: %v", name, err)
		}
		if small, err := readSmall(path, 512); err != nil || small.Bounds().Size() != size {
			t.Errorf("%s as a tile: %v", name, err)
		}
	}
	webp := madeBy(t, "a.webp", "-c:v", "libwebp_anim")
	if im, err := readSmall(webp, 512); err != nil || im.Bounds().Size() != image.Pt(64, 48) ||
		picturefile.Verify(webp) != nil {
		t.Errorf("an animated WebP: %v", err)
	}
}
