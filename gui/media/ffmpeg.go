package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
)

// ffmpegOutput bounds what is read from ffmpeg: a PNG of 4096 x 4096 pixels at most.
const ffmpegOutput = 64 << 20

// ffmpeg makes posters with the ffmpeg program: slower than libmpv, but many computers have it.
type ffmpeg struct {
	path string
}

// findFFmpeg looks on the PATH, and on macOS where the package managers put it: a program started from the Finder has
// no shell PATH.
func findFFmpeg() (string, error) {
	path, err := exec.LookPath("ffmpeg")
	if err == nil || runtime.GOOS != "darwin" {
		return path, err
	}
	for _, dir := range []string{"/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"} {
		if found, err := exec.LookPath(filepath.Join(dir, "ffmpeg")); err == nil {
			return found, nil
		}
	}
	return "", err
}

// poster gives the first picture of the clip, or the one at 1 s when the first shows nothing.
func (f *ffmpeg) poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	first, err := f.still(ctx, path, px, "0")
	if err != nil || showsSomething(first) {
		return first, err
	}
	second, err := f.still(ctx, path, px, "1")
	if err != nil { // the clip may be shorter
		return first, nil
	}
	return better(first, second), nil
}

// still gives the picture at a time in seconds.
func (f *ffmpeg) still(ctx context.Context, path string, px int, at string) (*image.RGBA, error) {
	scale := fmt.Sprintf("scale='min(%d,iw)':'min(%d,ih)':force_original_aspect_ratio=decrease", px, px)
	cmd := exec.CommandContext(ctx, f.path, "-v", "error", "-nostdin",
		"-ss", at, "-i", "file:"+path, // "file:" so that no name is taken for an address
		"-map", "0:v:0", "-an", "-frames:v", "1", "-vf", scale,
		"-c:v", "png", "-f", "image2pipe", "pipe:1")
	hideWindow(cmd)
	out := &bounded{left: ffmpegOutput}
	words := &bounded{left: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, words
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("ffmpeg: %w: %s", err, bytes.TrimSpace(words.Bytes()))
	}
	if out.Len() == 0 {
		return nil, errors.New("ffmpeg: no picture at " + at + " s")
	}
	im, err := decodePicture(bytes.NewReader(out.Bytes()))
	if err != nil {
		return nil, err
	}
	return shrink(im, px), nil
}

// bounded is a buffer that takes no more than left bytes and forgets the rest.
type bounded struct {
	bytes.Buffer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	_, err := b.Buffer.Write(p[:n])
	return len(p), err
}

// ReadFrom would go round Write.
func (b *bounded) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{b}, r)
}
