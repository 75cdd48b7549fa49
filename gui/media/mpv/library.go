// Package mpv plays and decodes clips with the libmpv that the computer has, found at run time.
//
// Nothing is linked: a program without libmpv starts and works, and [Open] says so with an ordinary error. The library
// draws into memory (the software render API of libmpv 0.33 and later), so no OpenGL context is shared with the window.
//
// Three goroutines meet here. The render goroutine of a [Player] is the only one that calls libmpv's render functions,
// and it calls nothing else of libmpv: the core may wait for it, so it must never wait for the core. The event
// goroutine blocks in mpv_wait_event. Everything else ([Player.Command], [Player.Set], the property getters) may be
// called from any other goroutine, but not from the window's: loading and seeking take milliseconds.
//
// Constants and layouts are those of libmpv's client.h and render.h, client API 1 and 2, on 64-bit computers.
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

// ErrNotFound means that no usable libmpv is on this computer. It is an ordinary state, not a fault of the program.
var ErrNotFound = errors.New("libmpv not found")

// Library is a loaded libmpv. It stays loaded for the life of the process: unloading a library that has threads of its
// own is not safe. Safe for concurrent use.
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
	frameCallback uintptr // a C function that wakes the render goroutine of the player whose number is its argument

	mu      sync.Mutex
	players map[uintptr]*Player // by number; locked by mu
	last    uintptr             // last number given; locked by mu
}

// opened is the library of the system's own names: one for the process, because a C callback, of which each Library
// holds one, is never freed, and a process has room for 2,000.
var opened struct {
	sync.Mutex
	lib *Library // nil: none was found yet
}

// Open loads libmpv: the first of the given names that loads, or of the names that this system uses when none is given;
// those are loaded once. The error is [ErrNotFound] with the loader's words when there is none, or none that can be
// used: it is looked for again the next time.
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

// Name gives the file name or path under which the library was found.
func (l *Library) Name() string { return l.name }

// Version gives the client API version, as 2 and 1 for "2.1".
func (l *Library) Version() (major, minor int) {
	v := l.apiVersion()
	return int(v >> 16), int(v & 0xffff)
}

// bind looks up every function. RegisterLibFunc panics on a symbol that is not there, as in a libmpv built without the
// render API; here that is an error like any other.
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
	// Layouts and numbers may change with the major version; a library from the future is refused, not guessed at.
	if major, minor := l.Version(); major < 1 || major > 2 {
		return fmt.Errorf("%s has client API %d.%d, which is not known here", l.name, major, minor)
	}
	l.frameCallback = purego.NewCallback(func(number uintptr) uintptr {
		l.wake(number)
		return 0
	})
	return nil
}

// wake runs on a thread of libmpv, which must not be held up and must not call back into libmpv.
func (l *Library) wake(number uintptr) {
	l.mu.Lock()
	p := l.players[number]
	l.mu.Unlock()
	if p != nil {
		p.kick()
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

// fail makes an error of a negative return code, nil of any other.
func (l *Library) fail(doing string, code int32) error {
	if code >= 0 {
		return nil
	}
	return fmt.Errorf("%s: mpv says %q", doing, l.errorString(code))
}

// names lists what the library is called here. Linux: .so.2 since mpv 0.35, .so.1 before. macOS: a program started from
// the Finder has no shell PATH and no DYLD variables, so the folders of the package managers are named in full.
// Windows: beside the program and in its lib folder first, by full path, so that a DLL of the same name in the current
// folder is never taken before the one that was put there on purpose.
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

// Frames gives how many pictures a clip of a length has; -1 where the length or the rate is not known (0).
func Frames(length time.Duration, fps float64) int {
	if !(fps > 0) || length <= 0 {
		return -1
	}
	return int(max(1, min(math.Round(length.Seconds()*fps), math.MaxInt32)))
}

// FrameStart gives the beginning of the picture that is shown at a time, of the last one past the end: an exact seek
// goes to the first picture that begins at its place or later. Where the rate is not known that is the time itself.
func FrameStart(at, length time.Duration, fps float64) time.Duration {
	at = max(0, at)
	if !(fps > 0) {
		return at
	}
	const rounding = 0.01 // of a picture: times are rounded to whole units on their way here
	n := math.Floor(at.Seconds()*fps + rounding)
	if frames := Frames(length, fps); frames > 0 {
		n = min(n, float64(frames-1))
	}
	return Duration(n / fps)
}

// Duration returns a number of seconds, as libmpv counts them, as a time. It is 0 for NaN, and at most some 292 years.
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
