package mpv

import (
	"image"
	"runtime"
	"sync"
	"unsafe"
)

// renderer draws the frames of one player into memory. step runs on the render goroutine only; resize and forget on any.
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

// again reports whether the frame in waiting was shown before: mpv redraws when something but the place in the file changed, also
// between a seek and the first frame of the new place. A frame that the renderer did not take in time is redrawn without the flags, but never has
// a time at which it is due.
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

// draw renders into the spare picture, or a new one. "rgba" with full opacity is what every libmpv so far gives, but render.h promises only the
// family of "rgb0", which leaves the fourth byte undefined: there it is filled in. nil when mpv could not draw.
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

// alignedRGBA makes an image whose pixels and rows start at 64-byte boundaries, as libmpv asks. Where width is a multiple of 16 the
// stride is 4*width exactly: the window's fast path knows no other.
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
