package dnd

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"

	"viviscope/client/guard"
)

var (
	ole32    = windows.NewLazySystemDLL("ole32.dll")
	user32   = windows.NewLazySystemDLL("user32.dll")
	kernel32 = windows.NewLazySystemDLL("kernel32.dll")
	shell32  = windows.NewLazySystemDLL("shell32.dll")

	oleInitialize       = ole32.NewProc("OleInitialize")
	registerDragDrop    = ole32.NewProc("RegisterDragDrop")
	revokeDragDrop      = ole32.NewProc("RevokeDragDrop")
	releaseStgMedium    = ole32.NewProc("ReleaseStgMedium")
	marshalStream       = ole32.NewProc("CoMarshalInterThreadInterfaceInStream")
	unmarshalStream     = ole32.NewProc("CoGetInterfaceAndReleaseStream")
	registerFormat      = user32.NewProc("RegisterClipboardFormatW")
	screenToClient      = user32.NewProc("ScreenToClient")
	globalAlloc         = kernel32.NewProc("GlobalAlloc")
	globalFree          = kernel32.NewProc("GlobalFree")
	globalLock          = kernel32.NewProc("GlobalLock")
	globalUnlock        = kernel32.NewProc("GlobalUnlock")
	globalSize          = kernel32.NewProc("GlobalSize")
	dragAcceptFiles     = shell32.NewProc("DragAcceptFiles")
	iidStream           = windows.GUID{Data1: 0xc, Data4: [8]byte{0xc0, 0, 0, 0, 0, 0, 0, 0x46}}
	iidUnknown          = windows.GUID{Data4: [8]byte{0xc0, 0, 0, 0, 0, 0, 0, 0x46}}
	iidDropTarget       = windows.GUID{Data1: 0x122, Data4: [8]byte{0xc0, 0, 0, 0, 0, 0, 0, 0x46}}
	errNotOnThisVersion = errors.New("OLE is missing here")
)

// Constants of objidl.h, oleidl.h and winuser.h.
const (
	sOK           = 0
	eNoInterface  = 0x80004002
	eInvalidArg   = 0x80070057
	effectNone    = 0
	effectCopy    = 1
	effectLink    = 4
	tymedHGlobal  = 1
	tymedIStream  = 4
	aspectContent = 1
)

// formatEtc is FORMATETC on 64-bit systems.
type formatEtc struct {
	format uint16
	target uintptr
	aspect uint32
	index  int32
	tymed  uint32
}

// stgMedium is STGMEDIUM.
type stgMedium struct {
	tymed   uint32
	handle  uintptr
	release uintptr
}

// comObject is a COM object of another program. Its first word points to its method table.
type comObject struct{ table *[32]uintptr }

// Indices into the method table.
const (
	methodRelease      = 2
	methodGetData      = 3 // of IDataObject
	methodQueryGetData = 5
	methodRead         = 3 // of IStream
)

func (c *comObject) call(method int, args ...uintptr) uint32 {
	result, _, _ := syscall.SyscallN(c.table[method], append([]uintptr{uintptr(unsafe.Pointer(c))}, args...)...)
	return uint32(result)
}

// formatGroup lists the virtual files of a source. [virtualPictures] parses it.
const formatGroup = "FileGroupDescriptorW"

// Formats of flavourTable with special handling.
const (
	formatContents = "FileContents" // the content of one virtual file
	formatText     = "CF_UNICODETEXT"
	formatFiles    = "CF_HDROP"
)

// formatNumbers returns the Windows format ids of flavourTable and formatGroup.
var formatNumbers = sync.OnceValue(func() map[string]uint16 {
	numbers := map[string]uint16{"CF_DIB": 8, formatText: 13, formatFiles: 15, "CF_DIBV5": 17, formatGroup: 0}
	for _, f := range flavourTable {
		numbers[f.name] += 0
	}
	for name, n := range numbers {
		if n == 0 {
			numbers[name] = registeredFormat(name)
		}
	}
	return numbers
})

func registeredFormat(name string) uint16 {
	p, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return 0
	}
	n, _, _ := registerFormat.Call(uintptr(unsafe.Pointer(p)))
	return uint16(n)
}

// formats returns the formats of flavourTable that a data object offers.
func (c *comObject) formats() (names []string) {
	for _, f := range flavourTable {
		if f.name != formatContents && c.has(f.name) {
			names = append(names, f.name)
		}
	}
	return names
}

// has reports whether a data object offers a format as a memory block.
func (c *comObject) has(format string) bool {
	f := formatEtc{format: formatNumbers()[format], aspect: aspectContent, index: -1, tymed: tymedHGlobal}
	return c.call(methodQueryGetData, uintptr(unsafe.Pointer(&f))) == sOK
}

// bytes returns at most most bytes of a format that is a memory block, or nil if the source does not transfer it.
func (c *comObject) bytes(format string, most int) []byte {
	m, ok := c.medium(formatEtc{format: formatNumbers()[format], aspect: aspectContent, index: -1, tymed: tymedHGlobal})
	if !ok {
		return nil
	}
	defer m.free()
	return m.bytes(most)
}

// medium requests a format from a data object. The caller frees the medium.
func (c *comObject) medium(f formatEtc) (m stgMedium, ok bool) {
	ok = c.call(methodGetData, uintptr(unsafe.Pointer(&f)), uintptr(unsafe.Pointer(&m))) == sOK
	return m, ok && m.handle != 0
}

func (m *stgMedium) free() { _, _, _ = releaseStgMedium.Call(uintptr(unsafe.Pointer(m))) }

// bytes copies the medium's memory block; nil if it exceeds most bytes.
func (m *stgMedium) bytes(most int) []byte {
	if m.tymed != tymedHGlobal {
		return nil
	}
	return globalBytes(m.handle, uintptr(most))
}

// globalBytes copies a global memory block, or returns nil if it exceeds most.
func globalBytes(handle, most uintptr) []byte {
	size, _, _ := globalSize.Call(handle)
	if size == 0 || size > most {
		return nil
	}
	at, _, _ := globalLock.Call(handle)
	if at == 0 {
		return nil
	}
	defer func() { _, _, _ = globalUnlock.Call(handle) }()
	return append([]byte(nil), unsafe.Slice((*byte)(pointerTo(at)), size)...)
}

// pointerTo converts an address outside Go's memory into a pointer.
func pointerTo(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }

// handedFile is a virtual file, taken from its source during the drop. read may run later on another thread.
type handedFile struct {
	data   []byte
	stream uintptr // a stream marshalled for another thread; 0: none
}

// contents takes a virtual file from its source.
func (c *comObject) contents(index int) (h handedFile, err error) {
	f := formatEtc{format: formatNumbers()[formatContents], aspect: aspectContent, index: int32(index),
		tymed: tymedHGlobal | tymedIStream}
	m, ok := c.medium(f)
	if !ok {
		return h, errNotTransferred
	}
	defer m.free()
	if m.tymed != tymedIStream {
		h.data = m.bytes(maxPicture)
		return h, nil
	}
	hr, _, _ := marshalStream.Call(uintptr(unsafe.Pointer(&iidStream)), m.handle, uintptr(unsafe.Pointer(&h.stream)))
	if int32(hr) < 0 {
		return h, fmt.Errorf("marshal a stream: %#x", uint32(hr))
	}
	return h, nil
}

// read returns the content, at most maxPicture bytes. It blocks on the source: call it once, and not on the window
// goroutine.
func (h handedFile) read() ([]byte, error) {
	if h.stream == 0 {
		return h.data, nil
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := windows.CoInitializeEx(0, windows.COINIT_MULTITHREADED); err == nil ||
		errors.Is(err, windows.Errno(windows.S_FALSE)) {
		defer windows.CoUninitialize()
	}
	var stream *comObject
	hr, _, _ := unmarshalStream.Call(h.stream, uintptr(unsafe.Pointer(&iidStream)), uintptr(unsafe.Pointer(&stream)))
	if int32(hr) < 0 || stream == nil {
		return nil, fmt.Errorf("take a stream: %#x", uint32(hr))
	}
	defer stream.call(methodRelease)
	var data []byte
	buffer := make([]byte, 256<<10)
	for {
		var n uint32
		hr := stream.call(methodRead, uintptr(unsafe.Pointer(&buffer[0])), uintptr(len(buffer)),
			uintptr(unsafe.Pointer(&n)))
		data = append(data, buffer[:min(int(n), len(buffer))]...)
		switch {
		case int32(hr) < 0:
			return nil, fmt.Errorf("read a stream: %#x", hr)
		case n == 0:
			return data, nil
		case len(data) > maxPicture:
			return nil, fmt.Errorf("read a stream: more than %d bytes", maxPicture)
		}
	}
}

// dragTarget handles drags over one window. Its methods run on the window goroutine, inside the message loop. data is
// valid only during a call.
type dragTarget interface {
	enter(data *comObject, at point) bool
	over(at point) bool
	leave()
	drop(data *comObject, at point) bool
}

// point is POINT, in screen px.
type point struct{ x, y int32 }

// inWindow converts to px of a window's client area.
func (p point) inWindow(window uintptr) point {
	_, _, _ = screenToClient.Call(window, uintptr(unsafe.Pointer(&p)))
	return p
}

// dropTarget implements IDropTarget: its first word points to the method table. The only instance is a package
// variable, which the garbage collector neither moves nor frees. Its references are not counted.
type dropTarget struct {
	table  *[7]uintptr
	target dragTarget
}

// theDropTarget serves the only window that accepts drops. Its target is nil while unregistered.
var theDropTarget dropTarget

// dropMethods creates the callbacks of [dropTarget] once: a process has few callbacks, which are never freed. COM
// passes the position (POINTL) by value, in one register on amd64 and arm64.
var dropMethods = sync.OnceValue(func() *[7]uintptr {
	reference := syscall.NewCallback(func(*dropTarget) uintptr { return 1 })
	return &[7]uintptr{
		syscall.NewCallback(func(this *dropTarget, iid *windows.GUID, out *uintptr) uintptr {
			if out == nil || iid == nil {
				return eInvalidArg
			}
			*out = 0
			if *iid != iidUnknown && *iid != iidDropTarget {
				return eNoInterface
			}
			*out = uintptr(unsafe.Pointer(this))
			return sOK
		}),
		reference,
		reference,
		// DragEnter
		syscall.NewCallback(func(this *dropTarget, data *comObject, keys, at uintptr, effect *uint32) uintptr {
			this.answer(effect, func() bool { return data != nil && this.target.enter(data, pointOf(at)) })
			return sOK
		}),
		syscall.NewCallback(func(this *dropTarget, keys, at uintptr, effect *uint32) uintptr { // DragOver
			this.answer(effect, func() bool { return this.target.over(pointOf(at)) })
			return sOK
		}),
		syscall.NewCallback(func(this *dropTarget) uintptr { // DragLeave
			this.answer(nil, func() bool { this.target.leave(); return false })
			return sOK
		}),
		syscall.NewCallback(func(this *dropTarget, data *comObject, keys, at uintptr, effect *uint32) uintptr { // Drop
			this.answer(effect, func() bool { return data != nil && this.target.drop(data, pointOf(at)) })
			return sOK
		}),
	}
})

func pointOf(at uintptr) point { return point{int32(uint32(at)), int32(uint32(uint64(at) >> 32))} }

// answer sets effect to the accepted effect. On entry it holds the effects that the source allows; Windows cancels the
// drop for any other. The target never accepts a move, because the source would delete its file.
func (t *dropTarget) answer(effect *uint32, accepts func() bool) {
	accepted := false
	if t.target != nil {
		_ = guard.Run(guard.Window, func() { accepted = accepts() })
	}
	if effect == nil {
		return
	}
	allowed := *effect
	switch {
	case !accepted:
		*effect = effectNone
	case allowed&effectCopy != 0:
		*effect = effectCopy
	default:
		*effect = allowed & effectLink
	}
}

// registerTarget registers a drop target for a window. Call it, and stop, on the thread that created the window.
func registerTarget(window uintptr, t dragTarget) (stop func(), err error) {
	for _, call := range []*windows.LazyProc{oleInitialize, registerDragDrop, revokeDragDrop} {
		if err := call.Find(); err != nil {
			return nil, fmt.Errorf("%w: %w", errNotOnThisVersion, err)
		}
	}
	if hr, _, _ := oleInitialize.Call(0); int32(hr) < 0 { // positive: already initialised on this thread
		return nil, fmt.Errorf("OleInitialize: %#x", uint32(hr))
	}
	theDropTarget.table, theDropTarget.target = dropMethods(), t
	_, _, _ = dragAcceptFiles.Call(window, 0) // disable GLFW's handler, or drops would arrive twice
	if hr, _, _ := registerDragDrop.Call(window, uintptr(unsafe.Pointer(&theDropTarget))); int32(hr) < 0 {
		theDropTarget.target = nil
		_, _, _ = dragAcceptFiles.Call(window, 1)
		return nil, fmt.Errorf("RegisterDragDrop: %#x", uint32(hr))
	}
	return func() {
		_, _, _ = revokeDragDrop.Call(window)
		theDropTarget.target = nil
	}, nil
}
