package mpv

import (
	"image"
	"runtime"
	"sync"
	"unsafe"
)

// renderer draws the frames of one player into memory. step runs on the render goroutine only; resize and forget on
// any.
type renderer struct {
	lib     *Library
	context uintptr
	onFrame func(*image.RGBA) *image.RGBA
	anySize bool // pictures of any width

	mu     sync.Mutex
	size   image.Point // locked by mu
	redraw bool        // draw the present frame once more; locked by mu
	shown  bool        // there is a present frame; locked by mu
	epoch  int         // counts forget; locked by mu

	// Of the render goroutine alone:
	spare  *image.RGBA // what the next frame is drawn into, when it has the size; may be nil
	format string
}

// newRenderer makes a software render context on the core h.
func newRenderer(l *Library, h uintptr, c Config) (*renderer, error) {
	r := &renderer{lib: l, onFrame: c.OnFrame, anySize: c.AnyWidth, format: "rgba"}
	api := cString("sw")
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(api)
	params := []renderParam{{kind: paramAPIType, data: unsafe.Pointer(api)}, {}}
	pin.Pin(&params[0])
	if err := l.fail("create renderer", l.renderCreate(&r.context, h, unsafe.Pointer(&params[0]))); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *renderer) resize(width, height int, present bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown = r.shown || present
	width, height = bounded(width, height)
	if !r.anySize {
		width &^= 15
	}
	r.size = image.Pt(width, height)
	r.redraw = true
}

func (r *renderer) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown = false
	r.epoch++
}

// step takes what mpv has, and draws when there is something to draw and somebody wants it.
func (r *renderer) step() {
	fresh := r.lib.renderUpdate(r.context)&updateFrame != 0
	again := fresh && r.again()
	r.mu.Lock()
	r.shown = r.shown || fresh && !again
	epoch := r.epoch
	size, draw := r.size, r.shown && (fresh || r.redraw)
	if draw && size.X > 0 && size.Y > 0 {
		r.redraw = false
	}
	r.mu.Unlock()
	switch wanted := draw && size.X > 0 && size.Y > 0 && r.onFrame != nil; {
	case wanted:
		if im := r.draw(size); im != nil {
			r.deliver(im, epoch)
		}
	case fresh:
		// The core stands still until its frame is taken, or 0.2 s are over.
		r.skip()
	}
}

// deliver hands the picture over, unless it was forgotten while it was drawn.
func (r *renderer) deliver(im *image.RGBA, epoch int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.epoch != epoch {
		r.spare = im
		return
	}
	r.spare = r.onFrame(im)
}

// again reports whether the frame in waiting was shown before: mpv redraws when something but the place in the file
// changed, also between a seek and the first frame of the new place. A frame that the renderer did not take in time is
// redrawn without the flags, but never has a time at which it is due.
func (r *renderer) again() bool {
	var info frameInfo
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&info)
	code := r.lib.renderInfo(r.context, renderParam{kind: paramNextFrameInfo, data: unsafe.Pointer(&info)})
	return code >= 0 && (info.flags&(frameRedraw|frameRepeat) != 0 || info.target == 0)
}

// skip takes the frame without drawing it, so that the core does not wait for it to be shown.
func (r *renderer) skip() {
	yes, no := int32(1), int32(0)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&yes)
	pin.Pin(&no)
	params := []renderParam{
		{kind: paramSkipRendering, data: unsafe.Pointer(&yes)},
		{kind: paramBlockForTime, data: unsafe.Pointer(&no)},
		{},
	}
	pin.Pin(&params[0])
	r.lib.renderRender(r.context, unsafe.Pointer(&params[0]))
}

// draw renders into the spare picture, or a new one. "rgba" with full opacity is what every libmpv so far gives, but
// render.h promises only the family of "rgb0", which leaves the fourth byte undefined: there it is filled in. nil when
// mpv could not draw.
func (r *renderer) draw(size image.Point) *image.RGBA {
	im := r.spare
	r.spare = nil
	if im == nil || im.Rect.Size() != size || size.X%16 != 0 {
		im = alignedRGBA(size.X, size.Y)
	}
	code := r.renderInto(im)
	if code < 0 && r.format == "rgba" {
		r.format = "rgb0"
		code = r.renderInto(im)
	}
	if code < 0 {
		return nil
	}
	if r.format == "rgb0" {
		for i := 3; i < len(im.Pix); i += 4 {
			im.Pix[i] = 0xff
		}
	}
	unpad(im)
	return im
}

func (r *renderer) renderInto(im *image.RGBA) int32 {
	size := [2]int32{int32(im.Rect.Dx()), int32(im.Rect.Dy())}
	stride := uintptr(im.Stride)
	format := cString(r.format)
	block := int32(0)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&size)
	pin.Pin(&stride)
	pin.Pin(format)
	pin.Pin(&block)
	pin.Pin(&im.Pix[0])
	params := []renderParam{
		{kind: paramSWSize, data: unsafe.Pointer(&size)},
		{kind: paramSWFormat, data: unsafe.Pointer(format)},
		{kind: paramSWStride, data: unsafe.Pointer(&stride)},
		{kind: paramSWPointer, data: unsafe.Pointer(&im.Pix[0])},
		{kind: paramBlockForTime, data: unsafe.Pointer(&block)},
		{},
	}
	pin.Pin(&params[0])
	return r.lib.renderRender(r.context, unsafe.Pointer(&params[0]))
}

// align is where libmpv wants pixels and rows to start, in bytes.
const align = 64

// alignedRGBA makes an image whose pixels and rows start at 64-byte boundaries, as libmpv asks. Where width is a
// multiple of 16 the stride is 4*width exactly: the window's fast path knows no other.
func alignedRGBA(width, height int) *image.RGBA {
	stride := (4*width + align - 1) &^ (align - 1)
	n := stride * height
	raw := make([]byte, n+align)
	off := int(-uintptr(unsafe.Pointer(&raw[0])) & (align - 1))
	return &image.RGBA{Pix: raw[off : off+n : off+n], Stride: stride, Rect: image.Rect(0, 0, width, height)}
}

// unpad moves the rows of im together, so that its stride is 4*width.
func unpad(im *image.RGBA) {
	width, height := 4*im.Rect.Dx(), im.Rect.Dy()
	if im.Stride == width {
		return
	}
	for y := range height {
		copy(im.Pix[y*width:(y+1)*width], im.Pix[y*im.Stride:])
	}
	im.Pix, im.Stride = im.Pix[:width*height], width
}

// renderParam is mpv_render_param: 16 bytes on 64 bit. An array of them ends with type 0.
type renderParam struct {
	kind int32
	_    int32
	data unsafe.Pointer
}

// The kinds of mpv_render_param that are used here.
const (
	paramAPIType       = 1
	paramAdvanced      = 10
	paramNextFrameInfo = 11
	paramBlockForTime  = 12
	paramSkipRendering = 13
	paramSWSize        = 17
	paramSWFormat      = 18
	paramSWStride      = 19
	paramSWPointer     = 20 // the pixels themselves, not a pointer to a pointer
)

// updateFrame is the bit of mpv_render_context_update that says that there is a new frame to draw.
const updateFrame = 1

// frameInfo is mpv_render_frame_info, about the frame that the next render would draw.
type frameInfo struct {
	flags  uint64
	target int64 // when it is due, by mpv's clock; 0 for at once
}

// The flags of frameInfo that tell a new frame from one that was there before.
const (
	frameRedraw = 1 << 1
	frameRepeat = 1 << 2
)

// The formats of mpv_get_property that are used here.
const (
	formatString = 1
	formatFlag   = 3
	formatInt64  = 4
	formatDouble = 5
)

// rawEvent is mpv_event: 24 bytes on 64 bit.
type rawEvent struct {
	id       int32
	err      int32
	userdata uint64
	data     unsafe.Pointer
}

// rawStartFile is mpv_event_start_file.
type rawStartFile struct {
	entry int64
}

// rawEndFile is the start of mpv_event_end_file.
type rawEndFile struct {
	reason int32
	err    int32
}

// rawProperty is mpv_event_property. Its data is NULL while the property has no value.
type rawProperty struct {
	name   *byte
	format int32
	_      int32
	data   unsafe.Pointer
}

// EventID says what happened in a player.
type EventID int32

// The events that callers act on; the others of client.h are passed on with their number.
const (
	eventNone       EventID = 0
	eventShutdown   EventID = 1
	StartFile       EventID = 6
	EndFile         EventID = 7
	FileLoaded      EventID = 8
	VideoReconfig   EventID = 17
	PlaybackRestart EventID = 21 // after a load or a seek: the picture at the new place is about to be shown
	PropertyChange  EventID = 22 // an observed property has another value
)

// endReasonError is the reason of an EndFile that no person and no command asked for.
const endReasonError = 4

// Event is something that happened in a player.
type Event struct {
	ID    EventID
	Entry int64 // StartFile only: the number of the file in the playlist, which no other ever has
	Err   error // EndFile only: why the file could not be played; nil when it ended or was stopped

	// PropertyChange only:
	Reply uint64  // the number that the property is observed under
	Name  string  // of the property
	Known bool    // false: it has no value now, as the duration where no file is loaded
	Value float64 // of a flag 0 or 1
}

// cString gives s with a zero byte at its end.
func cString(s string) *byte {
	b := append([]byte(s), 0)
	return &b[0]
}

// goString copies a C string.
func goString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}
