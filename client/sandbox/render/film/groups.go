package film

import (
	"bytes"
	"context"
	"errors"
	"image"
	"runtime"
	"sync"

	"viviscope/client/mp4"
)

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
		paint := s.Painter()
		pix := make([]byte, s.Width*s.Height*4)
		yuv := image.NewYCbCr(image.Rect(0, 0, s.Width, s.Height), image.YCbCrSubsampleRatio420)
		return func(ctx context.Context, g int) (stream, error) {
			from, to := g*size, min(s.Frames, (g+1)*size)
			return encodeGroup(ctx, s, from, to, func(i int) *image.YCbCr {
				paint(i, pix)
				toI420(yuv, pix)
				return yuv
			})
		}
	}, func(done int) {
		if s.Progress != nil {
			s.Progress(min(done*size, s.Frames), s.Frames)
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
// The first error ends all of them. progress is told how many are done, by one goroutine at a time.
func eachGroup(ctx context.Context, count int, newWorker func() func(context.Context, int) (stream, error), progress func(done int)) ([]stream, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int, count)
	for g := range count {
		next <- g
	}
	close(next)
	out := make([]stream, count)
	var mu sync.Mutex
	done := 0
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), count, maxWorkers) {
		wg.Go(func() {
			work := newWorker()
			for g := range next {
				if ctx.Err() != nil {
					return
				}
				part, err := work(ctx, g)
				if err != nil {
					cancel(err)
					return
				}
				out[g] = part
				mu.Lock()
				done++
				progress(done)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, nil
}
