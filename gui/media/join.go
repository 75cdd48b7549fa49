package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"viviscope/client/decode"
	"viviscope/client/mp4"
)

// ErrNoEncoder says that clips must be encoded again and that nothing here can do that.
var ErrNoEncoder = errors.New("clips must be encoded again for this film, and there is no ffmpeg program on this computer")

// Film is what [Join] makes.
type Film struct {
	Clips      []*mp4.Clip
	Silent     bool
	Soundtrack string // the path of what is heard in place of the clips' sound: [Soundtrack]; "": nothing is
	// Over gives what is laid over all frames of a clip that is encoded, in the size of the film, nil for nothing; nil: there is nothing.
	Over func(c *mp4.Clip, size image.Point) (image.Image, error)
}

// Join writes a film as [mp4.Join] does, and before it encodes with the ffmpeg program what cannot be copied: the clips that [mp4.Compare]
// names, the frames before a cut inside a group ([mp4.Clip.Again]), and no other. What it needs for that stands in dir meanwhile. progress
// is told how many of so many steps are done.
func Join(ctx context.Context, w io.Writer, dir string, f Film, progress func(done, of int)) (film mp4.Film, err error) {
	form, differ := mp4.Compare(f.Clips, f.Silent || f.Soundtrack != "")
	why := make([]*mp4.Mismatch, len(f.Clips))
	for _, m := range differ {
		why[m.Clip] = m
	}
	var again []int // the clips of which something is encoded
	seconds := 0.0
	for i, c := range f.Clips {
		_, n := c.Again()
		if why[i] != nil || n > 0 {
			again = append(again, i)
		}
		seconds += float64(c.Frames-c.Cut) / c.FPS
	}
	e := encoder{dir: dir, form: form}
	if e.ffmpeg, err = FindFFmpeg(); err != nil && len(again) > 0 {
		err = ErrNoEncoder
		for _, i := range again {
			err = fmt.Errorf("%w; %s", err, f.Clips[i].Path)
			if why[i] != nil {
				err = fmt.Errorf("%w: %w", err, why[i])
			}
		}
		return film, err
	}
	defer func() {
		for _, path := range e.files {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	clips, sound := slices.Clone(f.Clips), mp4.Sound{Silent: f.Silent}
	if f.Soundtrack != "" {
		if sound.Track, err = Soundtrack(ctx, f.Soundtrack, seconds); err != nil {
			return film, err
		}
	}
	for n, i := range again {
		progress(n, len(again)+len(clips))
		var over image.Image
		if f.Over != nil && clips[i].Encode {
			over, err = f.Over(clips[i], image.Pt(form.Width, form.Height))
		}
		if err == nil {
			clips[i], err = e.again(ctx, clips[i], why[i], over)
		}
		if err != nil {
			return film, err
		}
	}
	return mp4.Join(ctx, w, clips, sound, func(done int) { progress(len(again)+done, len(again)+len(clips)) })
}

// encoder makes clips for a film with the ffmpeg program.
type encoder struct {
	ffmpeg, dir string
	form        mp4.Form // of the film
	files       []string // that are to be removed
}

// again gives a clip that can be copied into the film: its sound is encoded, its frames, or the last of them, but never what need not be.
func (e *encoder) again(ctx context.Context, c *mp4.Clip, m *mp4.Mismatch, over image.Image) (*mp4.Clip, error) {
	in, all := []string{"-i", "file:" + c.Path}, []string{"-map", "0:v:0", "-map", "0:a:0?"}
	if m != nil && !m.SoundOnly() {
		return e.whole(ctx, c, over)
	}
	if from, n := c.Again(); n > 0 {
		trim := fmt.Sprintf("trim=start_frame=%d:end_frame=%d,setpts=PTS-STARTPTS", from, from+n)
		tail, err := e.run(ctx, c.Path, slices.Concat(in, []string{"-map", "0:v:0", "-vf", trim}, video(c.Form)))
		if err == nil {
			c, err = c.WithTail(tail)
		}
		if err != nil {
			return nil, err
		}
	}
	if m != nil {
		other, err := e.run(ctx, c.Path, slices.Concat(in, all, []string{"-c:v", "copy"}, e.sound()))
		if err != nil {
			return nil, err
		}
		c = c.WithSound(other)
	}
	return c, nil
}

// whole encodes all frames of a clip, or makes it of its pictures, with something laid over them.
func (e *encoder) whole(ctx context.Context, c *mp4.Clip, over image.Image) (*mp4.Clip, error) {
	fit := fitFilters(c.Shown(), e.form)
	args, shown := []string{"-noautorotate", "-i", "file:" + c.Path}, "[v]"
	graph := []string{fmt.Sprintf("[0:v:0]%s%s,fps=%f[v]", uprightFilters(c.Path), fit, e.form.FPS)}
	if n := len(c.Pictures); n > 0 {
		args, graph, fit = nil, nil, fitFilters(pictureColour, e.form)
		pieces := ""
		for i, path := range c.Pictures {
			args = append(args, "-noautorotate", "-f", "image2", "-pattern_type", "none", "-loop", "1",
				"-framerate", fmt.Sprintf("%f", e.form.FPS), "-i", "file:"+path)
			graph = append(graph, fmt.Sprintf("[%d:v]%s%s,trim=end_frame=%d[p%[1]d]", i, uprightFilters(path), fit, c.Frames*(i+1)/n-c.Frames*i/n))
			pieces += fmt.Sprintf("[p%d]", i)
		}
		graph = append(graph, fmt.Sprintf("%sconcat=n=%d[v]", pieces, n))
	}
	if over != nil {
		path, err := e.file("png")
		var b bytes.Buffer
		if err = errors.Join(err, png.Encode(&b, over)); err == nil {
			err = os.WriteFile(path, b.Bytes(), 0o600)
		}
		if err != nil {
			return nil, err
		}
		args, shown = append(args, "-i", "file:"+path), "[o]"
		graph = append(graph, fmt.Sprintf("[v][%d:v]overlay=format=%s,format=%s,%s[o]",
			max(len(c.Pictures), 1), overlayFormat(e.form), pixelFormat(e.form), markFilter(e.form)))
	}
	args = append(args, "-filter_complex", strings.Join(graph, ";"), "-map", shown, "-map", "0:a:0?")
	made, err := e.run(ctx, c.Path, slices.Concat(args, video(e.form), e.sound()))
	if err == nil {
		if over == nil { // else the words are in the pictures
			made.Caption = c.Caption
		}
		made.Cut = min(int(math.Round(float64(c.Cut)*e.form.FPS/c.FPS)), made.Frames-1)
	}
	return made, err
}

// sound are the options for sound that can be copied into the film.
func (e *encoder) sound() []string {
	if e.form.Channels == 0 {
		return []string{"-an"}
	}
	return []string{"-c:a", "aac", "-b:a", "192k", "-ar", strconv.Itoa(e.form.SampleRate), "-af",
		"aresample=async=1:min_hard_comp=0.01,aformat=channel_layouts=" + layoutNames[e.form.Channels]} // gaps become silence
}

// video are the options for frames that can be copied beside those of a form.
func video(form mp4.Form) []string {
	codec := "h264"
	if form.Codec == "hvc1" || form.Codec == "hev1" {
		codec = "hevc"
	}
	return []string{"-c:v", codec, "-tag:v", form.Codec, "-bf", "0", "-crf", "17",
		"-b:v", strconv.Itoa(form.Width * form.Height * int(math.Ceil(form.FPS)) / 5)} // for encoders that know no constant quality
}

// file makes a file for a while.
func (e *encoder) file(ending string) (string, error) {
	f, err := os.CreateTemp(e.dir, ".viviscope-*.part."+ending) // a part: a library clears away what a crash leaves
	if err != nil {
		return "", err
	}
	e.files = append(e.files, f.Name())
	return f.Name(), f.Close()
}

// run makes a clip of what.
func (e *encoder) run(ctx context.Context, what string, args []string) (*mp4.Clip, error) {
	path, err := e.file("mp4")
	if err == nil {
		_, err = runFFmpeg(ctx, e.ffmpeg, 0, slices.Concat([]string{"-y"}, args, []string{"-f", "mp4", "file:" + path}))
	}
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", what, err)
	}
	return mp4.OpenUpright(path)
}

// runFFmpeg runs the program, and gives what it writes, so many bytes at most. Its error has the program's words.
func runFFmpeg(ctx context.Context, path string, most int, args []string) ([]byte, error) {
	cmd := decode.Command(ctx, path, append([]string{"-v", "error", "-nostdin"}, args...)...)
	out, words := &bounded{left: most}, &bounded{left: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, words
	if err := cmd.Run(); err != nil {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("ffmpeg: %w: %s", err, bytes.TrimSpace(words.Bytes())))
	}
	return out.Bytes(), nil
}
