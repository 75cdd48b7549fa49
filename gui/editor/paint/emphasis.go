package paint

import (
	"image"

	"viviscope/gui/editor/drawing"
)

// darkened is the share of light that an emphasis removes outside its regions.
const darkened = 0.55

// emphasis darkens everything outside its regions.
type emphasis struct {
	regions []outline
	take    uint32 // of 255
}

// emphasisOf returns one shape for all darkening marks, so that a second region is not darkened by the first. It
// takes the place and the opacity of the lowest mark.
func emphasisOf(marks []drawing.Mark) *emphasis {
	e := &emphasis{take: byteOf(darkened * marks[0].Style.Opacity)}
	for _, m := range marks {
		e.regions = append(e.regions, regionOf(m))
	}
	return e
}

func (e *emphasis) touches(image.Rectangle) bool { return e.take != 0 }

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
		p := t.pixel(i)
		for c := range 3 {
			p[c] = uint8(mul(uint32(p[c]), left))
		}
	})
}
