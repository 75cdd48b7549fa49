package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"

	"viviscope/client/mp4"
)

// ErrNoEncoder says that clips must be encoded again and that nothing here can do that.
var ErrNoEncoder = errors.New("clips must be encoded again for this film, and there is no ffmpeg program on this computer")

// Join writes a film as [mp4.Join] does, and before it encodes with the ffmpeg program what cannot be copied: the clips that [mp4.Compare]
// names, the frames before a cut inside a group ([mp4.Clip.Again]), and no other. What it needs for that stands in dir meanwhile. progress
// is told how many of so many steps are done.
func Join(ctx context.Context, w io.Writer, dir string, clips []*mp4.Clip, silent bool, progress func(done, of int)) (film mp4.Film, err error) {
	form, differ := mp4.Compare(clips, silent)
	why := make([]*mp4.Mismatch, len(clips))
	for _, m := range differ {
		why[m.Clip] = m
	}
	var again []int // the clips of which something is encoded
	for i, c := range clips {
		if _, n := c.Again(); why[i] != nil || n > 0 {
			again = append(again, i)
		}
	}
	of := len(again) + len(clips)
	e, err := NewEncoder(dir)
	if err != nil && len(again) > 0 {
		for _, i := range again {
			if _, n := clips[i].Again(); why[i] != nil {
				err = fmt.Errorf("%w; %s: %w", err, clips[i].Path, why[i])
			} else {
				err = fmt.Errorf("%w; %s: %d frames before the cut", err, clips[i].Path, n)
			}
		}
		return film, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	clips = slices.Clone(clips)
	for n, i := range again {
		progress(n, of)
		if clips[i], err = e.again(ctx, clips[i], why[i], form); err != nil {
			return film, err
		}
	}
	return mp4.Join(ctx, w, clips, silent, func(done int) { progress(len(again)+done, of) })
}

// Encoder makes clips with the ffmpeg program. They stand in a folder until it is closed.
type Encoder struct {
	ffmpeg, dir string
	files       []string
}

// NewEncoder makes an encoder; what it is making stands in dir. Error: [ErrNoEncoder].
func NewEncoder(dir string) (*Encoder, error) {
	path, err := FindFFmpeg()
	if err != nil {
		err = ErrNoEncoder
	}
	return &Encoder{ffmpeg: path, dir: dir}, err
}

// Close removes what was made.
func (e *Encoder) Close() (err error) {
	for _, path := range e.files {
		err = errors.Join(err, os.Remove(path))
	}
	e.files = nil
	return err
}

// again gives a clip that can be copied into a film: its sound is encoded, its frames, or the last of them, but never what need not be.
func (e *Encoder) again(ctx context.Context, c *mp4.Clip, m *mp4.Mismatch, form mp4.Form) (*mp4.Clip, error) {
	args := []string{"-i", "file:" + c.Path, "-map", "0:v:0", "-map", "0:a:0?"}
	sound := []string{"-an"}
	if form.Channels > 0 {
		sound = []string{"-c:a", "aac", "-b:a", "192k", "-ar", strconv.Itoa(form.SampleRate), "-ac", strconv.Itoa(form.Channels)}
	}
	if m != nil && m.Why != mp4.OtherSound {
		whole, err := e.run(ctx, c.Path, slices.Concat(args, []string{"-vf", fitted(form) + fmt.Sprintf(",fps=%f", form.FPS)}, video(form), sound))
		if err == nil {
			whole.Caption = c.Caption
			whole.Cut = min(int(math.Round(float64(c.Cut)*form.FPS/c.FPS)), whole.Frames-1)
		}
		return whole, err
	}
	if from, n := c.Again(); n > 0 {
		trim := fmt.Sprintf("trim=start_frame=%d:end_frame=%d,setpts=PTS-STARTPTS", from, from+n)
		tail, err := e.run(ctx, c.Path, slices.Concat(args, []string{"-vf", trim}, video(c.Form), []string{"-an"}))
		if err == nil {
			c, err = c.WithTail(tail)
		}
		if err != nil {
			return nil, err
		}
	}
	if m != nil {
		other, err := e.run(ctx, c.Path, slices.Concat(args, []string{"-c:v", "copy"}, sound))
		if err != nil {
			return nil, err
		}
		c = c.WithSound(other)
	}
	return c, nil
}

// fitted is the filter that gives pictures the size of a film.
func fitted(form mp4.Form) string {
	return fmt.Sprintf("scale=%[1]d:%[2]d:force_original_aspect_ratio=decrease,pad=%[1]d:%[2]d:-1:-1,setsar=1,format=yuv420p", form.Width, form.Height)
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

// Stills makes a clip that shows pictures, one after the other.
func (e *Encoder) Stills(ctx context.Context, form mp4.Form, seconds float64, pictures ...string) (*mp4.Clip, error) {
	var args []string
	var shown, joined string
	frames := max(int(math.Round(seconds*form.FPS)), len(pictures))
	for i, path := range pictures {
		args = append(args, "-f", "image2", "-pattern_type", "none", "-loop", "1", "-framerate", fmt.Sprintf("%f", form.FPS), "-i", "file:"+path)
		shown += fmt.Sprintf("[%d:v]%s,trim=end_frame=%d[p%[1]d];", i, fitted(form), frames*(i+1)/len(pictures)-frames*i/len(pictures))
		joined += fmt.Sprintf("[p%d]", i)
	}
	return e.run(ctx, pictures[0], slices.Concat(args, []string{"-filter_complex", fmt.Sprintf("%s%sconcat=n=%d[all]", shown, joined, len(pictures)), "-map", "[all]"}, video(form)))
}

// run makes a clip of what.
func (e *Encoder) run(ctx context.Context, what string, args []string) (*mp4.Clip, error) {
	f, err := os.CreateTemp(e.dir, ".viviscope-*.part.mp4") // a part: a library clears away what a crash leaves
	if err != nil {
		return nil, err
	}
	e.files = append(e.files, f.Name())
	if err := f.Close(); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, e.ffmpeg, slices.Concat([]string{"-v", "error", "-nostdin", "-y"}, args, []string{"-f", "mp4", "file:" + f.Name()})...)
	hideWindow(cmd)
	words := &bounded{left: 4 << 10}
	cmd.Stderr = words
	if err := cmd.Run(); err != nil {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("encode %s: %w: %s", what, err, bytes.TrimSpace(words.Bytes())))
	}
	return mp4.Open(f.Name())
}
