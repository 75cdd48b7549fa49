package picturefile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"

	"github.com/boxes-ltd/imaging"

	"viviscope/client"
	"viviscope/client/picturefile/reduce"
)

// maxReducedJPEG is the largest JPEG that is read into memory to be reduced, in bytes. 64 megapixels of the best
// quality take half of that.
const maxReducedJPEG = 64 << 20

// verifySide is the longer side, in pixels, to which Verify reduces a picture. A smaller one takes less memory.
const verifySide = 64

// DecodeReduced decodes a PNG or a JPEG in small while it is read: the result may be smaller than the picture, down to
// px on its longer side. It returns nil for other files, for damaged ones and for those that it cannot reduce; [Read]
// then returns why. f is at its beginning, and is left anywhere.
func DecodeReduced(f *os.File, px int) (im image.Image) {
	defer func() {
		if recover() != nil {
			im = nil
		}
	}()
	config, format, err := image.DecodeConfig(bufio.NewReader(f))
	if err != nil {
		return nil
	}
	if Check(config.Width, config.Height) != nil {
		px = min(px, maxReducedSide(config.Width, config.Height))
		if format != "jpeg" || px == 0 {
			return nil
		}
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil
	}
	switch format {
	case "png":
		if small, err := reduce.PNG(f, px); err == nil {
			return small
		}
	case "jpeg":
		return decodeReducedJPEG(f, px)
	}
	return nil
}

func decodeReducedJPEG(f *os.File, px int) image.Image {
	info, err := f.Stat()
	if err != nil || info.Size() > maxReducedJPEG {
		return nil
	}
	whole := make([]byte, info.Size())
	if _, err := io.ReadFull(f, whole); err != nil {
		return nil
	}
	small, err := reduce.JPEG(whole, px)
	if err != nil {
		return nil
	}
	if turn := client.Orientation(bytes.NewReader(whole)); turn > 1 {
		return ApplyOrientation(Premultiply(imaging.Clone(small)), turn)
	}
	return small
}

// maxReducedSide returns the longer side, in pixels, of the largest part of a JPEG that is small enough to decode:
// cameras make pictures of 100 megapixels. 0 means that no part is small enough.
func maxReducedSide(width, height int) int {
	for _, part := range []int{4, 2, 1} { // of 8, as JPEGs are reduced
		w, h := (width*part+7)/8, (height*part+7)/8
		if Check(w, h) == nil {
			return max(w, h)
		}
	}
	return 0
}

// Verify decodes the picture at path to its end and keeps nothing of it. A picture that is too large is not damaged.
// Errors: [ErrDamaged], with a [*client.FileError] where a part can be shown, and those of opening the file.
func Verify(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() // it was only read
	if DecodeReduced(f, verifySide) != nil {
		return nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	p, err := Read(f)
	switch {
	case errors.Is(err, ErrTooLarge), err == nil && p.Faults == "":
		return nil
	case errors.Is(err, ErrFormat):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case err != nil:
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, &client.FileError{Condition: client.InPart, Why: p.Faults})
}
