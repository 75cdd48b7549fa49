package player

import "image"

// frames passes pictures from the engine to the window by three buffers: one is shown, one may wait to be, and one is drawn into.
// Neither side ever waits for the other, and the engine never draws into what the window looks at. Its user locks it.
type frames struct {
	shown, ready, spare *image.RGBA
}

// put takes a new picture, in place of one that was not taken, and gives the buffer for the next; nil: there is none yet.
func (f *frames) put(im *image.RGBA) (spare *image.RGBA) {
	spare, f.spare = f.spare, nil
	if f.ready != nil {
		spare = f.ready
	}
	f.ready = im
	return spare
}

// take gives the newest picture to show until the next one is taken; nil when there is no newer one.
func (f *frames) take() *image.RGBA {
	im := f.ready
	if im == nil {
		return nil
	}
	f.spare, f.shown, f.ready = f.shown, im, nil
	return im
}

// clear forgets the picture that is not shown yet; its memory serves the next clip.
func (f *frames) clear() {
	if f.ready != nil {
		f.spare, f.ready = f.ready, nil
	}
}
