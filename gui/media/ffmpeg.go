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

// ffmpegOutput bounds what is read from ffmpeg: a PNG of 4096 x 4096 pixels at most.
const ffmpegOutput = 64 << 20

// ffmpeg makes posters with the ffmpeg program: slower than libmpv, but many computers have it.
type ffmpeg struct{ path string }

func (ffmpeg) close() error { return nil }

// poster gives the first picture of the clip, or the one at 1 s when the first shows nothing.
func (f ffmpeg) poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	first, err := f.still(ctx, path, px, "0")
	if err != nil {
		if wave, waveErr := f.waveform(ctx, path); waveErr == nil {
			return shrink(wave, px), nil
		}
		return nil, err
	}
	if showsSomething(first) {
		return first, nil
	}
	second, err := f.still(ctx, path, px, "1")
	if err != nil { // the clip may be shorter
		return first, nil
	}
	return better(first, second), nil
}

// waveform draws the sound of a file, which stands for a poster where there is no picture.
func (f ffmpeg) waveform(ctx context.Context, path string) (image.Image, error) {
	return f.run(ctx, []string{"-i", "file:" + path, "-filter_complex",
		"[0:a:0]aformat=channel_layouts=mono,showwavespic=s=960x540:colors=0x8aa4c8[v]",
		"-map", "[v]", "-frames:v", "1"})
}

// frame gives the picture that is shown at a time.
func (f ffmpeg) frame(ctx context.Context, path string, at time.Duration, px int) (*image.RGBA, error) {
	info, _ := client.Judge(ctx, path) // of one that plays in part too
	if !(info.FPS > 0) {
		return f.still(ctx, path, px, inSeconds(max(0, at)))
	}
	to := mpv.FrameStart(at, mpv.Duration(info.Seconds), info.FPS)
	// Half a picture early: the first one that begins there or later is then the right one however times are rounded.
	return f.still(ctx, path, px, inSeconds(max(0, to-mpv.Duration(0.5/info.FPS))))
}

// strip gives the strip in one run. The pictures of a short clip that end early stand for the rest.
func (f ffmpeg) strip(ctx context.Context, path string, exact bool) (*image.RGBA, error) {
	info, err := client.Judge(ctx, path) // of one that plays in part too
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

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }

// still gives the picture at a time in seconds.
func (f ffmpeg) still(ctx context.Context, path string, px int, at string) (*image.RGBA, error) {
	scale := film.UprightFilters(path) +
		fmt.Sprintf("scale='min(%d,iw)':'min(%d,ih)':force_original_aspect_ratio=decrease", px, px)
	im, err := f.run(ctx, []string{
		"-noautorotate", "-ss", at, "-i", "file:" + path, // "file:" so that no name is taken for an address
		"-map", "0:v:0", "-an", "-frames:v", "1", "-vf", scale,
	})
	if err != nil {
		return nil, fmt.Errorf("picture at %s s: %w", at, err)
	}
	return shrink(im, px), nil
}

// run makes one picture.
func (f ffmpeg) run(ctx context.Context, args []string) (image.Image, error) {
	out, err := film.Run(ctx, f.path, ffmpegOutput, append(args, "-c:v", "png", "-f", "image2pipe", "pipe:1"))
	if err == nil && len(out) == 0 {
		err = errors.New("ffmpeg: no picture")
	}
	if err != nil {
		return nil, err
	}
	return decodePicture(bytes.NewReader(out))
}
