package sandbox

import (
	"context"
	"image"
	"io"

	"viviscope/client/sandbox/render"
)

// Renderer makes what the service generates. The same request gives the same result. Its methods are called from several
// goroutines, but only one Clip runs at a time.
type Renderer interface {
	Clip(ctx context.Context, r render.Request, w io.Writer) error // writes an MP4
	Still(ctx context.Context, r render.StillRequest) (image.Image, error)
	Edit(ctx context.Context, r render.EditRequest) (image.Image, error)
}

// realRenderer is package render, which draws, encodes and mixes.
type realRenderer struct{}

func (realRenderer) Clip(ctx context.Context, r render.Request, w io.Writer) error {
	return render.Clip(ctx, r, w, nil)
}

func (realRenderer) Still(ctx context.Context, r render.StillRequest) (image.Image, error) {
	return render.Still(ctx, r)
}

func (realRenderer) Edit(ctx context.Context, r render.EditRequest) (image.Image, error) {
	return render.Edit(ctx, r)
}

// encode writes a picture in one of the formats of interface 2.4.
func encode(w io.Writer, img image.Image, format string) error {
	if format == "jpeg" {
		return render.EncodeJPEG(w, img)
	}
	return render.EncodePNG(w, img)
}
