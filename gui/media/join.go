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
	"path/filepath"
	"strconv"

	"viviscope/client/mp4"
)

// ErrNoEncoder says that clips must be encoded again and that nothing here can do that.
var ErrNoEncoder = errors.New("clips must be encoded again for this film, and there is no ffmpeg program on this computer")

// Join writes a film as [mp4.Join] does, and before it encodes the clips that cannot be copied with the ffmpeg program: those that
// [mp4.Compare] names, and no other. What it needs for that stands in dir meanwhile. progress is told how many of so many steps are done.
func Join(ctx context.Context, w io.Writer, dir string, clips []*mp4.Clip, silent bool, progress func(done, of int)) (film mp4.Film, err error) {
	form, differ := mp4.Compare(clips, silent)
	of := len(differ) + len(clips)
	if len(differ) > 0 {
		path, err := FindFFmpeg()
		if err != nil {
			err = ErrNoEncoder
			for _, m := range differ {
				err = fmt.Errorf("%w; %s: %w", err, clips[m.Clip].Path, m)
			}
			return film, err
		}
		if dir, err = os.MkdirTemp(dir, ".viviscope-*"); err != nil {
			return film, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		clips = append([]*mp4.Clip(nil), clips...)
		for i, m := range differ {
			progress(i, of)
			out := filepath.Join(dir, strconv.Itoa(i)+".mp4")
			if clips[m.Clip], err = encodeClip(ctx, path, clips[m.Clip], m, form, out); err != nil {
				return film, err
			}
		}
	}
	return mp4.Join(ctx, w, clips, silent, func(done int) { progress(len(differ)+done, of) })
}

// encodeClip gives a clip in the form of the film: its sound alone where that is all that differs.
func encodeClip(ctx context.Context, ffmpeg string, c *mp4.Clip, m *mp4.Mismatch, form mp4.Form, out string) (*mp4.Clip, error) {
	args := []string{"-v", "error", "-nostdin", "-i", "file:" + c.Path, "-map", "0:v:0", "-map", "0:a:0?"}
	if m.Why == mp4.OtherSound {
		args = append(args, "-c:v", "copy")
	} else {
		codec := "h264"
		if form.Codec == "hvc1" || form.Codec == "hev1" {
			codec = "hevc"
		}
		args = append(args, "-vf", fmt.Sprintf("scale=%[1]d:%[2]d:force_original_aspect_ratio=decrease,pad=%[1]d:%[2]d:-1:-1,setsar=1,fps=%[3]f,format=yuv420p",
			form.Width, form.Height, form.FPS), "-c:v", codec, "-tag:v", form.Codec, "-bf", "0", "-crf", "17",
			"-b:v", strconv.Itoa(form.Width*form.Height*int(math.Ceil(form.FPS))/5)) // for encoders that know no constant quality
	}
	if form.Channels == 0 {
		args = append(args, "-an")
	} else {
		args = append(args, "-c:a", "aac", "-b:a", "192k", "-ar", strconv.Itoa(form.SampleRate), "-ac", strconv.Itoa(form.Channels))
	}
	cmd := exec.CommandContext(ctx, ffmpeg, append(args, "-f", "mp4", "file:"+out)...)
	hideWindow(cmd)
	words := &bounded{left: 4 << 10}
	cmd.Stderr = words
	if err := cmd.Run(); err != nil {
		return nil, errors.Join(ctx.Err(), fmt.Errorf("encode %s: %w: %s", c.Path, err, bytes.TrimSpace(words.Bytes())))
	}
	e, err := mp4.Open(out)
	switch {
	case err != nil:
		return nil, fmt.Errorf("encode %s: %w", c.Path, err)
	case m.Why == mp4.OtherSound:
		return c.WithSound(e), nil
	}
	e.Cut = min(int(math.Round(float64(c.Cut)*form.FPS/c.FPS)), e.Frames-1)
	return e, nil
}
