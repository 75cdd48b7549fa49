package film

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client/decode"
	"viviscope/client/mp4"
	"viviscope/client/sandbox/render"
)

// played is a file decoded by ffmpeg: the time and the hash of each frame, and the sound as 16-bit stereo.
type played struct {
	times  []string
	frames []string
	sound  []byte
}

func play(t *testing.T, ffmpeg, path string) (p played) {
	t.Helper()
	pcm := filepath.Join(t.TempDir(), "pcm")
	cmd := exec.Command(ffmpeg, "-v", "warning", "-i", path, "-map", "0:v", "-f", "framemd5", "-", "-map", "0:a", "-f",
		"s16le", "-ac", "2", pcm)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil || messages.Len() > 0 {
		t.Fatalf("play %s: %v %s", path, err, messages.Bytes())
	}
	for line := range strings.Lines(out.String()) {
		if f := strings.Split(line, ","); f[0] == "0" {
			p.times = append(p.times, strings.TrimSpace(f[2]))
			p.frames = append(p.frames, strings.TrimSpace(f[5]))
		}
	}
	var err error
	if p.sound, err = os.ReadFile(pcm); err != nil {
		t.Fatal(err)
	}
	return p
}

// testClip makes a clip with sound and the given number of frames, at 24 frames per second. Without further arguments
// the sandbox renders it; otherwise ffmpeg does, with these arguments.
func testClip(t *testing.T, ffmpeg string, n, frames int, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), fmt.Sprint(n, ".mp4"))
	if args == nil {
		later := 3 * n // frames of sound, so that each clip has another one
		sound, err := render.Sound(frames*2000 + later*1024)
		if err != nil {
			t.Fatal(err)
		}
		sound.Frames, sound.Length = sound.Frames[later:], frames*2000
		film := render.Film{Width: 96, Height: 64, FPS: 24, Frames: frames, Sound: sound,
			Paint: func(i int, pix []byte) {
				for k := range pix {
					pix[k] = byte(k/4%96*3 + k/384*(n+1) + i*2)
				}
			}}
		var w bytes.Buffer
		if err := film.Write(t.Context(), &w); errors.Is(err, render.ErrNoEncoder) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, w.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	seconds := fmt.Sprint(float64(frames) / 24)
	all := append([]string{"-v", "error", "-f", "lavfi", "-i",
		fmt.Sprintf("mandelbrot=s=96x64:r=24:start_scale=%d", n+1),
		"-f", "lavfi", "-i", fmt.Sprintf("anoisesrc=r=48000:seed=%d:a=0.2", n+1), "-t", seconds, "-pix_fmt", "yuv420p",
		"-c:v", "libx264", "-c:a", "aac", "-aac_pns", "0", "-ac", "2"}, args...)
	if out, err := exec.Command(ffmpeg, append(all, path)...).CombinedOutput(); err != nil {
		t.Skipf("ffmpeg here makes no clip: %v %s", err, out)
	}
	return path
}

// A film contains every frame of its clips that was not cut, each at the right time. The sound of each clip is off by
// at most half an AAC frame. With VIVISCOPE_LONG the test makes 40 films of each kind and compares them with `ffmpeg -c
// copy`.
func TestJoinKeepsEveryFrame(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg to decode films")
	}
	films, pool := 2, 2
	if os.Getenv("VIVISCOPE_LONG") != "" {
		films, pool = 40, 6
	}
	seed := uint64(time.Now().UnixNano())
	flat, pyramid := []string{"-bf", "0"},
		[]string{"-bf", "3", "-b_strategy", "0", "-x264-params", "b-pyramid=normal", "-g", "12"}
	for name, kinds := range map[string][][]string{
		"own":            {nil},
		"x264 without B": {flat},
		"x264 with B":    {pyramid},
		"parameter sets": {nil, flat, pyramid, {"-profile:v", "baseline"}},
		"two timescales": {flat, append(slices.Clone(pyramid), "-video_track_timescale", "90000"),
			{"-video_track_timescale", "1200"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			t.Log("seed", seed)
			var paths []string
			var of []played
			for n := range max(pool, len(kinds)) {
				paths = append(paths, testClip(t, ffmpeg, n, 14+r.IntN(20), kinds[n%len(kinds)]...))
				of = append(of, play(t, ffmpeg, paths[n]))
			}
			worst, others := 0, 0
			for range films {
				var clips []*mp4.Clip
				var want []string
				type seam struct{ clip, at int }
				var seams []seam
				for k := range 2 + r.IntN(4) {
					n := r.IntN(len(paths))
					if k == 1 && len(kinds) > 1 { // not all of one kind
						n = (slices.Index(paths, clips[0].Path) + 1) % len(paths)
					}
					c, err := mp4.Open(paths[n])
					if err != nil {
						t.Fatal(err)
					}
					c.Cut = c.Snap(r.IntN(6))
					clips = append(clips, c)
					seams = append(seams, seam{n, len(want) * 2000})
					want = append(want, of[n].frames[:len(of[n].frames)-c.Cut]...)
				}
				out := filepath.Join(t.TempDir(), "film.mp4")
				f, err := os.Create(out)
				if err != nil {
					t.Fatal(err)
				}
				film, err := Join(t.Context(), f, t.TempDir(), Input{Clips: clips}, func(int, int) {})
				if err = errors.Join(err, f.Close()); err != nil {
					t.Fatal(err)
				}
				got := play(t, ffmpeg, out)
				if !slices.Equal(got.frames, want) || film.Frames != len(want) {
					t.Fatalf("%d frames in the clips, %d in the film, or others", len(want), len(got.frames))
				}
				for i, at := range got.times {
					var first, second int
					if _, err := fmt.Sscan(got.times[1], &first); err != nil {
						t.Fatal(err)
					}
					if _, err := fmt.Sscan(at, &second); err != nil || second != i*first {
						t.Fatalf("frame %d is shown at %s, the second at %d: %v", i, at, first, err)
					}
				}
				for _, s := range seams {
					// A piece of the clip's sound, after the two frames that still depend on the previous clip.
					piece := of[s.clip].sound[4*6000:][:4*200]
					from := 4 * (s.at + 6000 - 600)
					place := bytes.Index(got.sound[from:][:4*(1200+200)], piece)
					if place < 0 {
						t.Fatalf("the sound of the clip at sample %d was not found near its place", s.at)
					}
					worst = max(worst, place/4-600, 600-place/4)
				}
				if films == 40 {
					others += differences(t, ffmpeg, clips, want)
				}
			}
			if worst > 512 {
				t.Errorf("the sound is off by %d samples", worst)
			}
			t.Logf("%d films: every frame is present, the first at 0; sound off by at most %.1f ms. ffmpeg -c copy: %d frames missing or extra", films, float64(worst)/48, others)
		})
	}
}

// differences joins the clips with ffmpeg -c copy, and counts the missing and the extra frames.
func differences(t *testing.T, ffmpeg string, clips []*mp4.Clip, want []string) (n int) {
	t.Helper()
	dir := t.TempDir()
	list, out := filepath.Join(dir, "list"), filepath.Join(dir, "copy.mp4")
	var lines []string
	for _, c := range clips {
		lines = append(lines, fmt.Sprintf("file '%s'\noutpoint %.6f\n", c.Path, float64(c.Frames-c.Cut)/c.FPS))
	}
	if err := os.WriteFile(list, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if words, err := exec.Command(ffmpeg, "-v", "quiet", "-f", "concat", "-safe", "0", "-i", list, "-c", "copy",
		out).CombinedOutput(); err != nil {
		t.Logf("ffmpeg -c copy: %v %s", err, words)
		return len(want)
	}
	words, err := exec.Command(ffmpeg, "-v", "quiet", "-i", out, "-map", "0:v", "-f", "framemd5", "-").Output()
	if err != nil {
		return len(want)
	}
	var got []string
	for line := range strings.Lines(string(words)) {
		if f := strings.Split(line, ","); f[0] == "0" {
			got = append(got, strings.TrimSpace(f[5]))
		}
	}
	for _, hash := range want {
		if i := slices.Index(got, hash); i >= 0 {
			got = slices.Delete(got, i, i+1)
		} else {
			n++
		}
	}
	return n + len(got)
}

// A film of clips with different forms is encoded completely, and no frame is lost. Without ffmpeg Join fails and
// leaves no file.
func TestMixedClipsAreEncoded(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	usual := testClip(t, ffmpeg, 1, 24, "-bf", "0")
	var clips []*mp4.Clip
	for n, args := range [][]string{{"-bf", "0"}, {"-s", "64x96"}, {"-r", "60"}, {"-c:v", "mpeg4"}, {"-ar", "44100"},
		{"-bf", "0"}} {
		path := usual
		if n%5 > 0 {
			path = testClip(t, ffmpeg, n, 24, args...)
		}
		c, err := mp4.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		clips = append(clips, c)
	}
	// one frame at 60 fps is shorter than half a frame at 24 fps, but the clip keeps one frame
	clips[1].Cut, clips[2].Cut = 5, clips[2].Frames-1
	out, dir := filepath.Join(t.TempDir(), "film.mp4"), t.TempDir()
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	film, err := Join(t.Context(), f, dir, Input{Clips: clips}, func(done, of int) { steps = of })
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	got, lumas := luma(t, ffmpeg, out), luma(t, ffmpeg, usual)
	if len(got) != 24*6-5-23 || film.Frames != len(got) || steps != 6+6 {
		t.Fatalf("%d frames, %+v, %d steps", len(got), film, steps)
	}
	for i := sameFrames; i < 24; i++ {
		if first, last := nearest(lumas, got[i]), nearest(lumas, got[len(got)-24+i]); first != i || last != i {
			t.Errorf("frame %d is shown as %d in the first clip and as %d in the last one", i, first, last)
		}
	}
	t.Setenv("PATH", "")
	if _, err := Join(t.Context(), new(bytes.Buffer), dir, Input{Clips: clips}, func(int, int) {}); !errors.Is(err,
		ErrNoEncoder) ||
		!strings.Contains(err.Error(), clips[1].Path+": it has 64x96 pixels") {
		t.Errorf("without ffmpeg: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// If only the sound of a clip differs, every frame is copied.
func TestJoinCopiesFramesWhenOnlySoundDiffers(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	usual, other := testClip(t, ffmpeg, 1, 24, "-bf", "0"), testClip(t, ffmpeg, 2, 24, "-ar", "44100")
	var clips []*mp4.Clip
	var want []string
	for _, path := range []string{usual, other, usual} {
		c, err := mp4.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		clips, want = append(clips, c), append(want, play(t, ffmpeg, path).frames...)
	}
	out := filepath.Join(t.TempDir(), "film.mp4")
	joined(t, out, Input{Clips: clips})
	if got := play(t, ffmpeg, out); !slices.Equal(got.frames, want) {
		t.Errorf("%d frames of %d, or others", len(got.frames), len(want))
	}
	if made, err := mp4.Open(out); err != nil || made.SampleRate != 48_000 {
		t.Errorf("%+v, %v", made, err)
	}
}

// luma returns the brightness of each frame of a 96 x 64 clip.
func luma(t *testing.T, ffmpeg, path string) (all [][]byte) {
	t.Helper()
	raw, err := exec.Command(ffmpeg, "-v", "error", "-i", path, "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "gray",
		"-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(slices.Chunk(raw, 96*64))
}

// A cut that cannot be made by copying is still exact: the whole film is encoded, and Compare returns the reason
// beforehand. No other frame is dropped, and no file is left over.
func TestUncopiableCutIsEncodedExactly(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	for name, args := range map[string][]string{
		"pyramid": {"-bf", "3", "-b_strategy", "0", "-x264-params", "b-pyramid=normal", "-g", "12"},
		"one clip": {"-bf", "16", "-b_strategy", "0", "-x264-params", "b-pyramid=normal", "-video_track_timescale",
			"90000"},
	} {
		t.Run(name, func(t *testing.T) {
			path := testClip(t, ffmpeg, 3, 24, args...)
			lumas := luma(t, ffmpeg, path)
			tried := 0
			for cut := range 8 {
				c, err := mp4.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				plain := *c
				c.Cut = cut
				if c.Snap(cut) == cut {
					continue
				}
				tried++
				clips := []*mp4.Clip{c, &plain}
				if _, differ := mp4.Compare(clips, false); len(differ) != 1 || differ[0].Index != 0 ||
					!slices.Equal(differ[0].Reasons, []mp4.Reason{mp4.OtherCut}) {
					t.Fatalf("cut %d: %v", cut, differ)
				}
				out := filepath.Join(t.TempDir(), "film.mp4")
				film, got := joined(t, out, Input{Clips: clips}), play(t, ffmpeg, out)
				if film.Frames != 48-cut || len(got.frames) != film.Frames {
					t.Fatalf("cut %d: %+v, %d frames are played", cut, film, len(got.frames))
				}
				for i, im := range luma(t, ffmpeg, out) {
					want := i
					if i >= 24-cut {
						want = i - (24 - cut)
					}
					if n := nearest(lumas, im); n != want && want >= sameFrames {
						t.Errorf("cut %d: frame %d is shown as frame %d, want %d", cut, i, n, want)
					}
				}
				for i, at := range got.times[1:] {
					var first, now int
					if _, err := fmt.Sscan(got.times[1]+" "+at, &first, &now); err != nil || now != (i+1)*first {
						t.Errorf("cut %d: frame %d is shown at %s: %v", cut, i+1, at, err)
					}
				}
			}
			if tried < 3 {
				t.Errorf("only %d cuts were tried", tried)
			}
		})
	}
}

// sameFrames is the number of identical frames at the beginning of a clip of [testClip].
const sameFrames = 3

// nearest returns the index of the picture that is most similar to another one.
func nearest(all [][]byte, to []byte) (best int) {
	least := math.MaxInt
	for i, im := range all {
		d := 0
		for k := range im {
			d += max(int(im[k])-int(to[k]), int(to[k])-int(im[k]))
		}
		if d < least {
			best, least = i, d
		}
	}
	return best
}

// Pictures replace a missing clip for its duration.
func TestPicturesBecomeAClip(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	path := testClip(t, ffmpeg, 3, 24, "-bf", "0")
	c, err := mp4.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	white, black := filepath.Join(dir, "100%d.png"), filepath.Join(dir, "b.png")
	for path, color := range map[string]string{white: "white", black: "black"} {
		if out, err := exec.Command(ffmpeg, "-v", "error", "-f", "lavfi", "-i", "color="+color+":s=192x128",
			"-frames:v", "1", "-update", "1", path).CombinedOutput(); err != nil {
			t.Skipf("%v %s", err, out)
		}
	}
	form, _ := mp4.Compare([]*mp4.Clip{c}, false)
	stills := mp4.Stills(form, 1.25, white, black)
	if got, differ := mp4.Compare([]*mp4.Clip{c, stills, c}, false); len(differ) != 1 ||
		!slices.Equal(differ[0].Reasons, []mp4.Reason{mp4.MadeOfStills}) || stills.Frames != 30 || got != form {
		t.Errorf("%d frames, %v", stills.Frames, differ)
	}
	out := filepath.Join(dir, "film.mp4")
	film := joined(t, out, Input{Clips: []*mp4.Clip{c, stills, c}})
	if all := luma(t, ffmpeg, out); film.Frames != 78 || len(all) != 78 || all[24+14][0] < 200 || all[24+15][0] > 50 {
		t.Errorf("%d pictures: %d, %d", len(all), all[24+14][0], all[24+15][0])
	}
}

// joined makes a film and checks that Join leaves no temporary file.
func joined(t *testing.T, out string, what Input) mp4.Film {
	t.Helper()
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	film, err := Join(t.Context(), f, dir, what, func(int, int) {})
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
	return film
}

// A soundtrack plays from the first frame to the last one, and may end earlier.
func TestSoundtrackEndsWithFilm(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	dir, clip := t.TempDir(), testClip(t, ffmpeg, 3, 24, "-bf", "0")
	c, err := mp4.Open(clip)
	if err != nil {
		t.Fatal(err)
	}
	for name, kind := range map[string]struct {
		args    []string
		seconds float64
	}{
		"a.wav": {[]string{"-ar", "44100"}, 3}, "b.wav": {[]string{"-c:a", "pcm_s24le", "-ac", "1"}, 3},
		"c.wav": {[]string{"-c:a", "pcm_f32le", "-ar", "22050"}, 1.25}, "d.flac": {nil, 3},
	} {
		track, out := filepath.Join(dir, name), filepath.Join(dir, name+".mp4")
		args := append([]string{"-v", "error", "-f", "lavfi", "-i", "sine=frequency=1000:sample_rate=48000", "-af",
			"volume=5,afade=in:st=0.5:d=0.001", "-t", fmt.Sprint(kind.seconds)}, kind.args...)
		if words, err := exec.Command(ffmpeg, append(args, track)...).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, words)
		}
		t.Run(name, func(t *testing.T) {
			path := os.Getenv("PATH")
			t.Setenv("PATH", "")
			if _, err := Soundtrack(t.Context(), track, 1); !errors.Is(err, ErrSoundtrack) {
				t.Errorf("without ffmpeg: %v", err)
			}
			t.Setenv("PATH", path)
			film := joined(t, out, Input{Clips: []*mp4.Clip{c, c}, Soundtrack: track})
			if info, err := mp4.CheckFile(out); err != nil || film.Frames != 48 || !info.HasAudio {
				t.Fatalf("%+v, %+v, %v", film, info, err)
			}
			if got, err := mp4.Open(out); err != nil || got.SampleRate != soundtrackRate {
				t.Errorf("%+v, %v", got.Format, err)
			}
			sound := play(t, ffmpeg, out).sound
			loud := func(from, to float64) (most int) {
				for at := int(from*float64(soundtrackRate)) * 4; at+1 < min(int(to*float64(soundtrackRate))*4,
					len(sound)); at += 4 {
					most = max(most, int(int16(uint16(sound[at])|uint16(sound[at+1])<<8)))
				}
				return most
			}
			length := float64(len(sound)) / 4 / float64(soundtrackRate)
			if want := min(kind.seconds, 2); math.Abs(length-want) > 0.03 || loud(0.05, 0.45) > 500 ||
				loud(0.52, 0.6) < 8000 || loud(want-0.2, want-0.1) < 8000 {
				t.Errorf("%.3f s; %d before it begins, %d there, %d at the end", length, loud(0.05, 0.45),
					loud(0.52, 0.6), loud(want-0.2, want-0.1))
			}
		})
	}
	if _, err := Soundtrack(t.Context(), clip+".no", 1); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// A film has a subtitle track with the captions of its clips.
func TestFilmHasCaptionTrack(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	path := testClip(t, ffmpeg, 3, 24, "-bf", "0")
	var clips []*mp4.Clip
	for _, caption := range []string{"", "纸船 & <b>", "Two\nlines"} {
		c, err := mp4.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		c.Caption, c.Cut = caption, 1
		clips = append(clips, c)
	}
	out := filepath.Join(t.TempDir(), "film.mp4")
	f, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Join(t.Context(), f, "", Input{Clips: clips}, func(int, int) {}); errors.Join(err, f.Close()) != nil {
		t.Fatal(err)
	}
	if got := play(t, ffmpeg, out); len(got.frames) != 69 {
		t.Errorf("%d frames", len(got.frames))
	}
	srt, err := exec.Command(ffmpeg, "-v", "warning", "-i", out, "-map", "0:s", "-f", "srt", "-").CombinedOutput()
	want := "1\n00:00:00,958 --> 00:00:01,917\n纸船 & <b>\n\n2\n00:00:01,917 --> 00:00:02,875\nTwo\nlines\n\n"
	if err != nil || strings.ReplaceAll(string(srt), "\r", "") != want {
		t.Errorf("%q, %v", srt, err)
	}
	if c, err := mp4.Open(out); err != nil || c.Frames != 69 {
		t.Error(err)
	}
}
