package media

import (
	"bufio"
	"image"
	"io"
	"os"

	"github.com/disintegration/imaging"

	"viviscope/gui/media/bounds"
	"viviscope/gui/media/reduce"
)

// jpegBytes is the largest JPEG that is read into memory to be reduced; 64 megapixels of the best quality have half of that.
const jpegBytes = 64 << 20

// readSmall is readPicture for a thumbnail: the result may be smaller than the picture, down to px on its longer side. Where the file is of a
// kind that cannot be reduced while it is read, or is not whole, it is readPicture's.
func readSmall(path string, px int) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if im := reduced(f, px); im != nil {
		return im, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	im, err := decodePicture(f)
	if err != nil {
		return nil, err
	}
	return im, nil
}

// reduced gives the picture in small, or nil. Why it is nil is for decodePicture to find out.
func reduced(f *os.File, px int) (im image.Image) {
	defer func() {
		if recover() != nil {
			im = nil
		}
	}()
	config, format, err := image.DecodeConfig(bufio.NewReader(f))
	if err != nil || bounds.Check(config.Width, config.Height) != nil {
		return nil
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
		info, err := f.Stat()
		if err != nil || info.Size() > jpegBytes {
			return nil
		}
		whole := make([]byte, info.Size())
		if _, err := io.ReadFull(f, whole); err != nil {
			return nil
		}
		if small, turn, err := reduce.JPEG(whole, px); err == nil {
			return upright(small, turn)
		}
	}
	return nil
}

// upright turns a photograph as its EXIF orientation (EXIF 2.3, 4.6.4 A) says.
func upright(im image.Image, turn int) image.Image {
	switch turn {
	case 2:
		return imaging.FlipH(im)
	case 3:
		return imaging.Rotate180(im)
	case 4:
		return imaging.FlipV(im)
	case 5:
		return imaging.Transpose(im)
	case 6:
		return imaging.Rotate270(im)
	case 7:
		return imaging.Transverse(im)
	case 8:
		return imaging.Rotate90(im)
	}
	return im
}
