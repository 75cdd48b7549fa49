package paint

import (
	"context"
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"viviscope/gui/editor/drawing"
	"viviscope/gui/media/picturefile"
)

// Ground is the pixels of a drawing without its marks: the source after all steps. The image may be the one that Pictures gave, and
// nobody changes it. It stops with the context's error between two steps. Errors: those of Pictures, and [picturefile.ErrTooLarge] or
// [picturefile.ErrDamaged] of a size that is not painted.
func Ground(ctx context.Context, d drawing.Drawing, p Pictures) (g *image.RGBA, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := picturefile.Check(d.Source.Size.X, d.Source.Size.Y); err != nil {
		return nil, fmt.Errorf("paint source: %w", err)
	}
	if d.Source.Asset == "" {
		g = image.NewRGBA(image.Rectangle{Max: d.Source.Size})
		draw.Draw(g, g.Rect, image.NewUniform(d.Source.Fill), image.Point{}, draw.Src)
	} else {
		im, err := p.Picture(d.Source.Asset)
		if err != nil {
			return nil, fmt.Errorf("read picture %s: %w", d.Source.Asset, err)
		}
		g = picturefile.Scaled(upright(im), d.Source.Size)
	}
	return stepped(ctx, g, d.Steps, exact)
}

// care is how a picture is turned by an angle.
type care bool

const (
	exact care = true  // as it is sent
	rough care = false // some ten times as fast, with rougher edges
)

// stepped is g after steps; g itself where there are none.
func stepped(ctx context.Context, g *image.RGBA, steps []drawing.Step, how care) (*image.RGBA, error) {
	for i, s := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out := s.Out(g.Rect.Size())
		if err := picturefile.Check(out.X, out.Y); err != nil {
			return nil, fmt.Errorf("paint step %d: %w", i+1, err)
		}
		g = step(g, s, how)
	}
	return g, nil
}

// step changes nothing in g.
func step(g *image.RGBA, s drawing.Step, how care) *image.RGBA {
	size := g.Rect.Size()
	switch s.Kind {
	case drawing.Crop:
		return upright(cut(g, s.Rect.Intersect(g.Rect)))
	case drawing.Extend:
		return extended(g, s.Rect, s.Fill)
	case drawing.Turn:
		if turns := ((s.Turns % 4) + 4) % 4; turns > 0 {
			return picturefile.Turned(g, [4]int{1: 6, 2: 3, 3: 8}[turns])
		}
	case drawing.Flip:
		if s.Upright {
			return picturefile.Turned(g, 4)
		}
		return picturefile.Turned(g, 2)
	case drawing.Resize:
		return picturefile.Scaled(g, s.Size)
	case drawing.Straighten:
		return mapped(g, s.Matrix(size), s.Out(size), how)
	}
	return g
}

// extended is a sheet of the size of r, on which g lies where it lay in r's coordinates.
func extended(g *image.RGBA, r image.Rectangle, fill color.NRGBA) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(out, out.Rect, image.NewUniform(fill), image.Point{}, draw.Src)
	draw.Draw(out, g.Rect.Sub(r.Min), g, image.Point{}, draw.Src)
	return out
}

// mapped is g under an affine map, in bands on several goroutines.
func mapped(g *image.RGBA, m drawing.Matrix, size image.Point, how care) *image.RGBA {
	filter := draw.Interpolator(draw.CatmullRom)
	if how == rough {
		filter = draw.ApproxBiLinear
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	to := f64.Aff3{m.A, m.B, m.C, m.D, m.E, m.F}
	inParts(size.Y, func(top, bottom int) {
		band := out.SubImage(image.Rect(0, top, size.X, bottom)).(*image.RGBA)
		filter.Transform(band, to, g, g.Rect, draw.Src, nil)
	})
	return out
}

// upright is im with its first pixel at 0,0 and no room between its rows.
func upright(im *image.RGBA) *image.RGBA {
	size := im.Rect.Size()
	if im.Stride != 4*size.X {
		im = cut(im, im.Rect)
	}
	return &image.RGBA{Pix: im.Pix[:4*size.X*size.Y], Stride: im.Stride, Rect: image.Rectangle{Max: size}}
}
