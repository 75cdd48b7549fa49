// Package takecheck measures faults of a clip: black or frozen stretches, a cut, flicker, clipped or missing sound, and
// another length than requested. [Check] decodes the clip once with the ffmpeg program and returns facts with times.
// It judges nothing and changes nothing. Package
// findings has the values.
//
//	check        the two runs of ffmpeg
//	frames       figures of each frame
//	sound        figures of each window of the sound
//	rules        findings from the figures
//
// Files and stored results are not trusted. Memory does not depend on the size of the pictures, and little on the
// length of the clip. All functions are safe for concurrent use.
package takecheck

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"viviscope/client/decode"
	"viviscope/client/guard"
	"viviscope/db/findings"
)

// Bounds of a check. The part of a clip after MaxSeconds is not checked.
const (
	MaxSeconds = 600
	timeout    = 3 * time.Minute
	maxFrames  = MaxSeconds * 120
)

// Request describes what was requested and delivered. Zero values are unknown.
type Request struct {
	Width, Height int     // of the picture as delivered; only their order matters
	Seconds       float64 // requested length
	Audio         bool    // sound was requested
}

// Check decodes the clip at path and returns what it finds. It blocks for up to three minutes, usually for a fraction
// of the clip's length, and uses one core at low priority. Errors: [decode.ErrNoDecoder] without ffmpeg,
// [decode.ErrUndecodable] if no frame can be decoded, and those of ctx.
func Check(ctx context.Context, path string, r Request) (findings.Result, error) {
	program, err := decode.FFmpeg()
	if err != nil {
		return findings.Result{}, decode.ErrNoDecoder
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var m measures
	if m.frames, err = readFrames(ctx, program, path, r.Height > r.Width); err != nil {
		return findings.Result{}, fmt.Errorf("check frames: %w", err)
	}
	if m.sound, err = readSound(ctx, program, path); err != nil {
		return findings.Result{}, fmt.Errorf("check sound: %w", err)
	}
	return m.result(r), nil
}

// input returns the arguments that make ffmpeg read only the file at path, with limited memory, and print nothing.
func input(path string) []string {
	return []string{"-v", "quiet", "-nostdin", "-nostats", "-max_alloc", strconv.Itoa(4 * decode.MaxPixels),
		"-protocol_whitelist", "file,pipe", "-max_pixels", strconv.Itoa(decode.MaxPixels), "-noautorotate",
		"-threads", "1", "-filter_threads", "1", "-t", strconv.Itoa(MaxSeconds), "-i", "file:" + path}
}

// readFrames decodes the pictures of a clip. ffmpeg writes the pixels to its standard output, and the times to its
// standard error.
func readFrames(ctx context.Context, program, path string, upright bool) ([]frame, error) {
	w, h := wide, narrow
	if upright {
		w, h = narrow, wide
	}
	args := append(input(path), "-map", "0:V:0", "-an", "-sn", "-dn", "-vf", fmt.Sprintf(
		`scale=%d:%d:flags=bilinear,format=gray,metadata=mode=add:key=t:value=0,metadata=mode=print:file='pipe\:2'`,
		w, h),
		"-vsync", "passthrough", "-f", "rawvideo", "pipe:1")
	var frames []frame
	var times []float64
	err := run(ctx, program, args, func(out io.Reader) error {
		meter := newFrameMeter(w, h)
		for pix := make([]byte, w*h); len(meter.frames) < maxFrames; {
			if _, err := io.ReadFull(out, pix); err != nil {
				break // the end, or a part of a frame
			}
			meter.add(pix)
		}
		frames = meter.frames
		return nil
	}, func(log io.Reader) error {
		times = readTimes(log)
		return nil
	})
	if len(frames) == 0 {
		return nil, errors.Join(decode.ErrUndecodable, err)
	}
	setTimes(frames, times)
	return frames, err
}

// readSound decodes the sound of a clip. A clip without sound has none.
func readSound(ctx context.Context, program, path string) (s sound, err error) {
	args := append(input(path), "-map", "0:a:0", "-vn", "-sn", "-dn", "-ac", "2", "-ar", strconv.Itoa(sampleRate), "-f",
		"s16le", "pipe:1")
	err = run(ctx, program, args, func(out io.Reader) error {
		s = measureSound(out)
		return nil
	}, func(log io.Reader) error {
		_, err := io.Copy(io.Discard, log)
		return err
	})
	return s, err
}

// run starts ffmpeg at low priority and passes its standard output and standard error to two functions, each on a
// goroutine of its own. An exit status is no error, because ffmpeg returns one for files that it could partly decode.
// run returns after both functions and the program have ended.
func run(ctx context.Context, program string, args []string, output, log func(io.Reader) error) error {
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := decode.Command(running, program, args...)
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	messages, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := decode.StartLow(cmd); err != nil {
		return err
	}
	logged := make(chan error, 1)
	guard.Go("read log of ffmpeg", func() {
		err := guard.Do("read log of ffmpeg", func() error { return log(messages) })
		_, drained := io.Copy(io.Discard, messages) // otherwise the program blocks on a full pipe
		logged <- errors.Join(err, drained)
	})
	err = guard.Do("read output of ffmpeg", func() error { return output(bufio.NewReaderSize(out, 1<<17)) })
	if err != nil {
		cancel()
	}
	_, drained := io.Copy(io.Discard, out)
	err = errors.Join(err, drained, <-logged)
	waitErr := cmd.Wait()
	var exit interface{ ExitCode() int }
	if errors.As(waitErr, &exit) {
		waitErr = nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(err, waitErr)
}

// readTimes reads the lines "frame:0 pts:0 pts_time:0.04" and returns the times, in seconds.
func readTimes(log io.Reader) (times []float64) {
	lines := bufio.NewScanner(log)
	for lines.Scan() && len(times) < maxFrames {
		if line := lines.Bytes(); bytes.HasPrefix(line, []byte("frame:")) {
			_, value, _ := strings.Cut(string(line), "pts_time:")
			t, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				t = -1 // not known
			}
			times = append(times, t)
		}
	}
	return times
}
