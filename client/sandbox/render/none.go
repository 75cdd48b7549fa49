//go:build !(cgo && ((linux && (amd64 || arm64 || arm)) || (darwin && (amd64 || arm64)) || (windows && amd64)))

package render

import (
	"context"
	"image"
)

func encodeGroup(context.Context, Film, int, int, func(i int) *image.YCbCr) (codedVideo, error) {
	return codedVideo{}, ErrNoEncoder
}
