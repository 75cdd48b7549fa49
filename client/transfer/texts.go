package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"viviscope/client/mp4"
)

// textFormat reads and writes texts in one format of pictures or clips. write and read are nil if the format has no
// texts.
type textFormat struct {
	magic string
	at    int // of magic in the file
	write func(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error
	read  func(r io.ReaderAt, size int64) ([]byte, error)
}

// detectTextFormat returns the format of a picture or a clip by its first bytes.
func detectTextFormat(r io.ReaderAt) (k textFormat, known bool, err error) {
	var head [12]byte
	n, err := r.ReadAt(head[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return textFormat{}, false, err
	}
	for _, k := range []textFormat{
		{pngMagic, 0, writePNG, readPNG},
		{"\xff\xd8\xff", 0, writeJPEG, readJPEG},
		{"ftyp", 4, writeMP4, readMP4},
		{"WEBP", 8, nil, nil},
	} {
		if bytes.HasPrefix(head[min(k.at, n):n], []byte(k.magic)) {
			return k, true, nil
		}
	}
	return textFormat{}, false, nil
}

// writeTexts copies the file of the given size from r to w with texts in it. Errors: errNoRoom, errSigned, errDamaged,
// and those of r and w.
func writeTexts(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error {
	k, _, err := detectTextFormat(r)
	if err != nil {
		return err
	}
	if k.write == nil || len(t.record) > maxRecord || len(t.description) > maxWords || len(t.parameters) > 2*maxWords {
		return fmt.Errorf("%w: a record of %d bytes", errNoRoom, len(t.record))
	}
	return k.write(w, r, size, t)
}

// readRecord returns the record in a file of the given size. Errors: [ErrNoSettings], and those of r.
func readRecord(r io.ReaderAt, size int64) ([]byte, error) {
	k, _, err := detectTextFormat(r)
	var record []byte
	if err == nil && k.read != nil {
		record, err = k.read(r, size)
	}
	switch {
	case errors.Is(err, errDamaged):
		return nil, fmt.Errorf("%w: %w", ErrNoSettings, err)
	case err != nil:
		return nil, err
	case len(record) == 0 || len(record) > maxRecord || !utf8.Valid(record):
		return nil, ErrNoSettings
	}
	return record, nil
}

// commentMark begins the line of the comment that contains the record.
const commentMark = keyword + " "

// maxComment is the longest comment that mp4 writes.
const maxComment = 64 << 10

// signedMP4 reports whether a clip has content credentials.
func signedMP4(r io.ReaderAt, size int64) (bool, error) {
	manifests, err := mp4.UUIDBoxes(r, size, signedUUID)
	if err != nil || len(manifests) > 0 {
		return len(manifests) > 0, err
	}
	packets, err := mp4.UUIDBoxes(r, size, xmpUUID)
	for _, packet := range packets {
		if named, err := namesProvenance(packet); named || err != nil {
			return named, err
		}
	}
	return false, err
}

func writeMP4(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error {
	if signed, err := signedMP4(r, size); err != nil {
		return badClip(err)
	} else if signed {
		return errSigned
	}
	comment := commentMark + string(t.record)
	if words := t.description + "\n\n" + comment; t.description != "" && len(words) <= maxComment {
		comment = words
	}
	if len(comment) > maxComment {
		return fmt.Errorf("%w: a record of %d bytes", errNoRoom, len(t.record))
	}
	err := mp4.SetTag(w, r, size, mp4.TagComment, comment)
	if errors.Is(err, mp4.ErrTag) || errors.Is(err, mp4.ErrFragmented) {
		return fmt.Errorf("%w: %w", errNoRoom, err)
	}
	return badClip(err)
}

// badClip converts the errors of an invalid clip to errDamaged. It returns read and write errors unchanged.
func badClip(err error) error {
	if errors.Is(err, mp4.ErrNotMP4) || errors.Is(err, mp4.ErrCut) || errors.Is(err, mp4.ErrDamaged) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}

func readMP4(r io.ReaderAt, size int64) ([]byte, error) {
	comment, err := mp4.Tag(r, size, mp4.TagComment)
	if errors.Is(err, mp4.ErrFragmented) {
		return nil, nil
	}
	if i := strings.LastIndex(comment, "\n"+commentMark); i >= 0 {
		comment = comment[i+1:]
	}
	record, _ := strings.CutPrefix(comment, commentMark)
	if record == comment {
		record = ""
	}
	return []byte(record), badClip(err)
}
