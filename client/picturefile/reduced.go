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

// maxReducedJPEG is the size limit for a JPEG that is read into memory to be reduced, in bytes. 64 megapixels of the
// best quality take half of it.
const maxReducedJPEG = 64 << 20

// verifySide is the longer side, in pixels, of the picture that Verify decodes. A smaller picture takes less memory.
const verifySide = 64

// DecodeReduced decodes a PNG or a JPEG at a reduced size, at least px on its longer side. It returns nil for all files
// that it cannot reduce, including damaged ones; [Read] then returns the error. f must be at its start. Its offset
// afterwards is undefined.
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

// maxReducedSide returns the longer side, in pixels, of the largest reduction of a JPEG that is small enough to decode.
// Cameras make pictures of 100 megapixels. It returns 0 if no reduction is small enough.
func maxReducedSide(width, height int) int {
	for _, part := range []int{4, 2, 1} { // eighths; see [reduce.JPEG]
		w, h := (width*part+7)/8, (height*part+7)/8
		if Check(w, h) == nil {
			return max(w, h)
		}
	}
	return 0
}

// Verify decodes the picture at path completely, but keeps no pixels. A picture that is too large is not an error.
// Errors: [ErrDamaged], with a [*client.FileError] if a part can be shown, and those of opening the file.
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
	return fmt.Errorf("%w: %w", ErrDamaged, &client.FileError{Condition: client.PartlyShown, Why: p.Faults})
}
