// Package film joins clips to films. It copies frames and sound where possible, and runs the ffmpeg program where they
// must be encoded.
//
// [Join] is the entry point (film.go). It uses, from top to bottom: convert.go (filters that convert pictures into the
// form of the film), soundtrack.go (a sound file that replaces the sound of the clips), upright.go (filters that rotate
// pictures) and run.go (one run of ffmpeg). Package mp4 compares clips and writes the file. This package does not
// decode for display: see client/decode.
package film

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"viviscope/client/decode"
	"viviscope/client/mp4"
)

// ErrNoEncoder reports that a film must be encoded and that no ffmpeg program was found.
var ErrNoEncoder = errors.New("the film must be encoded, and there is no ffmpeg program on this computer")

// Input is the input of [Join].
type Input struct {
	Clips      []*mp4.Clip
	Silent     bool
	Soundtrack string // path of a sound file that replaces the sound of the clips, see [Soundtrack]; "": none
}

// Join writes a film like [mp4.Join]. If some frames cannot be copied ([mp4.MustEncode]), it encodes all frames with
// ffmpeg. If only the sound of some clips differs, it encodes the sound of those clips. Temporary files are created in
// dir and removed before Join returns. progress is called with the number of finished steps and of all steps. Errors:
// [ErrNoEncoder] with the reasons.
func Join(
	ctx context.Context, w io.Writer, dir string, f Input, progress func(done, of int),
) (film mp4.Film, err error) {
	form, differ := mp4.Compare(f.Clips, f.Silent || f.Soundtrack != "")
	e := encoder{dir: dir, form: form}
	e.ffmpeg, err = decode.FFmpeg()
	if err != nil && len(differ) > 0 {
		err = ErrNoEncoder
		for _, m := range differ {
			err = fmt.Errorf("%w; %s: %w", err, f.Clips[m.Index].Path, m)
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
		seconds := 0.0
		for _, c := range clips {
			seconds += float64(c.Frames-c.Cut) / c.FPS
		}
		if sound.Track, err = Soundtrack(ctx, f.Soundtrack, seconds); err != nil {
			return film, err
		}
	}
	var encoded []int // indexes of clips
	encode := e.encodeSound
	if mp4.MustEncode(differ) {
		encode = e.encode
		for i := range clips {
			encoded = append(encoded, i)
		}
	} else {
		for _, m := range differ {
			encoded = append(encoded, m.Index)
		}
	}
	steps := len(encoded) + len(clips)
	for n, i := range encoded {
		progress(n, steps)
		if clips[i], err = encode(ctx, clips[i]); err != nil {
			return film, err
		}
	}
	return mp4.Join(ctx, w, clips, sound, func(done int) { progress(len(encoded)+done, steps) })
}

// encoder encodes clips for a film with ffmpeg.
type encoder struct {
	ffmpeg, dir string
	form        mp4.Format // of the film
	files       []string   // temporary files
}

// encodeSound returns a clip with the same frames, and with sound that can be copied into the film.
func (e *encoder) encodeSound(ctx context.Context, c *mp4.Clip) (*mp4.Clip, error) {
	args := []string{"-i", "file:" + c.Path, "-map", "0:v:0", "-map", "0:a:0?", "-c:v", "copy"}
	other, err := e.run(ctx, c.Path, slices.Concat(args, e.sound()))
	if err != nil {
		return nil, err
	}
	return c.WithSound(other), nil
}

// encode encodes a clip, or the pictures that it consists of, so that it can be copied into the film.
func (e *encoder) encode(ctx context.Context, c *mp4.Clip) (*mp4.Clip, error) {
	fit := fitFilters(c.ShownColour(), e.form)
	args := []string{"-noautorotate", "-i", "file:" + c.Path}
	rate := fmt.Sprintf("fps=%f", e.form.FPS)
	// The filter fps drops the last frame of some files. So tpad adds one frame, and trim cuts to the exact count.
	if c.AllShown() {
		frames := max(int(math.Round(float64(c.Frames)*e.form.FPS/c.FPS)), 1)
		rate = fmt.Sprintf("tpad=stop=1:stop_mode=clone,%s,trim=end_frame=%d", rate, frames)
	}
	graph := []string{fmt.Sprintf("[0:v:0]%s%s,%s[v]", UprightFilters(c.Path), fit, rate)}
	if n := len(c.Pictures); n > 0 {
		args, graph, fit = nil, nil, fitFilters(pictureColour, e.form)
		pieces := ""
		for i, path := range c.Pictures {
			args = append(args, "-noautorotate", "-f", "image2", "-pattern_type", "none", "-loop", "1",
				"-framerate", fmt.Sprintf("%f", e.form.FPS), "-i", "file:"+path)
			frames := c.Frames*(i+1)/n - c.Frames*i/n
			graph = append(graph, fmt.Sprintf("[%d:v]%s%s,trim=end_frame=%d[p%[1]d]", i, UprightFilters(path), fit,
				frames))
			pieces += fmt.Sprintf("[p%d]", i)
		}
		graph = append(graph, fmt.Sprintf("%sconcat=n=%d[v]", pieces, n))
	}
	args = append(args, "-filter_complex", strings.Join(graph, ";"), "-map", "[v]", "-map", "0:a:0?")
	made, err := e.run(ctx, c.Path, slices.Concat(args, video(e.form), e.sound()))
	if err == nil {
		made.Caption = c.Caption
		made.Cut = min(int(math.Round(float64(c.Cut)*e.form.FPS/c.FPS)), made.Frames-1)
	}
	return made, err
}

// sound returns the ffmpeg options for sound that can be copied into the film.
func (e *encoder) sound() []string {
	if e.form.Channels == 0 {
		return []string{"-an"}
	}
	return []string{"-c:a", "aac", "-b:a", "192k", "-ar", strconv.Itoa(e.form.SampleRate), "-af",
		// gaps become silence
		"aresample=async=1:min_hard_comp=0.01,aformat=channel_layouts=" + layoutNames[e.form.Channels]}
}

// video returns the ffmpeg options for frames that can be copied into a film of a form.
func video(form mp4.Format) []string {
	codec := "h264"
	if form.Codec == "hvc1" || form.Codec == "hev1" {
		codec = "hevc"
	}
	return []string{"-c:v", codec, "-tag:v", form.Codec, "-bf", "0", "-crf", "17",
		// for encoders without a constant quality mode
		"-b:v", strconv.Itoa(form.Width * form.Height * int(math.Ceil(form.FPS)) / 5)}
}

// file creates a temporary file with an extension.
func (e *encoder) file(ext string) (string, error) {
	f, err := os.CreateTemp(e.dir, ".viviscope-*.part."+ext) // the library deletes .part files after a crash
	if err != nil {
		return "", err
	}
	e.files = append(e.files, f.Name())
	return f.Name(), f.Close()
}

// run makes a clip with the given ffmpeg arguments. what names the source in errors.
func (e *encoder) run(ctx context.Context, what string, args []string) (*mp4.Clip, error) {
	path, err := e.file("mp4")
	if err == nil {
		_, err = Run(ctx, e.ffmpeg, 0, slices.Concat([]string{"-y"}, args, []string{"-f", "mp4", "file:" + path}))
	}
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", what, err)
	}
	return mp4.OpenUpright(path)
}
