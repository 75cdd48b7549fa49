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

// How long one clip may take. A poster takes 0.1 s, the strip of a long clip some seconds; a file that takes many times
// that is not worth a worker.
const (
	posterPatience = 10 * time.Second
	stripPatience  = 60 * time.Second
)

// Decoder takes pictures out of clips with what this computer has: libmpv, else the ffmpeg program. It looks for them
// when the first picture is asked for, because loading libmpv takes a moment that the start of the program should not
// pay. Safe for concurrent use: one picture or poster is taken at a time, and beside it one strip.
type Decoder struct {
	log *slog.Logger

	mu     sync.Mutex
	looked bool    // locked by mu
	closed bool    // locked by mu
	name   string  // locked by mu
	with   backend // nil: there is none; locked by mu
	second backend // asked for what the first cannot decode; nil: there is none; locked by mu

	open func() (*mpv.Library, error) // mpv.Open, but in tests
	look func() (string, error)       // decode.FFmpeg, but in tests
}

// backend is a program or library that decodes clips.
type backend interface {
	poster(ctx context.Context, path string, px int) (*image.RGBA, error)
	frame(ctx context.Context, path string, at time.Duration, px int) (*image.RGBA, error)
	strip(ctx context.Context, path string, exact bool) (*image.RGBA, error)
	close() error
}

// NewDecoder makes a decoder that has not looked for anything yet.
func NewDecoder(log *slog.Logger) *Decoder {
	return &Decoder{log: log, open: func() (*mpv.Library, error) { return mpv.Open() }, look: decode.FFmpeg}
}

// Name says what decodes clips here, such as "libmpv.so.2 (API 2.1)" or "/usr/bin/ffmpeg"; the error is [ErrNoDecoder]
// when nothing does. The first call may take 0.2 s.
func (d *Decoder) Name() (string, error) {
	_, err := d.find()
	return d.name, err
}

// Poster gives the first good picture of the clip at path: the first one, or one a little later when the first shows
// nothing, as where a clip fades in from black.
func (d *Decoder) Poster(ctx context.Context, path string, px int) (*image.RGBA, error) {
	return d.take(ctx, path, posterPatience, func(ctx context.Context, b backend) (*image.RGBA, error) {
		return b.poster(ctx, path, px)
	})
}

// Frame gives the picture of the clip at path that is shown at a time, exactly that one: the last where the time is
// past the end. It has at most maxPx pixels on its longer side, and its own size where maxPx is 0. The picture is an
// *image.RGBA without padding between its rows.
//
// Errors: [ErrNoDecoder], [ErrDamaged], [ErrClosed], those of opening the file, and ctx's.
func (d *Decoder) Frame(ctx context.Context, path string, at time.Duration, maxPx int) (image.Image, error) {
	if maxPx <= 0 {
		maxPx = wholeFrame
	}
	im, err := d.take(ctx, path, posterPatience, func(ctx context.Context, b backend) (*image.RGBA, error) {
		return b.frame(ctx, path, at, maxPx)
	})
	if err != nil {
		return nil, err
	}
	return im, nil
}

// wholeFrame is more pixels than the side of any clip has.
const wholeFrame = 1 << 14

// Strip gives [StripTiles] pictures of the clip at path, spread evenly over its length, side by side. Where exact is
// false they are of the nearest key frames, which takes a fraction of the time.
func (d *Decoder) Strip(ctx context.Context, path string, exact bool) (*image.RGBA, error) {
	return d.take(ctx, path, stripPatience, func(ctx context.Context, b backend) (*image.RGBA, error) {
		return b.strip(ctx, path, exact)
	})
}

// take asks what decodes here, and sorts its errors.
func (d *Decoder) take(ctx context.Context, path string, patience time.Duration,
	ask func(context.Context, backend) (*image.RGBA, error)) (*image.RGBA, error) {
	all, err := d.find()
	if err != nil {
		return nil, err
	}
	// A file that is not there is no damaged file.
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
	_, verdict := client.Judge(ctx, path) // why
	return nil, errors.Join(fmt.Errorf("%w: %w", ErrDamaged, err), verdict)
}

// Close ends the players, if any were started. Who waits for a picture gets [ErrClosed].
func (d *Decoder) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.with == nil {
		return nil
	}
	return d.with.close()
}

// find looks for decoders, once, and returns those that are there, the best first. What a user installs later counts
// from the next start.
func (d *Decoder) find() ([]backend, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, ErrClosed
	}
	if !d.looked {
		d.looked = true
		d.findMPV()
		d.findFFmpeg()
	}
	switch {
	case d.with == nil:
		return nil, &NoDecoderError{Install: Install()}
	case d.second == nil:
		return []backend{d.with}, nil
	}
	return []backend{d.with, d.second}, nil
}

func (d *Decoder) findMPV() {
	lib, err := d.open()
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
	d.with, d.name = &byMPV{lib: lib, stills: stills}, fmt.Sprintf("%s (API %d.%d)", lib.Name(), major, minor)
	d.log.Info("posters by libmpv", "library", d.name)
}

func (d *Decoder) findFFmpeg() {
	path, err := d.look()
	if err != nil {
		d.log.Info("posters without ffmpeg", "err", err)
		return
	}
	if d.with != nil {
		d.second = ffmpeg{path}
		return
	}
	d.with, d.name = ffmpeg{path}, path
	d.log.Info("posters by ffmpeg", "path", path)
}

var (
	// ErrNoDecoder means that nothing on this computer can decode a clip. The error that wraps it is a
	// [*NoDecoderError].
	ErrNoDecoder = errors.New("no video decoder on this computer")

	// ErrDamaged means that the file is there but cannot be decoded.
	ErrDamaged = picturefile.ErrDamaged

	// ErrTooLarge means that the picture has more than 64 megapixels or a side of more than 16384 pixels. It was not
	// decoded.
	ErrTooLarge = picturefile.ErrTooLarge

	// ErrDropped means that so many were asked for later that this one was given up. Asking again is fine.
	ErrDropped = errors.New("given up for later requests")

	// ErrClosed means that the program is ending.
	ErrClosed = errors.New("thumbnails are closed")
)

// NoDecoderError is [ErrNoDecoder] with what a person can do about it.
type NoDecoderError struct {
	Install string // what to install, such as "libmpv2" or "mpv (brew install mpv)"
}

// Error gives the words for a person, whole.
func (e *NoDecoderError) Error() string {
	return fmt.Sprintf("%v: install %s", ErrNoDecoder, e.Install)
}

// Passing reports that it stays so while the program runs.
func (e *NoDecoderError) Passing() bool { return false }

// Unwrap makes errors.Is(err, ErrNoDecoder) true.
func (e *NoDecoderError) Unwrap() error { return ErrNoDecoder }

// lasting reports whether asking again for the same content would give the same error, so that a damaged file is
// decoded once and not each time that it scrolls into view.
func lasting(err error) bool {
	return errors.Is(err, ErrDamaged) || errors.Is(err, ErrTooLarge)
}

// PlayerPackage names what to install so that clips can be played here, such as "libmpv2 (apt install libmpv2)".
func PlayerPackage() string {
	player, _ := toInstall()
	return player
}

// Install names what gives this computer a video decoder.
func Install() string {
	player, orFFmpeg := toInstall()
	if orFFmpeg {
		return lang.L("%s, or ffmpeg", player)
	}
	return player
}

// FFmpegPackage names what to install to get the ffmpeg program, such as "ffmpeg (apt install ffmpeg)".
func FFmpegPackage() string { return ffmpegPackageOn(runtime.GOOS, osRelease()) }

// ffmpegPackageOn is FFmpegPackage for a system and the text of its os-release file.
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

// toInstall names the package of libmpv on this computer, and says whether ffmpeg is as easy to get.
func toInstall() (player string, orFFmpeg bool) { return toInstallOn(runtime.GOOS, osRelease()) }

// osRelease returns the text of the os-release file, which it reads once; "" on other systems than Linux.
var osRelease = sync.OnceValue(func() string {
	if runtime.GOOS == "linux" {
		if b, err := os.ReadFile("/etc/os-release"); err == nil {
			return string(b)
		}
	}
	return ""
})

// toInstallOn is toInstall for a system and the text of its os-release file.
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

// linuxFamily returns which package manager a Linux has, by the text of its os-release file: that of debian, fedora,
// arch or suse; "" for others. old reports whether it is an Ubuntu before 23.04.
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
