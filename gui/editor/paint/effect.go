package paint

import (
	"context"
	"image"
	"math"
	"slices"

	"viviscope/gui/editor/drawing"
)

// darkened is what an emphasis takes from the light of what is outside: it leaves 45 %.
const darkened = 0.55

// emphasis darkens what is outside of all regions.
type emphasis struct {
	regions []outline
	inside  []image.Rectangle // pixels that lie wholly in a region
	take    uint32            // of 255
}

// emphasisOf makes one of all marks that darken: a second region adds to the first, and does not darken it. It lies where
// the lowest of them lies, and has that one's opacity.
func emphasisOf(marks []drawing.Mark) *emphasis {
	e := &emphasis{take: byteOf(darkened * marks[0].Style.Opacity)}
	for _, m := range marks {
		o, in := regionOf(m)
		e.regions, e.inside = append(e.regions, o), append(e.inside, in)
	}
	return e
}

// regionOf is the region of a mark and pixels wholly in it.
func regionOf(m drawing.Mark) (outline, image.Rectangle) {
	t := trace(m.At)
	contour(t, m.Rect(), m.Round, false)
	return t.outline, hollow(m.Rect(), m.Round, m.At)
}

func (e *emphasis) touches(r image.Rectangle) bool {
	return e.take != 0 && !slices.ContainsFunc(e.inside, r.In)
}

func (e *emphasis) paint(t *tile) {
	clear(t.mask[:])
	for i := range e.regions {
		e.regions[i].fill(&t.raster, &t.letters, t.rect.Min)
		for j, c := range t.letters {
			t.mask[j] = max(t.mask[j], c)
		}
	}
	t.each(t.rect, func(i int) {
		left := 255 - mul(255-uint32(t.mask[i]), e.take)
		if left == 255 {
			return
		}
		p := t.below(i)
		for c := range 3 {
			p[c] = uint8(mul(uint32(p[c]), left))
		}
		t.layer.replace(i, p)
	})
}

// rimmed is an emphasis that outlines its region: a line in its colour between two rims that are light where the colour is
// dark and dark where it is light, so that it is seen on everything.
type rimmed struct{ rim, line *figure }

func rimmedOf(m drawing.Mark) *rimmed {
	ink := inkOn(m.Style.Color)
	rim := m.Style.Color
	rim.R, rim.G, rim.B = uint8(ink[0]), uint8(ink[1]), uint8(ink[2])
	w := m.Style.Width
	return &rimmed{
		rim:  frameOf(m.Rect(), m.Round, m.At, -w/2, w/2, tintOf(rim, m.Style.Opacity)),
		line: frameOf(m.Rect(), m.Round, m.At, -w/4, w/4, tintOf(m.Style.Color, m.Style.Opacity)),
	}
}

func (r *rimmed) touches(a image.Rectangle) bool { return r.rim.touches(a) }

func (r *rimmed) paint(t *tile) {
	r.rim.paint(t)
	r.line.paint(t)
}

// patch is a region of the picture blurred or in squares: pixels made of what lies below the mark.
type patch struct {
	region  outline
	pixels  image.Rectangle // of the region that are on the canvas
	reads   image.Rectangle // what they are made of
	opacity uint32
	blur    [blurPasses]int // radius of each box, of a blur
	square  int             // side, of a pixelation
	image   *image.RGBA
	below   []shape // what it was made of, beside the ground
}

// patchOf is a patch that is not made yet.
func patchOf(m drawing.Mark, size image.Point) *patch {
	canvas := image.Rectangle{Max: size}
	p := &patch{opacity: byteOf(m.Style.Opacity)}
	if p.opacity == 0 || !(m.Style.Width > 0) {
		return p
	}
	p.region, _ = regionOf(m)
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

// make makes the pixels of what the shapes below it have made of the ground. made gives a tile's layer where it stands
// already, as these shapes make it.
func (p *patch) make(ctx context.Context, ground *image.RGBA, below []shape, made func(i int, upon []shape) (*layer, bool)) error {
	p.below = below
	if p.pixels.Empty() {
		return nil
	}
	read := image.NewRGBA(p.reads)
	g := gridOf(ground.Rect.Size())
	var tiles []int
	g.each(p.reads, func(i int) { tiles = append(tiles, i) })
	err := inTiles(ctx, len(tiles), func(t *tile, k int) {
		rect := g.rect(tiles[k])
		shapes := upon(below, rect)
		l, ok := made(tiles[k], shapes)
		if !ok {
			l = t.paintTile(ground, rect, shapes)
		}
		flatten(read, ground, l, rect.Min, rect.Intersect(p.reads))
	})
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
		at := p.image.PixOffset(t.rect.Min.X+i%tileSide, t.rect.Min.Y+i/tileSide)
		made := [4]uint8(p.image.Pix[at : at+4 : at+4])
		if c < 255 {
			for k, was := range t.below(i) {
				made[k] = uint8(mul(uint32(was), 255-c) + mul(uint32(made[k]), c))
			}
		}
		t.layer.replace(i, made)
	})
}
