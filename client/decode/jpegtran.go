package decode

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
)

// Jpegtran is the program of libjpeg-turbo that converts JPEGs with arithmetic coding. ffmpeg, libmpv and image/jpeg do
// not support that coding.
const Jpegtran = "jpegtran"

// maxJPEGHead is the maximum number of bytes to read to find the frame header of a JPEG.
const maxJPEGHead = 1 << 20

// maxRewritten is the maximum size of a JPEG from jpegtran, in bytes.
const maxRewritten = 256 << 20

// JPEGFrame returns the size in the frame header of a JPEG, in pixels, and whether the frame has arithmetic coding
// (ITU-T T.81, tables B.1 and B.2). ok is false if data contains no frame header.
func JPEGFrame(data []byte) (width, height int, arithmetic, ok bool) {
	for at := 2; at+9 <= len(data) && data[at] == 0xff; {
		switch mark := data[at+1]; {
		case mark == 0xff: // a fill byte
			at++
			continue
		case mark >= 0xc0 && mark <= 0xcf && mark != 0xc4 && mark != 0xc8 && mark != 0xcc:
			width, height = int(binary.BigEndian.Uint16(data[at+7:])), int(binary.BigEndian.Uint16(data[at+5:]))
			return width, height, mark > 0xc8, true
		case mark == 0xda:
			return 0, 0, false, false
		}
		at += 2 + int(binary.BigEndian.Uint16(data[at+2:]))
	}
	return 0, 0, false, false
}

// isArithmetic reports whether the file at path is a JPEG with arithmetic coding and at most MaxPixels pixels.
func isArithmetic(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // opened for reading only
	head, err := io.ReadAll(io.LimitReader(f, maxJPEGHead))
	if err != nil || TypeOf(head) != JPEG {
		return false
	}
	w, h, arithmetic, ok := JPEGFrame(head)
	return ok && arithmetic && w > 0 && h > 0 && w*h <= MaxPixels
}

// decodeRewritten decodes a JPEG with arithmetic coding, after jpegtran has converted it without loss. faults reports
// whether jpegtran reported errors. Errors: [ErrNoDecoder] if jpegtran is missing, and those of [Picture].
func decodeRewritten(ctx context.Context, path string) (im image.Image, faults bool, err error) {
	program, err := findProgram(Jpegtran)
	if err != nil {
		return nil, false, ErrNoDecoder
	}
	var data []byte
	log, err := run(Command(ctx, program, "-copy", "none", "-maxmemory", "512M", path),
		func(out io.Reader) (err error) {
			data, err = io.ReadAll(io.LimitReader(out, maxRewritten))
			return err
		})
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	if err != nil && !isExit(err) {
		return nil, false, fmt.Errorf("jpegtran: %w", err)
	}
	im, decodeErr := jpeg.Decode(bytes.NewReader(data))
	if decodeErr != nil {
		return nil, false, fmt.Errorf("%w: %s", ErrUndecodable,
			errors.Join(decodeErr, errors.New(string(bytes.TrimSpace(log)))))
	}
	return im, err != nil, nil // jpegtran exits with 2 after a warning
}
