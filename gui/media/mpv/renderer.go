package mpv

import (
	"image"
	"runtime"
	"sync"
	"unsafe"
)

// renderer draws the frames of one player into memory. step runs only on the render goroutine; resize and forget may
// run on any.
type renderer struct {
	lib      *Library
	context  uintptr
	onFrame  func(*image.RGBA) *image.RGBA
	anyWidth bool // accept widths that are not multiples of 16

	mu       sync.Mutex
	size     image.Point // locked by mu
	redraw   bool        // draw the current frame again; locked by mu
	hasFrame bool        // there is a current frame; locked by mu
	epoch    int         // incremented by forget; locked by mu

	// Used only by the render goroutine:
	spare  *image.RGBA // buffer for the next frame if its size fits; may be nil
	format string
}

// newRenderer creates a software render context on the core h.
func newRenderer(l *Library, h uintptr, c Config) (*renderer, error) {
	r := &renderer{lib: l, onFrame: c.OnFrame, anyWidth: c.AnyWidth, format: "rgba"}
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
	r.hasFrame = r.hasFrame || present
	width, height = bounded(width, height)
	if !r.anyWidth {
		width &^= 15
	}
	r.size = image.Pt(width, height)
	r.redraw = true
}

func (r *renderer) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hasFrame = false
	r.epoch++
}

// step takes the next frame from mpv and draws it if needed.
func (r *renderer) step() {
	fresh := r.lib.renderUpdate(r.context)&updateFrame != 0
	again := fresh && r.isRepeat()
	r.mu.Lock()
	r.hasFrame = r.hasFrame || fresh && !again
	epoch := r.epoch
	size, draw := r.size, r.hasFrame && (fresh || r.redraw)
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
		// Take the frame, because the core waits for that for up to 0.2 s.
		r.skip()
	}
}

// deliver passes the frame to onFrame, unless forget was called while it was drawn.
func (r *renderer) deliver(im *image.RGBA, epoch int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.epoch != epoch {
		r.spare = im
		return
	}
	r.spare = r.onFrame(im)
}

// isRepeat reports whether the pending frame was shown before. mpv redraws frames for other reasons than a new
// position, also between a seek and its first frame. A frame that the renderer took too late is redrawn without flags,
// but its target time is 0.
func (r *renderer) isRepeat() bool {
	var info frameInfo
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&info)
	code := r.lib.renderInfo(r.context, renderParam{kind: paramNextFrameInfo, data: unsafe.Pointer(&info)})
	return code >= 0 && (info.flags&(frameRedraw|frameRepeat) != 0 || info.target == 0)
}

// skip takes the frame without drawing it, so that the core does not wait.
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

// draw renders into the spare buffer or a new one. It returns nil if mpv cannot draw. All known versions accept "rgba"
// with full opacity, but render.h guarantees only "rgb0", which leaves the fourth byte undefined; it is then set here.
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

// align is the alignment of pixels and rows that libmpv requires, in bytes.
const align = 64

// alignedRGBA allocates an image with 64-byte aligned pixels and rows. For widths that are multiples of 16 the stride
// is exactly 4*width, which the window's fast path requires.
func alignedRGBA(width, height int) *image.RGBA {
	stride := (4*width + align - 1) &^ (align - 1)
	n := stride * height
	raw := make([]byte, n+align)
	off := int(-uintptr(unsafe.Pointer(&raw[0])) & (align - 1))
	return &image.RGBA{Pix: raw[off : off+n : off+n], Stride: stride, Rect: image.Rect(0, 0, width, height)}
}

// unpad removes the padding between rows in place, so that the stride is 4*width.
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

// renderParam is mpv_render_param: 16 bytes on 64-bit systems. Kind 0 ends an array.
type renderParam struct {
	kind int32
	_    int32
	data unsafe.Pointer
}

// Values of mpv_render_param_type.
const (
	paramAPIType       = 1
	paramAdvanced      = 10
	paramNextFrameInfo = 11
	paramBlockForTime  = 12
	paramSkipRendering = 13
	paramSWSize        = 17
	paramSWFormat      = 18
	paramSWStride      = 19
	paramSWPointer     = 20 // the pixel pointer itself, not a pointer to it
)

// updateFrame is the bit of mpv_render_context_update for a new frame.
const updateFrame = 1

// frameInfo is mpv_render_frame_info of the next frame.
type frameInfo struct {
	flags  uint64
	target int64 // display time on mpv's clock; 0: immediately
}

// Flags of frameInfo for frames that were shown before.
const (
	frameRedraw = 1 << 1
	frameRepeat = 1 << 2
)

// Values of mpv_format.
const (
	formatString = 1
	formatFlag   = 3
	formatInt64  = 4
	formatDouble = 5
)

// rawEvent is mpv_event: 24 bytes on 64-bit systems.
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

// rawProperty is mpv_event_property. data is NULL while the property has no value.
type rawProperty struct {
	name   *byte
	format int32
	_      int32
	data   unsafe.Pointer
}

// EventID is an mpv_event_id.
type EventID int32

// Events that callers handle. Others of client.h are passed on with their number.
const (
	eventNone       EventID = 0
	eventShutdown   EventID = 1
	StartFile       EventID = 6
	EndFile         EventID = 7
	FileLoaded      EventID = 8
	VideoReconfig   EventID = 17
	PlaybackRestart EventID = 21 // after a load or seek: the first frame is about to be shown
	PropertyChange  EventID = 22 // an observed property changed
)

// endReasonError is MPV_END_FILE_REASON_ERROR: playback failed.
const endReasonError = 4

// Event is an event of a player.
type Event struct {
	ID    EventID
	Entry int64 // StartFile only: unique id of the playlist entry
	Err   error // EndFile only: why playback failed; nil when it ended or was stopped

	// PropertyChange only:
	Reply uint64  // id of the subscription
	Name  string  // of the property
	Known bool    // false: it has no value now, such as the duration without a file
	Value float64 // 0 or 1 for a flag
}

// cString returns s as a zero-terminated C string.
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
