package film

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"viviscope/client/decode"
	"viviscope/client/mp4"
)

// shot is a clip that ffmpeg makes for a test.
type shot struct {
	source string // of lavfi; "": a plain green
	sound  string // of lavfi; "": none
	args   []string
}

func (s shot) make(t *testing.T, ffmpeg, name string) *mp4.Clip {
	t.Helper()
	if s.source == "" {
		s.source = "color=c=0x40A060:s=320x240:r=24"
	}
	path := filepath.Join(t.TempDir(), name+".mp4")
	args := []string{"-v", "error", "-f", "lavfi", "-i", s.source}
	if s.sound != "" {
		args = append(args, "-f", "lavfi", "-i", s.sound)
	}
	if !slices.Contains(s.args, "-t") {
		args = append(args, "-t", "2")
	}
	if !slices.Contains(s.args, "-pix_fmt") {
		args = append(args, "-pix_fmt", "yuv420p")
	}
	if out, err := exec.Command(ffmpeg, slices.Concat(args, s.args, []string{path})...).CombinedOutput(); err != nil {
		t.Skipf("ffmpeg here makes no %s: %v %s", name, err, out)
	}
	c, err := mp4.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// colourAt returns the colour that ffmpeg shows in the middle of a frame, by what the frame is marked with.
func colourAt(t *testing.T, ffmpeg, path string, frame int, crop string) [3]int {
	t.Helper()
	graph := fmt.Sprintf("select=eq(n\\,%d),%s,scale=2:2:in_color_matrix=auto:in_range=auto,format=rgb24", frame, crop)
	out, err := exec.Command(ffmpeg, "-v", "error", "-i", path, "-vf", graph, "-frames:v", "1", "-f", "rawvideo",
		"-").Output()
	if err != nil || len(out) < 3 {
		t.Fatalf("%v, %d bytes", err, len(out))
	}
	return [3]int{int(out[0]), int(out[1]), int(out[2])}
}

// within reports whether two colours differ by no more than most in each part.
func within(a, b [3]int, most int) bool {
	for i := range a {
		if a[i]-b[i] > most || b[i]-a[i] > most {
			return false
		}
	}
	return true
}

// marked returns options that mark a clip with colours and convert what is drawn to them.
func marked(matrix, filter string, more ...string) []string {
	return append([]string{"-vf", filter, "-color_primaries", matrix, "-color_trc", matrix, "-colorspace", matrix},
		more...)
}

// Clips that differ in form are reported by Compare and encoded, and their colours stay the same in the film.
func TestEncodedClipsKeepTheirColours(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	plain := shot{args: marked("bt709", "scale=out_color_matrix=bt709:out_range=tv")}
	hevc := shot{args: append(slices.Clone(plain.args), "-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v",
		"hvc1")}
	hdr := shot{args: []string{"-vf",
		"zscale=min=1:pin=1:tin=1:rin=full:m=9:p=9:t=16:r=limited:npl=203,format=yuv420p10le", "-pix_fmt",
		"yuv420p10le",
		"-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1", "-color_primaries", "bt2020",
		"-color_trc", "smpte2084", "-colorspace", "bt2020nc"},
		source: "color=c=0x40A060:s=320x240:r=24,format=gbrp"}
	for name, tt := range map[string]struct {
		first, other shot
		why          []mp4.Reason
		most         int // maximum difference of a colour; with other primaries the same light has other numbers
	}{
		"alike": {plain, plain, nil, 4},
		"bits": {plain, shot{args: append(slices.Clone(plain.args), "-pix_fmt", "yuv420p10le")},
			[]mp4.Reason{mp4.OtherDepth}, 4},
		"chroma": {plain, shot{args: append(slices.Clone(plain.args), "-pix_fmt", "yuv444p")},
			[]mp4.Reason{mp4.OtherChroma}, 4},
		"from chroma": {shot{args: append(slices.Clone(plain.args), "-pix_fmt", "yuv422p10le")}, plain,
			[]mp4.Reason{mp4.OtherDepth, mp4.OtherChroma}, 4},
		"BT.601": {plain, shot{args: marked("smpte170m", "scale=out_color_matrix=bt601:out_range=tv")},
			[]mp4.Reason{mp4.OtherColour}, 14},
		"to BT.601": {shot{args: marked("smpte170m", "scale=out_color_matrix=bt601:out_range=tv")}, plain,
			[]mp4.Reason{mp4.OtherColour}, 14},
		"full range": {plain, shot{args: marked("bt709", "scale=out_color_matrix=bt709:out_range=pc", "-color_range",
			"pc", "-pix_fmt", "yuvj420p")}, []mp4.Reason{mp4.OtherColour}, 4},
		"pixels": {plain, shot{args: marked("bt709", "scale=out_color_matrix=bt709,setsar=4/3")},
			[]mp4.Reason{mp4.OtherPixelAspect}, 4},
		"to pixels": {shot{args: marked("bt709", "scale=out_color_matrix=bt709,setsar=4/3")}, plain,
			[]mp4.Reason{mp4.OtherPixelAspect}, 4},
		"H.265":         {plain, hevc, []mp4.Reason{mp4.OtherCodec}, 4},
		"HDR":           {hevc, hdr, []mp4.Reason{mp4.OtherDepth, mp4.OtherColour}, 60},
		"to HDR":        {hdr, hevc, []mp4.Reason{mp4.OtherDepth, mp4.OtherColour}, -1},
		"H.264 and HDR": {plain, hdr, []mp4.Reason{mp4.OtherCodec, mp4.OtherDepth, mp4.OtherColour}, 60},
		"profiles": {plain, shot{args: append(slices.Clone(plain.args), "-profile:v", "baseline", "-level", "5")},
			nil, 4},
		"10 bits first": {shot{args: append(slices.Clone(plain.args), "-pix_fmt", "yuv420p10le")}, plain,
			[]mp4.Reason{mp4.OtherDepth}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			tt.first.args, tt.other.args = append(slices.Clone(tt.first.args), "-t", "0.5"),
				append(slices.Clone(tt.other.args), "-t", "0.5")
			first, other := tt.first.make(t, ffmpeg, "first"), tt.other.make(t, ffmpeg, "other")
			form, differ := mp4.Compare([]*mp4.Clip{first, other}, false)
			if tt.why == nil != (len(differ) == 0) || tt.why != nil &&
				(differ[0].Index != 1 || !slices.Equal(differ[0].Reasons, tt.why)) {
				t.Fatalf("%+v, %v", form, differ)
			}
			out := filepath.Join(t.TempDir(), "film.mp4")
			film := joined(t, out, Input{Clips: []*mp4.Clip{first, other}})
			made, err := mp4.Open(out)
			if err != nil || film.Frames != 24 || made.Frames != 24 {
				t.Fatalf("%+v, %v", film, err)
			}
			if _, differ := mp4.Compare([]*mp4.Clip{first, made}, false); len(differ) > 0 {
				t.Errorf("the film differs in form from its first clip: %v", differ)
			}
			if words, err := exec.Command(ffmpeg, "-v", "warning", "-i", out, "-f", "null",
				"-").CombinedOutput(); err != nil || len(words) > 0 {
				t.Errorf("%v %s", err, words)
			}
			if tt.most < 0 {
				return // ffmpeg does not tone-map HDR
			}
			at, want := colourAt(t, ffmpeg, out, 18, "crop=80:80"), colourAt(t, ffmpeg, other.Path, 6, "crop=80:80")
			// ffmpeg returns the coded values, not the displayed colour
			if first.Depth == 8 && other.Colour.HDR() != "" {
				want = [3]int{0x40, 0xa0, 0x60}
			}
			if !within(at, want, tt.most) {
				t.Errorf("the second clip is %x in the film, %x alone", at, want)
			}
		})
	}
}

// Non-square pixels keep the proportions of the picture: a wider picture gets bars above and below.
func TestNonSquarePixelsKeepProportions(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	square := shot{}.make(t, ffmpeg, "square")
	wide := shot{args: []string{"-vf", "setsar=4/3"}}.make(t, ffmpeg, "wide")
	for name, clips := range map[string][]*mp4.Clip{"into square pixels": {square, wide},
		"into wide pixels": {wide, square}} {
		out := filepath.Join(t.TempDir(), "film.mp4")
		joined(t, out, Input{Clips: clips})
		bar, edge := "crop=320:20:0:0", "crop=320:20:0:36" // 427 x 240 becomes 320 x 180
		if clips[0] == wide {
			bar, edge = "crop=30:240:0:0", "crop=20:240:44:0" // 320 wide becomes 240 of these pixels
		}
		if b, e := colourAt(t, ffmpeg, out, 80, bar), colourAt(t, ffmpeg, out, 80, edge); b[1] > 20 || e[1] < 120 {
			t.Errorf("%s: %v in the bar, %v beside it", name, b, e)
		}
	}
}

// A film uses the frame rate that loses the fewest frames, and reports the number of frames in its file.
func TestFilmRateLosesFewestFrames(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	slow := shot{source: "testsrc=s=320x240:r=0.5", args: []string{"-t", "10"}}.make(t, ffmpeg, "slow")
	fast := shot{source: "testsrc=s=320x240:r=24"}.make(t, ffmpeg, "fast")
	other := shot{source: "testsrc=s=320x240:r=25"}.make(t, ffmpeg, "other")
	for name, tt := range map[string]struct {
		clips  []*mp4.Clip
		rate   float64
		frames int
	}{
		"slow first":        {[]*mp4.Clip{slow, fast}, 24, 240 + 48},
		"fast first":        {[]*mp4.Clip{fast, slow}, 24, 240 + 48},
		"most of them slow": {[]*mp4.Clip{slow, slow, fast}, 24, 480 + 48},
		"24 and 25":         {[]*mp4.Clip{fast, other}, 25, 100},
		"most at 24":        {[]*mp4.Clip{other, fast, fast}, 24, 144},
	} {
		form, _ := mp4.Compare(tt.clips, false)
		out := filepath.Join(t.TempDir(), "film.mp4")
		film := joined(t, out, Input{Clips: tt.clips})
		made, err := mp4.Open(out)
		if err != nil || form.FPS != tt.rate || film.Frames != tt.frames || made.Frames != film.Frames {
			t.Errorf("%s: %g fps, %+v, %d frames in the file, %v", name, form.FPS, film, made.Frames, err)
		}
		total := 0
		for _, c := range tt.clips {
			total += c.FilmFrames(form, math.Abs(c.FPS-form.FPS) > 0.01)
		}
		if total != film.Frames {
			t.Errorf("%s: FilmFrames adds up to %d", name, total)
		}
	}
}

// Multichannel sound keeps its channels. It is copied if all clips have the same layout, even beside a silent clip, and
// otherwise encoded with the same number of channels.
func TestSoundKeepsChannels(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	tone := func(layout string) string {
		return "sine=frequency=440:sample_rate=48000,aformat=channel_layouts=" + layout + ",volume=3"
	}
	clip := func(layout string, args ...string) *mp4.Clip {
		return shot{sound: tone(layout), args: append([]string{"-c:a", "aac"}, args...)}.make(t, ffmpeg,
			strings.ReplaceAll(layout, ".", "_"))
	}
	silent, stereo := shot{}.make(t, ffmpeg, "silent"), clip("stereo")
	for _, layout := range []string{"mono", "stereo", "3.0", "4.0", "5.0", "5.1", "7.1", "5.1(side)", "2.1", "quad"} {
		c := clip(layout)
		if c.Layout == "" {
			t.Errorf("%s: %+v", layout, c.Format)
			continue
		}
		out := filepath.Join(t.TempDir(), "film.mp4")
		if _, differ := mp4.Compare([]*mp4.Clip{c, silent, c}, false); len(differ) > 0 {
			t.Errorf("%s: %v", layout, differ)
		}
		joined(t, out, Input{Clips: []*mp4.Clip{c, silent, c}})
		words, err := exec.Command(ffmpeg, "-v", "warning", "-i", out, "-f", "null", "-").CombinedOutput()
		if err != nil || len(words) > 0 && !strings.HasPrefix(string(words), "Guessed Channel Layout") {
			t.Errorf("%s: %v %s", layout, err, words)
		}
		made, err := mp4.Open(out)
		if err != nil || made.Channels != c.Channels || made.Layout != c.Layout {
			t.Errorf("%s became %+v, %v", layout, made.Format, err)
		}
		level := func(from, to string) string {
			words, _ := exec.Command(ffmpeg, "-i", out, "-vn", "-af", "atrim="+from+":"+to+",volumedetect", "-f",
				"null", "-").CombinedOutput()
			_, after, _ := strings.Cut(string(words), "max_volume: ")
			before, _, _ := strings.Cut(after, " dB")
			return before
		}
		if quiet := level("2.2", "3.8"); !strings.HasPrefix(quiet, "-91") && !strings.HasPrefix(quiet, "-inf") {
			t.Errorf("%s: the silent clip has %s dB", layout, quiet)
		}
	}
	for name, tt := range map[string]struct {
		clips    []*mp4.Clip
		channels int
	}{
		"AC-3":                      {[]*mp4.Clip{clip("5.1", "-c:a", "ac3"), clip("5.1", "-c:a", "ac3")}, 6},
		"most of them 5.1":          {[]*mp4.Clip{stereo, clip("5.1"), clip("5.1")}, 6},
		"another place of speakers": {[]*mp4.Clip{clip("5.1(side)"), clip("5.1")}, 6},
		"most of them stereo":       {[]*mp4.Clip{stereo, stereo, clip("5.1")}, 2},
	} {
		out := filepath.Join(t.TempDir(), "film.mp4")
		joined(t, out, Input{Clips: tt.clips})
		if made, err := mp4.Open(out); err != nil || made.Channels != tt.channels {
			t.Errorf("%s became %+v, %v", name, made.Format, err)
		}
	}
}

// A fragmented clip is copied like any other, with frames and sound in sync.
func TestFragmentedClipsAreCopied(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip("no ffmpeg here")
	}
	for name, flags := range map[string]string{"frag": "frag_keyframe+empty_moov", "dash": "dash+frag_keyframe",
		"every frame": "frag_every_frame+empty_moov+default_base_moof",
		"late":        "frag_keyframe+empty_moov+delay_moov"} {
		for _, b := range []string{"0", "2"} {
			clip := testClip(t, ffmpeg, 1, 48, "-bf", b, "-g", "12", "-movflags", flags)
			c, err := mp4.Open(clip)
			if err != nil || c.Frames != 48 || math.Abs(c.FPS-24) > 0.01 {
				t.Errorf("%s: %v", name, err)
				continue
			}
			whole := filepath.Join(t.TempDir(), "whole.mp4")
			if words, err := exec.Command(ffmpeg, "-v", "error", "-i", clip, "-c", "copy",
				whole).CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, words)
			}
			// ffmpeg leaves a gap in the sound if it cannot write an edit list. Such sound is encoded.
			_, differ := mp4.Compare([]*mp4.Clip{c, c}, false)
			gap := len(differ) > 0
			if gap && (!differ[0].SoundOnly() || name == "late" || name == "frag" && b == "0") {
				t.Errorf("%s, %s B-frames: %v", name, b, differ)
			}
			out := filepath.Join(t.TempDir(), "film.mp4")
			joined(t, out, Input{Clips: []*mp4.Clip{c, c}})
			got, want := play(t, ffmpeg, out), play(t, ffmpeg, whole)
			if !slices.Equal(got.frames, append(slices.Clone(want.frames), want.frames...)) {
				t.Errorf("%s, %s B-frames: %d frames of %d, or others", name, b, len(got.frames), len(want.frames))
			}
			if gap {
				continue // encoded sound does not contain the exact samples
			}
			if n := min(len(want.sound), 4*40000); len(got.sound) < n || offset(got.sound[:n], want.sound[:n]) > 1024 {
				t.Errorf("%s, %s B-frames: the sound is off by %d samples", name, b,
					offset(got.sound[:n], want.sound[:n]))
			}
		}
	}
}

// offset returns by how many samples of 16-bit stereo a piece of want is shifted in got; a large number if it is not
// found.
func offset(got, want []byte) int {
	piece := want[4*20000:][:4*400]
	for d := range 4000 {
		for _, at := range []int{20000 + d, 20000 - d} {
			if from := 4 * at; from+len(piece) <= len(got) && slices.Equal(got[from:from+len(piece)], piece) {
				return d
			}
		}
	}
	return math.MaxInt32
}

// The filter that sets the rate of a film drops the last frame of clips with B-frames in some timescales.
func TestEncodedFilmKeepsLastFrames(t *testing.T) {
	ffmpeg, err := decode.FFmpeg()
	if err != nil {
		t.Skip(err)
	}
	for _, x := range []struct {
		rate   string
		frames int
	}{{"24", 120}, {"30000/1001", 150}} {
		path := filepath.Join(t.TempDir(), "a.mp4")
		args := []string{"-v", "error", "-f", "lavfi", "-i", "testsrc=s=96x64:r=" + x.rate, "-f", "lavfi", "-i",
			"sine=d=5",
			"-frames:v", strconv.Itoa(x.frames), "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "3", "-b_strategy",
			"0", "-c:a", "aac",
			"-video_track_timescale", "600", path}
		if out, err := exec.Command(ffmpeg, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		first, err := mp4.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		// a cut that cannot be copied
		for first.Cut = 1; first.Snap(first.Cut) == first.Cut && first.Cut < 5; first.Cut++ {
		}
		second, third := *first, *first
		second.Cut, third.Cut = 0, 0
		film := filepath.Join(t.TempDir(), "film.mp4")
		joined(t, film, Input{Clips: []*mp4.Clip{first, &second, &third}})
		want := 3*x.frames - first.Cut
		if got := len(play(t, ffmpeg, film).frames); got != want {
			t.Errorf("%s frames a second: the film has %d frames, want %d", x.rate, got, want)
		}
	}
}
