package paint

import (
	"context"
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"viviscope/client/picturefile"
	"viviscope/gui/editor/drawing"
)

// Pictures provides the pixels of the library's assets.
type Pictures interface {
	// Picture returns the pixels of an asset, rotated by its EXIF orientation. Neither this package nor the caller may
	// change them afterwards; this package may keep them. It is called on the painting goroutine.
	Picture(ref string) (*image.RGBA, error)
}

// Ground returns the pixels of a drawing without its marks: the source after all steps. The image may be the one that
// Pictures returned, so the caller must not change it. When ctx ends it stops after the current step. Errors are those
// of Pictures and ctx, and [picturefile.ErrTooLarge] or [picturefile.ErrDamaged] for a size that cannot be painted.
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
		g = picturefile.Scale(upright(im), d.Source.Size)
	}
	return stepped(ctx, g, d.Steps, exact)
}

// straightening is the quality of a straightening.
type straightening bool

const (
	exact straightening = true  // as it is sent
	rough straightening = false // about ten times as fast, with rougher edges
)

// stepped returns g after steps; g itself if there are none.
func stepped(ctx context.Context, g *image.RGBA, steps []drawing.Step, how straightening) (*image.RGBA, error) {
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

// step returns g after one step. It does not change g.
func step(g *image.RGBA, s drawing.Step, how straightening) *image.RGBA {
	size := g.Rect.Size()
	switch s.Kind {
	case drawing.Crop:
		return upright(cut(g, s.Rect.Intersect(g.Rect)))
	case drawing.Extend:
		return extended(g, s.Rect, s.Fill)
	case drawing.Turn:
		if turns := s.Quarters(); turns > 0 {
			return picturefile.ApplyOrientation(g, [4]int{1: 6, 2: 3, 3: 8}[turns])
		}
	case drawing.Flip:
		if s.Upright {
			return picturefile.ApplyOrientation(g, 4)
		}
		return picturefile.ApplyOrientation(g, 2)
	case drawing.Resize:
		return picturefile.Scale(g, s.Size)
	case drawing.Straighten:
		return transformed(g, s.Matrix(size), s.Out(size), how)
	}
	return g
}

// extended returns a sheet of the size of r with g at its place in the coordinates of r.
func extended(g *image.RGBA, r image.Rectangle, fill color.NRGBA) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: r.Size()})
	draw.Draw(out, out.Rect, image.NewUniform(fill), image.Point{}, draw.Src)
	draw.Draw(out, g.Rect.Sub(r.Min), g, image.Point{}, draw.Src)
	return out
}

// transformed returns g under an affine map. It works in bands on several goroutines.
func transformed(g *image.RGBA, m drawing.Matrix, size image.Point, how straightening) *image.RGBA {
	filter := draw.Interpolator(draw.CatmullRom)
	if how == rough {
		filter = draw.ApproxBiLinear
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	to := f64.Aff3{m.A, m.B, m.C, m.D, m.E, m.F}
	parallel(size.Y, func(top, bottom int) {
		band := out.SubImage(image.Rect(0, top, size.X, bottom)).(*image.RGBA)
		filter.Transform(band, to, g, g.Rect, draw.Src, nil)
	})
	return out
}
