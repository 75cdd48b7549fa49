package mpv

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// ErrNotFound means that no usable libmpv is on this computer. It is an ordinary state, not a fault of the program.
var ErrNotFound = errors.New("libmpv not found")

// Library is a loaded libmpv. It stays loaded for the life of the process: unloading a library that has threads of its own
// is not safe. Safe for concurrent use.
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

// opened is the library of the system's own names: one for the process, because a C callback, of which each Library holds one, is never
// freed, and a process has room for 2,000.
var opened struct {
	sync.Mutex
	lib *Library // nil: none was found yet
}

// Open loads libmpv: the first of the given names that loads, or of the names that this system uses when none is given; those are
// loaded once. The error is [ErrNotFound] with the loader's words when there is none, or none that can be used: it is looked for again
// the next time.
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
