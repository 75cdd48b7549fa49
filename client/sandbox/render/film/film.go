// Package film turns painted frames and PCM sound into an MP4 file, inside the process: H.264 by openh264, AAC by
// vo-aacenc, the container by package mp4. The same frames give the same bytes on the same kind of machine, whatever the
// number of cores.
//
// Both encoders are C code. Where they cannot be built (without cgo, or on a system for which the openh264 module brings no
// library), the package still builds, and [Write] returns [ErrNoEncoder].
package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/Eyevinn/mp4ff/avc"
	"github.com/Eyevinn/mp4ff/bits"

	"viviscope/client/mp4"
)

// ErrNoEncoder says that this build of the program cannot make clips.
var ErrNoEncoder = errors.New("this build of the program has no video encoder: " +
	"it was built without cgo, or for a system that openh264 is not available for")

// SampleRate is the rate of the sound, in samples a second.
const SampleRate = 48000

// groupSeconds is the time between two frames that decoding may start from.
const groupSeconds = 2

// Paint paints frame i of the film into pix: rows of Width pixels from the top, 4 bytes a pixel (red, green, blue, unused; sRGB).
// The picture must depend on i only. It is called on several goroutines.
type Paint func(i int, pix []byte)

// Spec describes a film.
type Spec struct {
	Width, Height int // in pixels: even, at least 16
	FPS           int // frames a second
	Frames        int
	Paint         Paint
	PCM           []int16 // 16 bit stereo, interleaved, at SampleRate; nil for a silent film
}

// Write renders the film and writes it to w when all of it is there. It stops within a frame when ctx ends.
func Write(ctx context.Context, w io.Writer, s Spec) error {
	if s.Width%2 != 0 || s.Height%2 != 0 || s.Width < 16 || s.Height < 16 {
		return fmt.Errorf("render film: %dx%d: both sides must be even and at least 16", s.Width, s.Height)
	}
	if s.FPS <= 0 || s.Frames <= 0 {
		return fmt.Errorf("render film: %d frames at %d fps", s.Frames, s.FPS)
	}
	st, err := encodeVideo(ctx, s)
	if err != nil {
		return fmt.Errorf("render film: %w", err)
	}
	video := mp4.Video{Width: s.Width, Height: s.Height, FPS: s.FPS, PPS: st.pps, Frames: st.frames}
	if video.SPS, err = tagSPS(st.sps, s.FPS); err != nil {
		return fmt.Errorf("render film: %w", err)
	}
	var audio *mp4.Audio
	if s.PCM != nil {
		if audio, err = encodeAudio(s.PCM); err != nil {
			return fmt.Errorf("render sound: %w", err)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return mp4.Write(w, video, audio)
}

// maxWorkers bounds the memory of a render: each worker holds a picture or two.
const maxWorkers = 4

// stream is coded video: the parameter sets and the frames.
type stream struct {
	sps, pps []byte
	frames   []mp4.Frame
}

// encodeVideo encodes groups of frames, several at a time. Each group has an encoder of its own: openh264 as its Go module
// sets it up gives every start picture parameter sets with other numbers, and one file wants one set; fresh
// encoders give equal sets, and make groups independent of each other.
func encodeVideo(ctx context.Context, s Spec) (stream, error) {
	size := groupSeconds * s.FPS
	count := (s.Frames + size - 1) / size
	parts, err := eachGroup(ctx, count, func() func(context.Context, int) (stream, error) {
		pix := make([]byte, s.Width*s.Height*4)
		yuv := image.NewYCbCr(image.Rect(0, 0, s.Width, s.Height), image.YCbCrSubsampleRatio420)
		return func(ctx context.Context, g int) (stream, error) {
			return encodeGroup(ctx, s, g*size, min(s.Frames, (g+1)*size), func(i int) *image.YCbCr {
				s.Paint(i, pix)
				toI420(yuv, pix)
				return yuv
			})
		}
	})
	if err != nil {
		return stream{}, err
	}
	all := parts[0]
	for _, p := range parts[1:] {
		if !bytes.Equal(all.sps, p.sps) || !bytes.Equal(all.pps, p.pps) {
			return stream{}, errors.New("the parameter sets of two groups differ")
		}
		all.frames = append(all.frames, p.frames...)
	}
	return all, nil
}

// eachGroup runs the groups 0 to count-1 on some workers, each made by newWorker on its own goroutine, and gives the results in order.
// The first error ends all of them.
func eachGroup(ctx context.Context, count int, newWorker func() func(context.Context, int) (stream, error)) ([]stream, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := make([]stream, count)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), count, maxWorkers) {
		wg.Go(func() {
			work := newWorker()
			for g := int(next.Add(1)) - 1; g < count && ctx.Err() == nil; g = int(next.Add(1)) - 1 {
				part, err := work(ctx, g)
				if err != nil {
					cancel(err)
				}
				out[g] = part
			}
		})
	}
	wg.Wait()
	return out, context.Cause(ctx)
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

// spsCopier copies a sequence parameter set bit by bit (ITU-T H.264, 7.3.2.1.1), with or without looking at the value.
type spsCopier struct {
	r *bits.EBSPReader
	w *bits.EBSPWriter
}

func (c spsCopier) bits(n int) uint {
	v := c.r.Read(n)
	c.w.Write(v, n)
	return v
}

func (c spsCopier) golomb() uint {
	v := c.r.ReadExpGolomb()
	c.w.WriteExpGolomb(v)
	return v
}

// tagSPS gives the parameter set with a VUI that says BT.709, limited range, square pixels, the frame rate, and that no frame is reordered.
// openh264 says nothing of its colours, and players guess. Slices do not depend on the VUI, so they stay as they are.
func tagSPS(sps []byte, fps int) ([]byte, error) {
	before, err := avc.ParseSPSNALUnit(sps, true)
	if err != nil {
		return nil, fmt.Errorf("read SPS: %w", err)
	}
	var out bytes.Buffer
	c := spsCopier{bits.NewEBSPReader(bytes.NewReader(sps)), bits.NewEBSPWriter(&out)}
	if err := c.copyToVUI(); err != nil {
		return nil, fmt.Errorf("copy SPS: %w", err)
	}
	writeVUI(c.w, fps, before.NumRefFrames)
	if err := c.w.AccError(); err != nil {
		return nil, fmt.Errorf("write SPS: %w", err)
	}
	after, err := avc.ParseSPSNALUnit(out.Bytes(), true)
	if err != nil || after.Width != before.Width || after.Height != before.Height || after.VUI == nil || after.VUI.MatrixCoefficients != 1 {
		return nil, fmt.Errorf("the SPS with colours does not read back: %v", err)
	}
	return out.Bytes(), nil
}

// copyToVUI copies everything in front of vui_parameters_present_flag.
func (c spsCopier) copyToVUI() error {
	c.bits(8) // NAL header
	profile := c.bits(8)
	if profile != 66 && profile != 77 && profile != 88 { // others have more fields here
		return fmt.Errorf("profile %d is not expected", profile)
	}
	c.bits(16) // constraints and level
	c.golomb() // id
	c.golomb() // log2_max_frame_num_minus4
	switch c.golomb() {
	case 0:
		c.golomb() // log2_max_pic_order_cnt_lsb_minus4
	case 1:
		return fmt.Errorf("picture order type 1 is not expected")
	}
	c.golomb() // max_num_ref_frames
	c.bits(1)  // gaps_in_frame_num_value_allowed_flag
	c.golomb() // width
	c.golomb() // height
	if frameMBsOnly := c.bits(1); frameMBsOnly == 0 {
		c.bits(1)
	}
	c.bits(1) // direct_8x8_inference_flag
	if cropping := c.bits(1); cropping == 1 {
		for range 4 {
			c.golomb()
		}
	}
	return c.r.AccError()
}

func writeVUI(w *bits.EBSPWriter, fps int, refFrames uint) {
	w.Write(1, 1)            // vui_parameters_present_flag
	w.Write(1, 1)            // aspect_ratio_info_present_flag
	w.Write(1, 8)            // 1:1
	w.Write(0, 1)            // overscan_info_present_flag
	w.Write(1, 1)            // video_signal_type_present_flag
	w.Write(5, 3)            // video_format: unspecified
	w.Write(0, 1)            // limited range
	w.Write(1, 1)            // colour_description_present_flag
	w.Write(1, 8)            // primaries: BT.709
	w.Write(1, 8)            // transfer: BT.709
	w.Write(1, 8)            // matrix: BT.709
	w.Write(0, 1)            // chroma_loc_info_present_flag
	w.Write(1, 1)            // timing_info_present_flag
	w.Write(0, 16)           // num_units_in_tick, 32 bits in two halves
	w.Write(1, 16)           //
	w.Write(0, 16)           // time_scale: two ticks a frame
	w.Write(uint(2*fps), 16) //
	w.Write(1, 1)            // fixed_frame_rate_flag
	w.Write(0, 1)            // nal_hrd_parameters_present_flag
	w.Write(0, 1)            // vcl_hrd_parameters_present_flag
	w.Write(0, 1)            // pic_struct_present_flag
	w.Write(1, 1)            // bitstream_restriction_flag
	w.Write(1, 1)            // motion_vectors_over_pic_boundaries_flag
	w.WriteExpGolomb(0)      // max_bytes_per_pic_denom
	w.WriteExpGolomb(0)      // max_bits_per_mb_denom
	w.WriteExpGolomb(16)     // log2_max_mv_length_horizontal
	w.WriteExpGolomb(16)     // log2_max_mv_length_vertical
	w.WriteExpGolomb(0)      // max_num_reorder_frames
	w.WriteExpGolomb(refFrames)
	w.WriteRbspTrailingBits()
	w.StuffByteWithZeros()
}
