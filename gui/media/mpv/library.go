// Package mpv plays and decodes clips with the installed libmpv, which it loads at run time.
//
// Nothing is linked, so the program starts without libmpv; [Open] then returns [ErrNotFound]. libmpv renders into
// memory (the software render API of libmpv 0.33 and later). No OpenGL context is shared with the window. [Player] is
// one mpv core; [Stills] decodes single frames.
//
// Each [Player] has two goroutines. Only the render goroutine calls the render functions of libmpv, and it calls no
// others: the core may wait for it, so it must never wait for the core. The event goroutine blocks in mpv_wait_event.
// All other methods ([Player.Command], [Player.Set], the property getters) may be called from any goroutine except the
// window goroutine: loading and seeking take milliseconds.
//
// Constants and layouts come from libmpv's client.h and render.h, client API 1 and 2, on 64-bit computers.
package mpv

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"
)

// ErrNotFound means that this computer has no usable libmpv. It is an expected condition.
var ErrNotFound = errors.New("libmpv not found")

// Library is a loaded libmpv. It is never unloaded, because unloading a library with running threads is unsafe. Safe
// for concurrent use.
type Library struct {
	name string

	create        func() uintptr
	initialize    func(h uintptr) int32
	destroy       func(h uintptr)
	setOption     func(h uintptr, name, value string) int32
	setProperty   func(h uintptr, name, value string) int32
	getProperty   func(h uintptr, name string, format int32, data unsafe.Pointer) int32
	free          func(p unsafe.Pointer)
	command       func(h uintptr, args unsafe.Pointer) int32
	observe       func(h uintptr, reply uint64, name string, format int32) int32
	unobserve     func(h uintptr, reply uint64) int32
	waitEvent     func(h uintptr, timeout float64) unsafe.Pointer
	wakeup        func(h uintptr)
	errorString   func(code int32) string
	apiVersion    func() uint64
	renderCreate  func(out *uintptr, h uintptr, params unsafe.Pointer) int32
	renderFree    func(rc uintptr)
	renderNotify  func(rc, callback, data uintptr)
	renderUpdate  func(rc uintptr) uint64
	renderInfo    func(rc uintptr, param renderParam) int32
	renderRender  func(rc uintptr, params unsafe.Pointer) int32
	frameCallback uintptr // C callback that wakes the render goroutine of a player; its argument is the player's number

	mu      sync.Mutex
	players map[uintptr]*Player // by number; locked by mu
	last    uintptr             // last assigned number; locked by mu
}

// opened caches the library found under the default names. Each Library registers a C callback that is never freed, and
// a process can have only 2,000.
var opened struct {
	sync.Mutex
	lib *Library // nil: none was found yet
}

// Open loads the first of the candidates that loads, or of the system's default names if there are none. The library
// with a default name is cached. The error wraps [ErrNotFound] and the loader's error; the next call searches again.
func Open(candidates ...string) (*Library, error) {
	if len(candidates) > 0 {
		return load(candidates)
	}
	opened.Lock()
	defer opened.Unlock()
	if opened.lib != nil {
		return opened.lib, nil
	}
	lib, err := load(names())
	opened.lib = lib
	return lib, err
}

func load(candidates []string) (*Library, error) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		return nil, fmt.Errorf("%w: only 64-bit computers are supported", ErrNotFound)
	}
	err := errors.New("no name to look for")
	for _, name := range candidates {
		var handle uintptr
		if handle, err = dlopen(name); err != nil {
			continue
		}
		l := &Library{name: name, players: make(map[uintptr]*Player)}
		if err = l.bind(handle); err == nil {
			return l, nil
		}
	}
	return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
}

// Name returns the file name or path of the library.
func (l *Library) Name() string { return l.name }

// Version returns the client API version, such as 2 and 1 for "2.1".
func (l *Library) Version() (major, minor int) {
	v := l.apiVersion()
	return int(v >> 16), int(v & 0xffff)
}

// bind looks up all functions. It converts the panic of RegisterLibFunc on a missing symbol, as in a libmpv built
// without the render API, into an error.
func (l *Library) bind(handle uintptr) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s lacks what is needed: %v", l.name, r)
		}
	}()
	for _, f := range []struct {
		fn   any
		name string
	}{
		{&l.create, "mpv_create"},
		{&l.initialize, "mpv_initialize"},
		{&l.destroy, "mpv_terminate_destroy"},
		{&l.setOption, "mpv_set_option_string"},
		{&l.setProperty, "mpv_set_property_string"},
		{&l.getProperty, "mpv_get_property"},
		{&l.free, "mpv_free"},
		{&l.command, "mpv_command"},
		{&l.observe, "mpv_observe_property"},
		{&l.unobserve, "mpv_unobserve_property"},
		{&l.waitEvent, "mpv_wait_event"},
		{&l.wakeup, "mpv_wakeup"},
		{&l.errorString, "mpv_error_string"},
		{&l.apiVersion, "mpv_client_api_version"},
		{&l.renderCreate, "mpv_render_context_create"},
		{&l.renderFree, "mpv_render_context_free"},
		{&l.renderNotify, "mpv_render_context_set_update_callback"},
		{&l.renderUpdate, "mpv_render_context_update"},
		{&l.renderInfo, "mpv_render_context_get_info"},
		{&l.renderRender, "mpv_render_context_render"},
	} {
		purego.RegisterLibFunc(f.fn, handle, f.name)
	}
	// Layouts and constants may change with the major version, so unknown versions are rejected.
	if major, minor := l.Version(); major < 1 || major > 2 {
		return fmt.Errorf("%s has client API %d.%d, which is not known here", l.name, major, minor)
	}
	l.frameCallback = purego.NewCallback(func(number uintptr) uintptr {
		l.wake(number)
		return 0
	})
	return nil
}

// wake runs on a thread of libmpv. It must not block or call libmpv.
func (l *Library) wake(number uintptr) {
	l.mu.Lock()
	p := l.players[number]
	l.mu.Unlock()
	if p != nil {
		p.wake()
	}
}

func (l *Library) add(p *Player) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last++
	p.number = l.last
	l.players[p.number] = p
}

func (l *Library) remove(p *Player) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.players, p.number)
}

// fail converts a negative return code into an error.
func (l *Library) fail(doing string, code int32) error {
	if code >= 0 {
		return nil
	}
	return fmt.Errorf("%s: mpv says %q", doing, l.errorString(code))
}

// names returns the default file names of the library. Linux: .so.2 since mpv 0.35, .so.1 before. macOS: programs
// started from Finder have no shell PATH and no DYLD variables, so package manager folders are listed with full paths.
// Windows: full paths beside the program and in its lib folder come first, so that a DLL in the current folder cannot
// take precedence.
func names() []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{
			"libmpv.2.dylib", "/opt/homebrew/lib/libmpv.2.dylib", "/usr/local/lib/libmpv.2.dylib",
			"/opt/local/lib/libmpv.2.dylib", "libmpv.dylib",
		}
	case "windows":
		dlls := []string{"libmpv-2.dll", "mpv-2.dll", "mpv-1.dll"}
		var out []string
		if exe, err := os.Executable(); err == nil {
			for _, d := range dlls {
				out = append(out, filepath.Join(filepath.Dir(exe), d), filepath.Join(filepath.Dir(exe), "lib", d))
			}
		}
		return append(out, dlls...)
	}
	return []string{"libmpv.so.2", "libmpv.so.1"}
}

// Frames returns the number of frames of a clip, or -1 if length or fps is 0 (unknown).
func Frames(length time.Duration, fps float64) int {
	if !(fps > 0) || length <= 0 {
		return -1
	}
	return int(max(1, min(math.Round(length.Seconds()*fps), math.MaxInt32)))
}

// FrameStart returns the start time of the frame that is shown at a time, or of the last frame after the end. An exact
// seek goes to the first frame that starts at its target or later. If fps is 0 it returns at.
func FrameStart(at, length time.Duration, fps float64) time.Duration {
	at = max(0, at)
	if !(fps > 0) {
		return at
	}
	const rounding = 0.01 // of a frame: callers round times to whole units
	n := math.Floor(at.Seconds()*fps + rounding)
	if frames := Frames(length, fps); frames > 0 {
		n = min(n, float64(frames-1))
	}
	return Duration(n / fps)
}

// Duration converts seconds of libmpv into a time.Duration. NaN becomes 0. Values out of range are clamped.
func Duration(seconds float64) time.Duration {
	switch ns := math.Round(seconds * float64(time.Second)); {
	case math.IsNaN(ns):
		return 0
	case ns >= math.MaxInt64:
		return math.MaxInt64
	case ns <= math.MinInt64:
		return math.MinInt64
	default:
		return time.Duration(ns)
	}
}
