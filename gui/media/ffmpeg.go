package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"strconv"
	"time"

	"viviscope/client"
	"viviscope/client/film"
	"viviscope/client/picturefile"
	"viviscope/gui/media/mpv"
)

// ffmpegOutput limits the output of ffmpeg, in bytes: a PNG of at most 4096 x 4096 pixels.
const ffmpegOutput = 64 << 20

// ffmpegBackend decodes clips with the ffmpeg program. It is slower than libmpv, but more often installed.
type ffmpegBackend struct{ path string }

func (ffmpegBackend) close() error { return nil }

// poster returns the first frame of the clip, or the one at 1 s if the first is blank.
func (f ffmpegBackend) poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	first, err := f.still(ctx, path, px, "0")
	if err != nil {
		if wave, waveErr := f.waveform(ctx, path); waveErr == nil {
			return shrink(wave, px), nil
		}
		return nil, err
	}
	if hasContent(first) {
		return first, nil
	}
	second, err := f.still(ctx, path, px, "1")
	if err != nil { // the clip may be shorter
		return first, nil
	}
	return better(first, second), nil
}

// waveform draws the sound of a file without pictures as its poster.
func (f ffmpegBackend) waveform(ctx context.Context, path string) (image.Image, error) {
	return f.run(ctx, []string{"-i", "file:" + path, "-filter_complex",
		"[0:a:0]aformat=channel_layouts=mono,showwavespic=s=960x540:colors=0x8aa4c8[v]",
		"-map", "[v]", "-frames:v", "1"})
}

// frame returns the frame that is shown at a time.
func (f ffmpegBackend) frame(ctx context.Context, path string, at time.Duration, px int) (*image.RGBA, error) {
	info, _ := client.ProbeFile(ctx, path) // the info is set even if only a part of the clip plays
	if !(info.FPS > 0) {
		return f.still(ctx, path, px, formatSeconds(max(0, at)))
	}
	to := mpv.FrameStart(at, mpv.Duration(info.Seconds), info.FPS)
	// Seek half a frame early. The next frame is then the right one regardless of rounding.
	return f.still(ctx, path, px, formatSeconds(max(0, to-mpv.Duration(0.5/info.FPS))))
}

// strip makes the strip in one run. A clip that ends early repeats its last frame.
func (f ffmpegBackend) strip(ctx context.Context, path string, exact bool) (*image.RGBA, error) {
	info, err := client.ProbeFile(ctx, path) // the info is set even if only a part of the clip plays
	if info.Seconds <= 0 || info.Width == 0 {
		return nil, fmt.Errorf("length of clip: %w", err)
	}
	size := tileSize(image.Pt(info.Width, info.Height))
	filter := film.UprightFilters(path) +
		fmt.Sprintf("tpad=stop=-1:stop_mode=clone,fps=%d/%s,scale=%d:%d:flags=fast_bilinear,tile=%dx1",
			StripTiles, strconv.FormatFloat(info.Seconds, 'f', 6, 64), size.X, size.Y, StripTiles)
	var fast []string
	if !exact {
		fast = []string{"-skip_frame", "nokey"}
	}
	args := append(fast, "-skip_loop_filter", "all", "-noautorotate", "-i", "file:"+path, "-map", "0:v:0", "-an",
		"-frames:v", "1", "-vf", filter)
	im, err := f.run(ctx, args)
	if err != nil {
		return nil, err
	}
	return shrink(im, picturefile.MaxSide), nil
}

func formatSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

// still returns the frame at a time in seconds.
func (f ffmpegBackend) still(ctx context.Context, path string, px int, at string) (*image.RGBA, error) {
	scale := film.UprightFilters(path) +
		fmt.Sprintf("scale='min(%d,iw)':'min(%d,ih)':force_original_aspect_ratio=decrease", px, px)
	im, err := f.run(ctx, []string{
		"-noautorotate", "-ss", at, "-i", "file:" + path, // "file:" prevents names from being parsed as URLs
		"-map", "0:v:0", "-an", "-frames:v", "1", "-vf", scale,
	})
	if err != nil {
		return nil, fmt.Errorf("picture at %s s: %w", at, err)
	}
	return shrink(im, px), nil
}

// run executes ffmpeg with these arguments and decodes the PNG that it writes.
func (f ffmpegBackend) run(ctx context.Context, args []string) (image.Image, error) {
	out, err := film.Run(ctx, f.path, ffmpegOutput, append(args, "-c:v", "png", "-f", "image2pipe", "pipe:1"))
	if err == nil && len(out) == 0 {
		err = errors.New("ffmpeg: no picture")
	}
	if err != nil {
		return nil, err
	}
	return decodePicture(bytes.NewReader(out))
}
