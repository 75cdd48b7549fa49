package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"

	"github.com/boxes-ltd/imaging"
)

// icoSizes are the sizes, in pixels, that Windows shows at scales of 100 to 400 percent.
var icoSizes = [...]int{16, 20, 24, 32, 40, 48, 64, 96, 128, 256}

func icoCommand(args []string) error {
	flags := flag.NewFlagSet("ico", flag.ContinueOnError)
	from := flags.String("from", "", "the icon, a square PNG")
	to := flags.String("to", "", "the icon `file` that is written")
	if err := flags.Parse(args); err != nil {
		return err
	}
	icon, err := imaging.Open(*from)
	if err != nil {
		return fmt.Errorf("read icon %s: %w", *from, err)
	}
	content, err := ico(icon)
	if err != nil {
		return fmt.Errorf("write icon %s: %w", *to, err)
	}
	return os.WriteFile(*to, content, 0o644)
}

// ico returns an icon file (ICONDIR) with a picture of each size. The largest is a PNG and the others are bitmaps,
// which every program reads.
func ico(icon image.Image) ([]byte, error) {
	const head, entry = 6, 16 // bytes of ICONDIR and of one ICONDIRENTRY
	file := binary.LittleEndian.AppendUint16([]byte{0, 0, 1, 0}, uint16(len(icoSizes)))
	at := head + entry*len(icoSizes)
	var pictures []byte
	for _, size := range icoSizes {
		picture, err := icoPicture(imaging.Resize(icon, size, size, imaging.Lanczos))
		if err != nil {
			return nil, err
		}
		file = append(file, byte(size), byte(size), 0, 0, 1, 0, 32, 0) // 256 is written as 0; one plane of 32 bits
		file = binary.LittleEndian.AppendUint32(file, uint32(len(picture)))
		file = binary.LittleEndian.AppendUint32(file, uint32(at+len(pictures)))
		pictures = append(pictures, picture...)
	}
	return append(file, pictures...), nil
}

// icoPicture returns the bytes of a picture in an icon file: a PNG for 256 px, else a bitmap (BITMAPINFOHEADER) of
// twice the height. The second half of the bitmap is a mask; it is all zero, because the alpha channel decides.
func icoPicture(im *image.NRGBA) ([]byte, error) {
	size := im.Bounds().Dx()
	if size == 256 {
		var b bytes.Buffer
		err := png.Encode(&b, im)
		return b.Bytes(), err
	}
	b := binary.LittleEndian.AppendUint32(nil, 40)
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	b = binary.LittleEndian.AppendUint32(b, uint32(2*size))
	b = append(b, 1, 0, 32, 0)
	b = append(b, make([]byte, 24)...)
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			c := im.NRGBAAt(x, y)
			b = append(b, c.B, c.G, c.R, c.A)
		}
	}
	return append(b, make([]byte, size*((size+31)/32)*4)...), nil
}
