package systemtray

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/disintegration/imaging"
)

// side is how large the picture is handed over, px: systems scale it down, and send it on as it is.
const side = 64

// forSystem returns a PNG picture as the system takes it.
func forSystem(picture []byte) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("read picture of the icon: %w", err)
	}
	return encode(imaging.Resize(img, side, side, imaging.Lanczos))
}
