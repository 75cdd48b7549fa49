package decode

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"viviscope/client/guard"
)

// MaxPixels is the maximum number of pixels of a picture or frame.
const MaxPixels = 64 << 20

// maxPNG is the maximum size of a picture from ffmpeg, in bytes.
const maxPNG = 512 << 20

// FFmpeg returns the path of the ffmpeg program. It searches the PATH, and on macOS also the folders of package
// managers, because a program started from the Finder does not have the PATH of the shell.
func FFmpeg() (string, error) { return findProgram("ffmpeg") }

// findProgram returns the path of a program, in the same way as [FFmpeg].
func findProgram(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err == nil || runtime.GOOS != "darwin" {
		return path, err
	}
	for _, dir := range []string{"/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin"} {
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", err
}

// Command is [exec.CommandContext] without the console window that Windows would open.
func Command(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	HideWindow(cmd)
	return cmd
}

type ffmpeg struct{ path string }

func findFFmpeg() (Decoder, error) {
	path, err := FFmpeg()
	if err != nil {
		return nil, ErrNoDecoder
	}
	return ffmpeg{path}, nil
}

// command returns an ffmpeg command that reads only the file at path, with limited picture size and memory. Log lines
// contain their level.
func (f ffmpeg) command(ctx context.Context, path string, out ...string) *exec.Cmd {
	args := []string{"-hide_banner", "-nostdin", "-nostats", "-loglevel", "level+info", "-max_alloc",
		strconv.Itoa(4 * MaxPixels),
		"-noautorotate", "-protocol_whitelist", "file", "-max_pixels", strconv.Itoa(MaxPixels), "-threads", "2", "-i",
		"file:" + path}
	return Command(ctx, f.path, append(args, out...)...)
}

// Clip implements [Decoder]. ffmpeg writes a line for each decoded frame and audio packet.
func (f ffmpeg) Clip(ctx context.Context, path string) (Result, error) {
	cmd := f.command(ctx, path, "-map", "0:V:0?", "-map", "0:a:0?", "-sn", "-dn", "-vsync", "passthrough", "-f",
		"framecrc", "pipe:1")
	var counted frameCounter
	log, err := run(cmd, func(out io.Reader) error { return counted.read(out) })
	r := counted.result()
	messages := parseLog(log)
	r.Codec, r.ClaimedSeconds, r.MediaError, r.LastError = messages.codec, messages.seconds, messages.mediaError,
		messages.lastError
	switch {
	case r.Seconds > 0 && (err == nil || ctx.Err() != nil || isExit(err)):
		return r, nil
	case ctx.Err() != nil:
		return r, ctx.Err()
	case messages.unknownCodec:
		return r, &UnknownCodecError{Codec: messages.codec}
	case err == nil || isExit(err):
		return r, fmt.Errorf("%w: %s", ErrUndecodable, messages.lastError)
	}
	return r, fmt.Errorf("ffmpeg: %w", err)
}

// Picture implements [Decoder].
func (f ffmpeg) Picture(ctx context.Context, path string) (im image.Image, faults bool, err error) {
	cmd := f.command(ctx, path, "-map", "0:v:0", "-frames:v", "1", "-pix_fmt", "rgba", "-c:v", "png", "-f",
		"image2pipe", "pipe:1")
	var decodeErr error
	log, err := run(cmd, func(out io.Reader) error {
		im, decodeErr = png.Decode(bufio.NewReader(io.LimitReader(out, maxPNG)))
		return nil
	})
	messages := parseLog(log)
	switch {
	case im != nil && decodeErr == nil:
		return im, messages.mediaError != "", nil
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	case messages.unknownCodec:
		return nil, false, &UnknownCodecError{Codec: messages.codec}
	case err == nil || isExit(err):
		return nil, false, fmt.Errorf("%w: %s", ErrUndecodable, messages.lastError)
	}
	return nil, false, fmt.Errorf("ffmpeg: %w", err)
}

// isExit reports whether the program ran and exited with an error. Its log then contains the reason.
func isExit(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit)
}

// run runs a command, passes its output to read, and returns the beginning of its log.
func run(cmd *exec.Cmd, read func(io.Reader) error) (log []byte, err error) {
	messages := &limitedBuffer{}
	cmd.Stderr = messages
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	readErr := guard.Do("read decoder", func() error { return read(out) })
	_, drained := io.Copy(io.Discard, out) // otherwise the program blocks on a full pipe
	waitErr := cmd.Wait()                  // the log is complete after this
	return messages.Bytes(), errors.Join(waitErr, readErr, drained)
}

// limitedBuffer keeps the first maxLog bytes written to it.
type limitedBuffer struct{ bytes.Buffer }

const maxLog = 64 << 10

func (h *limitedBuffer) Write(p []byte) (int, error) {
	if left := maxLog - h.Len(); left > 0 {
		h.Buffer.Write(p[:min(len(p), left)])
	}
	return len(p), nil
}

// ReadFrom hides the method of the embedded buffer, which has no limit.
func (h *limitedBuffer) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{h}, r)
}

// frameCounter parses the output of ffmpeg's framecrc muxer: header lines "#name stream: value", then a line "stream,
// dts, pts, duration, size, checksum" for each packet.
type frameCounter struct {
	streams [2]streamStats
}

type streamStats struct {
	kind       string
	unit       float64 // seconds
	dimensions [2]int
	aspect     [2]int
	packets    int
	from, to   int64 // earliest and latest time, in units; valid if packets > 0
}

func (c *frameCounter) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			c.header(line[1:])
			continue
		}
		fields := strings.Split(line, ",")
		if len(fields) < 4 {
			continue
		}
		var n [4]int64
		for i := range n {
			n[i], _ = strconv.ParseInt(strings.TrimSpace(fields[i]), 10, 64)
		}
		if n[0] < 0 || n[0] >= int64(len(c.streams)) {
			continue
		}
		s := &c.streams[n[0]]
		if s.packets == 0 {
			s.from, s.to = n[2], n[2]
		}
		s.packets++
		s.from, s.to = min(s.from, n[2]), max(s.to, n[2]+n[3])
	}
	return lines.Err()
}

func (c *frameCounter) header(line string) {
	name, value, _ := strings.Cut(line, ": ")
	name, number, _ := strings.Cut(name, " ")
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(c.streams) {
		return
	}
	s := &c.streams[i]
	switch name {
	case "media_type":
		s.kind = value
	case "tb":
		if pair := parsePair(value, "/"); pair[1] > 0 {
			s.unit = float64(pair[0]) / float64(pair[1])
		}
	case "dimensions":
		s.dimensions = parsePair(value, "x")
	case "sar":
		s.aspect = parsePair(value, "/")
	}
}

func parsePair(value, between string) (pair [2]int) {
	a, b, _ := strings.Cut(value, between)
	pair[0], _ = strconv.Atoi(a)
	pair[1], _ = strconv.Atoi(b)
	return pair
}

func (s streamStats) seconds() float64 { return float64(s.to-s.from) * s.unit }

func (c *frameCounter) result() (r Result) {
	for _, s := range c.streams {
		if s.packets == 0 {
			continue
		}
		r.LongestSeconds = max(r.LongestSeconds, s.seconds())
		switch s.kind {
		case "audio":
			r.HasAudio = true
			if r.Frames == 0 {
				r.Seconds = max(r.Seconds, s.seconds())
			}
		case "video":
			r.Frames, r.Seconds = s.packets, s.seconds()
			if r.Seconds > 0 {
				r.FPS = float64(r.Frames) / r.Seconds
			}
			r.Width, r.Height = displaySize(s.dimensions, s.aspect)
		}
	}
	return r
}

// displaySize returns the size of a picture with its pixel aspect ratio applied. Like libmpv, it enlarges one side.
func displaySize(size, aspect [2]int) (width, height int) {
	const most = 1 << 16
	width, height = size[0], size[1]
	switch h, v := aspect[0], aspect[1]; {
	case h <= 0 || v <= 0:
	case h > v && width < most && width*h/v < most:
		width = width * h / v
	case v > h && height < most && height*v/h < most:
		height = height * v / h
	}
	return width, height
}

// logSummary contains the stream properties and errors from ffmpeg's log.
type logSummary struct {
	codec        string
	seconds      float64
	mediaError   string // the first error of a codec, about the media data
	lastError    string // the last error
	unknownCodec bool   // ffmpeg does not support the codec
	inInput      bool   // the lines so far are about the input, not the output
}

var (
	durationLine    = regexp.MustCompile(`Duration: (\d+):(\d+):([\d.]+)`)
	streamLine      = regexp.MustCompile(`Stream #0:\d+.*?: (Video|Audio): ([\w-]+)`)
	componentPrefix = regexp.MustCompile(`^\[(\w+)[^ ]* @ 0x[0-9a-f]+\] `)
)

// isDemuxer reports whether an ffmpeg component reads or writes containers. Its errors are not faults of the media
// data: missing data shows in the number of frames.
func isDemuxer(name string) bool {
	switch name {
	case "mov", "matroska", "avi", "gif", "image2", "in", "framecrc", "out":
		return true
	}
	return strings.HasSuffix(name, "_pipe")
}

func parseLog(log []byte) (m logSummary) {
	kind := ""
	m.inInput = true
	for line := range strings.Lines(string(log)) {
		line = strings.TrimSpace(line)
		if d := durationLine.FindStringSubmatch(line); d != nil && m.seconds == 0 {
			hours, _ := strconv.ParseFloat(d[1], 64)
			minutes, _ := strconv.ParseFloat(d[2], 64)
			seconds, _ := strconv.ParseFloat(d[3], 64)
			m.seconds = hours*3600 + minutes*60 + seconds
		}
		if s := streamLine.FindStringSubmatch(line); s != nil && !strings.Contains(line, "attached pic") {
			if kind == "" || kind == "Audio" && s[1] == "Video" && m.inInput {
				kind, m.codec = s[1], s[2]
			}
		}
		m.inInput = m.inInput && !strings.Contains(line, "Stream mapping:")
		m.addError(line)
	}
	if m.codec == "none" {
		m.codec, m.unknownCodec = "", true
	}
	return m
}

// addError records the error in a log line, if there is one.
func (m *logSummary) addError(line string) {
	level, text, ok := parseErrorLine(line)
	if !ok {
		return
	}
	from := ""
	if p := componentPrefix.FindStringSubmatch(text); p != nil {
		from, text = p[1], text[len(p[0]):]
	}
	m.lastError = text
	switch {
	case strings.Contains(text, "not found for input stream"), strings.Contains(text, "Unknown decoder"),
		strings.Contains(text, "is not implemented"), strings.Contains(text, "unsupported coding type"):
		m.unknownCodec = true
	case level == "fatal", m.mediaError != "":
	case from != "" && !isDemuxer(from), strings.Contains(text, "rror while decoding"):
		m.mediaError = text
	}
}

// parseErrorLine returns the level and the text of an error line in ffmpeg's log. A line may begin with its component:
// "[h264 @ 0x55] [error] text". ok is false for other lines.
func parseErrorLine(line string) (level, text string, ok bool) {
	for _, level := range []string{"error", "fatal"} {
		if before, after, found := strings.Cut(line, "["+level+"] "); found {
			return level, before + after, true
		}
	}
	return "", "", false
}
