package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"

	"viviscope/client/decode"
	"viviscope/client/guard"
	"viviscope/client/mp4"
)

// FileInfo describes a media file that can be played or displayed, at least partly.
type FileInfo struct {
	MIME          string // "video/mp4", "image/png", …
	Clip          bool   // a clip; otherwise a picture
	Width, Height int    // pixels, after rotation; 0: audio only
	Seconds, FPS  float64
	Frames        int
	HasAudio      bool
}

// Ext returns the file extension, without a dot.
func (i FileInfo) Ext() string { return decode.Extension(i.MIME) }

// Condition is how much of a faulty file can be played.
type Condition int

// The conditions of a faulty file.
const (
	PartlyShown   Condition = iota + 1 // a decoder plays a part of it, or all of it with errors
	UnknownFormat                      // it is not a media file, or this computer has no decoder for it
	Broken                             // nothing can be decoded
)

// FileError reports that a file cannot be played completely. It wraps [ErrDamaged].
type FileError struct {
	Condition                     Condition
	PlayableSeconds, TotalSeconds float64 // of a clip; 0: unknown
	Frames                        int     // number of frames if only the first can be displayed; 0: another reason
	Codec                         string  // of an unknown format; "": unknown
	NoDecoder                     bool    // no decoder is installed; for pictures that is ffmpeg
	Picture                       bool    // with NoDecoder: the file is a picture
	Program                       string  // of an unknown format: program that can decode it; "": none known
	Why                           string  // reason in English, for logs
}

// Error describes the condition in English.
func (e *FileError) Error() string {
	switch {
	case e.NoDecoder:
		return "no decoder on this computer knows it: " + e.Why
	case e.Condition == PartlyShown && e.PlayableSeconds > 0 && e.TotalSeconds > e.PlayableSeconds:
		return fmt.Sprintf("the first %.1f of %.1f s can be played: %s", e.PlayableSeconds, e.TotalSeconds, e.Why)
	case e.Condition == PartlyShown:
		return "a part of it can be shown: " + e.Why
	case e.Condition == UnknownFormat && e.Program != "":
		return "unknown format " + e.Codec + ": install " + e.Program
	case e.Condition == UnknownFormat && e.Codec != "":
		return "unknown format " + e.Codec
	case e.Condition == UnknownFormat:
		return "unknown format: " + e.Why
	}
	return "damaged: " + e.Why
}

// Unwrap makes errors.Is(err, ErrDamaged) true.
func (e *FileError) Unwrap() error { return ErrDamaged }

// ProbeFile checks a media file and returns its properties. A file is valid if its structure is valid, or if a decoder
// of this computer decodes all of it. An error about the file is a [*FileError]; with the condition [PartlyShown], info
// is valid too. Any other error is a read error, or that of ctx.
//
// ProbeFile reads only the headers of a file with a valid structure. It decodes any other file, which takes up to a
// minute.
func ProbeFile(ctx context.Context, path string) (info FileInfo, err error) {
	f, err := os.Open(path)
	if err != nil {
		return FileInfo{}, fmt.Errorf("judge file: %w", err)
	}
	defer f.Close() // opened for reading only
	st, err := f.Stat()
	if err != nil {
		return FileInfo{}, fmt.Errorf("judge file: %w", err)
	}
	head := make([]byte, decode.SniffLen)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return FileInfo{}, fmt.Errorf("judge file: %w", err)
	}
	info.MIME = decode.TypeOf(head[:n])
	switch {
	case info.MIME == "":
		return info, &FileError{Condition: UnknownFormat, Why: "neither a clip nor a picture by its first bytes"}
	case decode.IsClip(info.MIME):
		return probeClip(ctx, f, st.Size(), info)
	case info.MIME == decode.GIF:
		return probeGIF(ctx, f, info)
	}
	return probePicture(ctx, f, st.Size(), info)
}

// probeClip implements ProbeFile for a clip.
func probeClip(ctx context.Context, f *os.File, size int64, info FileInfo) (FileInfo, error) {
	info.Clip = true
	structure := error(nil)
	switch info.MIME {
	case decode.MP4, decode.QuickTime, decode.ThreeGP, decode.M4A:
		boxes, err := mp4.Check(f, size)
		if err == nil {
			info.Width, info.Height, info.Frames = boxes.Width, boxes.Height, boxes.Frames
			info.Seconds, info.FPS, info.HasAudio = boxes.Seconds, boxes.FPS, boxes.HasAudio
			return info, nil
		}
		if !isFileFault(err) {
			return info, fmt.Errorf("judge clip: %w", err)
		}
		structure = err
	}
	return probeWithDecoder(ctx, f.Name(), info, structure)
}

// probeWithDecoder checks a clip with a decoder. structure is the error of its structure; nil if the container can only
// be checked by decoders.
func probeWithDecoder(ctx context.Context, path string, info FileInfo, structure error) (FileInfo, error) {
	r, err := decode.Clip(ctx, path)
	if ctx.Err() != nil {
		return info, ctx.Err()
	}
	e := &FileError{Condition: Broken}
	if structure != nil {
		e.Why = structure.Error()
	}
	var unknown *decode.UnknownCodecError
	switch {
	case errors.Is(err, decode.ErrNoDecoder):
		e.NoDecoder = true
		if structure == nil {
			e.Condition, e.Codec, e.Why = UnknownFormat, info.MIME, info.MIME
		}
		return info, e
	case errors.As(err, &unknown):
		e.Condition, e.Codec = UnknownFormat, unknown.Codec
		return info, e
	case err != nil:
		if e.Why == "" {
			e.Why = err.Error()
		}
		return info, e
	}
	info.Width, info.Height, info.Frames = r.Width, r.Height, r.Frames
	info.Seconds, info.FPS, info.HasAudio = r.Seconds, r.FPS, r.HasAudio
	if mp4.OrientationOf(path).Swaps() {
		info.Width, info.Height = info.Height, info.Width
	}
	switch short := r.ClaimedSeconds - r.LongestSeconds; {
	case short > 0.3+r.ClaimedSeconds/50:
		// tolerance: containers round times, and the length of the last frame is uncertain
		return info, &FileError{Condition: PartlyShown, PlayableSeconds: r.LongestSeconds,
			TotalSeconds: r.ClaimedSeconds,
			Why:          firstNonEmpty(r.MediaError, r.LastError, e.Why)}
	case r.MediaError != "":
		return info, &FileError{Condition: PartlyShown, PlayableSeconds: r.LongestSeconds,
			TotalSeconds: r.ClaimedSeconds, Why: r.MediaError}
	}
	return info, nil
}

// firstNonEmpty returns the first text that is not empty.
func firstNonEmpty(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// probeGIF implements ProbeFile for a GIF. A GIF with several frames is a clip, if there is a decoder.
func probeGIF(ctx context.Context, f *os.File, info FileInfo) (FileInfo, error) {
	clip, err := probeWithDecoder(ctx, f.Name(), FileInfo{MIME: info.MIME, Clip: true}, nil)
	if ctx.Err() != nil {
		return info, ctx.Err()
	}
	if clip.Frames > 1 {
		return clip, err
	}
	info.Width, info.Height = clip.Width, clip.Height
	if err == nil && clip.Frames == 1 {
		return info, nil
	}
	look, lookErr := DecodeFallback(ctx, f)
	if lookErr != nil {
		return info, lookErr
	}
	info.Width, info.Height = look.Image.Bounds().Dx(), look.Image.Bounds().Dy()
	return info, nil
}

// maxPixelsPerByte is the maximum number of pixels per byte of a picture that needs a decoder.
const maxPixelsPerByte = 10_000

// ProbePicture is [ProbeFile] for the bytes of a picture file. It refuses a GIF, and a picture that claims more pixels
// than its bytes can contain, because decoding that may need too much memory.
func ProbePicture(ctx context.Context, data []byte) (info FileInfo, err error) {
	info.MIME = decode.TypeOf(data[:min(len(data), decode.SniffLen)])
	if info.MIME == "" || decode.IsClip(info.MIME) || info.MIME == decode.GIF {
		return info, &FileError{Condition: UnknownFormat, Why: "no picture by its first bytes"}
	}
	_, strict := CheckImage(bytes.NewReader(data), int64(len(data)))
	if width, height, _, _ := decode.JPEGFrame(data); strict != nil && width*height > len(data)*maxPixelsPerByte {
		why := fmt.Sprintf("%d bytes claim %d by %d pixels", len(data), width, height)
		return info, &FileError{Condition: Broken, Why: why}
	}
	return probePicture(ctx, bytes.NewReader(data), int64(len(data)), info)
}

// pictureFile is an open picture file, or a reader of the bytes of one.
type pictureFile interface {
	io.ReaderAt
	io.ReadSeeker
}

// probePicture implements ProbeFile for a picture.
func probePicture(ctx context.Context, f pictureFile, size int64, info FileInfo) (FileInfo, error) {
	strict, err := CheckImage(f, size)
	if err == nil {
		info.Width, info.Height = strict.Width, strict.Height
		return info, nil
	}
	var large *pixelsError
	if !errors.Is(err, ErrDamaged) || errors.As(err, &large) {
		return info, err
	}
	look, err := DecodeFallback(ctx, f)
	if err != nil {
		return info, err
	}
	pixels := look.Image.Bounds()
	info.Width, info.Height = Upright(io.NewSectionReader(f, 0, size), pixels.Dx(), pixels.Dy())
	switch {
	case look.Faults != "":
		return info, &FileError{Condition: PartlyShown, Why: look.Faults}
	case look.Frames > 1:
		why := fmt.Sprintf("the first of %d pictures", look.Frames)
		return info, &FileError{Condition: PartlyShown, Frames: look.Frames, Why: why}
	}
	return info, nil
}

// maxFallbackSize is the maximum size of a picture file for DecodeFallback, in bytes.
const maxFallbackSize = 256 << 20

// FallbackPicture is a picture that the standard library cannot decode. Its rotation is not applied.
type FallbackPicture struct {
	Image  image.Image
	Frames int    // number of frames in the file; Image is the first one
	Faults string // decoding errors; "" for none
}

// DecodeFallback decodes a picture that the standard library cannot decode. It first repairs faults that viewers
// ignore, then tries the decoders of this computer. Errors: a [*FileError], read errors, and the error of ctx.
func DecodeFallback(ctx context.Context, r io.ReadSeeker) (FallbackPicture, error) {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return FallbackPicture{}, err
	}
	data, err := io.ReadAll(io.LimitReader(r, maxFallbackSize+1))
	if err != nil {
		return FallbackPicture{}, err
	}
	if len(data) > maxFallbackSize {
		return FallbackPicture{}, &FileError{Condition: Broken,
			Why: fmt.Sprintf("more than %d MB", maxFallbackSize>>20)}
	}
	if im, frames := decodeRepaired(data); im != nil {
		return FallbackPicture{Image: im, Frames: frames}, nil
	}
	var from io.Reader = r
	if decode.TypeOf(data) == decode.PNG { // decoders refuse a truncated chunk, so use the repaired data
		from = nil
		data = repairPNG(data)
	}
	path, remove, err := tempFileOf(from, data)
	if err != nil {
		return FallbackPicture{}, err
	}
	defer remove()
	im, faulty, err := decode.Picture(ctx, path)
	if err != nil {
		return FallbackPicture{}, noDecoderError(ctx, err)
	}
	look := FallbackPicture{Image: im, Frames: 1}
	// Go's decoders of other formats support all variants, so a picture that they refuse is damaged.
	if faulty || decode.TypeOf(data) != decode.JPEG || !isWholeJPEG(bytes.NewReader(data), int64(len(data))) {
		look.Faults = "its data is damaged or cut off"
	}
	return look, nil
}

// noDecoderError converts an error of the decoders for a picture.
func noDecoderError(ctx context.Context, err error) error {
	var unknown *decode.UnknownCodecError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, decode.ErrNoDecoder):
		return &FileError{Condition: UnknownFormat, NoDecoder: true, Picture: true,
			Why: "the picture is of a rare kind or damaged"}
	case errors.As(err, &unknown):
		return &FileError{Condition: UnknownFormat, Codec: unknown.Codec, Program: unknown.Program}
	}
	return &FileError{Condition: Broken, Why: err.Error()}
}

// tempFileOf returns the path of a file with data. If r is a file, it returns its path; otherwise it creates a
// temporary file. remove deletes the temporary file.
func tempFileOf(r io.Reader, data []byte) (path string, remove func(), err error) {
	if f, ok := r.(*os.File); ok {
		return f.Name(), func() {}, nil
	}
	f, err := os.CreateTemp("", "viviscope-*.picture")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.Remove(f.Name()) } // in the temporary folder of the system, so errors are ignored
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		remove()
		return "", nil, err
	}
	return f.Name(), remove, nil
}

// decodeRepaired repairs and decodes a picture, and returns the number of its frames. It returns nil if the picture
// still cannot be decoded.
func decodeRepaired(data []byte) (im image.Image, frames int) {
	mended, frames := RepairPicture(data)
	if mended == nil {
		return nil, 0
	}
	_ = guard.Do("decode picture", func() error {
		config, _, err := image.DecodeConfig(bytes.NewReader(mended))
		if err != nil || config.Width <= 0 || config.Height <= 0 || config.Width*config.Height > decode.MaxPixels ||
			JPEGMemory(bytes.NewReader(mended)) > MaxJPEGMemory {
			return err
		}
		if decode.TypeOf(mended) == decode.WebP &&
			CheckWebPSize(bytes.NewReader(mended), config.Width, config.Height) != nil {
			return nil
		}
		if got, _, err := image.Decode(bytes.NewReader(mended)); err == nil {
			im = got
		}
		return nil
	})
	return im, frames
}

// OpenClip opens a clip for a film, like [mp4.Open]. If only a decoder of this computer can play the clip, the result
// is a foreign clip, which must be encoded again. Errors: a [*FileError], [mp4.ErrNoPicture], and read errors.
func OpenClip(ctx context.Context, path string) (*mp4.Clip, error) {
	c, err := mp4.Open(path)
	if err == nil || !isFileFault(err) {
		return c, err
	}
	info, err := ProbeFile(ctx, path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case info.Width == 0 || !(info.FPS > 0):
		return nil, fmt.Errorf("%s: %w", path, mp4.ErrNoPicture)
	}
	form := mp4.Format{Codec: "avc1", Width: info.Width, Height: info.Height, FPS: info.FPS}
	if info.HasAudio {
		form.Channels, form.SampleRate = 2, 48000
	}
	return mp4.EncodeOnly(path, form, info.Frames, mp4.OrientationOf(path)), nil
}

// isFileFault reports whether an error of checkClip is about the content of the file. Other errors are read errors.
func isFileFault(err error) bool {
	for _, about := range []error{mp4.ErrNotMP4, mp4.ErrCut, mp4.ErrDamaged, ErrDamaged} {
		if errors.Is(err, about) {
			return true
		}
	}
	return false
}
