//go:build !windows

package systemtray

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
)

// encode writes PNG, which every other system takes.
func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("write picture of the icon: %w", err)
	}
	return out.Bytes(), nil
}
