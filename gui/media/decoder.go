package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/client/picturefile"
	"viviscope/gui/lang"
	"viviscope/gui/media/mpv"
)

// Timeouts for one clip. A poster usually takes 0.1 s, the strip of a long clip some seconds.
const (
	posterTimeout = 10 * time.Second
	stripTimeout  = 60 * time.Second
)

// Decoder decodes pictures of clips with libmpv or else the ffmpeg program. It searches for them on first use, because
// loading libmpv would delay the start of the program. Safe for concurrent use. It decodes one picture or poster at a
// time and, in parallel, one strip.
type Decoder struct {
	log *slog.Logger

	mu       sync.Mutex
	searched bool    // locked by mu
	closed   bool    // locked by mu
	name     string  // locked by mu
	primary  backend // nil: none was found; locked by mu
	fallback backend // fallback for clips that the first cannot decode; nil: none; locked by mu

	openMPV        func() (*mpv.Library, error) // mpv.Open, except in tests
	findFFmpegPath func() (string, error)       // decode.FFmpeg, except in tests
}

// backend is a program or library that decodes clips.
type backend interface {
	poster(ctx context.Context, path string, px int) (*image.RGBA, error)
	frame(ctx context.Context, path string, at time.Duration, px int) (*image.RGBA, error)
	strip(ctx context.Context, path string, exact bool) (*image.RGBA, error)
	close() error
}

// NewDecoder creates a decoder. It searches for backends on first use.
func NewDecoder(log *slog.Logger) *Decoder {
	return &Decoder{log: log, openMPV: func() (*mpv.Library, error) {
		return mpv.Open()
	}, findFFmpegPath: decode.FFmpeg}
}

// Name returns the name of the backend, such as "libmpv.so.2 (API 2.1)" or "/usr/bin/ffmpeg", or [ErrNoDecoder]. The
// first call may take 0.2 s.
func (d *Decoder) Name() (string, error) {
	_, err := d.find()
	return d.name, err
}

// Poster returns the first frame of the clip at path, or a later one if the first is blank, as in a fade-in from black.
func (d *Decoder) Poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	return d.take(ctx, path, posterTimeout, func(ctx context.Context, b backend) (*image.RGBA, error) {
		return b.poster(ctx, path, px)
	})
}

// Frame returns exactly the frame of the clip at path that is shown at a time, or the last one after the end. Its
// longer side is at most maxPx, or the clip's own size if maxPx is 0. The result is an *image.RGBA without padding
// between rows.
//
// Errors: [ErrNoDecoder], [ErrDamaged], [ErrClosed], errors of opening the file, and ctx.Err().
func (d *Decoder) Frame(ctx context.Context, path string, at time.Duration, maxPx int) (image.Image, error) {
	if maxPx <= 0 {
		maxPx = wholeFrame
	}
	im, err := d.take(ctx, path, posterTimeout, func(ctx context.Context, b backend) (*image.RGBA, error) {
		return b.frame(ctx, path, at, maxPx)
	})
	if err != nil {
		return nil, err
	}
	return im, nil
}

// wholeFrame exceeds the side of every supported clip.
const wholeFrame = 1 << 14

// Strip returns [StripTiles] frames of the clip at path side by side, spread evenly over its length. If exact is false
// it uses the nearest key frames, which is several times faster.
func (d *Decoder) Strip(ctx context.Context, path string, exact bool) (*image.RGBA, error) {
	return d.take(ctx, path, stripTimeout, func(ctx context.Context, b backend) (*image.RGBA, error) {
		return b.strip(ctx, path, exact)
	})
}

// take runs a decoding function on the backends in turn and translates their errors.
func (d *Decoder) take(ctx context.Context, path string, patience time.Duration,
	ask func(context.Context, backend) (*image.RGBA, error)) (*image.RGBA, error) {
	all, err := d.find()
	if err != nil {
		return nil, err
	}
	// A missing file must not count as damaged.
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	for _, b := range all {
		var im *image.RGBA
		limited, cancel := context.WithTimeout(ctx, patience)
		im, err = ask(limited, b)
		cancel()
		switch {
		case err == nil:
			return im, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, mpv.ErrClosed):
			return nil, ErrClosed
		}
	}
	_, verdict := client.ProbeFile(ctx, path) // the reason
	return nil, errors.Join(fmt.Errorf("%w: %w", ErrDamaged, err), verdict)
}

// Close ends the players. Pending calls return [ErrClosed].
func (d *Decoder) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.primary == nil {
		return nil
	}
	return d.primary.close()
}

// find searches for backends on the first call and returns them, the preferred one first. A later installation takes
// effect at the next start.
func (d *Decoder) find() ([]backend, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, ErrClosed
	}
	if !d.searched {
		d.searched = true
		d.findMPV()
		d.findFFmpeg()
	}
	switch {
	case d.primary == nil:
		return nil, &NoDecoderError{Install: Install()}
	case d.fallback == nil:
		return []backend{d.primary}, nil
	}
	return []backend{d.primary, d.fallback}, nil
}

func (d *Decoder) findMPV() {
	lib, err := d.openMPV()
	if err != nil {
		d.log.Info("posters without libmpv", "err", err)
		return
	}
	stills, err := lib.NewStills(nil)
	if err != nil {
		d.log.Warn("libmpv does not start", "err", err)
		return
	}
	major, minor := lib.Version()
	d.primary, d.name = &mpvBackend{lib: lib, stills: stills}, fmt.Sprintf("%s (API %d.%d)", lib.Name(), major, minor)
	d.log.Info("posters by libmpv", "library", d.name)
}

func (d *Decoder) findFFmpeg() {
	path, err := d.findFFmpegPath()
	if err != nil {
		d.log.Info("posters without ffmpeg", "err", err)
		return
	}
	if d.primary != nil {
		d.fallback = ffmpegBackend{path}
		return
	}
	d.primary, d.name = ffmpegBackend{path}, path
	d.log.Info("posters by ffmpeg", "path", path)
}

var (
	// ErrNoDecoder means that this computer has no decoder for clips. The wrapping error is a [*NoDecoderError].
	ErrNoDecoder = errors.New("no video decoder on this computer")

	// ErrDamaged means that the file exists but cannot be decoded.
	ErrDamaged = picturefile.ErrDamaged

	// ErrTooLarge means that the picture has more than 64 megapixels or a side of more than 16384 pixels. It was not
	// decoded.
	ErrTooLarge = picturefile.ErrTooLarge

	// ErrDropped means that newer requests displaced this one. The caller may request it again.
	ErrDropped = errors.New("given up for later requests")

	// ErrClosed means that the program is shutting down.
	ErrClosed = errors.New("thumbnails are closed")
)

// NoDecoderError is [ErrNoDecoder] with the package to install.
type NoDecoderError struct {
	Install string // what to install, such as "libmpv2" or "mpv (brew install mpv)"
}

// Error returns the whole message for the user.
func (e *NoDecoderError) Error() string {
	return fmt.Sprintf("%v: install %s", ErrNoDecoder, e.Install)
}

// Retryable reports false: the error persists until the next start of the program.
func (e *NoDecoderError) Retryable() bool { return false }

// Unwrap makes errors.Is(err, ErrNoDecoder) true.
func (e *NoDecoderError) Unwrap() error { return ErrNoDecoder }

// isPermanent reports whether a retry for the same content would fail again. A damaged file is then decoded once, not
// each time that it scrolls into view.
func isPermanent(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrTooLarge)
}

// PlayerPackage returns the package to install for playback, such as "libmpv2 (apt install libmpv2)".
func PlayerPackage() string {
	player, _ := toInstall()
	return player
}

// Install returns the package to install for decoding clips.
func Install() string {
	player, orFFmpeg := toInstall()
	if orFFmpeg {
		return lang.L("%s, or ffmpeg", player)
	}
	return player
}

// FFmpegPackage returns the package that contains the ffmpeg program, such as "ffmpeg (apt install ffmpeg)".
func FFmpegPackage() string { return ffmpegPackageOn(runtime.GOOS, osRelease()) }

// ffmpegPackageOn is FFmpegPackage for an operating system and the content of its os-release file.
func ffmpegPackageOn(system, release string) string {
	switch system {
	case "darwin":
		return "ffmpeg (brew install ffmpeg)"
	case "windows":
		return "ffmpeg (winget install ffmpeg)"
	}
	switch family, _ := linuxFamily(release); family {
	case "debian":
		return "ffmpeg (apt install ffmpeg)"
	case "fedora":
		return "ffmpeg-free (dnf install ffmpeg-free)"
	case "arch":
		return "ffmpeg (pacman -S ffmpeg)"
	case "suse":
		return "ffmpeg (zypper install ffmpeg)"
	}
	return "ffmpeg"
}

// toInstall returns the package of libmpv for this computer, and whether ffmpeg is as easy to install.
func toInstall() (player string, orFFmpeg bool) { return toInstallOn(runtime.GOOS, osRelease()) }

// osRelease returns the content of the os-release file, cached; "" except on Linux.
var osRelease = sync.OnceValue(func() string {
	if runtime.GOOS == "linux" {
		if b, err := os.ReadFile("/etc/os-release"); err == nil {
			return string(b)
		}
	}
	return ""
})

// toInstallOn is toInstall for an operating system and the content of its os-release file.
func toInstallOn(system, release string) (player string, orFFmpeg bool) {
	switch system {
	case "darwin":
		return "mpv (brew install mpv)", false
	case "windows":
		return lang.L("libmpv-2.dll in the program folder"), true
	}
	switch family, old := linuxFamily(release); family {
	case "debian":
		if old {
			return "libmpv1 (apt install libmpv1)", false
		}
		return "libmpv2 (apt install libmpv2)", false
	case "fedora":
		return "mpv-libs (dnf install mpv-libs)", false
	case "arch":
		return "mpv (pacman -S mpv)", false
	case "suse":
		return "libmpv2 (zypper install libmpv2)", false
	}
	return "libmpv", true
}

// linuxFamily returns the distribution family that determines the package manager: debian, fedora, arch, suse, or "".
// old reports whether it is an Ubuntu before 23.04.
func linuxFamily(release string) (family string, old bool) {
	values := map[string]string{}
	for line := range strings.Lines(release) {
		name, value, _ := strings.Cut(line, "=")
		values[name] = strings.Trim(value, "\"'\n")
	}
	id, version := values["ID"], values["VERSION_ID"]
	for _, name := range append([]string{id}, strings.Fields(values["ID_LIKE"])...) {
		switch name {
		case "ubuntu", "debian":
			return "debian", id == "ubuntu" && version != "" && version < "23.04"
		case "fedora", "rhel":
			return "fedora", false
		case "arch":
			return "arch", false
		case "suse", "opensuse":
			return "suse", false
		}
	}
	return "", false
}
