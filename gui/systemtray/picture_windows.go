package systemtray

import (
	"bytes"
	"fmt"
	"image"

	"github.com/fyne-io/image/ico"
)

// encode writes an icon file, which is all that the notification area takes.
func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := ico.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("write picture of the icon: %w", err)
	}
	return out.Bytes(), nil
}
