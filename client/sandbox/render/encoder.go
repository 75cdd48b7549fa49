//go:build cgo && ((linux && (amd64 || arm64 || arm)) || (darwin && (amd64 || arm64)) || (windows && amd64))

package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/Eyevinn/mp4ff/avc"
	"github.com/pion/mediadevices/pkg/codec/openh264"
	"github.com/pion/mediadevices/pkg/io/video"
	"github.com/pion/mediadevices/pkg/prop"

	"viviscope/client/mp4"
)

// openh264Params sets constant quality without rate control, so that no frame is skipped and groups are independent. It
// uses one slice for each picture, because the slices of several threads depend on the load.
func openh264Params(f Film) (openh264.Params, error) {
	p, err := openh264.NewParams()
	if err != nil {
		return p, err
	}
	p.UsageType = openh264.CameraVideoRealTime
	p.RCMode = openh264.RCOffMode              // QP 26
	p.BitRate = f.Width * f.Height * f.FPS / 4 // unused without rate control, but it determines the level
	p.EnableFrameSkip = false
	p.IntraPeriod = 0 // only the first picture is a keyframe
	p.MultipleThreadIdc = 1
	p.SliceMode = openh264.SMSingleSlice
	p.SliceNum = 1
	p.SliceSizeConstraint = 0
	return p, nil
}

// encodeGroup encodes the frames from ≤ i < to. The first one is a keyframe.
func encodeGroup(
	ctx context.Context, film Film, from, to int, frame func(i int) *image.YCbCr,
) (out codedVideo, err error) {
	p, err := openh264Params(film)
	if err != nil {
		return codedVideo{}, err
	}
	next := from
	// Pass 4:2:0 pictures: the encoder's own conversion changes colours.
	source := video.ReaderFunc(func() (image.Image, func(), error) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if next == to {
			return nil, nil, io.EOF
		}
		next++
		return frame(next - 1), func() {}, nil
	})
	enc, err := p.BuildVideoEncoder(source,
		prop.Media{Video: prop.Video{Width: film.Width, Height: film.Height, FrameRate: float32(film.FPS)}})
	if err != nil {
		return codedVideo{}, err
	}
	defer func() { err = errors.Join(err, enc.Close()) }()
	for {
		unit, release, err := enc.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return codedVideo{}, err
		}
		err = out.add(unit)
		release()
		if err != nil {
			return codedVideo{}, fmt.Errorf("frame %d: %w", from+len(out.frames), err)
		}
	}
	if len(out.frames) != to-from {
		return codedVideo{}, fmt.Errorf("%d frames went in, %d came out", to-from, len(out.frames))
	}
	return out, nil
}

// add appends one access unit in byte-stream format.
func (st *codedVideo) add(unit []byte) error {
	var f mp4.Frame
	for _, nal := range avc.ExtractNalusFromByteStream(unit) {
		switch kind := avc.GetNaluType(nal[0]); kind {
		case avc.NALU_SPS:
			st.sps = bytes.Clone(nal)
		case avc.NALU_PPS:
			st.pps = bytes.Clone(nal)
		case avc.NALU_IDR, avc.NALU_NON_IDR:
			f.Sync = f.Sync || kind == avc.NALU_IDR
			n := len(nal)
			f.Data = append(f.Data, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
			f.Data = append(f.Data, nal...)
		}
	}
	if len(f.Data) == 0 {
		return errors.New("the encoder skipped it")
	}
	if f.Sync != (len(st.frames) == 0) {
		return errors.New("the encoder made a start picture in the wrong place")
	}
	st.frames = append(st.frames, f)
	return nil
}
