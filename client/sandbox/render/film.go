package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"runtime"
	"sync/atomic"

	"viviscope/client/guard"
	"viviscope/client/mp4"
)

// ErrNoEncoder says that this build of the program cannot make clips.
var ErrNoEncoder = errors.New("this build of the program has no video encoder: " +
	"it was built without cgo, or for a system that openh264 is not available for")

// Film is painted frames and coded sound. Write turns them into an MP4 file inside the process: H.264 by openh264, the
// container by package mp4. The same frames give the same bytes on the same kind of machine, with any number of cores.
type Film struct {
	Width, Height int // in pixels: even, at least 16
	FPS           int // frames a second
	Frames        int
	// Paint paints frame i into pix: rows of Width pixels from the top, 4 bytes a pixel (red, green, blue, unused;
	// sRGB). The picture must depend on i only. It is called on several goroutines.
	Paint func(i int, pix []byte)
	Sound *mp4.Audio // nil for a silent film
}

// groupSize is how many frames are coded together, of which the first stands alone: 5/4 s, so that the usual clip of 5
// s is four groups, which two workers share evenly.
func (f Film) groupSize() int { return max(1, f.FPS*5/4) }

// Write renders the film and writes it to w when all of it is there. It stops within a frame when ctx ends. See
// [ErrNoEncoder].
func (f Film) Write(ctx context.Context, w io.Writer) error {
	if f.Width%2 != 0 || f.Height%2 != 0 || f.Width < 16 || f.Height < 16 || f.FPS <= 0 || f.Frames <= 0 {
		return fmt.Errorf("render film: %d frames of %dx%d at %d fps", f.Frames, f.Width, f.Height, f.FPS)
	}
	st, err := f.encodeVideo(ctx)
	if err != nil {
		return fmt.Errorf("render film: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return mp4.Write(w, mp4.Video{Width: f.Width, Height: f.Height, FPS: f.FPS, SPS: st.sps, PPS: st.pps,
		Frames: st.frames}, f.Sound)
}

// maxWorkers bounds the memory of a render: each worker holds a picture or two.
const maxWorkers = 4

// codedVideo is coded video: the parameter sets and the frames.
type codedVideo struct {
	sps, pps []byte
	frames   []mp4.Frame
}

// encodeVideo encodes groups of frames, several at a time. Each group has an encoder of its own: openh264 as its Go
// module sets it up gives every start picture parameter sets with other numbers, and one file wants one set; fresh
// encoders give equal sets, and make groups independent of each other.
func (f Film) encodeVideo(ctx context.Context) (all codedVideo, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	size := f.groupSize()
	parts := make([]codedVideo, (f.Frames+size-1)/size)
	var next atomic.Int64
	var wg guard.Group
	for range min(runtime.GOMAXPROCS(0), len(parts), maxWorkers) {
		wg.Go("encode clip", func() {
			pix := make([]byte, f.Width*f.Height*4)
			yuv := image.NewYCbCr(image.Rect(0, 0, f.Width, f.Height), image.YCbCrSubsampleRatio420)
			for g := int(next.Add(1)) - 1; g < len(parts) && ctx.Err() == nil; g = int(next.Add(1)) - 1 {
				part, err := encodeGroup(ctx, f, g*size, min(f.Frames, (g+1)*size), func(i int) *image.YCbCr {
					f.Paint(i, pix)
					toI420(yuv, pix)
					return yuv
				})
				if err != nil {
					cancel(err)
				}
				parts[g] = part
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return codedVideo{}, err
	}
	for _, p := range parts {
		if all.sps != nil && (!bytes.Equal(all.sps, p.sps) || !bytes.Equal(all.pps, p.pps)) {
			return codedVideo{}, errors.New("the parameter sets of two groups differ")
		}
		all = codedVideo{p.sps, p.pps, append(all.frames, p.frames...)}
	}
	return all, nil
}

// BT.709 limited range in 16.16 fixed point: luma 16..235, chroma 16..240.
const (
	yR, yG, yB    = 11966, 40254, 4064
	cbR, cbG, cbB = -6596, -22189, 28785
	crR, crG, crB = 28785, -26145, -2640
	yBias         = 16<<16 + 1<<15
	cBias         = 512<<16 + 1<<17 // of the sum of four pixels
)

// toI420 converts packed pixels (4 bytes: red, green, blue, unused) of the size of dst, which must be even, to
// BT.709 limited range 4:2:0. Chroma is the mean of its four pixels.
func toI420(dst *image.YCbCr, pix []byte) {
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	for y := 0; y < h; y += 2 {
		row0, row1 := pix[y*w*4:][:w*4], pix[(y+1)*w*4:][:w*4]
		y0, y1 := dst.Y[y*dst.YStride:][:w], dst.Y[(y+1)*dst.YStride:][:w]
		cb, cr := dst.Cb[y/2*dst.CStride:][:w/2], dst.Cr[y/2*dst.CStride:][:w/2]
		for x, o := 0, 0; x+1 < w; x, o = x+2, o+8 {
			p, q := row0[o:o+8:o+8], row1[o:o+8:o+8]
			r, g, b := int(p[0]), int(p[1]), int(p[2])
			y0[x] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb := r, g, b
			r, g, b = int(p[4]), int(p[5]), int(p[6])
			y0[x+1] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb = sr+r, sg+g, sb+b
			r, g, b = int(q[0]), int(q[1]), int(q[2])
			y1[x] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb = sr+r, sg+g, sb+b
			r, g, b = int(q[4]), int(q[5]), int(q[6])
			y1[x+1] = uint8((yR*r + yG*g + yB*b + yBias) >> 16)
			sr, sg, sb = sr+r, sg+g, sb+b
			cb[x/2] = uint8((cbR*sr + cbG*sg + cbB*sb + cBias) >> 18)
			cr[x/2] = uint8((crR*sr + crG*sg + crB*sb + cBias) >> 18)
		}
	}
}
