package paint

import (
	"context"
	"image"
	"math"

	"viviscope/gui/editor/drawing"
)

// patch is a blurred or pixelated region, computed from the picture below the mark.
type patch struct {
	region  outline
	pixels  image.Rectangle // bounds of the region on the canvas
	reads   image.Rectangle // bounds of the pixels that it is computed from
	opacity uint32
	blur    [blurPasses]int // of a blur: radius of each box, px
	square  int             // of a pixelation: side, px
	image   *image.RGBA
	below   []shape // the shapes that it was computed from, on the ground
}

// patchOf returns a patch whose pixels are not computed yet.
func patchOf(m drawing.Mark, canvas image.Rectangle) *patch {
	p := &patch{opacity: byteOf(m.Style.Opacity)}
	if p.opacity == 0 || !(m.Style.Width > 0) {
		return p
	}
	p.region = regionOf(m)
	p.pixels = p.region.pixels().Intersect(canvas)
	width := min(m.Style.Width*m.At.Scale(), drawing.MaxSide)
	if !(width > 0) {
		p.pixels = image.Rectangle{}
		return p
	}
	reach := 0
	if m.Kind == drawing.Blur {
		p.blur = boxRadii(width / 2)
		for _, r := range p.blur {
			reach += r
		}
	} else {
		p.square = int(max(math.Round(width), 1))
		reach = p.square
	}
	p.reads = p.pixels.Inset(-reach).Intersect(canvas)
	return p
}

// make computes the pixels from the ground with the shapes below.
func (p *patch) make(ctx context.Context, ground *image.RGBA) error {
	if p.pixels.Empty() {
		return nil
	}
	read := image.NewRGBA(p.reads)
	copyBelow := func(t *tile) { t.copyTo(read, t.rect.Intersect(p.reads)) }
	err := paintTiles(ctx, ground, tilesIn(ground.Rect, p.reads), p.below, copyBelow)
	if err != nil {
		return err
	}
	if p.square > 0 {
		p.image = squares(read, p.pixels, p.square)
	} else {
		blurred(read, p.blur)
		p.image = cut(read, p.pixels)
	}
	return nil
}

func (p *patch) touches(r image.Rectangle) bool { return p.pixels.Overlaps(r) }

func (p *patch) paint(t *tile) {
	p.region.fill(&t.raster, &t.mask, t.rect.Min)
	t.each(p.pixels, func(i int) {
		c := mul(uint32(t.mask[i]), p.opacity)
		if c == 0 {
			return
		}
		made := p.image.Pix[p.image.PixOffset(t.rect.Min.X+i%tileSide, t.rect.Min.Y+i/tileSide):]
		for k, was := range t.pixel(i) {
			t.pix[4*i+k] = uint8(mul(uint32(was), 255-c) + mul(uint32(made[k]), c))
		}
	})
}
