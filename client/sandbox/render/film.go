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

// ErrNoEncoder reports that this build cannot encode clips.
var ErrNoEncoder = errors.New("this build of the program has no video encoder: " +
	"it was built without cgo, or for a system that openh264 is not available for")

// Film is a clip to encode: a function that paints frames, and encoded sound. Write makes an MP4 file in this process,
// with H.264 by openh264 and the container by package mp4. The same frames give the same bytes on the same kind of
// machine, with any number of cores.
type Film struct {
	Width, Height int // in pixels: even, at least 16
	FPS           int // frames a second
	Frames        int
	// Paint paints frame i into pix: rows of Width pixels from the top, 4 bytes for each pixel (red, green, blue,
	// unused; sRGB). The picture must depend only on i. Several goroutines call it.
	Paint func(i int, pix []byte)
	Sound *mp4.Audio // nil: silent
}

// groupSize returns the number of frames in a group, which begins with a keyframe. It is 5/4 s, so that the usual clip
// of 5 s has four groups for two workers.
func (f Film) groupSize() int { return max(1, f.FPS*5/4) }

// Write encodes the film and writes it to w once it is complete. It stops within one frame when ctx ends. Errors:
// [ErrNoEncoder], that of ctx, and those of w.
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

// maxWorkers limits the memory of a render. Each worker holds one or two pictures.
const maxWorkers = 4

// codedVideo is encoded video: the parameter sets and the frames.
type codedVideo struct {
	sps, pps []byte
	frames   []mp4.Frame
}

// encodeVideo encodes groups of frames in parallel. Each group has its own encoder. One openh264 encoder, as its Go
// module configures it, numbers the parameter sets of each keyframe differently, but a file needs a single set. New
// encoders produce identical sets and keep groups independent.
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

// toI420 converts packed pixels (4 bytes: red, green, blue, unused) to 4:2:0 with the limited range of BT.709. dst has
// the size of the picture, with even sides. Chroma is the mean of four pixels.
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
