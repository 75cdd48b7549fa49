package render

import (
	"context"
	"errors"
	"fmt"
	"image"
)

// EditRequest asks for a change of a picture. All fields matter for what comes out.
type EditRequest struct {
	Images        []image.Image // the first one is changed; others shine through it
	Prompt, Model string
	Seed          int64
	Width, Height int    // of the result, in pixels; 0 keeps the size of the first picture
	Quality       string // interface 2.4: low, medium, high, xhigh, max; anything else counts as medium
}

// ErrNoPicture says that an edit was asked for without a picture.
var ErrNoPicture = errors.New("there is no picture to edit")

// Edit gives the picture that was sent, painted anew: with brush strokes, in the light and colours that the words ask for (night,
// sunset, snow, black and white, warmer, vintage, …), with what they name and what can stand in any picture (lanterns, northern
// lights, snow, birds). It never gives back what was sent.
func Edit(ctx context.Context, r EditRequest) (image.Image, error) {
	if len(r.Images) == 0 {
		return nil, fmt.Errorf("edit picture: %w", ErrNoPicture)
	}
	w, h := r.Width, r.Height
	if size := r.Images[0].Bounds().Size(); w == 0 && h == 0 {
		w, h = size.X, size.Y
	}
	m, err := still(ctx, w, h, func() (*canvas, error) {
		c := canvasOf(cover(r.Images[0], w, h))
		for i, more := range r.Images[1:] {
			shineThrough(c, cover(more, w, h), i)
		}
		b := brief{prompt: r.Prompt, model: r.Model, seed: r.Seed}
		for _, step := range []func(){
			func() { brushOver(c, strokes(w, h, r.Quality), b.detail()) },
			func() { lookFor(b).apply(c) },
			func() { adorn(c, b) },
			func() { sharpen(c, acuity(r.Quality)) },
		} {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			step()
		}
		return c, nil
	})
	if err != nil {
		return nil, fmt.Errorf("edit picture: %w", err)
	}
	return m, nil
}

// shineThrough lays a second picture over the first one like a double exposure: fading in from one side, from the other for the next.
func shineThrough(c *canvas, m *image.RGBA, index int) {
	for y := range c.h {
		for x := range c.w {
			at := (float32(x)/float32(c.w) + float32(y)/float32(c.h)) / 2
			if index%2 == 1 {
				at = 1 - at
			}
			p := m.Pix[y*m.Stride+x*4:]
			c.blend(x, y, rgb{float32(p[0]), float32(p[1]), float32(p[2])}, min(0.85, max(0.15, at*1.6-0.45)))
		}
	}
}

// strokes is the radius of the finest brush, in pixels: fine at high quality.
func strokes(w, h int, quality string) float32 {
	part, ok := map[string]int{"low": 150, "high": 340, "xhigh": 400, "max": 460}[quality]
	if !ok {
		part = 270
	}
	return min(max(float32(min(w, h))/float32(part), 1.2), 14)
}

// brushOver paints a picture anew with strokes in its own colours: wide ones first, and fine ones over them.
func brushOver(c *canvas, finest float32, seed uint64) {
	src := &canvas{w: c.w, h: c.h, pix: append([]byte(nil), c.pix...)}
	for pass, width := range []float32{3, 1.7, 1} {
		r, step := finest*width, finest*width*1.25
		series := uint32(seed) + uint32(pass)*7
		columns := uint32(float32(c.w)/step) + 2
		for i := range columns * (uint32(float32(c.h)/step) + 2) {
			x := (float32(i%columns) + hash01(i, series) - 0.5) * step
			y := (float32(i/columns) + hash01(i, series+1) - 0.5) * step
			k := src.at(min(max(int(x), 0), c.w-1), min(max(int(y), 0), c.h-1))
			c.dot(x, y, r, k.times(0.97+0.06*hash01(i, series+2)), 0.85)
		}
	}
}

// look is light and colour for a whole picture. Channels and brightness go from 0 to 1.
type look struct {
	gain       rgb // of each channel
	saturation float32
	contrast   float32
	lift       rgb     // added to dark parts
	sky        rgb     // light added at the upper border
	keep       float32 // how far the brightest parts keep their light under gain: a lamp at night
	vignette   float32
	tint       rgb // taken from bright parts
	grain      float32
	seed       uint64
}

// lookFor reads the look out of the words. Every brief tints a little by its hash.
func lookFor(b brief) look {
	l := look{gain: rgb{1, 1, 1}, saturation: 1.08, contrast: 0.10, vignette: 0.22, grain: 0.012, seed: b.detail()}
	l.daylight(wishesOf(b.prompt))
	for _, s := range []struct {
		words      string
		gain       rgb
		saturation float32
		contrast   float32
	}{
		{"vintage retro sepia alt antik antiguo viejo 复古 怀旧 レトロ", rgb{1.06, 0.92, 0.70}, 0.45, -0.1},
		{"vivid colorful colourful bunt kräftig vivo colorido 鲜艳 彩色 鮮やか カラフル", rgb{1, 1, 1}, 1.75, 0.3},
		{"soft dreamy pastel weich sanft suave 柔和 梦幻 柔らかい", rgb{1.04, 1.02, 1.04}, 0.8, -0.2},
		{"brighter lighter bright heller hell claro 明亮 更亮 明るい 明るく", rgb{1.25, 1.25, 1.22}, 1.08, 0.1},
		{"darker dark moody dunkler dunkel oscuro 更暗 黑暗 暗い 暗く", rgb{0.62, 0.62, 0.66}, 1, 0.1},
		{"dramatic contrast dramatisch kontrast dramático 对比 ドラマチック", rgb{1, 1, 1}, 1.1, 0.6},
		{"rain rainy storm regen sturm lluvia tormenta 雨 嵐", rgb{0.78, 0.86, 0.94}, 0.6, 0.1},
	} {
		if mentions(b.prompt, s.words) {
			l.gain = l.gain.timesEach(s.gain)
			l.saturation, l.contrast = min(l.saturation, 1)*s.saturation, s.contrast
		}
	}
	r := rng(b.detail())
	l.tint = rgb{r.in(0.01, 0.06), r.in(0.01, 0.06), r.in(0.01, 0.06)}
	if l.saturation == 0 { // grey stays grey
		l.tint = rgb{0.03, 0.03, 0.03}
	}
	l.lift = l.lift.plus(l.tint, 1) // so that black is no longer black
	return l
}

// daylight follows the light, the season and the colours that the words ask for.
func (l *look) daylight(w wish) {
	switch {
	case w.light == night || w.family == aurora:
		l.gain, l.saturation, l.contrast = rgb{0.36, 0.46, 0.68}, 0.72, 0.2
		l.lift, l.sky, l.vignette, l.keep = rgb{0.01, 0.02, 0.07}, rgb{0, 0.015, 0.06}, 0.42, 0.75
	case w.light == dusk:
		l.gain, l.saturation, l.contrast = rgb{1.14, 0.80, 0.60}, 1.25, 0.22
		l.lift, l.sky = rgb{0.09, 0.01, 0.06}, rgb{0.26, 0.05, 0.08}
	case w.light == dawn:
		l.gain, l.saturation, l.contrast = rgb{1.02, 0.95, 0.92}, 0.92, 0
		l.lift, l.sky = rgb{0.09, 0.06, 0.10}, rgb{0.22, 0.13, 0.12}
	case w.light == day:
		l.gain, l.saturation, l.sky = rgb{1.08, 1.08, 1.06}, 1.2, rgb{0.02, 0.06, 0.12}
	}
	if w.family == lanterns {
		l.gain, l.lift, l.keep = rgb{0.66, 0.56, 0.66}, rgb{0.05, 0.02, 0.06}, 0.6
	}
	if w.snow {
		l.saturation *= 0.55
		l.lift, l.sky = rgb{0.10, 0.12, 0.16}, rgb{0.14, 0.16, 0.20}
	}
	if w.warm {
		l.gain = l.gain.timesEach(rgb{1.10, 0.98, 0.78})
	}
	if w.cool {
		l.gain = l.gain.timesEach(rgb{0.84, 0.98, 1.14})
	}
	if w.mono {
		l.gain, l.saturation, l.contrast, l.sky, l.lift = rgb{1, 1, 1}, 0, 0.35, rgb{}, rgb{}
	}
}

// apply changes the canvas.
func (l look) apply(c *canvas) {
	r := rng(l.seed)
	for y := range c.h {
		fy := float32(y) / float32(max(1, c.h-1))
		dy := (fy - 0.5) * 2
		for x := range c.w {
			dx := (float32(x)/float32(max(1, c.w-1)) - 0.5) * 2
			shade := 1 - l.vignette*min(1, (dx*dx+dy*dy)*(dx*dx+dy*dy)*0.3)
			grain := (r.f() - 0.5) * 2 * l.grain
			k := c.at(x, y).times(1.0 / 255)
			luma := 0.2126*k[0] + 0.7152*k[1] + 0.0722*k[2]
			bright := max(0, luma-0.72) / 0.28 * l.keep
			for z, v := range k {
				v = clamp01((luma + (v-luma)*l.saturation) * (l.gain[z] + (1-l.gain[z])*bright))
				v += (v*v*(3-2*v) - v) * l.contrast
				v += l.lift[z]*(1-luma) - l.tint[z]*luma
				v += l.sky[z] * (1 - fy) * (1 - fy) * (1 - v)
				k[z] = (v*shade + grain) * 255
			}
			c.set(x, y, k)
		}
	}
}

// adorn adds to a picture what the words of the brief ask for and what can stand in any picture.
func adorn(c *canvas, b brief) {
	w := wishesOf(b.prompt)
	r := rng(b.detail())
	width, height := float32(c.w), float32(c.h)
	unit := min(width, height)
	if w.family == aurora {
		curtains := newCurtains(&r, palettesOf(aurora)[0], width, height, height*0.62)
		for _, q := range curtains {
			folds := q.folds(c.w, 0)
			for y := range c.h {
				for x, f := range folds {
					if light := f.at(&q, float32(y)).times(smooth(height*0.62, height*0.35, float32(y))); light[1] > 0 {
						k := c.at(x, y)
						c.set(x, y, k.plus(light, 1-k[1]/300))
					}
				}
			}
		}
	}
	if w.light == night {
		newStars(&r, c.w*c.h/2600, c.w, c.h/2).paint(c, 0, func(int) float32 { return height })
	}
	if w.family == lanterns {
		newLights(&r, width, height*0.9, unit).paint(c, 0, c.h-1)
	}
	if w.birds {
		flock{5 + r.n(4), width * r.in(0.25, 0.75), height * r.in(0.14, 0.26), 1, unit * 1.3, r.seed(), hex(0x1c1c28)}.paint(c, 0)
	}
	if w.snow {
		newSnowfall(&r, width, height).paint(c, 0)
	}
}
